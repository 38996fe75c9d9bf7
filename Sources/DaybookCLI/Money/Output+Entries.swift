import DaybookCore
import DaybookExchange
import DaybookStorage

extension Output {
    /// Says what was done to an entry.
    mutating func append(_ verb: String, _ row: EntryRow) {
        append("\(verb) \(row.number): ")
        append(entry: row.entry, amountWidth: 0, payee: row.entry.payee.isEmpty ? nil : row.entry.payee)
        append("\n" as StaticString)
    }

    /// The entries of a day under its name and its totals, and behind them sides of transfers, which are in no total.
    ///
    /// - Parameter accounts: the names of accounts, by their ids.
    mutating func append(
        day: CivilDate, _ rows: [EntryRow], _ legs: some Sequence<AccountLeg>, _ accounts: [EntityID: String],
        _ names: AccountNames, _ payees: PayeeNames, totals: () throws -> Totals
    ) throws {
        let amounts = rows.map { $0.entry.amount?.text ?? "" } + legs.map(\.leg.amount.text)
        let width = amounts.map(\.utf8.count).max() ?? 0
        styled(.heading) { $0.append(day.text) }
        do {
            let totals = try totals()
            for sum in totals.income.all { styled(.income) { $0.append("   +\(sum.text)") } }
            for sum in totals.expense.all { append("   -\(sum.text)") }
        } catch ItemError.sumTooLarge(let currency) {
            append("   (the sum in \(currency.code) has too many digits)")
        }
        append("\n" as StaticString)
        for row in rows {
            append(row.number, width: 6)
            append("  " as StaticString)
            append(entry: row.entry, amountWidth: width, payee: payees.payee(of: row.entry)?.name)
            if let name = row.entry.extraFields[.account]?.entity.flatMap({ accounts[$0] }) {
                append(" [" as StaticString)
                append(terminal: name)
                append("]" as StaticString)
            }
            append("\n" as StaticString)
            append(partsOf: row.entry)
        }
        for leg in legs { append(leg: leg, amountWidth: width, names) }
    }

    /// The sign (`?` for what isn't sorted), the amount, note, tags and place.
    ///
    /// - Parameter payee: the one that it shows.
    mutating func append(entry: Entry, amountWidth: Int, payee: String? = nil) {
        styled(entry.kind == .income ? .income : nil) { output in
            switch entry.kind {
            case .income: output.append("+" as StaticString)
            case .expense: output.append("-" as StaticString)
            case .unsorted: output.append("?" as StaticString)
            }
            output.append(entry.amount?.text ?? "", right: amountWidth)
        }
        if let payee {
            append("  " as StaticString)
            append(terminal: payee)
        }
        if !entry.note.isEmpty {
            append((payee == nil ? "  " : ": ") as StaticString)
            append(terminal: entry.note)
        }
        for tag in entry.tags {
            append(" " as StaticString)
            styled(.tag) { output in
                output.append("#" as StaticString)
                output.append(terminal: tag)
            }
        }
        if !entry.place.isEmpty {
            append(" @" as StaticString)
            append(terminal: entry.place)
        }
        if entry.voice != nil { append(" (recording)" as StaticString) }
    }

    /// ASCII text with spaces before it up to `width`.
    mutating func append(_ text: String, right width: Int) {
        append(String(repeating: " ", count: max(0, width - text.utf8.count)) + text)
    }
}

extension Output {
    /// Planned amounts: number, day, amount, title.
    mutating func append(upcoming rows: [TodoRow]) {
        let amounts = rows.map { $0.todo.amount?.text ?? "" }
        let width = amounts.map(\.count).max() ?? 0
        for (row, amount) in zip(rows, amounts) {
            append(row.number, width: 5)
            append("  \(row.todo.due?.text ?? "          ")")
            append(amount, right: width + 2)
            append("  ")
            append(terminalLine: row.todo.title)
        }
    }
}
