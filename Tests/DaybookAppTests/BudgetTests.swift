@testable import DaybookApp
import DaybookCore
import Testing

/// Envelopes in the app.
@Suite struct BudgetTests {
    private let person = Person(width: 1_440)

    private func record(_ line: String) throws {
        person.dispatch(.money(.show(true)))
        person.dispatch(.record(.type(line)))
        person.dispatch(.record(.save))
    }

    private func envelope(_ name: String) throws -> Envelope {
        try #require(person.state.book.budget.envelopes.first { $0.name == name })
    }

    private func line(_ name: String) throws -> BudgetPage.Line {
        let id = try envelope(name).id
        return try #require(person.state.budget.page?.lines.first { $0.envelope == id })
    }

    @Test("13.9 A press on a tag makes its envelope, and what was spent is in it") func proposal() throws {
        try record("+500 USD")
        try record("20 USD bread #food")
        person.dispatch(.budget(.open))
        #expect(person.html.contains("Tags without an envelope"))
        person.dispatch(.budget(.propose(["food"])))
        #expect(try line("food").spent.text == "-20.00 USD")
        #expect(person.state.budget.page?.toBudget.text == "500.00 USD")
    }

    @Test("13.3 A number, a sum or +20 is assigned, and a move between two envelopes keeps what both have")
    func assigning() throws {
        try record("+500 USD")
        person.dispatch(.budget(.open))
        for name in ["Food", "Fun"] {
            try person.tap("New envelope")
            try person.type(name, into: "Name")
            try person.tap("Save")
        }
        let (food, fun) = (try envelope("Food").id, try envelope("Fun").id)
        for (text, total) in [
            ("100", "100.00"), ("12+8", "20.00"), ("+20", "40.00"), ("50-20", "30.00"), ("300", "300.00"),
        ] {
            person.dispatch(.budget(.type(food, text)))
            person.dispatch(.budget(.assign))
            #expect(try line("Food").assigned.number == total, "\(text)")
        }
        #expect(person.state.budget.page?.toBudget.number == "200.00")
        try person.tap("#why-" + food.text)
        try person.type("20", into: "Amount to move")
        try person.tap("#move-" + fun.text)
        #expect(try line("Food").assigned.number == "280.00" && line("Fun").assigned.number == "20.00")
        // A total is what the person sees, with the move.
        person.dispatch(.budget(.type(food, "400")))
        person.dispatch(.budget(.assign))
        #expect(try line("Food").assigned.number == "400.00")
        #expect(person.state.book.budget.cells.values.first { $0.envelope == food }?.assigned.text == "420.00 USD")
        person.dispatch(.item(.undo))
        #expect(try line("Food").assigned.number == "280.00")
        person.dispatch(.budget(.type(food, "x")))
        person.dispatch(.budget(.assign))
        #expect(person.html.contains("valid amount"))
    }

    @Test("13.3 After Enter nothing is half typed: undo and redo show what the book has")
    func undone() throws {
        try record("+500 USD")
        person.dispatch(.budget(.open))
        try person.tap("New envelope")
        try person.type("Food", into: "Name")
        try person.tap("Save")
        let food = try envelope("Food").id
        let field = "#assigned-" + food.text
        func shown() -> String? { person.named(field)?.last?[.value] }
        for text in ["20", "100"] { try person.type(text, into: field) }
        #expect(shown() == "100.00" && person.state.budget.begun.typed == nil)
        // Ctrl Z in the field.
        person.dispatch(.budget(.type(food, "100.00")))
        #expect(person.state.budget.begun.typed == nil)
        person.dispatch(.item(.undo))
        #expect(try line("Food").assigned.number == "20.00" && shown() == "20.00")
        person.dispatch(.budget(.type(food, "7")))
        #expect(shown() == "7")
        person.dispatch(.item(.redo))
        #expect(try line("Food").assigned.number == "100.00" && shown() == "100.00")
    }

    @Test("13.8 Each number tells its rows, and a change of one row is seen at once") func why() throws {
        try record("20 USD bread #food")
        person.dispatch(.budget(.open))
        person.dispatch(.budget(.propose(["food"])))
        let food = try envelope("food")
        try person.tap("#why-" + food.id.text)
        #expect(person.html.contains("bread"))
        let entry = try #require(person.state.book.entries.all.first)
        var changes = Changes()
        changes[.amount] = .amount(try Amount("35 USD", usual: .usDollar))
        person.dispatch(.perform([.edit(.entry, entry.id, changes)]))
        #expect(try line("food").spent.number == "-35.00")
        person.dispatch(.item(.undo))
        #expect(try line("food").spent.number == "-20.00")
    }

    @Test("13.1 An entry is of the envelope that its form names") func entry() throws {
        try record("20 USD bread #food")
        person.dispatch(.budget(.open))
        person.dispatch(.budget(.propose(["food"])))
        try person.tap("New envelope")
        try person.type("Fun", into: "Name")
        try person.tap("Save")
        let fun = try envelope("Fun").id
        let entry = try #require(person.state.book.entries.all.first)
        person.dispatch(.money(.edit(entry.id)))
        person.dispatch(.entry(.envelope(fun)))
        person.dispatch(.money(.save))
        person.dispatch(.budget(.open))
        #expect(try line("Fun").spent.number == "-20.00" && line("food").spent.coefficient == 0)
    }

    @Test("13.1 A part is of the envelope that it names, also after a draft of the form was brought back")
    func part() throws {
        try record("30 USD market #food")
        person.dispatch(.budget(.open))
        person.dispatch(.budget(.propose(["food"])))
        try person.tap("New envelope")
        try person.type("Fun", into: "Name")
        try person.tap("Save")
        let fun = try envelope("Fun").id
        let entry = try #require(person.state.book.entries.all.first)
        person.dispatch(.money(.edit(entry.id)))
        try person.tap("#add-part")
        person.dispatch(.entry(.part(.type(0, .amount, "12"))))
        #expect(person.html.contains("Envelope of part 1"))
        person.dispatch(.entry(.part(.envelope(0, fun))))
        let kept = try #require(person.state.entry.form?.kept)
        var form = EntryForm(entry, usual: .usDollar, local: .usDollar, today: person.state.today)
        form.take(kept.values)
        #expect(form.parts.map { $0.amount } == ["12"] && form.parts.map { $0.envelope } == [fun])
        person.dispatch(.money(.save))
        person.dispatch(.budget(.open))
        #expect(try line("Fun").spent.number == "-12.00" && line("food").spent.number == "-18.00")
    }

    @Test("13.1 A transfer that leaves the budget is spending of the envelope that its form names") func transfer()
        throws
    {
        person.dispatch(.money(.show(true)))
        for (name, choices) in [("Bank", []), ("Purse", []), ("Fund", [(Field.budget, FieldValue.choice(1))])] {
            person.dispatch(.form(.open(.account, nil)))
            person.dispatch(.form(.set(.title, .text(name))))
            for (field, value) in choices { person.dispatch(.form(.set(field, value))) }
            person.dispatch(.form(.save))
        }
        func account(_ name: String) throws -> EntityID {
            try #require(person.state.book.accounts.first { $0.name == name }).id
        }
        person.dispatch(.budget(.open))
        try person.tap("New envelope")
        try person.type("Later", into: "Name")
        try person.tap("Save")
        person.dispatch(.form(.open(.transfer, nil)))
        person.dispatch(.form(.set(.account, .entity(try account("Bank")))))
        person.dispatch(.form(.set(.toAccount, .entity(try account("Purse")))))
        func offers() -> Bool { person.html.contains("aria-label=\"Envelope\"") }
        #expect(!offers(), "between two accounts of the budget nothing is spent")
        person.dispatch(.form(.set(.toAccount, .entity(try account("Fund")))))
        #expect(offers())
        try person.tap("Later")
        try person.type("5", into: "Amount")
        try person.tap("Save")
        person.dispatch(.budget(.open))
        #expect(try line("Later").spent.number == "-5.00")
    }

    @Test("13.5 Periods begin on a day that the settings take, and a day that is none is refused") func periods() throws
    {
        person.dispatch(.budget(.open))
        try person.tap("Periods of the budget")
        try person.tap("2 weeks")
        guard case .weeks(2, let monday) = person.state.book.settings.budgetPeriods else {
            Issue.record("\(person.state.book.settings.budgetPeriods)")
            return
        }
        #expect(monday.weekday == 0 && monday <= person.state.today)
        person.dispatch(.budget(.begin("2026-13-01")))
        #expect(person.state.book.settings.budgetPeriods == .weeks(2, from: monday))
        try person.tap("Month")
        person.dispatch(.budget(.begin("31")))
        #expect(person.state.book.settings.budgetPeriods == .usual)
        person.dispatch(.budget(.begin("25")))
        #expect(person.state.book.settings.budgetPeriods == .months(from: 25))
        person.dispatch(.budget(.open))
        #expect(person.state.budget.page?.period == BudgetPeriods.months(from: 25).number(of: person.state.today))
    }

    @Test("13.4 The mode of cards is set where there is a card") func mode() throws {
        person.dispatch(.settings(.show(.money)))
        #expect(!person.html.contains("beyond its envelope"))
        var card = Changes()
        (card[.title], card[.accountKind]) = (.text("Visa"), .choice(2))
        card[.amount] = .amount(.zero(.usDollar))
        person.dispatch(.perform([.add(.account, EntityID(high: 5, low: 5), card)]))
        person.dispatch(.settings(.show(.money)))
        try person.tap("Is debt of the card")
        #expect(person.state.book.settings.budgetMode == .card)
        person.dispatch(.budget(.open))
        #expect(person.state.budget.page?.cards.count == 1)
    }

    @Test("13.9 A tag of more income than spending is no envelope's, nor is one that an envelope has in other letters")
    func spendingAlone() throws {
        try record("+500 USD #salary")
        try record("50 USD correction #salary")
        try record("+10 USD bottles #food")
        try record("20 USD bread #food")
        person.dispatch(.budget(.open))
        #expect(person.state.budget.proposed.tags == ["food"])
        person.dispatch(.budget(.propose(["Food"])))
        #expect(person.state.budget.proposed.tags.isEmpty)
    }

    @Test("11.7 Above the rows of money stand the envelopes with what is left of each; a press explains one")
    func home() throws {
        try record("+500 USD")
        try record("20 USD bread #food")
        person.dispatch(.budget(.open))
        person.dispatch(.budget(.propose(["food"])))
        person.dispatch(.budget(.type(try envelope("food").id, "50")))
        person.dispatch(.budget(.assign))
        person.dispatch(.money(.show(true)))
        person.dispatch(.account(.show(nil)))
        #expect(person.html.contains("450.00 USD") && person.html.contains("30.00"))
        #expect(!person.html.contains("In no envelope"))
        try record("3 USD gum #sweets")
        #expect(person.html.contains("In no envelope</span><span>−3.00 USD"))
        try record("5 USD milk #food")
        #expect(person.html.contains("25.00"))
        try person.tap("food")
        let food = try envelope("food").id
        #expect(person.state.navigation.route == .budget && person.state.budget.shown == food)
    }

    @Test("13.7 A fill says first what it would write, and is one step of undo") func fill() throws {
        try record("+500 USD")
        person.dispatch(.budget(.open))
        try person.tap("New envelope")
        try person.type("Food", into: "Name")
        try person.type("refill 150 USD", into: "Target")
        try person.tap("Save")
        try person.tap("Fill by targets")
        #expect(person.html.contains("0.00 → 150.00") && person.state.book.budget.cells.values.isEmpty)
        try person.tap("Assign these")
        #expect(try line("Food").assigned.number == "150.00")
        person.dispatch(.item(.undo))
        #expect(try line("Food").assigned.coefficient == 0)
    }
}
