import DaybookCore
import Fixtures
import Testing

@Suite struct MoveTests {
    var device = Device()

    @Test("A drag puts an item exactly between two others, to the top or to the bottom") mutating func drag() {
        let (a, b, c, d) = (device.add("a"), device.add("b"), device.add("c"), device.add("d"))
        #expect(device.titles(.todo) == ["d", "c", "b", "a"])
        device.perform(.move(a, .before(c)))
        #expect(device.titles(.todo) == ["d", "a", "c", "b"])
        device.perform(.move(d, .after(b)))
        #expect(device.titles(.todo) == ["a", "c", "b", "d"])
        device.perform(.move(b, .before(a)))
        #expect(device.titles(.todo) == ["b", "a", "c", "d"])
        device.perform(.move(b, .last))
        device.perform(.move(c, .first))
        #expect(device.titles(.todo) == ["c", "a", "d", "b"])
        _ = device.add("new")
        #expect(device.titles(.todo) == ["new", "c", "a", "d", "b"])
    }

    @Test("An item moves only next to one of its section") mutating func otherSection() {
        let (a, b) = (device.add("a"), device.add("b"))
        device.perform(.check(b))
        #expect(device.perform(.move(a, .before(b))) == .otherSection(b))
        let gone = EntityID(high: 1, low: 1)
        #expect(device.perform(.move(a, .after(gone))) == .notFound(.todo, gone))
        #expect(device.perform(.move(gone, .first)) == .notFound(.todo, gone))
    }

    @Test("A check wins section and first place against a drag at the same time")
    mutating func checkAgainstDrag() {
        let (a, b, c) = (device.add("a"), device.add("b"), device.add("c"))
        device.perform(.check(c))
        var other = Device(node: 2, now: device.now.milliseconds + 10_000)
        other.merge(device.registers)
        device.perform(.check(a))
        other.perform(.move(a, .before(b)))
        device.merge(other.registers)
        other.merge(device.registers)
        #expect(device.titles(.done) == ["a", "c"])
        #expect(other.titles(.done) == ["a", "c"])
        #expect(device.titles(.todo) == ["b"])
    }

    @Test("Items with equal places can still be parted") mutating func equalPlaces() {
        let ids = (0..<40).map { device.add("\($0)", order: 1) }
        let order = device.list.items(in: .todo).map(\.id)
        device.perform(.move(order[35], .before(order[3])))
        var expected = order
        expected.insert(expected.remove(at: 35), at: 3)
        #expect(device.list.items(in: .todo).map(\.id) == expected)
        #expect(Set(ids) == Set(expected))
    }

    @Test("Thousands of drags, some into one gap, keep the order asked for and every key within 64 bytes")
    mutating func manyDrags() {
        var expected = (0..<20).map { device.add("\($0)") }
        expected.reverse()
        for round in 0..<4_000 {
            // Two thirds of the drags go to and fro around one gap, where keys grow fastest.
            let intoGap = round % 3 != 0
            let from = intoGap ? (round % 2 == 0 ? 9 : 11) : Int(device.random.next() % 20)
            let to = intoGap ? 10 : Int(device.random.next() % 20)
            guard from != to else { continue }
            let (item, anchor) = (expected[from], expected[to])
            let place: TodoPlace = round % 5 < 2 ? .before(anchor) : .after(anchor)
            #expect(device.perform(.move(item, place)) == nil)
            expected.remove(at: from)
            let index = expected.firstIndex(of: anchor) ?? 0
            expected.insert(item, at: place == .before(anchor) ? index : index + 1)
            if device.list.items(in: .todo).map(\.id) != expected {
                Issue.record("wrong order after drag \(round)")
                return
            }
        }
        #expect(device.list.all.map(\.todoPosition.bytes.count).max() ?? 99 <= 64)
    }

    @Test("A place is compared as bytes: newest first, then numbers, then unchecked ones in their order")
    func ranges() throws {
        let early = Stamp(clock: 1_000, node: 1)
        let late = Stamp(clock: 2_000, node: 1)
        let number = try #require(Position.number(-.infinity))
        let places = [Position.first(late), .first(early), number, .last(early), .last(late)]
        #expect(places == places.sorted())
        #expect(Position.number(-0.0) == Position.number(0))
        #expect(Position.number(7)?.number == 7)
        #expect(Position.first(late).number == nil)
    }
}
