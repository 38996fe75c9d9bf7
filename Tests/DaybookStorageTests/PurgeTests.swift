import DaybookCore
import Testing

@testable import DaybookStorage

@Suite struct PurgeTests {
    let book: Book
    let day: Int64 = 86_400_000
    let now = Timestamp(milliseconds: 1_790_000_000_000)

    init() throws { book = try Book.inMemory() }

    private func later(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: now.milliseconds + milliseconds) }

    private func deleted(_ title: String, at time: Timestamp) throws -> EntityID {
        let id = try book.write(at: now) { try $0.add(todo: .todo(title: title, notes: "n")).todo.id }
        try book.write(at: time) { try $0.perform(.delete(.todo, id)) }
        return id
    }

    private func fields(_ id: EntityID) throws -> [Field] {
        try book.read { try $0.record(id).registers.map(\.field) }
    }

    private func push(_ changes: [Register]) throws {
        _ = try book.write(at: later(day)) { try $0.accept(PushRequest(node: 9, changes: changes)) }
    }

    @Test("A purge drops what deleted things held, keeps that they are deleted, and leaves the rest alone")
    func purge() throws {
        let (old, recent) = (try deleted("old", at: later(1_000)), try deleted("recent", at: later(2 * day)))
        let alive = try book.write(at: now) { try $0.add(todo: .todo(title: "alive")).todo.id }
        let head = try book.read { try $0.head() }
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 1)
        #expect(try fields(old) == [.deleted])
        #expect(try fields(recent).contains(.title))
        #expect(try fields(alive).contains(.title))
        #expect(try book.read { try $0.head() } == head)
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 0)
    }

    @Test("A tag that another client deletes is gone from its entry, before a purge and after, until it is given anew")
    func deletedTag() throws {
        let amount = try Amount("5 USD", usual: #require(Currency("USD")))
        let draft = Changes.entry(kind: .expense, amount: amount, day: .local(now), tags: ["food"])
        let id = try book.write(at: now) { try $0.add(entry: draft).entry.id }
        let tag = ItemTag.id("food", of: id)
        func tags() throws -> [String]? { try book.read { try $0.entryRow(id)?.entry.tags } }
        #expect(try tags() == ["food"])
        try push([Register(tag, .deleted, Stamp(clock: UInt64(later(1_000).milliseconds) << 16, node: 9), [])])
        #expect(try tags() == [])
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 1)
        #expect(try fields(tag) == [.deleted])
        try book.write(at: later(day)) { try $0.perform(.edit(.entry, id, .entry(note: "x"))) }
        #expect(try tags() == [])
        #expect(try book.read { try $0.tagTotals() }.map(\.tag) == [nil])
        try book.write(at: later(2 * day)) { try $0.perform(.edit(.entry, id, .entry(tags: ["food"]))) }
        #expect(try tags() == ["food"])
    }

    @Test("What a device still has of something purged doesn't bring it back") func late() throws {
        let id = try deleted("gone", at: later(1_000))
        try book.write { _ = try $0.purge(deletedBefore: later(day)) }
        try push([Register(id, .title, Stamp(clock: UInt64(now.milliseconds) << 16, node: 9), [0x41])])
        #expect(try book.read { try $0.count() } == 0)
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 1)
        #expect(try fields(id) == [.deleted])
    }

    @Test("Who changed a thing after it was deleted elsewhere gives back all that was purged there") func back() throws
    {
        let device = try Book.inMemory()
        try device.write { try $0.setRemote(url: "http://server") }
        let id = try device.write(at: now) { try $0.add(todo: .todo(title: "milk", notes: "n")).todo.id }
        try push(device.read { try $0.pendingRegisters() })
        try device.write { try $0.apply([.acknowledge(try $0.reader.pendingRegisters())]) }

        try book.write(at: later(1_000)) { try $0.perform(.delete(.todo, id)) }
        try book.write { _ = try $0.purge(deletedBefore: later(day)) }
        try device.write(at: later(2_000)) { try $0.perform(.edit(.todo, id, .todo(notes: "two"))) }
        try push(device.read { try $0.pendingRegisters() })
        #expect(try book.read { try $0.count() } == 0, "the title isn't here any more")

        let page = try book.read { try $0.page(after: 0, now: now) }
        try device.write { try $0.apply([.merge(page.registers)]) }
        try push(device.read { try $0.pendingRegisters() })
        let todo = try #require(try book.read { try $0.row(id)?.todo })
        #expect(todo.title == "milk")
        #expect(todo.notes == "two")
    }

    @Test("A device keeps what it has yet to send") func unsent() throws {
        try book.write { try $0.setRemote(url: "http://server") }
        let id = try deleted("unsent", at: later(1_000))
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 0)
        try book.write { try $0.apply([.acknowledge(try $0.reader.pendingRegisters())]) }
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 1)
        #expect(try fields(id) == [.deleted])
    }

    @Test("The recording of something purged goes, unless something else names it") func recordings() throws {
        let amount = try Amount("1 USD", usual: #require(Currency("USD")))
        let today = try #require(CivilDate("2026-11-21"))
        let recordings = try [1, 2].map { try Recording([UInt8]("RIFF\($0)   WAVEfmt ".utf8)) }
        for (number, recording) in [(0, recordings[0]), (1, recordings[1]), (2, recordings[1])] {
            let draft = Changes.entry(kind: .expense, amount: amount, day: today, voice: recording.digest)
            let id = EntityID(high: 1, low: UInt64(number))
            try book.write(at: now) { book in
                try book.store(recording)
                try book.add(entry: draft, id: id)
                if number < 2 { try book.perform(.delete(.entry, id)) }
            }
        }
        #expect(try book.write { try $0.purge(deletedBefore: later(day)) } == 2)
        #expect(try book.read { try $0.lacking(recordings.map(\.digest)) } == [recordings[0].digest])
    }
}
