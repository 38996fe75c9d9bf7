import DaybookCore
import Testing

@Suite struct ListTests {
    private var clock = HybridClock(node: 1)
    private let id = EntityID(derivedFrom: [1], for: "test")

    private mutating func record(_ actions: ListAction...) throws -> Record {
        var record = Record(id: id)
        for (second, action) in actions.enumerated() {
            let now = Timestamp(milliseconds: Int64(second + 1) * 1_000)
            for register in try action.registers(ItemList(record), clock: &clock, now: now).get() {
                record.merge(register, isPending: true)
            }
        }
        return record
    }

    private func values(_ name: String) -> FieldValues {
        var values = FieldValues()
        values[.title] = .text(name)
        return values
    }

    @Test("006.13 A list has its name without the space around it, and is no to-do") mutating func list() throws {
        let record = try record(.add(id, values(" Home ")), .edit(id, values("House")))
        #expect(ItemList(record)?.name == "House")
        #expect(Todo(record) == nil && Entry(record, tags: []) == nil && record.isKnown)
    }

    @Test("006.13 A deleted list is gone, and one that is changed later on another device is back")
    mutating func deleted() throws {
        var gone = try record(.add(id, values("Home")), .delete(id))
        #expect(ItemList(gone) == nil)
        var other = HybridClock(node: 2)
        var list = try #require(ItemList(record(.add(id, values("Home")))))
        list.name = "Home"
        let later = Timestamp(milliseconds: 90_000)
        for register in try ListAction.edit(id, values("Garden")).registers(list, clock: &other, now: later).get() {
            gone.merge(register, isPending: false)
        }
        #expect(ItemList(gone)?.name == "Garden")
    }

    @Test("006.13 A blank name, and a list that isn't there, are refused") mutating func refused() {
        #expect(throws: TodoError.blankTitle) { try record(.add(id, values(" "))) }
        #expect(throws: TodoError.blankTitle) { try record(.add(id, FieldValues())) }
        #expect(throws: TodoError.notFound(id)) { try record(.edit(id, values("x"))) }
        #expect(throws: TodoError.notFound(id)) { try record(.delete(id)) }
    }
}
