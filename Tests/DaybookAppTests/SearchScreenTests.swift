import DaybookApp
import DaybookCore
import Testing

/// The search of the whole book.
@Suite struct SearchScreenTests {
    private func found(_ person: Person) -> [String] {
        (person.screen.element?.all(class: "find").first?.all(class: "account-name") ?? []).map(\.text)
    }

    private func filled() throws -> Person {
        let person = Person(width: 1_440)
        person.dispatch(.outside(.pullFailed(.offline)))
        for line in ["Call the bank", "Rent due tomorrow", "Old banknotes"] { try person.add(line) }
        try person.tap("Finish: Old banknotes")
        person.dispatch(.money(.show(true)))
        for line in ["12.50 EUR lunch #food 3 may 2020", "30 EUR bank fee", "5 EUR tea"] {
            try person.type(line, into: "#record")
            person.dispatch(.record(.save))
        }
        return person
    }

    @Test("11.2 One search finds to-dos, finished ones, entries, places and commands, wherever one is")
    func all() throws {
        let person = try filled()
        person.dispatch(.screen(.key("/", [])))
        #expect(person.state.navigation.overlay == .search)
        try person.type("bank", into: "#find")
        #expect(
            found(person) == ["Old banknotes", "Call the bank", "bank fee"]
                || found(person) == ["Call the bank", "Old banknotes", "bank fee"])
        try person.type("lun", into: "#find")
        #expect(found(person) == ["lunch"])
        for text in ["12.50", "12,5", "#food", "2020-05-03", "3 may"] {
            try person.type(text, into: "#find")
            #expect(found(person) == ["lunch"], "\(text)")
        }
        try person.type("new t", into: "#find")
        #expect(found(person).contains("New transfer") && found(person).contains("New to-do"))
        try person.type("zzz", into: "#find")
        #expect(found(person).isEmpty && person.html.contains("No results for “zzz”"))
    }

    @Test("11.2 Enter goes to the result that the arrows chose, on its side, and Escape goes back")
    func keys() throws {
        let person = try filled()
        person.dispatch(.screen(.key("k", .command)))
        try person.type("call", into: "#find")
        try person.press("Enter", on: "#find")
        #expect(!person.state.navigation.isMoney && person.state.navigation.overlay == .none)
        #expect(
            person.named("#detail-title")?.last?.text == "Call the bank"
                || person.named("#detail-title")?.last?[.value] == "Call the bank")
        person.dispatch(.screen(.key("/", [])))
        try person.type("e", into: "#find")
        let first = found(person)
        #expect(first.count > 2)
        try person.press("ArrowUp", on: "#find")
        #expect(
            person.named("#found-\(first.count - 1)")?.last?[.ariaSelected] == "true", "up from the first is the last")
        try person.press("ArrowDown", on: "#find")
        try person.type("tea", into: "#find")
        try person.press("Enter", on: "#find")
        #expect(person.state.navigation.isMoney)
        guard case .entry(let id?) = person.state.navigation.route else {
            return #expect(Bool(false), "no entry is shown")
        }
        #expect(person.state.book.entries[id]?.note == "tea")
        person.dispatch(.screen(.key("/", [])))
        person.dispatch(.screen(.key("Escape", [])))
        #expect(person.state.navigation.overlay == .none)
    }

    @Test("11.2 A list that is narrowed in vain offers what the whole book has")
    func everywhere() throws {
        let person = try filled()
        person.dispatch(.lists(.showAll(.today)))
        try person.narrow(to: "rent")
        #expect(person.html.contains("No results for “rent”"))
        try person.tap("Everywhere (1)")
        #expect(found(person) == ["Rent due"] || found(person) == ["Rent"])
        try person.type("call", into: "#find")
        #expect(found(person) == ["Call the bank"] && person.named("#find")?.last?[.value] == "call")
        // What another device deletes meanwhile is no longer found.
        let id = try #require(person.state.incomplete.first { $0.title == "Call the bank" }).id
        let now = Timestamp(milliseconds: 1_790_000_900_000)
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let other = try #require(person.state.incomplete.first { $0.title.hasPrefix("Rent") }).id
        let page = PullPage(
            epoch: 1, serverTime: now, cursor: 1, hasMore: false,
            registers: [
                Register(id, .deleted, stamp, []), Register(other, .title, stamp, Array("Paint the shed".utf8)),
            ])
        person.dispatch(.outside(.pullAnswered(page)))
        try person.type("call ", into: "#find")
        #expect(found(person).isEmpty)
        // An open search finds what came, too.
        try person.type("shed", into: "#find")
        #expect(found(person) == ["Paint the shed"])
        try person.tap("Close")
        try person.type("", into: "#search")
        #expect(person.named("#search") == nil && person.named("Everywhere (1)") == nil)
    }
}
