public import Foundation

/// A value with which SQLite calculates; a type of your own that does conforms, too. `UInt64` and `UInt` don't: from 2^63 on
/// they lie there as negative numbers.
public protocol Calculable: Numeric, Value {}

extension Decimal: Calculable {}

// Decimals are added, subtracted and multiplied exactly; a result of more than 38 digits is an error, never rounded.

private func combine<V>(
    _ symbol: Node.Operator, _ decimal: Node.Function, _ left: Node, _ right: Node, _ type: V.Type
) -> Expression<V> where V: Value {
    V.columnType == .decimal
        ? Expression(node: .call(decimal, [left, right], distinct: false))
        : Expression(node: .binary(symbol, left, right))
}

/// The sum.
public func + <V: Calculable>(left: Expression<V>, right: Expression<V>) -> Expression<V> {
    combine(.add, .decimalAdd, left.node, right.node, V.self)
}

/// The sum.
public func + <V: Calculable>(left: Expression<V>, right: V) -> Expression<V> {
    combine(.add, .decimalAdd, left.node, .value(right.stored), V.self)
}

/// The sum.
public func + <V: Calculable>(left: V, right: Expression<V>) -> Expression<V> {
    combine(.add, .decimalAdd, .value(left.stored), right.node, V.self)
}

/// The difference.
public func - <V: Calculable>(left: Expression<V>, right: Expression<V>) -> Expression<V> {
    combine(.subtract, .decimalSubtract, left.node, right.node, V.self)
}

/// The difference.
public func - <V: Calculable>(left: Expression<V>, right: V) -> Expression<V> {
    combine(.subtract, .decimalSubtract, left.node, .value(right.stored), V.self)
}

/// The difference.
public func - <V: Calculable>(left: V, right: Expression<V>) -> Expression<V> {
    combine(.subtract, .decimalSubtract, .value(left.stored), right.node, V.self)
}

/// The product.
public func * <V: Calculable>(left: Expression<V>, right: Expression<V>) -> Expression<V> {
    combine(.multiply, .decimalMultiply, left.node, right.node, V.self)
}

/// The product.
public func * <V: Calculable>(left: Expression<V>, right: V) -> Expression<V> {
    combine(.multiply, .decimalMultiply, left.node, .value(right.stored), V.self)
}

/// The product.
public func * <V: Calculable>(left: V, right: Expression<V>) -> Expression<V> {
    combine(.multiply, .decimalMultiply, .value(left.stored), right.node, V.self)
}

/// The number with the other sign.
public prefix func - <V: Calculable & SignedNumeric>(operand: Expression<V>) -> Expression<V> { V.zero - operand }

/// The quotient; NULL where the divisor is 0.
public func / (left: Expression<Double>, right: Expression<Double>) -> Expression<Double> {
    Expression(node: .binary(.divide, left.node, right.node))
}

/// The quotient; NULL where the divisor is 0.
public func / (left: Expression<Double>, right: Double) -> Expression<Double> {
    Expression(node: .binary(.divide, left.node, .value(right.stored)))
}

/// Cuts towards zero. Division by zero is NULL in SQL, and an error when it is read.
public func / <V: FixedWidthInteger & Calculable>(left: Expression<V>, right: V) -> Expression<V> {
    Expression(node: .binary(.divide, left.node, .value(right.stored)))
}

/// The remainder of a division, with the sign of the left side.
public func % <V: FixedWidthInteger & Calculable>(left: Expression<V>, right: V) -> Expression<V> {
    Expression(node: .binary(.remainder, left.node, .value(right.stored)))
}
