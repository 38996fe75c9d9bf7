import DaybookCore
import Fixtures
import Testing

@Suite struct ListTests {
    private var clock = HybridClock(node: 1)
    private var random = SeededRandom(1)
    private let id = EntityID(derivedFrom: [1], for: "test")

    private mutating func record(_ actions: BookAction...) throws -> Record {
        var record = Record(id: id)
        for (second, action) in actions.enumerated() {
            let now = Timestamp(milliseconds: Int64(second + 1) * 1_000)
            let lists = ItemsInMemory(lists: ItemList(record).map { [$0] } ?? [])
            for register in try action.registers(in: lists, clock: &clock, now: now, using: &random).get() {
                record.merge(register, isPending: true)
            }
        }
        return record
    }

    private func named(_ name: String) -> Changes { .todo(title: name) }

    @Test("006.13 A list has its name without the space around it, and is no to-do") mutating func list() throws {
        let record = try record(.add(.list, id, named(" Home ")), .edit(.list, id, named("House")))
        #expect(ItemList(record)?.name == "House")
        #expect(Todo(record) == nil && Entry(record, tags: []) == nil && record.isKnown)
    }

    @Test("006.13 A deleted list is gone, and one that is changed later on another device is back")
    mutating func deleted() throws {
        var gone = try record(.add(.list, id, named("Home")), .delete(.list, id))
        #expect(ItemList(gone) == nil)
        var other = HybridClock(node: 2)
        var list = try #require(ItemList(record(.add(.list, id, named("Home")))))
        list.name = "Home"
        let later = Timestamp(milliseconds: 90_000)
        for register in try BookAction.edit(.list, id, named("Garden")).registers(
            in: ItemsInMemory(lists: [list]), clock: &other, now: later, using: &random
        ).get() {
            gone.merge(register, isPending: false)
        }
        #expect(ItemList(gone)?.name == "Garden")
    }

    @Test("006.13 A blank name, and a list that isn't there, are refused") mutating func refused() {
        #expect(throws: ItemError.blankTitle(.list)) { try record(.add(.list, id, named(" "))) }
        #expect(throws: ItemError.blankTitle(.list)) { try record(.add(.list, id, Changes())) }
        #expect(throws: ItemError.notFound(.list, id)) { try record(.edit(.list, id, named("x"))) }
        #expect(throws: ItemError.notFound(.list, id)) { try record(.delete(.list, id)) }
    }
}
