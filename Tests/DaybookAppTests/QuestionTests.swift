@testable import DaybookApp
import DaybookCore
import Testing

/// Six questions on the screen. It is Monday 2026-09-21.
@Suite struct QuestionTests {
    private let person = Person(width: 1_440)
    private let giro = EntityID(high: 5, low: 1)

    private func account(_ id: EntityID, _ name: String, _ opening: String, kind: UInt8 = 0) throws {
        let (amount, isOwed) = try Amount.balance(opening, usual: .usDollar, local: nil)
        var account = Changes()
        account[.title] = .text(name)
        account[.amount] = .amount(amount)
        account[.openingSide] = .choice(isOwed ? 1 : 0)
        account[.accountKind] = .choice(kind)
        person.dispatch(.perform([.add(.account, id, account)]))
    }

    private func record(_ lines: String...) throws {
        person.dispatch(.money(.show(true)))
        for line in lines {
            person.dispatch(.record(.type(line)))
            person.dispatch(.record(.save))
        }
    }

    /// What each answer says: its name, its number and its sentence.
    private var answers: [[String]] {
        (person.screen.element?.all(class: "questions") ?? []).flatMap { $0.all(class: "left") }.map { answer in
            answer.children.first?.element?.children.map(\.text) ?? []
        }
    }

    /// What stands below the questions on a phone.
    private var below: [String] {
        person.screen.element?.all(class: "questions").first?.all(class: "account-name").map(\.text) ?? []
    }

    /// What the rows beside say.
    private var rows: [String] {
        person.screen.element?.all(class: "detail").first?.all(class: "place").map { row in
            row.children.map(\.text).joined(separator: " | ")
        } ?? []
    }

    @Test("14.3 Six questions have a number and a sentence each, and a press shows their rows") func answered() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(giro, "Giro", "1000 EUR")
        try account(EntityID(high: 5, low: 2), "Visa", "0 EUR", kind: 2)
        try record("+2000 EUR 2026-08-01", "1500 EUR flat 2026-08-02", "+500 EUR 2026-09-01", "100 EUR food 2026-09-02")
        person.dispatch(.money(.show(false)))
        try person.add("Rent 850 EUR every 1st from Giro", "Gym 10 EUR every 28 days from Giro")
        try person.tap("#place-money")
        try person.tap("#place-questions")
        #expect(person.address == "#/money/questions")
        #expect(
            answers == [
                ["Surplus", "400.00 EUR", "this month so far; 390.00 EUR at its end, usually 500.00 EUR a month"],
                [
                    "Runway", "61 days",
                    "until Nov 21, 2026, at the pace of the last 52 days; with the known bills until Oct 13, 2026",
                ],
                ["Assets", "1,900.00 EUR", "of which 1,900.00 EUR may be spent"],
                ["Debts", "0.00 EUR", "nothing is owed"],
                ["Saving", "36.0\u{A0}%", "of the income of the last 52 days"],
                [
                    "A year’s costs", "11,940.00 EUR",
                    "10,340.00 EUR of bills to come, and 1,600.00 EUR of all else in the last 52 days",
                ],
            ])
        #expect(
            rows == ["Income · Sep 2026 | 500.00 EUR", "Expense · Sep 2026 | −100.00 EUR", "Today · Gym | −10.00 EUR"])
        try person.tap("Expense · Sep 2026")
        #expect(person.address == "#/money/2026-09-01..2026-09-30")
        #expect(person.screen.element?.all(class: "entry").map { $0.all(class: "name").map(\.text) } == [["food"]])
        person.goBack()
        #expect(person.state.navigation.route == .questions)
        try person.tap("Assets")
        #expect(rows == ["Giro | 1,900.00 EUR"])
        try person.tap("Giro")
        #expect(person.address == "#/money/in/" + giro.text)
        person.goBack()
        #expect(person.state.navigation.route == .questions && rows == ["Giro | 1,900.00 EUR"])
    }

    @Test("14.5 Bills stand by what their rule costs in a year, and one ends from there, with one undo") func bills()
        throws
    {
        person.dispatch(.money(.currency("EUR")))
        try account(giro, "Giro", "1000 EUR")
        try person.add("Gym 10 EUR every 28 days from Giro", "Rent 850 EUR every 1st from Giro")
        person.dispatch(.forecast(.questions))
        person.dispatch(.forecast(.ask(0, .costs)))
        #expect(
            rows == [
                "12 × Rent | 10,200.00 EUR", "14 × Gym | 140.00 EUR", "Everything else | 0.00 EUR",
            ])
        try person.tap("End Gym")
        #expect(rows.contains("1 × Gym | 10.00 EUR") && person.html.contains("once more"))
        person.dispatch(.item(.undo))
        #expect(rows.contains("14 × Gym | 140.00 EUR"))
    }

    @Test("14.3 A young book says from which day on it can tell, and nothing is guessed") func young() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(giro, "Giro", "1000 EUR")
        try record("10 EUR food 2026-09-20")
        person.dispatch(.forecast(.questions))
        #expect(answers[1] == ["Runway", "–", "can be told from Oct 3, 2026 on"])
        #expect(answers[4] == ["Saving", "–", "can be told from Oct 3, 2026 on"])
        #expect(answers[5].last == "of bills to come; all else can be told from Oct 3, 2026 on")
        try person.tap("A year’s costs")
        #expect(person.html.contains("No bills are known."))
    }

    @Test("14.3 Several currencies are told one by one and in one, and a rate that is missing is named")
    func currencies() throws {
        person.dispatch(.money(.currency("EUR")))
        try account(giro, "Giro", "1000 EUR")
        try account(EntityID(high: 5, low: 2), "Franken", "200 CHF")
        try record("10 EUR food 2026-08-20", "20 CHF food 2026-08-21")
        person.dispatch(.forecast(.questions))
        #expect(answers.count == 12 && !person.html.contains("All currencies"))
        try say("USD")
        #expect(person.html.contains("There is no rate from CHF to EUR by") && answers.count == 12)
        try say("CHF")
        #expect(answers.count == 18 && answers[2] == ["Assets", "1,080.00 EUR", "of which 1,080.00 EUR may be spent"])
    }

    private func say(_ from: String) throws {
        try person.tap("Exchange rates")
        try person.tap("New rate")
        for (name, text) in [("Day", "2026-01-01"), ("One unit of", from), ("Is worth, in", "EUR"), ("Rate", "0.5")] {
            try person.type(text, into: name)
        }
        try person.tap("Save")
        try person.tap("Close")
    }

    @Test("14.3 On a phone the rows stand below their question, and an empty book says what to do") func phone() throws
    {
        let phone = Person()
        phone.dispatch(.outside(.visited("#/money/questions")))
        #expect(phone.state.navigation.route == .questions && phone.state.navigation.isMoney)
        #expect(phone.screen.element?.all(class: "left").isEmpty == true)
        person.dispatch(.money(.currency("EUR")))
        try account(giro, "Giro", "1000 EUR")
        person.dispatch(.outside(.resized(width: 390)))
        person.dispatch(.forecast(.questions))
        #expect(!below.contains("Giro"))
        try person.tap("Assets")
        #expect(below.contains("Giro"))
        try person.tap("Assets")
        #expect(!below.contains("Giro"))
    }
}
