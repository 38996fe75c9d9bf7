import Foundation
import Sworm

extension Book {
    /// Puts what the book in the file at `copy` holds in the place of everything that is here; all of it or nothing.
    /// Other programs may have the book open meanwhile. Devices that sync with it give back what the copy lacks.
    public func restore(from copy: String) throws(BookError) {
        do {
            guard FileManager.default.fileExists(atPath: copy) else {
                throw BookError.cannotOpen(path: copy, reason: "there is no such file")
            }
            // Of a link the copy would be a link, too.
            let source = URL(filePath: copy).resolvingSymlinksInPath().path
            try Self.check(source)
            // Of an older version it may be, and is to stay so.
            let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let current = folder.appending(path: "copy.sqlite").path
            try FileManager.default.copyItem(atPath: source, toPath: current)
            if FileManager.default.fileExists(atPath: source + "-wal") {
                try FileManager.default.copyItem(atPath: source + "-wal", toPath: current + "-wal")
            }
            // An empty file may become a book, and is none yet.
            guard try Self.isBook(current) else { throw BookError.noBackup(path: copy) }
            try Book(path: current).close()
            try takeOver(current)
        } catch {
            throw BookError(error, path: path)
        }
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
