import DaybookApp
import DaybookCore
import Testing

/// 006.15: to-dos under to-dos, on the screen.
@Suite struct SubtaskTests {
    @Test("006.15 Children stand under their parent, and by themselves where it isn't shown; a folded one hides them")
    func rows() throws {
        let person = try Person.withTree()
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "Milk"])
        try person.tap("3 subtasks: Trip")
        #expect(person.lines == ["Trip", "Milk"])
        #expect(person.named("3 subtasks: Trip")?.last?.text == "3", "what is hidden is counted")
        #expect(person.named("3 subtasks: Trip")?.last?[.ariaExpanded] == "false")
        person.dispatch(.todos(.search("hot")))
        #expect(person.lines == ["Hotel"], "what is searched for is found, and stands by itself")
        person.dispatch(.todos(.search("o")))
        #expect(person.lines == ["Book", "  Hotel"])
        person.dispatch(.todos(.search("")))
        try person.tap("3 subtasks: Trip")
        #expect(person.lines.count == 5)
        let hotel = try person.id("Hotel")
        person.dispatch(.item(.putOnToday(hotel, true)))
        person.dispatch(.todos(.setFilter(.today)))
        #expect(person.lines == ["Hotel"])
        person.dispatch(.item(.putOnToday(try person.id("Book"), true)))
        #expect(person.lines == ["Book", "  Hotel"])
    }

    @Test("006.15 What is folded stays so on this device, also by keys; what can't be read is left out")
    func folded() throws {
        let person = try Person.withTree()
        let book = try person.id("Book")
        try person.press("ArrowLeft", on: "Trip")
        #expect(person.lines == ["Trip", "Milk"])
        try person.press("ArrowRight", on: "Trip")
        try person.press("ArrowLeft", on: "Book")
        #expect(person.lines == ["Trip", "  Book", "  Pack", "Milk"])
        #expect(person.kept("folded") == book.text)
        var state = State(node: 1)
        state.take(settings: "folded=\(book.text)\(String(repeating: "x", count: 32))\(book.text)7; subtasks=all")
        #expect(state.subtasks.folded == [book, book])
        #expect(state.subtasks.rule == .all)
        state.take(settings: "folded=; subtasks=x")
        #expect(state.subtasks.rule == .all)
    }

    @Test("006.15 Keys put a row under the one above it and out again, each as one step, and the focus stays on it")
    func keys() throws {
        let person = try Person.withTree()
        try person.press("ArrowRight", on: "Milk", modifiers: [.alt, .shift])
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "  Milk"])
        try person.press("ArrowRight", on: "Milk", modifiers: [.alt, .shift])
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "    Milk"])
        person.dispatch(.item(.undo))
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "  Milk"])
        try person.press("ArrowLeft", on: "Book", modifiers: [.alt, .shift])
        #expect(person.lines == ["Trip", "  Pack", "  Milk", "Book", "  Hotel"], "it comes directly behind")
        person.dispatch(.item(.undo))
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "  Milk"])
        try person.press("ArrowLeft", on: "Trip", modifiers: [.alt, .shift])
        try person.press("ArrowRight", on: "Trip", modifiers: [.alt, .shift])
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "  Milk"], "there is nothing above")
        try person.press("ArrowUp", on: "Pack", modifiers: .alt)
        #expect(
            person.lines == ["Trip", "  Pack", "  Book", "    Hotel", "  Milk"], "it goes past those under another")
    }

    @Test("006.15 All that are marked are put under the one above them, and taken out, in their order")
    func several() throws {
        let person = Person()
        try person.add("D", "C", "B", "A")
        person.dispatch(.selection(.start))
        for title in ["B", "C"] { person.dispatch(.selection(.toggle(try person.id(title), extends: false))) }
        try person.press("ArrowRight", on: "B", modifiers: [.alt, .shift])
        #expect(person.lines == ["A", "  B", "  C", "D"])
        try person.press("ArrowLeft", on: "C", modifiers: [.alt, .shift])
        #expect(person.lines == ["A", "B", "C", "D"])
        person.dispatch(.item(.undo))
        #expect(person.lines == ["A", "  B", "  C", "D"])
    }

    @Test("006.15 Nothing comes to stand deeper than 8 levels; one that can't says why")
    func deep() throws {
        let person = Person()
        for number in (0..<10).reversed() { try person.add("T\(number)") }
        for number in 1...9 {
            for _ in 0..<number { try person.press("ArrowRight", on: "T\(number)", modifiers: [.alt, .shift]) }
        }
        #expect(person.lines.last == String(repeating: "  ", count: 8) + "T9")
        try person.press("ArrowRight", on: "T9", modifiers: [.alt, .shift])
        #expect(person.html.contains("at most 8 levels deep"))
        #expect(person.lines.last == String(repeating: "  ", count: 8) + "T9")
    }

    @Test("006.15 In the details a subtask is added, and the to-do is put under another and taken out")
    func details() throws {
        let person = try Person.withTree()
        person.dispatch(.screen(.details(try person.id("Book"))))
        try person.type("  ", into: "Add a subtask")
        person.dispatch(.subtasks(.add(try person.id("Book"))))
        try person.type("Flight", into: "Add a subtask")
        person.dispatch(.subtasks(.add(try person.id("Book"))))
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "    Flight", "  Pack", "Milk"])
        #expect(person.named("Add a subtask")?.last?[.value] == "")
        #expect(person.named("Trip")?.last?.tag == .button)
        try person.tap("More for: Book")
        try person.tap("Move out")
        #expect(person.lines == ["Trip", "  Pack", "Book", "  Hotel", "  Flight", "Milk"])
        #expect(person.named("Move out") == nil)
        try person.tap("More for: Book")
        try person.tap("Move under the one above")
        #expect(person.lines == ["Trip", "  Pack", "  Book", "    Hotel", "    Flight", "Milk"])
        for _ in 0..<3 { person.dispatch(.item(.undo)) }
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "Milk"])
    }

    @Test("006.15 Finishing one with open subtasks asks: all of them, it alone, or nothing; one step takes it back")
    func finish() throws {
        let person = try Person.withTree()
        try person.tap("Finish: Hotel")
        #expect(person.lines == ["Trip", "  Book", "  Pack", "Milk"], "what has none isn't asked about")
        try person.tap("Finish: Trip")
        #expect(person.html.contains("Finish 2 open subtasks too?"))
        try person.tap("Cancel")
        #expect(person.lines == ["Trip", "  Book", "  Pack", "Milk"])
        try person.tap("Finish: Trip")
        try person.tap("Leave open")
        #expect(person.lines == ["Book", "Pack", "Milk"], "by themselves")
        person.dispatch(.item(.undo))
        try person.tap("Finish: Trip")
        try person.tap("Finish too")
        #expect(person.lines == ["Milk"])
        #expect(person.state.completed.map(\.title) == ["Trip", "Book", "Pack", "Hotel"])
        person.dispatch(.item(.undo))
        #expect(person.lines == ["Trip", "  Book", "  Pack", "Milk"])
    }

    @Test("006.15 The answer can be kept, holds for all ways to finish, and is changed in the settings")
    func kept() throws {
        let person = try Person.withTree()
        try person.tap("Finish: Book")
        try person.tap("Don't ask again")
        try person.tap("Finish too")
        #expect(person.lines == ["Trip", "  Pack", "Milk"] && person.kept("subtasks") == "all")
        try person.press("x", on: "Trip")
        #expect(person.lines == ["Milk"])
        person.dispatch(.item(.undo))
        person.dispatch(.subtasks(.setRule(.one)))
        person.dispatch(.screen(.details(try person.id("Trip"))))
        try person.tap("Check")
        #expect(person.lines == ["Pack", "Milk"])
        person.dispatch(.item(.undo))
        person.dispatch(.screen(.back))
        person.dispatch(.screen(.openSettings))
        try person.tap("Ask")
        person.dispatch(.screen(.closeOverlay))
        person.dispatch(.selection(.toggle(try person.id("Trip"), extends: false)))
        try person.tap("Check")
        #expect(person.html.contains("Finish 1 open subtask too?"))
        try person.tap("Finish too")
        #expect(person.lines == ["Milk"])
    }

    @Test("006.15 A child may come before its parent, and two devices' cycle is shown on both in the same way")
    func sync() throws {
        let person = Person()
        try person.add("C")
        func pull(_ registers: Register...) {
            let time = Timestamp(milliseconds: 1_790_000_900_000)
            person.dispatch(
                .outside(
                    .pullAnswered(
                        PullPage(epoch: 1, serverTime: time, cursor: 1, hasMore: false, registers: registers))))
        }
        func stamp(_ number: UInt64) -> Stamp { Stamp(clock: (1_790_000_000_000 + number) << 16, node: 9) }
        let (a, b) = (EntityID(high: 0, low: 1), EntityID(high: 0, low: 2))
        pull(
            Register(b, .title, stamp(1), Array("B".utf8)), Register(b, .todoPosition, stamp(1), [0x90]),
            Register(b, .parent, stamp(1), a.bytes))
        #expect(person.lines.contains("B"))
        pull(Register(a, .title, stamp(2), Array("A".utf8)), Register(a, .todoPosition, stamp(2), [0x91]))
        #expect(person.lines.contains("A") && person.lines.contains("  B"))
        pull(Register(a, .parent, stamp(3), b.bytes))
        #expect(person.lines.contains("A") && person.lines.contains("  B"), "the smallest id stands on top")
    }

    @Test("006.15 A row is dragged in and out, with what is under it, and down past another one, as one step")
    func drag() throws {
        let person = try Person.withTree()
        try person.drag("Milk", x: 0, y: -60)
        #expect(
            person.lines == ["Trip", "  Book", "    Hotel", "  Milk", "  Pack"], "between two that stand under Trip")
        person.dispatch(.item(.undo))
        try person.drag("Milk", x: 45, y: 0)
        #expect(person.lines == ["Trip", "  Book", "    Hotel", "  Pack", "  Milk"])
        try person.drag("Book", x: -45, y: 120)
        #expect(person.lines == ["Trip", "  Pack", "  Milk", "Book", "  Hotel"])
        person.dispatch(.item(.undo))
        try person.drag("Book", x: 0, y: 60)
        #expect(person.lines == ["Trip", "  Pack", "  Book", "    Hotel", "  Milk"])
        try person.drag("Hotel", x: 500, y: 120)
        #expect(
            person.lines == ["Trip", "  Pack", "  Book", "  Milk", "    Hotel"], "no deeper than under the row above")
        try person.drag("Trip", x: 500, y: 500)
        #expect(person.lines == ["Trip", "  Pack", "  Book", "  Milk", "    Hotel"], "not under what stands under it")
    }

    @Test("006.15 5,000 subtasks of one to-do are rows like others: only those near the window exist")
    func many() throws {
        let person = Person()
        try person.add("Trip")
        let trip = try person.id("Trip")
        person.dispatch(
            .item(
                .createAll(
                    (0..<5_000).map { number in
                        var draft = Changes.todo(title: "T\(number)")
                        draft[.parent] = .entity(trip)
                        return draft
                    })))
        #expect(person.state.visible.count == 5_001)
        #expect(person.screen.element?.all(class: "row").count ?? 0 < 100)
        try person.tap("5,000 subtasks: Trip")
        #expect(person.state.visible.count == 1)
    }
}

extension Person {
    /// Trip with Book (with Hotel) and Pack, then Milk.
    fileprivate static func withTree() throws -> Person {
        let person = Person()
        try person.add("Milk", "Pack", "Hotel", "Book", "Trip")
        for title in ["Book", "Hotel", "Hotel", "Pack"] {
            try person.press("ArrowRight", on: title, modifiers: [.alt, .shift])
        }
        return person
    }

    fileprivate func drag(_ title: String, x: Int, y: Int) throws {
        dispatch(.gesture(.pressGrip(try id(title), x: 100, y: 300)))
        dispatch(.gesture(.move(x: 100 + x / 2, y: 300 + y / 2)))
        dispatch(.gesture(.move(x: 100 + x, y: 300 + y)))
        dispatch(.gesture(.release))
    }

    /// The open rows, with two spaces before each a level.
    fileprivate var lines: [String] {
        screen.element?.all(class: "row").filter { !($0[.class] ?? "").contains("done") }.map { row in
            let level = row[.ariaLevel].flatMap { Int($0) } ?? 1
            return String(repeating: "  ", count: level - 1) + (row.all(class: "name").first?.text ?? "")
        } ?? []
    }

    fileprivate func id(_ title: String) throws -> EntityID {
        try #require((state.incomplete + state.completed).first { $0.title == title }).id
    }

    @Test(
        "006.11 006.15 “Finish too” asks about and finishes what is due with the one above, and no later week's money")
    func finishToo() throws {
        let person = Person()
        let today = try #require(CivilDate("2026-09-21"))
        func add(_ title: String, under parent: EntityID? = nil, repeats: Bool = true) throws -> EntityID {
            var draft = Changes.todo(title: title, due: repeats ? today : nil)
            if repeats { draft[.repeats] = .repeats(Repeat("FREQ=WEEKLY", .every, anchor: today)) }
            if parent != nil { draft[.amount] = .amount(try Amount("5", usual: #require(Currency("EUR")))) }
            draft[.parent] = parent.map { .entity($0) }
            person.dispatch(.item(.create(draft)))
            return try person.id(title)
        }
        let week = try add("Week")
        let rent = try add("Rent", under: week)
        let lunch = try add("Lunch", under: week, repeats: false)
        person.dispatch(.item(.toggle(rent)))
        #expect(person.state.book.entries.count == 1)
        person.dispatch(.item(.toggle(week)))
        try person.tap("Finish too")
        #expect(person.state.book.entries.count == 2, "the lunch")
        let next = today.adding(days: 7)
        #expect(person.state.book[rent]?.due == next && person.state.book[week]?.due == next)
        #expect(person.state.book[lunch]?.isCompleted == false)
        person.dispatch(.item(.undo))
        #expect(person.state.book.entries.count == 1 && person.state.book[week]?.due == today)
        #expect(person.state.book[lunch]?.isCompleted == false)
    }
}
