import Foundation
import GRDB

/// Gives a connection the functions that calculate with ``DecimalKey`` texts exactly.
func addDecimalFunctions(to base: GRDB.Database) {
    base.add(function: .init("sworm_sum", argumentCount: 1, pure: true, aggregate: DecimalSum.self))
    base.add(function: .init("sworm_avg", argumentCount: 1, pure: true, aggregate: DecimalAverage.self))
    base.add(function: binary("sworm_add") { try calculate(&$0, &$1, NSDecimalAdd) })
    base.add(function: binary("sworm_subtract") { try calculate(&$0, &$1, NSDecimalSubtract) })
    base.add(function: binary("sworm_multiply") { try product($0, $1) })
}

private typealias Operation =
    @Sendable (
        UnsafeMutablePointer<Decimal>, UnsafePointer<Decimal>, UnsafePointer<Decimal>, NSDecimalNumber.RoundingMode
    ) -> NSDecimalNumber.CalculationError

private func binary(
    _ name: String, _ calculate: @escaping @Sendable (inout Decimal, inout Decimal) throws -> Decimal
) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 2, pure: true) { values in
        guard var left = try decimal(values[0]), var right = try decimal(values[1]) else { return nil }
        return try text(calculate(&left, &right))
    }
}

private func calculate(_ left: inout Decimal, _ right: inout Decimal, _ operation: Operation) throws -> Decimal {
    var result = Decimal()
    guard operation(&result, &left, &right, .plain) == .noError else { throw tooLong }
    return result
}

/// `NSDecimalMultiply` reports no loss of digits.
private func product(_ left: Decimal, _ right: Decimal) throws -> Decimal {
    guard let left = DecimalDigits(left), let right = DecimalDigits(right) else { throw tooLong }
    let product = left * right
    guard product.digits.count <= 38 else { throw tooLong }
    return try decimal(product)
}

private var tooLong: DatabaseError { DatabaseError(message: "a decimal result needs more than 38 digits") }

private func decimal(_ number: DecimalDigits) throws -> Decimal {
    var text = DecimalKey.text(of: number)
    guard let decimal = text.withUTF8({ DecimalKey.decimal(from: UnsafeRawBufferPointer($0)) }) else {
        throw DatabaseError(message: "a decimal result is too large or too small")
    }
    return decimal
}

private func decimal(_ value: DatabaseValue) throws -> Decimal? {
    switch value.storage {
    case .null: return nil
    case .string(let text):
        var text = text
        if let decimal = text.withUTF8({ DecimalKey.decimal(from: UnsafeRawBufferPointer($0)) }) { return decimal }
    case .int64(let number): return Decimal(number)
    case .double, .blob: break
    }
    throw DatabaseError(message: "a value is not a decimal of Sworm")
}

private func text(_ decimal: Decimal) throws -> String {
    guard let text = DecimalKey.text(of: decimal) else { throw DatabaseError(message: "a decimal result is no number") }
    return text
}

private struct DecimalSum: DatabaseAggregate {
    private(set) var sum: Decimal?

    mutating func step(_ values: [DatabaseValue]) throws {
        guard var next = try decimal(values[0]) else { return }
        guard var sum else {
            self.sum = next
            return
        }
        self.sum = try calculate(&sum, &next, NSDecimalAdd)
    }

    func finalize() throws -> (any DatabaseValueConvertible)? {
        try sum.map(text)
    }
}

private struct DecimalAverage: DatabaseAggregate {
    private var sum = DecimalSum()
    private var count = 0

    mutating func step(_ values: [DatabaseValue]) throws {
        guard !values[0].isNull else { return }
        try sum.step(values)
        count += 1
    }

    func finalize() throws -> (any DatabaseValueConvertible)? {
        guard let sum = sum.sum else { return nil }
        guard let digits = DecimalDigits(sum) else { throw tooLong }
        return try text(decimal(digits.divided(by: count, digits: 38)))
    }
}
