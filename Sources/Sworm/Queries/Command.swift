/// A statement that changes the database, as a value. Run it with `run` of a ``Connection`` or ``Database``.
public struct Command: Sendable {
    var steps: [Step]
    /// Says what is wrong with it. Running it throws this.
    var error: SwormError?

    enum Step: Sendable {
        case insert(Insert)
        case update(Tablex, [Setter], Target)
        case delete(Tablex, Target)
        case definition(String)

        /// - Parameter key: the columns by which rows are looked up that a condition alone does not single out.
        func write(to sql: inout SQLWriter, key: [String] = ["rowid"]) {
            switch self {
            case .insert(let insert): insert.write(to: &sql)
            case .update(let table, let setters, let target):
                sql.text("UPDATE ")
                table.write(to: &sql)
                sql.text(" SET ")
                sql.assignments(setters)
                target.write(to: &sql, key: key)
            case .delete(let table, let target):
                sql.text("DELETE FROM ")
                table.write(to: &sql)
                target.write(to: &sql, key: key)
            case .definition(let text): sql.text(text)
            }
        }

        /// The table whose key has to be known.
        var keyed: Tablex? {
            switch self {
            case .update(let table, _, .found), .delete(let table, .found): table
            case .insert, .update, .delete, .definition: nil
            }
        }
    }

    /// The rows that an update or a delete touches.
    enum Target: Sendable {
        case all
        case matching(Node)
        /// The rows that a limit or a join leaves.
        case found(Select)

        func write(to sql: inout SQLWriter, key: [String]) {
            switch self {
            case .all: break
            case .matching(let predicate): sql.condition(predicate)
            case .found(var select):
                select.columns = key.map { .qualified(table: select.table.reference, column: $0) }
                sql.text(key.count == 1 ? " WHERE " : " WHERE (")
                sql.names(key)
                sql.text(key.count == 1 ? " IN " : ") IN ")
                sql.subquery(select)
            }
        }
    }

    /// The SQL that this runs, with `?` for each bound value; several statements are parted by `; `.
    public var sql: String {
        steps.map { step in
            var writer = SQLWriter()
            step.write(to: &writer)
            return writer.sql
        }.joined(separator: "; ")
    }

    static func definition(_ write: (inout SQLWriter) -> Void) -> Command {
        var writer = SQLWriter(literal: true)
        write(&writer)
        return Command(steps: [.definition(writer.sql)], error: writer.error(model: ""))
    }

    /// `RETURNING`: this column of every row that was written.
    public func returning<V: Value>(_ column: Expression<V>) -> Returning<V> {
        Returning(command: self, columns: [column.node]) { try $0.get(at: 0) }
    }

    /// `RETURNING`: these columns of every row that was written, as tuples.
    public func returning<each V>(_ columns: repeat Expression<each V>) -> Returning<(repeat each V)> {
        var nodes: [Node] = []
        for column in repeat each columns { nodes.append(column.node) }
        return Returning(command: self, columns: nodes) { try $0.tuple() }
    }

    /// `RETURNING *`: every row that was written, as a model.
    public func returning<M: Model>(_ model: M.Type) -> Returning<M> {
        Returning(command: self, columns: [.everything(table: nil)]) { try M.parse($0) }
    }
}

/// A command that also gives back rows. Run it with `run`, as a command without.
public struct Returning<Output>: Sendable {
    let command: Command
    let columns: [Node]
    let read: @Sendable (Row) throws -> Output

    /// The SQL that this runs, with `?` for each bound value.
    public var sql: String {
        var writer = SQLWriter()
        for step in command.steps { write(step, to: &writer) }
        return writer.sql
    }

    func write(_ step: Command.Step, to sql: inout SQLWriter, key: [String] = ["rowid"]) {
        step.write(to: &sql, key: key)
        sql.text(" RETURNING ")
        sql.list(columns) { $1.writeColumn(to: &$0) }
    }
}

extension Tablex {
    /// `INSERT` of one row.
    public func insert(_ setters: Setter..., onConflict: Conflict = .fail) -> Command {
        insert(setters, onConflict: onConflict)
    }

    /// `INSERT` of one row.
    public func insert(_ setters: [Setter], onConflict: Conflict = .fail) -> Command {
        let insert = Insert(table: self, setters: setters, conflict: onConflict)
        return Command(steps: [.insert(insert)], error: insert.misuse)
    }

    /// `UPDATE` of every row.
    public func update(_ setters: Setter...) -> Command { all.update(setters) }

    /// `DELETE` of every row.
    public func delete() -> Command { Command(steps: [.delete(self, .all)]) }
}

extension Query {
    /// `UPDATE` of the rows that this query finds.
    public func update(_ setters: Setter...) -> Command { update(setters) }

    /// `UPDATE` of the rows that this query finds.
    public func update(_ setters: [Setter]) -> Command {
        Command(
            steps: [.update(select.table, setters, target)],
            error: setters.updateMisuse(of: select.table) ?? misuse)
    }

    /// `DELETE` of the rows that this query finds.
    public func delete() -> Command {
        Command(steps: [.delete(select.table, target)], error: misuse)
    }

    /// The rows found: a limit or a join is looked up first.
    private var target: Command.Target {
        guard select.limit != nil || select.offset != nil || !select.joins.isEmpty else {
            return select.predicate.map { .matching($0) } ?? .all
        }
        return .found(select)
    }

    private var misuse: SwormError? {
        guard select.having != nil || !select.groups.isEmpty || select.isDistinct else { return nil }
        return .misuse(
            "`group`, `having` and `distinct` don't say which rows an update or delete is about. Say it with `where`, "
                + "perhaps with `isIn` and a query.")
    }
}
