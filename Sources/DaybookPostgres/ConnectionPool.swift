import Foundation
import Synchronization

/// The numbers of a server's connections to PostgreSQL.
public struct DatabaseCounts: Sendable {
    /// How many connections there may be, are in use and wait for use.
    public let (most, busy, idle): (Int, Int, Int)
    /// How many requests wait for a connection.
    public let waiting: Int
    /// How often connections waited for PostgreSQL since the start.
    public let roundTrips: Int
    /// How many attempts failed since the start, by `PostgresError.kind`.
    public let failures: [String: Int]

    init(most: Int, busy: Int, idle: Int, waiting: Int, roundTrips: Int, failures: [String: Int]) {
        (self.most, self.busy, self.idle) = (most, busy, idle)
        (self.waiting, self.roundTrips, self.failures) = (waiting, roundTrips, failures)
    }
}

/// A bounded number of threads, each with a connection of its own. A caller waits while all of them are busy.
final class ConnectionPool: Sendable {
    private let address: PostgresAddress
    /// The check that each new connection has to pass.
    private let check: @Sendable (PostgresConnection) throws(PostgresError) -> Void
    /// On the threads that answer requests, waiting for PostgreSQL would keep all others waiting.
    private let threads = OperationQueue()
    private let idle = Mutex<[PostgresConnection]>([])
    private let used = Mutex(Use())

    private struct Use {
        var (waiting, busy, roundTrips) = (0, 0, 0)
        var failures: [String: Int] = [:]
    }

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
        used.withLock { $0.waiting += 1 }
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
        used.withLock { ($0.waiting, $0.busy) = ($0.waiting - 1, $0.busy + 1) }
        defer { used.withLock { $0.busy -= 1 } }
        while true {
            do throws(PostgresError) {
                let connection = if let kept = idle.withLock({ $0.popLast() }) { kept } else { try connect() }
                // One that failed isn't kept: PostgreSQL takes back what was under way.
                let before = connection.roundTrips
                defer { used.withLock { $0.roundTrips += connection.roundTrips - before } }
                let result = try body(connection)
                idle.withLock { $0.append(connection) }
                return result
            } catch {
                used.withLock { $0.failures[error.kind, default: 0] += 1 }
                guard error.isPassing && repeats, let pause = pauses.popFirst() else { throw error }
                // The others are as old, and most of them gone, too.
                forget()
                Thread.sleep(forTimeInterval: pause * .random(in: 0.5...1.5))
            }
        }
    }

    /// The numbers of what is under way, and of what failed since the start.
    var counts: DatabaseCounts {
        let (idle, used) = (idle.withLock { $0.count }, used.withLock { $0 })
        return DatabaseCounts(
            most: threads.maxConcurrentOperationCount, busy: used.busy, idle: idle, waiting: used.waiting,
            roundTrips: used.roundTrips, failures: used.failures)
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
