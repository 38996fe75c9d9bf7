public import DaybookCore
import Sworm

/// A row of the list as it lies in the database, for writing it out without a copy. Valid in the body it is given to.
public struct TodoColumns: FieldSource {
    let row: Row

    static func selected(from query: Query<TodoRow>) -> Query<Row> { query.select(columns: TodoTable.standard.names) }

    // All of them throw if the column holds anything else.
    public var number: Int64 { get throws { try row.get(at: 0) } }
    public var id: EntityID { get throws { try row.get(at: 1) } }
    public var isSynced: Bool { get throws { try row.get(at: 2) } }

    public func value(at index: Int) throws -> FieldValue { try TodoTable.standard.value(at: index, in: row) }

    public func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws {
        try TodoTable.standard.withText(at: index, in: row, body)
    }
}
