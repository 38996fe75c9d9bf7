import GRDBSQLite
import Synchronization

/// A connection that asks whether its file has changed, and nothing else. Opened when it is asked for the first time.
final class DataVersion: Sendable {
    private struct Question: @unchecked Sendable {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        /// Once it is true there is no answer any more.
        var isClosed = false
    }

    private let path: String
    private let question = Mutex(Question())

    init(path: String) {
        self.path = path
    }

    deinit { close() }

    /// SQLite's number for what is committed; nil if it can't be had now.
    func current() -> Int64? {
        question.withLock { question in
            if question.isClosed { return nil }
            if question.statement == nil, !open(&question) { return nil }
            defer { sqlite3_reset(question.statement) }
            guard sqlite3_step(question.statement) == SQLITE_ROW else { return nil }
            return sqlite3_column_int64(question.statement, 0)
        }
    }

    /// Has to be done before the file's last writer goes: it is that one's part to tidy up.
    func close() {
        question.withLock { question in
            close(&question)
            question.isClosed = true
        }
    }

    private func open(_ question: inout Question) -> Bool {
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        if sqlite3_open_v2(path, &question.connection, flags, nil) == SQLITE_OK,
            sqlite3_prepare_v2(question.connection, "PRAGMA data_version", -1, &question.statement, nil) == SQLITE_OK
        {
            return true
        }
        close(&question)
        return false
    }

    private func close(_ question: inout Question) {
        sqlite3_finalize(question.statement)
        sqlite3_close_v2(question.connection)
        (question.statement, question.connection) = (nil, nil)
    }
}
