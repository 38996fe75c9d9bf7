/// A typed piece of SQL: a column, or something computed from columns and values.
///
///     static let name = Expression<String>("name")
///     Member.name == "Ann" && Member.age > 30
///
/// Foundation has an `Expression` too. Inside an extension of a ``Model`` the name means this one; elsewhere, in a file
/// that also imports Foundation, write ``Column``.
public struct Expression<Result: Value>: Sendable {
    /// The name under which a row holds it; empty for what is computed and has no ``alias(_:)``.
    @usableFromInline let label: String
    let node: Node
    /// How many `&&` and `||` lie in one another.
    let depth: Int

    /// The column of this name.
    public init(_ column: String) {
        self.label = column
        self.node = .column(column)
        self.depth = 0
    }

    init(label: String = "", node: Node, depth: Int = 0) {
        self.label = label
        self.node = node
        self.depth = depth
    }

    /// The same under a name, for `SELECT … AS name` and for ``Row/get(_:)``.
    public func alias(_ name: String) -> Expression<Result> {
        Expression(label: name, node: .alias(node, name))
    }

    /// The SQL that this writes, with `?` for each bound value.
    public var sql: String {
        var writer = SQLWriter()
        node.write(to: &writer)
        return writer.sql
    }
}

/// ``Expression`` under a name that Foundation does not have.
public typealias Column<Result: Value> = Expression<Result>
