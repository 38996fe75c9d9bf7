import DaybookCore
import DaybookPostgres
import DaybookStorage
import Hummingbird

/// The part of one of several servers that share a database of PostgreSQL.
final class Cluster: Sendable {
    let database: BookDatabase
    let accounts: PostgresAccounts
    let now: @Sendable () -> Timestamp
    let replicas: ReplicaPool

    init(
        _ database: BookDatabase, _ accounts: PostgresAccounts, _ replicas: ReplicaPool? = nil,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.database = database
        self.accounts = accounts
        self.now = now
        self.replicas = replicas ?? ReplicaPool(database)
    }

    /// A copy of the account's book that has every write which was answered before, on whatever server.
    ///
    /// - Parameters:
    ///   - head: how far it has to have come, where that was asked already.
    ///   - remembers: whether it also has what the book remembers for itself.
    func book(of account: Int64, asOf head: BookHead? = nil, remembers: Bool = false) async throws -> Book {
        try await replicas.book(account, asOf: head, remembers: remembers)
    }

    /// Throws for what would be answered wrongly here: it is of one server alone, or would be kept on one.
    func check(_ request: Request) throws(Problem) {
        let path = request.routedPath
        func begins(_ start: String) -> Bool { path == start || path.hasPrefix(start + "/") }
        let classic = ["/hello", "/todos", "/todo", "/postTodo", "/updateTodo", "/deleteTodo", "/deleteAll"]
        if classic.contains(where: begins) {
            throw Self.missing("The classic interface, which numbers to-dos, isn't", "Use /api/v1/todos.")
        }
    }

    private static func missing(_ what: String, _ instead: String) -> Problem {
        Problem(.notImplemented, "\(what) possible on a server with --database. Nothing was changed. \(instead)")
    }
}
