import DaybookCore
import DaybookExchange

/// The texts of a run of the rules in the app, in one language.
struct RuleTexts: Sendable {
    /// So many entries would change.
    let changes: @Sendable (Int) -> String
    /// So many did.
    let done: @Sendable (Int) -> String
    /// The columns of the table: the day, the entry, and the rules that change it.
    let columns: [String]
    /// The rule of a number.
    let rule: @Sendable (Int) -> String
    /// Stands there where the rule that gave something gives it no longer.
    let noRule: String
    /// Where in a rule something is wrong. The reason follows.
    let column: @Sendable (Int) -> String
    let part: @Sendable (RuleMark.Part) -> String
    let kind: @Sendable (EntryKind) -> String
    /// So many entries stay as they are.
    let reconciled: @Sendable (Int) -> String
    let changeReconciled: String
    /// So many entries were corrected as a rule would do it.
    let corrected: @Sendable (Int) -> String
    /// So many entries would be transfers, were it known how much they are in the currency of an account.
    let lacking: @Sendable (LackingAmount) -> String
    /// The book has changed since the preview.
    let changed: String
    /// A rule can't be followed. The reason follows.
    let refused: String
}

extension RuleTexts {
    static let english = RuleTexts(
        changes: { $0 == 0 ? "The rules change nothing." : "The rules change \($0) \($0 == 1 ? "entry" : "entries")." },
        done: { "The rules changed \($0) \($0 == 1 ? "entry" : "entries")" },
        columns: ["Day", "Entry", "By"],
        rule: { "rule \($0)" },
        noRule: "no rule any more",
        column: { "Character \($0): " },
        part: {
            switch $0 {
            case .payee: "payee"
            case .note: "note"
            case .kind: "kind"
            case .parts: "parts"
            case .transfer: "transfer"
            case .tag, .other: $0.text
            }
        },
        kind: {
            switch $0 {
            case .income: "income"
            case .expense: "expense"
            case .unsorted: "unsorted"
            }
        },
        reconciled: {
            "\($0) \($0 == 1 ? "entry was" : "entries were") reconciled with a statement, and \($0 == 1 ? "stays" : "stay") as \($0 == 1 ? "it is" : "they are")."
        },
        changeReconciled: "Change what was reconciled",
        corrected: { "You did this by hand \($0) times" },
        lacking: { $0.words },
        changed: "The book has changed meanwhile. The rules changed nothing. This is how it is now.",
        refused: "The rule can't be followed yet.")

    static let traditionalChinese = RuleTexts(
        changes: { $0 == 0 ? "規則不會更改任何帳目。" : "規則會更改 \($0) 筆帳目。" },
        done: { "規則更改了 \($0) 筆帳目" },
        columns: ["日期", "帳目", "依據"],
        rule: { "規則 \($0)" },
        noRule: "已無規則",
        column: { "第 \($0) 個字元：" },
        part: {
            switch $0 {
            case .payee: "收付對象"
            case .note: "備註"
            case .kind: "類型"
            case .parts: "拆分"
            case .transfer: "轉帳"
            case .tag, .other: $0.text
            }
        },
        kind: {
            switch $0 {
            case .income: "收入"
            case .expense: "支出"
            case .unsorted: "待整理"
            }
        },
        reconciled: { "\($0) 筆已與對帳單核對，保持不變。" },
        changeReconciled: "也更改已核對的",
        corrected: { "你已手動這樣改過 \($0) 次" },
        lacking: {
            "\($0.count) 筆會是與「\($0.account.name)」之間的轉帳，但不知道 \($0.account.currency.code) 的金額。「\($0.account.name)」的那一筆匯入後就會合併。"
        },
        changed: "帳本在此期間有變動，規則沒有更改任何帳目。以下是現在的情況。",
        refused: "這條規則還不能使用。")

    static let simplifiedChinese = RuleTexts(
        changes: { $0 == 0 ? "规则不会更改任何账目。" : "规则会更改 \($0) 笔账目。" },
        done: { "规则更改了 \($0) 笔账目" },
        columns: ["日期", "账目", "依据"],
        rule: { "规则 \($0)" },
        noRule: "已无规则",
        column: { "第 \($0) 个字符：" },
        part: {
            switch $0 {
            case .payee: "收付对象"
            case .note: "备注"
            case .kind: "类型"
            case .parts: "拆分"
            case .transfer: "转账"
            case .tag, .other: $0.text
            }
        },
        kind: {
            switch $0 {
            case .income: "收入"
            case .expense: "支出"
            case .unsorted: "待整理"
            }
        },
        reconciled: { "\($0) 笔已与对账单核对，保持不变。" },
        changeReconciled: "也更改已核对的",
        corrected: { "你已手动这样改过 \($0) 次" },
        lacking: {
            "\($0.count) 笔会是与“\($0.account.name)”之间的转账，但不知道 \($0.account.currency.code) 的金额。“\($0.account.name)”的那一笔导入后就会合并。"
        },
        changed: "账本在此期间有变动，规则没有更改任何账目。以下是现在的情况。",
        refused: "这条规则还不能使用。")
}
