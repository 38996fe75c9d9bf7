import DaybookCore
import DaybookStorage

extension BookOptions {
    /// Does one thing to each of some items, to all or to none, and says so.
    ///
    /// - Parameters:
    ///   - action: what to do to an item, from how it was and from the book, which nobody else writes meanwhile.
    ///   - verb: what is done to an item, told by how it was before.
    func change(
        _ items: [ItemName], _ action: (Todo, BookReader) throws -> TodoAction, _ verb: (Todo) -> String
    ) throws {
        let changes = try write { book in
            try items.todos(in: book.reader).map { row in
                try book.perform(action(row.todo, book.reader))
                // A deleted item is shown as it was.
                return (verb: verb(row.todo), row: try book.reader.row(row.todo.id) ?? row)
            }
        }
        var output = Output()
        for change in changes { output.append(change.verb, change.row) }
        try output.flushChange()
    }
}
