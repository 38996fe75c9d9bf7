public import DaybookCore
public import Sworm

/// A row of `todos`. These columns have a part of their own in queries; `columns` has all.
extension TodoRow: Model {
    public static var table: Tablex { Tablex("todos") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let completedAt = Expression<Timestamp?>("completed_at")
    static let todoPosition = Expression<Position>("todo_position")
    static let donePosition = Expression<Position>("done_position")
    static let due = Expression<CivilDate?>("planned_day")
    static let start = Expression<CivilDate?>("start")
    static let todayDay = Expression<CivilDate?>("today")
    static let reminders = Expression<String?>("reminders")
    static let snoozedUntil = Expression<Timestamp?>("snoozed_until")
    static let parent = Expression<EntityID?>("parent")
    public static let synced = Expression<Bool>("synced")
    static let coefficient = Expression<Int64?>("coefficient")

    static let columns = FieldTable(Todo.fields)

    public static func parse(_ row: Row) throws -> TodoRow {
        TodoRow(number: try row.get(key), todo: try columns.item(row))
    }

    public func setter() -> [Setter] { [Self.key <- number] + Self.columns.setters(todo) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int, _ columns: FieldTable<Todo> = columns) -> TableDefinition {
        table.definition { table in
            table.column(key, primaryKey: true)
            table.column(id, unique: true)
            for column in columns.columns(since: 1) { column.codec.define(&table) }
            table.column(synced)
            columns.define(&table, after: 1, upTo: version)
            table.index(todoPosition, id, where: completedAt == nil, name: "todos_open")
            table.index(donePosition, id, where: completedAt != nil, name: "todos_finished")
            guard version >= 5 else { return }
            // Indexes for Today and Upcoming, of few to-dos among many.
            for (day, name) in [(due, "todos_due"), (start, "todos_start"), (todayDay, "todos_today")] {
                table.index(day, where: completedAt == nil && day != nil, name: name)
            }
            table.index(completedAt, where: completedAt != nil, name: "todos_completed")
            guard version >= 12 else { return }
            // Indexes of to-dos that remind, few as well.
            table.index(reminders, where: completedAt == nil && reminders != nil, name: "todos_reminders")
            table.index(snoozedUntil, where: completedAt == nil && snoozedUntil != nil, name: "todos_snoozed")
            guard version >= 16 else { return }
            // Finds the to-dos under another.
            table.index(parent, id, where: parent != nil, name: "todos_parent")
        }
    }
}

/// A new row of `todos`, without the columns that hold nothing: those are most of them.
struct NewTodoRow: Model {
    let row: TodoRow

    static var table: Tablex { TodoRow.table }

    static func parse(_ row: Row) throws -> NewTodoRow { NewTodoRow(row: try TodoRow.parse(row)) }

    func setter() -> [Setter] { row.setter().filter { if case .null = $0.value { false } else { true } } }
}

extension Amount {
    /// The amount that three columns make; nil if one of them is NULL.
    init?(coefficient: Int64?, scale: Int?, currency: Currency?) {
        guard let coefficient, let scale, let currency else { return nil }
        self.init(coefficient: coefficient, scale: scale, currency: currency)
    }
}
