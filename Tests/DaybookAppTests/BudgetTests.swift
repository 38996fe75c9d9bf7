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
        try person.type("20", into: "Move")
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
