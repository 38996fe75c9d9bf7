import DaybookApp
import DaybookCore
import Testing

/// Payees beside the list of entries. It is 2026-09-21.
@Suite struct PayeeScreenTests {
    private let person = Person(width: 1_440)

    init() throws {
        person.dispatch(.money(.show(true)))
        for (number, raw) in [(1, "REWE SAGT DANKE 4409"), (2, "REWE CITY 7"), (3, "Cinema")] {
            try bring(number, raw)
        }
    }

    /// As an import on another device does.
    private func bring(_ number: Int, _ raw: String) throws {
        var draft = Changes.entry(
            kind: .expense, amount: try Amount("5 EUR", usual: #require(Currency("EUR"))), day: CivilDate("2026-09-20"),
            note: raw)
        draft[.rawText] = .text(raw)
        var (clock, random) = (HybridClock(node: 9), SystemRandomNumberGenerator())
        let registers = try BookAction.add(.entry, EntityID(high: 1, low: UInt64(number)), draft).registers(
            in: person.state.book, clock: &clock, now: Timestamp(milliseconds: 1_790_000_000_000 + Int64(number)),
            using: &random
        ).get()
        let time = Timestamp(milliseconds: 1_790_000_800_000)
        person.dispatch(
            .outside(
                .pullAnswered(
                    PullPage(epoch: 1, serverTime: time, cursor: UInt64(number), hasMore: false, registers: registers)))
        )
    }

    private func texts(_ name: String) -> [String] { person.screen.element?.all(class: name).map(\.text) ?? [] }
    private var rows: [String] {
        person.screen.element?.all(class: "entry").flatMap { $0.all(class: "name") }.map(\.text) ?? []
    }
    private var payees: [String] {
        person.screen.element?.all(class: "payees").flatMap { $0.all(class: "place") }.map(\.text) ?? []
    }

    private func make(_ name: String, _ others: String) throws {
        try person.tap("Payees")
        try person.tap("New payee")
        try person.type(name, into: "Name")
        try person.type(others, into: "Other names")
        try person.tap("Save")
    }

    @Test("008.4 A payee that is made names the rows whose bank text begins so, and opens them; undo takes it back")
    func making() throws {
        #expect(rows == ["Cinema", "REWE CITY 7", "REWE SAGT DANKE 4409"])
        try make("Rewe Mitte", "REWE SAGT\nrewe city")
        #expect(payees == ["Rewe Mittealso rewe city, REWE SAGT"] && rows == ["Cinema", "Rewe Mitte", "Rewe Mitte"])
        try person.tap("Rewe Mitte")
        try person.tap("Show its entries")
        #expect(rows == ["Rewe Mitte", "Rewe Mitte"] && person.state.navigation.overlay == .none)
        person.dispatch(.item(.undo))
        #expect(rows == ["Cinema", "REWE CITY 7", "REWE SAGT DANKE 4409"])
    }

    @Test("008.4 A payee is renamed and keeps its old name; the name of another one makes the two one; a name goes")
    func changing() throws {
        try make("Rewe", "")
        try person.tap("Close")
        try make("Cinema", "")
        #expect(payees == ["Cinema", "Rewe"])
        try person.tap("Rewe")
        try person.type("Cinema", into: "Name")
        try person.tap("Save")
        #expect(person.html.contains("Another payee has this name"))
        try person.type("Shops", into: "Name")
        try person.type("cinema", into: "Other names")
        try person.tap("Save")
        #expect(payees == ["Shopsalso Cinema, Rewe"] && rows == ["Shops", "Shops", "Shops"])
        person.dispatch(.form(.open(.payee, try #require(person.state.accounts.payees.payees.first).id)))
        try person.type("Cinema", into: "Other names")
        try person.tap("Save")
        #expect(payees == ["Shopsalso Cinema"] && rows == ["Shops", "REWE CITY 7", "REWE SAGT DANKE 4409"])
        person.dispatch(.form(.open(.payee, try #require(person.state.accounts.payees.payees.first).id)))
        try person.tap("Delete the payee")
        #expect(payees.isEmpty && rows == ["Cinema", "REWE CITY 7", "REWE SAGT DANKE 4409"])
    }

    @Test("008.4 Words find a row by the payee that it shows and by what the bank said, in the list and the whole book")
    func found() throws {
        try make("Corner Shop", "REWE SAGT")
        try person.tap("Close")
        #expect(rows == ["Cinema", "REWE CITY 7", "Corner Shop"])
        for text in ["corner shop", "danke 4409"] {
            person.dispatch(.screen(.key("/", [])))
            try person.type(text, into: "#find")
            let sums = person.screen.element?.all(class: "find").first?.all(class: "account-sum").map(\.text) ?? []
            #expect(sums.count { $0.contains("5.00") } == 1, "\(text): \(sums)")
            person.dispatch(.screen(.key("Escape", [])))
            person.dispatch(.money(.filter(.text(text))))
            #expect(rows == ["Corner Shop"], "\(text)")
            person.dispatch(.money(.filter(.text(""))))
        }
        #expect(rows.count == 3)
    }

    @Test("008.4 An entry's details name the rule that gave it what it has; what a person said is named nowhere")
    func ruled() throws {
        let entry = try #require(person.state.book.entries.all.first { $0.note == "Cinema" })
        let rule = EntityID(high: 6, low: 6)
        var made = Changes()
        made[.ruleText] = .text("text:cinema then tag:fun")
        var (clock, random) = (HybridClock(node: 9), SystemRandomNumberGenerator())
        let time = Timestamp(milliseconds: 1_790_000_700_000)
        var registers = try BookAction.add(.rule, rule, made).registers(
            in: person.state.book, clock: &clock, now: time, using: &random
        ).get()
        registers.append(
            Register(
                entry.id, .ruled, Stamp(clock: UInt64(time.milliseconds) << 16, node: 9),
                Array("#fun by \(rule.text), note by hand".utf8)))
        person.dispatch(
            .outside(
                .pullAnswered(PullPage(epoch: 1, serverTime: time, cursor: 9, hasMore: false, registers: registers))))
        try person.tap("Cinema")
        #expect(texts("reading").last == "#fun by rule 1: text:cinema then tag:fun")
    }

    @Test("008.4 The list also has the payees that only entries name, each once; a press begins one of that name")
    func unmade() throws {
        for number in 2...3 {
            person.dispatch(.money(.edit(EntityID(high: 1, low: UInt64(number)))))
            person.dispatch(.entry(.payee("City Power")))
            person.dispatch(.money(.save))
        }
        try make("Rewe", "")
        #expect(payees == ["Rewe", "City Power"] && person.state.accounts.payees.payees.map(\.name) == ["Rewe"])
        try person.tap("City Power")
        #expect(person.state.navigation.overlay == .form && person.named("Name")?.last?[.value] == "City Power")
        try person.tap("Save")
        #expect(payees == ["City Power", "Rewe"])
        #expect(person.state.accounts.payees.payees.map(\.name) == ["City Power", "Rewe"])
        person.dispatch(.form(.open(.payee, try #require(person.state.accounts.payees.payees.last).id)))
        try person.tap("Delete the payee")
        person.dispatch(.form(.open(.payee, try #require(person.state.accounts.payees.payees.first).id)))
        try person.tap("Delete the payee")
        #expect(payees == ["City Power"] && person.state.accounts.payees.payees.isEmpty)
        #expect(!person.html.contains("There are no payees"))
    }

    @Test("008.4 An entry's details say what the bank said, and choose a payee; the bank's words stay") func choosing()
        throws
    {
        try make("Rewe Mitte", "")
        try person.tap("Close")
        try person.tap("REWE CITY 7")
        #expect(texts("reading") == ["The bank said: REWE CITY 7"])
        try person.type("mitte", into: "Payee")
        try person.tap("Rewe Mitte")
        try person.tap("Save")
        #expect(rows == ["Cinema", "Rewe Mitte", "REWE SAGT DANKE 4409"])
        let entry = try #require(person.state.book.entries.all.first { $0.payee == "Rewe Mitte" })
        #expect(entry.rawText == "REWE CITY 7" && entry.note == "REWE CITY 7")
    }
}
