import Crypto
import DaybookApp
import DaybookCore
import DaybookPostgres
import DaybookStorage
import Fixtures
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// Browsers that are reminded end with the session or the token that took them in.
@Suite struct DeviceTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// What ends it.
    enum End: String, CaseIterable { case signOut, password, revoked, expired, device }

    /// Takes a browser in that a push service reaches, over the session or the token of ann.
    private func add(
        _ name: String, _ key: DaybookCore.Digest, of account: Int64, to store: any ReminderStore,
        _ receiver: PushReceiver
    ) async throws {
        let browser = PushReceiver.Browser(name: name)
        let recipient = try #require(
            PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret))
        try await store.add(
            PushDevice(
                account: account, key: key, name: name, endpoint: receiver.endpoint(browser), recipient: recipient,
                zone: "UTC", texts: [], origin: "", createdAt: Timestamp(milliseconds: 0)))
    }

    /// Makes a to-do that reminds now.
    private func ring(_ book: Book) async throws {
        let now = Timestamp.now()
        try await book.write { transaction in
            let row = try transaction.add(todo: .todo(title: "Tea"))
            let past = Timestamp(milliseconds: now.milliseconds - 2_000)
            let soon = Timestamp(milliseconds: now.milliseconds - 1_000)
            try transaction.perform(.edit(.todo, row.todo.id, .reminded(until: past, snoozed: soon)))
        }
    }

    @Test("006.18 A lost device gets nothing any more once its session or token has ended", arguments: End.allCases)
    func ends(end: End) async throws {
        try await PushReceiver.with { receiver in
            try await TestAccounts.with { test in
                let accounts = test.accounts
                let pool = BookPool(accounts, logger: Self.logger)
                let (ann, session) = try await accounts.signIn("ann", password: test.password, now: .now())
                let token = try accounts.addToken(for: "ann", label: "")
                let other = try accounts.addToken(for: "ann", label: "")
                let offset = end == .expired ? Accounts.sessionLength + 1 : 0
                let books = ServedBooks.accounts(accounts, pool) {
                    Timestamp(milliseconds: Timestamp.now().milliseconds + offset)
                }
                let (first, store) = (PushStore(of: accounts), PushStore(of: books))
                let lost = end == .revoked ? token : session
                try await add("lost", lost.digest, of: ann.id, to: first, receiver)
                try await add("kept", other.digest, of: ann.id, to: first, receiver)
                let book = try await pool.book(of: ann)
                func pass(_ store: PushStore) async throws {
                    let service = ReminderService(
                        store, books, PushServices([], isLocal: true), logger: Self.logger, send: PushReceiver.send)
                    try await service.pass(book, of: ann.id)
                }
                try await ring(book)
                try await pass(first)
                #expect(receiver.counts("lost", "kept") == [1, 1])
                switch end {
                case .signOut: try accounts.endSession(session.digest)
                case .password: try await accounts.setPassword(of: "ann", to: "another horse")
                case .revoked: try accounts.revokeToken(#require(try accounts.tokens(of: "ann").first).number)
                case .expired: break
                case .device:
                    let devices = try accounts.devices(of: "ann")
                    #expect(devices.map(\.name) == ["lost", "kept"])
                    try await accounts.revokeDevice(devices[0].number)
                    #expect(try accounts.account(session: session, now: .now()) == nil, "it would come back")
                    await #expect(throws: AccountError.noDevice(devices[0].number)) {
                        try await accounts.revokeDevice(devices[0].number)
                    }
                }
                try await ring(book)
                try await pass(store)
                #expect(receiver.counts("lost", "kept") == [1, 2])
                #expect(try accounts.devices(of: "ann").map(\.name) == ["kept"])
            }
        }
    }

    @Test("006.18 009.9 So it is with several servers of a database, and none takes in who has no longer a session")
    func endsInDatabase() async throws {
        try await PushReceiver.with { receiver in
            try await ClusterTests().with { one, other, bearer in
                let token = try #require(Secret(bearer: bearer["Authorization"] ?? ""))
                let (store, elsewhere) = (PostgresReminders(one.database), PostgresReminders(other.database))
                func session() async throws -> Secret {
                    let row = try await one.accounts.row("ann", password: "correct-horse")
                    return try await one.accounts.beginSession(of: row, replacing: nil, now: .now())
                }
                func names() async throws -> [String] { try await elsewhere.devices(of: 1).map(\.name) }
                let first = try await session()
                try await add("kept", token.digest, of: 1, to: store, receiver)
                try await add("lost", first.digest, of: 1, to: store, receiver)
                #expect(try await names() == ["kept", "lost"])
                try await other.accounts.endSession(first.digest)
                #expect(try await names() == ["kept"])
                await #expect(throws: PostgresError.shutOut) {
                    try await add("lost", first.digest, of: 1, to: store, receiver)
                }
                try await add("lost", session().digest, of: 1, to: store, receiver)
                try await one.accounts.setPassword(of: "ann", to: "another-horse")
                #expect(try await names() == ["kept"])
                let number = try #require(try await other.accounts.devices(of: "ann").first).number
                try await other.accounts.revokeDevice(number)
                #expect(try await names() == [])
                #expect(try await one.accounts.account(token: token) != nil)
            }
        }
    }

    @Test("006.18 REST lists the browsers of an account that are reminded, and signs one out")
    func routes() async throws {
        try await TestAccounts.with { test in
            let accounts = test.accounts
            let pool = BookPool(accounts, logger: Self.logger)
            let books = ServedBooks.accounts(accounts, pool, now: { .now() })
            let ann = try #require(try accounts.list().first)
            let server = try ServerUnderTest(books, book: await pool.book(of: ann), transport: .plain(proxies: []))
            func signIn(_ name: String) async throws -> [String: String] {
                let (_, session) = try await accounts.signIn(name, password: test.password, now: .now())
                return [
                    "Cookie": "daybook_session=\(session.text)",
                    "User-Agent":
                        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 "
                        + "Mobile Safari/537.36",
                ]
            }
            let (phone, desk, bob) = (try await signIn("ann"), try await signIn("ann"), try await signIn("bob"))
            let path = "/api/v1/devices"
            for (number, headers) in [phone, desk, bob].enumerated() {
                let json = PushTests.subscription("https://web.push.apple.com/\(number)")
                let answer = try await server.send(.post, "/api/v1/push/subscriptions", headers, json: json)
                #expect(answer.status == 204)
            }
            let list = try await server.send(.get, path, desk)
            #expect(try list.count() == 2)
            #expect(try list.member("name", at: 0) == .string("Chrome, Android"))
            #expect(try list.member("current", at: 0) == .bool(false))
            #expect(try list.member("current", at: 1) == .bool(true))
            let shown = try await server.send(.get, path, desk.merging(["Accept": "application/octet-stream"]) { $1 })
            #expect(try shown.shown(.device).map(\.value) == ["", "1"])
            #expect(try await server.send(.delete, "\(path)/1", bob).status == 404)
            #expect(try await server.send(.delete, "\(path)/x", desk).status == 404)
            #expect(try await server.send(.delete, "\(path)/1", desk).status == 204)
            #expect(try await server.send(.delete, "\(path)/1", desk).status == 404)
            #expect(try await server.send(.get, path, phone).status == 401)
            #expect(try await server.send(.get, path, desk).count() == 1)
        }
    }

    @Test(
        "A device is called by its browser and its system",
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari, iPhone"
            ),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Windows"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/127.0.0.0 Safari/537.36 Edg/127.0.0.0",
                "Edge, Windows"
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
                "Safari, Mac"
            ),
            ("curl/8", ""),
        ])
    func names(agent: String, name: String) { #expect(PushDevice.name(userAgent: agent) == name) }
}
