import DaybookApp
import DaybookCore
import Testing

/// Accounts and transfers beside the list of entries. It is 2026-09-21.
@Suite struct AccountTests {
    private let person = Person(width: 1_440)

    init() { person.dispatch(.money(.show(true))) }

    private func add(account name: String, _ opening: String = "0 EUR") throws {
        try person.tap("New account")
        try person.type(name, into: "Name")
        try person.type(opening, into: "Opening balance")
        try person.tap("Save")
    }

    private func record(_ line: String) throws {
        try person.type(line, into: "#record")
        person.dispatch(.record(.save))
    }

    private func transfer(_ amount: String, from: String, to: String) throws {
        try person.tap("New transfer")
        person.dispatch(.form(.set(.account, .entity(try id(from)))))
        person.dispatch(.form(.set(.toAccount, .entity(try id(to)))))
        try person.type(amount, into: "Amount")
        try person.tap("Save")
    }

    private func id(_ name: String) throws -> EntityID {
        try #require(person.state.accounts.balances.first { $0.account.name == name }).account.id
    }

    private func show(_ name: String) throws { try person.tap("#place-" + id(name).text) }

    private func texts(_ name: String) -> [String] { person.screen.element?.all(class: name).map(\.text) ?? [] }

    /// The places to choose from: names and what is in them.
    private var places: [String] {
        Array(texts("place").drop { $0 != "All accounts" }.prefix { $0 != "Report" })
    }
    private var rows: [String] {
        person.screen.element?.all(class: "entry").map { row in
            (row.all(class: "name") + row.all(class: "amount")).map(\.text).joined(separator: " ")
        } ?? []
    }
    private var total: [String] { texts("account-total") }

    @Test("008.1 An account that is made shows what is in it: the opening and its rows up to today") func balances()
        throws
    {
        try add(account: "Bank", "250 EUR")
        #expect(places == ["All accounts", "Bank250.00 EUR"])
        #expect(person.named("#place-" + (try id("Bank")).text)?.last?[.ariaCurrent] == "true")
        try record("12.50 lunch")
        #expect(places == ["All accounts", "Bank237.50 EUR"] && rows == ["lunch −12.50 EUR"])
        #expect(texts("title") == ["Bank237.50 EUR"])
        // Tomorrow's is in no balance yet.
        try person.tap("lunch")
        try person.type("2026-09-22", into: "Day")
        try person.tap("Save")
        #expect(places == ["All accounts", "Bank250.00 EUR"] && rows == ["lunch −12.50 EUR"])
        person.dispatch(.item(.undo))
        #expect(places == ["All accounts", "Bank237.50 EUR"])
    }

    @Test("008.1 What was owed is written with a minus, and shown so; all accounts come to a total by currency")
    func owed() throws {
        try add(account: "Bank", "250 EUR")
        try add(account: "Card", "-100.50 EUR")
        try add(account: "Purse", "38 TWD")
        #expect(places == ["All accounts", "Bank250.00 EUR", "Card−100.50 EUR", "Purse38 TWD"])
        #expect(total == ["149.50 EUR", "38 TWD"])
        try show("Card")
        person.dispatch(.form(.open(.account, try id("Card"))))
        #expect(person.named("Opening balance")?.last?[.value] == "-100.50 EUR")
        // Its currency stays.
        try person.type("5 TWD", into: "Opening balance")
        try person.tap("Save")
        #expect(person.html.contains("an account keeps its currency"))
        try person.type("5", into: "Opening balance")
        try person.tap("Loan")
        try person.tap("Save")
        #expect(total == ["255.00 EUR", "38 TWD"])
        #expect(person.state.accounts.balances[1].account.accountKind == 3)
    }

    @Test("008.1 What is recorded goes to the account that is shown, in its currency; other currencies don't")
    func recording() throws {
        try add(account: "Bank", "0 CHF")
        try record("5 tea")
        #expect(rows == ["tea −5.00 CHF"])
        try record("3 EUR bread")
        #expect(rows == ["bread −3.00 EUR", "tea −5.00 CHF"] && person.state.entries.filter == EntryFilter())
        #expect(places == ["All accounts", "Bank−5.00 CHF", "EUR−3.00 EUR"])
        try show("Bank")
        #expect(rows == ["tea −5.00 CHF"])
        person.dispatch(.money(.edit(nil)))
        #expect(person.named("Currency")?.last?[.value] == "CHF")
        try person.type("7", into: "Amount")
        try person.tap("Save")
        #expect(rows.count == 2 && places[1] == "Bank−12.00 CHF")
    }

    @Test("008.1 An entry's account is seen in its details and changed there; what isn't changed stays") func ofEntry()
        throws
    {
        try add(account: "Bank")
        try add(account: "Card")
        try record("5 tea")
        #expect(places.suffix(2) == ["Bank0.00 EUR", "Card−5.00 EUR"])
        try person.tap("tea")
        let pressed = { (person.named($0)?.last?[.ariaPressed]) }
        #expect(pressed("Card") == "true" && pressed("Bank") == "false")
        try person.type("green tea", into: "Note")
        try person.tap("Save")
        #expect(places.suffix(2) == ["Bank0.00 EUR", "Card−5.00 EUR"] && rows == ["green tea −5.00 EUR"])
        try person.tap("green tea")
        try person.tap("Bank")
        try person.tap("Save")
        #expect(places.suffix(2) == ["Bank−5.00 EUR", "Card0.00 EUR"] && rows.isEmpty)
        person.dispatch(.item(.undo))
        #expect(places.suffix(2) == ["Bank0.00 EUR", "Card−5.00 EUR"])
    }

    @Test("12.1 The line and the details of a to-do name the account that pays; ticked, it is booked there")
    func payer()
        throws
    {
        try add(account: "Giro")
        try add(account: "Visa")
        person.dispatch(.money(.show(false)))
        try person.type("Rent 850 eur from visa #home", into: "#new")
        #expect(person.html.contains(">from Visa</button>"))
        try person.tap("Add")
        let id = try #require(person.state.incomplete.first).id
        person.dispatch(.screen(.details(id)))
        let pressed = { (person.named($0)?.last?[.ariaPressed]) }
        #expect(person.html.contains(">Finishing it records −850.00 EUR in Visa, tagged #home.</p>"))
        try person.tap("#chip-amount")
        #expect(pressed("Visa") == "true" && pressed("Giro") == "false")
        try person.tap("Check")
        let entry = try #require(person.state.book.entries.all.first)
        #expect(entry.tags == ["home"])
        person.dispatch(.money(.show(true)))
        #expect(places.suffix(2) == ["Giro0.00 EUR", "Visa−850.00 EUR"])
        person.dispatch(.screen(.details(id)))
        try person.tap("#chip-amount")
        try person.tap("Giro")
        person.dispatch(.money(.show(true)))
        #expect(places.suffix(2) == ["Giro−850.00 EUR", "Visa0.00 EUR"])
    }

    @Test("14.1 The line and the details of a to-do say that it is an income or a transfer, and ticked it is booked so")
    func booked() throws {
        try add(account: "Giro")
        try add(account: "Visa")
        person.dispatch(.money(.show(false)))
        try person.type("Earn 2400 eur salary to giro", into: "#new")
        #expect(texts("part").contains("Income") && texts("part").contains("to Giro"))
        try person.tap("Add")
        let salary = try #require(person.state.incomplete.first)
        #expect(salary.title == "salary")
        person.dispatch(.screen(.details(salary.id)))
        #expect(person.html.contains(">Finishing it records +2,400.00 EUR in Giro.</p>"))
        #expect(person.named("#chip-amount")?.last?.text == "+2,400.00 EUR to Giro")
        try person.tap("Check")
        person.dispatch(.money(.show(true)))
        #expect(places.suffix(2) == ["Giro2,400.00 EUR", "Visa0.00 EUR"])
        person.dispatch(.money(.show(false)))
        try person.add("Pay the card 450 eur")
        let bill = try #require(person.state.incomplete.first).id
        person.dispatch(.screen(.details(bill)))
        try person.tap("#chip-amount")
        try person.tap("Income")
        #expect(person.html.contains(">Finishing it records +450.00 EUR in Giro.</p>"))
        try person.tap("to Visa")
        #expect(person.html.contains(">Finishing it moves 450.00 EUR from Giro to Visa.</p>"))
        #expect(person.named("#chip-amount")?.last?.text == "450.00 EUR from Giro to Visa")
        try person.tap("Check")
        #expect(texts("notice").first?.contains("450.00 EUR") == true)
        person.dispatch(.money(.show(true)))
        #expect(places.suffix(2) == ["Giro1,950.00 EUR", "Visa450.00 EUR"])
        person.dispatch(.item(.undo))
        #expect(places.suffix(2) == ["Giro2,400.00 EUR", "Visa0.00 EUR"])
    }

    @Test("12.1 The form of a new to-do offers the accounts of the amount's currency, and the chosen one pays")
    func newPayer() throws {
        try add(account: "Giro")
        try add(account: "Visa")
        person.dispatch(.money(.show(false)))
        person.dispatch(.screen(.openForm))
        try person.type("Rent", into: "Title")
        let pressed = { (person.named($0)?.last?[.ariaPressed]) }
        #expect(pressed("Visa") == nil)
        person.dispatch(.editing(.field(.amount, "850 eur")))
        #expect(pressed("Giro") == "true" && pressed("Visa") == "false")
        try person.tap("Visa")
        #expect(pressed("Giro") == "false" && pressed("Visa") == "true")
        try person.tap("Save")
        let todo = try #require(person.state.incomplete.first)
        let visa = person.state.book.accounts.first { $0.name == "Visa" }
        #expect(todo.account == visa?.id && todo.account != nil)
        // The next form begins without it, and one of another currency takes no account of this.
        person.dispatch(.screen(.openForm))
        try person.type("Hotel", into: "Title")
        person.dispatch(.editing(.field(.amount, "5 eur")))
        try person.tap("Visa")
        person.dispatch(.editing(.field(.amount, "100 usd")))
        try person.tap("Save")
        #expect(person.state.incomplete.first { $0.title == "Hotel" }?.account == nil)
    }

    @Test("12.2 What names no account goes to the chosen one; what is in the one that nobody made moves in one step")
    func chosen() throws {
        try record("5 EUR tea")
        #expect(person.state.accounts.balances.map(\.account.name) == ["EUR"])
        try add(account: "Giro")
        try add(account: "Visa")
        try person.tap("All accounts")
        #expect(places == ["All accounts", "Giro0.00 EUR", "Visa0.00 EUR", "EUR−5.00 EUR"])
        try record("1 EUR bread")
        #expect(places == ["All accounts", "Giro−1.00 EUR", "Visa0.00 EUR", "EUR−5.00 EUR"])
        person.dispatch(.settings(.show(.money)))
        try person.tap("Visa")
        person.dispatch(.screen(.closeOverlay))
        // The line says it before it is added.
        try person.type("2 EUR milk", into: "#record")
        #expect(texts("part").last == "from Visa")
        try record("2 EUR milk")
        #expect(places == ["All accounts", "Giro−1.00 EUR", "Visa−2.00 EUR", "EUR−5.00 EUR"])
        try show("EUR")
        try person.tap("Edit account")
        try person.tap("Giro")
        #expect(texts("notice").first?.hasPrefix("Moved 1 to Giro") == true)
        #expect(places == ["All accounts", "Giro−6.00 EUR", "Visa−2.00 EUR"])
        try person.tap("Undo")
        #expect(places.last == "EUR−5.00 EUR")
    }

    @Test("008.1 A closed account leaves the list and keeps its rows; a deleted one leaves them to the default one")
    func closing() throws {
        try add(account: "Bank")
        try record("5 tea")
        person.dispatch(.form(.open(.account, try id("Bank"))))
        try person.tap("Close the account")
        try person.tap("All accounts")
        #expect(places == ["All accounts"] && rows == ["tea −5.00 EUR"])
        try person.tap("New account")
        try person.tap("Bank")
        #expect(rows == ["tea −5.00 EUR"] && texts("title") == ["Bank−5.00 EUR, closed"])
        // Nothing new goes there.
        try record("3 EUR bread")
        #expect(places == ["All accounts", "EUR−3.00 EUR"])
        person.dispatch(.form(.open(.account, try id("Bank"))))
        try person.tap("Delete the account")
        #expect(places == ["All accounts", "EUR−8.00 EUR"] && rows.count == 2)
        try person.tap("Undo")
        #expect(total.isEmpty || total == ["−8.00 EUR"])
        #expect(person.state.accounts.balances.map(\.account.name) == ["Bank", "EUR"])
    }

    @Test("008.2 A transfer is a row that is neither income nor expense, and moves the balances") func transfers()
        throws
    {
        try add(account: "Bank", "250 EUR")
        try add(account: "Cash")
        try person.tap("All accounts")
        try transfer("100", from: "Bank", to: "Cash")
        #expect(rows == ["Bank → Cash 100.00 EUR"] && places.suffix(2) == ["Bank150.00 EUR", "Cash100.00 EUR"])
        #expect(person.html.contains("Recorded Bank → Cash") && person.state.report.sums.figures.all.isEmpty)
        #expect(person.state.entries.days.first?.totals.isEmpty == true && total == ["250.00 EUR"])
        try show("Cash")
        #expect(rows == ["Bank → Cash +100.00 EUR"] && texts("totals").first == "+100.00\u{A0}EUR")
        try show("Bank")
        #expect(rows == ["Bank → Cash −100.00 EUR"] && texts("totals").first == "−100.00\u{A0}EUR")
        try person.tap("Bank → Cash")
        try person.type("80", into: "Amount")
        try person.tap("Save")
        #expect(places.suffix(2) == ["Bank170.00 EUR", "Cash80.00 EUR"])
        person.dispatch(.item(.undo))
        #expect(places.suffix(2) == ["Bank150.00 EUR", "Cash100.00 EUR"])
        try person.press("Delete", on: "Bank → Cash")
        #expect(rows.isEmpty && places.suffix(2) == ["Bank250.00 EUR", "Cash0.00 EUR"])
        try person.tap("Undo")
        #expect(rows == ["Bank → Cash −100.00 EUR"])
    }

    @Test("11.7 An account's page tells the balance after each row, what is reconciled and what is not yet")
    func balancesByRow() throws {
        try add(account: "Bank", "250 EUR")
        try record("40 EUR rent 2026-09-01")
        try record("5 EUR tea")
        try record("+30 EUR gift")
        try add(account: "Cash")
        try transfer("100", from: "Bank", to: "Cash")
        try show("Bank")
        #expect(rows.map { $0.prefix { $0 != " " } } == ["gift", "tea", "Bank", "rent"])
        #expect(texts("after") == ["135.00", "105.00", "110.00", "−40.00"])
        #expect(texts("title") == ["Bank135.00 EUR"] && texts("held").isEmpty)
        person.dispatch(.statement(.open(try id("Bank"))))
        person.dispatch(.statement(.set(.amount, "210")))
        let rent = try #require(person.state.book.entries.all.first { $0.note == "rent" }).id
        person.dispatch(.statement(.tick(rent)))
        person.dispatch(.statement(.save))
        person.dispatch(.screen(.closeOverlay))
        #expect(texts("title") == ["Bank135.00 EUR · reconciled 210.00 · not yet −75.00"])
        #expect(texts("held") == ["✓"])
        // Where some rows are left out no row tells a balance.
        person.dispatch(.money(.filter(.text("tea"))))
        #expect(texts("after").isEmpty)
    }

    @Test("008.2 Between two currencies each side has its amount, and half a transfer can't be saved") func currencies()
        throws
    {
        try add(account: "Bank", "250 EUR")
        try add(account: "Abroad", "0 USD")
        try person.tap("New transfer")
        person.dispatch(.form(.set(.account, .entity(try id("Bank")))))
        person.dispatch(.form(.set(.toAccount, .entity(try id("Bank")))))
        try person.type("100", into: "Amount")
        #expect(person.named("Amount that arrives") == nil && person.named("Save")?.last?[.disabled] != nil)
        person.dispatch(.form(.set(.toAccount, .entity(try id("Abroad")))))
        try person.tap("Save")
        #expect(person.state.book.transfer(try id("Bank")) == nil && person.html.contains("There is no amount"))
        try person.type("110", into: "Amount that arrives")
        try person.tap("Save")
        #expect(places.suffix(2) == ["Bank150.00 EUR", "Abroad110.00 USD"])
        try person.tap("All accounts")
        #expect(rows == ["Bank → Abroad 100.00 EUR → 110.00 USD"])
    }

    @Test("008.2 Two entries that are marked become one transfer, and two entries again") func joining() throws {
        try add(account: "Bank")
        try record("40 EUR to the purse")
        try add(account: "Purse")
        try record("+40 EUR from the bank")
        try person.tap("All accounts")
        try person.tap("to the purse", .command)
        #expect(person.named("Join as a transfer") == nil)
        try person.tap("from the bank", .command)
        try person.tap("Join as a transfer")
        #expect(rows == ["Bank → Purse 40.00 EUR"] && places.suffix(2) == ["Bank−40.00 EUR", "Purse40.00 EUR"])
        person.dispatch(.item(.undo))
        #expect(rows.count == 2)
        person.dispatch(.item(.redo))
        try person.tap("Bank → Purse")
        try person.tap("Make it two entries again")
        #expect(rows == ["from the bank +40.00 EUR", "to the purse −40.00 EUR"])
        #expect(places.suffix(2) == ["Bank−40.00 EUR", "Purse40.00 EUR"])
    }

    @Test("008.14 The report says what each account comes to, and what is in all of them over time; each leads to rows")
    func report() throws {
        try add(account: "Bank", "250 EUR")
        try record("40 rent")
        try add(account: "Cash")
        try record("5 tea")
        try person.tap("All accounts")
        person.dispatch(.report(.open))
        try person.tap("Account")
        #expect(texts("share").dropFirst().map { $0.prefix(4) } == ["Bank", "Cash"])
        #expect(person.state.report.sums.figures.worths.map { $0.sums.all.map(\.text) } == [["205.00 EUR"]])
        #expect(person.html.contains("In all accounts EUR"))
        let lead = try #require(person.screen.element?.all(class: "share").last { $0.text.hasPrefix("Cash") })
        for part in lead.parts { if case .on(.click, let action) = part.content { person.dispatch(action) } }
        #expect(rows == ["tea −5.00 EUR"] && texts("title") == ["Cash−5.00 EUR"])
        person.goBack()
        #expect(person.state.navigation.route == .sums && texts("share").count == 3)
    }

    @Test("008.1 What many entries come to is in their accounts") func many() throws {
        try add(account: "Bank")
        let id = try id("Bank")
        let day = try #require(CivilDate("2026-01-01"))
        let amount = try Amount("1 EUR", usual: .usDollar)
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        var registers: [Register] = []
        for number in 0..<500 {
            var draft = Changes.entry(kind: .expense, amount: amount, day: day.adding(days: Int64(number % 250)))
            if number % 2 == 0 { draft[.account] = .entity(id) }
            registers += try BookAction.add(.entry, EntityID(using: &random), draft)
                .registers(
                    in: LocalBook(node: 9), clock: &clock, now: Timestamp(milliseconds: 1_790_000_000_000),
                    using: &random
                ).get()
        }
        person.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(
                        epoch: 1, serverTime: Timestamp(milliseconds: 1_790_000_900_000), cursor: 1, hasMore: false,
                        registers: registers))))
        #expect(places.suffix(2) == ["Bank−250.00 EUR", "EUR−250.00 EUR"])
    }
}
