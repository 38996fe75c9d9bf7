import DaybookCore
import DaybookStorage

/// A thing as answers tell it: with another value in the place of one that its row has.
struct ShownItem<Row: FieldSource>: FieldSource {
    let row: Row
    /// The place of the field in the list of its fields.
    let place: Int
    /// Nil for that of the row.
    let value: FieldValue?

    var number: Int64 { get throws(Row.Failure) { try row.number } }
    var id: EntityID { get throws(Row.Failure) { try row.id } }
    var isSynced: Bool { get throws(Row.Failure) { try row.isSynced } }

    func value(at index: Int) throws(Row.Failure) -> FieldValue {
        if index == place, let value { return value }
        return try row.value(at: index)
    }

    func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws(Row.Failure) {
        try row.withText(at: index, body)
    }
}

extension BookReader {
    /// To-dos as answers tell them: of each cycle of parents one has none, as in the list.
    func shownTodos<Row: FieldSource>() throws -> (Row) throws -> ShownItem<Row> {
        let roots = try cycleRoots()
        let place = Todo.fields.index(of: .parent) ?? 0
        return { row in
            let isRoot = try !roots.isEmpty && roots.contains(row.id)
            return ShownItem(row: row, place: place, value: isRoot ? .nothing : nil)
        }
    }

    func shown(_ row: EntryRow) throws -> EntryRow {
        guard let todo = row.entry.todo, let place = Entry.fields.index(of: .todo) else { return row }
        var entry = row.entry
        Entry.fields.specs[place].set(&entry, FieldValue(try shownTodo(todo)))
        return EntryRow(number: row.number, entry: entry)
    }

    /// An entry as answers tell it: the to-do that booked it is one that can be opened.
    func shown<Row: FieldSource>(entry row: Row) throws -> ShownItem<Row> {
        let place = Entry.fields.index(of: .todo) ?? 0
        let value = try row.value(at: place).entity.map { FieldValue(try shownTodo($0)) }
        return ShownItem(row: row, place: place, value: value)
    }
}
