import DaybookApp
import DaybookCore
import Testing

@Suite struct ListScreenTests {
    private static func make(_ name: String, _ person: Person) throws {
        try person.tap("New list")
        try person.type(name, into: "Name")
        try person.tap("Save")
    }

    @Test("006.13 A person makes lists, adds to one, sees what lies in which, and moves a to-do to another")
    func lists() throws {
        let person = Person()
        try person.add("Milk")
        #expect(person.named("Inbox") == nil, "who has no lists sees none")
        try Self.make("Home", person)
        #expect(person.named("Home")?.last?[.ariaPressed] == "true", "what was made is shown")
        #expect(person.state.visible.count == 0)
        try person.add("Lamp")
        #expect(person.titles == ["Lamp"], "what is written in a list lies in it")
        try person.tap("Inbox")
        #expect(person.titles == ["Milk"])
        try person.tap("Inbox")
        #expect(person.titles == ["Lamp", "Milk"], "the same again shows all")
        let words = "<span class=\"more-text\">Home</span>"
        #expect(person.html.contains(words), "where all are shown, a row says its list")
        try Self.make("Work", person)
        #expect(person.titles == [])
        try person.tap("Work")
        let milk = try #require(person.state.incomplete.last)
        person.dispatch(.screen(.details(milk.id)))
        #expect(person.named("Inbox")?.last?[.ariaPressed] == "true")
        try person.tap("Work")
        person.dispatch(.screen(.back))
        try person.choose("Work")
        #expect(person.titles == ["Milk"])
        person.dispatch(.item(.undo))
        #expect(person.titles == [])
    }

    @Test("006.13 A list gets another name and a colour, is put away and taken out, and every step can be undone")
    func change() throws {
        let person = Person()
        try Self.make("Home", person)
        let id = try #require(person.list("Home"))
        try person.tap("Edit list")
        try person.type("  House ", into: "Name")
        try person.tap("Red")
        try person.tap("Save")
        let list = try #require(person.state.book.lists.first)
        #expect(list.name == "House" && list.others[.colour] == .choice(1))
        #expect(person.html.contains("dot red"))
        person.dispatch(.item(.undo))
        #expect(person.state.book.lists.first?.name == "Home", "both are one step")
        #expect(person.state.book.lists.first?.others[.colour] == nil)
        try person.tap("Edit list")
        try person.tap("Archive")
        #expect(person.named("Home") == nil && person.state.book.lists.first?.isArchived == true)
        try person.tap("New list")
        try person.tap("Home")
        #expect(person.state.book.lists.first?.isArchived == false && person.state.lists.shown == .list(id))
    }

    @Test("006.13 A list that is deleted leaves its to-dos in the inbox, and comes back with them by undo")
    func delete() throws {
        let person = Person()
        try Self.make("Home", person)
        try person.add("Lamp")
        try person.tap("Edit list")
        try person.tap("Delete the list")
        #expect(person.state.book.lists.isEmpty && person.titles == ["Lamp"])
        #expect(person.html.contains("Home"), "the notice says which")
        person.dispatch(.item(.undo))
        #expect(person.state.book.lists.map { $0.name } == ["Home"])
        try person.choose("Home")
        #expect(person.titles == ["Lamp"])
        try person.tap("Inbox")
        #expect(person.titles == [])
    }

    @Test("006.13 A list without a name is refused, and one that another device deleted is shown no longer")
    func bad() throws {
        let person = Person()
        try person.tap("New list")
        try person.type("   ", into: "Name")
        try person.tap("Save")
        #expect(person.state.book.lists.isEmpty && person.state.navigation.overlay == .list, "it stays, to be named")
        try person.type(String(repeating: "x", count: 70_000), into: "Name")
        try person.tap("Save")
        #expect(person.state.book.lists.isEmpty && person.state.navigation.overlay == .list)
        try person.type("Home", into: "Name")
        try person.tap("Save")
        try person.add("Lamp")
        let id = try #require(person.list("Home"))
        // Another device deletes it.
        let now = Timestamp(milliseconds: 1_790_000_900_000)
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let page = PullPage(
            epoch: 1, serverTime: now, cursor: 1, hasMore: false, registers: [Register(id, .deleted, stamp, [])])
        person.dispatch(.outside(.pullAnswered(page)))
        #expect(person.state.lists.shown == .all && person.titles == ["Lamp"])
    }
}

extension Person {
    /// The titles of the open to-dos that are shown.
    fileprivate var titles: [String] { state.visible.todo.compactMap { state.book[$0]?.title } }

    fileprivate func list(_ name: String) -> EntityID? { state.book.lists.first { $0.name == name }?.id }

    /// Chooses a list above the to-dos; rows may say its name as well.
    fileprivate func choose(_ name: String) throws { dispatch(.lists(.show(.list(try #require(list(name)))))) }
}
