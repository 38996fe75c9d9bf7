import DaybookApp
import DaybookCore
import DaybookExchange

extension ImportTexts {
    static let simplifiedChinese = ImportTexts(
        language: .simplifiedChinese,
        columns: ["行", "内容", "结果"],
        fate: {
            switch $0 {
            case .new: "新"
            case .known: "已有"
            case .restored: "恢复"
            case .deleted: "曾删除"
            case .fits: "已手动录入"
            case .unreadable: "无法读取"
            }
        },
        count: { fate, count in
            switch fate {
            case .new: "\(count) 项新增"
            case .known: "\(count) 项已有"
            case .restored: "\(count) 项曾删除，将恢复"
            case .deleted: "\(count) 项曾删除"
            case .fits: "\(count) 项与手动录入的账目相符"
            case .unreadable: "\(count) 项无法读取"
            }
        },
        kind: { kind, count in
            switch kind {
            case .income: "收入 \(count) 笔"
            case .expense: "支出 \(count) 笔"
            case .unsorted: "待整理 \(count) 笔"
            }
        },
        hasTodos: { "文件中有 \($0) 项待办。" },
        hasEntries: { "文件中有 \($0) 笔账目。" },
        transfers: { "转账 \($0) 笔" },
        loss: { loss, count in
            switch loss {
            case .program(.reminder): "提醒 \(count) 个"
            case .program(.parent): "上级待办的关联 \(count) 个"
            case .program(.rule): "重复规则 \(count) 个"
            case .program(.attachment): "附件 \(count) 个"
            case .program(.comment): "评论 \(count) 条"
            case .program(.dependency): "依赖关系 \(count) 个"
            case .program(.other(let name)): "“\(name)” \(count) 个"
            case .unknown(.account): "未知账户 \(count) 个"
            case .unknown: "未知清单 \(count) 个"
            case .bank(.pending): "尚未入账的 \(count) 笔"
            case .bank(.information): "仅供参考的 \(count) 笔"
            case .bank(.investment): "投资交易 \(count) 笔"
            case .bank(.opening): "期初余额 \(count) 个"
            case .bank(.valueDay): "与入账日不同的起息日 \(count) 个"
            case .bank(.part): "分项 \(count) 个"
            case .bank(.transfer): "转账的对方账户 \(count) 个"
            case .bank(.balance): "无法读取的期末余额 \(count) 个"
            case .bank(.split): "拆分中自成一笔的分项 \(count) 个"
            case .bank(.state): "已对账的标记 \(count) 个"
            case .bank(.currency): "货币与账户不同的 \(count) 笔"
            case .bank(.file): "其中不是银行文件的 \(count) 个"
            }
        },
        leftOut: "不导入：",
        keptRules: { "有 \($0) 条重复规则 Daybook 无法执行，将原样保留并显示。" },
        kept: "为其他程序保留，但不显示：",
        newLists: "新清单：",
        newFilters: "新筛选：",
        newAccounts: "新账户：",
        opening: { "“\($0.name)”的期初余额：\($0.openingSum.text)" + ($0.openingDay.map { "（\($0.text)）" } ?? "") },
        comma: "、",
        statement: { statement in
            var text = (statement.account.isEmpty ? "未命名的账户" : "账户 \(statement.account)") + "：\(statement.count) 笔"
            if let closing = statement.closing {
                text += "，期末余额 \(closing.isNegative ? "−" : "")\(closing.amount.text)"
                if let day = closing.day { text += "（\(day.text)）" }
            }
            return text + (statement.target.map { "，归入“\($0)”" } ?? "")
        },
        closing: { closing in
            let start = "“\(closing.account.name)”在 \(closing.day.text) 为 \(closing.balance.text)"
            guard closing.excess.coefficient != 0 else { return start + "，与文件一致。" }
            let words =
                closing.excess.coefficient > 0
                ? "多出 \(closing.excess.text)" : "少了 \(closing.excess.negated.text)"
            return start + "，文件为 \(closing.closing.text)：\(words)。"
        },
        withoutDay: { "文件中有 \($0) 笔没有日期，记在 \($1.text)。" },
        allAreIncomes: "文件中没有负数金额，因此新账目都是收入。",
        settled: { "今后未注明货币的金额以 \($0.code) 计。" },
        numbered: { "今后账户 \($0.number) 的文件归入“\($0.name)”。" },
        dates: "文件中的日期按什么顺序书写？",
        order: {
            switch $0 {
            case .dmy: "日在前"
            case .mdy: "月在前"
            case .ymd: "年在前"
            }
        },
        decimals: "文件中的小数点是哪个符号？",
        mark: {
            switch $0 {
            case .point: "点"
            case .comma: "逗号"
            }
        },
        sign: { "支出的写法是 \($0) 还是 −\($0)？" },
        whichColumn: { "哪一列是“\(ColumnWords.simplifiedChinese($0))”？" },
        meaning: { ColumnWords.simplifiedChinese($0) },
        columnsTitle: "列",
        into: { "导入到“\($0)”" },
        account: "这些账目归入哪个账户？",
        defaultAccount: "按文件所示",
        oneColumn: "不导入哪一列？",
        unknownColumns: "Daybook 不认识这些列。不导入这些列吗？",
        leaveOut: "不导入",
        unreadable: { "\($0) 项无法读取。选择不导入这些项之前，不会写入任何内容。" },
        deleted: { "\($0) 项曾在此删除。" },
        bringBack: "恢复",
        fits: { "\($0) 项与你录入的账目相符。" },
        addToo: "仍然导入",
        more: { "……还有 \($0) 项" },
        doneTodos: { "已导入 \($0) 项待办" },
        doneEntries: { "已导入 \($0) 笔账目" },
        noImports: "没有可以撤回的导入。",
        pastRules: { "规则：更改了 \($0) 笔" },
        pastFile: { "新增 \($0) 项" },
        changed: "其间账本已有更改，未导入任何内容。以下为最新情况。",
        cannotBeRead: "暂时无法导入",
        failure: {
            switch $0 {
            case .empty: "文件是空的，请重新导出。"
            case .zip: "这是 ZIP 文件，请先解压。"
            case .database: "这是数据库。还原账本或导入 Money Mom 请用命令行：daybook restore，或 daybook import --format moneymom"
            case .unknown:
                "Daybook 不能读取此文件。可导入：银行的 OFX、QIF、CAMT、MT940，账目或待办的 CSV、JSON，todo.txt、iCalendar，以及 Taskwarrior、Todoist、TickTick、Vikunja、Microsoft To Do、Google Tasks 导出的文件。"
            case nil: nil
            }
        },
        colon: "：",
        rules: .simplifiedChinese,
        reasons: simplifiedChineseReasons)
}
