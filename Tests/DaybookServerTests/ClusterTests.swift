import DaybookCore
import DaybookPostgres
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

/// Several servers of one database of PostgreSQL, over HTTP.
@Suite struct ClusterTests {
    /// A server of the accounts of ann and bob.
    struct Node {
        let database: BookDatabase
        let accounts: PostgresAccounts
        let server: ServerUnderTest

        let replicas: ReplicaPool

        /// - Parameter size: how many bytes of copies it keeps.
        init(
            _ url: String, keeping size: Int = ReplicaPool.usualSize, atOnce count: Int = 2,
            now: @escaping @Sendable () -> Timestamp = { .now() }
        ) throws {
            database = BookDatabase(try PostgresAddress(url), connections: 4)
            accounts = PostgresAccounts(database, cost: .test)
            replicas = ReplicaPool(database, keeping: size, CopyLoading(atOnce: count))
            server = try ServerUnderTest(
                .database(Cluster(database, accounts, replicas, now: now)), book: Book.inMemory(),
                transport: .plain(proxies: []))
        }

        func form(_ name: String, _ password: String) async throws -> Answer {
            try await server.send(.post, "/login", body: Array("name=\(name)&password=\(password)".utf8))
        }
    }

    func with(
        now: @escaping @Sendable () -> Timestamp = { .now() },
        _ body: (_ one: Node, _ other: Node, _ bearer: [String: String]) async throws -> Void
    ) async throws {
        let url = try Postgres.shared().database()
        try BookDatabase.initialize(PostgresAddress(url))
        let (one, other) = (try Node(url, now: now), try Node(url, now: now))
        defer { for node in [one, other] { node.accounts.close() } }
        for name in ["ann", "bob"] { _ = try await one.accounts.add(name, password: "correct-horse", now: .now()) }
        let token = try await one.accounts.addToken(for: "ann", label: "phone", now: .now())
        try await body(one, other, ["Authorization": "Bearer \(token.text)"])
    }

    @Test("009.6 A write asks for the token with the head, for what is there and the commit, and tells others")
    func roundTrips() async throws {
        try await with { one, other, bearer in
            func post(_ title: String) async throws {
                let answer = try await one.server.send(
                    .post, "/api/v1/todos", bearer, json: "{\"title\":\"\(title)\"}")
                #expect(answer.status == 201, "\(answer.text)")
            }
            // Connections are made, and statements prepared.
            for number in 1...8 { try await post("before \(number)") }
            var trips: [Int] = []
            for number in 1...10 {
                let before = one.database.counts.roundTrips
                try await post("then \(number)")
                trips.append(one.database.counts.roundTrips - before)
            }
            // A notice may come late, and one that comes meanwhile makes another connection prepare its statements.
            #expect(trips.min() ?? .max <= 4, "\(trips)")
            let (here, there) = (
                try await one.server.send(.get, "/api/v1/todos", bearer),
                try await other.server.send(.get, "/api/v1/todos", bearer)
            )
            #expect(here.text == there.text && here.text.contains("then 10"))
            // Another server writes in between, and nothing of it is missed.
            let answer = try await other.server.send(
                .post, "/api/v1/todos", bearer, json: #"{"title":"elsewhere"}"#)
            #expect(answer.status == 201)
            try await post("last")
            #expect(try await one.server.send(.get, "/api/v1/todos", bearer).text.contains("elsewhere"))
        }
    }

    @Test("009.9 A session or a token lets in on every server, and on none once it has ended")
    func everywhere() async throws {
        try await with { one, other, bearer in
            let signedIn = try await one.form("ann", "correct-horse")
            #expect(signedIn.status == 303)
            let cookies = signedIn.headers[values: .setCookie].compactMap { $0.split(separator: ";").first }
            let session = ["Cookie": cookies.joined(separator: "; ")]
            #expect(try await other.server.send(.get, "/api/v1/todos", session).status == 200)
            #expect(try await other.server.send(.get, "/login", session).text.contains("ann"))
            #expect(try await other.server.send(.post, "/logout", session).status == 303)
            #expect(try await !one.server.send(.get, "/login", session).text.contains("ann"))

            #expect(try await other.server.send(.get, "/v1/pull", bearer).status == 200)
            let number = try #require(try await other.accounts.tokens(of: "ann").first).number
            try await one.accounts.revokeToken(number)
            #expect(try await other.server.send(.get, "/v1/pull", bearer).status == 401)
        }
    }

    @Test("009.9 Who guesses at one server is slowed down at all")
    func throttle() async throws {
        let start = Timestamp.now()
        try await with(now: { start }) { one, other, _ in
            for node in [one, other, one, other, one] {
                let answer = try await node.form("ann", "wrong")
                #expect(answer.status == 401)
            }
            for node in [one, other] {
                let answer = try await node.form("ann", "correct-horse")
                #expect(answer.status == 429)
            }
            #expect(try await other.form("bob", "correct-horse").status == 303)
        }
    }

    @Test("009.6 What one server wrote, over REST or sync, every other reads at once")
    func reads() async throws {
        try await with { one, other, bearer in
            let made = try await one.server.send(.post, "/api/v1/todos", bearer, json: #"{"title":"milk"}"#)
            #expect(made.status == 201)
            #expect(try made.member("synced") == .bool(true))
            let list = try await other.server.send(.get, "/api/v1/todos", bearer)
            #expect(try list.count() == 1)
            #expect(try list.member("title", at: 0) == .string("milk"))
            let id = try #require(try list.member("id", at: 0))
            guard case .string(let id) = id else { return }
            let path = "/api/v1/todos/\(id)"
            let changed = try await other.server.send(.patch, path, bearer, json: #"{"completed":true}"#)
            #expect(changed.status == 200)
            #expect(try await one.server.send(.get, path, bearer).member("completed") == .bool(true))

            let page = try PullPage(bytes: await one.server.send(.get, "/v1/pull?cursor=0", bearer).bytes)
            #expect(page.cursor == 2)
            let entity = EntityID(high: 1, low: 1)
            let stamp = Stamp(clock: UInt64(Timestamp.now().milliseconds) << 16, node: 9)
            let push = PushRequest(node: 9, changes: [Register(entity, .title, stamp, Array("bread".utf8))])
            #expect(try await one.server.send(.post, "/v1/push", bearer, body: push.bytes).status == 200)
            #expect(try await other.server.send(.get, "/api/v1/todos", bearer).count() == 2)
            #expect(try await other.server.send(.delete, path, bearer).status == 204)
            #expect(try await one.server.send(.get, path, bearer).status == 404)
        }
    }

    @Test("009.6 Changes at several servers at once are all kept, each made of what the others had")
    func writes() async throws {
        try await with { one, other, bearer in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    let node = number % 2 == 0 ? one : other
                    group.addTask {
                        let json = "{\"title\":\"\(number)\"}"
                        var status = 503
                        // So many at once is what it may refuse, and says so.
                        while status == 503 {
                            status = try await node.server.send(.post, "/api/v1/todos", bearer, json: json).status
                        }
                        #expect(status == 201)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await one.server.send(.get, "/api/v1/todos", bearer).count() == 12)
            #expect(try await other.server.send(.get, "/api/v1/todos", bearer).count() == 12)
        }
    }

    @Test("009.10 A server of a database also tells of its connections and of the standbys")
    func metrics() async throws {
        try await with { one, _, bearer in
            _ = try await one.server.send(.get, "/v1/pull", bearer)
            let text = try await one.server.send(.get, "/metrics").text
            for line in [
                #"daybook_database_connections{state="idle"} "#, "daybook_database_connections_max 4\n",
                "daybook_database_waiting 0\n", "daybook_database_up 1\n", "daybook_database_standby_lag_bytes 0\n",
                #"daybook_database_standbys{mode="synchronous"} 0"#,
            ] {
                #expect(text.contains("\n" + line), "\(line)\n\(text)")
            }
            #expect(!text.contains("ann") && !text.contains("bob"))
        }
    }

    @Test("009.1 What a server of a database can't do it refuses, and says what to do instead")
    func missing() async throws {
        try await with { one, _, bearer in
            for (method, path) in [(HTTPRequest.Method.get, "/todos"), (.post, "/postTodo")] {
                let answer = try await one.server.send(method, path, bearer)
                #expect(answer.status == 501 && answer.text.contains("a server with --database"), "\(path)")
            }
            #expect(try await one.server.send(.get, "/healthz").text == "ok\n")
            #expect(try await one.server.send(.get, "/readyz").status == 200)
        }
    }

    @Test("009.2 The accounts of a folder come into a database with their passwords, tokens and books")
    func taking() async throws {
        try await TestAccounts.with { test in
            let token = try test.accounts.addToken(for: "ann", label: "phone")
            let ann = try #require(try test.accounts.list().first)
            let book = try test.accounts.openBook(of: ann)
            let recording = try Recording(Array("OggS".utf8) + [1, 2, 3])
            try await book.write { book in
                try book.add(todo: .todo(title: "milk"))
                try book.store(recording)
                try book.add(entry: .entry(kind: .unsorted, voice: recording.digest))
            }
            let epoch = try book.read { try $0.page(after: nil, now: .now()).epoch }
            try book.close()

            let url = try Postgres.shared().database()
            try BookDatabase.initialize(PostgresAddress(url))
            #expect(try PostgresAccounts.take(test.accounts, into: PostgresAddress(url)) == 2)
            let node = try Node(url)
            defer { node.accounts.close() }
            #expect(try await node.accounts.list() == test.accounts.list())
            #expect(try await node.form("bob", "correct+horse").status == 303)
            let bearer = ["Authorization": "Bearer \(token.text)"]
            let list = try await node.server.send(.get, "/api/v1/todos", bearer)
            #expect(try list.member("title", at: 0) == .string("milk"))
            let blob = try await node.server.send(.get, "/v1/blobs/\(recording.digest.text)", bearer)
            #expect(blob.bytes == recording.bytes)
            #expect(try PullPage(bytes: await node.server.send(.get, "/v1/pull", bearer).bytes).epoch != epoch)
            let new = try await node.accounts.add("carl", password: "long enough", now: .now())
            #expect(new.id > 2)
            #expect(throws: PostgresError.self) {
                try PostgresAccounts.take(test.accounts, into: PostgresAddress(url))
            }
        }
    }
}
