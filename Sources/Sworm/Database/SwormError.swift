public import Foundation

/// An error. Says what happened, where, and what to do.
///
/// No value that a person entered is in it, unless the database was opened with `errorsShowValues`; but a migration
/// that fails at a row names that row, by its key where the table has no row ids.
public enum SwormError: Error, Sendable, Equatable {
    /// SQLite refused a statement.
    case sqlite(SQLiteFailure)
    /// The file could not be opened.
    case cannotOpen(path: String, SQLiteFailure)
    /// A row has no such column.
    case missingColumn(String, model: String)
    /// A column holds something that the Swift type can't be read from.
    case mistyped(column: String, model: String, expected: String, found: String)
    /// A value that no column can keep unchanged. The column is empty where a value is only compared, and for raw SQL.
    case unstorable(column: String, model: String, reason: String)
    /// The file was written by a newer version of the program. It was left as it is.
    case newerFile(version: Int, newest: Int)
    /// The file says that it is of a version that its tables do not have. It was left as it is.
    case unknownShape(version: Int, difference: String)
    /// A table changed in a way that needs a mapping, and there is none. The file was left as it is.
    /// The table is empty where the way is missing altogether.
    case noMapping(from: Int, to: Int, table: String, reason: String)
    /// A migration failed, and everything it did was taken back.
    case migrationFailed(from: Int, to: Int, table: String, record: String, reason: String)
    /// Sworm was used in a way that can't work.
    case misuse(String)
}

/// SQLite's own words, and where.
public struct SQLiteFailure: Sendable, Equatable {
    /// SQLite's code.
    public let code: SQLiteCode
    /// SQLite's own message. It names tables and columns, not values.
    public let message: String
    /// The statement, with `?` for each value.
    public let sql: String
    /// The model, or else the table.
    public let model: String
    /// The column, where SQLite names one; of several that are unique together all, with commas between. None for a
    /// check.
    public let column: String
    /// The bound values, if the database was opened with `errorsShowValues`.
    public let values: [StoredValue]?
}

extension SwormError: CustomStringConvertible {
    /// Says what happened, where, and what to do, in English.
    public var description: String {
        switch self {
        case .sqlite(let failure): failure.description
        case .cannotOpen(let path, let failure):
            "Cannot open \(path): \(failure.code.meaning)" + (failure.message.isEmpty ? "" : " (\(failure.message))")
        case .missingColumn(let column, let model):
            "\(model.isEmpty ? "The row" : model) has no column \(column). Is it in the query, and in the table?"
        case .mistyped(let column, let model, let expected, let found):
            "Column \(column)\(model.isEmpty ? "" : " of \(model)") holds "
                + (found == "null"
                    ? "NULL. Read it as \(expected)?, if it may." : "\(found), which isn't a valid \(expected).")
        case .unstorable(let column, let model, let reason):
            (column.isEmpty ? "A value" : "The value for column \(column)") + (model.isEmpty ? "" : " of \(model)")
                + " can't be stored: \(reason)."
        case .newerFile(let version, let newest):
            "The file has version \(version), but this program knows only versions up to \(newest). "
                + "Its content was not changed. Use a newer program."
        case .unknownShape(let version, let difference):
            "The file says that it has version \(version), but its tables differ: \(difference). "
                + "Its content was not changed."
        case .noMapping(let from, let to, let table, let reason):
            (table.isEmpty ? "There is no way" : "There is no mapping of table \(table)")
                + " from version \(from) to \(to): \(reason). The file's content was not changed."
        case .migrationFailed(let from, let to, let table, let record, let reason):
            "Migrating \(table) from version \(from) to \(to) failed at \(record): \(reason)"
                + (reason.hasSuffix(".") ? "" : ".") + " The file's content was not changed."
        case .misuse(let message): message
        }
    }
}

/// So that `localizedDescription` says it too.
extension SwormError: LocalizedError {
    public var errorDescription: String? { description }
}

extension SQLiteFailure: CustomStringConvertible {
    /// Says what happened, where, and what to do, in English.
    public var description: String {
        var text = code.meaning
        if !model.isEmpty { text += " in \(model)" }
        if !column.isEmpty { text += ", column \(column)" }
        text += ": \(message) (SQLite \(code.rawValue))"
        if !sql.isEmpty { text += " in: \(shortened(sql))" }
        if let values { text += " with \(values)" }
        return text
    }
}

/// SQL as a message can hold it.
func shortened(_ sql: String) -> String {
    let limit = 1_000
    return sql.utf8.count <= limit ? sql : sql.prefix(limit) + "… (\(sql.utf8.count) bytes)"
}
