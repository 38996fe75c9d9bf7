import DaybookCore
import Foundation
import Sworm

extension Book {
    /// Puts what the backup holds in the place of everything that is here; all of it or nothing. Other programs may
    /// have the book open meanwhile. Devices that sync with it give back what the backup lacks.
    ///
    /// Tells what the book synced with, or that it did with nothing, stays; a new one syncs with what the backup synced with.
    ///
    /// - Returns: the address of the server that the backup synced with; nil if there was none.
    @discardableResult
    public func restore(from backup: Backup) throws(BookError) -> String? {
        try backup.check()
        do {
            defer { watch.wake() }
            return try takeOver(backup.copy)
        } catch SwormError.sqlite(let failure) where failure.code.primary == .constraint {
            // A book's tables have the same rules.
            throw BookError.noBackup(path: backup.path, reason: "it is damaged")
        } catch {
            throw BookError(error, path: path)
        }
    }

    /// Reads the book at `path`, of which no byte changes. One of an older version is read from a copy, which is brought
    /// up to date, and so is one that another program keeps locked, or beside which there is no room for a log.
    ///
    /// - Throws: `BookError`, or what `body` throws of its own.
    public static func read<Result>(at path: String, _ body: (BookReader) throws -> Result) throws -> Result {
        do {
            try check(path)
            try checkLog(path)
            var options = Database.Options()
            options.isReadOnly = true
            let database = try Database(path: path, options: options)
            defer { try? database.close() }
            if try database.read({ try isWhole($0) }) { return try database.read { try body(BookReader($0)) } }
            if try database.read({ try content($0) }) == .nothing { return try inMemory().read(body) }
        } catch let error where Self.isOfBook(error) {
            switch BookError(error, path: path) {
            case .busy, .diskFull: break
            case let error: throw error
            }
        }
        return try readCopy(of: path, body)
    }

    /// Reads a copy of the book at `path`, for one that can't be written: SQLite would lay a log beside it that can't
    /// be written either, and that would be in the way once the book can be.
    public static func readCopy<Result>(of path: String, _ body: (BookReader) throws -> Result) throws -> Result {
        let backup: Backup
        do {
            backup = try Backup(of: path)
        } catch .noBackup(_, let reason) {
            throw BookError.cannotOpen(path: path, reason: "\(reason) (it is read from a copy in $TMPDIR)")
        }
        return try withExtendedLifetime(backup) {
            let book = try Book(path: backup.copy)
            defer { try? book.close() }
            return try book.read(body)
        }
    }

    private func takeOver(_ copy: String) throws -> String? {
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS copy", arguments: [copy])
            defer { _ = try? db.execute(sql: "DETACH copy") }
            return try db.savepoint {
                // A book of which not even that can be read is restored all the same.
                let next = (try? db.value(sql: "SELECT next_number FROM main.book", as: Int64.self)) ?? 1
                let reader = BookReader(db)
                let isNew = (try? reader.isEmpty()) ?? true
                let own = (try? reader.remote())?.url
                // The tables come one by one; what they say of each other holds again at the end.
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                // Only these tables: somebody may have made others in either file.
                for table in (Self.schema.versions.last?.tables ?? []).map(\.table.name) {
                    let columns = try db.rows(sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
                        .map { "\"\(try $0.get(at: 0, as: String.self))\"" }.joined(separator: ", ")
                    try db.execute(sql: "DELETE FROM main.\"\(table)\"")
                    try db.execute(
                        sql: "INSERT INTO main.\"\(table)\" (\(columns)) SELECT \(columns) FROM copy.\"\(table)\"")
                }
                try keepCounting(db, from: next)
                try mendClock(db)
                let other = try reader.remote()?.url
                let transaction = try BookTransaction(db, now: .now(), random)
                if let own { try transaction.setRemote(url: own) } else if !isNew { try transaction.removeRemote() }
                try transaction.forgetSteps()
                try transaction.becomeNewCopy()
                return other
            }
        }
    }

    /// Nothing could be written by a clock that is at its end. It has to come after the changes that are here, whose ends
    /// were looked at, and after nothing else.
    private func mendClock(_ db: Connection) throws {
        guard HybridClock(node: 0, latest: try BookReader(db).bookRow().clock).isNearEnd else { return }
        try db.execute(sql: "UPDATE main.book SET clock = (SELECT coalesce(max(clock), 0) FROM main.registers)")
    }

    /// No number is given twice, neither one that was given here nor one that was given in the backup.
    private func keepCounting(_ db: Connection, from next: Int64) throws {
        try db.execute(sql: "UPDATE main.book SET next_number = max(next_number, ?)", arguments: [next])
        // The entries' numbers are SQLite's, which goes on counting from what was here or came with a row.
        try db.execute(
            sql: """
                INSERT INTO main.sqlite_sequence (name, seq) SELECT name, 0 FROM copy.sqlite_sequence
                WHERE name NOT IN (SELECT name FROM main.sqlite_sequence)
                """)
        try db.execute(
            sql: """
                UPDATE main.sqlite_sequence AS own SET seq = max(own.seq, other.seq)
                FROM copy.sqlite_sequence AS other WHERE other.name = own.name
                """)
    }
}
