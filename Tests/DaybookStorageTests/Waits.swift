import GRDB
import GRDBSQLite
import Sworm

/// Counts how often the writer of a database meets a lock. Instead of waiting, its statement then fails.
final class Waits {
    private(set) var count = 0

    /// Until the database gets another `busy_timeout`.
    init(of database: Sworm.Database) throws {
        let handler: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { waits, _ in
            if let waits { Unmanaged<Waits>.fromOpaque(waits).takeUnretainedValue().count += 1 }
            return 0
        }
        let waits = Unmanaged.passUnretained(self).toOpaque()
        try database.grdb.writeWithoutTransaction { db in
            guard sqlite3_busy_handler(db.sqliteConnection, handler, waits) == SQLITE_OK else {
                throw DatabaseError(message: "SQLite takes no handler")
            }
        }
    }
}
