import Foundation
import GRDB
import Synchronization

extension Database {
    /// Reads. All reads in `body` see the same state of the database, whatever is written meanwhile.
    @_disfavoredOverload
    public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try translating {
            try base.unsafeReentrantRead { base in
                let db = try connections.connection(of: base)
                return try db.scoped(readOnly: true) { try db.snapshot { try body(db) } }
            }
        }
    }

    /// Reads, without blocking the caller's thread.
    public func read<Result: Sendable>(_ body: @Sendable (Connection) throws -> Result) async throws -> Result {
        do {
            return try await base.unsafeRead { base in
                let db = try self.connections.connection(of: base)
                return try db.scoped(readOnly: true) { try db.snapshot { try body(db) } }
            }
        } catch let error as GRDB.DatabaseError {
            throw SwormError.sqlite(SQLiteFailure(error))
        }
    }

    /// Writes in one transaction: all of `body`, or nothing if it throws.
    @discardableResult @_disfavoredOverload
    public func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try translating {
            try base.unsafeReentrantWrite { base in
                let db = try connections.connection(of: base)
                return try db.scoped(readOnly: false) { try db.savepoint { try body(db) } }
            }
        }
    }

    /// Writes in one transaction, without blocking the caller's thread.
    @discardableResult public func write<Result: Sendable>(_ body: @Sendable (Connection) throws -> Result) async throws
        -> Result
    {
        do {
            return try await base.writeWithoutTransaction { base in
                let db = try self.connections.connection(of: base)
                return try db.scoped(readOnly: false) { try db.savepoint { try body(db) } }
            }
        } catch let error as GRDB.DatabaseError {
            throw SwormError.sqlite(SQLiteFailure(error))
        }
    }

    /// Names the state of the file: as long as it is the same, nobody has committed anything, in this program or
    /// another. So what was read after it was asked for still stands. Takes no reader, and some microseconds.
    ///
    /// Nil for a database in memory, for a closed one, and where the file is locked at the moment. It tells nothing to
    /// another `Database`, nor after this one was opened again.
    public func version() -> Int64? { dataVersion?.current() }

    /// Uses the writing connection without a transaction around it, for PRAGMA, VACUUM and transactions of your own.
    /// What those leave open is rolled back; it throws unless `body` does so itself.
    @discardableResult public func writeWithoutTransaction<Result>(_ body: (Connection) throws -> Result) throws
        -> Result
    {
        try translating {
            try base.unsafeReentrantWrite { base in
                let db = try connections.connection(of: base)
                return try db.scoped(readOnly: false) { try body(db) }
            }
        }
    }

    private func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as GRDB.DatabaseError {
            throw SwormError.sqlite(SQLiteFailure(error))
        }
    }
}

extension Connection {
    /// Ends with no transaction open but one that was open before: GRDB would end the process.
    func scoped<Result>(readOnly: Bool, _ body: () throws -> Result) throws -> Result {
        let wasInTransaction = isInTransaction
        let outer = isReadOnly
        let outerUser = user.exchange(currentThread(), ordering: .relaxed)
        isReadOnly = readOnly
        defer {
            isReadOnly = outer
            user.store(outerUser, ordering: .relaxed)
        }
        defer { if !wasInTransaction, isInTransaction { end(by: "ROLLBACK") } }
        let result = try body()
        guard wasInTransaction || !isInTransaction else {
            throw SwormError.misuse("A transaction was begun and not ended, so it was rolled back.")
        }
        return result
    }
}

private func currentThread() -> UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

extension Connections {
    /// True where this thread is inside a `read` or a `write`, for which closing would wait for ever.
    var areUsedHere: Bool {
        let thread = currentThread()
        return contains { $0.user.load(ordering: .relaxed) == thread }
    }
}
