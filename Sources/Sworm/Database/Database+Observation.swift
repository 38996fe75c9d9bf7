public import GRDB

extension Database {
    /// GRDB's own writer, for what Sworm does not offer. From here on GRDB sees every change, so its observations work;
    /// writes take a little longer.
    ///
    /// GRDB's connections are Sworm's too: leave their transactions as they are.
    public var grdb: any GRDB.DatabaseWriter {
        connections.observe()
        return base
    }

    /// Tells what a query gives, now and after every commit of this `Database` that may change it; for a table `WITHOUT
    /// ROWID` that is each that changes any row. Commits of another `Database` and of other programs aren't seen here;
    /// for those ask ``version()``.
    ///
    /// The first value may come twice. A slow reader gets the newest next, and none of those in between. An
    /// error ends the observation, and so do leaving the loop, `close()` and the end of the `Database`.
    ///
    ///     for try await names in database.observe({ try $0.all(Member.table.select(Member.name)) }) { … }
    public func observe<Result: Sendable>(
        _ read: @escaping @Sendable (Connection) throws -> Result
    ) -> AsyncThrowingStream<Result, any Error> {
        let connections = connections
        connections.observe()
        let observation = ValueObservation.tracking { base in
            let db = try connections.connection(of: base)
            return try db.scoped(readOnly: true) { try read(db) }
        }
        let base = base
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let number = connections.addObservation({ continuation.finish() }) else {
                return continuation.finish()
            }
            let task = Task {
                do {
                    for try await value in observation.values(in: base, bufferingPolicy: .bufferingNewest(1)) {
                        continuation.yield(value)
                    }
                    continuation.finish()
                } catch let error as GRDB.DatabaseError {
                    continuation.finish(throwing: SwormError.sqlite(SQLiteFailure(error)))
                } catch {
                    continuation.finish(throwing: error)
                }
                connections.forgetObservation(number)
            }
            continuation.onTermination = { _ in
                task.cancel()
                connections.forgetObservation(number)
            }
        }
    }
}
