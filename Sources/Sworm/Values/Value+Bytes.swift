public import Foundation

extension Array: Value where Element == UInt8 {
    @inlinable public static var columnType: ColumnType { .blob }
    @inlinable public static func read(_ field: Field) throws -> [UInt8] {
        guard field.kind == .blob else { throw field.mismatch([UInt8].self) }
        return field.withBytes { [UInt8]($0) }
    }
    @inlinable public var stored: StoredValue { .blob(self) }
}

extension Data: Value {
    @inlinable public static var columnType: ColumnType { .blob }
    @inlinable public static func read(_ field: Field) throws -> Data {
        guard field.kind == .blob else { throw field.mismatch(Data.self) }
        return field.withBytes { Data($0) }
    }
    @inlinable public var stored: StoredValue { .blob([UInt8](self)) }
}

/// A blob of 16 bytes.
extension UUID: Value {
    public static var columnType: ColumnType { .blob }
    public static func read(_ field: Field) throws -> UUID {
        guard field.kind == .blob else { throw field.mismatch(UUID.self) }
        let id = field.withBytes { bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
        guard let id else { throw field.mismatch(UUID.self) }
        return id
    }
    public var stored: StoredValue { .blob(withUnsafeBytes(of: uuid) { [UInt8]($0) }) }
}

/// Seconds since 2001-01-01 00:00 UTC as REAL, which is what `Date` itself counts: every date round-trips to the bit.
/// In plain SQL, `datetime(column + 978307200, 'unixepoch')` reads it.
extension Date: Value {
    @inlinable public static var columnType: ColumnType { .real }
    @inlinable public static func read(_ field: Field) throws -> Date {
        Date(timeIntervalSinceReferenceDate: try Double.read(field))
    }
    @inlinable public var stored: StoredValue { timeIntervalSinceReferenceDate.stored }
}
