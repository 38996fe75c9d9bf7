import DaybookApp
import DaybookCore
import Testing

/// The report beside the list of entries, or in its place on a phone. It is 2026-09-21.
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
        person.screen.element?.all(class: "sum").flatMap { $0.all(class: "totals") }.map(\.text) ?? []
    }

    private var rows: [String] {
        person.screen.element?.all(class: "entry").flatMap { $0.all(class: "name") }.map(\.text) ?? []
    }

    private func isPressed(_ name: String) -> Bool { pressed(in: person.screen).contains(name) }

    /// What the buttons that are pressed are called.
    private func pressed(in node: Node) -> [String] {
        guard let element = node.element else { return [] }
        let own = element[.ariaPressed] == "true" ? [element[.ariaLabel] ?? element.text] : []
        return own + element.children.flatMap { pressed(in: $0) }
    }

    @Test("008.14 The report opens on this month; last month, this year and all are one tap")
    func ranges() throws {
        for (amount, day) in [
            ("10", "2026-09-05"), ("20", "2026-08-31"), ("30", "2026-01-01"), ("40", "2025-12-31"), ("1", "2026-12-31"),
        ] {
            add(amount, day)
        }
        #expect(totals == ["−10.00\u{A0}USD"] && isPressed("This month") && isPressed("Day"))
        for (name, total, period) in [
            ("Last month", "−20.00", "Day"), ("This year", "−61.00", "Month"), ("All", "−101.00", "Month"),
            ("This month", "−10.00", "Day"),
        ] {
            try tap(name)
            #expect(totals == [total + "\u{A0}USD"] && isPressed(name) && isPressed(period))
            // The list stays as it is.
            #expect(rows.count == 5)
        }
    }

    /// Of two buttons with a name the last one: the report comes after the list.
    private func tap(_ name: String) throws { try person.tap(name) }

    @Test("The report is of the days that are asked for in the filter, until one of its own is tapped")
    func chosenDays() throws {
        for day in ["2026-09-05", "2026-08-31", "2026-08-01"] { add("5", day) }
        person.dispatch(.money(.toggleFilters))
        person.dispatch(.money(.filter(.from(CivilDate("2026-08-15")))))
        #expect(totals == ["−10.00\u{A0}USD"] && !isPressed("This month"))
        try tap("Last month")
        #expect(totals == ["−10.00\u{A0}USD"] && rows.count == 3 && person.state.entries.filter.from == nil)
        person.dispatch(.money(.filter(.from(CivilDate("2026-08-31")))))
        person.dispatch(.money(.toggleFilters))
        #expect(totals == ["−5.00\u{A0}USD"] && isPressed("This month"))
    }

    @Test("008.14 A bar, a period and a tag lead to their rows; one more tap leads back to all")
    func leads() throws {
        add("10", "2026-09-05", "food")
        add("20", "2026-09-06", "food, fun")
        add("30", "2026-08-31", "food")
        // What a bar says is heard, and seen by who points at it or focuses it.
        let bar = "Sep 6, 2026: −20.00\u{A0}USD"
        #expect(person.html.contains(">\(bar)</span>"))
        for name in [bar, "Sep 6, 2026"] {
            try tap(name)
            #expect(rows == ["20"] && isPressed(name))
            // The report keeps its days, to go on from.
            #expect(totals == ["−30.00\u{A0}USD"])
            try tap(name)
            #expect(rows.count == 3 && !isPressed(name))
        }
        try tap("#fun")
        #expect(rows == ["20"] && person.named("Tags, days")?.last?[.ariaExpanded] == "true")
        try tap("#fun")
        try tap("#food")
        // The rows are those of the sum: none of another month.
        #expect(rows == ["20", "10"] && totals == ["−30.00\u{A0}USD"])
    }

    @Test("008.14 On a phone the rows come in the place of the report, and going back leads to it")
    func phone() throws {
        add("10", "2026-09-05", "food")
        add("20", "2026-08-06")
        person.dispatch(.outside(.resized(width: 390)))
        person.dispatch(.report(.open))
        try tap("#food")
        #expect(person.state.navigation.route == .list && rows == ["10"] && isPressed("#food"))
        person.dispatch(.outside(.visited("#/money/sums")))
        #expect(person.state.navigation.route == .sums && totals == ["−10.00\u{A0}USD"])
    }

    @Test("008.14 Tags stand by size, what has none last, and an entry with two of them is said to count for both")
    func tags() throws {
        add("5", "2026-09-01", "a")
        add("100", "2026-09-01")
        #expect(!person.html.contains("An entry with several tags"))
        add("5 EUR", "2026-09-01", "a")
        add("20", "2026-09-02", "b, c")
        add("30", "2026-09-02", "c")
        add("70", "2026-09-03", "pay", .income)
        let lines = person.html.split(separator: "<th scope=\"row\">").dropFirst().map {
            String($0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
        }
        #expect(lines.filter { $0.hasPrefix("#") }.suffix(4) == ["#pay", "#c", "#b", "#a"])
        #expect(person.html.contains("<th scope=\"row\">Untagged</th>"))
        // It is said where it is so, of the two currencies once.
        #expect(all("sum").map { $0.contains("An entry with several tags counts for each of them.") } == [false, true])
    }

    @Test("What no sum has is said with its sums by currency, and leads to its rows")
    func leftOut() throws {
        add("10", "2026-09-05")
        #expect(all("left-out") == [])
        add("9", "2026-09-05", "", .unsorted)
        add("4 EUR", "2026-09-05", "", .unsorted)
        add("7", "2026-08-05", "", .unsorted)
        let text = "Not counted: 2 entries to sort, 4.00 EUR, 9.00 USD"
        #expect(all("left-out") == [text] && totals == ["−10.00\u{A0}USD"])
        try tap(text)
        #expect(Set(rows) == ["9", "4 EUR"] && all("left-out") == [text])
        try tap(text)
        try tap("All")
        #expect(all("left-out") == ["Not counted: 3 entries to sort, 4.00 EUR, 16.00 USD"])
    }

    @Test("Days on which nothing came in or went out are said to be so") func nothing() throws {
        add("10", "2026-08-05")
        #expect(person.html.contains("Nothing came in or went out on these days."))
        try tap("Last month")
        #expect(!person.html.contains("Nothing came in"))
    }

    @Test("A week that lies in two months leads to the rows of its sum alone") func weeks() throws {
        for day in ["2026-08-31", "2026-09-01", "2026-09-06"] { add("5", day) }
        person.dispatch(.report(.period(.week)))
        let bar = "Aug 31, 2026: −10.00\u{A0}USD"
        try tap(bar)
        #expect(rows.count == 2 && totals == ["−10.00\u{A0}USD"])
    }
}
