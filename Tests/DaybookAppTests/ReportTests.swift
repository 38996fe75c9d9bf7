import DaybookApp
import DaybookCore
import Testing

/// The report in the place of the list, and the month above it. It is 2026-09-21.
@Suite struct ReportTests {
    private let person = Person(width: 1_440)

    init() { person.dispatch(.money(.show(true))) }

    private func add(_ amount: String, _ day: String, _ tags: String = "", _ kind: EntryKind = .expense) {
        person.dispatch(.money(.edit(nil)))
        person.dispatch(.entry(.kind(kind)))
        for (field, text) in [(FormField.amount, amount), (.day, day), (.tags, tags), (.note, amount)] {
            person.dispatch(.editing(.field(field, text)))
        }
        person.dispatch(.money(.save))
    }

    private func all(_ name: String) -> [String] { person.screen.element?.all(class: name).map(\.text) ?? [] }

    /// What all of a currency comes to, as the report says.
    private var totals: [String] {
        person.screen.element?.all(class: "report").first?.all(class: "totals").map(\.text) ?? []
    }

    /// The bars that lie, each with what it says.
    private var shares: [String] {
        person.screen.element?.all(class: "share").filter { $0[.ariaHidden] == nil }.map { share in
            share.children.compactMap(\.element).filter { $0.tag == .span }.map(\.text).filter { !$0.isEmpty }
                .joined(separator: " ").replacing("\u{A0}", with: " ")
        } ?? []
    }

    private var rows: [String] {
        person.screen.element?.all(class: "entry").flatMap { $0.all(class: "name") }.map(\.text) ?? []
    }

    private func open() { person.dispatch(.report(.open)) }

    /// Taps a bar that lies.
    private func tap(share name: String) throws {
        let share = try #require(
            person.screen.element?.all(class: "share").first { $0.all(class: "share-name").first?.text == name })
        for part in share.parts { if case .on(.click, let action) = part.content { person.dispatch(action) } }
    }

    private func isPressed(_ name: String) -> Bool { pressed(in: person.screen).contains(name) }

    /// What the buttons that are pressed are called.
    private func pressed(in node: Node) -> [String] {
        guard let element = node.element else { return [] }
        let own = element[.ariaPressed] == "true" ? [element[.ariaLabel] ?? element.text] : []
        return own + element.children.flatMap { pressed(in: $0) }
    }

    private func out(_ number: String) -> String { "In\u{A0}0.00\u{2003}Out\u{A0}\(number)\u{2003}−\(number) USD" }

    @Test("008.14 11.8 The report opens on this month; the last one, the quarter, this year and all are one tap")
    func ranges() throws {
        for (amount, day) in [
            ("10", "2026-09-05"), ("20", "2026-08-31"), ("30", "2026-01-01"), ("40", "2025-12-31"), ("1", "2026-12-31"),
        ] {
            add(amount, day)
        }
        open()
        #expect(totals == [out("10.00")] && isPressed("Month") && isPressed("Day"))
        for (name, total, heading) in [
            ("Earlier days", "20.00", "Aug 2026"), ("Later days", "10.00", "Sep 2026"),
            ("Quarter", "30.00", "Q3 2026"), ("Year", "61.00", "2026"),
            ("All", "101.00", "Dec 31, 2025 – Dec 31, 2026"),
        ] {
            try person.tap(name)
            #expect(totals == [out(total)] && person.html.contains(">\(heading)</h2>"), "\(name)")
        }
        #expect(isPressed("All"))
        try person.tap("Quarter")
        try person.tap("Earlier days")
        #expect(person.html.contains(">Q2 2026</h2>"))
    }

    @Test("11.8 One range holds for the report and the list, and stands in the address, which brings it back")
    func address() throws {
        for day in ["2026-09-05", "2026-08-31", "2026-08-01"] { add("5", day) }
        open()
        try person.tap("Earlier days")
        #expect(person.address == "#/money/report/2026-08-01..2026-08-31" && totals == [out("10.00")])
        try person.tap("Own days")
        person.dispatch(.money(.filter(.from(CivilDate("2026-08-15")))))
        #expect(person.address == "#/money/report/2026-08-15..2026-08-31" && totals == [out("5.00")])
        try person.tap("Back")
        #expect(rows.count == 1 && person.address == "#/money/2026-08-15..2026-08-31")
        for (path, total) in [
            ("#/money/report/2026-07-01..2026-09-30", "15.00"), ("#/money/report/..2026-08-01", "5.00"),
            ("#/money/report/2026-08-31..", "10.00"), ("#/money/report/2026-09-30..2026-09-01", "5.00"),
            ("#/money/report/x..y", "5.00"),
        ] {
            person.dispatch(.outside(.visited(path)))
            #expect(totals == [out(total)], "\(path)")
        }
    }

    @Test("11.8 By category, payee and account, the largest first, with its share and what is new or more than before")
    func grouped() throws {
        add("20", "2026-08-10", "food")
        add("30", "2026-08-30", "food")
        add("100", "2026-08-31", "home")
        add("24", "2026-09-05", "Food")
        add("6", "2026-09-06", "fun, food")
        add("70", "2026-09-07")
        add("200", "2026-09-01", "pay", .income)
        open()
        // Of August as many days count as have passed of September.
        #expect(shares == ["food 30.00 30 % +50 %", "fun 6.00 6 % new", "Untagged 70.00 70 %"])
        #expect(totals == ["In\u{A0}200.00\u{2003}Out\u{A0}100.00\u{2003}+100.00 USD\u{2003}Saved 50\u{A0}%"])
        #expect(person.html.contains("An entry with several tags counts for each of them."))
        person.dispatch(.report(.kind(.income)))
        #expect(shares == ["pay 200.00 100 % new"])
        person.dispatch(.report(.kind(.expense)))
        try person.tap("Earlier days")
        #expect(shares == ["home 100.00 67 % new", "food 50.00 33 % new"])
        try person.tap("Later days")
        try person.tap("Payee")
        #expect(shares == ["Everything else 100.00 100 % +400 %"])
        try person.tap("Account")
        #expect(shares.count == 1 && shares[0].hasPrefix("USD 100.00 100 %"))
    }

    @Test("008.14 11.8 A line, a bar and a period lead to their rows, and going back leads to the report")
    func leads() throws {
        add("10", "2026-09-05", "food")
        add("20", "2026-09-06", "food, fun")
        add("5", "2026-09-07")
        add("30", "2026-08-31", "food")
        open()
        try tap(share: "fun")
        #expect(rows == ["20"] && person.named("Tags, days")?.last?[.ariaExpanded] == "true")
        person.goBack()
        #expect(person.state.navigation.route == .sums && totals == [out("35.00")])
        try tap(share: "Untagged")
        #expect(rows == ["5"] && person.named("Everything else") != nil)
        try person.tap("Everything else")
        #expect(rows.count == 3)
        person.goBack()
        // What a bar says is heard, and seen by who points at it or focuses it.
        let bar = "Sep 6, 2026: −20.00\u{A0}USD"
        #expect(person.html.contains(">\(bar)</span>"))
        for name in [bar, "Sep 6, 2026"] {
            try person.tap(name)
            #expect(rows == ["20"])
            person.goBack()
            #expect(totals == [out("35.00")])
        }
        // A month of the year is another than that of the report.
        try person.tap("Aug 2026: In\u{A0}0.00\u{2003}Out\u{A0}30.00\u{2003}−30.00 USD")
        #expect(rows == ["30"] && person.address == "#/money/2026-08-01..2026-08-31")
    }

    @Test(
        "11.7 Money opens with the month: what came in and out, and its spending by category, which leads to its rows")
    func home() throws {
        for (number, tag) in ["a", "b", "c", "d", "e", "f", "g"].enumerated() {
            add("\(70 - number * 10)", "2026-09-0\(number + 1)", tag)
        }
        add("5", "2026-09-09")
        add("50", "2026-08-09", "a")
        add("300", "2026-09-09", "", .income)
        person.dispatch(.money(.show(true)))
        #expect(all("title").first == "SeptemberIn\u{A0}300.00\u{2003}Out\u{A0}285.00\u{2003}+15.00 USD")
        #expect(
            shares == [
                "a 70.00 +40 %", "b 60.00 new", "c 50.00 new", "d 40.00 new", "e 30.00 new", "Everything else 35.00",
            ])
        #expect(rows.count == 10)
        try tap(share: "Everything else")
        #expect(Set(rows) == ["5", "10", "20"] && shares.isEmpty)
        person.goBack()
        #expect(rows.count == 10 && shares.count == 6)
        try person.tap("Previous month")
        #expect(all("title").first == "AugustIn\u{A0}0.00\u{2003}Out\u{A0}50.00\u{2003}−50.00 USD" && rows == ["50"])
        #expect(shares == ["a 50.00 new"] && person.address == "#/money/2026-08-01..2026-08-31")
        try person.tap("Next month")
        #expect(rows.count == 10 && person.address == "#/money")
    }

    @Test("11.7 On a phone the month is part of the list, below what is left and the accounts")
    func phoneHome() throws {
        add("10", "2026-09-05", "food")
        person.dispatch(.outside(.resized(width: 390)))
        let list = try #require(
            person.screen.element?.all(class: "days").first != nil
                ? person.screen.element?.all(class: "scroller").first : nil)
        #expect(list.all(class: "share").count == 1 && all("title").first?.hasPrefix("Money") == true)
        try person.tap("Previous month")
        #expect(rows.isEmpty && person.html.contains(">August</h2>"))
    }

    @Test("11.7 Each currency says its own; where rates are known the usual one says all") func currencies() throws {
        add("10", "2026-09-05", "food")
        add("20 EUR", "2026-09-05", "food")
        person.dispatch(.money(.show(true)))
        #expect(shares == ["food 20.00 new", "food 10.00 new"])
        #expect(
            all("title").first
                == "SeptemberIn\u{A0}0.00\u{2003}Out\u{A0}20.00\u{2003}−20.00 EUR · In\u{A0}0.00\u{2003}Out\u{A0}10.00\u{2003}−10.00 USD"
        )
        person.dispatch(.form(.open(.rate, nil)))
        for (field, text) in [(Field.rateFrom, "EUR"), (.rateTo, "USD"), (.rate, "2"), (.day, "2026-09-01")] {
            person.dispatch(.form(.set(field, .text(text))))
        }
        person.dispatch(.form(.save))
        #expect(shares == ["food 25.00 new"])
    }

    @Test("008.14 Lines stand by size, what has no tag last, and an entry with two of them is said to count for both")
    func tags() throws {
        add("5", "2026-09-01", "a")
        add("100", "2026-09-01")
        open()
        #expect(!person.html.contains("An entry with several tags"))
        person.dispatch(.money(.show(true)))
        add("5 EUR", "2026-09-01", "a")
        add("20", "2026-09-02", "b, c")
        add("30", "2026-09-02", "c")
        add("70", "2026-09-03", "pay", .income)
        open()
        #expect(shares.map { $0.prefix { $0 != " " } } == ["a", "c", "b", "a", "Untagged"])
        // It is said where it is so, of the two currencies once.
        let sums = person.screen.element?.all(class: "report").first?.all(class: "sum").map(\.text) ?? []
        #expect(sums.map { $0.contains("An entry with several tags counts for each of them.") } == [false, true])
    }

    @Test("What no sum has is said with its sums by currency, and leads to its rows")
    func leftOut() throws {
        add("10", "2026-09-05")
        #expect(all("left-out") == [])
        add("9", "2026-09-05", "", .unsorted)
        add("4 EUR", "2026-09-05", "", .unsorted)
        add("7", "2026-08-05", "", .unsorted)
        let text = "Not counted: 2 entries to sort, 4.00 EUR, 9.00 USD"
        #expect(all("left-out") == [text])
        open()
        #expect(all("left-out") == [text] && totals == [out("10.00")])
        try person.tap(text)
        #expect(Set(rows) == ["9", "4 EUR"])
        person.goBack()
        try person.tap("All")
        #expect(all("left-out") == ["Not counted: 3 entries to sort, 4.00 EUR, 16.00 USD"])
    }

    @Test("Days on which nothing came in or went out are said to be so") func nothing() throws {
        add("10", "2026-08-05")
        open()
        #expect(person.html.contains("Nothing came in or went out on these days."))
        try person.tap("Earlier days")
        #expect(!person.html.contains("Nothing came in"))
    }

    @Test("A week that lies in two months leads to the rows of its sum alone") func weeks() throws {
        for day in ["2026-08-31", "2026-09-01", "2026-09-06"] { add("5", day) }
        open()
        person.dispatch(.report(.period(.week)))
        try person.tap("Aug 31, 2026: −10.00\u{A0}USD")
        #expect(rows.count == 2)
    }
}
