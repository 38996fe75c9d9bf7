import DaybookCore
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import DaybookPostgres

/// A database with Daybook's tables in it, and servers that use it.
struct TestDatabase {
    let postgres: Postgres
    let url: String

    /// - Parameter standby: a server that may take the place of the first.
    init(_ postgres: Postgres? = nil, standby: Postgres? = nil) throws {
        let server = try postgres ?? .shared()
        self.postgres = server
        let own = try server.database()
        url = standby.map { Postgres.address(of: own, on: [server, $0]) } ?? own
        try BookDatabase.initialize(PostgresAddress(url))
    }

    /// One more server.
    func node(
        lifeSign: Duration = .seconds(15), connections: Int = 4, failover: Failover = .lossy
    ) throws -> BookDatabase {
        BookDatabase(try PostgresAddress(url), failover: failover, connections: connections, lifeSign: lifeSign)
    }

    /// A book for an account that nobody signs in to.
    func addBook(_ account: Int64) throws {
        let connection = try BookDatabase.connect(PostgresAddress(url))
        try connection.whole { try PostgresBook.load(into: account, $0) { _ in } }
    }

    @discardableResult
    func sql(_ sql: String) throws -> String { try postgres.sql(sql, in: url) }
}

/// What several tasks of a test change.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try value.withLock { value throws in
            var copy = value
            defer { value = copy }
            return try body(&copy)
        }
    }
}

extension Register {
    static func title(_ id: UInt64, _ text: String, at clock: UInt64, node: UInt64 = 1) -> Register {
        Register(EntityID(high: 7, low: id), .title, Stamp(clock: clock << 16, node: node), Array(text.utf8))
    }
}

/// Waits until something holds.
func eventually(_ holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try await !holds() {
        guard ContinuousClock.now < end else {
            Issue.record("it never came")
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
