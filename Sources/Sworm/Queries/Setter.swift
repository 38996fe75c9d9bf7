infix operator <- : AssignmentPrecedence

/// One column and the value it is to have: `Member.name <- "Ann"`, `Counter.hits <- Counter.hits + 1`.
public struct Setter: Sendable {
    /// The column's name.
    public let column: String
    /// The value to bind; `.null` if the column is set to an expression.
    public let value: StoredValue
    let expression: Node?

    @usableFromInline init(column: String, value: StoredValue) {
        self.column = column
        self.value = value
        self.expression = nil
    }

    init(column: String, expression: Node) {
        self.column = column
        self.value = .null
        self.expression = expression
    }

    func write(to sql: inout SQLWriter) {
        if let expression {
            expression.write(to: &sql)
        } else {
            sql.value(value, for: column)
        }
    }
}

extension [Setter] {
    /// Finds two values for one column: SQLite would take one, and which differs from statement to statement.
    func misuse(of table: Tablex) -> SwormError? {
        for (index, setter) in enumerated() where self[..<index].contains(where: { $0.column == setter.column }) {
            return .misuse("Column \(setter.column) of \(table.name) is set twice.")
        }
        return nil
    }

    func updateMisuse(of table: Tablex) -> SwormError? {
        isEmpty ? .misuse("An update needs a setter, such as `name <- \"Ann\"`.") : misuse(of: table)
    }
}

/// Sets the column to a value, which is bound.
@inlinable public func <- <V>(column: Expression<V>, value: V) -> Setter {
    Setter(column: column.label, value: value.stored)
}

/// Sets a column that may be NULL to what the expression gives in the row at hand.
public func <- <V>(column: Expression<V?>, expression: Expression<V>) -> Setter {
    Setter(column: column.label, expression: expression.node)
}

/// Sets the column to what the expression gives in the row at hand.
public func <- <V>(column: Expression<V>, expression: Expression<V>) -> Setter {
    Setter(column: column.label, expression: expression.node)
}
