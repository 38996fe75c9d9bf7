import Crypto
import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import DaybookServer

/// Reminders through Web Push.
@Suite struct PushTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A server of one book with browsers behind a push service, whose clock is the test's.
    private final class Setup: Sendable {
        let book: Book
        let receiver: PushReceiver
        let folder: TemporaryFolder
        let clock = Mutex(Timestamp(milliseconds: 0))
        let started = Mutex<(store: PushStore, service: ReminderService)?>(nil)

        init(_ receiver: PushReceiver) throws {
            folder = try TemporaryFolder()
            book = try Book(path: folder.path("book.sqlite"))
            self.receiver = receiver
            restart()
        }

        /// As a server does that was stopped: what it keeps is in its file alone.
        func restart() {
            started.withLock { $0?.store.close() }
            let books = ServedBooks.one(book)
            let store = PushStore(of: books)
            let service = ReminderService(
                store, books, PushServices([], isLocal: true), logger: PushTests.logger,
                now: { [self] in clock.withLock { $0 } }, send: PushReceiver.send)
            started.withLock { $0 = (store, service) }
        }

        var store: PushStore { get throws { try #require(started.withLock { $0 }).store } }
        var service: ReminderService { get throws { try #require(started.withLock { $0 }).service } }

        func set(_ text: String) throws { try set(#require(Timestamp(text))) }
        func set(_ time: Timestamp) { clock.withLock { $0 = time } }

        /// Takes a browser in that is in a zone.
        func subscribe(_ name: String, zone: String = "UTC") throws -> PushReceiver.Browser {
            let browser = PushReceiver.Browser(name: name)
            let recipient = try #require(
                PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret))
            try store.add(
                PushDevice(
                    account: 0, endpoint: receiver.endpoint(browser), recipient: recipient, zone: zone,
                    texts: ["Done", "In an hour"], origin: "https://book.example", createdAt: clock.withLock { $0 }))
            return browser
        }

        /// Adds a to-do that is due on 24 December 2026 at 15:00.
        @discardableResult func add(_ title: String, _ reminders: String..., time: String? = "15:00") throws -> EntityID
        {
            var draft = Changes.todo(title: title, due: CivilDate("2026-12-24"))
            draft[.dueTime] = time.map { FieldValue(TimeOfDay($0)) }
            draft[.reminders] = .texts(reminders)
            return try book.write(at: clock.withLock { $0 }) { try $0.add(todo: draft) }.todo.id
        }

        func perform(_ action: BookAction) throws {
            try book.write(at: clock.withLock { $0 }) { try $0.perform(action) }
        }

        @discardableResult func pass() async throws -> Timestamp? { try await service.pass(book, of: 0) }
    }

    private func setup(_ body: (Setup) async throws -> Void) async throws {
        try await PushReceiver.with { receiver in
            let setup = try Setup(receiver)
            try setup.set("2026-12-20T12:00:00Z")
            try await body(setup)
        }
    }

    @Test("006.18 A message is encrypted as the example in RFC 8291 is")
    func example() throws {
        func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }
        let recipient = try #require(
            try PushRecipient(
                key: bytes(
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
                secret: bytes("BTBZMqHH6r4Tts7J_aSIgg")))
        let own = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let message = try recipient.encrypted(
            Array("When I grow up, I want to be a watermelon".utf8), with: own, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(message)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test("006.18 The server goes to the push services of browsers, and to nothing else")
    func services() {
        let services = PushServices(["push.example.org"])
        for url in [
            "https://fcm.googleapis.com/fcm/send/a:b", "https://updates.push.services.mozilla.com/wpush/v2/x",
            "https://web.push.apple.com/x", "https://wns2-par02p.notify.windows.com/w/?token=x",
            "https://push.example.org/x",
        ] {
            #expect(services.origin(of: url).map { url.hasPrefix($0 + "/") } == true, "\(url)")
        }
        for url in [
            "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com",
            "https://x@fcm.googleapis.com/x", "https://fcm.googleapis.com@127.0.0.1/x", "https://127.0.0.1/x",
            "https://localhost/x", "https://[::1]/x", "https://evil.example/fcm.googleapis.com/x",
            "https://xfcm.googleapis.com/x", "https://push.apple.com.evil.example/x", "https://xpush.apple.com/x",
            "https://fcm.googleapis.com\\@evil.example/x", "https://FCM.googleapis.com/x", "http://127.0.0.1:1/x", "",
            "https://fcm.googleapis.com/\nx", "ftp://fcm.googleapis.com/x", "//fcm.googleapis.com/x",
        ] {
            #expect(services.origin(of: url) == nil, "\(url)")
        }
    }

    @Test("006.18 Each device is reminded once, also where the server is started anew or its clock is set")
    func once() async throws {
        try await setup { setup in
            let phone = try setup.subscribe("phone")
            for name in ["laptop", "tablet"] { _ = try setup.subscribe(name) }
            let id = try setup.add("Dentist 看牙", "-30m")
            #expect(try await setup.pass()?.text == "2026-12-24T14:30:00.000Z")
            #expect(setup.receiver.counts("phone", "laptop", "tablet") == [0, 0, 0])
            try setup.set("2026-12-24T14:30:00Z")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "laptop", "tablet") == [1, 1, 1])
            for time in [
                "2026-12-24T14:30:01Z", "2026-12-24T10:00:00Z", "2026-12-26T00:00:00Z", "2026-12-24T14:31:00Z",
            ] {
                setup.restart()
                try setup.set(time)
                try await setup.pass()
            }
            #expect(setup.receiver.counts("phone", "laptop", "tablet") == [1, 1, 1])

            let delivery = try #require(setup.receiver.deliveries("phone").first)
            let text = try phone.text(of: delivery.body)
            #expect(
                text
                    == #"{"id":"\#(id.text)","at":"2026-12-24T14:30:00.000Z","title":"Dentist 看牙","day":"2026-12-24 15:00","texts":["Done","In an hour"]}"#
            )
            #expect(!String(decoding: delivery.body, as: UTF8.self).contains("Dentist"))
            func header(_ name: String) throws -> String? { try delivery.headers[#require(HTTPField.Name(name))] }
            #expect(try header("topic") == id.text)
            #expect(try header("content-encoding") == "aes128gcm")
            #expect(try header("ttl") == "86400")
            try checkSignature(#require(try header("authorization")), setup)
        }
    }

    private func checkSignature(_ header: String, _ setup: Setup) throws {
        let match = try #require(header.wholeMatch(of: #/vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)/#))
        #expect(try Base64URL.bytes(String(match.4)) == setup.store.key().shared)
        let claims = String(decoding: try #require(Base64URL.bytes(String(match.2))), as: UTF8.self)
        let end = try #require(Timestamp("2026-12-24T14:30:00Z")).milliseconds / 1_000 + 12 * 3_600
        #expect(claims == #"{"aud":"\#(setup.receiver.address)","exp":\#(end),"sub":"https://book.example"}"#)
        let key = try P256.Signing.PublicKey(x963Representation: setup.store.key().shared)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.bytes(String(match.3))))
        #expect(key.isValidSignature(signature, for: Data("\(match.1).\(match.2)".utf8)))
    }

    @Test("006.18 What is finished, deleted or dealt with before doesn't remind; of what was missed one does, late")
    func quiet() async throws {
        try await setup { setup in
            _ = try setup.subscribe("phone")
            let done = try setup.add("Done", "-30m")
            let gone = try setup.add("Gone", "-30m")
            let seen = try setup.add("Seen", "-30m")
            _ = try setup.add("Missed", "-1d", "-1h", "-30m", "2026-12-22T09:00")
            _ = try setup.add("Later", "-0m")
            try setup.set("2026-12-24T14:00:00Z")
            try setup.perform(.check(done))
            try setup.perform(.delete(.todo, gone))
            try setup.set("2026-12-24T14:45:00Z")
            try setup.perform(.edit(.todo, seen, .reminded(until: #require(Timestamp("2026-12-24T14:30:00Z")))))
            setup.restart()
            #expect(try await setup.pass()?.text == "2026-12-24T15:00:00.000Z")
            #expect(setup.receiver.counts("phone") == [1])
            // Nor does one that comes later hear of what was before.
            _ = try setup.subscribe("tablet")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "tablet") == [1, 0])
            try setup.set("2026-12-24T15:00:00Z")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "tablet") == [2, 1])
        }
    }

    @Test("006.18 What is put off reminds each device once more, and each goes by its own clock")
    func snoozed() async throws {
        try await setup { setup in
            _ = try setup.subscribe("phone")
            _ = try setup.subscribe("berlin", zone: "Europe/Berlin")
            let id = try setup.add("Call", "-0m")
            try setup.set("2026-12-24T14:00:00Z")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "berlin") == [0, 1])
            try setup.set("2026-12-24T15:00:00Z")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "berlin") == [1, 1])
            let hour = try #require(Timestamp("2026-12-24T16:00:00Z"))
            try setup.perform(
                .edit(.todo, id, .reminded(until: #require(Timestamp("2026-12-24T15:00:00Z")), snoozed: hour)))
            #expect(try await setup.pass() == hour)
            setup.set(hour)
            for _ in 0..<2 { try await setup.pass() }
            #expect(setup.receiver.counts("phone", "berlin") == [2, 2])
        }
    }

    @Test(
        "006.18 Where a push service fails, it is tried again, later and later; where it knows the device no more, that is forgotten"
    )
    func failing() async throws {
        try await setup { setup in
            for name in ["phone", "laptop", "tablet"] { _ = try setup.subscribe(name) }
            try setup.add("Call", "-0m")
            setup.receiver.answer("phone", with: 503)
            setup.receiver.answer("tablet", with: 410)
            try setup.set("2026-12-24T15:00:00Z")
            #expect(try await setup.pass()?.text == "2026-12-24T15:01:00.000Z")
            #expect(setup.receiver.counts("phone", "laptop", "tablet") == [0, 1, 0])
            #expect(try setup.store.devices(of: 0).count == 2)
            setup.receiver.answer("tablet", with: 201)
            try setup.set("2026-12-24T15:01:00Z")
            #expect(try await setup.pass()?.text == "2026-12-24T15:03:00.000Z")
            setup.receiver.answer("phone", with: 201)
            try setup.set("2026-12-24T15:02:00Z")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "laptop", "tablet") == [0, 1, 0])
            try setup.set("2026-12-24T15:03:00Z")
            try await setup.pass()
            #expect(setup.receiver.counts("phone", "laptop", "tablet") == [1, 1, 0])
        }
    }

    @Test("006.18 While the server runs, a reminder comes at its moment, also of what was added meanwhile")
    func running() async throws {
        try await PushReceiver.with { receiver in
            let book = try Book.inMemory()
            let books = ServedBooks.one(book)
            let store = PushStore(of: books)
            let service = ReminderService(
                store, books, PushServices([], isLocal: true), logger: Self.logger, send: PushReceiver.send)
            let running = Task { await service.run() }
            let browser = PushReceiver.Browser(name: "phone")
            let recipient = try #require(
                PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret))
            try store.add(
                PushDevice(
                    account: 0, endpoint: receiver.endpoint(browser), recipient: recipient, zone: "", texts: [],
                    origin: "", createdAt: .now()))
            for count in 1...2 {
                let now = Timestamp.now()
                let soon = Timestamp(milliseconds: now.milliseconds + 400)
                let row = try await book.write { try $0.add(todo: .todo(title: "Tea \(count)")) }
                try await book.write { try $0.perform(.edit(.todo, row.todo.id, .reminded(until: now, snoozed: soon))) }
                while receiver.counts("phone") != [count] { try await Task.sleep(for: .milliseconds(20)) }
                #expect(Timestamp.now() >= soon)
            }
            running.cancel()
            await running.value
        }
    }

    /// What a browser says of its subscription.
    static func subscription(_ endpoint: String, _ more: String = "") -> String {
        let browser = PushReceiver.Browser(name: "")
        let key = Base64URL.text(Array(browser.key.publicKey.x963Representation))
        return
            #"{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(key)","auth":"\#(Base64URL.text(browser.secret))"}\#(more)}"#
    }

    @Test("006.18 Browsers are taken in and forgotten over REST, for who is signed in, and of no other account")
    func subscriptions() async throws {
        try await TestAccounts.with { test in
            let pool = BookPool(test.accounts, logger: Self.logger)
            let people = try test.accounts.list()
            let books = ServedBooks.accounts(test.accounts, pool, now: { .now() })
            let server = try ServerUnderTest(
                books, book: try await pool.book(of: people[0]), transport: .plain(proxies: []))
            let store = PushStore(of: books)
            let path = "/api/v1/push/subscriptions"
            let phone = "https://web.push.apple.com/phone"
            #expect(try await server.send(.post, path, json: Self.subscription(phone)).status == 401)
            func bearer(_ name: String) throws -> [String: String] {
                ["Authorization": "Bearer \(try test.accounts.addToken(for: name, label: "").text)"]
            }
            let (ann, bob) = (try bearer("ann"), try bearer("bob"))
            let key = try await server.send(.get, "/api/v1/push/key", ann)
            #expect(try key.member("key") == .string(Base64URL.text(store.key().shared)))
            #expect(try await server.send(.get, "/api/v1/push/key", bob).text == key.text)
            let more = #","zone":"Europe/Berlin","texts":["完成","一小時後","x"]"#
            for _ in 0..<2 {
                #expect(try await server.send(.post, path, ann, json: Self.subscription(phone, more)).status == 204)
            }
            let device = try #require(try store.devices(of: people[0].id).first)
            #expect(device.zone == "Europe/Berlin" && device.texts == ["完成", "一小時後"] && device.endpoint == phone)
            #expect(try store.devices(of: people[0].id).count == 1)
            // Nobody takes away another's, but a browser in which somebody else signs in is theirs.
            #expect(try await server.send(.delete, path, bob, json: #"{"endpoint":"\#(phone)"}"#).status == 204)
            #expect(try store.accounts() == [people[0].id])
            #expect(try await server.send(.post, path, bob, json: Self.subscription(phone)).status == 204)
            #expect(try store.accounts() == [people[1].id])
            #expect(try await server.send(.delete, path, bob, json: #"{"endpoint":"\#(phone)"}"#).status == 204)
            #expect(try store.accounts() == [])
            for number in 0..<25 {
                let json = Self.subscription("https://web.push.apple.com/\(number)")
                #expect(try await server.send(.post, path, ann, json: json).status == 204)
            }
            #expect(try store.devices(of: people[0].id).count == PushDevice.most)
            try test.accounts.remove("ann")
            try store.keepOnly(Set(test.accounts.list().map(\.id)))
            #expect(try store.accounts() == [])
        }
    }

    @Test(
        "006.18 A subscription that isn't valid, or leads elsewhere, is refused",
        arguments: [
            ("[]", "A subscription is an object"), ("{}", "The member endpoint is missing"),
            (#"{"endpoint":"https://127.0.0.1/x"}"#, "isn't at a push service that the server knows"),
            (#"{"endpoint":"https://web.push.apple.com/x"}"#, "The keys aren't valid"),
            (
                #"{"endpoint":"https://web.push.apple.com/x","keys":{"p256dh":"AAAA","auth":"AAAA"}}"#,
                "The keys aren't valid"
            ),
            (#"{"endpoint":"https://web.push.apple.com/x","keys":{"p256dh":1,"auth":[]}}"#, "The keys aren't valid"),
        ]) func refused(json: String, reason: String) async throws
    {
        let answer = try await ServerUnderTest().send(.post, "/api/v1/push/subscriptions", json: json)
        #expect(answer.status == 400 && answer.text.contains(reason), "\(answer.text)")
    }

    @Test("006.18 A notification finishes a to-do or puts it off, unless somebody has dealt with it since")
    func reminded() async throws {
        let server = try ServerUnderTest()
        var draft = Changes.todo(title: "Water", due: CivilDate("2026-11-01"))
        draft[.reminders] = .texts(["-0m"])
        draft[.repeats] = .repeats(Repeat("FREQ=DAILY", .every, anchor: CivilDate(daysSince1970: 0)))
        let now = try #require(Timestamp("2026-10-01T00:00:00Z"))
        let id = try await server.book.write(at: now) { [draft] in try $0.add(todo: draft) }.todo.id
        let path = "/api/v1/todos/\(id.text)/reminded"
        func due() throws -> String? { try server.book.read { try $0.row(id)?.todo.due?.text } }
        let later = #"{"at":"2026-11-01T09:00:00.000Z","snoozedUntil":"2026-11-01T10:00:00.000Z"}"#
        let answer = try await server.send(.post, path, json: later)
        #expect(answer.status == 200)
        #expect(try answer.member("remindedUntil") == .string("2026-11-01T09:00:00.000Z"))
        #expect(try answer.member("snoozedUntil") == .string("2026-11-01T10:00:00.000Z"))
        let done = #"{"at":"2026-11-01T09:00:00.000Z","completed":true}"#
        #expect(try await server.send(.post, path, json: done).status == 200)
        #expect(try due() == "2026-11-01", "it was put off on another device")
        let last = #"{"at":"2026-11-01T10:00:00.000Z","completed":true}"#
        for _ in 0..<2 { #expect(try await server.send(.post, path, json: last).status == 200) }
        #expect(try due() == "2026-11-02", "once")
        for json in [
            "[]", "{}", #"{"at":5}"#, #"{"at":"soon"}"#, #"{"at":"2026-11-01T10:00:00.000Z","snoozedUntil":"x"}"#,
        ] {
            #expect(try await server.send(.post, path, json: json).status == 400)
        }
        let other = "/api/v1/todos/\(EntityID(high: 1, low: 1).text)/reminded"
        #expect(try await server.send(.post, other, json: done).status == 404)
    }
}
