import Foundation
import GRDB

extension Database {
    /// Makes an empty file that its owner alone may read, unless there is a file already. What SQLite lays beside a
    /// file (`-wal`, `-shm`) it lets the same people read.
    ///
    /// - Returns: whether the file was made.
    @discardableResult public static func makeFile(_ path: String) -> Bool {
        var descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        // Through a link that leads to where nothing is yet.
        if descriptor < 0, access(path, F_OK) != 0 { descriptor = open(path, O_CREAT | O_WRONLY, 0o600) }
        return descriptor >= 0 && Foundation.close(descriptor) == 0
    }

    /// Copies a database file as it is at one moment, also while programs write to it, to a path where there is no file
    /// yet. The copy can be written, and read by its owner alone. The file may be read-only, and so may its folder.
    ///
    /// Throws ``SwormError/cannotOpen(path:_:)`` for a file that can't be read or isn't a database, and
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

    /// Tells whether all that the file holds is in it: a program that writes to it has a log beside it. Behind a link the log is
    /// beside the file itself.
    static func isAtRest(_ path: String) -> Bool {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        return !["-wal", "-journal"].contains { log in
            var status = stat()
            return stat(file + log, &status) == 0 && status.st_size > 0
        }
    }

    private static func writeCopy(of path: String, into copy: String) throws {
        let files = FileManager.default
        func change() -> Date? { (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date }
        // If nobody writes to the file, it is read as it lies there: to read it in any other way SQLite would make a log,
        // for which there may be no room, and leave it.
        let isAtRest = isAtRest(path)
        let before = change()
        let uri = URL(filePath: path).absoluteURL.absoluteString + (isAtRest ? "?immutable=1" : "")
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = Options().busyMode
        // The tables' checks may call them.
        configuration.prepareDatabase { addDecimalFunctions(to: $0) }
        let source: GRDB.DatabaseQueue
        do {
            source = try GRDB.DatabaseQueue(path: uri, configuration: configuration)
            _ = try source.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
        } catch let error as GRDB.DatabaseError {
            throw SwormError.cannotOpen(path: path, SQLiteFailure(error))
        }
        let outcome = Result {
            try source.inDatabase { db in
                // VACUUM would make a sound copy of what it finds, without the rows that a damaged page has lost.
                let damage = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? ""
                guard damage == "ok" else {
                    // The first line names the database among those of a connection.
                    let last = damage.split(separator: "\n").last ?? ""
                    throw SwormError.sqlite(SQLiteFailure(.corrupt, String(last)))
                }
                // The whole path, since one that begins with "file:" would name another file.
                try db.execute(sql: "VACUUM INTO ?", arguments: [URL(filePath: copy).absoluteURL.path])
            }
        }
        // Whatever came of it means nothing where the file was another from one page to the next.
        guard !isAtRest || change() == before else {
            throw SwormError.sqlite(SQLiteFailure(.busy, "\(path) was written while it was copied"))
        }
        do {
            try outcome.get()
        } catch let error as GRDB.DatabaseError {
            throw SwormError.sqlite(SQLiteFailure(error))
        }
    }
}

extension SQLiteFailure {
    fileprivate init(_ code: SQLiteCode, _ message: String) {
        self.init(code: code, message: message, sql: "", model: "", column: "", values: nil)
    }
}
