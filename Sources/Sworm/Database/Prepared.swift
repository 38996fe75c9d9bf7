import GRDB
import GRDBSQLite

/// A compiled statement with its bound arguments, kept by a ``Connection`` for use again.
///
/// Reads step SQLite directly, and so do changes of rows while nobody observes the database. Everything else goes
/// through GRDB's cursor, so that observers hear of it.
@usableFromInline final class Prepared {
    let statement: GRDB.Statement
    let raw: OpaquePointer
    /// The SQL as it was written, by which the cache finds it.
    let key: [UInt8]
    let isReadOnly: Bool
    /// True where it only gives rows. BEGIN and COMMIT change nothing themselves either, but GRDB has to see them.
    let isQuery: Bool
    @usableFromInline let rows: RowSource
    /// The connection keeps its statements, not the other way round, and is there while one of them runs.
    unowned(unsafe) let connection: Connection
    /// True where it changes rows and nothing else, so that GRDB need not see it as long as nobody observes.
    private let changesRowsOnly: Bool
    @exclusivity(unchecked) private(set) var isBusy = false
    /// True where the connection has found it among its statements since it last dropped some.
    @exclusivity(unchecked) var wasFound = false
    @exclusivity(unchecked) private var arguments = Arguments()
    /// The values that are bound, if the connection shows values in errors.
    @exclusivity(unchecked) private(set) var values: [StoredValue] = []
    @exclusivity(unchecked) private var isFirstStep = false
    @exclusivity(unchecked) private var preparations: Int32 = -1
    private let execution: Execution

    init(_ connection: Connection, key: [UInt8], model: String) throws {
        let statement = try connection.base.makeStatement(sql: String(decoding: key, as: UTF8.self))
        self.connection = connection
        self.key = key
        self.statement = statement
        raw = statement.sqliteStatement
        isReadOnly = statement.isReadonly
        isQuery = statement.isReadonly && sqlite3_column_count(statement.sqliteStatement) > 0
        changesRowsOnly = ["INSERT ", "UPDATE ", "DELETE "].contains { key.starts(with: $0.utf8) }
        rows = RowSource(model: model)
        execution = Execution(statement)
    }

    deinit {
        arguments.deallocate()
    }

    /// Takes the statement for one execution and binds its values. Ended by ``finish()``.
    func start(_ values: [StoredValue]) throws {
        guard values.count == Int(sqlite3_bind_parameter_count(raw)) else {
            throw SwormError.misuse(
                "\(values.count) arguments for \(sqlite3_bind_parameter_count(raw)) placeholders in: "
                    + shortened(statement.sql))
        }
        try begin(showing: connection.showsValues ? values : [])
        for index in values.indices { try bind(values[index], at: index) }
    }

    /// Binds what the setters hold, and one value more.
    func start(_ setters: [Setter], and last: StoredValue? = nil) throws {
        try begin(showing: connection.showsValues ? setters.map(\.value) + (last.map { [$0] } ?? []) : [])
        // Through a buffer, so that no value is copied, and so counted, on its way.
        try setters.withUnsafeBufferPointer { setters in
            for index in setters.indices {
                let code = code(ofBinding: setters[index].value, at: Int32(index + 1))
                if code != SQLITE_OK {
                    throw bindingFailed(code, setters[index].value, at: index, for: setters[index].column)
                }
            }
        }
        if let last { try bind(last, at: setters.count) }
    }

    private func begin(showing values: [StoredValue]) throws {
        if isReadOnly { try connection.checkScope() } else { try connection.checkWriting() }
        isBusy = true
        isFirstStep = true
        if !values.isEmpty { self.values = values }
        arguments.reset()
    }

    @inline(__always)
    private func bind(_ value: borrowing StoredValue, at index: Int) throws {
        let code = code(ofBinding: value, at: Int32(index + 1))
        guard code == SQLITE_OK else { throw bindingFailed(code, copy value, at: index, for: "") }
    }

    private func bindingFailed(_ code: Int32, _ value: StoredValue, at index: Int, for column: String) -> any Error {
        finish()
        return connection.bindingFailed(code, value, at: index, for: column, of: self)
    }

    @inline(__always)
    private func code(ofBinding value: borrowing StoredValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(raw, index)
        case .integer(let number): return sqlite3_bind_int64(raw, index, number)
        case .real(let number): return sqlite3_bind_double(raw, index, number)
        case .text(let text):
            // A nil destructor: the bytes stay where they are until the statement is bound again.
            let count = UInt64(text.utf8.count)
            let start =
                text.utf8.withContiguousStorageIfAvailable { arguments.keep(UnsafeRawBufferPointer($0)) }
                ?? Array(text.utf8).withUnsafeBytes { arguments.keep($0) }
            return sqlite3_bind_text64(
                raw, index, start.assumingMemoryBound(to: CChar.self), count, nil, UInt8(SQLITE_UTF8))
        case .blob(let blob):
            let start = blob.withUnsafeBytes { arguments.keep($0) }
            return sqlite3_bind_blob64(raw, index, start, UInt64(blob.count), nil)
        case .refused: return SQLITE_MISMATCH
        }
    }

    /// Moves to the next row; false after the last.
    @usableFromInline func step() throws -> Bool {
        rows.next = 0
        if isQuery {
            if isFirstStep { try connection.base.registerAccess(to: statement.databaseRegion) }
        } else if !changesRowsOnly || connection.isObserved {
            return try stepWriting()
        }
        let code = sqlite3_step(raw)
        if code == SQLITE_ROW {
            if isFirstStep { learnColumns() }
            return true
        }
        guard code == SQLITE_DONE else { throw connection.failed(code, self) }
        return false
    }

    private func stepWriting() throws -> Bool {
        // It may be a transaction of its own, which ends with it. BEGIN IMMEDIATE is not read-only to SQLite.
        if isFirstStep, !isReadOnly, !connection.isBracketed, !key.starts(with: "BEGIN".utf8) {
            try connection.tellOfTablesWithoutRowID()
        }
        do {
            guard try execution.next() != nil else { return false }
        } catch {
            throw connection.translated(error, self)
        }
        if isFirstStep { learnColumns() }
        return true
    }

    /// Runs to the end, giving no rows.
    func execute() throws {
        defer { finish() }
        while try step() {}
    }

    /// Gives the statement back. Rows that were carried off are dead from here on.
    @usableFromInline func finish() {
        sqlite3_reset(raw)
        if arguments.areLarge {
            sqlite3_clear_bindings(raw)
            arguments.reset()
        }
        execution._isDone = false
        rows.statement = nil
        isBusy = false
    }

    /// SQLite compiles a statement again by itself when the schema has changed; then the columns may be others.
    private func learnColumns() {
        isFirstStep = false
        rows.statement = raw
        let current = sqlite3_stmt_status(raw, SQLITE_STMTSTATUS_REPREPARE, 0)
        guard current != preparations else { return }
        preparations = current
        rows.forget()
        rows.names = (0..<sqlite3_column_count(raw)).map { index in
            sqlite3_column_name(raw, index).map { String(cString: $0) } ?? ""
        }
    }
}

/// Steps a statement through GRDB, which tells its observers.
private final class Execution: DatabaseCursor {
    typealias Element = Void
    @exclusivity(unchecked) var _isDone = false
    let _statement: GRDB.Statement

    init(_ statement: GRDB.Statement) {
        _statement = statement
    }

    func _element(sqliteStatement: SQLiteStatement) throws {}
}
