import DaybookCore
import Sworm

/// The columns of `todos`, planned once from the list of fields: what they are called, and how values lie in them.
struct TodoTable: Sendable {
    /// The columns of a field, one or, for an amount, three.
    fileprivate struct Columns: Sendable {
        enum Kind {
            case text(Expression<String?>), day(Expression<CivilDate?>), timeOfDay(Expression<TimeOfDay?>)
            case time(Expression<Timestamp?>)
            case amount(Expression<Int64?>, Expression<Int?>, Expression<Currency?>), position(Expression<Position?>)
            case repeats(Expression<Repeat?>), occurrence(Expression<Occurrence?>)
        }

        let spec: FieldSpec<Todo>
        let name: String
        let kind: Kind
        /// Where the first stands in `names`.
        let place: Int
        let get: @Sendable (Todo) -> FieldValue
        let set: @Sendable (inout Todo, FieldValue) -> Void
    }

    /// That of a book.
    static let standard = TodoTable(Todo.fields)

    let fields: FieldList<Todo>
    /// The number, the id, whether it is synced, then the columns of the fields in their order.
    let names: [String]
    /// The version of the schema in which it has all of them.
    let version: Int
    private let columns: [Columns]

    init(_ fields: FieldList<Todo>) {
        self.fields = fields
        var names = ["number", "id", "synced"]
        columns = fields.specs.map { spec in
            let name = Self.columnName("\(spec.formerName ?? spec.name)")
            let place = names.count
            let kind: Columns.Kind
            switch spec.shape {
            case .text: kind = .text(Expression(name))
            case .day: kind = .day(Expression(name))
            case .timeOfDay: kind = .timeOfDay(Expression(name))
            case .time: kind = .time(Expression(name))
            case .position: kind = .position(Expression(name))
            case .repeats: kind = .repeats(Expression(name))
            case .occurrence: kind = .occurrence(Expression(name))
            case .amount:
                // The first amount there was has its columns without a name before them.
                let start = spec.field == .amount ? "" : name + "_"
                let parts = ["coefficient", "scale", "currency"].map { start + $0 }
                kind = .amount(Expression(parts[0]), Expression(parts[1]), Expression(parts[2]))
                names += parts
            }
            if place == names.count { names.append(name) }
            return Columns(spec: spec, name: name, kind: kind, place: place, get: spec.get, set: spec.set)
        }
        self.names = names
        version = fields.specs.map(\.since).max() ?? 1
    }

    /// The table as a version of the schema had it: in each version the new columns stand in the order of the fields' numbers.
    func definition(_ version: Int) -> TableDefinition {
        let columns = columns.sorted { ($0.spec.since, $0.spec.field) < ($1.spec.since, $1.spec.field) }
        return TodoRow.table.definition { table in
            table.column(TodoRow.key, primaryKey: true)
            table.column(TodoRow.id, unique: true)
            for column in columns where column.spec.since == 1 { column.define(in: &table) }
            table.column(TodoRow.synced)
            for column in columns where column.spec.since > 1 && column.spec.since <= version {
                column.define(in: &table)
            }
            table.index(TodoRow.todoPosition, TodoRow.id, where: TodoRow.completedAt == nil, name: "todos_open")
            table.index(TodoRow.donePosition, TodoRow.id, where: TodoRow.completedAt != nil, name: "todos_finished")
            guard version >= 5 else { return }
            // What Today and Upcoming ask for, of few to-dos among many.
            for (day, name) in [
                (TodoRow.due, "todos_due"), (TodoRow.start, "todos_start"), (TodoRow.todayDay, "todos_today"),
            ] {
                table.index(day, where: TodoRow.completedAt == nil && day != nil, name: name)
            }
            table.index(TodoRow.completedAt, where: TodoRow.completedAt != nil, name: "todos_completed")
        }
    }

    /// What a row is written as.
    func setters(_ number: Int64, _ todo: Todo) -> [Setter] {
        var setters: [Setter] = []
        setters.reserveCapacity(names.count)
        setters.append(TodoRow.key <- number)
        setters.append(TodoRow.id <- todo.id)
        for column in columns { column.write(column.get(todo), to: &setters) }
        setters.append(TodoRow.synced <- todo.isSynced)
        return setters
    }

    /// The to-do of a row that has all columns.
    func todo(_ row: Row) throws -> Todo {
        var todo = Todo(
            id: try row.get(TodoRow.id), title: "", createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: []))
        for column in columns { column.set(&todo, try column.read(row)) }
        todo.isSynced = try row.get(TodoRow.synced)
        return todo
    }

    /// What a field holds in a row whose columns are `names`.
    func value(at index: Int, in row: Row) throws -> FieldValue { try columns[index].value(row) }

    /// The UTF-8 of a text in such a row, without a copy.
    func withText(at index: Int, in row: Row, _ body: (UnsafeRawBufferPointer) -> Void) throws {
        try row.withBytes(at: columns[index].place, body)
    }

    /// `planned_day` for `due`.
    private static func columnName(_ name: String) -> String {
        name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}

extension TodoTable.Columns {
    fileprivate func define(in table: inout TableDefinition) {
        switch (kind, spec.isOptional) {
        case (.text(let column), true): table.column(column)
        case (.text, false): table.column(Expression<String>(name))
        case (.day(let column), _): table.column(column)
        case (.timeOfDay(let column), _): table.column(column)
        case (.time(let column), true): table.column(column)
        case (.time, false): table.column(Expression<Timestamp>(name))
        case (.position(let column), true): table.column(column)
        case (.repeats(let column), _): table.column(column)
        case (.occurrence(let column), _): table.column(column)
        case (.position, false): table.column(Expression<Position>(name))
        case (.amount(let coefficient, let scale, let currency), _):
            table.column(coefficient)
            table.column(scale)
            table.column(currency)
        }
    }

    fileprivate func write(_ value: FieldValue, to setters: inout [Setter]) {
        switch kind {
        case .text(let column):
            let text = value.text
            setters.append(column <- (text.isEmpty && spec.isOptional ? nil : text))
        case .day(let column): setters.append(column <- value.day)
        case .timeOfDay(let column): setters.append(column <- value.timeOfDay)
        case .time(let column): setters.append(column <- value.time)
        case .position(let column): setters.append(column <- value.position)
        case .repeats(let column): setters.append(column <- value.repeats)
        case .occurrence(let column): setters.append(column <- value.occurrence)
        case .amount(let coefficient, let scale, let currency):
            let amount = value.amount
            setters.append(coefficient <- amount?.coefficient)
            setters.append(scale <- amount?.scale)
            setters.append(currency <- amount?.currency)
        }
    }

    /// By the names of the columns.
    fileprivate func read(_ row: Row) throws -> FieldValue {
        switch kind {
        case .text(let column): try row.get(column).map { .text($0) } ?? .nothing
        case .day(let column): FieldValue(try row.get(column))
        case .timeOfDay(let column): FieldValue(try row.get(column))
        case .time(let column): FieldValue(try row.get(column))
        case .position(let column): try row.get(column).map { .position($0) } ?? .nothing
        case .repeats(let column): FieldValue(try row.get(column))
        case .occurrence(let column): FieldValue(try row.get(column))
        case .amount(let coefficient, let scale, let currency):
            FieldValue(
                Amount(
                    coefficient: try row.get(coefficient), scale: try row.get(scale), currency: try row.get(currency)))
        }
    }

    /// By the places of the columns.
    fileprivate func value(_ row: Row) throws -> FieldValue {
        switch kind {
        case .text: try row.get(at: place, as: String?.self).map { .text($0) } ?? .nothing
        case .day: FieldValue(try row.get(at: place, as: CivilDate?.self))
        case .timeOfDay: FieldValue(try row.get(at: place, as: TimeOfDay?.self))
        case .time: FieldValue(try row.get(at: place, as: Timestamp?.self))
        case .position: try row.get(at: place, as: Position?.self).map { .position($0) } ?? .nothing
        case .repeats: FieldValue(try row.get(at: place, as: Repeat?.self))
        case .occurrence: FieldValue(try row.get(at: place, as: Occurrence?.self))
        case .amount:
            // Most have none, and nothing else is looked at.
            if let coefficient = try row.get(at: place, as: Int64?.self) {
                FieldValue(
                    Amount(
                        coefficient: coefficient, scale: try row.get(at: place + 1),
                        currency: try row.get(at: place + 2)))
            } else {
                .nothing
            }
        }
    }
}
