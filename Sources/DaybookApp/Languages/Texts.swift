import DaybookCore

/// Every text of the app in every language, side by side: one that is missing does not compile.
public struct Texts: Sendable {
    /// The one in which all of them are.
    public let language: Language

    public init(_ language: Language) { self.language = language }

    @inline(never)
    func pick(_ english: Literal, _ traditional: Literal, _ simplified: Literal) -> String {
        switch language {
        case .english: english.text
        case .traditionalChinese: traditional.text
        case .simplifiedChinese: simplified.text
        }
    }

    /// A text with a value in the place of each `%`, one after the other.
    @inline(never)
    func fill(_ text: String, _ first: String, _ second: String = "") -> String {
        var filled: [UInt8] = []
        var value = first
        for byte in text.bytes {
            if byte == 0x25 {
                filled.append(contentsOf: value.bytes)
                value = second
            } else {
                filled.append(byte)
            }
        }
        return String(utf8: filled)
    }

    /// English tells one from many; Chinese does not.
    func count(_ number: Int, _ one: Literal, _ many: Literal, _ traditional: Literal, _ simplified: Literal) -> String
    {
        Texts.grouped(number) + pick(number == 1 ? one : many, traditional, simplified)
    }

    /// 12,345.
    static func grouped(_ number: Int) -> String { grouped(String(number)) }

    // The list
    var todos: String { pick("To-dos", "待辦", "待办") }
    var finished: String { pick("Finished", "已完成", "已完成") }
    var add: String { pick("Add", "新增", "添加") }
    var addTodo: String { pick("Add a to-do", "新增待辦事項", "添加待办事项") }
    var addHint: String { pick("What is to be done?", "要做什麼？", "要做什么？") }
    var openForm: String { pick("Add with details", "新增並填寫詳情", "添加并填写详情") }
    var search: String { pick("Search", "搜尋", "搜索") }
    var filters: String { pick("Show", "顯示", "显示") }
    func filter(_ filter: Filter) -> String {
        switch filter {
        case .all: pick("All", "全部", "全部")
        case .active: pick("Active", "未完成", "未完成")
        case .completed: finished
        case .unsynced: pick("Unsynced", "未同步", "未同步")
        case .selected: pick("Selected", "已選", "已选")
        }
    }
    var clearCompleted: String { pick("Clear finished", "清除已完成", "清除已完成") }
    func stats(_ stats: State.Stats) -> String {
        let open = count(stats.incomplete, " to do", " to do", " 項待辦", " 项待办")
        return open + " · " + fill(pick("% in all", "共 % 項", "共 % 项"), Texts.grouped(stats.all))
    }
    var emptyTitle: String { pick("Nothing to do", "沒有待辦事項", "没有待办事项") }
    var emptyHint: String {
        pick("Type above to add the first one.", "在上方輸入，新增第一項。", "在上方输入，添加第一项。")
    }
    var noMatches: String { pick("Nothing matches", "沒有符合的項目", "没有匹配的项目") }
    var noMatchesHint: String {
        pick("Try other words or another filter.", "請試試其他字詞或篩選條件。", "请试试其他词语或筛选条件。")
    }
    func noResults(_ text: String) -> String {
        fill(pick("No results for “%”", "找不到「%」", "找不到“%”"), text.excerpt(40))
    }
    var nothingFinished: String { pick("Nothing finished yet", "尚未完成任何項目", "尚未完成任何项目") }
    var nothingSelected: String { pick("Nothing selected", "未選取任何項目", "未选择任何项目") }
    var unsyncedElsewhere: String {
        pick(
            "They are deletions, or entries of the money.", "是刪除的項目，或記帳中的帳目。",
            "是删除的项目，或记账中的账目。")
    }
    var loading: String { pick("Opening the book…", "正在開啟…", "正在打开…") }

    // A row
    func finish(_ title: String) -> String { pick("Finish: ", "完成：", "完成：") + title }
    func select(_ title: String) -> String { pick("Select: ", "選取：", "选择：") + title }
    func more(_ title: String) -> String { pick("More for: ", "更多：", "更多：") + title }
    func reorder(_ title: String) -> String { pick("Move: ", "移動：", "移动：") + title }
    var reorderHint: String {
        pick("Drag, or press the arrow keys", "拖曳，或按方向鍵", "拖动，或按方向键")
    }
    var details: String { pick("Details", "詳情", "详情") }
    var delete: String { pick("Delete", "刪除", "删除") }
    var rename: String { pick("Rename", "重新命名", "重命名") }
    var selectSeveral: String { pick("Select several", "選取多項", "选择多项") }
    var moveUp: String { pick("Move up", "上移", "上移") }
    var moveDown: String { pick("Move down", "下移", "下移") }
    var moveToTop: String { pick("Move to the top", "移到最上方", "移到最上方") }
    var notSent: String { pick("Not synced yet", "尚未同步", "尚未同步") }

    // Detail and form
    var back: String { pick("Back", "返回", "返回") }
    var title: String { pick("Title", "標題", "标题") }
    var description: String { pick("Description", "說明", "说明") }
    var notes: String { pick("Notes", "備註", "备注") }
    var links: String { pick("Links", "連結", "链接") }
    var check: String { pick("Check", "完成", "完成") }
    var uncheck: String { pick("Uncheck", "取消完成", "取消完成") }
    var created: String { pick("Created", "建立於", "创建于") }
    var finishedAt: String { pick("Finished", "完成於", "完成于") }
    var cancel: String { pick("Cancel", "取消", "取消") }
    var save: String { pick("Save", "儲存", "保存") }
    var newTodo: String { pick("New to-do", "新增待辦", "新建待办") }
    var chooseOne: String { pick("Choose a to-do to see its details.", "選一項以查看詳情。", "选一项以查看详情。") }

    // Several
    func selected(_ number: Int) -> String {
        fill(pick("% selected", "已選 % 項", "已选 % 项"), Texts.grouped(number))
    }
    var selectAll: String { pick("Select all", "全選", "全选") }
    var done: String { pick("Done", "結束", "结束") }
    func pasteQuestion(_ number: Int) -> String {
        pick("Add ", "新增 ", "添加 ") + count(number, " item?", " items?", " 個項目？", " 个项目？")
    }
    func addSeveral(_ number: Int) -> String {
        pick("Add ", "新增 ", "添加 ") + count(number, " item", " items", " 項", " 项")
    }
    var addAsOne: String { pick("Keep as one", "合為一項", "合为一项") }

    // Sync
    /// Between two sentences of which the first has no stop of its own.
    var stop: String { pick(". ", "。", "。") }
    var synced: String { pick("Everything is synced", "已全部同步", "已全部同步") }
    var syncing: String { pick("Syncing…", "同步中…", "同步中…") }
    func unsynced(_ number: Int) -> String {
        count(number, " change to sync", " changes to sync", " 項待同步", " 项待同步")
    }
    var offline: String { pick("The server can't be reached", "無法連上伺服器", "无法连接服务器") }
    var refused: String { pick("The server refused: ", "伺服器拒絕：", "服务器拒绝：") }
    var signedOut: String {
        pick(
            "Signed out: what is written here stays here until you sign in",
            "已登出：變更會保留在此，登入後同步", "已退出登录：更改会保留在此，登录后同步")
    }
    var notKept: String {
        pick(
            "This browser stores nothing: what isn't synced lasts as long as this tab. ",
            "此瀏覽器無法儲存：未同步的變更只保留到此分頁關閉為止。", "此浏览器无法存储：未同步的更改只保留到此标签页关闭为止。")
    }
    var storageFull: String {
        pick(
            "The browser could not store the change, so it was taken back: ",
            "瀏覽器無法儲存此變更，已復原：", "浏览器无法存储此更改，已撤回：")
    }

    // Settings and shortcuts
    var settings: String { pick("Settings", "設定", "设置") }
    var signOut: String { pick("Sign out", "登出", "退出登录") }
    var languageLabel: String { pick("Language", "語言", "语言") }
    var shortcuts: String { pick("Keyboard shortcuts", "鍵盤快速鍵", "键盘快捷键") }
    var singleKeys: String { pick("Single-key shortcuts", "單鍵快速鍵", "单键快捷键") }
    var close: String { pick("Close", "關閉", "关闭") }
    var undo: String { pick("Undo", "復原", "撤销") }
    var redo: String { pick("Redo", "重做", "重做") }
    var upAndDown: String { pick("Row up and down", "上一列、下一列", "上一行、下一行") }
    var openRow: String { pick("Open the row", "開啟", "打开") }
    var moveRow: String { pick("Move", "移動", "移动") }
    var filterKeys: String { pick("Choose a filter", "選擇篩選條件", "选择筛选条件") }
    var escapeKey: String { pick("Close, or go back", "關閉或返回", "关闭或返回") }
    var thisSheet: String { pick("This sheet", "本說明", "本说明") }
}

/// A text that stands in the program, known by its address alone: three lengths less at each of two hundred places.
struct Literal: ExpressibleByStringLiteral {
    private let start: UnsafePointer<UInt8>

    @inline(__always)
    init(stringLiteral text: StaticString) { start = text.utf8Start }

    /// The compiler ends each literal with a zero.
    var text: String {
        var bytes: [UInt8] = []
        var place = start
        while place.pointee != 0 {
            bytes.append(place.pointee)
            place += 1
        }
        return String(utf8: bytes)
    }
}
