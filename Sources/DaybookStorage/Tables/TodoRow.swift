public import DaybookCore
public import Sworm

/// A row of `todos`. These columns have a part of their own in queries; `TodoTable` has all.
extension TodoRow: Model {
    public static var table: Tablex { Tablex("todos") }
    /// What `number` lies in.
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let completedAt = Expression<Timestamp?>("completed_at")
    static let todoPosition = Expression<Position>("todo_position")
    static let donePosition = Expression<Position>("done_position")
    static let due = Expression<CivilDate?>("planned_day")
    static let start = Expression<CivilDate?>("start")
    static let todayDay = Expression<CivilDate?>("today")
    static let synced = Expression<Bool>("synced")
    static let coefficient = Expression<Int64?>("coefficient")

    public static func parse(_ row: Row) throws -> TodoRow {
        TodoRow(number: try row.get(key), todo: try TodoTable.standard.todo(row))
    }

    public func setter() -> [Setter] { TodoTable.standard.setters(number, todo) }
}

extension Amount {
    /// The amount that three columns make; nil if one of them is NULL.
    init?(coefficient: Int64?, scale: Int?, currency: Currency?) {
        guard let coefficient, let scale, let currency else { return nil }
        self.init(coefficient: coefficient, scale: scale, currency: currency)
    }
}
