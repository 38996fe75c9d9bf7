import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange

/// The texts about a file in the app, in one language.
struct ImportTexts: Sendable {
    static let all = [english, traditionalChinese, simplifiedChinese]

    static func `in`(_ language: Language) -> ImportTexts { all.first { $0.language == language } ?? english }

    let language: Language
    /// The columns of the table of the rows: where it is, what it is, and what becomes of it.
    let columns: [String]
    /// Says what becomes of one row.
    let fate: @Sendable (ImportRow.Fate) -> String
    /// Says what becomes of so many rows.
    let count: @Sendable (ImportRow.Fate, Int) -> String
    /// So many incomes or expenses.
    let kind: @Sendable (EntryKind, Int) -> String
    /// Says what the file has, before anything is written.
    let hasTodos: @Sendable (Int) -> String
    let hasEntries: @Sendable (Int) -> String
    let transfers: @Sendable (Int) -> String
    let loss: @Sendable (ImportReport.Loss, Int) -> String
    /// Says that what is lost follows, and here the names of lists and accounts.
    let leftOut: String
    /// So many rules are kept that can't be followed.
    let keptRules: @Sendable (Int) -> String
    /// Says that a list of kept columns, which aren't shown, follows.
    let kept: String
    let newLists: String
    let newFilters: String
    let newAccounts: String
    /// The new opening of an account that had opened with nothing.
    let opening: @Sendable (MoneyAccount) -> String
    let comma: String
    let statement: @Sendable (ImportReport.Statement) -> String
    let closing: @Sendable (BankImport.Closing) -> String
    let withoutDay: @Sendable (Int, CivilDate) -> String
    let allAreIncomes: String
    let settled: @Sendable (Currency) -> String
    let numbered: @Sendable (BankImport.NumberedAccount) -> String
    /// Questions, and what may be answered.
    let dates: String
    let order: @Sendable (DateOrder) -> String
    let decimals: String
    let mark: @Sendable (DecimalMark) -> String
    /// About the sign of an amount such as this.
    let sign: @Sendable (String) -> String
    let whichColumn: @Sendable (ColumnMeaning) -> String
    let meaning: @Sendable (ColumnMeaning) -> String
    let columnsTitle: String
    /// Where entries go.
    let into: @Sendable (String) -> String
    let account: String
    let defaultAccount: String
    let oneColumn: String
    let unknownColumns: String
    let leaveOut: String
    let unreadable: @Sendable (Int) -> String
    let deleted: @Sendable (Int) -> String
    let bringBack: String
    let fits: @Sendable (Int) -> String
    let addToo: String
    /// So many rows aren't told.
    let more: @Sendable (Int) -> String
    /// Says what was done.
    let doneTodos: @Sendable (Int) -> String
    let doneEntries: @Sendable (Int) -> String
    /// The list of imports: nothing is there; how many a run of the rules changed, or a file added.
    let noImports: String
    let pastRules: @Sendable (Int) -> String
    let pastFile: @Sendable (Int) -> String
    /// The book isn't any more as the preview said.
    let changed: String
    let cannotBeRead: String
    /// Says what is wrong with a file as a whole; nil where its reason says it.
    let failure: @Sendable (ImportFailure.Kind?) -> String?
    /// The sign between a place and what is wrong there.
    let colon: String
    /// The texts of a run of the rules.
    let rules: RuleTexts
    /// The reasons, by the `form` of a `Sentence`. English has none: it says the sentence itself.
    let reasons: [String: String]

    /// Why something can't be imported. What no language has words for stays in English.
    func say(_ reason: Sentence) -> String {
        let place = reason.place.map { $0 + colon } ?? ""
        if let error = reason.error { return place + language.problem(error) }
        return place + reason.filling(reasons[reason.form] ?? reason.form)
    }
}

extension ImportTexts {
    /// The list of imports, as `ImportAnswer` reads it.
    func lines(of imports: [PastImport]) -> String {
        var answer = AnswerLines()
        answer.append("h", [imports.isEmpty ? noImports : " "])
        for past in imports {
            let isOfRules = past.note.kind == .rules
            let count = past.note.count
            answer.append(
                "b",
                [
                    past.id.text, isOfRules ? pastRules(count) : past.name,
                    [CivilDate(past.note.time).text, isOfRules ? nil : pastFile(count)].compactMap { $0 }
                        .joined(separator: " · "),
                ])
        }
        return answer.text
    }
}
