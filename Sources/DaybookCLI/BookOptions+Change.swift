import DaybookCore
import DaybookStorage

extension BookOptions {
    /// Does one thing to each of some items, to all or to none, and says so. One that is named twice counts once.
    func change(_ verb: String, _ items: [ItemName], _ action: (EntityID) -> TodoAction) throws {
        let rows = try write { book in
            var seen: Set<EntityID> = []
            let named = try items.map { try $0.todo(in: book.reader) }.filter { seen.insert($0.todo.id).inserted }
            return try named.map { row in
                try book.perform(action(row.todo.id))
                // A deleted item is shown as it was.
                return try book.reader.row(row.todo.id) ?? row
            }
        }
        var output = Output()
        for row in rows { output.append(verb, row) }
        try output.flush()
    }
}
