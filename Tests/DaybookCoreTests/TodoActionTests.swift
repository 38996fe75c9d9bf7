import DaybookCore
import Fixtures
import Testing

@Suite struct TodoActionTests {
    var device = Device()

    @Test("002.22 A saved item is the first of the to-dos, with every field") mutating func add() {
        _ = device.add("Milk")
        let id = EntityID(using: &device.random)
        device.perform(.add(.todo, id, .todo(title: "  Bread ", description: "rye", notes: "two")))
        #expect(device.titles(.todo) == ["Bread", "Milk"])
        #expect(device.list[id]?.description == "rye")
        #expect(device.list[id]?.notes == "two")
        #expect(device.list[id]?.createdAt == device.now)
        #expect(device.list[id]?.isCompleted == false)
    }

    @Test("002.5 A checked item leaves the to-dos and becomes the first of the finished") mutating func check() {
        let (a, b, _) = (device.add("a"), device.add("b"), device.add("c"))
        device.perform(.check(a))
        device.perform(.check(b))
        #expect(device.titles(.todo) == ["c"])
        #expect(device.titles(.done) == ["b", "a"])
        #expect(device.list[b]?.completedAt == device.now)
    }

    @Test("002.6 An unchecked item leaves the finished and becomes the last of the to-dos") mutating func uncheck() {
        let (a, _, c) = (device.add("a"), device.add("b"), device.add("c"))
        device.perform(.check(c))
        device.perform(.check(a))
        device.perform(.uncheck(c))
        device.perform(.uncheck(a))
        #expect(device.titles(.todo) == ["b", "c", "a"])
        #expect(device.titles(.done).isEmpty)
        _ = device.add("d")
        #expect(device.titles(.todo) == ["d", "b", "c", "a"])
    }

    @Test("Checking what is checked already moves nothing") mutating func checkTwice() {
        let (a, b) = (device.add("a"), device.add("b"))
        device.perform(.check(a))
        device.perform(.check(b))
        let before = device.registers
        device.perform(.check(a))
        #expect(device.registers == before)
    }

    @Test("002.7 002.8 A to-do and a finished item can be deleted") mutating func delete() {
        let (a, b, c) = (device.add("a"), device.add("b"), device.add("c"))
        device.perform(.check(b))
        device.perform(.delete(.todo, a))
        device.perform(.delete(.todo, b))
        #expect(device.list.all.map(\.id) == [c])
        #expect(device.perform(.delete(.todo, a)) == .notFound(.todo, a))
        #expect(device.perform(.check(b)) == .notFound(.todo, b))
    }

    @Test("An edit that comes after a delete brings the item back; a drag doesn't") mutating func editAfterDelete() {
        let a = device.add("a")
        var other = Device(node: 2, now: device.now.milliseconds + 1_000)
        other.merge(device.registers)
        device.perform(.delete(.todo, a))
        other.perform(.edit(.todo, a, .todo(notes: "still wanted")))
        device.merge(other.registers)
        #expect(device.list[a]?.notes == "still wanted")
        #expect(device.list[a]?.title == "a")

        var third = Device(node: 3, now: device.now.milliseconds + 5_000)
        third.merge(device.registers)
        device.perform(.delete(.todo, a))
        third.perform(.move(a, .last))
        device.merge(third.registers)
        #expect(device.list[a] == nil)
    }

    @Test("003.52 Clear completed takes the finished and leaves the to-dos") mutating func clear() {
        let (a, _, c) = (device.add("a"), device.add("b"), device.add("c"))
        device.perform(.check(a))
        device.perform(.check(c))
        device.perform(.clearCompleted)
        #expect(device.titles(.todo) == ["b"])
        #expect(device.titles(.done).isEmpty)
        device.perform(.deleteAllTodos)
        #expect(device.list.count == 0)
    }

    @Test("003.59 003.67 An edit changes just its fields and makes the item unsynced") mutating func edit() throws {
        let a = device.add("a")
        device.merge(device.registers)
        #expect(device.list[a]?.isSynced == true)
        let before = try #require(device.list[a])
        device.perform(.edit(.todo, a, .todo(title: "A", notes: "n")))
        var expected = before
        (expected.title, expected.notes, expected.isSynced) = ("A", "n", false)
        #expect(device.list[a] == expected)
    }

    @Test(
        "A title must have text and at most 10,000 characters",
        arguments: [
            ("", ItemError.blankTitle(.todo)), (" \n\t\u{3000}", .blankTitle(.todo)), ("\u{3164}", .blankTitle(.todo)),
            ("\u{2800}\u{AD}", .blankTitle(.todo)), ("\u{61C}", .blankTitle(.todo)),
            ("\u{115F} \u{FFA0}", .blankTitle(.todo)),
            ("\u{FE0F}\u{200D}\u{E0001}", .blankTitle(.todo)), ("\u{7F}\u{1B}", .blankTitle(.todo)),
            (String(repeating: "x", count: 10_001), .titleTooLong(characters: 10_001)),
            (String(repeating: "👩‍👩‍👧", count: 2_001), .titleTooLong(characters: 2_001 * 5)),
            ("x" + String(repeating: " ", count: 70_000), .textTooLong(.title, bytes: 70_001)),
        ])
    func badTitles(title: String, problem: ItemError) {
        var device = device
        let id = device.add("kept")
        let before = device.registers
        #expect(device.perform(.add(.todo, EntityID(high: 1, low: 1), .todo(title: title))) == problem)
        #expect(device.perform(.edit(.todo, id, .todo(title: title, notes: "lost?"))) == problem)
        #expect(device.registers == before)
        #expect(
            device.perform(.add(.todo, EntityID(high: 1, low: 2), .todo(title: String(repeating: "字", count: 10_000))))
                == nil)
    }

    @Test("An order decides the place among the to-dos, lower first, and is told back") mutating func order() {
        for number in [3.0, -1.5, 1e300, 0, -Double.infinity, 2] { _ = device.add(number.description, order: number) }
        #expect(device.titles(.todo) == ["-inf", "-1.5", "0.0", "2.0", "3.0", "1e+300"])
        #expect(device.list.items(in: .todo).map(\.order) == [-.infinity, -1.5, 0, 2, 3, 1e300])
        let plain = device.add("plain")
        #expect(device.titles(.todo).first == "plain")
        #expect(device.list[plain]?.order == nil)
        device.perform(.edit(.todo, plain, .todo(order: 2.5)))
        #expect(device.titles(.todo) == ["-inf", "-1.5", "0.0", "2.0", "plain", "3.0", "1e+300"])
        device.perform(.edit(.todo, plain, .todo(order: .nan)))
        #expect(device.list[plain]?.order == 2.5, "NaN is no place")
    }

    @Test("What is opened again with an order goes to that place, not to the end") mutating func reopened() {
        for number in [1.0, 3] { _ = device.add("\(number)", order: number) }
        let a = device.add("a")
        device.perform(.check(a))
        device.perform(.edit(.todo, a, .todo(isCompleted: false, order: 2)))
        #expect(device.titles(.todo) == ["1.0", "a", "3.0"])
    }

    @Test(
        "A refusal says which text is too long",
        arguments: [(Field.title, "title has"), (.description, "description has"), (.notes, "notes have")])
    func tooLong(field: Field, words: String) {
        #expect(ItemError.textTooLong(field, bytes: 70_000).message.hasPrefix("The \(words) 70000 bytes"))
    }
}
