import DaybookCore

extension Language {
    public static let traditionalChinese = Language(
        tag: "zh-Hant", name: "繁體中文", usualCurrency: "TWD",
        speaks: { subtags in
            // The script decides; without one, the region; without that, Cantonese is written as in Hong Kong.
            let isTraditional =
                ["hant", "tw", "hk", "mo"].contains { subtags.contains($0) } || subtags == ["yue"]
            return Language.isChinese(subtags) && isTraditional && !subtags.contains("hans")
        },
        form: { _ in 0 }, text: words, todoProblem: words, moneyProblem: words)

    static func isChinese(_ subtags: [String]) -> Bool { subtags.first == "zh" || subtags.first == "yue" }
}

private func words(_ phrase: Phrase) -> Literal {
    switch phrase {
    // The list
    case .todos: "待辦"
    case .finished: "已完成"
    case .add: "新增"
    case .addTodo: "新增待辦事項"
    case .addHint: "要做什麼？"
    case .openForm: "新增並填寫詳情"
    case .search: "搜尋"
    case .filters: "顯示"
    case .everything: "全部"
    case .active: "未完成"
    case .unsyncedItems: "未同步"
    case .selectedItems: "已選"
    case .clearCompleted: "清除已完成"
    case .countOpen: "% 項待辦"
    case .countAll: "共 % 項"
    case .emptyTitle: "沒有待辦事項"
    case .emptyHint: "在上方輸入，新增第一項。"
    case .noMatches: "沒有符合的項目"
    case .noMatchesHint: "請試試其他字詞或篩選條件。"
    case .noResults: "找不到「%」"
    case .nothingFinished: "尚未完成任何項目"
    case .nothingSelected: "未選取任何項目"
    case .unsyncedElsewhere: "是刪除的項目，或記帳中的帳目。"
    case .loading: "正在開啟…"

    // A row
    case .finish: "完成：%"
    case .select: "選取：%"
    case .more: "更多：%"
    case .reorder: "移動：%"
    case .play: "播放：%"
    case .reorderHint: "拖曳，或按方向鍵"
    case .details: "詳情"
    case .delete: "刪除"
    case .rename: "重新命名"
    case .selectSeveral: "選取多項"
    case .moveUp: "上移"
    case .moveDown: "下移"
    case .moveToTop: "移到最上方"
    case .notSent: "尚未同步"

    // Detail and form
    case .back: "返回"
    case .title: "標題"
    case .description: "說明"
    case .notes: "備註"
    case .links: "連結"
    case .check: "完成"
    case .uncheck: "取消完成"
    case .created: "建立於"
    case .finishedAt: "完成於"
    case .cancel: "取消"
    case .save: "儲存"
    case .newTodo: "新增待辦"
    case .chooseOne: "選一項以查看詳情。"

    // Several
    case .selected: "已選 % 項"
    case .selectAll: "全選"
    case .done: "結束"
    case .pasteQuestion: "新增 % 個項目？"
    case .addSeveral: "新增 % 項"
    case .addAsOne: "合為一項"

    // Punctuation
    case .stop: "。"
    case .comma: "，"
    case .listComma: "、"
    case .colon: "："
    case .quoted: "「%」"

    // Money
    case .sides: "待辦與記帳"
    case .money: "記帳"
    case .record: "記下"
    case .recordHint: "支出 120 午餐 #飲食"
    case .newEntry: "新增帳目"
    case .edit: "編輯"
    case .tagsAndDays: "標籤與日期"
    case .anyTag: "符合任一"
    case .allTags: "全部符合"
    case .from: "從 "
    case .through: "到 "
    case .unfold: "還有 % 項"
    case .fewer: "顯示較少"
    case .upcoming: "預計支出"
    case .noEntries: "尚無帳目"
    case .noEntriesHint: "在上方輸入花了多少。"
    case .nothingToSort: "沒有未分類的帳目"
    case .settles: "未寫幣別的金額以 % 計（見設定）"
    case .usualCurrency: "未寫幣別時的幣別"
    case .countEntries: "% 筆"
    case .markKey: "支出或收入"
    case .moveTo: "移到%"
    case .markAsIncome: "標為收入"
    case .markAsExpense: "標為支出"

    // An entry
    case .kindLabel: "種類"
    case .income: "收入"
    case .expense: "支出"
    case .unsorted: "未分類"
    case .amountLabel: "金額"
    case .currency: "幣別"
    case .dayLabel: "日期"
    case .dueDay: "預定日期"
    case .note: "備註"
    case .place: "地點"
    case .tags: "標籤"
    case .voiceNote: "語音備註"
    case .holdToRecord: "按住錄音，或按空白鍵"
    case .listening: "錄音中，放開或再按即儲存"
    case .notRecorded: "未能錄音。是否已允許使用麥克風？"
    case .notPlayed: "無法播放錄音："

    // Sums
    case .sums: "圖表與合計"
    case .days: "日期"
    case .thisMonth: "本月"
    case .lastMonth: "上月"
    case .thisYear: "今年"
    case .period: "期間"
    case .byDay: "日"
    case .byWeek: "週"
    case .byMonth: "月"
    case .leftOut: "未計入：%"
    case .countUnsorted: "% 筆未分類"
    case .severalTags: "有多個標籤的帳目計入每個標籤。"
    case .noSumsThen: "這段期間沒有收支。"
    case .noSums: "尚無可合計的帳目。"
    case .balance: "結餘"
    case .untagged: "無標籤"

    // Days
    case .months: "1 2 3 4 5 6 7 8 9 10 11 12"
    case .date: "%2年%1月%3日"
    case .month: "%2年%1月"
    case .moment: "%1 %2"
    case .today: "今天"
    case .yesterday: "昨天"

    // The days of to-dos
    case .start: "開始"
    case .pickDay: "%：選擇日期"
    case .dayHint: "週五、明天下午3點、11月24日"
    case .onToday: "列入今天"
    case .putOnToday: "列入今天"
    case .takeOffToday: "移出今天"
    case .fromEarlier: "先前未完成"
    case .earlierToToday: "全移到今天"
    case .earlierOff: "全移出"
    case .overdue: "已逾期"
    case .finishedToday: "今天完成"
    case .nothingToday: "今天沒有待辦事項"
    case .nothingTodayHint: "在上方輸入的事項會列入今天。"
    case .nothingUpcoming: "沒有待辦事項設了日期"
    case .nothingUpcomingHint: "可在詳情中設定日期。"
    case .coming: "即將到來"
    case .tomorrow: "明天"
    case .fromDay: "%起"
    case .weekdays: "週一 週二 週三 週四 週五 週六 週日"
    case .shortDate: "%1月%2日"
    case .longDate: "%2 %1"

    // What was done
    case .added: "已新增%"
    case .deleted: "已刪除%"
    case .checked: "已完成%"
    case .unchecked: "已重新開啟%"
    case .countItems: " % 項"
    case .moved: "已將%1移到第 %2 位"
    case .undone: "已復原"
    case .redone: "已重做"
    case .keptAsIs: "之後已有變更，因此保留"
    case .found: "找到 % 項"

    // What was booked
    case .finishedOne: "完成"
    case .recorded: "已記下 %"
    case .removed: "已移除 %"
    case .kept: "支出仍保留：%"

    // Sync
    case .synced: "已全部同步"
    case .syncing: "同步中…"
    case .unsynced: "% 項待同步"
    case .offline: "無法連上伺服器"
    case .signedOut: "已登出：變更會保留在此，登入後同步"
    case .refused: "伺服器拒絕"
    case .answersHTTP: "伺服器回應 HTTP %。"
    case .clocksDiffer: "伺服器不接受變更的時間。請校正此裝置或伺服器的時鐘。"
    case .unreadable: "無法讀取伺服器的回應。請更新伺服器，或重新載入此頁。"
    case .serverLocked: "伺服器上有另一個程式鎖定了帳本"
    case .serverFull: "伺服器的磁碟已滿"
    case .serverReadOnly: "伺服器無法寫入帳本"
    case .serverOlder: "帳本的版本比伺服器新。請更新伺服器。"
    case .serverCrowded: "伺服器目前過於忙碌"
    case .sync: "同步"
    case .syncNow: "立即同步"
    case .signIn: "登入"
    case .showUnsynced: "顯示待辦"
    case .lastSync: "上次同步"
    case .notYet: "尚未同步"
    case .waiting: "待同步：%"
    case .deletions: "其他（如刪除）"
    case .voiceNotes: "語音備註"
    case .lastFailure: "上次失敗原因"

    // What the browser can't do
    case .notKept: "此瀏覽器無法儲存：未同步的變更只保留到此分頁關閉為止。"
    case .storageFull: "瀏覽器無法儲存此變更，已復原："
    case .noRoom: "空間不足。"
    case .notAllowed: "未獲允許。"
    case .notThere: "找不到。"
    case .notSupported: "此瀏覽器不支援。"
    case .noAnswer: "沒有回應。"
    case .otherTabHolds: "另一個分頁佔用資料庫，請關閉該分頁。"
    case .browserSays: ""

    // Settings and shortcuts
    case .settings: "設定"
    case .languageLabel: "語言"
    case .theme: "主題"
    case .systemTheme: "跟隨系統"
    case .lightTheme: "淺色"
    case .darkTheme: "深色"
    case .firstWeekday: "每週第一天"
    case .monday: "星期一"
    case .saturday: "星期六"
    case .sunday: "星期日"
    case .signOut: "登出"
    case .files: "備份、匯入與匯出"
    case .downloadHint: "下載伺服器上的資料（JSON）："
    case .commandsHint: "在伺服器那台電腦上，以下指令可匯出與匯入帳目，並備份與還原整本帳簿："
    case .devices: "此裝置與其他裝置"
    case .keeps: "此裝置存有 %1、%2。"
    case .countTodos: "% 項待辦"
    case .otherDevices: "在其他裝置上開啟 %。"
    case .localHost: "只有這台電腦能開啟 %。其他裝置如何連線，請見「daybook serve --help」。"
    case .help: "說明"
    case .lineHelp: "在「記帳」輸入「-120 午餐 #飲食 @台北」即記下一筆午餐支出，附標籤與地點；「+30000 薪水」記下收入。"
    case .shortcuts: "鍵盤快速鍵"
    case .singleKeys: "單鍵快速鍵"
    case .close: "關閉"
    case .undo: "復原"
    case .redo: "重做"
    case .upAndDown: "上一列、下一列"
    case .openRow: "開啟"
    case .moveRow: "移動"
    case .filterKeys: "選擇篩選條件"
    case .escapeKey: "關閉或返回"
    case .thisSheet: "本說明"
    }
}

private func words(_ problem: TodoError) -> Literal {
    switch problem {
    case .blankTitle: "待辦事項需要標題，請至少輸入一個字。"
    case .titleTooLong: "標題有 %1 個字，最多 %2 個。其餘請寫在備註。"
    case .textTooLong: "文字有 %1 位元組，最多 %2。請縮短。"
    case .orderNotANumber: "位置不是數字。"
    case .clockAtEnd: clockAtEnd
    case .notFound: "此項不在帳本中，可能已被刪除。"
    case .otherSection: "只能在同一區內移動。"
    }
}

private func words(_ problem: MoneyError) -> Literal {
    switch problem {
    case .notANumber: "「%」不是金額，請寫成 12.50 這樣。"
    case .misplacedComma: "「%」的逗號位置不對，請寫成 1234.50 或 1,234.50。"
    case .twoReadings: "「%1」有兩種讀法，請寫成 %2 或 %3。"
    case .spaceInside: "「%」可能是一個數，請去掉空格，或在中間寫字。"
    case .foreignDigits: "「%」請用 0 到 9 書寫。"
    case .tooManyDigits: "「%1」位數太多，最多 %2 位。"
    case .unknownCurrency: "沒有「%」這種貨幣，請寫代碼，例如 TWD。"
    case .signedAmount: "「%」不需要正負號。"
    case .noAmount: "沒有金額，請寫一個，例如 12.50。"
    case .badDay(let day) where CivilDate(day) != nil: "「%」的年份早於 1900，請輸入完整的四位年份。"
    case .badDay: "「%」不是日期，請寫成 2026-11-21 這樣。"
    case .badTag: "「%」不能當標籤。"
    case .tooManyTags: "標籤最多 %1 個。"
    case .textTooLong: "文字有 %1 位元組，最多 %2。請縮短。"
    case .clockAtEnd: clockAtEnd
    case .notFound: "這筆帳目不在帳本中，可能已被刪除。"
    case .recordingTooLarge: "錄音超過 % MB，請錄短一點。"
    case .noRecording: "說話時請按住按鈕。"
    case .sumTooLarge: "% 的合計太大，請縮小範圍。"
    }
}

private var clockAtEnd: Literal { "未做變更：這台裝置的時鐘，或帳本裡的一筆變更，日期晚於 2500 年。" }
