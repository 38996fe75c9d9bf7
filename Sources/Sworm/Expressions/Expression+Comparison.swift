// Comparing with nil asks for NULL; comparing a nullable column with a value never finds its NULLs, as in SQL.

/// Tells whether both are equal: `left = right`, or `left IS NULL` beside nil.
public func == <V>(left: Expression<V>, right: V) -> Expression<Bool> {
    let value = right.stored
    if value == .null { return Expression(node: .suffix(left.node, .isNull)) }
    return Expression(node: .binary(.equal, left.node, .value(value)))
}

/// Tells whether they differ: `left <> right`, or `left IS NOT NULL` beside nil.
public func != <V>(left: Expression<V>, right: V) -> Expression<Bool> {
    let value = right.stored
    if value == .null { return Expression(node: .suffix(left.node, .isNotNull)) }
    return Expression(node: .binary(.notEqual, left.node, .value(value)))
}

/// Tells whether both are equal, and neither is NULL: `left = right`.
public func == <V>(left: Expression<V>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.equal, left.node, right.node))
}

/// Tells whether both are equal, and neither is NULL: `left = right`.
public func == <V>(left: Expression<V?>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.equal, left.node, right.node))
}

/// Tells whether both are equal, and neither is NULL: `left = right`.
public func == <V>(left: Expression<V>, right: Expression<V?>) -> Expression<Bool> {
    Expression(node: .binary(.equal, left.node, right.node))
}

/// Tells whether they differ, and neither is NULL: `left <> right`.
public func != <V>(left: Expression<V>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.notEqual, left.node, right.node))
}

/// Tells whether they differ, and neither is NULL: `left <> right`.
public func != <V>(left: Expression<V?>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.notEqual, left.node, right.node))
}

/// Tells whether they differ, and neither is NULL: `left <> right`.
public func != <V>(left: Expression<V>, right: Expression<V?>) -> Expression<Bool> {
    Expression(node: .binary(.notEqual, left.node, right.node))
}

/// Tells whether `left` is less, as the column's type compares.
public func < <V>(left: Expression<V>, right: V) -> Expression<Bool> {
    Expression(node: .binary(.less, left.node, .value(right.stored)))
}

/// Tells whether `left` is less or equal, as the column's type compares.
public func <= <V>(left: Expression<V>, right: V) -> Expression<Bool> {
    Expression(node: .binary(.lessOrEqual, left.node, .value(right.stored)))
}

/// Tells whether `left` is greater, as the column's type compares.
public func > <V>(left: Expression<V>, right: V) -> Expression<Bool> {
    Expression(node: .binary(.greater, left.node, .value(right.stored)))
}

/// Tells whether `left` is greater or equal, as the column's type compares.
public func >= <V>(left: Expression<V>, right: V) -> Expression<Bool> {
    Expression(node: .binary(.greaterOrEqual, left.node, .value(right.stored)))
}

/// Tells whether `left` is less, as the column's type compares.
public func < <V>(left: Expression<V>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.less, left.node, right.node))
}

/// Tells whether `left` is less, as the column's type compares, and neither is NULL.
public func < <V>(left: Expression<V?>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.less, left.node, right.node))
}

/// Tells whether `left` is less, as the column's type compares, and neither is NULL.
public func < <V>(left: Expression<V>, right: Expression<V?>) -> Expression<Bool> {
    Expression(node: .binary(.less, left.node, right.node))
}

/// Tells whether `left` is less or equal, as the column's type compares.
public func <= <V>(left: Expression<V>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.lessOrEqual, left.node, right.node))
}

/// Tells whether `left` is less or equal, as the column's type compares, and neither is NULL.
public func <= <V>(left: Expression<V?>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.lessOrEqual, left.node, right.node))
}

/// Tells whether `left` is less or equal, as the column's type compares, and neither is NULL.
public func <= <V>(left: Expression<V>, right: Expression<V?>) -> Expression<Bool> {
    Expression(node: .binary(.lessOrEqual, left.node, right.node))
}

/// Tells whether `left` is greater, as the column's type compares.
public func > <V>(left: Expression<V>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.greater, left.node, right.node))
}

/// Tells whether `left` is greater, as the column's type compares, and neither is NULL.
public func > <V>(left: Expression<V?>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.greater, left.node, right.node))
}

/// Tells whether `left` is greater, as the column's type compares, and neither is NULL.
public func > <V>(left: Expression<V>, right: Expression<V?>) -> Expression<Bool> {
    Expression(node: .binary(.greater, left.node, right.node))
}

/// Tells whether `left` is greater or equal, as the column's type compares.
public func >= <V>(left: Expression<V>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.greaterOrEqual, left.node, right.node))
}

/// Tells whether `left` is greater or equal, as the column's type compares, and neither is NULL.
public func >= <V>(left: Expression<V?>, right: Expression<V>) -> Expression<Bool> {
    Expression(node: .binary(.greaterOrEqual, left.node, right.node))
}

/// Tells whether `left` is greater or equal, as the column's type compares, and neither is NULL.
public func >= <V>(left: Expression<V>, right: Expression<V?>) -> Expression<Bool> {
    Expression(node: .binary(.greaterOrEqual, left.node, right.node))
}

/// Tells whether both hold.
public func && (left: Expression<Bool>, right: Expression<Bool>) -> Expression<Bool> {
    joined(.and, left, right)
}

/// Tells whether one of them holds.
public func || (left: Expression<Bool>, right: Expression<Bool>) -> Expression<Bool> {
    joined(.or, left, right)
}

/// Leaves out what is deeper than SQLite would follow: the stack has not room to free any number of nodes in one
/// another.
private func joined(_ symbol: Node.Operator, _ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    let depth = max(left.depth, right.depth) + 1
    return Expression(
        node: depth > SQLWriter.greatestDepth ? .tooDeep : .binary(symbol, left.node, right.node), depth: depth)
}

/// Tells whether it does not hold.
public prefix func ! (operand: Expression<Bool>) -> Expression<Bool> {
    Expression(node: .prefix(.not, operand.node))
}

extension Expression {
    /// `IS NULL`.
    public var isNull: Expression<Bool> { Expression<Bool>(node: .suffix(node, .isNull)) }
    /// `IS NOT NULL`.
    public var isNotNull: Expression<Bool> { Expression<Bool>(node: .suffix(node, .isNotNull)) }

    /// `IS`: equal, or both NULL.
    public func isSame(as other: Expression<Result>) -> Expression<Bool> {
        Expression<Bool>(node: .binary(.isSame, node, other.node))
    }

    /// `IS`: equal, or NULL beside nil.
    public func isSame(as value: Result) -> Expression<Bool> {
        Expression<Bool>(node: .binary(.isSame, node, .value(value.stored)))
    }

    /// `IN`. An empty list finds nothing; a nil in it finds NULL, as `== nil` does.
    public func isIn(_ values: some Sequence<Result>) -> Expression<Bool> {
        let stored = values.map(\.stored)
        let list = Node.isIn(node, stored.filter { $0 != .null }.map { .value($0) })
        guard stored.contains(.null) else { return Expression<Bool>(node: list) }
        return Expression<Bool>(node: .binary(.or, list, .suffix(node, .isNull)))
    }

    /// `IN (SELECT …)`.
    public func isIn(_ query: Query<Result>) -> Expression<Bool> {
        Expression<Bool>(node: .isInQuery(node, query.select))
    }

    /// `BETWEEN`, both ends included.
    public func between(_ low: Result, and high: Result) -> Expression<Bool> {
        Expression<Bool>(node: .between(node, .value(low.stored), .value(high.stored)))
    }
}

extension Expression where Result: Comparable {
    /// `BETWEEN`, both ends included.
    public func isIn(_ range: ClosedRange<Result>) -> Expression<Bool> {
        between(range.lowerBound, and: range.upperBound)
    }

    /// Tells whether it is the lower bound or more, and less than the upper one.
    public func isIn(_ range: Range<Result>) -> Expression<Bool> {
        self >= range.lowerBound && self < range.upperBound
    }
}

extension Expression {
    /// `BETWEEN`, both ends included. NULL is in no range.
    public func isIn<V: Comparable>(_ range: ClosedRange<V>) -> Expression<Bool> where Result == V? {
        between(range.lowerBound, and: range.upperBound)
    }

    /// Tells whether it is the lower bound or more, and less than the upper one. NULL is in no range.
    public func isIn<V: Comparable>(_ range: Range<V>) -> Expression<Bool> where Result == V? {
        self >= range.lowerBound && self < range.upperBound
    }
}
