public import DaybookCore
public import Sworm

/// A row of `todos`.
extension TodoRow: Model {
    public static var table: Tablex { Tablex("todos") }
    /// What `number` lies in.
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let title = Expression<String>("title")
    static let description = Expression<String>("description")
    static let notes = Expression<String>("notes")
    static let createdAt = Expression<Timestamp>("created_at")
    static let completedAt = Expression<Timestamp?>("completed_at")
    static let todoPosition = Expression<Position>("todo_position")
    static let donePosition = Expression<Position>("done_position")
    static let synced = Expression<Bool>("synced")
    static let coefficient = Expression<Int64?>("coefficient")
    static let scale = Expression<Int?>("scale")
    static let currency = Expression<Currency?>("currency")
    static let plannedDay = Expression<CivilDate?>("planned_day")

    public static func parse(_ row: Row) throws -> TodoRow {
        TodoRow(
            number: try row.get(key),
            todo: Todo(
                id: try row.get(id), title: try row.get(title), description: try row.get(description),
                notes: try row.get(notes), createdAt: try row.get(createdAt), completedAt: try row.get(completedAt),
                todoPosition: try row.get(todoPosition), donePosition: try row.get(donePosition),
                amount: Amount(
                    coefficient: try row.get(coefficient), scale: try row.get(scale),
                    currency: try row.get(currency)),
                plannedDay: try row.get(plannedDay), isSynced: try row.get(synced)))
    }

    public func setter() -> [Setter] {
        [
            Self.key <- number, Self.id <- todo.id, Self.title <- todo.title,
            Self.description <- todo.description, Self.notes <- todo.notes, Self.createdAt <- todo.createdAt,
            Self.completedAt <- todo.completedAt, Self.todoPosition <- todo.todoPosition,
            Self.donePosition <- todo.donePosition, Self.synced <- todo.isSynced,
            Self.coefficient <- todo.amount?.coefficient, Self.scale <- todo.amount?.scale,
            Self.currency <- todo.amount?.currency, Self.plannedDay <- todo.plannedDay,
        ]
    }
}

extension Amount {
    /// The amount that three columns make; nil if one of them is NULL.
    init?(coefficient: Int64?, scale: Int?, currency: Currency?) {
        guard let coefficient, let scale, let currency else { return nil }
        self.init(coefficient: coefficient, scale: scale, currency: currency)
    }
}
