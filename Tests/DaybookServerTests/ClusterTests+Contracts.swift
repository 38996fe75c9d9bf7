import Crypto
import DaybookCore
import DaybookPostgres
import DaybookStorage
import Fixtures
import Testing

@testable import DaybookServer

/// A seam between the server and where it keeps something: a folder of files, or a database of PostgreSQL. The same steps
/// have the same results on both sides.
extension ClusterTests {
    enum Place: CaseIterable, Sendable { case folder, database }

    /// Stores in one place, with the accounts of ann and bob.
    struct Stores {
        let accounts: any ServedAccounts
        let reminders: any ReminderStore
        let log: (Account) async throws -> any SyncStore
    }

    static let password = "correct horse"

    private func with(
        _ place: Place, now: @escaping @Sendable () -> Timestamp = { .now() }, _ body: (Stores) async throws -> Void
    ) async throws {
        switch place {
        case .folder:
            try await TestAccounts.with { test in
                let store = PushStore(of: test.accounts, now: now)
                defer { store.close() }
                try await body(
                    Stores(accounts: test.accounts, reminders: store) { account in
                        ServedBook(try test.accounts.openBook(of: account), Admission())
                    })
            }
        case .database:
            let url = try Postgres.shared().database()
            try BookDatabase.initialize(PostgresAddress(url))
            let database = BookDatabase(try PostgresAddress(url), connections: 4)
            let accounts = PostgresAccounts(database, cost: .test)
            defer { accounts.close() }
            for name in ["ann", "bob"] { _ = try await accounts.add(name, password: Self.password, now: .now()) }
            try await body(
                Stores(accounts: accounts, reminders: PostgresReminders(database)) { database.book($0.id) })
        }
    }

    private func signIn(
        _ name: String, _ accounts: any ServedAccounts, replacing old: Secret? = nil, now: Timestamp
    ) async throws -> Secret {
        let row = try await accounts.row(name, password: Self.password)
        return try await accounts.beginSession(of: row, replacing: old, now: now)
    }

    @Test("009.9 Accounts: names, and what is refused of them", arguments: Place.allCases)
    func names(place: Place) async throws {
        try await with(place) { stores in
            let (accounts, now) = (stores.accounts, Timestamp.now())
            let carl = try await accounts.add("carl", password: Self.password, now: now)
            #expect(carl.name == "carl" && carl.createdAt == now)
            #expect(try await accounts.list().map(\.name) == ["ann", "bob", "carl"])
            #expect(try await accounts.list().last == carl)
            for (name, password, error) in [
                ("ann", Self.password, AccountError.nameTaken("ann")), ("Ann", Self.password, .badName("Ann")),
                ("", Self.password, .badName("")), ("dora", "short", .badPassword),
            ] {
                await #expect(throws: error) { try await accounts.add(name, password: password, now: now) }
            }
            try await accounts.checkExists("carl")
            #expect(try await accounts.remove("carl") == carl)
            await #expect(throws: AccountError.noAccount("carl")) { try await accounts.remove("carl") }
            await #expect(throws: AccountError.noAccount("carl")) { try await accounts.checkExists("carl") }
            // A new account never gets the number, and so the book, of a removed one.
            let again = try await accounts.add("carl", password: Self.password, now: now)
            #expect(again.id > carl.id)
        }
    }

    @Test("009.9 Accounts: sessions begin by the password, and end as they should", arguments: Place.allCases)
    func sessions(place: Place) async throws {
        try await with(place) { stores in
            let (accounts, now) = (stores.accounts, Timestamp.now())
            for (name, password) in [("ann", "wrong horse"), ("nobody", Self.password), ("ann'--", Self.password)] {
                await #expect(throws: AccountError.signInRefused) {
                    try await accounts.row(name, password: password)
                }
            }
            let first = try await signIn("ann", accounts, now: now)
            #expect(try await accounts.account(session: first, now: now)?.name == "ann")
            let end = Timestamp(milliseconds: now.milliseconds + Accounts.sessionLength)
            #expect(
                try await accounts.account(session: first, now: Timestamp(milliseconds: end.milliseconds - 1)) != nil)
            #expect(try await accounts.account(session: first, now: end) == nil)
            #expect(try await accounts.account(session: Secret(), now: now) == nil)

            let second = try await signIn("ann", accounts, replacing: first, now: now)
            #expect(try await accounts.account(session: first, now: now) == nil)
            #expect(try await accounts.account(session: second, now: now)?.name == "ann")
            try await accounts.endSession(second.digest)
            #expect(try await accounts.account(session: second, now: now) == nil)

            // A password that was right a moment ago begins nothing once it is another.
            let row = try await accounts.row("ann", password: Self.password)
            let third = try await signIn("ann", accounts, now: now)
            let others = try await signIn("bob", accounts, now: now)
            let token = try await accounts.addToken(for: "ann", label: "phone", now: now)
            try await accounts.setPassword(of: "ann", to: "another horse")
            await #expect(throws: AccountError.signInRefused) {
                try await accounts.beginSession(of: row, replacing: nil, now: now)
            }
            #expect(try await accounts.account(session: third, now: now) == nil)
            #expect(try await accounts.account(session: others, now: now)?.name == "bob")
            #expect(try await accounts.account(token: token)?.name == "ann")
            #expect(try await accounts.row("ann", password: "another horse").account.name == "ann")
            await #expect(throws: AccountError.badPassword) {
                try await accounts.setPassword(of: "ann", to: "short")
            }
            await #expect(throws: AccountError.noAccount("nobody")) {
                try await accounts.setPassword(of: "nobody", to: Self.password)
            }
        }
    }

    @Test("009.9 Accounts: tokens and feeds, and what goes with an account", arguments: Place.allCases)
    func secrets(place: Place) async throws {
        try await with(place) { stores in
            let (accounts, now) = (stores.accounts, Timestamp.now())
            let phone = try await accounts.addToken(for: "ann", label: "phone 'é", now: now)
            let laptop = try await accounts.addToken(for: "ann", label: "", now: now)
            let theirs = try await accounts.addToken(for: "bob", label: "phone", now: now)
            let tokens = try await accounts.tokens(of: "ann")
            #expect(tokens.map(\.label) == ["phone 'é", ""] && tokens.map(\.createdAt) == [now, now])
            #expect(tokens[0].number < tokens[1].number)
            #expect(try await accounts.account(token: phone)?.name == "ann")
            try await accounts.revokeToken(tokens[0].number)
            #expect(try await accounts.account(token: phone) == nil)
            #expect(try await accounts.account(token: laptop)?.name == "ann")
            await #expect(throws: AccountError.noToken(tokens[0].number)) {
                try await accounts.revokeToken(tokens[0].number)
            }
            await #expect(throws: AccountError.noAccount("nobody")) {
                try await accounts.addToken(for: "nobody", label: "", now: now)
            }
            await #expect(throws: AccountError.noAccount("nobody")) { try await accounts.tokens(of: "nobody") }

            let feed = try await accounts.addFeed(for: "bob", now: now)
            let other = try await accounts.addFeed(for: "ann", now: now)
            await #expect(throws: AccountError.hasFeed("bob")) { try await accounts.addFeed(for: "bob", now: now) }
            await #expect(throws: AccountError.noAccount("nobody")) {
                try await accounts.addFeed(for: "nobody", now: now)
            }
            let feeds = try await accounts.feeds()
            #expect(feeds.map(\.name) == ["ann", "bob"] && feeds.map(\.createdAt) == [now, now])
            #expect(try await accounts.account(feed: feed)?.name == "bob")
            try await accounts.revokeFeed(of: "bob")
            #expect(try await accounts.account(feed: feed) == nil)
            await #expect(throws: AccountError.noFeed("bob")) { try await accounts.revokeFeed(of: "bob") }
            await #expect(throws: AccountError.noAccount("nobody")) { try await accounts.revokeFeed(of: "nobody") }

            let session = try await signIn("ann", accounts, now: now)
            try await accounts.remove("ann")
            #expect(try await accounts.account(token: laptop) == nil)
            #expect(try await accounts.account(session: session, now: now) == nil)
            #expect(try await accounts.account(feed: other) == nil)
            #expect(try await accounts.account(token: theirs)?.name == "bob")
        }
    }

    @Test("009.9 Accounts: who guesses waits, by the door and by the address", arguments: Place.allCases)
    func guesses(place: Place) async throws {
        try await with(place) { stores in
            let (accounts, now) = (stores.accounts, Timestamp.now())
            func begin(_ door: LoginThrottle.Door, _ name: String, _ address: String) async throws -> Int64? {
                try await accounts.throttle(door, name, address) {
                    $0.begin(account: name, address: address, now: now)
                }
            }
            for _ in 0..<5 { #expect(try await begin(.login, "ann", "192.0.2.1") == nil) }
            #expect(try await begin(.login, "ann", "192.0.2.1") ?? 0 > 0)
            #expect(try await begin(.login, "ann", "198.51.100.1") == nil)
            #expect(try await begin(.login, "bob", "192.0.2.1") == nil)
            #expect(try await begin(.calDAV, "ann", "192.0.2.1") == nil)
            try await accounts.throttle(.login, "ann", "192.0.2.1") {
                $0.succeed(account: "ann", address: "192.0.2.1", now: now)
            }
            #expect(try await begin(.login, "ann", "192.0.2.1") == nil)
        }
    }

    @Test(
        "006.18 Reminders: browsers come, change, go with what let them in, and are no others'",
        arguments: Place.allCases)
    func browsers(place: Place) async throws {
        try await with(place) { stores in
            let (accounts, store, now) = (stores.accounts, stores.reminders, Timestamp.now())
            let people = try await accounts.list()
            let (ann, bob) = (people[0].id, people[1].id)
            let token = try await accounts.addToken(for: "ann", label: "", now: now)
            let session = try await signIn("ann", accounts, now: now)
            let theirs = try await accounts.addToken(for: "bob", label: "", now: now)
            func device(_ name: String, of account: Int64, _ key: Secret, zone: String = "UTC") throws -> PushDevice {
                let browser = PushReceiver.Browser(name: name)
                return PushDevice(
                    account: account, key: key.digest, name: name, endpoint: "https://push.example/" + name,
                    recipient: try #require(
                        PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret)),
                    zone: zone, texts: ["Done", ""], origin: "https://book.example", createdAt: now)
            }
            #expect(try await store.key().bytes == store.key().bytes)
            #expect(try await store.devices(of: ann) == [])
            #expect(try await !store.holds(ann))
            #expect(try await store.account(ofDevice: 1) == nil)

            let phone = try device("phone", of: ann, token)
            try await store.add(phone)
            try await store.add(device("laptop", of: ann, session))
            var kept = try await store.devices(of: ann).sorted { $0.number < $1.number }
            #expect(kept.map(\.name) == ["phone", "laptop"])
            let first = try #require(kept.first)
            #expect(first.texts == phone.texts && first.recipient == phone.recipient && first.createdAt == now)
            #expect(try await store.account(ofDevice: first.number) == ann)
            #expect(try await store.claim(among: [ann, bob]) == [ann])
            #expect(try await store.holds(ann))

            // The same browser in another zone is the same one.
            try await store.note(PushSent(device: first.number, todo: EntityID(high: 1, low: 1), until: now), now: now)
            try await store.add(device("phone", of: ann, token, zone: "Asia/Taipei"))
            kept = try await store.devices(of: ann).sorted { $0.number < $1.number }
            #expect(kept.count == 2 && kept[0].number == first.number && kept[0].zone == "Asia/Taipei")
            #expect(try await store.sent(to: kept[0]) == [EntityID(high: 1, low: 1): now])
            let later = Timestamp(milliseconds: now.milliseconds + 1)
            try await store.note(
                PushSent(device: first.number, todo: EntityID(high: 1, low: 1), until: later), now: now)
            #expect(try await store.sent(to: kept[0]) == [EntityID(high: 1, low: 1): later])

            // Somebody else's browser isn't removed; one that others sign in to is theirs, and starts anew.
            try await store.remove(phone.endpoint, of: bob)
            #expect(try await store.devices(of: ann).count == 2)
            try await store.add(device("phone", of: bob, theirs))
            #expect(try await store.devices(of: ann).map(\.name) == ["laptop"])
            let bobs = try #require(try await store.devices(of: bob).first)
            #expect(bobs.number != first.number)
            #expect(try await store.sent(to: bobs) == [:])

            try await accounts.endSession(session.digest)
            #expect(try await store.devices(of: ann) == [])
            try await store.remove(phone.endpoint, of: bob)
            #expect(try await store.devices(of: bob) == [])

            for number in 0...PushDevice.most { try await store.add(device("b\(number)", of: bob, theirs)) }
            let names = try await store.devices(of: bob).map(\.name)
            #expect(names.count == PushDevice.most && !names.contains("b0"))
            store.close()
        }
    }

    @Test("006.18 Reminders: a browser ends with a session that has run out", arguments: Place.allCases)
    func ranOut(place: Place) async throws {
        let now = Timestamp.now()
        let begun = Timestamp(milliseconds: now.milliseconds - Accounts.sessionLength - 1_000)
        try await with(place) { stores in
            let ann = try #require(try await stores.accounts.list().first).id
            let session = try await signIn("ann", stores.accounts, now: begun)
            let browser = PushReceiver.Browser(name: "old")
            let recipient = try #require(
                PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret))
            try await stores.reminders.add(
                PushDevice(
                    account: ann, key: session.digest, name: "old", endpoint: "https://push.example/old",
                    recipient: recipient, zone: "", texts: [], origin: "", createdAt: begun))
            #expect(try await stores.reminders.devices(of: ann) == [])
            stores.reminders.close()
        }
    }

    @Test("007.1 A book's log: pushes once, pages after a cursor, heads, recordings", arguments: Place.allCases)
    func log(place: Place) async throws {
        try await with(place) { stores in
            let people = try await stores.accounts.list()
            let (log, other) = (try await stores.log(people[0]), try await stores.log(people[1]))
            let empty = try await log.page(after: 0) { $0 }
            #expect(empty.registers == [] && empty.cursor == 0 && !empty.hasMore)
            let clock = UInt64(Timestamp.now().milliseconds) << 16
            func title(_ number: UInt64, _ text: String, at clock: UInt64) -> Register {
                Register(EntityID(high: 1, low: number), .title, Stamp(clock: clock, node: 9), Array(text.utf8))
            }
            var heads = log.heads().makeAsyncIterator()
            #expect(await heads.next()?.seq == 0)
            let push = PushRequest(node: 9, changes: [title(1, "milk", at: clock), title(2, "bread", at: clock)])
            guard case .accepted(let seq, _, let epoch) = try await log.accept(push) else {
                Issue.record("refused")
                return
            }
            #expect(seq == 1 && epoch == empty.epoch)
            var head = await heads.next()
            while head?.seq == 0 { head = await heads.next() }
            #expect(head == BookHead(seq: 1, epoch: epoch))

            // The same once more is nothing new; what is older loses.
            guard case .accepted(0, _, _) = try await log.accept(push) else {
                Issue.record("a replay was new")
                return
            }
            _ = try await log.accept(PushRequest(node: 9, changes: [title(1, "old", at: clock - 1)]))
            _ = try await log.accept(PushRequest(node: 9, changes: [title(1, "oat milk", at: clock + 1)]))
            let all = try await log.page(after: 0) { $0 }
            #expect(Set(all.registers.map(\.value)) == [Array("oat milk".utf8), Array("bread".utf8)])
            #expect(all.cursor == 2)
            let news = try await log.page(after: 1) { $0 }
            #expect(news.registers.map(\.value) == [Array("oat milk".utf8)] && news.cursor == 2 && !news.hasMore)
            #expect(try await log.page(after: 2) { $0.registers } == [])
            #expect(try await other.page(after: 0) { $0.registers } == [], "another account's")

            let ahead = clock + UInt64(PushAnswer.greatestLead + 60_000) << 16
            let answer = try await log.accept(
                PushRequest(node: 9, changes: [title(3, "kept?", at: clock), title(3, "tomorrow", at: ahead)]))
            guard case .clockAhead = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(try await log.page(after: 0) { $0.registers.count } == 2, "half of a push was kept")

            let recording = try Recording(Array("OggS".utf8) + [1, 2, 3])
            let lost = Digest(of: [9])
            #expect(try await log.lacking([lost, recording.digest]) == [lost, recording.digest])
            for _ in 0..<2 { try await log.store(recording) }
            #expect(try await log.lacking([lost, recording.digest]) == [lost])
            #expect(try await log.blob(recording.digest) == recording.bytes)
            #expect(try await log.blob(lost) == nil)
            #expect(try await other.blob(recording.digest) == nil, "another account's")
        }
    }

    @Test("007.5 A book's log: what clients of CalDAV were told", arguments: Place.allCases)
    func told(place: Place) async throws {
        try await with(place) { stores in
            let log = try await stores.log(#require(try await stores.accounts.list().first))
            let (phone, laptop) = (EntityID(high: 7, low: 1), EntityID(high: 7, low: 2))
            let (milk, bread) = (EntityID(high: 1, low: 1), EntityID(high: 1, low: 2))
            func text(_ todo: EntityID, _ tag: UInt8, _ base: String) -> ToldText {
                ToldText(todo: todo, tag: Array(repeating: tag, count: 16), base: Array(base.utf8))
            }
            #expect(try await log.toldBases(phone, milk) == [])
            try await log.tell(phone, [text(milk, 1, "first"), text(bread, 2, "bread")])
            try await log.tell(phone, [text(milk, 3, "second")])
            #expect(
                try await log.toldTags(phone, [milk, bread]) == [
                    milk: Array(repeating: 3, count: 16), bread: Array(repeating: 2, count: 16),
                ])
            #expect(try await log.toldTags(laptop, [milk, bread]) == [:])
            let bases = try await log.toldBases(phone, milk)
            for base in ["first", "second"] { #expect(bases.firstRange(of: Array(base.utf8)) != nil) }
            #expect(try await log.toldBases(laptop, milk) == [])
        }
    }
}
