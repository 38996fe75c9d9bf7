public import GRDBSQLite

/// One column of one row, as a ``Value`` reads it.
///
/// Valid while its row is the current one; a value that wants to keep bytes copies them.
public struct Field {
    /// What the field holds.
    public enum Kind: Sendable {
        case integer, real, text, blob, null
    }

    @usableFromInline let statement: OpaquePointer?
    @usableFromInline let index: Int32
    @usableFromInline let kept: StoredValue

    @inlinable init(statement: OpaquePointer, index: Int32) {
        self.statement = statement
        self.index = index
        self.kept = .null
    }

    /// A field that holds a value of its own.
    @inlinable public init(_ value: StoredValue) {
        self.statement = nil
        self.index = 0
        self.kept = value
    }

    @inlinable public var kind: Kind {
        if let statement {
            switch sqlite3_column_type(statement, index) {
            case SQLITE_INTEGER: return .integer
            case SQLITE_FLOAT: return .real
            case SQLITE_TEXT: return .text
            case SQLITE_BLOB: return .blob
            default: return .null
            }
        }
        switch kept {
        case .integer: return .integer
        case .real: return .real
        case .text: return .text
        case .blob: return .blob
        case .null, .refused: return .null
        }
    }

    @inlinable public var isNull: Bool { kind == .null }

    /// The integer; 0 if ``kind`` is not `.integer`.
    @inlinable public var rawInteger: Int64 {
        if let statement { return sqlite3_column_int64(statement, index) }
        if case .integer(let value) = kept { return value }
        return 0
    }

    /// The number; 0 if ``kind`` is neither `.real` nor `.integer`.
    @inlinable public var rawReal: Double {
        if let statement { return sqlite3_column_double(statement, index) }
        switch kept {
        case .real(let value): return value
        case .integer(let value): return Double(value)
        default: return 0
        }
    }

    /// The text, or nil if the field holds no text. Keeps embedded NULs; malformed UTF-8 is repaired.
    @inlinable public var string: String? {
        if let statement {
            guard sqlite3_column_type(statement, index) == SQLITE_TEXT,
                let text = sqlite3_column_text(statement, index)
            else { return nil }
            let count = Int(sqlite3_column_bytes(statement, index))
            return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        }
        if case .text(let value) = kept { return value }
        return nil
    }

    /// The bytes of a text or blob, without a copy. Empty for anything else.
    @inlinable public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        if let statement {
            switch sqlite3_column_type(statement, index) {
            case SQLITE_TEXT, SQLITE_BLOB:
                let start = sqlite3_column_blob(statement, index)
                let count = Int(sqlite3_column_bytes(statement, index))
                return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
            default:
                return try body(UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
        switch kept {
        case .blob(let bytes): return try bytes.withUnsafeBytes(body)
        case .text(var text): return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        default: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// A copy that outlives the row.
    public var stored: StoredValue {
        if statement == nil { return kept }
        switch kind {
        case .integer: return .integer(rawInteger)
        case .real: return .real(rawReal)
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
