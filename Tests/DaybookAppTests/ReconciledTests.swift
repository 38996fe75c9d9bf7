import DaybookApp
import DaybookCore
import Testing

/// What is said before a reconciled row changes, and the account in the address. It is 2026-09-21.
@Suite struct ReconciledTests {
    private let person = Person(width: 1_440)

    init() throws {
        person.dispatch(.money(.show(true)))
        try person.type("5 EUR tea", into: "#record")
        person.dispatch(.record(.save))
    }

    private var entry: Entry? { person.state.book.entries.all.first }
    private var rows: [String] { person.screen.element?.all(class: "entry").map(\.text) ?? [] }

    /// As the command line on another device does.
    private func reconcile() throws {
        let stamp = Stamp(clock: UInt64(1_790_000_800_000) << 16, node: 9)
        let registers = Register.statement(EntityID(high: 3, low: 3), of: try #require(entry).id, stamp)
        let time = Timestamp(milliseconds: 1_790_000_800_000)
        person.dispatch(
            .outside(
                .pullAnswered(PullPage(epoch: 1, serverTime: time, cursor: 1, hasMore: false, registers: registers))))
    }

    @Test("008.9 A reconciled row says so in its details, and is deleted or sorted only after a question") func asking()
        throws
    {
        try reconcile()
        let id = try #require(entry).id
        person.dispatch(.money(.delete(id)))
        #expect(rows.count == 1 && person.state.navigation.overlay == .question(.reconciled))
        #expect(person.html.contains("Delete a reconciled row?") && !person.html.contains("Change it all the same"))
        try person.tap("Cancel")
        #expect(rows.count == 1 && person.state.navigation.overlay == .none)
        person.dispatch(.selection(.toggle(id, extends: false)))
        try person.tap("Account")
        try person.tap("EUR")
        #expect(person.state.navigation.overlay == .question(.reconciled))
        try person.tap("Cancel")
        person.dispatch(.selection(.end))
        person.dispatch(.money(.sort(id, .income)))
        try person.tap("Change it all the same")
        #expect(entry?.kind == .income && person.state.navigation.overlay == .none)
        try person.tap("tea")
        #expect(person.html.contains("reconciled with a statement"))
        person.dispatch(.money(.delete(id)))
        try person.tap("Delete it all the same")
        #expect(rows.isEmpty)
    }

    @Test("008.9 Another amount or day of a reconciled row is saved after a question, another note without one")
    func form() throws {
        try reconcile()
        let id = try #require(entry).id
        person.dispatch(.money(.edit(id)))
        person.dispatch(.editing(.field(.note, "green tea")))
        person.dispatch(.money(.save))
        #expect(entry?.note == "green tea" && person.state.navigation.overlay == .none)
        for leaves in [false, true] {
            person.dispatch(.money(.edit(id)))
            person.dispatch(.editing(.field(.amount, leaves ? "7" : "6")))
            let amount = entry?.amount
            person.dispatch(leaves ? .screen(.back) : .money(.save))
            #expect(entry?.amount == amount && person.state.navigation.overlay == .question(.reconciled))
            try person.tap("Cancel")
            #expect(entry?.amount == amount && person.state.entry.form?[.amount] == (leaves ? "7" : "6"))
            person.dispatch(leaves ? .screen(.back) : .money(.save))
            try person.tap("Change it all the same")
            #expect(entry?.amount?.shown == (leaves ? "7.00" : "6.00"))
        }
    }

    @Test("008.9 Whoever opens something else over a changed amount of a reconciled row is asked, too")
    func elsewhere() throws {
        try reconcile()
        let id = try #require(entry).id
        let amount = entry?.amount
        for action in [
            Action.money(.edit(nil)), .money(.show(false)), .form(.open(.account, nil)), .screen(.openForm),
        ] {
            person.dispatch(.money(.edit(id)))
            person.dispatch(.editing(.field(.amount, "9")))
            person.dispatch(action)
            #expect(person.state.navigation.overlay == .question(.reconciled), "\(action)")
            try person.tap("Cancel")
            #expect(entry?.amount == amount && person.state.entry.form?[.amount] == "9", "\(action)")
        }
        person.dispatch(.money(.edit(nil)))
        try person.tap("Change it all the same")
        #expect(entry?.amount?.shown == "9.00" && person.state.navigation.route == .entry(nil))
    }

    @Test("008.9 Escape, a place and a key that leave a changed amount of a reconciled row ask, too, each time anew")
    func escape() throws {
        try reconcile()
        let id = try #require(entry).id
        let amount = entry?.amount
        let escape = Action.screen(.key("Escape", []))
        for action in [
            escape, .lists(.showAll(.today)), .lists(.show(.inbox)), .budget(.open), .report(.open),
            .forecast(.questions), .screen(.key("m", [])),
        ] {
            person.dispatch(.money(.edit(id)))
            person.dispatch(.editing(.field(.amount, "9")))
            for _ in 0..<2 {
                person.dispatch(action)
                #expect(person.state.navigation.overlay == .question(.reconciled), "\(action)")
                person.dispatch(escape)
                #expect(person.state.navigation.overlay == .none && entry?.amount == amount, "\(action)")
                #expect(person.state.navigation.route == .entry(id), "\(action)")
                #expect(person.state.entry.form?[.amount] == "9", "\(action)")
            }
            person.dispatch(.screen(.cancel))
        }
        person.dispatch(.money(.edit(id)))
        person.dispatch(.editing(.field(.amount, "9")))
        person.dispatch(escape)
        try person.tap("Change it all the same")
        #expect(entry?.amount?.shown == "9.00" && person.state.navigation.route == .list)
        // The second of two keys means the same after the answer.
        person.dispatch(.money(.edit(id)))
        person.dispatch(.editing(.field(.amount, "8")))
        for key in ["g", "u"] { person.dispatch(.screen(.key(key, []))) }
        #expect(entry?.amount?.shown == "9.00")
        try person.tap("Change it all the same")
        #expect(entry?.amount?.shown == "8.00" && !person.state.navigation.isMoney)
        #expect(person.state.todos.filter == .upcoming)
    }

    @Test("008.9 Another kind of a reconciled row asks as one leaves, also beside an amount that can't be taken")
    func beside() throws {
        try reconcile()
        let id = try #require(entry).id
        person.dispatch(.money(.edit(id)))
        person.dispatch(.editing(.field(.amount, "x")))
        person.dispatch(.entry(.kind(.income)))
        person.dispatch(.screen(.back))
        #expect(person.state.navigation.overlay == .question(.reconciled) && entry?.kind == .expense)
        try person.tap("Cancel")
        // Save says what is wrong, and asks nothing.
        person.dispatch(.money(.save))
        #expect(person.state.navigation.overlay == .none && entry?.kind == .expense)
        person.dispatch(.screen(.back))
        try person.tap("Change it all the same")
        #expect(entry?.kind == .income && entry?.amount?.shown == "5.00")
    }

    @Test("008.9 The browser's own step back over a changed amount of a reconciled row is asked about, too")
    func stepBack() throws {
        try reconcile()
        let id = try #require(entry).id
        let form = "#/money/" + id.text
        person.dispatch(.money(.edit(id)))
        person.dispatch(.editing(.field(.note, "green tea")))
        person.goBack()
        #expect(entry?.note == "green tea" && person.state.navigation.route == .list && person.address == "#/money")
        let amount = entry?.amount
        person.dispatch(.money(.edit(id)))
        person.dispatch(.editing(.field(.amount, "9")))
        person.goBack()
        #expect(
            person.state.navigation.overlay == .question(.reconciled) && entry?.amount == amount
                && person.address == form)
        // One more step closes the question, and not the form.
        person.goBack()
        #expect(person.state.navigation.overlay == .none && person.state.entry.form?[.amount] == "9")
        #expect(person.state.navigation.route == .entry(id) && person.address == form)
        person.goBack()
        try person.tap("Change it all the same")
        #expect(entry?.amount?.shown == "9.00" && person.state.navigation.route == .list)
        #expect(person.state.navigation.overlay == .none && person.address == "#/money")
    }

    @Test("008.9 A row of which the statement was forgotten is changed without a question")
    func forgotten() throws {
        try reconcile()
        let statement = EntityID(high: 3, low: 3)
        person.dispatch(.statement(.forget(statement)))
        person.dispatch(.money(.delete(try #require(entry).id)))
        #expect(rows.isEmpty && person.state.navigation.overlay == .none)
    }

    @Test("008.9 A row that isn't reconciled is changed without a question") func plain() throws {
        person.dispatch(.money(.delete(try #require(entry).id)))
        #expect(rows.isEmpty && person.state.navigation.overlay == .none)
    }

    @Test("008.1 The address says which account is shown, and shows it again") func address() throws {
        person.dispatch(.form(.open(.account, nil)))
        try person.type("Bank", into: "Name")
        try person.type("7 EUR", into: "Opening balance")
        try person.tap("Save")
        let bank = try #require(person.state.accounts.balances.first { $0.account.name == "Bank" }).account.id
        #expect(rows.isEmpty)
        person.dispatch(.outside(.visited("#/money")))
        #expect(rows.count == 1)
        person.dispatch(.outside(.visited("#/money/in/" + bank.text)))
        #expect(rows.isEmpty && person.named("#place-" + bank.text)?.last?[.ariaCurrent] == "true")
        // One that isn't there shows all.
        person.dispatch(.outside(.visited("#/money/in/" + EntityID(high: 7, low: 7).text)))
        #expect(rows.count == 1)
    }
}

extension Register {
    /// The registers of another device that reconciles an entry of the euros.
    static func statement(_ id: EntityID, of entry: EntityID, _ stamp: Stamp) -> [Register] {
        [
            Register(id, .type, stamp, Kind.reconciliation.type),
            Register(id, .account, stamp, MoneyAccount.defaultID(of: Currency("EUR") ?? .usDollar).bytes),
            Register(id, .day, stamp, Array("2026-09-21".utf8)),
            Register(id, .amount, stamp, MoneyAccount.default(of: Currency("EUR") ?? .usDollar).opening.bytes),
            Register(entry, .reconciled, stamp, id.bytes),
        ]
    }
}
