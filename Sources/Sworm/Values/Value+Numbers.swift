extension Int64: Value {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public static func read(_ field: Field) throws -> Int64 {
        guard let value = field.integer else { throw field.mismatch(Int64.self) }
        return value
    }
    @inlinable public var stored: StoredValue { .integer(self) }
}

extension Value where Self: FixedWidthInteger, Self: Codable {
    @inlinable public static var columnType: ColumnType { .integer }
    /// Throws if the number does not fit.
    @inlinable public static func read(_ field: Field) throws -> Self {
        guard let integer = field.integer, let value = Self(exactly: integer) else {
            throw field.mismatch(Self.self)
        }
        return value
    }
    @inlinable public var stored: StoredValue {
        guard let integer = Int64(exactly: self) else { return .refused(reason: "it does not fit 64 bits") }
        return .integer(integer)
    }
}

extension Int: Value {}
extension Int8: Value {}
extension Int16: Value {}
extension Int32: Value {}
extension UInt8: Value {}
extension UInt16: Value {}
extension UInt32: Value {}

/// Kept by bit pattern: every value round-trips, but those from 2^63 on compare and sort as negative numbers.
extension UInt64: Value {
    @inlinable public static func read(_ field: Field) throws -> UInt64 {
        guard let value = field.integer else { throw field.mismatch(UInt64.self) }
        return UInt64(bitPattern: value)
    }
    @inlinable public var stored: StoredValue { .integer(Int64(bitPattern: self)) }
}

/// Kept by bit pattern, as `UInt64` is.
extension UInt: Value {
    @inlinable public static func read(_ field: Field) throws -> UInt {
        guard let value = field.integer else { throw field.mismatch(UInt.self) }
        return UInt(truncatingIfNeeded: value)
    }
    @inlinable public var stored: StoredValue { .integer(Int64(truncatingIfNeeded: self)) }
}

/// 0 or 1; anything else throws.
extension Bool: Value {
    @inlinable public static var columnType: ColumnType { .integer }
    @inlinable public static func read(_ field: Field) throws -> Bool {
        switch field.integer {
        case 0: return false
        case 1: return true
        default: throw field.mismatch(Bool.self)
        }
    }
    @inlinable public var stored: StoredValue { .integer(self ? 1 : 0) }
}

/// Infinities round-trip; SQLite would turn a NaN into NULL, so it is refused.
extension Double: Value {
    @inlinable public static var columnType: ColumnType { .real }
    @inlinable public static func read(_ field: Field) throws -> Double {
        guard let value = field.real else { throw field.mismatch(Double.self) }
        return value
    }
    @inlinable public var stored: StoredValue { isNaN ? .refused(reason: "NaN isn't a number") : .real(self) }
}
