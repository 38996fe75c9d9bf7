import DaybookApp
import DaybookCore
import Testing

/// A statement of the bank beside the rows of its account. It is 2026-09-21.
@Suite struct StatementTests {
    private let person = Person(width: 1_440)

    init() throws {
        person.dispatch(.money(.show(true)))
        for (name, opening) in [("Bank", "100 EUR"), ("Cash", "0 EUR")] {
            try person.tap("New account")
            try person.type(name, into: "Name")
            try person.type(opening, into: "Opening balance")
            try person.type("2026-09-01", into: "From the day")
            try person.tap("Save")
        }
        try person.tap("Bank")
        for line in [
            "5 EUR tea 2026-09-05", "7.50 EUR book 2026-09-10", "+40 EUR pay 2026-09-12", "9 EUR late 2026-09-30",
        ] {
            person.dispatch(.record(.type(line)))
            person.dispatch(.record(.save))
        }
        try person.tap("New transfer")
        try person.type("20", into: "Amount")
        try person.type("2026-09-11", into: "Day")
        try person.tap("Save")
        try person.tap("Bank")
        try person.tap("Reconcile")
        try person.type("2026-09-15", into: "Day of the statement")
    }

    private func texts(_ name: String) -> [String] { person.screen.element?.all(class: name).map(\.text) ?? [] }
    private var dialog: Element? { person.screen.element?.all(class: "statement").first }
    private var rows: [String] { dialog?.all(class: "account-name").map(\.text) ?? [] }
    private var said: String { dialog?.all(class: "totals").first?.text ?? "" }
    private var isReady: Bool { dialog?.all(class: "save").first.map { $0[.disabled] == nil } ?? false }
    private func say(_ balance: String) throws { try person.type(balance, into: "Balance that the bank says") }

    @Test("008.9 Rows are ticked and the difference is live; later rows don't count, and none is left over")
    func ticking() throws {
        #expect(rows.isEmpty && !isReady)
        try say("107.50")
        #expect(rows == ["pay", "Bank → Cash", "book", "tea"] && said == "Difference: 7.50 EUR")
        #expect(!isReady)
        for (row, difference) in [("pay", "-32.50"), ("tea", "-27.50"), ("Bank → Cash", "-7.50")] {
            try person.tap(row)
            #expect(said == "Difference: \(difference.replacing("-", with: "−")) EUR" && !isReady)
        }
        try say("115")
        #expect(said == "The rows come to what the bank says." && isReady)
        try say("107.5")
        try person.tap("book")
        #expect(isReady)
        try person.tap("Reconcile 4 rows")
        try say("107.50")
        #expect(rows.isEmpty && person.html.contains("All rows through that day are reconciled."))
        #expect(person.html.contains("Sep 15, 2026: 107.50 EUR"))
        // They are locked.
        try person.tap("Close")
        let tea = try #require(person.state.book.entries.all.first { $0.note == "tea" })
        person.dispatch(.money(.delete(tea.id)))
        #expect(person.state.navigation.overlay == .question(.reconciled))
        try person.tap("Cancel")
        // The other side of the transfer is for the statement of the other account.
        try person.tap("Cash")
        try person.tap("Reconcile")
        try say("20")
        #expect(rows == ["Bank → Cash"])
    }

    @Test("008.9 A statement is taken back by undo, or later; its rows are open again") func back() throws {
        try say("107.50")
        try person.tap("Tick all")
        #expect(isReady)
        try person.tap("Tick none")
        #expect(!isReady)
        try person.tap("Tick all")
        try person.tap("Reconcile 4 rows")
        person.dispatch(.item(.undo))
        try say("107.50")
        #expect(rows.count == 4)
        person.dispatch(.item(.redo))
        #expect(rows.isEmpty)
        try person.tap("Take back")
        #expect(rows.count == 4 && !person.html.contains("Take back"))
        try person.tap("Close")
        let tea = try #require(person.state.book.entries.all.first { $0.note == "tea" })
        person.dispatch(.money(.delete(tea.id)))
        #expect(person.state.navigation.overlay == .none)
    }

    @Test("008.9 Below zero the minus says so; another currency, a day that isn't one and no number are refused")
    func input() throws {
        try say("-12.50")
        #expect(said == "Difference: −112.50 EUR")
        for (balance, reason) in [("5 USD", "another currency"), ("five", "“five”"), ("1,085", "1085")] {
            try say(balance)
            #expect(rows.isEmpty && !isReady && texts("problem").first?.contains(reason) == true, "\(texts("problem"))")
        }
        try say("5")
        try person.type("2026-02-30", into: "Day of the statement")
        #expect(rows.isEmpty && !isReady && texts("problem").first?.contains("2026-02-30") == true)
    }
}
