import DaybookCore
import Fixtures
import Testing

/// Lines that say what if. It is Thursday 2026-11-26.
@Suite struct WhatIfTests {
    private let now = LocalTime(day: date("2026-11-26"), minute: 600)
    private let giro = EntityID(high: 1, low: 1)

    private func read(_ line: String) -> Todo? {
        Todo(
            whatIf: line, id: EntityID(high: 9, low: 9), now: now, accounts: [], account: giro, usual: currency("EUR"),
            called: "What if")
    }

    @Test(
        "14.2 What if is said as a to-do, or as an amount with its sign and a day",
        arguments: [
            ("-300 Fri", "What if", "300.00 EUR", "2026-11-27", false),
            ("−300 Fri bike", "bike", "300.00 EUR", "2026-11-27", false),
            ("-300 USD Fri bike", "bike", "300.00 USD", "2026-11-27", false),
            ("+50 tomorrow", "What if", "50.00 EUR", "2026-11-27", true),
            ("300", "What if", "300.00 EUR", "2026-11-26", false),
            ("-12.50 lunch", "lunch", "12.50 EUR", "2026-11-26", false),
            ("Repair 600 EUR on 12 dec", "Repair", "600.00 EUR", "2026-12-12", false),
            ("earn 600 EUR bonus on 12 dec", "bonus", "600.00 EUR", "2026-12-12", true),
            ("-300 週五", "What if", "300.00 EUR", "2026-11-27", false),
        ])
    func lines(line: String, title: String, amount: String, day: String, isIncome: Bool) throws {
        let todo = try #require(read(line))
        #expect(todo.title == title && todo.amount?.text == amount && todo.due == date(day))
        #expect(todo.books == (isIncome ? .income : .expense) && todo.account == giro)
    }

    @Test("14.2 A line without an amount says nothing", arguments: ["", "Fri", "bike", "-", "- Fri", "--5", "-x 5"])
    func nothing(line: String) { #expect(read(line) == nil) }

    @Test("14.2 What comes again is tried as often as its rule says") func again() throws {
        let todo = try #require(read("Gym 10 EUR every friday"))
        #expect(
            todo.costs(through: date("2026-12-11"), now.day).map(\.text) == ["2026-11-27", "2026-12-04", "2026-12-11"])
    }
}
