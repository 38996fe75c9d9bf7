@testable import DaybookApp
import DaybookCore
import Testing

/// The forecast on the screen. It is Monday 2026-09-21, and there are 1,200 EUR in Giro.
@Suite struct ForecastScreenTests {
    private let person = Person(width: 1_440)
    private let giro = EntityID(high: 5, low: 1)
    private let visa = EntityID(high: 5, low: 2)

    init() throws {
        person.dispatch(.money(.currency("EUR")))
        for (id, name, opening) in [(giro, "Giro", "1200 EUR"), (visa, "Visa", "0 EUR")] {
            var account = Changes()
            account[.title] = .text(name)
            account[.amount] = .amount(try Amount(opening, usual: .usDollar))
            person.dispatch(.perform([.add(.account, id, account)]))
        }
        try person.add(
            "Rent 850 EUR every 1st from Giro", "earn 2400 EUR Salary every 30th to Giro",
            "Gym 9.90 EUR every 28 days from Giro")
        person.dispatch(.money(.show(true)))
    }

    /// What each fact says: its name and its value.
    private var facts: [[String]] {
        person.screen.element?.all(class: "facts").first?.children.compactMap { fact in
            fact.element?.children.map(\.text)
        } ?? []
    }

    /// The lines of the table.
    private var lines: [String] {
        func rows(of element: Element) -> [Element] {
            element.tag == .tr ? [element] : element.children.flatMap { $0.element.map { rows(of: $0) } ?? [] }
        }
        let all = person.screen.element?.all(class: "forecast").first.map { rows(of: $0) } ?? []
        return all.map { row in
            row.children.map { cell in
                let name = cell.element?.children.first?.element
                return name.map { $0.children.map(\.text).joined(separator: ", ") } ?? cell.text
            }.joined(separator: " | ")
        }
    }

    @Test(
        "14.2 The forecast of an account names its lowest point, what is free, and each day with the balance after it")
    func days() throws {
        try person.tap("#place-forecast")
        // A row with its value, which opens the choice.
        #expect(person.screen.element?.all(class: "segment").isEmpty == true)
        try person.tap("Spendable")
        #expect(
            person.screen.element?.all(class: "segment").first?.children.map(\.text) == ["Spendable", "Giro", "Visa"])
        person.dispatch(.forecast(.open(giro, nil)))
        #expect(person.screen.element?.all(class: "segment").isEmpty == true)
        #expect(person.address == "#/money/forecast/" + giro.text)
        #expect(facts == [["Lowest: Today", "1,190.10 EUR"], ["Free until: Wed, Sep 30", "1,190.10 EUR"]])
        #expect(
            lines == [
                "Forecast | Amount | Balance", "Today |  | 1,200.00", "Gym, Today | −9.90 | 1,190.10",
                "Salary, Wed, Sep 30 | 2,400.00 | 3,590.10", "Rent, Thu, Oct 1 | −850.00 | 2,740.10",
                "Gym, Mon, Oct 19 | −9.90 | 2,730.20",
            ])
        #expect(person.screen.element?.all(class: "low").first?.text == "1,190.10 · Sep 21")
    }

    @Test("14.2 What if changes the line and is written nowhere") func whatIf() throws {
        person.dispatch(.forecast(.open(giro, nil)))
        let before = (person.state.book.list.upcoming.count, person.state.canUndo)
        try person.type("-300 Fri", into: "#what-if")
        try person.tap("Add")
        #expect(facts.first == ["Lowest: Fri, Sep 25", "890.10 EUR"])
        #expect(lines.contains("What if, Fri, Sep 25 · What if | −300.00 | 890.10"))
        try person.type("bike", into: "#what-if")
        try person.tap("Add")
        #expect(person.screen.element?.all(class: "trying").first?.all(class: "problem").first?.text.isEmpty == false)
        try person.type("Bike 2000 EUR on 5 oct", into: "#what-if")
        try person.tap("Add")
        #expect(facts.first == ["Lowest: Mon, Oct 19", "430.20 EUR"])
        try person.tap("Remove Bike")
        try person.tap("Remove What if")
        #expect(facts.first == ["Lowest: Today", "1,190.10 EUR"])
        #expect(person.state.book.list.upcoming.count == before.0 && person.state.canUndo == before.1)
    }

    @Test("14.2 A floor is kept for the book, and the first day below it is named") func floor() throws {
        person.dispatch(.forecast(.open(giro, nil)))
        try person.type("1195", into: "#floor")
        #expect(facts.last == ["Below 1,195.00 EUR from", "Today"] && facts[1].last == "−4.90 EUR")
        #expect(person.state.book.settings.floor?.text == "1195.00 EUR")
        try person.type("-500", into: "#floor")
        #expect(facts.count == 2 && facts[1].last == "1,690.10 EUR")
        try person.type("x", into: "#floor")
        #expect(person.html.contains("valid amount") && person.state.book.settings.floor?.text == "-500.00 EUR")
    }

    @Test("14.2 A row opens what makes it, and the way back leads to the forecast, as its address does") func way()
        throws
    {
        person.dispatch(.forecast(.open(giro, nil)))
        person.dispatch(.forecast(.range(.quarter)))
        let address = person.address
        #expect(address == "#/money/forecast/" + giro.text + "/90")
        try person.tap("Rent")
        let rent = try #require(person.state.book.list.upcoming.first { $0.title == "Rent" })
        #expect(person.state.navigation.route == .detail(rent.id))
        person.goBack()
        #expect(person.state.navigation.route == .forecast && person.state.forecast.range == .quarter)
        #expect(lines.contains("Salary, Mon, Nov 30 | 2,400.00 | 6,670.30"))
        person.dispatch(.outside(.visited("#/money/forecast/" + visa.text)))
        #expect(lines == ["Forecast | Amount | Balance", "Today |  | 0.00"])
        #expect(person.html.contains("Nothing is known to come on these days."))
    }

    @Test("14.2 All that may be spent is one line, and a phone names the account of each row") func all() throws {
        let phone = Person()
        phone.dispatch(.forecast(.open(nil, nil)))
        #expect(phone.html.contains("Record what you spend") || phone.state.forecast.shown == nil)
        person.dispatch(.outside(.resized(width: 390)))
        person.dispatch(.forecast(.open(nil, nil)))
        #expect(person.html.contains("Spendable"))
        #expect(lines.contains("Rent, Thu, Oct 1 · Giro | −850.00 | 2,740.10"))
    }

    @Test("14.2 What is left, what comes, the places and the search lead to the forecast") func leading() throws {
        try person.tap("#outlook")
        #expect(person.address == "#/money/forecast")
        try person.type("-300 Fri", into: "#what-if")
        try person.tap("Add")
        try person.tap("#sums-back")
        #expect(try #require(person.named("#outlook")?.last).text == "Spendable · 30 daysLowest: Today · 1,190.10 EUR")
        try person.tap("#left-EUR")
        try person.tap("#to-forecast")
        #expect(person.state.navigation.route == .forecast)
        #expect(person.html.contains("aria-current=\"true\"") && person.state.forecast.account == nil)
        try person.tap("#sums-back")
        #expect(person.address == "#/money")
        try person.tap("Search everything")
        try person.type("forec", into: "#find")
        try person.press("Enter", on: "#find")
        #expect(person.address == "#/money/forecast" && person.state.navigation.overlay == .none)
        person.dispatch(.screen(.key("Escape", [])))
        #expect(person.state.navigation.route == .list)
    }
}
