import DaybookCore
import DaybookStorage

extension BookOptions {
    /// Does one thing to each of some items, to all or to none, and says so, also what became of the expenses that they
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
        let (changes, open) = try write { book in
            var rows = try items.todos(in: book.reader)
            if withSubtasks { rows = try book.reader.withOpenSubtasks(rows) }
            let changes = try rows.map { row in
                let booked = try book.reader.entryRow(row.todo.bookedEntry)
                try book.carryOut(action(row.todo, book))
                let now = try book.reader.row(row.todo.id)
                // A subtask that is finished for an occurrence of the to-do above books for that.
                let isForAbove = now?.todo.occurrence?.above != nil
                let entry = try book.reader.entryRow((isForAbove ? now ?? row : row).todo.bookedEntry)
                // A deleted item is shown as it was.
                return (
                    verb: verb(row.todo), row: now ?? row,
                    expense: Self.expense(from: booked, to: entry, isDeleted: now == nil),
                    isChecked: now?.todo.isCompleted == true && !row.todo.isCompleted
                )
            }
            let checked = changes.filter(\.isChecked).map(\.row.todo.id)
            return (changes, try checked.isEmpty ? [:] : book.reader.openSubtasks(of: checked))
        }
        var output = Output()
        for change in changes {
            output.append(change.verb, change.row)
            if let count = open[change.row.todo.id], count > 0 {
                output.append("\(count) open \(count == 1 ? "to-do stands" : "to-dos stand") under it\n")
            }
            guard let (verb, entry) = change.expense else { continue }
            output.append(verb, entry)
            if change.isChecked { output.append("To take it back: daybook uncheck \(change.row.number)\n") }
        }
        try output.flushChange()
    }

    /// Tells what became of the expense that an item books; nil if nothing did.
    private static func expense(from old: EntryRow?, to new: EntryRow?, isDeleted: Bool) -> (String, EntryRow)? {
        guard let new else { return old.map { ("Removed", $0) } }
        if new.entry.amount != old?.entry.amount { return ("Recorded", new) }
        return isDeleted ? ("Still recorded", new) : nil
    }
}
