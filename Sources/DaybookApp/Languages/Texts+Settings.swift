import DaybookCore

extension Texts {
    var theme: String { pick("Theme", "主題", "主题") }
    func theme(_ theme: Theme) -> String {
        switch theme {
        case .system: pick("System", "跟隨系統", "跟随系统")
        case .light: pick("Light", "淺色", "浅色")
        case .dark: pick("Dark", "深色", "深色")
        }
    }
    var firstWeekday: String { pick("First day of the week", "每週第一天", "每周第一天") }
    /// - Parameter day: from 0 for Monday to 6 for Sunday.
    func weekday(_ day: Int64) -> String {
        switch day {
        case 5: pick("Saturday", "星期六", "星期六")
        case 6: pick("Sunday", "星期日", "星期日")
        default: pick("Monday", "星期一", "星期一")
        }
    }

    var files: String { pick("Backup, import and export", "備份、匯入與匯出", "备份、导入与导出") }
    var downloadHint: String {
        pick("Download what the server has, as JSON:", "下載伺服器上的資料（JSON）：", "下载服务器上的数据（JSON）：")
    }
    var commandsHint: String {
        pick(
            "On the server’s machine, these commands export and import entries, and save and restore a backup of the whole book:",
            "在伺服器那台電腦上，以下指令可匯出與匯入帳目，並備份與還原整本帳簿：",
            "在服务器那台电脑上，以下命令可导出与导入账目，并备份与还原整本账簿：")
    }

    var devices: String { pick("This device and others", "此裝置與其他裝置", "此设备与其他设备") }
    func kept(todos: Int, entries: Int) -> String {
        pick("This device keeps ", "此裝置存有 ", "此设备存有 ")
            + count(todos, " to-do and ", " to-dos and ", " 項待辦、", " 项待办、") + self.entries(entries)
            + pick(".", "。", "。")
    }
    func otherDevices(_ host: String) -> String {
        fill(pick("On another device, open %.", "在其他裝置上開啟 %。", "在其他设备上打开 %。"), host)
    }
    func localHost(_ host: String) -> String {
        fill(
            pick(
                "Only this machine can open %. “daybook serve --help” tells how other devices can.",
                "只有這台電腦能開啟 %。其他裝置如何連線，請見「daybook serve --help」。",
                "只有这台电脑能打开 %。其他设备如何连接，请见“daybook serve --help”。"), host)
    }

    var help: String { pick("Help", "說明", "帮助") }
    var lineHelp: String {
        pick(
            "In Money, a line such as “-12.50 lunch #food @Taipei” records an expense of 12.50 for lunch, with a tag and a place. “+30000 salary” records an income.",
            "在「記帳」輸入「-120 午餐 #飲食 @台北」即記下一筆午餐支出，附標籤與地點；「+30000 薪水」記下收入。",
            "在“记账”输入“-38 午餐 #饮食 @北京”即记下一笔午餐支出，附标签与地点；“+8000 工资”记下收入。")
    }

    var sync: String { pick("Sync", "同步", "同步") }
    var syncNow: String { pick("Sync now", "立即同步", "立即同步") }
    var signIn: String { pick("Sign in", "登入", "登录") }
    var showUnsynced: String { pick("Show the to-dos", "顯示待辦", "显示待办") }
    var lastSync: String { pick("Last sync", "上次同步", "上次同步") }
    var notYet: String { pick("Not yet", "尚未同步", "尚未同步") }
    func waiting(_ name: String) -> String { fill(pick("Waiting: %", "待同步：%", "待同步：%"), name) }
    var deletions: String { pick("others, such as deletions", "其他（如刪除）", "其他（如删除）") }
    var voiceNotes: String { pick("voice notes", "語音備註", "语音备注") }
    var lastFailure: String { pick("Last failure", "上次失敗原因", "上次失败原因") }
}
