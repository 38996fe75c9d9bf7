/// A table by name, from which statements are made.
///
///     let members = Tablex("members")
///     try db.run(members.filter(Member.id == 3).delete())
public struct Tablex: Sendable, Hashable {
    /// The name in the database.
    public let name: String
    /// The name that a query gives it, for joining a table with itself.
    public let alias: String?

    /// The table of this name.
    public init(_ name: String) {
        self.name = name
        self.alias = nil
    }

    private init(_ name: String, alias: String) {
        self.name = name
        self.alias = alias
    }

    /// The same table under another name.
    public func alias(_ alias: String) -> Tablex { Tablex(name, alias: alias) }

    /// A column of this table, where a query sees several tables.
    public subscript<V: Value>(_ column: Expression<V>) -> Expression<V> {
        Expression(label: column.label, node: .qualified(table: reference, column: column.label))
    }

    /// All rows, read by name.
    public var all: Query<Row> { Query(select: Select(self)) { try $0.kept() } }

    /// The rows for which the condition holds.
    public func filter(_ predicate: Expression<Bool>) -> Query<Row> { all.where(predicate) }

    /// This column of every row.
    public func select<V: Value>(_ column: Expression<V>) -> Query<V> { all.select(column) }

    /// These columns of every row, as tuples.
    public func select<A: Value, B: Value>(_ first: Expression<A>, _ second: Expression<B>) -> Query<(A, B)> {
        all.select(first, second)
    }

    /// These columns of every row, as tuples.
    public func select<A: Value, B: Value, C: Value>(
        _ first: Expression<A>, _ second: Expression<B>, _ third: Expression<C>
    ) -> Query<(A, B, C)> {
        all.select(first, second, third)
    }

    /// These columns of every row, as tuples.
    public func select<each V>(_ columns: repeat Expression<each V>) -> Query<(repeat each V)> {
        all.select(repeat each columns)
    }

    /// How the rest of a statement names it.
    var reference: String { alias ?? name }

    func write(to sql: inout SQLWriter) {
        sql.name(name)
        if let alias {
            sql.text(" AS ")
            sql.name(alias)
        }
    }
}
