import Foundation
import Synchronization

/// A bounded number of threads, each with a connection of its own. A caller waits while all of them are busy.
final class ConnectionPool: Sendable {
    private let address: PostgresAddress
    /// What each new connection has to pass.
    private let check: @Sendable (PostgresConnection) throws(PostgresError) -> Void
    /// On the threads that answer requests, waiting for PostgreSQL would keep all others waiting.
    private let threads = OperationQueue()
    private let idle = Mutex<[PostgresConnection]>([])

    /// In seconds, before the second attempt and so on.
    private static let pauses = [0.05, 0.2, 0.8]

    init(
        _ address: PostgresAddress, count: Int,
        check: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Void
    ) {
        self.address = address
        self.check = check
        threads.maxConcurrentOperationCount = max(1, count)
    }

    /// Runs `body` with a connection, on a thread where it may wait.
    ///
    /// - Parameter repeats: whether `body` may run again where the first attempt failed for a while, or came to an
    ///   unknown end.
    func run<Result: Sendable>(
        repeats: Bool = true, _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result
    ) async throws(PostgresError) -> Result {
        let result = await withCheckedContinuation { continuation in
            threads.addOperation {
                continuation.resume(
                    returning: Swift.Result { () throws(PostgresError) in try self.attempt(repeats: repeats, body) })
            }
        }
        return try result.get()
    }

    private func attempt<Result>(
        repeats: Bool, _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        var pauses = Self.pauses[...]
        while true {
            do throws(PostgresError) {
                let connection = if let kept = idle.withLock({ $0.popLast() }) { kept } else { try connect() }
                // One that failed isn't kept: PostgreSQL takes back what was under way.
                let result = try body(connection)
                idle.withLock { $0.append(connection) }
                return result
            } catch  where error.isPassing && repeats {
                guard let pause = pauses.popFirst() else { throw error }
                // The others are as old, and most of them gone, too.
                forget()
                Thread.sleep(forTimeInterval: pause * .random(in: 0.5...1.5))
            }
        }
    }

    /// A new connection, that isn't the pool's.
    func connect() throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(address)
        try check(connection)
        return connection
    }

    /// Ends the connections that nobody uses.
    func forget() {
        let connections = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        withExtendedLifetime(connections) {}
    }
}
