import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@testable import DaybookPostgres

/// Several servers that use one database.
@Suite struct ClusterTests {
    private func now() -> UInt64 { UInt64(clamping: Timestamp.now().milliseconds) }

    @Test("009.4 Devices that push to two servers at once lose nothing, and who pulls meanwhile gets all of it")
    func atOnce() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let nodes = [try test.node(), try test.node()]
        defer { for node in nodes { node.close() } }
        let start = now()
        let written = Shared<[RegisterKey: Register]>([:])
        let seqs = Shared<[UInt64]>([])
        let isDone = Shared(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for device in 0..<8 {
                        group.addTask {
                            var random = SeededRandom(UInt64(device))
                            for step in 0..<25 {
                                let registers = (0..<3).map { _ in
                                    Register.title(
                                        UInt64(random.below(5)), "\(random.below(1_000))",
                                        at: start + UInt64(step * 40 + random.below(400)), node: UInt64(device) << 61)
                                }
                                let answer = try await nodes[device % 2].book(1).accept(
                                    PushRequest(node: 1, changes: registers))
                                guard case .accepted(let seq, _, _) = answer else { continue }
                                if seq > 0 { seqs.withLock { $0.append(seq) } }
                                written.withLock { written in
                                    for register in registers where written[register.key].map(register.wins) ?? true {
                                        written[register.key] = register
                                    }
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                isDone.withLock { $0 = true }
            }
            group.addTask {
                var (cursor, copy) = (UInt64(0), [RegisterKey: Register]())
                var isLast = false
                while !isLast, !Task.isCancelled {
                    isLast = isDone.withLock { $0 }
                    let page = try await nodes[Int(cursor % 2)].book(1).page(after: cursor) { $0 }
                    #expect(page.cursor >= cursor)
                    cursor = page.cursor
                    for register in page.registers where copy[register.key].map(register.wins) ?? true {
                        copy[register.key] = register
                    }
                }
                try Task.checkCancellation()
                #expect(copy == written.withLock { $0 })
            }
            try await group.waitForAll()
        }
        let given = seqs.withLock { $0 }
        #expect(Set(given).count == given.count && given.count > 20)
    }

    @Test("009.4 A push that waited for another is decided by what that one left")
    func waited() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let node = try test.node()
        defer { node.close() }
        let (start, other) = (now(), try BookDatabase.connect(PostgresAddress(test.url)))
        try other.execute("SET idle_in_transaction_session_timeout = 0; BEGIN; UPDATE books SET seq = 1")
        let call = PostgresBook.insertion(of: [(.title(1, "later", at: start + 1), 1)], 1)
        try other.run(call.sql, call.parameters)
        let push = PushRequest(node: 1, changes: [.title(1, "earlier", at: start)])
        let answer = Task { try await node.book(1).accept(push) }
        try await eventually {
            let waiting = "wait_event_type = 'Lock' AND datname = current_database()"
            return try test.sql("SELECT count(*) FROM pg_stat_activity WHERE \(waiting)") != "0"
        }
        try other.execute("COMMIT")
        guard case .accepted(0, _, _) = try await answer.value else {
            Issue.record("it is older than what was there")
            return
        }
        #expect(try await node.book(1).page(after: 0) { $0.registers.map(\.value) } == [Array("later".utf8)])
    }

    @Test("009.5 A device that listens to one server hears of a push to another")
    func heads() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let (near, far) = (try test.node(), try test.node())
        defer {
            near.close()
            far.close()
        }
        let heard = Shared<[UInt64]>([])
        let listening = Task { for await head in far.book(1).heads() { heard.withLock { $0.append(head.seq) } } }
        try await eventually { heard.withLock { $0.last == 0 } }
        _ = try await near.book(1).accept(PushRequest(node: 1, changes: [.title(1, "x", at: now())]))
        try await eventually { heard.withLock { $0.last == 1 } }
        listening.cancel()
    }

    @Test("009.5 Where a notice is lost, a device hears of the commit with the next sign of life")
    func lostNotice() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let (near, far) = (try test.node(), try test.node(lifeSign: .milliseconds(100)))
        defer {
            near.close()
            far.close()
        }
        let heard = Shared<UInt64?>(nil)
        let listening = Task { for await head in far.book(1).heads() { heard.withLock { $0 = head.seq } } }
        try await eventually { heard.withLock { $0 == 0 } }
        // As if a server had committed, and died before it told anybody.
        try test.sql("UPDATE books SET seq = 5")
        try await eventually { heard.withLock { $0 == 5 } }
        // And where the connection that listens ends.
        try test.sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND datname = current_database()
            """)
        try test.sql("UPDATE books SET seq = 6")
        try await eventually { heard.withLock { $0 == 6 } }
        listening.cancel()
    }

    @Test("009.7 PostgreSQL may be killed and started: what was acknowledged is there, and servers go on")
    func killed() async throws {
        let postgres = try Postgres()
        let test = try TestDatabase(postgres)
        try test.addBook(1)
        let node = try test.node()
        defer { node.close() }
        let start = now()
        for number in 0..<20 {
            _ = try await node.book(1).accept(PushRequest(node: 1, changes: [.title(UInt64(number), "x", at: start)]))
        }
        try postgres.kill()
        do {
            _ = try await node.book(1).accept(PushRequest(node: 1, changes: [.title(99, "x", at: start)]))
            Issue.record("there is nobody to keep it")
        } catch {
            #expect(error.message.contains("can't be reached") || error.message.contains("didn't confirm"))
        }
        try postgres.start()
        let answer = try await node.book(1).accept(PushRequest(node: 1, changes: [.title(99, "x", at: start)]))
        guard case .accepted(21, _, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(try await node.book(1).page(after: 0) { $0.registers.count } == 21)
    }

    @Test("009.7 After a standby took over, which may lack what was answered, devices start over")
    func takeover() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let (before, after) = (try test.node(), try test.node())
        defer {
            before.close()
            after.close()
        }
        let first = try await before.book(1).head()
        #expect(try await after.book(1).head() == first)
        let line = try test.sql("SELECT timeline FROM installation")
        try test.sql("UPDATE installation SET timeline = '00000000'")
        let late = try test.node()
        defer { late.close() }
        let second = try await late.book(1).head()
        #expect(second.seq == first.seq && second.epoch != first.epoch)
        // Once for all servers, also for those that were there before.
        #expect(try await before.book(1).head() == second)
        #expect(try test.sql("SELECT timeline FROM installation") == line)
        let later = try test.node()
        defer { later.close() }
        #expect(try await later.book(1).head() == second)
    }

    @Test("009.2 A database without tables, or of another version, is refused, with the command to run")
    func versions() async throws {
        let postgres = try Postgres.shared()
        let url = try postgres.database()
        func check() async -> String? {
            do {
                let node = BookDatabase(try PostgresAddress(url), connections: 1)
                defer { node.close() }
                try await node.check()
                return nil
            } catch {
                return error.message
            }
        }
        #expect(await check()?.contains("daybook database init") == true)
        try BookDatabase.initialize(PostgresAddress(url))
        #expect(await check() == nil)
        #expect(throws: PostgresError.isThere("The database has tables of Daybook already")) {
            try BookDatabase.initialize(PostgresAddress(url))
        }
        try postgres.sql("UPDATE installation SET version = 0", in: url)
        let words = await check() ?? ""
        #expect(words.contains("daybook database migrate") && words.hasSuffix("Stop the servers first."), "\(words)")
        try postgres.sql("UPDATE installation SET version = 99, served_from = 98", in: url)
        #expect(await check()?.contains("newer Daybook (version 99, known is 6)") == true)
        #expect(throws: PostgresError.otherVersion(99, known: 6)) {
            try BookDatabase.migrate(PostgresAddress(url))
        }
    }

    @Test("009.2 Migrating makes the tables of the first version those of this one, and keeps what is in them")
    func migrating() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        try test.sql(
            """
            DROP TABLE undo, import_answers, push_key, push_sent, push_devices, push_leases, told_texts;
            ALTER TABLE blobs ALTER bytes SET NOT NULL;
            ALTER TABLE installation DROP COLUMN served_from;
            UPDATE installation SET version = 1
            """)
        let address = try PostgresAddress(test.url)
        #expect(throws: PostgresError.otherVersion(1, known: 6)) { try BookDatabase.connect(address) }
        #expect(try BookDatabase.migrate(address) == 1)
        #expect(try BookDatabase.migrate(address) == 6)
        let node = try test.node()
        defer { node.close() }
        #expect(try await node.book(1).head().seq == 0)
        #expect(try test.sql("SELECT count(*) FROM push_devices, undo") == "0")
        try test.sql("INSERT INTO blobs (account, sha256) VALUES (1, '')")
    }

    @Test("009.2 Migrating beside a transaction that takes long changes nothing, and says whose it is and what to do")
    func migratingBesideOthers() async throws {
        let test = try TestDatabase()
        try test.sql("DROP TABLE push_devices, push_sent, told_texts; UPDATE installation SET version = 4")
        try test.sql(
            """
            CREATE TABLE push_devices (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)
            """)
        let address = try PostgresAddress(test.url)
        let other = try PostgresConnection(address)
        try other.execute("BEGIN; LOCK TABLE push_devices IN ACCESS SHARE MODE")
        let process = try other.run("SELECT pg_backend_pid()::bigint").number(0, 0)
        let error = #expect(throws: PostgresError.inUse(processes: [process])) { try BookDatabase.migrate(address) }
        let message = try #require(error?.message)
        #expect(message.contains("\(process)") && message.contains("run the command again"), "\(message)")
        try other.execute("COMMIT")
        #expect(try BookDatabase.migrate(address) == 4)
    }

    @Test("009.2 Servers go on, and start, beside tables of a later version, if that lets them")
    func sideBySide() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let (old, new) = (try test.node(), try test.node())
        defer { for node in [old, new] { node.close() } }
        func push(_ id: UInt64, at node: BookDatabase) async throws {
            let register = Register.title(id, "\(id)", at: UInt64(Timestamp.now().milliseconds))
            guard case .accepted = try await node.book(1).accept(PushRequest(node: 1, changes: [register])) else {
                Issue.record("the clock is right")
                return
            }
        }
        try await push(1, at: old)
        // What the next version may do: it adds, and says since when programs can serve what is there then.
        try test.sql(
            """
            ALTER TABLE registers ADD COLUMN more text; ALTER TABLE books ADD COLUMN more bigint NOT NULL DEFAULT 0;
            UPDATE installation SET version = version + 1
            """)
        old.pool.forget()
        try await push(2, at: old)
        try await push(3, at: new)
        #expect(try await new.book(1).page(after: 0) { $0.registers.count } == 3)
        try test.sql("UPDATE installation SET served_from = version")
        old.pool.forget()
        await #expect(throws: PostgresError.otherVersion(7, known: 6)) { try await push(4, at: old) }
    }

    @Test("A wrong password is told as such, and shown nowhere")
    func password() async throws {
        let postgres = try Postgres.shared()
        try postgres.sql(
            "DO $$ BEGIN CREATE ROLE locked LOGIN PASSWORD 'right'; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        let address = try PostgresAddress(postgres.address("postgres", user: "locked", password: "wr0ng-secret"))
        do {
            _ = try BookDatabase.connect(address)
            Issue.record("it was let in")
        } catch {
            #expect(error.message.contains("password authentication failed for user \"locked\""), "\(error.message)")
            #expect(!error.message.contains("wr0ng") && !"\(error)".contains("wr0ng"))
        }
        for text in ["", "nonsense", "postgres://u:wr0ng@[h/x", "http://wr0ng"] {
            do {
                _ = try PostgresAddress(text)
                Issue.record("\(text)")
            } catch {
                #expect(error == .badAddress && !error.message.contains("wr0ng"))
            }
        }
    }

    @Test("009.3 Of two writes of the same clock the greater node wins, whatever its first bit is")
    func nodes() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let node = try test.node()
        defer { node.close() }
        let start = now()
        for (id, nodes) in [(UInt64(1), [1, UInt64.max]), (2, [UInt64.max, 1])] {
            for writer in nodes {
                let register = Register.title(id, "\(writer)", at: start, node: writer)
                _ = try await node.book(1).accept(PushRequest(node: 1, changes: [register]))
            }
        }
        let kept = try await node.book(1).page(after: 0) { $0 }.registers
        #expect(kept.map(\.stamp.node) == [.max, .max])
        #expect(kept.map { String(decoding: $0.value, as: UTF8.self) } == ["\(UInt64.max)", "\(UInt64.max)"])
    }

    @Test("009.6 What a server made of an older state isn't written, and it is told so")
    func overtaken() async throws {
        let test = try TestDatabase()
        try test.addBook(1)
        let (near, far) = (try test.node(), try test.node())
        defer {
            near.close()
            far.close()
        }
        let head = try await near.book(1).head()
        _ = try await far.book(1).accept(PushRequest(node: 1, changes: [.title(1, "first", at: now())]))
        let draft = [Register.title(2, "made before", at: now())]
        func isKept(at head: BookHead) async throws -> Bool {
            switch try await near.book(1).write(draft, at: head) {
            case .kept: return true
            case .overtaken: return false
            }
        }
        #expect(try await !isKept(at: head))
        #expect(try await near.book(1).page(after: 0) { $0 }.registers.count == 1)
        #expect(try await isKept(at: near.book(1).head()))
        #expect(try await near.book(1).page(after: 0) { $0 }.registers.count == 2)
    }

    @Test("Recordings are kept for each account by itself")
    func recordings() async throws {
        let test = try TestDatabase()
        for account: Int64 in [1, 2] { try test.addBook(account) }
        let node = try test.node()
        defer { node.close() }
        let recording = try Recording(Array("OggS".utf8) + [UInt8](repeating: 7, count: 300_000))
        let other = Digest(of: [1])
        try await node.book(1).store(recording)
        try await node.book(1).store(recording)
        #expect(try await node.book(1).blob(recording.digest) == recording.bytes)
        #expect(try await node.book(2).blob(recording.digest) == nil)
        #expect(try await node.book(1).lacking([recording.digest, other]) == [other])
        #expect(try await node.book(2).lacking([other, recording.digest]) == [other, recording.digest])
        #expect(try await node.book(2).lacking([]) == [])
    }

    @Test("Notices hold as much as PostgreSQL takes, and are read as they were written")
    func notices() {
        let heads = Dictionary(uniqueKeysWithValues: (1...2_000).map { (Int64($0), UInt64($0) << 40) })
        let notices = HeadWatch.notices(heads)
        #expect(notices.count > 1 && notices.allSatisfy { $0.utf8.count < 8_000 })
        #expect(notices.map(HeadWatch.heads).reduce(into: [:]) { $0.merge($1) { $1 } } == heads)
        #expect(HeadWatch.heads("x,1,2:,3:4:5,6:7") == [6: 7])
    }
}
