/// The value that SQLite keeps in one column of one row, and as which a bound argument travels.
public enum StoredValue: Sendable {
    /// NULL.
    case null
    /// Also what a `Bool` is kept as: 0 or 1.
    case integer(Int64)
    /// Also what a `Date` is kept as.
    case real(Double)
    /// UTF-8.
    case text(String)
    /// Bytes as they are.
    case blob([UInt8])
    /// A value that no column can keep without changing it, such as a number that is not a number.
    /// Binding it throws ``SwormError/unstorable(column:model:reason:)``.
    case refused(reason: String)
}

/// Texts are equal if their bytes are, as in SQLite. `String` would take two spellings of one character for the same.
extension StoredValue: Hashable {
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)):
            left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
        case (.blob(let left), .blob(let right)): left == right
        case (.refused(let left), .refused(let right)): left == right
        case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _), (.refused, _): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value)
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        case .blob(let value): hasher.combine(value)
        case .refused(let reason): hasher.combine(reason)
        }
    }
}

/// How a value lies in a column. Every type is one of the four that a STRICT table knows.
public enum ColumnType: Sendable, Hashable {
    /// 64 bits.
    case integer
    /// A `Double`.
    case real
    /// UTF-8.
    case text
    /// Bytes.
    case blob
    /// TEXT whose byte order is the numeric order: see <doc:Columns>.
    case decimal

    /// The type's name in `CREATE TABLE`.
    public var declaration: String {
        switch self {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text, .decimal: "TEXT"
        case .blob: "BLOB"
        }
    }
}
