import DaybookCore
import DaybookStorage

extension Output {
    /// What was done to an entry.
    mutating func append(_ verb: String, _ row: EntryRow) {
        append("\(verb) \(row.number): ")
        append(entry: row.entry, amountWidth: 0)
        append("\n" as StaticString)
    }

    /// Entries, the newest first, under the days with their totals.
    mutating func append(entries rows: [EntryRow]) throws {
        let width = rows.map { $0.entry.amount?.text.count ?? 0 }.max() ?? 0
        var numbers = rows.map(\.number)[...]
        var isFirst = true
        for section in try EntrySection.sections(of: rows.map(\.entry)) {
            if !isFirst { append("\n" as StaticString) }
            isFirst = false
            append(section.day.text)
            for sum in section.totals.income.all { append("   +\(sum.text)") }
            for sum in section.totals.expense.all { append("   -\(sum.text)") }
            append("\n" as StaticString)
            for entry in section.entries {
                append(numbers.popFirst() ?? 0, width: 6)
                append("  " as StaticString)
                append(entry: entry, amountWidth: width)
                append("\n" as StaticString)
            }
        }
    }

    /// The sign (`?` for what isn't sorted), the amount, note, tags and place.
    private mutating func append(entry: Entry, amountWidth: Int) {
        switch entry.kind {
        case .income: append("+" as StaticString)
        case .expense: append("-" as StaticString)
        case .unsorted: append("?" as StaticString)
        }
        append(entry.amount?.text ?? "", right: amountWidth)
        if !entry.note.isEmpty {
            append("  " as StaticString)
            append(terminal: entry.note)
        }
        for tag in entry.tags {
            append(" #" as StaticString)
            append(terminal: tag)
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
