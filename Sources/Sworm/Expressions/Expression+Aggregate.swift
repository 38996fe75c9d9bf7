public import Foundation

/// `count(*)`: the number of rows.
public var countAll: Expression<Int> {
    Expression(node: .call(.count, [], distinct: false))
}

extension Expression {
    /// `count`: how many are not NULL.
    public var count: Expression<Int> { Expression<Int>(node: .call(.count, [node], distinct: false)) }
    /// `count(DISTINCT …)`.
    public var countDistinct: Expression<Int> { Expression<Int>(node: .call(.count, [node], distinct: true)) }
    /// The least, or nil if there are none.
    public var min: Expression<Result?> { Expression<Result?>(node: .call(.min, [node], distinct: false)) }
    /// The greatest, or nil if there are none.
    public var max: Expression<Result?> { Expression<Result?>(node: .call(.max, [node], distinct: false)) }

    /// The column, or `fallback` where it is NULL.
    public func or<V: Value>(_ fallback: V) -> Expression<V> where Result == V? {
        Expression<V>(node: .call(.coalesce, [node, .value(fallback.stored)], distinct: false))
    }
}

/// A value that SQLite adds up. `UInt64` and `UInt` are not: from 2^63 on they lie there as negative numbers.
public protocol Summable: Value {
    /// The type as which a sum of these is read.
    associatedtype Sum: Value
}

extension Int: Calculable, Summable { public typealias Sum = Int }
extension Int64: Calculable, Summable { public typealias Sum = Int64 }
extension Int32: Calculable, Summable { public typealias Sum = Int64 }
extension Int16: Calculable, Summable { public typealias Sum = Int64 }
extension Int8: Calculable, Summable { public typealias Sum = Int64 }
extension UInt32: Calculable, Summable { public typealias Sum = Int64 }
extension UInt16: Calculable, Summable { public typealias Sum = Int64 }
extension UInt8: Calculable, Summable { public typealias Sum = Int64 }
extension Double: Calculable, Summable { public typealias Sum = Double }
/// A column that may be NULL: what is not NULL counts.
extension Optional: Summable where Wrapped: Summable { public typealias Sum = Wrapped.Sum }

extension Expression where Result: Summable {
    /// The sum, or nil if there are none. An overflow of integers is an error.
    public var sum: Expression<Result.Sum?> { Expression<Result.Sum?>(node: .call(.sum, [node], distinct: false)) }
    /// The average, or nil if there are none.
    public var average: Expression<Double?> { Expression<Double?>(node: .call(.avg, [node], distinct: false)) }
}

extension Expression where Result == Decimal {
    /// The exact sum, or nil if there are none. More than 38 digits is an error.
    public var sum: Expression<Decimal?> { Expression<Decimal?>(node: .call(.decimalSum, [node], distinct: false)) }
    /// The average to 38 digits, or nil if there are none.
    public var average: Expression<Decimal?> {
        Expression<Decimal?>(node: .call(.decimalAverage, [node], distinct: false))
    }
}

// A column that may be NULL: what is not NULL counts.

extension Expression where Result: ExpressibleByNilLiteral {
    /// The least, or nil if there are none.
    public var min: Expression<Result> { Expression(node: .call(.min, [node], distinct: false)) }
    /// The greatest, or nil if there are none.
    public var max: Expression<Result> { Expression(node: .call(.max, [node], distinct: false)) }
}

extension Expression where Result == Decimal? {
    /// The exact sum, or nil if there are none. More than 38 digits is an error.
    public var sum: Expression<Decimal?> { Expression(node: .call(.decimalSum, [node], distinct: false)) }
    /// The average to 38 digits, or nil if there are none.
    public var average: Expression<Decimal?> { Expression(node: .call(.decimalAverage, [node], distinct: false)) }
}
