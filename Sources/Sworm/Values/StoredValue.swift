/// What SQLite keeps in one column of one row, and what a bound argument travels as.
public enum StoredValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// A value that no column can keep without changing it, such as a number that is not a number.
    /// Binding it throws ``SwormError/unstorable(column:model:reason:)``.
    case refused(reason: String)
}

/// How a value lies in a column. Every type is one of the four that a STRICT table knows.
public enum ColumnType: Sendable, Hashable {
    case integer
    case real
    case text
    case blob
    /// TEXT whose byte order is the numeric order: see ``DecimalKey``.
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
