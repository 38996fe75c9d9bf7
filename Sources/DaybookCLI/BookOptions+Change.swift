import DaybookCore
import DaybookStorage

extension BookOptions {
    /// Does one thing to each of some items, to all or to none, and says so.
    func change(_ verb: String, _ items: [ItemName], _ action: (EntityID) -> TodoAction) throws {
        let rows = try write { book in
            try items.todos(in: book.reader).map { row in
                try book.perform(action(row.todo.id))
                // A deleted item is shown as it was.
                return try book.reader.row(row.todo.id) ?? row
            }
        }
        var output = Output()
        for row in rows { output.append(verb, row) }
        try output.flushChange()
    }
}
