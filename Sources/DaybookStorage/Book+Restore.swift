import Foundation
import Sworm

extension Book {
    /// Puts what the book in the file at `copy` holds in the place of everything that is here; all of it or nothing.
    /// Other programs may have the book open meanwhile. Devices that sync with it give back what the copy lacks.
    public func restore(from copy: String) throws(BookError) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let current: String
        do {
            current = try Self.upToDate(copy, in: folder)
        } catch {
            throw BookError(ofBackup: error, path: copy)
        }
        do {
            try takeOver(current)
        } catch {
            throw BookError(error, path: path)
        }
    }

    /// Reads a copy of the book at `path`, for one that can't be written: SQLite would lay a log beside it that can't be
    /// written either, and that would be in the way once the book can be.
    public static func readCopy<Result>(of path: String, _ body: (BookReader) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let book = try Book(path: upToDate(path, in: folder))
        defer { try? book.close() }
        return try book.read(body)
    }

    /// Looks whether there may be a book at `path` to be restored, before anything is made.
    ///
    /// - Throws: `noBackup` if there is none.
    public static func checkBackup(_ path: String) throws(BookError) {
        do {
            let source = URL(filePath: path).resolvingSymlinksInPath().path
            guard let size = try? FileManager.default.attributesOfItem(atPath: source)[.size] as? UInt64 else {
                throw BookError.noBackup(path: path, reason: "there is no such file")
            }
            guard size > 0 else { throw BookError.noBackup(path: path, reason: "it is empty") }
            try check(source)
        } catch {
            throw BookError(ofBackup: error, path: path)
        }
    }

    /// Brings a copy of the backup up to date: the backup itself may be of an older version, and is to stay so.
    private static func upToDate(_ backup: String, in folder: URL) throws -> String {
        try checkBackup(backup)
        // The log of a link's file lies beside the file.
        let source = URL(filePath: backup).resolvingSymlinksInPath().path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let current = folder.appending(path: "copy.sqlite").path
        try Database.copy(source, to: current)
        // An empty file may become a book, and is none yet.
        guard try content(of: current) == .book else { throw BookError.noBackup(path: backup, reason: "it is empty") }
        try Book(path: current).close()
        return current
    }

    private func takeOver(_ copy: String) throws {
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS copy", arguments: [copy])
            defer { _ = try? db.execute(sql: "DETACH copy") }
            try db.savepoint {
                // The tables come one by one; what they say of each other holds again at the end.
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                for table in try names(
                    db, "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                {
                    let columns = try names(db, "SELECT name FROM pragma_table_info(?)", [table])
                        .map { "\"\($0)\"" }.joined(separator: ", ")
                    try db.execute(sql: "DELETE FROM main.\"\(table)\"")
                    try db.execute(
                        sql: "INSERT INTO main.\"\(table)\" (\(columns)) SELECT \(columns) FROM copy.\"\(table)\"")
                }
                try BookTransaction(db, now: .now(), random).becomeNewCopy()
            }
        }
    }

    private func names(_ db: Connection, _ sql: String, _ arguments: [any Value] = []) throws -> [String] {
        try db.rows(sql: sql, arguments: arguments).map { try $0.get(at: 0) }
    }
}
