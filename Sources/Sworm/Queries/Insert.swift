/// Says what an insert does when a row with the same key is there already.
public struct Conflict: Sendable {
    enum Kind: Sendable {
        case fail, ignore, replace
        case update(keys: [String], setters: [Setter]?, condition: Node?)
    }
    let kind: Kind

    /// The insert throws.
    public static let fail = Conflict(kind: .fail)
    /// The row that is there stays. What breaks another rule of the table throws.
    public static let ignore = Conflict(kind: .ignore)
    /// The row that is there goes; what refers to it may go with it. NULL in a column that needs a value becomes the
    /// column's default. ``update(_:)`` is kinder.
    public static let replace = Conflict(kind: .replace)

    /// The row that agrees in these columns takes over the other columns. They must be a primary key or unique.
    public static func update<each V>(_ keys: repeat Expression<each V>) -> Conflict {
        var names: [String] = []
        for key in repeat each keys { names.append(key.label) }
        return Conflict(kind: .update(keys: names, setters: nil, condition: nil))
    }

    /// The row that agrees in `key` gets these values, if it fulfils `condition`. In both, ``Expression/proposed``
    /// is what the insert would have written.
    public static func update<each V>(
        _ keys: repeat Expression<each V>, set setters: [Setter], where condition: Expression<Bool>? = nil
    ) -> Conflict {
        var names: [String] = []
        for key in repeat each keys { names.append(key.label) }
        return Conflict(kind: .update(keys: names, setters: setters, condition: condition?.node))
    }
}

extension Expression {
    /// In ``Conflict/update(_:set:where:)``: the column's value in the row that was to be inserted.
    public var proposed: Expression<Result> {
        Expression(label: label, node: .qualified(table: "excluded", column: label))
    }
}

struct Insert: Sendable {
    let table: Tablex
    let setters: [Setter]
    let conflict: Conflict

    /// Says what is wrong with it, such as that no row could ever agree with one that is given no value in a column of the
    /// key.
    var misuse: SwormError? {
        if let misuse = setters.misuse(of: table) { return misuse }
        if case .update(_, let updates?, _) = conflict.kind, let misuse = updates.misuse(of: table) { return misuse }
        guard case .update(let keys, _, _) = conflict.kind,
            let key = keys.first(where: { key in !setters.contains { $0.column == key } })
        else { return nil }
        return .misuse(
            "Every such insert would make another row of \(table.name), since the setter leaves out the key \(key). "
                + "Put it in, or use `upsert(model, key, where:)`.")
    }

    func write(to sql: inout SQLWriter) {
        switch conflict.kind {
        // After DEFAULT VALUES there can't be any ON CONFLICT.
        case .ignore where setters.isEmpty: sql.text("INSERT OR IGNORE INTO ")
        case .fail, .update, .ignore: sql.text("INSERT INTO ")
        case .replace: sql.text("INSERT OR REPLACE INTO ")
        }
        sql.name(table.name)
        if setters.isEmpty {
            sql.text(" DEFAULT VALUES")
        } else {
            sql.text(" (")
            sql.list(setters) { $0.name($1.column) }
            sql.text(") VALUES (")
            sql.list(setters) { $1.write(to: &$0) }
            sql.text(")")
        }
        if case .ignore = conflict.kind, !setters.isEmpty { sql.text(" ON CONFLICT DO NOTHING") }
        guard case .update(let keys, let updates, let condition) = conflict.kind else { return }
        sql.text(" ON CONFLICT (")
        sql.names(keys)
        sql.text(")")
        let assignments = updates ?? setters.filter { !keys.contains($0.column) }.map(\.proposed)
        if assignments.isEmpty {
            sql.text(" DO NOTHING")
            return
        }
        sql.text(" DO UPDATE SET ")
        sql.assignments(assignments)
        // Here a bare name means the row that is there.
        sql.condition(condition)
    }
}

extension Setter {
    fileprivate var proposed: Setter {
        Setter(column: column, expression: .qualified(table: "excluded", column: column))
    }
}

extension SQLWriter {
    mutating func assignments(_ setters: [Setter]) {
        list(setters) { sql, setter in
            sql.name(setter.column)
            sql.text(" = ")
            setter.write(to: &sql)
        }
    }

    mutating func condition(_ predicate: Node?) {
        guard let predicate else { return }
        text(" WHERE ")
        predicate.write(to: &self)
    }
}
