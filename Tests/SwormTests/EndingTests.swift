import Fixtures
import Foundation
import Sworm
import Synchronization
import Testing

/// Databases that are closed or interrupted at any moment.
@Suite struct EndingTests {
    @Test("An interruption may come at any moment, and leaves no transaction open")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        let isDone = Atomic(false)
        let isEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !isDone.load(ordering: .relaxed) { db.interrupt() }
            isEnded.signal()
        }
        var interruptions = 0
        for _ in 0..<2_000 {
            do {
                _ = try db.read { try $0.query(Member.self) }
                try db.write { db in try db.savepoint { try db.update(Member(name: "Bob"), where: Member.id == 1) } }
            } catch {
                interruptions += 1
            }
        }
        isDone.store(true, ordering: .relaxed)
        isEnded.wait()
        #expect(interruptions > 0)
        #expect(try db.read { try $0.count(Member.table.all) } == 1)
        #expect(try db.write { try $0.update(Member(name: "Cy"), where: Member.id == 1) } == 1)
    }

    @Test("Whoever asks a closed database is told that it was closed") func closed() async throws {
        let db = try Database()
        try db.close()
        let read = #expect(throws: SwormError.self) { try db.read { try $0.value(sql: "SELECT 1", as: Int.self) } }
        #expect(read?.description.hasPrefix("The database was closed") == true)
        let write = await #expect(throws: SwormError.self) {
            try await db.write { try $0.execute(sql: "CREATE TABLE a (b)") }
        }
        #expect(write?.description.hasPrefix("The database was closed") == true)
    }

    @Test("A database may be closed while others read; they are told, and none of them reads on")
    func closedMeanwhile() async throws {
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            let db = try Database(path: folder.path("a.sqlite"))
            try db.migrate([Member.self])
            try db.insert(Member(name: "Ann"))
            let reads = Atomic(0)
            let ended = DispatchGroup()
            for _ in 0..<8 {
                ended.enter()
                Thread.detachNewThread {
                    while (try? db.query(Member.self)) != nil { reads.add(1, ordering: .relaxed) }
                    ended.leave()
                }
            }
            while reads.load(ordering: .relaxed) < 20 { await Task.yield() }
            try db.close()
            await withCheckedContinuation { continuation in
                ended.notify(queue: .global()) { continuation.resume() }
            }
            #expect(throws: SwormError.self) { try db.query(Member.self) }
        }
    }

    @Test(
        "A wait that SQLite can't count is the nearest that it can",
        arguments: [(-1, 0), (.nan, 0), (0.25, 250), (1e12, 2_147_483_000), (.infinity, 2_147_483_000)]
            as [(Double, Int)])
    func wait(_ seconds: Double, _ milliseconds: Int) throws {
        var options = Database.Options()
        options.busyTimeout = seconds
        let db = try Database(options: options)
        #expect(
            try db.writeWithoutTransaction { try $0.value(sql: "PRAGMA busy_timeout", as: Int.self) } == milliseconds)
    }
}
