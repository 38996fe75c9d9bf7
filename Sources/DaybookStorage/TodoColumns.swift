public import DaybookCore
import Sworm

/// A row of the list as it lies in the database, for writing it out without a copy. Valid in the body it is given to.
public struct TodoColumns {
    let row: Row

    static func selected(from query: Query<TodoRow>) -> Query<
        (Int64, EntityID, String, String, String, Timestamp, Timestamp?, Position, Bool)
    > {
        query.select(
            TodoRow.number, TodoRow.id, TodoRow.title, TodoRow.description, TodoRow.notes, TodoRow.createdAt,
            TodoRow.completedAt, TodoRow.todoPosition, TodoRow.synced)
    }

    public var number: Int64 { get throws { try row.get(at: 0) } }
    public var id: EntityID { get throws { try row.get(at: 1) } }
    public var createdAt: Timestamp { get throws { try row.get(at: 5) } }
    public var completedAt: Timestamp? { get throws { try row.get(at: 6) } }
    public var todoPosition: Position { get throws { try row.get(at: 7) } }
    public var isSynced: Bool { get throws { try row.get(at: 8) } }

    /// The title's UTF-8.
    public func withTitle<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try row.withBytes(at: 2, body)
    }

    /// The description's UTF-8.
    public func withDescription<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try row.withBytes(at: 3, body)
    }

    /// The notes' UTF-8.
    public func withNotes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try row.withBytes(at: 4, body)
    }
}
