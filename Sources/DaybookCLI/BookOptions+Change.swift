import DaybookCore
import DaybookStorage

extension BookOptions {
    /// Does one thing to each of some items, to all or to none, and says so, also what became of the money that they
    /// book.
    ///
    /// - Parameters:
    ///   - withSubtasks: whether to do it to the open ones under them as well, before them.
    ///   - action: what to do to an item, from how it was and in the book, which nobody else writes meanwhile.
    ///   - verb: what is done to an item, told by how it was before.
    func change(
        _ items: [ItemName], withSubtasks: Bool = false,
        _ action: (Todo, BookTransaction) throws -> BookAction, _ verb: (Todo) -> String
    ) throws {
        let (changes, open, names) = try write { book in
            var rows = try items.todos(in: book.reader)
            if withSubtasks { rows = try book.reader.withOpenSubtasks(rows) }
            let changes = try rows.map { row in
                let booked = try BookedRow(row.todo, in: book.reader)
                try book.carryOut(action(row.todo, book))
                let now = try book.reader.row(row.todo.id)
                // A subtask that is finished for an occurrence of the to-do above books for that.
                let isForAbove = now?.todo.occurrence?.above != nil
                let entry = try BookedRow((isForAbove ? now ?? row : row).todo, in: book.reader)
                // A deleted item is shown as it was.
                return (
                    verb: verb(row.todo), row: now ?? row,
                    money: BookedRow.change(from: booked, to: entry, isDeleted: now == nil),
                    isChecked: now?.todo.isCompleted == true && !row.todo.isCompleted
                )
            }
            let checked = changes.filter(\.isChecked).map(\.row.todo.id)
            return (
                changes, try checked.isEmpty ? [:] : book.reader.openSubtasks(of: checked),
                try AccountNames(book.reader)
            )
        }
        var output = Output()
        for change in changes {
            output.append(change.verb, change.row)
            if let count = open[change.row.todo.id], count > 0 {
                output.append("\(count) open \(count == 1 ? "to-do stands" : "to-dos stand") under it\n")
            }
            guard let (verb, booked) = change.money else { continue }
            switch booked {
            case .entry(let row): output.append(verb, row)
            case .transfer(let row, let interest):
                output.append(verb, row, names)
                if let interest { output.append(verb, interest) }
            }
            if change.isChecked { output.append("To take it back: daybook uncheck \(change.row.number)\n") }
        }
        try output.flushChange()
    }
}

/// The row that an item has booked.
enum BookedRow {
    case entry(EntryRow)
    /// The second one is the interest in it.
    case transfer(TransferRow, EntryRow?)

    /// Nil where it has booked none.
    init?(_ todo: Todo, in book: BookReader) throws {
        if let row = try book.transferRow(todo.bookedTransfer) {
            self = .transfer(row, try book.entryRow(todo.bookedInterest))
        } else if let row = try book.entryRow(todo.bookedEntry) ?? book.entryRow(todo.bookedInterest) {
            self = .entry(row)
        } else {
            return nil
        }
    }

    private var words: [String] {
        switch self {
        case .entry(let row): ["\(row.entry.kind)", row.entry.amount?.text ?? ""]
        case .transfer(let row, let interest):
            ["transfer", row.transfer.from.amount.text, interest?.entry.amount?.text ?? ""]
        }
    }

    /// Tells what became of it; nil if nothing did.
    static func change(from old: BookedRow?, to new: BookedRow?, isDeleted: Bool) -> (String, BookedRow)? {
        guard let new else { return old.map { ("Removed", $0) } }
        if new.words != old?.words { return ("Recorded", new) }
        return isDeleted ? ("Still recorded", new) : nil
    }
}
