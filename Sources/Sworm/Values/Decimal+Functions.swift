import Foundation
import GRDB

/// Gives a connection the functions that calculate with ``DecimalKey`` texts exactly.
func addDecimalFunctions(to base: GRDB.Database) {
    base.add(function: .init("sworm_sum", argumentCount: 1, pure: true, aggregate: DecimalSum.self))
    base.add(function: .init("sworm_avg", argumentCount: 1, pure: true, aggregate: DecimalAverage.self))
    base.add(function: binary("sworm_add") { $0 + $1 })
    base.add(function: binary("sworm_subtract") { $0 + -$1 })
    base.add(function: binary("sworm_multiply") { $0 * $1 })
}

private func binary(
    _ name: String, _ calculate: @escaping @Sendable (DecimalDigits, DecimalDigits) -> DecimalDigits
) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 2, pure: true) { values in
        guard let left = try digits(values[0]), let right = try digits(values[1]) else { return nil }
        return try text(calculate(left, right))
    }
}

private func digits(_ value: DatabaseValue) throws -> DecimalDigits? {
    switch value.storage {
    case .null: return nil
    case .string(let text):
        var text = text
        if let digits = text.withUTF8({ DecimalKey.digits(from: UnsafeRawBufferPointer($0)) }) { return digits }
    case .int64(let number): return DecimalDigits(Decimal(number))
    case .double, .blob: break
    }
    throw DatabaseError(message: "a value is not a decimal of Sworm")
}

private func text(_ number: DecimalDigits) throws -> String {
    guard number.digits.count <= 38 else {
        throw DatabaseError(message: "a decimal result needs more than 38 digits")
    }
    guard (-128...127).contains(number.exponent - number.digits.count) else {
        throw DatabaseError(message: "a decimal result is too large or too small")
    }
    return DecimalKey.text(of: number)
}

private struct DecimalSum: DatabaseAggregate {
    /// The sum, as long as it is: one that is too long on the way may be short in the end.
    private(set) var sum: DecimalDigits?

    mutating func step(_ values: [DatabaseValue]) throws {
        guard let next = try digits(values[0]) else { return }
        sum = sum.map { $0 + next } ?? next
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
        try sum.sum.map { try text($0.divided(by: count, digits: 38)) }
    }
}
