/// A SELECT that gives `Output` for each row. Build it by steps; run it with `all`, `first`, `each` of a
/// ``Connection``.
///
///     let adults = Query(Member.self).where(Member.age >= 18).order(Member.name).limit(10)
///     let names = Member.table.select(Member.name)
public struct Query<Output>: Sendable {
    var select: Select
    let read: @Sendable (Row) throws -> Output

    init(select: Select, read: @escaping @Sendable (Row) throws -> Output) {
        self.select = select
        self.read = read
    }

    /// The SQL that this runs, with `?` for each bound value.
    public var sql: String {
        var writer = SQLWriter()
        select.write(to: &writer)
        return writer.sql
    }

    /// The rows for which this holds; a second call narrows the first.
    public func `where`(_ predicate: Expression<Bool>) -> Query {
        changed { $0.predicate = $0.predicate.map { .binary(.and, $0, predicate.node) } ?? predicate.node }
    }

    /// The same as ``where(_:)``.
    public func filter(_ predicate: Expression<Bool>) -> Query { self.where(predicate) }

    /// Sorts by these, ascending; a second call adds finer keys.
    public func order<each V>(_ keys: repeat Expression<each V>) -> Query {
        changed { select in
            for key in repeat each keys { select.order.append(key.node) }
        }
    }

    /// Sorts by these: `order(Member.age.descending, Member.name.ascending)`.
    public func order(_ first: Ordering, _ others: Ordering...) -> Query {
        changed { $0.order += [first.node] + others.map(\.node) }
    }

    /// At most this many rows, after leaving out the first `offset`. What is below 0 counts as 0.
    public func limit(_ count: Int, offset: Int? = nil) -> Query {
        changed {
            // To SQLite a negative limit is none.
            $0.limit = Swift.max(0, count)
            $0.offset = offset
        }
    }

    /// Equal rows once.
    public func distinct() -> Query { changed { $0.isDistinct = true } }

    /// The rows that have a partner in the other table, for which the condition holds. Without `select` the columns are
    /// those of the first table. A column whose name both have is written `table[column]`, here and in the rest of the
    /// query; a bare one fails as ambiguous.
    public func join(_ other: Tablex, on condition: Expression<Bool>) -> Query {
        changed { $0.joins.append(Select.Join(kind: .inner, table: other, condition: condition.node)) }
    }

    /// Does the same as ``join(_:on:)``, and the rows without a partner too, with NULL for its columns.
    public func leftJoin(_ other: Tablex, on condition: Expression<Bool>) -> Query {
        changed { $0.joins.append(Select.Join(kind: .left, table: other, condition: condition.node)) }
    }

    /// One row for each group of equal keys.
    public func group<each V>(_ keys: repeat Expression<each V>) -> Query {
        changed { select in
            for key in repeat each keys { select.groups.append(key.node) }
        }
    }

    /// The groups for which this holds.
    public func having(_ predicate: Expression<Bool>) -> Query {
        changed { $0.having = $0.having.map { .binary(.and, $0, predicate.node) } ?? predicate.node }
    }

    /// This column only.
    public func select<V: Value>(_ column: Expression<V>) -> Query<V> {
        var select = select
        select.columns = [column.node]
        return Query<V>(select: select) { try $0.get(at: 0) }
    }

    /// These columns only, as rows: for columns that are known only at run time.
    public func select(columns names: [String]) -> Query<Row> {
        var select = select
        select.columns = names.map { .column($0) }
        return Query<Row>(select: select) { $0 }
    }

    // Two and three by themselves: where it has no type to go by, the compiler doesn't come to an end with any number.

    /// These columns only, as a tuple.
    public func select<A: Value, B: Value>(_ first: Expression<A>, _ second: Expression<B>) -> Query<(A, B)> {
        var select = select
        select.columns = [first.node, second.node]
        return Query<(A, B)>(select: select) { try $0.tuple() }
    }

    /// These columns only, as a tuple.
    public func select<A: Value, B: Value, C: Value>(
        _ first: Expression<A>, _ second: Expression<B>, _ third: Expression<C>
    ) -> Query<(A, B, C)> {
        var select = select
        select.columns = [first.node, second.node, third.node]
        return Query<(A, B, C)>(select: select) { try $0.tuple() }
    }

    /// These columns only, as a tuple.
    public func select<each V>(_ columns: repeat Expression<each V>) -> Query<(repeat each V)> {
        var select = select
        select.columns = []
        for column in repeat each columns { select.columns.append(column.node) }
        return Query<(repeat each V)>(select: select) { try $0.tuple() }
    }

    /// The rows as models. Without `select` those of a join are the first table's: the model is to be its.
    public func models<M: Model>(_ type: M.Type) -> Query<M> {
        Query<M>(select: select) { try M.parse($0) }
    }

    /// True where there is any row, as a condition of another query.
    public var exists: Expression<Bool> { Expression(node: .exists(select)) }

    private func changed(_ change: (inout Select) -> Void) -> Query {
        var copy = self
        change(&copy.select)
        return copy
    }
}

extension Query where Output: Model {
    /// All rows of the model's table.
    public init(_ model: Output.Type) {
        self.init(select: Select(Output.table)) { try Output.parse($0) }
    }
}

extension Query where Output: Value {
    /// The query's one value, as part of an expression.
    public var scalar: Expression<Output> { Expression(node: .scalar(select)) }
}

/// A sort key with its direction.
public struct Ordering: Sendable {
    let node: Node
}

extension Expression {
    /// The smallest first; NULLs before all.
    public var ascending: Ordering { Ordering(node: .suffix(node, .ascending)) }
    /// The greatest first; NULLs after all.
    public var descending: Ordering { Ordering(node: .suffix(node, .descending)) }
}
