import Crypto
import DaybookCore
import DaybookPostgres
import DaybookStorage
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

extension ClusterTests {
    @Test("008.6 009.6 A file comes in at one server, is known at every other, and is taken back at any")
    func importing() async throws {
        try await with { one, other, bearer in
            let path = "/api/v1/imports"
            let made = try await one.server.send(.post, path, bearer, json: ImportTests.ofx)
            #expect(made.status == 201, "\(made.text)")
            #expect(try await other.server.send(.get, "/api/v1/entries", bearer).count() == 3)
            let again = try await other.server.send(.post, path, bearer, json: ImportTests.ofx)
            #expect(again.status == 200)
            #expect(try again.member("known") == .number(3))
            let address = try #require(made.headers[.location])
            let place = try #require(address.firstRange(of: path)).lowerBound
            #expect(try await other.server.send(.delete, String(address[place...]), bearer).status == 204)
            #expect(try await one.server.send(.get, "/api/v1/entries", bearer).count() == 0)
            #expect(try await one.server.send(.delete, String(address[place...]), bearer).status == 404)
            let todos = try await other.server.send(.post, path, bearer, json: ImportTests.taskwarrior)
            #expect(todos.status == 201, "\(todos.text)")
            #expect(try await one.server.send(.get, "/api/v1/todos", bearer).count() == 2)
        }
    }

    @Test("008.4 009.6 What was said of a bank's CSV at one server is remembered at every other")
    func remembering() async throws {
        try await with { one, other, bearer in
            let csv = "Date,Amount,Description\n03/04/2026,-5.00,Tea\n05/06/2026,-3.00,Bus\n"
            let later = "Date,Amount,Description\n07/08/2026,-5.00,Tea\n"
            let path = "/api/v1/imports?currency=EUR"
            #expect(try await other.server.send(.post, path, bearer, json: csv).status == 400)
            let said = try await one.server.send(.post, "\(path)&dateOrder=dmy", bearer, json: csv)
            #expect(said.status == 201, "\(said.text)")
            let recalled = try await other.server.send(.post, path, bearer, json: later)
            #expect(recalled.status == 201, "\(recalled.text)")
            let days = try await one.server.send(.get, "/api/v1/entries", bearer).text
            #expect(days.contains("2026-08-07") && days.contains("2026-04-03"), "\(days)")
        }
    }

    @Test("006.18 009.1 Each browser is reminded once, however many servers there are, also when one of them is gone")
    func reminding() async throws {
        try await with { one, other, bearer in
            try await PushReceiver.with { receiver in
                let services = [one, other].map { node in
                    ReminderService(
                        PostgresReminders(node.database), .database(Cluster(node.database, node.accounts)),
                        PushServices([], isLocal: true),
                        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, send: PushReceiver.send)
                }
                let browser = PushReceiver.Browser(name: "phone")
                let recipient = try #require(
                    PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret))
                let secret = try #require(Secret(bearer: bearer["Authorization"] ?? ""))
                let device = PushDevice(
                    account: 1, key: secret.digest, endpoint: receiver.endpoint(browser), recipient: recipient,
                    zone: "Asia/Taipei",
                    texts: ["Done", "In an hour"], origin: "https://book.example", createdAt: .now())
                let store = PostgresReminders(other.database)
                for _ in 0..<2 { try await store.add(device) }
                let kept = try await store.devices(of: 1)
                #expect(kept.count == 1 && kept.first?.zone == device.zone && kept.first?.texts == device.texts)
                #expect(kept.first?.recipient == device.recipient && kept.first?.createdAt == device.createdAt)
                let keys = [one, other].map { PostgresReminders($0.database) }
                #expect(try await keys[0].key().bytes == keys[1].key().bytes)

                let running = services.map { service in Task { await service.run() } }
                func remind(_ title: String) async throws {
                    let now = Timestamp.now()
                    let soon = Timestamp(milliseconds: now.milliseconds + 300)
                    let book = try await Cluster(other.database, other.accounts).book(of: 1)
                    let row = try await book.write { try $0.add(todo: .todo(title: title)) }
                    try await book.write {
                        try $0.perform(.edit(.todo, row.todo.id, .reminded(until: now, snoozed: soon)))
                    }
                }
                try await remind("Tea")
                while receiver.counts("phone") == [0] { try await Task.sleep(for: .milliseconds(10)) }
                let text = try browser.text(of: receiver.deliveries("phone")[0].body)
                #expect(text.contains("Tea"))

                // The one that reminds goes, and lets the other; whichever it is.
                for task in running {
                    task.cancel()
                    await task.value
                }
                let next = ReminderService(
                    store, .database(Cluster(other.database, other.accounts)), PushServices([], isLocal: true),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, send: PushReceiver.send)
                let follower = Task { await next.run() }
                try await remind("Bread")
                while receiver.counts("phone") == [1] { try await Task.sleep(for: .milliseconds(10)) }
                #expect(receiver.counts("phone") == [2])
                follower.cancel()
                await follower.value
            }
        }
    }

    @Test("006.18 009.1 A server's right to remind an account ends by itself, and then goes to another")
    func leases() async throws {
        try await with { one, other, bearer in
            let secret = try #require(Secret(bearer: bearer["Authorization"] ?? ""))
            let (first, second) = (PostgresReminders(one.database), PostgresReminders(other.database))
            let browser = PushReceiver.Browser(name: "x")
            let recipient = try #require(
                PushRecipient(key: Array(browser.key.publicKey.x963Representation), secret: browser.secret))
            #expect(try await first.claim(among: nil) == [])
            try await first.add(
                PushDevice(
                    account: 1, key: secret.digest, endpoint: "https://push.example/x", recipient: recipient, zone: "",
                    texts: [],
                    origin: "",
                    createdAt: .now()))
            #expect(try await second.claim(among: nil) == [1])
            #expect(try await first.claim(among: nil) == [])
            #expect(try await !first.holds(1))
            #expect(try await second.holds(1))
            // As if its server had stood still for a minute.
            try await other.database.run { connection throws(PostgresError) in
                _ = try connection.run("UPDATE push_leases SET until = clock_timestamp() - interval '1 s'")
            }
            #expect(try await first.claim(among: nil) == [1])
            #expect(try await !second.holds(1))
            #expect(try await first.holds(1))
            await first.release()
            #expect(try await second.claim(among: nil) == [1])
            try await second.remove("https://push.example/x", of: 1)
            #expect(try await !second.holds(1))
        }
    }
}
