import DaybookApp
import DaybookCore
import Testing

/// Finding things by what their rows show, and completing tags.
@Suite final class TagTests: Tab {
    private func record(_ lines: String...) {
        if !app.state.navigation.isMoney { dispatch(.money(.show(true))) }
        for line in lines {
            dispatch(.record(.type(line)))
            dispatch(.record(.save))
        }
    }

    private func found(_ text: String) -> [String] {
        dispatch(.money(.filter(.text(text))))
        return app.state.entries.days.flatMap { $0.entries.map(\.note) }
    }

    @Test("006.17 Money is searched as its rows show it: #tag, @place, amounts with sign, threes, comma and currency")
    func searchMoney() {
        record("-1234.50 EUR rent #home @Taipei", "+20 USD refund #Groceries", "-8.20 EUR lunch #groceries,food")
        for (text, notes) in [
            ("#groceries", ["lunch", "refund"]), ("groceries", ["lunch", "refund"]), ("#food", ["lunch"]),
            ("@taipei", ["rent"]), ("1234.5", ["rent"]), ("1,234.50", ["rent"]), ("−1,234.50 EUR", ["rent"]),
            ("-1234", ["rent"]), ("8.20", ["lunch"]), ("8,20", ["lunch"]), ("+20", ["refund"]), ("usd", ["refund"]),
            ("#home 1234", ["rent"]), ("#lunch", []), ("9.99", []),
        ] {
            #expect(found(text) == notes, "\(text)")
        }
    }

    @Test("006.17 To-dos are found by what they cost, and by a #tag in their words") func searchTodos() throws {
        _ = try add("call #family")
        let id = try add("rent")
        dispatch(.screen(.details(id)))
        dispatch(.editing(.field(.amount, "1850 EUR")))
        dispatch(.editing(.commitDetail))
        for (text, titles) in [
            ("#family", ["call #family"]), ("1850", ["rent"]), ("1,850.00", ["rent"]), ("1850,00", ["rent"]),
            ("eur", ["rent"]), ("1851", []),
        ] {
            dispatch(.todos(.search(text)))
            #expect(app.state.visible.todo.compactMap { app.state.item($0)?.title } == titles, "\(text)")
        }
        // What it costs now is what it is found by.
        dispatch(.editing(.field(.amount, "9 EUR")))
        dispatch(.editing(.commitDetail))
        dispatch(.todos(.search("1850")))
        #expect(app.state.visible.todo.isEmpty)
    }

    @Test("Tags complete as one types in the line, the most used first, by arrows and Enter, and Escape closes them")
    func completeLine() throws {
        let person = Person(width: 1_440)
        person.dispatch(.money(.show(true)))
        for line in ["1 EUR a #groceries", "1 EUR b #groceries", "1 EUR c #Gifts", "1 EUR d #food"] {
            person.dispatch(.record(.type(line)))
            person.dispatch(.record(.save))
        }
        func offered() throws -> [String] {
            try #require(person.screen.element).all(class: "completions").first?.children.map(\.text) ?? []
        }
        func line() -> Element? { person.named("#record")?.last }
        try person.type("5 lunch", into: "#record")
        #expect(try offered() == [] && line()?[.ariaExpanded] == "false")
        try person.type("5 lunch #", into: "#record")
        #expect(try offered() == ["#groceries", "#Gifts", "#food"])
        try person.type("5 lunch #G", into: "#record")
        #expect(try offered() == ["#groceries", "#Gifts"] && line()?[.ariaExpanded] == "true")
        #expect(line()?[.role] == "combobox" && line()?[.ariaControls] == "completions")
        #expect(try !person.takes("Enter", on: "#record"), "it records")
        try person.press("ArrowDown", on: "#record")
        try person.press("ArrowDown", on: "#record")
        #expect(line()?[.ariaActivedescendant] == "completion-1")
        try person.press("Enter", on: "#record")
        #expect(person.state.record.line == "5 lunch #Gifts ")
        #expect(try offered() == [])
        // Several follow one sign; those that are there already aren't offered.
        try person.type("5 lunch #gifts,", into: "#record")
        #expect(try offered() == ["#groceries", "#food"])
        try person.press("Escape", on: "#record")
        #expect(try offered() == [] && person.state.record.line == "5 lunch #gifts,")
        try person.type("5 lunch #gifts,f", into: "#record")
        try person.tap("#completion-0")
        #expect(person.state.record.line == "5 lunch #gifts,food ")
        try person.press("ArrowUp", on: "#record")
        #expect(person.state.record.line == "5 lunch #gifts,food ")
        try person.type("5 lunch ＃ｆ", into: "#record")
        #expect(try offered() == [])
        try person.type("5 lunch ＃fo", into: "#record")
        try person.press("ArrowUp", on: "#record")
        try person.press("Tab", on: "#record")
        #expect(person.state.record.line == "5 lunch ＃food ")
    }

    @Test("Tags complete in the form of an entry, with spaces in them and the more used of two spellings")
    func completeForm() throws {
        record("1 EUR a #Food", "1 EUR b #food", "1 EUR c #food")
        dispatch(.money(.edit(nil)))
        dispatch(.editing(.field(.tags, "eating out")))
        dispatch(.editing(.field(.amount, "1 EUR")))
        dispatch(.money(.save))
        dispatch(.money(.edit(nil)))
        func offered() throws -> [String] {
            try #require(appScreen(app.state, app.world).element).all(class: "completions").first?.children.map(\.text)
                ?? []
        }
        dispatch(.editing(.field(.tags, "F")))
        #expect(try offered() == ["#food"])
        dispatch(.completion(.complete(0)))
        #expect(app.state.entry.form?[.tags] == "food" && focused == "entry-tags")
        dispatch(.editing(.field(.tags, "food, #eating o")))
        #expect(try offered() == ["#eating out"])
        dispatch(.completion(.complete(0)))
        #expect(app.state.entry.form?[.tags] == "food, #eating out")
        dispatch(.editing(.field(.amount, "2 EUR")))
        dispatch(.money(.save))
        #expect(app.state.book.entries.all.contains { $0.tags == ["eating out", "food"] })
    }
}

/// Money has the keys that to-dos have.
@Suite struct MoneyKeysTests {
    private func person(_ lines: String...) -> Person {
        let person = Person(width: 1_440)
        person.dispatch(.money(.show(true)))
        for line in lines.reversed() {
            person.dispatch(.record(.type(line)))
            person.dispatch(.record(.save))
        }
        return person
    }

    private func kinds(_ person: Person) -> [String] {
        person.state.entries.days.flatMap { $0.entries.map { $0.note + " " + $0.kind.name } }
    }

    @Test("010.5 The arrows and j, k go from entry to entry; x, e, s, Delete and the digits do what they do to to-dos")
    func keys() throws {
        let person = person("-1 EUR a", "+2 EUR b", "-3 EUR c")
        #expect(kinds(person) == ["a expense", "b income", "c expense"])
        let ids = person.state.entries.days.flatMap { $0.entries.map(\.id) }
        try person.press("ArrowDown", on: "Settings")
        #expect(person.state.selection.cursor == ids[0])
        try person.press("j", on: "a")
        #expect(person.state.selection.cursor == ids[1])
        try person.press("k", on: "b")
        #expect(person.state.selection.cursor == ids[0])
        try person.press("x", on: "a")
        try person.press("x", on: "b")
        #expect(kinds(person) == ["a income", "b expense", "c expense"])
        try person.press("e", on: "c")
        #expect(person.state.navigation.route == .entry(ids[2]))
        try person.press("Escape", on: "Settings")
        for (key, wanted) in [("2", ["a income"]), ("3", ["b expense", "c expense"]), ("4", []), ("1", [])] {
            try person.press(key, on: "Settings")
            if key != "1" { #expect(kinds(person) == wanted) }
        }
        #expect(kinds(person).count == 3)
        try person.press("Delete", on: "b")
        #expect(kinds(person) == ["a income", "c expense"])
        try person.press("?", on: "Settings")
        #expect(person.html.contains("Ctrl A") && person.html.contains("1 – 4") && !person.html.contains("Alt ↑ ↓"))
    }

    @Test("Several entries are marked, and deleted or marked as income or expense at once, as one step of undo")
    func several() throws {
        let person = person("-1 EUR a", "+2 EUR b", "-3 EUR c", "-4 EUR d")
        try person.press("s", on: "a")
        try person.tap("c", .shift)
        #expect(person.html.contains("3 selected"))
        person.dispatch(.money(.sortSelected(.income)))
        #expect(kinds(person) == ["a income", "b income", "c income", "d expense"] && !person.state.selection.isOn)
        person.dispatch(.item(.undo))
        #expect(kinds(person) == ["a expense", "b income", "c expense", "d expense"])
        try person.press("a", on: "Settings", modifiers: .command)
        #expect(person.html.contains("4 selected"))
        try person.press("x", on: "a")
        #expect(kinds(person).allSatisfy { $0.hasSuffix("expense") })
        try person.rightClick("b")
        try person.tap("Select several")
        try person.tap("Select: d")
        try person.press("Delete", on: "d")
        #expect(kinds(person) == ["a expense", "c expense"])
        #expect(person.html.contains("2 items"))
        person.dispatch(.item(.undo))
        #expect(kinds(person).count == 4)
    }

    @Test("A swipe on a phone marks an entry as income or expense, and closes") func swipe() throws {
        let person = Person()
        person.dispatch(.money(.show(true)))
        person.dispatch(.record(.type("-5 EUR lunch")))
        person.dispatch(.record(.save))
        for (label, kind) in [("Mark as income", EntryKind.income), ("Mark as expense", .expense)] {
            try person.swipe("lunch", by: -220)
            let app = try #require(person.screen.element)
            #expect(app.all(class: "swipe").first?.children.compactMap { $0.element?.text }.count == 3)
            try person.tap(label)
            #expect(person.state.book.entries.all.map(\.kind) == [kind] && person.state.gesture == .none)
        }
    }
}
