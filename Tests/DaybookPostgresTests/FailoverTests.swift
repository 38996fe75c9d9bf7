import DaybookCore
import DaybookStorage
import Fixtures
import Testing

@testable import DaybookPostgres

/// A primary and a standby that takes its place.
@Suite struct FailoverTests {
    /// A device with a book of its own, which syncs.
    private final class Device {
        let book: Book
        private var client: SyncClient
        private var clock = Timestamp.now().milliseconds

        init() throws {
            book = try Book.inMemory()
            try book.write { try $0.setRemote(url: "http://server") }
            client = SyncClient(node: try book.read { try $0.node() })
        }

        func add(_ title: String) throws { _ = try book.write { try $0.add(todo: .todo(title: title)) } }

        var titles: Set<String> {
            get throws { try Set(book.read { try $0.rows().map(\.todo.title) }) }
        }

        /// Sends and fetches some times, as it does when nothing happens.
        func sync(_ log: PostgresBook) async throws {
            for _ in 0..<4 {
                // Longer than it waits after a failure.
                clock += 61_000
                let now = Timestamp(milliseconds: clock)
                let pending = try book.read { try $0.pendingRegisters(limit: 1_000) }
                if let push = client.push(pending: pending, now: now) {
                    let writes = client.pushed(try await log.accept(push), now: now)
                    try await book.write { try $0.apply(writes) }
                }
                if let cursor = client.pull(now: now) {
                    let writes = client.pulled(try await log.page(after: cursor) { $0 })
                    try await book.write { try $0.apply(writes) }
                }
            }
        }
    }

    @Test("009.7 Where a standby takes over that lacks some, the epoch changes, and devices bring it back")
    func lossy() async throws {
        let primary = try Postgres()
        let standby = try Postgres(standbyOf: primary)
        let test = try TestDatabase(primary, standby: standby)
        try test.addBook(1)
        let node = try test.node()
        defer { node.close() }
        let log = node.book(1)
        let (phone, laptop) = (try Device(), try Device())
        try phone.add("before")
        try await phone.sync(log)
        try await laptop.sync(log)
        let epoch = try await log.head().epoch
        // It has all of that, and nothing that comes.
        let place = try primary.sql("SELECT pg_current_wal_lsn()")
        try await eventually { try standby.sql("SELECT pg_last_wal_replay_lsn() >= '\(place)'") == "t" }
        try standby.set("primary_conninfo", to: "")
        try await eventually { try primary.sql("SELECT count(*) FROM pg_stat_replication") == "0" }
        try phone.add("acknowledged, and lost")
        try await phone.sync(log)
        #expect(try phone.book.read { try $0.pendingRegisters(limit: 9).isEmpty })

        try primary.kill()
        try standby.sql("SELECT pg_promote()")
        // The other's push gets the number that the lost one had.
        try laptop.add("after")
        try await laptop.sync(log)
        #expect(try await log.head().epoch != epoch)
        for _ in 0..<2 { for device in [phone, laptop] { try await device.sync(log) } }
        let all: Set = ["before", "acknowledged, and lost", "after"]
        #expect(try phone.titles == all)
        #expect(try laptop.titles == all)
    }

    @Test("009.7 Where only a synchronous standby takes over, a server shows nothing that the standby lacks")
    func unreplicated() async throws {
        let primary = try Postgres()
        let standby = try Postgres(standbyOf: primary)
        let test = try TestDatabase(primary, standby: standby)
        try test.addBook(1)
        let source = try standby.sql("SHOW primary_conninfo")
        try standby.set("primary_conninfo", to: "")
        try await eventually { try primary.sql("SELECT count(*) FROM pg_stat_replication") == "0" }
        // As a crash leaves it: what was on the disk of the primary alone is there after it.
        try primary.sql("UPDATE books SET seq = 5 WHERE account = 1", in: test.url)
        try primary.set("synchronous_standby_names", to: "*")
        let node = try test.node(failover: .lossless)
        defer { node.close() }
        let shown = Shared(false)
        async let head = {
            defer { shown.withLock { $0 = true } }
            return try await node.book(1).head()
        }()
        try await eventually {
            try primary.sql("SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == "t"
        }
        #expect(!shown.withLock { $0 })
        try standby.set("primary_conninfo", to: source)
        #expect(try await head.seq == 5)
    }

    @Test("009.7 Where only a synchronous standby takes over, nothing is lost, and devices don't send all again")
    func lossless() async throws {
        let primary = try Postgres()
        let standby = try Postgres(standbyOf: primary)
        try primary.set("synchronous_standby_names", to: "*")
        let synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        try await eventually { try primary.sql(synchronous) == "1" }
        let test = try TestDatabase(primary, standby: standby)
        try test.addBook(1)
        let node = try test.node(failover: .lossless)
        defer { node.close() }
        #expect(try await node.standbys().synchronous == 1)
        let log = node.book(1)
        let (phone, laptop) = (try Device(), try Device())
        for count in 0..<20 {
            try phone.add("\(count)")
            try await phone.sync(log)
        }
        let head = try await log.head()
        try primary.kill()
        try standby.sql("SELECT pg_promote()")
        #expect(try await log.head() == head)
        try laptop.add("after")
        try await laptop.sync(log)
        #expect(try laptop.titles.count == 21)
        #expect(try await log.head() == BookHead(seq: head.seq + 1, epoch: head.epoch))
        // A dump that was loaded into another server is something else.
        try test.postgres.sql("UPDATE installation SET system_identifier = 1", in: test.url)
        let later = try test.node(failover: .lossless)
        defer { later.close() }
        #expect(try await later.book(1).head().epoch != head.epoch)
    }
}
