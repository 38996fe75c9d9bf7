import DaybookApp
import DaybookCore
import Testing

@Suite struct PriorityTests {
    @Test("006.14 A person gives a to-do a priority, sees which it has, takes it away, and undoes that")
    func priority() throws {
        let person = Person()
        try person.add("Rent")
        let id = try #require(person.state.incomplete.first).id
        var priority: FieldValue { person.state.book[id].flatMap { $0.extraFields[.priority] } ?? .nothing }
        person.dispatch(.screen(.details(id)))
        try person.tap("#chip-priority")
        #expect(person.named("None")?.last?[.ariaPressed] == "true" && priority == .nothing)
        try person.tap("High")
        #expect(priority == .choice(1))
        #expect(person.named("High")?.last?[.ariaPressed] == "true")
        #expect(person.named("None")?.last?[.ariaPressed] == "false")
        #expect(person.html.contains("aria-label=\"Finish: Rent, High\""), "the row says it")
        try person.tap("Low")
        #expect(priority == .choice(9))
        try person.tap("None")
        #expect(priority == .nothing)
        person.dispatch(.item(.undo))
        #expect(priority == .choice(9))
    }
}
