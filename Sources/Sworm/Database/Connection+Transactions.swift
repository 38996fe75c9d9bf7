import GRDB
import GRDBSQLite

extension Connection {
    /// True where a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// All of `body` or nothing of it. Inside a transaction it is a savepoint: if `body` throws, only what it did
    /// itself is taken back.
    @discardableResult public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        if isInTransaction {
            return try bracketed("SAVEPOINT sworm", "RELEASE sworm", "ROLLBACK TO sworm", "RELEASE sworm", body)
        }
        return try transaction(body)
    }

    /// One transaction that may write from its start, so that it never has to give up halfway for another writer.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try bracketed("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", nil, body)
    }

    /// One view of the database for all reads of `body`.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if isInTransaction { return try body() }
        // In memory there is one connection, so what was written meanwhile is in here; it stays, as it does in a file.
        return try bracketed("BEGIN DEFERRED", "COMMIT", "COMMIT", nil, body)
    }

    /// True where SQLite has rolled back the open transaction by itself, as it does when the disk is full.
    private var hasLostTransaction: Bool { isBracketed && !isInTransaction }

    /// Throws where nothing may be written.
    func checkWriting() throws {
        guard !isReadOnly else {
            try checkScope()
            throw SwormError.misuse("A write was attempted inside `read`. Use `write`.")
        }
        try checkTransaction()
    }

    private func checkTransaction() throws {
        guard !hasLostTransaction else {
            throw SwormError.misuse(
                "SQLite rolled the transaction back after an error. Nothing of it was written, and this scope can write nothing more."
            )
        }
    }

    private func bracketed<Result>(
        _ begin: String, _ commit: String, _ rollback: String, _ release: String?, _ body: () throws -> Result
    ) throws -> Result {
        try execute(fixed: begin)
        let before = sqlite3_total_changes64(handle)
        let outer = isBracketed
        isBracketed = true
        defer { isBracketed = outer }
        do {
            let result = try body()
            try checkTransaction()
            if !outer, sqlite3_total_changes64(handle) != before { try tellOfTablesWithoutRowID() }
            try execute(fixed: commit)
            return result
        } catch {
            isBracketed = outer
            // SQLite may have rolled back by itself, as when the disk is full.
            if isInTransaction {
                end(by: rollback)
                if let release { end(by: release) }
            }
            throw error
        }
    }

    /// Tells observers that every table WITHOUT ROWID may have changed: of those SQLite says nothing. To be called
    /// before the commit that they wait for.
    func tellOfTablesWithoutRowID() throws {
        guard isObserved else { return }
        for table in try rows(sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr") {
            try base.notifyChanges(in: GRDB.Table(table.get(at: 0, as: String.self)))
        }
    }

    /// An interruption may hit this, too. It lasts until every statement of the connection has ended, so that it makes
    /// no sense to try for ever while an outer one runs.
    func end(by sql: String) {
        for _ in 0..<100 {
            do {
                return try execute(fixed: sql)
            } catch is CancellationError {
                continue
            } catch SwormError.sqlite(let failure) where failure.code.primary == .interrupted {
                continue
            } catch {
                return
            }
        }
    }

    private func execute(fixed sql: String) throws {
        let statement = try prepared(model: "") { $0.text(sql) }
        let wasReadOnly = isReadOnly
        isReadOnly = false
        defer { isReadOnly = wasReadOnly }
        try statement.start([StoredValue]())
        try statement.execute()
    }
}
