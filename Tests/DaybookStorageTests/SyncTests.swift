import DaybookCore
@testable import DaybookStorage
import Testing

@Suite struct BookSyncTests {
    let book: Book
    let now = Timestamp(milliseconds: 1_790_000_000_000)

    init() throws { book = try Book.inMemory() }

    private func push(_ changes: [Register]) throws -> PushAnswer {
        try book.write(at: now) { try $0.accept(PushRequest(node: 9, changes: changes)) }
    }

    private func pull(_ cursor: UInt64?) throws -> PullPage {
        try book.read { try $0.page(after: cursor, now: now) }
    }

    private func title(_ id: UInt64, _ text: String, at milliseconds: Int64 = 1_790_000_000_000) -> Register {
        Register(
            EntityID(high: 0, low: id), .title, Stamp(clock: UInt64(milliseconds) << 16, node: 9), Array(text.utf8))
    }

    private var head: UInt64 { get throws { try book.read { try $0.head() } } }

    @Test("A push is kept under one seq, shows in the list, and a replay leaves the head alone") func replay() throws {
        let changes = [title(1, "a"), title(2, "b")]
        guard case .accepted(let seq, _, let epoch) = try push(changes) else { throw BookError.readOnly(path: "") }
        #expect(seq == 1)
        #expect(try push(changes) == .accepted(seq: 1, serverTime: now, epoch: epoch))
        #expect(try head == 1)
        #expect(Set(try book.read { try $0.rows().map(\.todo.title) }) == ["a", "b"])
        #expect(try book.read { try $0.rows().allSatisfy(\.todo.isSynced) })
    }

    @Test("A stamp more than five minutes ahead is refused with everything beside it") func ahead() throws {
        let limit = now.milliseconds + PushAnswer.greatestLead
        #expect(try push([title(1, "a"), title(2, "b", at: limit + 1)]) == .clockAhead(serverTime: now))
        #expect(try head == 0)
        #expect(try book.read { try $0.count() } == 0)
        guard case .accepted = try push([title(1, "a", at: limit)]) else {
            Issue.record("a stamp just within the limit is taken")
            return
        }
        // What is written here next still comes after it.
        try book.write(at: now) { try $0.perform(.edit(EntityID(high: 0, low: 1), TodoEdit(title: "later"))) }
        #expect(try book.read { try $0.rows().first?.todo.title } == "later")
    }

    @Test("A pull gives what came after the cursor and never splits a seq") func pages() throws {
        let count = UInt64(PullPage.usualCount / 900 + 3)
        for batch in 0..<count {
            _ = try push((0..<900).map { title(batch * 1_000 + $0, "t") })
        }
        var cursor: UInt64 = 0
        var seen: [Register] = []
        var pages = 0
        while true {
            let page = try pull(cursor)
            #expect(page.registers.count % 900 == 0)
            seen += page.registers
            cursor = page.cursor
            pages += 1
            if !page.hasMore { break }
        }
        #expect(pages == 2)
        #expect(cursor == count)
        #expect(Set(seen).count == Int(count) * 900)
        #expect(try pull(cursor).registers.isEmpty)
        #expect(try pull(cursor + 100).registers.isEmpty)
        #expect(try pull(cursor + 100).cursor == cursor)
        #expect(try pull(.max).registers.isEmpty)
    }

    @Test("What this book wrote itself is pulled as well") func ownChanges() throws {
        let row = try book.write(at: now) { try $0.add(TodoDraft(title: "mine")) }
        let page = try pull(0)
        #expect(Set(page.registers.map(\.entity)) == [row.todo.id])
        #expect(page.cursor == 1)
    }

    @Test("A new device gets no tombstones, and all of an item that comes back to life") func tombstones() throws {
        let row = try book.write(at: now) { try $0.add(TodoDraft(title: "a", notes: "n")) }
        try book.write(at: now) { try $0.perform(.delete(row.todo.id)) }
        #expect(try pull(0).registers.contains { $0.field == .deleted }, "a device that reads again needs them")
        let first = try pull(nil)
        #expect(first.registers.isEmpty)
        #expect(first.cursor == 2)

        let later = Register(
            row.todo.id, .description, Stamp(clock: UInt64(now.milliseconds + 5) << 16, node: 9), [0x41])
        _ = try push([later])
        var record = Record(id: row.todo.id)
        for register in try pull(first.cursor).registers { record.merge(register, isPending: false) }
        #expect(Todo(record)?.title == "a")
        #expect(Todo(record)?.notes == "n")
        #expect(Todo(record)?.description == "A")
    }

    @Test("Registers this version doesn't know are stored and forwarded") func unknown() throws {
        let future = Register(
            EntityID(high: 7, low: 7), Field(rawValue: 999), Stamp(clock: 5, node: 9), [1, 2, 3])
        _ = try push([future])
        #expect(try pull(0).registers == [future])
        #expect(try book.read { try $0.count() } == 0)
    }

    @Test("Random pushes leave the winner of each key, whatever their order", arguments: 0..<20)
    func winners(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let registers = (0..<80).map { _ in
            Register(
                EntityID(high: 0, low: random.next() % 3), Field(rawValue: UInt16(1 + random.next() % 9)),
                Stamp(clock: random.next() % 5, node: random.next() % 3), random.bytes(Int(random.next() % 2)))
        }
        var winners: [RegisterKey: Register] = [:]
        for register in registers {
            if let present = winners[register.key], !register.wins(over: present) { continue }
            winners[register.key] = register
        }
        for chunk in stride(from: 0, to: 80, by: 8) { _ = try push(Array(registers[chunk..<chunk + 8])) }
        var stored: Set<Register> = []
        for id in 0..<3 as Range<UInt64> {
            stored.formUnion(try book.read { try $0.record(EntityID(high: 0, low: id)).registers })
        }
        #expect(stored == Set(winners.values))
    }
}
