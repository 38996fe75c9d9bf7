import DaybookCore
import Fixtures
import Testing

@Suite struct TodoTagTests {
    /// A device with the to-dos that its records make, tags included.
    private struct Device {
        var records: [EntityID: Record] = [:]
        var clock: HybridClock
        var random: SeededRandom
        var now = Timestamp(milliseconds: 1_790_000_000_000)

        init(node: UInt64) {
            clock = HybridClock(node: node)
            random = SeededRandom(node)
        }

        var tags: [ItemTag] { records.values.compactMap { ItemTag($0) } }
        func todo(_ id: EntityID) -> Todo? { records[id].flatMap { Todo($0, latest: nil, tags: tags) } }

        @discardableResult mutating func perform(_ action: BookAction) throws -> [Register] {
            now = Timestamp(milliseconds: now.milliseconds + 1)
            let todos = TodoList(records.values.compactMap { Todo($0, latest: nil, tags: tags) })
            let registers = try action.registers(
                in: ItemsInMemory(todos: todos), clock: &clock, now: now, using: &random
            ).get()
            merge(registers)
            return registers
        }

        mutating func merge(_ registers: [Register]) {
            for register in registers {
                clock.observe(register.stamp)
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
            }
        }
    }

    private func tagged(_ tags: String...) -> Changes {
        var changes = Changes()
        changes[.tag] = .texts(tags)
        return changes
    }

    private let id = EntityID(high: 1, low: 2)

    @Test("006.14 Two devices add different tags and take one away: all of that stands on both") func twoDevices()
        throws
    {
        var (one, other) = (Device(node: 1), Device(node: 2))
        var start = tagged("old", " old ", "tea")
        start[.title] = .text("Milk")
        other.merge(try one.perform(.add(.todo, id, start)))
        #expect(one.todo(id)?.tags == ["old", "tea"])
        let first = try one.perform(.edit(.todo, id, tagged("old", "tea", "food")))
        let second = try other.perform(.edit(.todo, id, tagged("tea", "shop")))
        one.merge(second)
        other.merge(first)
        #expect(one.todo(id)?.tags == ["food", "shop", "tea"])
        #expect(other.todo(id) == one.todo(id))
        #expect(try one.perform(.edit(.todo, id, tagged("tea", "shop", "food"))) == [], "nothing is written again")
    }

    @Test("006.14 A tag that comes after a deletion brings the to-do back") func revives() throws {
        var (one, other) = (Device(node: 1), Device(node: 2))
        other.merge(try one.perform(.add(.todo, id, .todo(title: "Milk"))))
        let deletion = try one.perform(.delete(.todo, id))
        other.now = Timestamp(milliseconds: one.now.milliseconds + 10)
        let tag = try other.perform(.edit(.todo, id, tagged("food")))
        one.merge(tag)
        other.merge(deletion)
        #expect(one.todo(id)?.tags == ["food"] && other.todo(id)?.tags == ["food"])
    }

    @Test("006.14 What can't be a tag is refused, and so are more than 100") func refused() throws {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, .todo(title: "Milk")))
        for name in ["a,b", "a#b", "", "a\nb", String(repeating: "x", count: 201)] {
            #expect(throws: ItemError.badTag(name)) { try device.perform(.edit(.todo, id, tagged(name))) }
        }
        var many = Changes()
        many[.tag] = .texts((1...101).map { "t\($0)" })
        #expect(throws: ItemError.tooManyTags(101)) { try device.perform(.edit(.todo, id, many)) }
        #expect(device.todo(id)?.tags == [])
    }

    @Test("006.14 What is done of a repeating to-do bears its tags, and a search finds them") func series() throws {
        var device = Device(node: 1)
        var changes = tagged("home")
        changes[.title] = .text("Rent")
        changes[.due] = .day(date("2026-12-01"))
        changes[.repeats] = .repeats(Repeat("FREQ=MONTHLY", .every, anchor: date("2026-12-01")))
        try device.perform(.add(.todo, id, changes))
        try device.perform(.check(id))
        let done = try #require(device.records.keys.compactMap { device.todo($0) }.first { $0.isPastOccurrence })
        #expect(done.tags == ["home"] && done.searchTexts().contains("#home"))
    }
}
