public import DaybookCore

/// Tells what a file of entries may have no place for.
private enum UnsaidOfEntries: CaseIterable {
    case unsorted, tags, bankText, todo, recording, opening, rate, payee, rule, statement, envelope

    /// How a message calls so many of them.
    func words(_ count: Int) -> String {
        func of(_ what: String, _ one: String, _ many: String) -> String {
            "the \(what) of \(count) \(count == 1 ? one : many)"
        }
        func some(_ one: String, _ many: String) -> String { count == 1 ? "the \(one)" : "the \(count) \(many)" }
        return switch self {
        case .unsorted: some("entry that isn't sorted", "entries that aren't sorted")
        case .tags: of("further tags", "part", "parts")
        case .bankText: of("bank's text", "entry", "entries")
        case .todo: of("to-do", "entry", "entries")
        case .recording: of("recording", "entry", "entries")
        case .opening: of("opening balance", "account", "accounts")
        case .rate: some("rate", "rates")
        case .payee: of("other names", "payee", "payees")
        case .rule: some("rule", "rules")
        case .statement: some("reconciled statement", "reconciled statements")
        case .envelope: some("envelope", "envelopes")
        }
    }
}

extension ExportedFile {
    /// Tells what a file of entries can't say of them and of the book, in English, for the person who writes it; nil if
    /// there is nothing.
    ///
    /// - Parameters:
    ///   - rows: those that are written.
    ///   - accounts: those that somebody made or changed.
    ///   - payees: those of the book.
    ///   - rates, rules, statements, envelopes: how many the book has.
    public func unsaid(
        _ rows: [EntryRow], accounts: [MoneyAccount], payees: PayeeNames, rates: Int, rules: Int, statements: Int,
        envelopes: Int = 0
    ) -> String? {
        let format: String
        switch self {
        case .entriesJSON: format = "JSON"
        case .entriesCSV: format = "CSV"
        case .hledger: format = "hledger"
        case .beancount: format = "Beancount"
        case .todosJSON, .todosCSV, .todoTxt, .taskwarrior, .iCalendar: return nil
        }
        let isLedger = self == .hledger || self == .beancount
        var counts: [UnsaidOfEntries: Int] = [
            .recording: rows.count { $0.entry.voice != nil }, .rule: rules,
            .payee: payees.payees.count { !payees.others(of: $0).isEmpty },
        ]
        if isLedger {
            let sorted = rows.map(\.entry).filter { $0.kind != .unsorted && $0.amount != nil }
            counts[.unsorted] = rows.count - sorted.count
            counts[.tags] = sorted.reduce(0) { $0 + $1.portions.count { $0.part != nil && $0.tags.count > 1 } }
            counts[.bankText] = sorted.count { !$0.rawText.isEmpty }
            counts[.todo] = sorted.count { $0.todo != nil }
        } else {
            (counts[.rate], counts[.statement]) = (rates, statements)
        }
        if self != .entriesJSON, self != .hledger { counts[.envelope] = envelopes }
        if self == .entriesCSV { counts[.opening] = accounts.count { $0.opening.coefficient != 0 } }
        var words = UnsaidOfEntries.allCases.compactMap { part in
            counts[part].flatMap { $0 == 0 ? nil : part.words($0) }
        }
        guard let last = words.popLast() else { return nil }
        let list = words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
        let rest = isLedger && counts[.unsorted] != 0 ? "What isn't sorted stands in comments. " : ""
        return "\(format) has no place for \(list). \(rest)A backup of the book has all of it."
    }
}
