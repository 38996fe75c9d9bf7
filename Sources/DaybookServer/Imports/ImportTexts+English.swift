import DaybookApp
import DaybookCore
import DaybookExchange

extension ImportTexts {
    static let english = ImportTexts(
        language: .english,
        columns: ["Line", "Content", "Result"],
        fate: {
            switch $0 {
            case .new: "new"
            case .known: "known"
            case .restored: "brought back"
            case .deleted: "deleted before"
            case .fits: "typed by hand"
            case .unreadable: "can't be read"
            }
        },
        count: { fate, count in
            switch fate {
            case .new: "\(count) new"
            case .known: "\(count) known already"
            case .restored: "\(count) deleted before, brought back"
            case .deleted: "\(count) deleted before"
            case .fits: "\(count) \(count == 1 ? "fits an entry" : "fit entries") typed by hand"
            case .unreadable: "\(count) can't be read"
            }
        },
        kind: { kind, count in
            switch kind {
            case .income: count == 1 ? "1 income" : "\(count) incomes"
            case .expense: count == 1 ? "1 expense" : "\(count) expenses"
            case .unsorted: "\(count) for the inbox"
            }
        },
        hasTodos: { "The file has \($0) \($0 == 1 ? "to-do" : "to-dos")." },
        hasEntries: { "The file has \($0) \($0 == 1 ? "entry" : "entries") of money." },
        transfers: { "\($0) \($0 == 1 ? "transfer" : "transfers")" },
        loss: { $0.words($1) },
        leftOut: "Left out: ",
        keptRules: { ProgramImport.words(ofKept: $0) ?? "" },
        kept: "Kept for other programs, and not shown: ",
        newLists: "New lists: ",
        newFilters: "New filters: ",
        newAccounts: "New accounts: ",
        opening: { $0.openingWords },
        comma: ", ",
        statement: { statement in
            var text = statement.account.isEmpty ? "An account without a name" : "Account \(statement.account)"
            text += ": \(statement.count) \(statement.count == 1 ? "row" : "rows")"
            if let closing = statement.closing {
                text += ", closing balance \(closing.isNegative ? "−" : "")\(closing.amount.text)"
                if let day = closing.day { text += " on \(day.text)" }
            }
            return text + (statement.target.map { ", goes to “\($0)”" } ?? "")
        },
        closing: { $0.words },
        withoutDay: { count, day in
            "\(count) \(count == 1 ? "has" : "have") no date in the file, and \(count == 1 ? "is" : "are") booked on \(day.text)."
        },
        allAreIncomes: "No amount in the file has a minus, so every new entry is an income.",
        settled: { "Amounts without a currency are in \($0.code) from now on." },
        numbered: { "Files of the account \($0.number) go to “\($0.name)” from now on." },
        dates: "In which order do dates stand in the file?",
        order: {
            switch $0 {
            case .dmy: "Day first"
            case .mdy: "Month first"
            case .ymd: "Year first"
            }
        },
        decimals: "Which mark stands before decimals in the file?",
        mark: {
            switch $0 {
            case .point: "Point"
            case .comma: "Comma"
            }
        },
        sign: { "What you spent is \($0) or −\($0)?" },
        whichColumn: { "Which column is this: \(ColumnWords.english($0))?" },
        meaning: { ColumnWords.english($0) },
        columnsTitle: "Columns",
        into: { "into “\($0)”" },
        account: "Which account do the entries go to?",
        defaultAccount: "As the file says",
        oneColumn: "Which column is to be left out?",
        unknownColumns: "Daybook doesn't know these columns. Import the file without them?",
        leaveOut: "Leave out",
        unreadable: { "\($0) can't be read. Nothing is imported until you leave \($0 == 1 ? "it" : "them") out." },
        deleted: { "\($0) \($0 == 1 ? "was" : "were") deleted here." },
        bringBack: "Bring back",
        fits: { "\($0) \($0 == 1 ? "fits an entry" : "fit entries") that you typed." },
        addToo: "Add all the same",
        more: { "… and \($0) more" },
        doneTodos: { "Imported \($0) \($0 == 1 ? "to-do" : "to-dos")" },
        doneEntries: { "Imported \($0) \($0 == 1 ? "entry" : "entries")" },
        noImports: "Nothing was imported that can be taken back.",
        pastRules: { "The rules: \($0) changed" },
        pastFile: { "\($0) added" },
        changed: "The book has changed meanwhile. Nothing was imported. This is how it is now.",
        cannotBeRead: "Nothing can be imported yet",
        failure: { _ in nil },
        colon: ": ",
        rules: .english,
        reasons: [:])
}
