public import DaybookCore
import Sworm

/// A row of the list as it lies in the database, for writing it out without a copy. Valid in the body it is given to.
public struct TodoColumns {
    let row: Row

    static func selected(from query: Query<TodoRow>) -> Query<
        (
            Int64, EntityID, String, String, String, Timestamp, Timestamp?, Position, Bool, Int64?, Int?, Currency?,
            CivilDate?
        )
    > {
        query.select(
            TodoRow.key, TodoRow.id, TodoRow.title, TodoRow.description, TodoRow.notes, TodoRow.createdAt,
            TodoRow.completedAt, TodoRow.todoPosition, TodoRow.synced, TodoRow.coefficient, TodoRow.scale,
            TodoRow.currency, TodoRow.plannedDay)
    }

    /// As in `TodoRow`. Throws, as all that follow do, if the column holds anything else.
    public var number: Int64 { get throws { try row.get(at: 0) } }
    /// The to-do's own.
    public var id: EntityID { get throws { try row.get(at: 1) } }
    /// When it was made.
    public var createdAt: Timestamp { get throws { try row.get(at: 5) } }
    /// Nil while it is open.
    public var completedAt: Timestamp? { get throws { try row.get(at: 6) } }
    /// Its place among the open ones, kept while it is finished.
    public var todoPosition: Position { get throws { try row.get(at: 7) } }
    /// Whether a server has all of it.
    public var isSynced: Bool { get throws { try row.get(at: 8) } }
    /// Nil if it costs nothing.
    public var amount: Amount? {
        get throws {
            guard let coefficient: Int64 = try row.get(at: 9) else { return nil }
            return Amount(coefficient: coefficient, scale: try row.get(at: 10), currency: try row.get(at: 11))
        }
    }
    /// Nil if the amount is due on no day.
    public var plannedDay: CivilDate? { get throws { try row.get(at: 12) } }

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
