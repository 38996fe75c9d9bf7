import DaybookApp
import DaybookCore
import Testing

/// Rates of exchange, and what all currencies come to in one. It is 2026-09-21.
@Suite struct RateScreenTests {
    private let person = Person(width: 1_440)

    init() throws {
        person.dispatch(.money(.currency("CHF")))
        person.dispatch(.money(.show(true)))
        for line in ["10 EUR bread 2026-09-03 #food", "4 CHF tea 2026-09-05 #food", "+100 EUR 2026-09-10"] {
            person.dispatch(.record(.type(line)))
            person.dispatch(.record(.save))
        }
    }

    private func texts(_ name: String) -> [String] { person.screen.element?.all(class: name).map(\.text) ?? [] }

    /// What stands under *All currencies in CHF*: the lines of its tables.
    private func lines() throws -> [[String]] {
        person.dispatch(.report(.open))
        let section = try #require(person.screen.element?.all(class: "over-time").first)
        #expect(section[.ariaLabel] == "All currencies in CHF")
        return rows(of: section).map { $0.children.compactMap { $0.element?.text } }
    }

    private func rows(of element: Element) -> [Element] {
        element.tag == .tr ? [element] : element.children.flatMap { $0.element.map { rows(of: $0) } ?? [] }
    }

    private func say(_ day: String, _ from: String, _ to: String, _ rate: String) throws {
        try person.tap("Exchange rates")
        try person.tap("New rate")
        for (name, text) in [("Day", day), ("One unit of", from), ("Is worth, in", to), ("Rate", rate)] {
            try person.type(text, into: name)
        }
        try person.tap("Save")
    }

    @Test("008.10 A rate that is missing is a hole that can be seen, and its form asks for just that one")
    func holes() throws {
        #expect(!person.html.contains("All currencies in") && texts("account-total") == ["−4.00 CHF", "90.00 EUR"])
        // Of other currencies.
        try say("2026-01-01", "USD", "CHF", "0.8")
        try person.tap("Close")
        let shown = try lines()
        #expect(person.html.contains("There is no rate from EUR to CHF by Sep 3, 2026."))
        #expect(
            shown == [
                ["Day", "Income", "Expense", "Balance"], ["Sep 10, 2026", "?", "?", "?"],
                ["Sep 5, 2026", "0.00", "4.00", "−4.00"], ["Sep 3, 2026", "?", "?", "?"],
                ["Day", "At the end"], ["Sep 21, 2026", "?"], ["Sep 10, 2026", "?"], ["Sep 5, 2026", "?"],
                ["Sep 3, 2026", "?"],
            ])
        #expect(texts("account-total").prefix(3) == ["−4.00 CHF", "90.00 EUR", "≈ ? CHF"])
        try person.tap("New rate")
        #expect(person.html.contains("value=\"2026-09-03\"") && person.html.contains("value=\"EUR\""))
        try person.type("0.5", into: "Rate")
        try person.tap("Save")
        #expect(texts("account-total") == ["−4.00 CHF", "90.00 EUR", "≈ 41.00 CHF"])
        #expect(!person.html.contains("There is no rate from"))
    }

    @Test("008.10 Each day counts by its last rate, always by currency too; what is said of a day again replaces it")
    func sums() throws {
        try say("2026-09-01", "eur", "CHF", "0,9")
        try person.tap("Close")
        try say("2026-09-08", "CHF", "EUR", "2")
        #expect(texts("places").isEmpty == false)
        let shown = try lines()
        #expect(
            shown == [
                ["Day", "Income", "Expense", "Balance"], ["Sep 10, 2026", "50.00", "0.00", "50.00"],
                ["Sep 5, 2026", "0.00", "4.00", "−4.00"], ["Sep 3, 2026", "0.00", "9.00", "−9.00"],
                ["Day", "At the end"], ["Sep 21, 2026", "41.00"],
                ["Sep 10, 2026", "41.00"], ["Sep 5, 2026", "−13.00"], ["Sep 3, 2026", "−9.00"],
            ])
        #expect(
            person.screen.element?.all(class: "over-time").map { $0[.ariaLabel] }
                == ["All currencies in CHF", "CHF", "EUR"])
        #expect(texts("share-name") == ["food", "food", "food"])
        #expect(person.state.book.rates.count == 2)
        try person.tap("Close")
        try say("2026-09-08", "CHF", "EUR", "4")
        #expect(person.state.book.rates.count == 2 && texts("account-total").last == "≈ 18.50 CHF")
        person.dispatch(.item(.undo))
        #expect(texts("account-total").last == "≈ 41.00 CHF")
    }

    @Test("008.10 A rate is changed, moved to another day, deleted, and each is one step to undo") func life() throws {
        try say("2026-09-01", "EUR", "CHF", "0.9")
        func list() -> [String] { person.state.book.rates.values.map { $0.day.text + " " + $0.number.text } }
        try person.tap("1 EUR = 0.9 CHF")
        try person.type("2026-09-02", into: "Day")
        try person.tap("Save")
        #expect(list() == ["2026-09-02 0.9"])
        person.dispatch(.item(.undo))
        #expect(list() == ["2026-09-01 0.9"])
        try person.tap("1 EUR = 0.9 CHF")
        try person.tap("Delete the rate")
        #expect(list().isEmpty && person.html.contains("There are no rates yet."))
        person.dispatch(.item(.undo))
        #expect(list() == ["2026-09-01 0.9"])
    }

    @Test(
        "008.10 What is no rate is refused with the reason, and stays in the form",
        arguments: [
            ("2026-02-30", "EUR", "CHF", "1", "2026-02-30"), ("2026-09-01", "EURO", "CHF", "1", "EURO"),
            ("2026-09-01", "EUR", "eur", "1", "Both currencies are the same."),
            ("2026-09-01", "EUR", "CHF", "1,085", "Write 1085 or 1.0850"), ("2026-09-01", "EUR", "CHF", "0", "“0”"),
            ("2026-09-01", "EUR", "CHF", "-2", "“-2”"), ("2026-09-01", "EUR", "CHF", "zwei", "“zwei”"),
        ])
    func refused(_ day: String, _ from: String, _ to: String, _ rate: String, _ reason: String) throws {
        try say(day, from, to, rate)
        #expect(person.state.book.rates.isEmpty && person.state.navigation.overlay == .form)
        #expect(texts("problem").count == 1 && texts("problem")[0].contains(reason), "\(texts("problem"))")
    }

    @Test("A book with one currency says nothing of rates") func single() {
        let other = Person(width: 1_440)
        other.dispatch(.money(.show(true)))
        other.dispatch(.record(.type("5 EUR tea")))
        other.dispatch(.record(.save))
        #expect(!other.html.contains("All currencies in") && !other.html.contains("≈"))
    }
}
