import GRDB
import GRDBSQLite
import Synchronization

/// The way to the database inside a `read` or a `write` of a ``Database``.
///
/// Use it there and nowhere else: it is bound to that scope's thread of work.
public final class Connection {
    /// GRDB's connection, which is there while this one is in use.
    unowned(unsafe) let base: GRDB.Database
    let handle: OpaquePointer?
    /// It keeps its connections, not the other way round.
    private unowned(unsafe) let connections: Connections
    /// True where errors may carry the values that were bound.
    let showsValues: Bool
    /// True where this scope may only read; outside of one, nothing may be written.
    @exclusivity(unchecked) var isReadOnly = true
    /// True where a transaction was begun that has not ended.
    @exclusivity(unchecked) var isBracketed = false

    /// The thread that is inside a scope of this connection; 0 if there is none. Any thread may ask.
    let user = Atomic<UInt>(0)

    @exclusivity(unchecked) private var writer = SQLWriter()
    @exclusivity(unchecked) private var statements: [UInt64: [Prepared]] = [:]
    @exclusivity(unchecked) private var statementCount = 0
    @exclusivity(unchecked) private var models: [ObjectIdentifier: ModelStatements] = [:]
    @exclusivity(unchecked) private var lastModel: ModelStatements?
    private static let statementLimit = 256
    /// In bytes of SQL.
    private static let greatestKeptStatement = 16 * 1_024

    init(_ base: GRDB.Database, _ connections: Connections, showsValues: Bool) {
        self.base = base
        self.connections = connections
        handle = base.sqliteConnection
        self.showsValues = showsValues
    }

    var isObserved: Bool { connections.isObserved }

    /// The id that the last insert gave; unchanged by an update, also by one that stands in for an insert.
    public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last insert, update or delete changed.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Compiles what `write` writes, or finds it compiled, and binds its values.
    func started(model: String, _ write: (inout SQLWriter) -> Void) throws -> Prepared {
        writer.reset()
        write(&writer)
        if let error = writer.error(model: model) { throw error }
        let prepared = try find(model: model)
        try prepared.start(writer.values)
        return prepared
    }

    /// Compiles or finds a statement without binding anything.
    func prepared(model: String, _ write: (inout SQLWriter) -> Void) throws -> Prepared {
        writer.reset()
        write(&writer)
        return try find(model: model)
    }

    private func find(model: String) throws -> Prepared {
        let hash = quickHash(writer.bytes)
        if let candidates = statements[hash] {
            for candidate in candidates where !candidate.isBusy && candidate.key == writer.bytes {
                candidate.rows.model = model
                candidate.wasFound = true
                return candidate
            }
        }
        let prepared = try compile(model: model)
        // Such as `isIn` with many values, which hardly comes twice with as many, and holds much.
        guard writer.bytes.count <= Connection.greatestKeptStatement else { return prepared }
        // SQLite never compiles such a statement again, and a schema that has changed is gone from memory.
        guard sqlite3_stmt_isexplain(prepared.raw) == 0 else { return prepared }
        if statementCount >= Connection.statementLimit { forgetStatements() }
        statements[hash, default: []].append(prepared)
        statementCount += 1
        return prepared
    }

    /// Throws where nobody is inside `read` or `write`: then GRDB's connection may be gone.
    @inline(__always)
    func checkScope() throws {
        if user.load(ordering: .relaxed) == 0 { throw Self.carriedOff }
    }

    private static let carriedOff = SwormError.misuse(
        "A connection was used after its `read` or `write` was done. Use it inside.")

    private func compile(model: String) throws -> Prepared {
        try checkScope()
        guard !writer.bytes.contains(0) else {
            throw SwormError.misuse("The SQL contains a NUL, where SQLite would end it: \(shortened(writer.sql))")
        }
        let limit = Int(sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
        guard writer.values.count <= limit else {
            throw SwormError.misuse(
                "\(writer.values.count) values are too many for one statement of SQLite, which takes \(limit). "
                    + "Use several statements, or `isIn` with a query.")
        }
        do {
            return try Prepared(self, key: writer.bytes, model: model)
        } catch let error as GRDB.DatabaseError where error.resultCode == .SQLITE_MISUSE {
            throw SwormError.misuse("One call runs one statement. This SQL has several: \(shortened(writer.sql))")
        } catch {
            throw translated(error, model: model, sql: writer.sql)
        }
    }

    /// The statements of one model.
    func statements(of model: any Model.Type) -> ModelStatements {
        let id = ObjectIdentifier(model)
        if let lastModel, lastModel.id == id { return lastModel }
        let found: ModelStatements
        if let known = models[id] {
            found = known
        } else {
            found = ModelStatements(id: id, name: String(describing: model))
            models[id] = found
        }
        lastModel = found
        return found
    }

    /// Drops the compiled statements that were not found again since this was done last, but for those that run. The
    /// models keep theirs, which are few.
    private func forgetStatements() {
        statements = statements.mapValues { $0.filter { $0.isBusy || $0.wasFound } }.filter { !$0.value.isEmpty }
        statementCount = 0
        for prepared in statements.values.joined() {
            prepared.wasFound = false
            statementCount += 1
        }
    }
}

/// Eight bytes at a time; the cache compares the bytes afterwards, so a collision costs only time.
private func quickHash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
        var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            offset += 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
            offset += 1
        }
        return hash ^ (hash >> 32)
    }
}
