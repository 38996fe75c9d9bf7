public import DaybookCore

extension ImportReport {
    /// The answer of REST.
    ///
    /// - Parameters:
    ///   - id: by which the import is taken back; nil where nothing was written.
    ///   - today: the day on which entries are booked that have none.
    public func json(_ file: FileImport, id: EntityID?, today: CivilDate) -> JSONWriter {
        var json = JSONWriter()
        json.beginObject()
        json.key("id")
        json.text(id?.text)
        json.key("form")
        json.string(file.form)
        json.key("encoding")
        json.text(file.encoding?.rawValue)
        json.key("holds")
        json.string(file.isOfTodos ? "todos" : "entries")
        for (name, count) in [
            ("rows", count), ("new", summary.added), ("known", summary.known), ("restored", summary.restored),
            ("deleted", summary.deleted), ("fits", summary.fitting), ("unreadable", summary.unreadable),
            ("writes", isRefused ? 0 : summary.written),
        ] as [(StaticString, Int)] {
            json.key(name)
            json.integer(Int64(count))
        }
        json.key("refused")
        json.bool(isRefused)
        json.key("list")
        json.array(rows) { row, json in row.append(to: &json) }
        json.key("lost")
        json.array(lost) { lost, json in
            json.beginObject()
            json.key("what")
            json.string(lost.loss.words(lost.count))
            json.key("count")
            json.integer(Int64(lost.count))
            json.endObject()
        }
        json.key("newLists")
        json.array(newLists) { $1.string($0) }
        json.key("accounts")
        json.array(statements) { statement, json in statement.append(to: &json) }
        json.open(columns, questions)
        json.key("notes")
        json.array(notes(today: today)) { $1.string($0) }
        json.key("proposals")
        json.array(proposals) { proposal, json in
            json.beginObject()
            json.key("from")
            json.id(proposal.from.id)
            json.key("to")
            json.id(proposal.to.id)
            json.endObject()
        }
        json.endObject()
        return json
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
        json.beginObject()
        json.key("line")
        json.integer(Int64(line))
        json.key("fate")
        json.string(outcome.rawValue)
        for (name, value) in [
            ("text", outcome == .unreadable ? nil : text), ("day", day?.text), ("kind", kind?.name),
            ("amount", amount?.number), ("currency", amount?.currency.code), ("entry", entry?.text),
            ("payee", payee), ("transfer", transfer), ("finishes", finishes),
            ("reason", reason?.text),
        ] as [(StaticString, String?)] {
            guard let value else { continue }
            json.key(name)
            json.string(value)
        }
        for (name, values) in [("tags", tags), ("rules", rules.map(\.text))] as [(StaticString, [String])]
        where !values.isEmpty {
            json.key(name)
            json.array(values) { $1.string($0) }
        }
        json.endObject()
    }
}

extension ImportReport.Statement {
    fileprivate func append(to json: inout JSONWriter) {
        json.beginObject()
        json.key("name")
        json.string(account)
        json.key("account")
        json.text(target)
        json.key("rows")
        json.integer(Int64(count))
        if let closing {
            json.key("closing")
            json.string((closing.isNegative ? "-" : "") + closing.amount.number)
            json.key("currency")
            json.string(closing.amount.currency.code)
            json.key("day")
            json.text(closing.day?.text)
        }
        json.endObject()
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
        json.beginObject()
        json.key("parameter")
        json.string(parameter)
        json.key("choices")
        json.array(choices) { choice, json in
            json.beginObject()
            json.key("value")
            json.string(choice.value)
            json.key("meaning")
            json.string(choice.meaning)
            json.endObject()
        }
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes what a client needs to answer what is open of a file, as the members `columns` and `questions`.
    public mutating func open(_ columns: [BankColumn], _ questions: [ImportQuestion]) {
        key("columns")
        array(columns) { column, json in
            json.beginObject()
            json.key("name")
            json.string(column.name)
            json.key("meaning")
            json.string(column.meaning.rawValue)
            json.key("samples")
            json.array(column.samples) { $1.string($0) }
            json.endObject()
        }
        key("questions")
        array(questions) { question, json in question.append(to: &json) }
    }

    fileprivate mutating func text(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    mutating func array<Element>(_ elements: [Element], _ append: (Element, inout JSONWriter) -> Void) {
        beginArray()
        for element in elements { append(element, &self) }
        endArray()
    }
}
