import DaybookCore
import Fixtures
import Testing

@Suite struct RegisterTests {
    /// Few entities, fields, clocks, nodes and values, so that every kind of tie comes up.
    private func randomRegisters(_ count: Int, _ random: inout SeededRandom) -> [Register] {
        (0..<count).map { _ in
            Register(
                EntityID(high: 0, low: random.next() % 3), Field(rawValue: UInt16(1 + random.next() % 9)),
                Stamp(clock: random.next() % 4, node: random.next() % 2), random.bytes(Int(random.next() % 2)))
        }
    }

    private func merged(_ registers: [Register]) -> [Register] {
        var device = Device()
        device.merge(registers)
        return device.registers
    }

    @Test("Merging is commutative, associative and idempotent", arguments: 0..<200)
    func laws(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let (a, b) = (randomRegisters(12, &random), randomRegisters(12, &random))
        let all = merged(a + b)
        #expect(merged(b + a) == all)
        #expect(merged((a + b).shuffled(using: &random)) == all)
        #expect(merged(all + a + b + all) == all)
        #expect(merged(merged(a) + merged(b)) == all)
    }

    @Test("The later stamp wins, then the greater node, then the greater value") func winner() {
        let id = EntityID(high: 0, low: 1)
        func register(_ clock: UInt64, _ node: UInt64, _ value: [UInt8]) -> Register {
            Register(id, .title, Stamp(clock: clock, node: node), value)
        }
        let rising = [
            register(1, 9, [9]), register(2, 1, [9]), register(2, 2, [1]), register(2, 2, [1, 0]), register(2, 2, [2]),
        ]
        for (low, a) in rising.enumerated() {
            for (high, b) in rising.enumerated() { #expect(b.wins(over: a) == (high > low)) }
        }
    }

    @Test("003.69 An acknowledgement clears the pending flag only if the stamp is still the same") func acknowledge() {
        let id = EntityID(high: 0, low: 1)
        var record = Record(id: id)
        let old = Register(id, .title, Stamp(clock: 1, node: 1), [1])
        let new = Register(id, .title, Stamp(clock: 2, node: 1), [2])
        record.merge(old, isPending: true)
        record.merge(new, isPending: true)
        #expect(record.acknowledge(.title, old.stamp) == false)
        #expect(record.pendingRegisters == [new])
        #expect(record.acknowledge(.title, new.stamp) == true)
        #expect(record.isSynced)
    }

    @Test("Fields this version doesn't know are kept") func unknownFields() {
        var device = Device()
        let id = device.add("a")
        let future = Register(id, Field(rawValue: 60_000), Stamp(clock: 5, node: 9), [1, 2, 3])
        device.merge([future])
        #expect(device.registers.contains(future))
        #expect(device.list[id]?.title == "a")
    }

    @Test("005.1 A field from 0x8000 on brings back nothing that was deleted, and one below does, known or not")
    func contentFields() {
        for (field, isBack) in [(0x8000, false), (0xFFFF, false), (0x7FFF, true), (901, true)] {
            var device = Device()
            let id = device.add("a")
            device.perform(.delete(.todo, id))
            device.merge([Register(id, Field(rawValue: UInt16(field)), Stamp(clock: 1 << 58, node: 9), [1])])
            #expect((device.list[id] != nil) == isBack)
        }
    }

    @Test("005.2 What has a type is stored, and neither shown, edited, booked nor counted")
    func types() throws {
        var device = Device()
        var money = MoneyDevice()
        let stamp = Stamp(clock: 5, node: 9)
        let amount = try Amount("5", usual: #require(Currency("EUR")))
        let (todo, entry) = (EntityID(high: 1, low: 1), EntityID(high: 1, low: 2))
        let tag = ItemTag.id("food", of: entry)
        let registers = [
            Register(todo, .type, stamp, [0, 7]), Register(todo, .title, stamp, [0x41]),
            Register(todo, .amount, stamp, amount.bytes), Register(entry, .type, stamp, []),
            Register(entry, .kind, stamp, [1]), Register(entry, .amount, stamp, amount.bytes),
            Register(tag, .type, stamp, [1]), Register(tag, .tag, stamp, [1] + entry.bytes + Array("food".utf8)),
        ]
        device.merge(registers)
        money.merge(registers)
        #expect(Set(device.registers) == Set(registers))
        #expect(device.list.count == 0 && money.entries.count == 0 && money.tags.isEmpty)
        #expect(device.perform(.check(todo)) == .notFound(.todo, todo))
        #expect(device.perform(.delete(.todo, todo)) == .notFound(.todo, todo))
        // A to-do that a newer program makes something else of is gone here.
        let own = device.add("mine")
        device.merge([Register(own, .type, Stamp(clock: 1 << 58, node: 9), [0, 7])])
        #expect(device.list[own] == nil)
    }

    @Test("A clock at its end says so, and none is taken that could bring it there")
    func lastStamp() {
        var device = Device()
        let id = device.add("a")
        device.merge([Register(id, .notes, Stamp(clock: Stamp.greatestClock, node: 9), [0x41])])
        #expect(device.perform(.edit(.todo, id, .todo(notes: "b"))) == .clockAtEnd)
        #expect(device.perform(.delete(.todo, id)) == .clockAtEnd)
        #expect(device.list[id]?.notes == "A")
        let late = Register(id, .title, Stamp(clock: UInt64(Int64.max), node: 9), [0x41])
        #expect(throws: WireError.self) { try PushRequest(bytes: PushRequest(node: 1, changes: [late]).bytes) }
        let time = Timestamp(milliseconds: 5)
        let page = PullPage(epoch: 1, serverTime: time, cursor: 1, hasMore: false, registers: [late])
        #expect(throws: WireError.self) { try PullPage(bytes: page.bytes) }
    }

    @Test("Values that another program wrote wrongly neither trap nor hide the item") func wrongValues() {
        var device = Device()
        let id = device.add("a")
        let stamp = Stamp(clock: 1 << 58, node: 9)
        device.merge([
            Register(id, .title, stamp, [0xFF, 0x41]), Register(id, .createdAt, stamp, [1]),
            Register(id, .completedAt, stamp, [1, 2, 3]), Register(id, .todoPosition, stamp, []),
        ])
        #expect(device.list[id]?.title == "\u{FFFD}A")
        #expect(device.list[id]?.isCompleted == false)
        #expect(device.perform(.move(id, .first)) == nil)
        #expect(device.perform(.check(id)) == nil)
    }

    @Test("Ids read and write as 32 hexadecimal digits; a prefix is a range") func ids() throws {
        let id = EntityID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(id.text == "0123456789abcdeffedcba9876543210")
        #expect(EntityID(id.text.uppercased()) == id)
        #expect(EntityID(bytes: id.bytes) == id)
        #expect(EntityID("0123") == nil)
        #expect(EntityID(String(repeating: "g", count: 32)) == nil)
        #expect(EntityID(String(repeating: "é", count: 16)) == nil)
        #expect(EntityID(bytes: [1, 2]) == nil)
        let range = try #require(EntityID.range(ofPrefix: "012"))
        #expect(range.contains(id))
        #expect(!range.contains(EntityID(high: 0x0130_0000_0000_0000, low: 0)))
        #expect(EntityID.range(ofPrefix: "x") == nil)
        #expect(EntityID.range(ofPrefix: "") == nil)
    }

    @Test("A first or last place that is written anew is so by the new stamp; any other value stays") func restamped() {
        let (old, new) = (Stamp(clock: 1_000, node: 1), Stamp(clock: 2_000, node: 1))
        for (place, expected) in [
            (Position.first(old), Position.first(new)), (.last(old), .last(new)), (.last(new), .last(new)),
        ] {
            let register = Register(EntityID(high: 0, low: 1), .todoPosition, old, place.bytes)
            #expect(register.restamped(new).value == expected.bytes)
        }
    }
}
