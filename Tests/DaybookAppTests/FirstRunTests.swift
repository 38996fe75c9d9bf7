import DaybookCore
import Testing

@testable import DaybookApp

/// A book that has nothing yet.
@Suite struct FirstRunTests {
    private let person = opened(Person(width: 1_440))

    /// The server has nothing, either.
    private static func opened(_ person: Person) -> Person {
        let page = PullPage(
            epoch: 1, serverTime: Timestamp(milliseconds: 0), cursor: 1, hasMore: false, registers: [])
        person.dispatch(.outside(.pullAnswered(page)))
        return person
    }

    private var lines: [String] {
        person.screen.element?.all(class: "first").first?.all(class: "choice").map(\.text) ?? []
    }

    @Test("11.11 An empty book offers lines to try, an import and the sample book, on both sides") func offers() throws
    {
        #expect(
            lines == [
                "Call the dentist tomorrow 9:00", "Rent 850 EUR every 1st", "Read a book !low #evening", "Import…",
                "Look at the sample book",
            ])
        #expect(person.html.contains("href=\"/sample\""))
        person.dispatch(.money(.show(true)))
        #expect(lines == ["12.50 lunch #food", "+2400 salary", "Import…", "Look at the sample book"])
    }

    @Test("11.11 A line that is tapped stands in the field, understood, and is added by Enter; then nothing is offered")
    func lineToTry() throws {
        try person.tap("Rent 850 EUR every 1st")
        #expect(person.state.todos.newTitle == "Rent 850 EUR every 1st" && person.state.allCount == 0)
        person.dispatch(.todos(.addNew))
        let rent = try #require(person.state.incomplete.first)
        #expect(rent.title == "Rent" && rent.amount?.text == "850.00 EUR" && rent.repeats != nil)
        #expect(lines.isEmpty)
        person.dispatch(.item(.delete(rent.id)))
        #expect(!lines.isEmpty, "it is empty again")
        person.dispatch(.money(.show(true)))
        try person.tap("+2400 salary")
        person.dispatch(.record(.save))
        #expect(person.state.book.entries.all.map(\.kind) == [.income] && lines.isEmpty)
        person.dispatch(.money(.show(false)))
        #expect(lines.isEmpty, "a book of money alone has something")
    }

    @Test("11.11 The sample says that it is one, leads back, and offers no other") func sample() {
        let guest = Self.opened(Person(isSample: true))
        #expect(guest.html.contains("Sample book. Nothing in it is kept.") && guest.html.contains("href=\"/\""))
        #expect(!guest.html.contains("href=\"/sample\""))
        #expect(!person.html.contains("Sample book."))
    }
}
