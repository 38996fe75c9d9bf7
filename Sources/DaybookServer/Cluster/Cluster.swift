import DaybookCore
import DaybookPostgres
import DaybookStorage
import Hummingbird

/// What one of several servers has that share a database of PostgreSQL.
final class Cluster: Sendable {
    let database: BookDatabase
    let accounts: PostgresAccounts
    let now: @Sendable () -> Timestamp
    private let replicas: ReplicaShelf

    init(_ database: BookDatabase, _ accounts: PostgresAccounts, now: @escaping @Sendable () -> Timestamp = { .now() })
    {
        self.database = database
        self.accounts = accounts
        self.now = now
        replicas = ReplicaShelf(database)
    }

    /// A copy of the account's book that has every write which was answered before, on whatever server.
    func book(of account: Account) async throws -> Book { try await replicas.book(account.id) }

    /// Throws for what would be answered wrongly here: it is of one server alone, or would be kept on one.
    func check(_ request: Request) throws(Problem) {
        let path = request.routedPath
        func begins(_ start: String) -> Bool { path == start || path.hasPrefix(start + "/") }
        let classic = ["/hello", "/todos", "/todo", "/postTodo", "/updateTodo", "/deleteTodo", "/deleteAll"]
        if classic.contains(where: begins) {
            throw Self.missing("The classic interface, which numbers to-dos, isn't", "Use /api/v1/todos.")
        }
        if begins("/api/v1/imports") {
            throw Self.missing(
                "Importing isn't", "Import with 'daybook import' on a device that syncs with this server.")
        }
        if begins("/api/v1/push") {
            throw Self.missing(
                "Sending reminders to browsers that aren't open isn't", "Open pages and phones remind by themselves.")
        }
    }

    private static func missing(_ what: String, _ instead: String) -> Problem {
        Problem(.notImplemented, "\(what) possible on a server with --database. Nothing was changed. \(instead)")
    }
}
