import DaybookApp
import DaybookCore
import DaybookExchange

extension ImportTexts {
    static let traditionalChinese = ImportTexts(
        language: .traditionalChinese,
        columns: ["行", "內容", "結果"],
        fate: {
            switch $0 {
            case .new: "新"
            case .known: "已有"
            case .restored: "復原"
            case .deleted: "曾刪除"
            case .fits: "已手動輸入"
            case .unreadable: "無法讀取"
            }
        },
        count: { fate, count in
            switch fate {
            case .new: "\(count) 項新增"
            case .known: "\(count) 項已有"
            case .restored: "\(count) 項曾刪除，將復原"
            case .deleted: "\(count) 項曾刪除"
            case .fits: "\(count) 項與手動輸入的帳目相符"
            case .unreadable: "\(count) 項無法讀取"
            }
        },
        kind: { kind, count in
            switch kind {
            case .income: "收入 \(count) 筆"
            case .expense: "支出 \(count) 筆"
            case .unsorted: "待整理 \(count) 筆"
            }
        },
        hasTodos: { "檔案中有 \($0) 項待辦。" },
        hasEntries: { "檔案中有 \($0) 筆帳目。" },
        transfers: { "轉帳 \($0) 筆" },
        loss: { loss, count in
            switch loss {
            case .program(.reminder): "提醒 \(count) 個"
            case .program(.parent): "上層待辦的關聯 \(count) 個"
            case .program(.rule): "重複規則 \(count) 個"
            case .program(.attachment): "附件 \(count) 個"
            case .program(.comment): "留言 \(count) 則"
            case .program(.dependency): "相依關係 \(count) 個"
            case .program(.other(let name)): "「\(name)」 \(count) 個"
            case .unknown(.account): "未知帳戶 \(count) 個"
            case .unknown: "未知清單 \(count) 個"
            case .bank(.pending): "尚未入帳的 \(count) 筆"
            case .bank(.information): "僅供參考的 \(count) 筆"
            case .bank(.investment): "投資交易 \(count) 筆"
            case .bank(.opening): "期初餘額 \(count) 個"
            case .bank(.valueDay): "與入帳日不同的起息日 \(count) 個"
            case .bank(.part): "分項 \(count) 個"
            case .bank(.transfer): "轉帳的對方帳戶 \(count) 個"
            case .bank(.balance): "無法讀取的期末餘額 \(count) 個"
            case .bank(.split): "拆分中自成一筆的分項 \(count) 個"
            case .bank(.state): "已對帳的標記 \(count) 個"
            case .bank(.currency): "貨幣與帳戶不同的 \(count) 筆"
            case .bank(.file): "其中不是銀行檔案的 \(count) 個"
            }
        },
        leftOut: "不匯入：",
        keptRules: { "有 \($0) 條重複規則 Daybook 無法執行，將原樣保留並顯示。" },
        kept: "為其他程式保留，但不顯示：",
        newLists: "新清單：",
        newFilters: "新篩選：",
        newAccounts: "新帳戶：",
        opening: { "「\($0.name)」的期初餘額：\($0.openingSum.text)" + ($0.openingDay.map { "（\($0.text)）" } ?? "") },
        comma: "、",
        statement: { statement in
            var text = (statement.account.isEmpty ? "未命名的帳戶" : "帳戶 \(statement.account)") + "：\(statement.count) 筆"
            if let closing = statement.closing {
                text += "，期末餘額 \(closing.isNegative ? "−" : "")\(closing.amount.text)"
                if let day = closing.day { text += "（\(day.text)）" }
            }
            return text + (statement.target.map { "，歸入「\($0)」" } ?? "")
        },
        closing: { closing in
            let start = "「\(closing.account.name)」在 \(closing.day.text) 為 \(closing.balance.text)"
            guard closing.excess.coefficient != 0 else { return start + "，與檔案一致。" }
            let words =
                closing.excess.coefficient > 0
                ? "多出 \(closing.excess.text)" : "少了 \(closing.excess.negated.text)"
            return start + "，檔案為 \(closing.closing.text)：\(words)。"
        },
        withoutDay: { "檔案中有 \($0) 筆沒有日期，記在 \($1.text)。" },
        allAreIncomes: "檔案中沒有負數金額，因此新帳目都是收入。",
        settled: { "今後未註明貨幣的金額以 \($0.code) 計。" },
        numbered: { "今後帳戶 \($0.number) 的檔案歸入「\($0.name)」。" },
        dates: "檔案中的日期以什麼順序書寫？",
        order: {
            switch $0 {
            case .dmy: "日在前"
            case .mdy: "月在前"
            case .ymd: "年在前"
            }
        },
        decimals: "檔案中的小數點是哪個符號？",
        mark: {
            switch $0 {
            case .point: "點"
            case .comma: "逗號"
            }
        },
        sign: { "支出的寫法是 \($0) 還是 −\($0)？" },
        whichColumn: { "哪一欄是「\(ColumnWords.traditionalChinese($0))」？" },
        meaning: { ColumnWords.traditionalChinese($0) },
        columnsTitle: "欄",
        into: { "匯入到「\($0)」" },
        account: "這些帳目歸入哪個帳戶？",
        defaultAccount: "按檔案所示",
        oneColumn: "不匯入哪一欄？",
        unknownColumns: "Daybook 不認得這些欄。不匯入這些欄嗎？",
        leaveOut: "不匯入",
        unreadable: { "\($0) 項無法讀取。選擇不匯入這些項目之前，不會寫入任何內容。" },
        deleted: { "\($0) 項曾在此刪除。" },
        bringBack: "復原",
        fits: { "\($0) 項與你輸入的帳目相符。" },
        addToo: "仍然匯入",
        more: { "……還有 \($0) 項" },
        doneTodos: { "已匯入 \($0) 項待辦" },
        doneEntries: { "已匯入 \($0) 筆帳目" },
        noImports: "沒有可以撤回的匯入。",
        pastRules: { "規則：更改了 \($0) 筆" },
        pastFile: { "新增 \($0) 項" },
        changed: "其間帳本已有變更，未匯入任何內容。以下為最新情況。",
        cannotBeRead: "暫時無法匯入",
        failure: {
            switch $0 {
            case .empty: "檔案是空的，請重新匯出。"
            case .zip: "這是 ZIP 檔案，請先解壓縮。"
            case .database: "這是資料庫。還原帳本或匯入 Money Mom 請用命令列：daybook restore，或 daybook import --format moneymom"
            case .unknown:
                "Daybook 不能讀取此檔案。可匯入：銀行的 OFX、QIF、CAMT、MT940，帳目或待辦的 CSV、JSON，todo.txt、iCalendar，以及 Taskwarrior、Todoist、TickTick、Vikunja、Microsoft To Do、Google Tasks 匯出的檔案。"
            case nil: nil
            }
        },
        colon: "：",
        rules: .traditionalChinese,
        reasons: traditionalChineseReasons)
}
