import Foundation
import GRDBSQLite

extension Database {
    /// Makes an empty file that its owner alone may read, unless there is a file already. What SQLite lays beside a file
    /// (`-wal`, `-shm`) it lets the same people read.
    ///
    /// - Returns: whether the file was made.
    @discardableResult public static func makeFile(_ path: String) -> Bool {
        var descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        // Through a link that leads to where nothing is yet.
        if descriptor < 0, access(path, F_OK) != 0 { descriptor = open(path, O_CREAT | O_WRONLY, 0o600) }
        return descriptor >= 0 && Foundation.close(descriptor) == 0
    }

    /// Copies a database file as it is at one moment, also while programs write to it, to a path where there is no file yet.
    /// The copy can be written, and read by its owner alone. The file may be read-only, and so may its folder.
    ///
    /// Throws ``SwormError/cannotOpen(path:_:)`` for a file that can't be read or is no database, and
    /// ``SwormError/sqlite(_:)`` with ``SQLiteCode/corrupt`` for one that is damaged.
    public static func copy(_ path: String, to copy: String) throws {
        guard makeFile(copy) else {
            throw SwormError.cannotOpen(path: copy, SQLiteFailure(.cannotOpen, "there is a file, or none can be made"))
        }
        do {
            try writeCopy(of: path, into: copy)
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            throw error
        }
    }

    /// What SQLite's check says first: "ok", or what is damaged.
    private static func checked(_ source: OpaquePointer?) throws -> String {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        var code = sqlite3_prepare_v2(source, "PRAGMA quick_check(1)", -1, &statement, nil)
        if code == SQLITE_OK { code = sqlite3_step(statement) }
        guard code == SQLITE_ROW else { throw SwormError.sqlite(SQLiteFailure(source, code)) }
        return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
    }

    private static func writeCopy(of path: String, into copy: String) throws {
        let files = FileManager.default
        // Whoever uses the file has a log beside it. If nobody does, it is read as it lies there: to read it in any other
        // way SQLite would make a log, and leave it.
        let isAtRest = !["-wal", "-journal"].contains { files.fileExists(atPath: path + $0) }
        func change() -> Date? { (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date }
        let before = change()
        var source: OpaquePointer?
        defer { sqlite3_close_v2(source) }
        let uri = URL(filePath: path).absoluteURL.absoluteString + (isAtRest ? "?immutable=1" : "")
        var code = sqlite3_open_v2(uri, &source, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
        sqlite3_busy_timeout(source, 5_000)
        if code == SQLITE_OK { code = sqlite3_exec(source, "SELECT count(*) FROM sqlite_schema", nil, nil, nil) }
        guard code == SQLITE_OK else { throw SwormError.cannotOpen(path: path, SQLiteFailure(source, code)) }
        // VACUUM would make a sound copy of what it finds, without the rows that a damaged page has lost.
        let damage = try checked(source)
        guard damage == "ok" else { throw SwormError.sqlite(SQLiteFailure(.corrupt, "\(path): \(damage)")) }

        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        code = sqlite3_prepare_v2(source, "VACUUM INTO ?", -1, &statement, nil)
        if code == SQLITE_OK {
            copy.withCString { text in
                _ = sqlite3_bind_text(statement, 1, text, -1, nil)
                code = sqlite3_step(statement)
            }
        }
        guard code == SQLITE_DONE else { throw SwormError.sqlite(SQLiteFailure(source, code)) }
        guard !isAtRest || change() == before else {
            throw SwormError.sqlite(SQLiteFailure(.busy, "\(path) was written while it was copied"))
        }
    }
}

extension SQLiteFailure {
    fileprivate init(_ code: SQLiteCode, _ message: String) {
        self.init(code: code, message: message, sql: "", model: "", column: "", values: nil)
    }

    fileprivate init(_ connection: OpaquePointer?, _ code: Int32) {
        self.init(SQLiteCode(rawValue: code), sqlite3_errmsg(connection).map { String(cString: $0) } ?? "")
    }
}
