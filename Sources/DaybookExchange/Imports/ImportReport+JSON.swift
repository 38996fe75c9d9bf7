public import DaybookCore

extension ImportReport {
    /// The answer of REST.
    ///
    /// - Parameters:
    ///   - id: by which the import is taken back; nil where nothing was written.
    ///   - today: the day on which entries are booked that have none.
    public func json(_ file: FileImport, id: EntityID?, today: CivilDate) -> JSONWriter {
        JSONWriter.object { json in
            json.members([
                "id": id?.text, "form": file.form, "encoding": file.encoding?.rawValue,
                "holds": file.isOfTodos ? "todos" : "entries",
            ])
            for (name, count) in [
                ("rows", count), ("new", summary.added), ("known", summary.known), ("restored", summary.restored),
                ("deleted", summary.deleted), ("fits", summary.fitting), ("unreadable", summary.unreadable),
                ("writes", isRefused ? 0 : summary.written),
            ] as [(StaticString, Int)] {
                json.member(name, count)
            }
            json.member("refused", isRefused)
            json.member("list", objects: rows) { $0.append(to: &$1) }
            json.member("lost", objects: lost) { lost, json in
                json.member("what", lost.loss.words(lost.count))
                json.member("count", lost.count)
            }
            json.member("newLists", newLists)
            json.member("accounts", objects: statements) { $0.append(to: &$1) }
            json.open(columns, questions)
            json.member("notes", notes(today: today))
            json.member("proposals", objects: proposals) { proposal, json in
                json.member("from", proposal.from.id)
                json.member("to", proposal.to.id)
            }
        }
    }

    private func notes(today: CivilDate) -> [String] {
        var notes = closings.map(\.words)
        if let kept = ProgramImport.words(ofKept: keptRules) { notes.append(kept) }
        if let kept = ProgramImport.words(ofKept: kept) { notes.append(kept) }
        if !newFilters.isEmpty { notes.append("New filters: \(newFilters.joined(separator: ", ")).") }
        if !newAccounts.isEmpty { notes.append("New accounts: \(newAccounts.joined(separator: ", ")).") }
        if let finishingWords { notes.append(finishingWords + ".") }
        notes += openings.map(\.openingWords)
        let envelopes = summary.names(of: .envelope)
        if !envelopes.isEmpty { notes.append("New envelopes: \(envelopes.joined(separator: ", ")).") }
        if let words = summary.budgetWords { notes.append("New in the budget: \(words).") }
        if summary.withoutDay > 0 {
            notes.append(
                "\(summary.withoutDay) of the entries have no date in the file, and are booked on \(today.text).")
        }
        if kindIsSign { notes.append("No amount in the file has a minus, so every new entry is an income.") }
        notes += summary.lackingAmounts.map(\.words)
        if let settled { notes.append("Amounts without a currency are in \(settled.code) from now on.") }
        if let numbered {
            notes.append("Files of the account \(numbered.number) go to “\(numbered.name)” from now on.")
        }
        return notes
    }
}

extension ImportReport {
    /// Names the to-dos of which rows finish an occurrence; nil if there are none.
    public var finishingWords: String? {
        finishing.isEmpty ? nil : "Rows finish what was to be paid: \(finishing.joined(separator: ", "))"
    }
}

extension ImportRow {
    fileprivate func append(to json: inout JSONWriter) {
        json.member("line", line)
        json.member("fate", outcome.rawValue)
        for (name, value) in [
            ("text", outcome == .unreadable ? nil : text), ("day", day?.text), ("kind", kind?.name),
            ("amount", amount?.number), ("currency", amount?.currency.code), ("entry", entry?.text),
            ("payee", payee), ("transfer", transfer), ("finishes", finishes),
            ("reason", reason?.text),
        ] as [(StaticString, String?)] where value != nil {
            json.member(name, value)
        }
        if !tags.isEmpty { json.member("tags", tags) }
        if !rules.isEmpty { json.member("rules", rules.map(\.text)) }
    }
}

extension ImportReport.Statement {
    fileprivate func append(to json: inout JSONWriter) {
        json.member("name", account)
        json.member("account", target)
        json.member("rows", count)
        guard let closing else { return }
        json.member("closing", (closing.isNegative ? "-" : "") + closing.amount.number)
        json.member("currency", closing.amount.currency.code)
        json.member("day", closing.day)
    }
}

extension ImportQuestion {
    /// The parameter of REST that answers it.
    public var parameter: String {
        switch self {
        case .dateOrder: "dateOrder"
        case .decimalMark: "decimalMark"
        case .account, .noAccount: "account"
        case .sign: "negate"
        case .column: "column"
        case .leaveOutOne, .leaveOutAll: "leaveOut"
        }
    }

    /// The choices, with what each means; none where the file doesn't say them.
    public var choices: [(value: String, meaning: String)] {
        switch self {
        case .dateOrder(let readings):
            readings.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value.text) }
        case .decimalMark(let readings):
            readings.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value) }
        case .account, .noAccount: []
        case .sign(let amount): [("1", amount), ("0", "-" + amount)]
        case .column(let meaning, let names): names.map { ("\($0)=\(meaning.rawValue)", $0) }
        case .leaveOutOne(let names), .leaveOutAll(let names): names.map { ($0, $0) }
        }
    }

    fileprivate func append(to json: inout JSONWriter) {
        json.member("parameter", parameter)
        json.member("choices", objects: choices) { choice, json in
            json.member("value", choice.value)
            json.member("meaning", choice.meaning)
        }
    }
}

extension JSONWriter {
    /// Writes what a client needs to answer what is open of a file, as the members `columns` and `questions`.
    public mutating func open(_ columns: [BankColumn], _ questions: [ImportQuestion]) {
        member("columns", objects: columns) { column, json in
            json.member("name", column.name)
            json.member("meaning", column.meaning.rawValue)
            json.member("samples", column.samples)
        }
        member("questions", objects: questions) { $0.append(to: &$1) }
    }
}
