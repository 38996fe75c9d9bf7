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

/// Stored as `2026-11-21`.
extension CivilDate: Value {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> CivilDate {
        guard field.kind == .text, let date = field.withBytes({ CivilDate(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(CivilDate.self) }
        return date
    }

    public var stored: StoredValue { .text(text) }
}

/// Stored as `15:00`, or `15:00[Europe/Berlin]`.
extension TimeOfDay: Value {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> TimeOfDay {
        guard field.kind == .text, let time = field.withBytes({ TimeOfDay(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(TimeOfDay.self) }
        return time
    }

    public var stored: StoredValue { .text(text) }
}

/// Stored as `Repeat.text`.
extension Repeat: Value {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> Repeat {
        guard field.kind == .text, let repeats = field.withBytes({ Repeat(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(Repeat.self) }
        return repeats
    }

    public var stored: StoredValue { .text(text) }
}

/// Stored as `Occurrence.text`.
extension Occurrence: Value {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> Occurrence {
        guard field.kind == .text,
            let occurrence = field.withBytes({ Occurrence(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(Occurrence.self) }
        return occurrence
    }

    public var stored: StoredValue { .text(text) }
}

/// Stored as `SignedAmount.text`.
extension SignedAmount: Value {
    public static var columnType: ColumnType { .text }

    public static func read(_ field: Sworm.Field) throws -> SignedAmount {
        guard field.kind == .text, let amount = field.withBytes({ SignedAmount(String(decoding: $0, as: UTF8.self)) })
        else { throw field.mismatch(SignedAmount.self) }
        return amount
    }

    public var stored: StoredValue { .text(text) }
}

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
