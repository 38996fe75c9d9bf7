import Foundation
import Sworm

/// The SQLite database of another program, of which a file brought the bytes. It lies in a folder of its own while it is read, and
/// nothing is written to it.
public struct ForeignDatabase {
    private let db: Connection

    /// Calls `body` with the database.
    public static func read<Result>(_ bytes: [UInt8], _ body: (ForeignDatabase) throws -> Result) throws -> Result {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(at: folder) }
        let path = folder.appending(path: "store").path
        try Data(bytes).write(to: URL(filePath: path))
        var options = Database.Options()
        options.isReadOnly = true
        let database = try Database(path: path, options: options)
        defer { try? database.close() }
        return try database.read { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            return try body(ForeignDatabase(db: db))
        }
    }

    /// True where it has a table with these columns.
    public func has(_ table: String, _ columns: String...) throws -> Bool {
        let own = try rows("SELECT name FROM pragma_table_info('\(table)')").map { $0["name"] }
        return columns.allSatisfy { own.contains($0) }
    }

    /// The rows of a query: what each column that isn't NULL holds, as a text.
    public func rows(_ sql: String) throws -> [[String: String]] {
        var rows: [[String: String]] = []
        try db.eachRow(sql: sql) { row in
            var values: [String: String] = [:]
            for (place, name) in row.columns.enumerated() {
                switch try row.stored(at: place) {
                case .integer(let number): values[name] = String(number)
                case .real(let number): values[name] = Int64(exactly: number).map { String($0) } ?? String(number)
                case .text(let text): values[name] = text
                default: break
                }
            }
            rows.append(values)
        }
        return rows
    }
}
