import GRDBSQLite
import Synchronization

/// A connection that asks whether its file has changed, and nothing else.
final class DataVersion: Sendable {
    private struct Question: @unchecked Sendable {
        /// Nil once it is closed, or if it could not be opened: then there is no answer.
        var connection: OpaquePointer?
        var statement: OpaquePointer?
    }

    private let question: Mutex<Question>

    /// - Parameter path: of a file that was opened just now, so that it is this one that answers and no later one.
    init(path: String) {
        var connection: OpaquePointer?
        if sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) != SQLITE_OK {
            sqlite3_close_v2(connection)
            connection = nil
        }
        question = Mutex(Question(connection: connection))
    }

    deinit { close() }

    /// SQLite's number for what is committed; nil if it can't be had now.
    func current() -> Int64? {
        question.withLock { question in
            guard let connection = question.connection else { return nil }
            if question.statement == nil {
                sqlite3_prepare_v2(connection, "PRAGMA data_version", -1, &question.statement, nil)
            }
            guard let statement = question.statement else { return nil }
            defer { sqlite3_reset(statement) }
            return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
        }
    }

    /// Has to be done before the file's writer goes: it is the last one's part to tidy up, and this one may not write.
    func close() {
        question.withLock { question in
            sqlite3_finalize(question.statement)
            sqlite3_close_v2(question.connection)
            question = Question()
        }
    }
}
