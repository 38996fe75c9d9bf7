public import DaybookCore
public import Sworm

extension EntityID: Value {
    public static var columnType: ColumnType { .blob }

    public static func read(_ field: Sworm.Field) throws -> EntityID {
        let id = field.withBytes { bytes in
            // The same as `EntityID(bytes:)`, in two steps: a push reads the id of each register that it meets.
            bytes.count == 16
                ? EntityID(
                    high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))) : nil
        }
        guard let id else { throw field.mismatch(EntityID.self) }
        return id
    }

    public var stored: StoredValue { .blob(bytes) }
}

extension Position: Value {
    public static var columnType: ColumnType { .blob }

    public static func read(_ field: Sworm.Field) throws -> Position {
        guard field.kind == .blob else { throw field.mismatch(Position.self) }
        return Position(bytes: field.withBytes { [UInt8]($0) })
    }

    public var stored: StoredValue { .blob(bytes) }
}

extension Timestamp: Value {
    public static var columnType: ColumnType { .integer }

    public static func read(_ field: Sworm.Field) throws -> Timestamp {
        guard let milliseconds = field.integer else { throw field.mismatch(Timestamp.self) }
        return Timestamp(milliseconds: milliseconds)
    }

    public var stored: StoredValue { .integer(milliseconds) }
}

/// A value that lies in its column as its text.
public protocol TextValue: Value {
    init?(_ text: String)
    var text: String { get }
}

extension TextValue {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> Self {
        guard field.kind == .text, let value = field.withBytes({ Self(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(Self.self) }
        return value
    }

    public var stored: StoredValue { .text(text) }
}

/// Stored as `2026-11-21`.
extension CivilDate: TextValue {}
/// Stored as `15:00`, or `15:00[Europe/Berlin]`.
extension TimeOfDay: TextValue {}
extension Repeat: TextValue {}
extension Occurrence: TextValue {}
extension SignedAmount: TextValue {}

/// Stored as `TWD`.
extension Currency: Value {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> Currency {
        guard field.kind == .text, let currency = field.withBytes({ Currency(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(Currency.self) }
        return currency
    }

    public var stored: StoredValue { .text(code) }
}

extension EntryKind: Value {}

extension Digest: Value {
    public static var columnType: ColumnType { .blob }

    public static func read(_ field: Sworm.Field) throws -> Digest {
        guard let digest = field.withBytes({ Digest(bytes: [UInt8]($0)) }) else { throw field.mismatch(Digest.self) }
        return digest
    }

    public var stored: StoredValue { .blob(bytes) }
}
