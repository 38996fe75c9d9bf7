@testable import DaybookApp
import DaybookCore
import Testing

/// Debts, goals and bills that are offered, on the screen. It is Monday 2026-09-21.
@Suite struct PayOffScreenTests {
    private let person = Person(width: 1_440)

    private func id(_ number: UInt64) -> EntityID { EntityID(high: 6, low: number) }

    private func account(
        _ number: UInt64, _ name: String, _ opening: String, kind: UInt8 = 3, rate: String = "", paid: String = ""
    ) throws {
        let (amount, isOwed) = try Amount.balance(opening + " EUR", usual: .usDollar, local: nil)
        var account = Changes()
        (account[.title], account[.accountKind]) = (.text(name), .choice(kind))
        (account[.amount], account[.openingSide]) = (.amount(amount), .choice(isOwed ? 1 : 0))
        account[.interest] = .text(rate)
        if !paid.isEmpty { account[.payment] = .amount(try Amount(paid + " EUR", usual: .usDollar)) }
        person.dispatch(.perform([.add(.account, id(number), account)]))
    }

    private func debts() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(1, "Card", "-2000", kind: 2, rate: "19.9", paid: "50")
        try account(2, "Car", "-5000", rate: "6", paid: "100")
        try account(3, "Family", "-800", paid: "40")
    }

    /// The lines of the tables of a part of the screen.
    private func lines(_ part: String = "list-pane") -> [String] {
        func rows(of element: Element) -> [Element] {
            element.tag == .tr ? [element] : element.children.flatMap { $0.element.map { rows(of: $0) } ?? [] }
        }
        let all = person.screen.element?.all(class: part).first.map { rows(of: $0) } ?? []
        return all.map { row in
            row.children.map { cell in
                let name = cell.element?.children.first?.element
                return name.map { $0.children.map(\.text).joined(separator: ", ") } ?? cell.text
            }.joined(separator: " | ")
        }
    }

    private func answer(_ question: QuestionsState.Question) -> [String] {
        let answers = person.screen.element?.all(class: "questions").first?.all(class: "left") ?? []
        let place = Int(question.rawValue)
        guard answers.indices.contains(place) else { return [] }
        return answers[place].children.first?.element?.children.map(\.text) ?? []
    }

    private func repeated(_ payee: String, _ cost: String, _ days: String..., kind: EntryKind = .expense) throws {
        for (number, day) in days.enumerated() {
            var entry = Changes.entry(
                kind: kind, amount: try Amount(cost, usual: .usDollar), day: CivilDate(day))
            entry[.payee] = .text(payee)
            let id = EntityID(high: UInt64(payee.utf8.reduce(0) { $0 + Int($1) }), low: UInt64(number))
            person.dispatch(.perform([.add(.entry, id, entry)]))
        }
    }

    @Test("14.4 Debts say when they come to zero, and a tap leads to the plans, compared with an amount that is typed")
    func plans() throws {
        try debts()
        person.dispatch(.forecast(.questions))
        #expect(
            answer(.debts) == ["Debts", "7,800.00 EUR", "to zero in 50 months, 1,654.56 EUR of interest to come"])
        try person.tap("Debts")
        try person.tap("Pay off")
        #expect(person.address == "#/money/payoff")
        try person.type("200", into: "#extra")
        #expect(
            lines() == [
                "Plan | Months | Interest",
                "Highest rate first, Card 9 · Family 20 · Car 22 | 22 | 519.09",
                "Smallest debt first, Family 4 · Card 11 · Car 22 | 22 | 614.47",
                "Nothing extra, Family 20 · Card 42 · Car 50 | 50 | 1,654.56",
                "Debts | A month | Owed", "Card, 19.9\u{A0}% a year | 50.00 | 2,000.00",
                "Car, 6\u{A0}% a year | 100.00 | 5,000.00", "Family, 0\u{A0}% a year | 40.00 | 800.00",
            ])
        try person.type("2x", into: "#extra")
        #expect(person.state.payOff.refused != nil && lines().contains { $0.contains("519.09") })
        person.goBack()
        #expect(person.state.navigation.route == .questions)
    }

    @Test("14.4 A debt whose payment doesn't cover its interest says never, and by how much it grows in a month")
    func never() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(1, "Card", "-2000", kind: 2, rate: "12", paid: "15")
        try account(2, "Family", "-800")
        person.dispatch(.forecast(.questions))
        #expect(
            answer(.debts).last == "never to zero: grows by 5.00 EUR a month; not all debts say what is paid back")
        person.dispatch(.forecast(.payOff(id(1))))
        #expect(lines().contains("Nothing extra, grows by 5.00 EUR a month | never | –"))
        #expect(lines().contains("Family, doesn’t say what is paid back | – | 800.00"))
        #expect(person.html.contains("The first month’s interest is 20.00 EUR, so the debt never ends."))
        // More than the interest ends it.
        try person.type("6", into: "#extra")
        #expect(lines().contains { $0.hasPrefix("Highest rate first, Card ") })
        try person.tap("#to-" + id(2).text)
        #expect(person.state.form?.id == id(2))
    }

    @Test(
        "14.4 A loan has a table of its payments, beside the plans or on a phone in their place, with its own address")
    func loan() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(1, "Car", "-1200", rate: "6", paid: "404.01")
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.show(id(1))))
        try person.tap("#to-pay-off")
        #expect(person.address == "#/money/payoff/" + id(1).text)
        let table = [
            "Month | Interest | Principal | Left", "Oct 2026 | 6.00 | 398.01 | 801.99",
            "Nov 2026 | 4.01 | 400.00 | 401.99", "Dec 2026 | 2.01 | 401.99 | 0.00",
        ]
        #expect(lines("side-pane") == table && lines().count == 6)
        #expect(person.html.contains("404.01 EUR a month for 3 months, 12.02 EUR of interest"))
        person.dispatch(.outside(.resized(width: 390)))
        #expect(lines() == table)
        person.dispatch(.forecast(.payOff(nil)))
        #expect(lines().count == 6)
        try person.tap("#to-" + id(1).text)
        #expect(lines() == table)
        person.goBack()
        #expect(person.address == "#/money/payoff" && lines().count == 6)
    }

    @Test("14.4 Goals say what each takes a month, in which account, and by when; the forms take amount and day")
    func goals() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(1, "Savings", "1000", kind: 0)
        person.dispatch(.form(.open(.account, id(1))))
        try person.type("4000", into: "Goal")
        try person.tap("Save")
        #expect(person.state.form?.problem?.field == .goalDay)
        try person.type("2027-02-28", into: "Goal by")
        try person.tap("Save")
        #expect(person.state.book.account(id(1))?.goal?.text == "4000.00 EUR by 2027-02")
        person.dispatch(.form(.open(.envelope, nil)))
        try person.type("Bike", into: "Name")
        try person.type("900", into: "Goal")
        try person.type("2026-10-15", into: "Goal by")
        try person.tap("Savings")
        try person.tap("Save")
        person.dispatch(.forecast(.questions))
        #expect(
            lines() == [
                "Goal | To go | A month",
                "Bike, 900.00 of 900.00 EUR by Oct 15, 2026, in Savings | 0.00 | 0.00",
                "Savings, 100.00 of 4,000.00 EUR by Feb 28, 2027 | 3,900.00 | 650.00",
            ])
        let bike = try #require(person.state.book.budget.envelopes.first)
        try person.tap("#to-" + bike.id.text)
        #expect(person.state.form?.text(.goal) == "900.00 EUR")
        try person.type("", into: "Goal")
        try person.type("", into: "Goal by")
        try person.tap("Save")
        #expect(person.state.book.envelope(bike.id)?.goal == nil)
    }

    @Test(
        "14.5 Rows that come again are offered once: one is added as a bill, one is refused, and undo offers each again"
    )
    func proposals() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(1, "Giro", "1000", kind: 0)
        try repeated("Music", "13.99 EUR", "2026-07-10", "2026-08-10", "2026-09-10")
        try repeated("Cleaner", "40 EUR", "2026-09-04", "2026-09-11", "2026-09-18")
        try repeated("Baker", "4 EUR", "2026-09-01", "2026-09-11")
        person.dispatch(.forecast(.questions))
        #expect(answer(.costs).last?.hasSuffix("; 2 more come again") == true)
        try person.tap("A year’s costs")
        var offers: [String] {
            person.screen.element?.all(class: "offer").map { $0.children.first?.element?.children.map(\.text) ?? [] }
                .map { $0.joined(separator: " | ") } ?? []
        }
        #expect(
            offers == [
                "Cleaner | −40.00 EUR · every week · Fri", "Music | −13.99 EUR · every month: day 10 · Oct 10",
            ])
        try person.tap("Add Music")
        #expect(offers.count == 1 && person.html.contains("12 × Music"))
        let music = try #require(person.state.book.list.upcoming.first)
        #expect(music.title == "Music" && music.rule?.text == "FREQ=MONTHLY;BYMONTHDAY=10")
        try person.tap("Not a bill Cleaner")
        #expect(offers.isEmpty && person.html.contains("Skipped “Cleaner”"))
        person.dispatch(.item(.undo))
        #expect(offers.count == 1)
        person.dispatch(.item(.undo))
        #expect(offers.count == 2 && person.state.book.list.upcoming.isEmpty)
        person.dispatch(.item(.redo))
        person.dispatch(.item(.redo))
        #expect(offers.isEmpty && person.state.book.list.upcoming.count == 1)
    }
}
