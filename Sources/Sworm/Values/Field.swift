public import GRDBSQLite

/// One column of one row, as a ``Value`` reads it.
///
/// Valid while its row is the current one; a value that wants to keep bytes copies them.
public struct Field {
    /// The kind of the field's values.
    public enum Kind: Sendable {
        /// SQLite's storage classes.
        case integer, real, text, blob, null
    }

    /// SQLite's value. It is used on the connection's queue only, as SQLite asks of a value that it does not protect.
    @usableFromInline let live: OpaquePointer?
    @usableFromInline let kept: Kept?

    @usableFromInline final class Kept: Sendable {
        @usableFromInline let value: StoredValue

        @usableFromInline init(_ value: StoredValue) {
            self.value = value
        }
    }

    @inlinable init(statement: OpaquePointer, index: Int32) {
        self.live = sqlite3_column_value(statement, index)
        self.kept = nil
    }

    /// A field that holds a value of its own.
    public init(_ value: StoredValue) {
        self.live = nil
        self.kept = Kept(value)
    }

    /// The kind of the value in the field.
    @inlinable public var kind: Kind {
        if let live {
            switch sqlite3_value_type(live) {
            case SQLITE_INTEGER: return .integer
            case SQLITE_FLOAT: return .real
            case SQLITE_TEXT: return .text
            case SQLITE_BLOB: return .blob
            default: return .null
            }
        }
        switch kept?.value {
        case .integer: return .integer
        case .real: return .real
        case .text: return .text
        case .blob: return .blob
        case .null, .refused, nil: return .null
        }
    }

    /// True where the field holds NULL.
    @inlinable public var isNull: Bool { kind == .null }

    /// The integer, or nil if the field holds none.
    @inlinable public var integer: Int64? {
        if let live { return sqlite3_value_type(live) == SQLITE_INTEGER ? sqlite3_value_int64(live) : nil }
        if case .integer(let value) = kept?.value { return value }
        return nil
    }

    /// The number, or nil if the field holds neither a real number nor an integer.
    @inlinable public var real: Double? {
        if let live {
            switch sqlite3_value_type(live) {
            case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_value_double(live)
            default: return nil
            }
        }
        switch kept?.value {
        case .real(let value): return value
        case .integer(let value): return Double(value)
        default: return nil
        }
    }

    /// The text, or nil if the field holds no text. Keeps embedded NULs; malformed UTF-8 is repaired.
    @inlinable public var string: String? {
        if let live {
            guard sqlite3_value_type(live) == SQLITE_TEXT, let text = sqlite3_value_text(live) else { return nil }
            let count = Int(sqlite3_value_bytes(live))
            return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        }
        if case .text(let value) = kept?.value { return value }
        return nil
    }

    /// The bytes of a text or blob, without a copy. Empty for anything else.
    @inlinable public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        if let live {
            switch sqlite3_value_type(live) {
            case SQLITE_TEXT, SQLITE_BLOB:
                let start = sqlite3_value_blob(live)
                let count = Int(sqlite3_value_bytes(live))
                return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
            default:
                return try body(UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
        switch kept?.value {
        case .blob(let bytes): return try bytes.withUnsafeBytes(body)
        case .text(var text): return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        default: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// A copy that outlives the row.
    public var stored: StoredValue {
        if let kept { return kept.value }
        switch kind {
        case .integer: return integer.map { .integer($0) } ?? .null
        case .real: return real.map { .real($0) } ?? .null
        case .text: return .text(string ?? "")
        case .blob: return .blob(withBytes { [UInt8]($0) })
        case .null: return .null
        }
    }

    /// The error to throw when the field does not hold a value of this type. The row adds column and model.
    public func mismatch<V>(_ type: V.Type) -> SwormError {
        .mistyped(column: "", model: "", expected: String(describing: type), found: "\(kind)")
    }
}
