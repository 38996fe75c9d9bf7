import DaybookApp
import DaybookCore
import Testing

/// What a person is told of money that is recorded.
@Suite struct BookedTests {
    private let person = Person()

    /// The words of the notice, if everybody sees it. The same words once more bear a space at their end.
    private var notice: String? {
        let text = person.screen.element?.all(class: "notice").first { $0[.class] == "notice" }?.children.first?.text
        return text.map { $0.hasSuffix("\u{A0}") ? String($0.dropLast()) : $0 }
    }

    private func amount(_ text: String) throws -> Amount { try Amount(text, usual: #require(Currency("EUR"))) }

    private func add(_ title: String, _ text: String = "1200") throws -> EntityID {
        person.dispatch(.item(.create(.todo(title: title, amount: try amount(text)))))
        return try #require(person.state.incomplete.first).id
    }

    private func record(_ line: String) throws {
        person.dispatch(.money(.show(true)))
        person.dispatch(.record(.type(line)))
        person.dispatch(.record(.save))
    }

    private var entries: Entries { person.state.book.entries.all }

    @Test("010.5 What was recorded is named in a notice that offers Undo, and its row is marked meanwhile")
    func recorded() throws {
        try record("-8.20 EUR lunch #food")
        #expect(notice == "Recorded −8.20 EUR · lunch")
        #expect(person.screen.element?.all(class: "fresh").map { $0.all(class: "name").map(\.text) } == [["lunch"]])
        person.dispatch(.settings(.setLanguage(.traditionalChinese)))
        #expect(notice == "已記下 −8.20 EUR · lunch")
        person.dispatch(.settings(.setLanguage(.english)))
        try person.tap("Undo")
        #expect(entries.isEmpty && notice == "Undone")
        // A form says it, too.
        try person.tap("New entry")
        try person.type("5 EUR", into: "Amount")
        try person.tap("Save")
        #expect(notice == "Recorded −5.00 EUR · Expense")
    }

    @Test("14.1 An income that comes stands there with a plus, and a transfer without a sign") func signs() throws {
        var planned = Changes.todo(title: "Salary", amount: try amount("2400"))
        planned[.books] = .choice(1)
        person.dispatch(.item(.create(planned)))
        let savings = EntityID(high: 4, low: 4)
        for (id, name) in [(savings, "Savings"), (EntityID(high: 4, low: 5), "Giro")] {
            var account = Changes()
            (account[.title], account[.amount]) = (.text(name), .amount(try amount("0")))
            person.dispatch(.perform([.add(.account, id, account)]))
        }
        var moved = Changes.todo(title: "Put aside", amount: try amount("200"))
        moved[.paysInto] = .entity(savings)
        moved[.account] = .entity(EntityID(high: 4, low: 5))
        person.dispatch(.item(.create(moved)))
        _ = try add("Rent", "850")
        person.dispatch(.money(.show(true)))
        let sums = person.screen.element?.all(class: "upcoming").first?.all(class: "amount").map(\.text)
        #expect(sums.map(Set.init) == ["+2,400.00 EUR", "200.00 EUR", "−850.00 EUR"])
    }

    @Test("Of what is planned, the next three stand above the entries; all of it does once it is asked for")
    func upcoming() throws {
        for number in 1...19 { _ = try add("Bill \(number)") }
        person.dispatch(.money(.show(true)))
        func plans() -> Int { person.screen.element?.all(class: "upcoming").first?.all(class: "row").count ?? 0 }
        #expect(plans() == 3 && person.html.contains("Upcoming</h2><span class=\"count\">19</span>"))
        try person.tap("16 more")
        #expect(plans() == 19)
        try person.tap("Show fewer")
        #expect(plans() == 3)
        for _ in 4...19 { person.dispatch(.item(.delete(try #require(person.state.incomplete.first).id))) }
        #expect(plans() == 3 && !person.html.contains("unfold"))
    }

    @Test("The list is scrolled to what was recorded, wherever that stands")
    func scrolled() throws {
        for number in 1...19 { _ = try add("Bill \(number)") }
        person.dispatch(.money(.show(true)))
        person.dispatch(.todos(.scrolled(offset: 0, height: 600)))
        // Its heading and its one category.
        let month = 40 + 36
        try record("-1 EUR tea")
        #expect(person.state.navigation.window.scroll == 0)
        try person.tap("16 more")
        try record("-2 EUR tea")
        // The month, a heading and 19 rows; the day and its heading follow.
        #expect(person.state.navigation.window.scroll == month + 40 + 19 * 52)
        try person.tap("Show fewer")
        for number in 0..<30 { try record("-\(number + 1) EUR tea") }
        try person.tap("New entry")
        try person.type("9 EUR", into: "Amount")
        try person.type("2020-01-01", into: "Day")
        try person.tap("Save")
        #expect(person.state.navigation.window.scroll == month + 40 + 3 * 52 + 40 + 32 * 52)
    }

    @Test("010.5 A check says what it recorded, and takes it back with Undo; so do the switch and a check of several")
    func checked() throws {
        let id = try add("Rent")
        try person.tap("Finish: Rent")
        #expect(notice == "Done. Recorded −1,200.00 EUR")
        try person.tap("Undo")
        #expect(entries.isEmpty && person.state.item(id)?.isCompleted == false)
        // The switch of the details.
        person.dispatch(.screen(.details(id)))
        try person.tap("Finished")
        #expect(notice == "Done. Recorded −1,200.00 EUR")
        // The amount of what is finished is that of its expense.
        try person.type("1300", into: "Amount")
        #expect(notice == "Recorded −1,300.00 EUR" && entries.map { $0.amount?.number } == ["1300.00"])
        try person.type("", into: "Amount")
        #expect(notice == "Removed −1,300.00 EUR" && entries.isEmpty)
        person.dispatch(.screen(.back))
        _ = try add("Phone", "20")
        _ = try add("Gym", "5 USD")
        person.dispatch(.selection(.all))
        person.dispatch(.item(.checkSelected))
        #expect(notice == "Done. Recorded −20.00 EUR, −5.00 USD")
        person.dispatch(.settings(.setLanguage(.simplifiedChinese)))
        #expect(notice == "完成。已记下 −20.00 EUR、−5.00 USD")
    }

    @Test("A check of what costs nothing says so to screen readers alone, as ever")
    func free() throws {
        try person.add("Call")
        try person.tap("Finish: Call")
        #expect(notice == nil && person.state.notices.shown == .checked(1, "Call"))
    }

    @Test("010.5 Opening a to-do again says that its expense is gone; deleting a finished one says that it stays")
    func unchecked() throws {
        _ = try add("Rent")
        try person.tap("Finish: Rent")
        try person.tap("Finish: Rent")
        #expect(notice == "Opened again “Rent”. Removed −1,200.00 EUR" && entries.isEmpty)
        try person.tap("Finish: Rent")
        _ = try add("Call", "1")
        try person.press("Delete", on: "Call")
        #expect(notice == "Deleted “Call”")
        try person.press("Delete", on: "Rent")
        #expect(notice == "Deleted “Rent”. The expense stays: −1,200.00 EUR" && entries.count == 1)
        try person.tap("Undo")
        person.dispatch(.item(.clearCompleted))
        #expect(notice == "Deleted “Rent”. The expense stays: −1,200.00 EUR")
        // Of an expense that was deleted by hand nothing stays.
        try person.tap("Undo")
        person.dispatch(.money(.delete(try #require(entries.first).id)))
        person.dispatch(.item(.clearCompleted))
        #expect(notice == "Deleted “Rent”")
    }
}
