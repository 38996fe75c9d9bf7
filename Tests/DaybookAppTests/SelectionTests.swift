import DaybookApp
import DaybookCore
import Testing

/// What a finger does with rows, and what several of them get at once.
@Suite struct SelectionTests {
    @Test("11.4 A swipe puts off until tomorrow, the other way finishes, and farther puts on Today")
    func swipes() throws {
        let person = Person()
        try person.add("b", "a")
        try person.swipe("a", by: -400)
        #expect(person.state.allCount == 2, "a long swipe deletes nothing")
        try person.tap("Tomorrow")
        let (a, b) = (try #require(person.state.incomplete.first).id, try #require(person.state.incomplete.last).id)
        #expect(person.state.book[a]?.due == person.state.today.adding(days: 1) && person.state.gesture == .none)
        try person.swipe("b", by: 40)
        #expect(person.state.book[b]?.isCompleted == false && person.state.gesture == .none)
        try person.swipe("b", by: 150)
        #expect(person.state.book[b]?.todayDay == person.state.today && person.state.book[b]?.isCompleted == false)
        try person.swipe("b", by: 80)
        #expect(person.state.book[b]?.isCompleted == true)
        try person.swipe("b", by: 150)
        #expect(person.state.book[b]?.isCompleted == false)
    }

    @Test("11.4 A finger that stays on a row marks it, and the next tap adds another; on a phone a row has no grip")
    func hold() throws {
        let person = Person()
        try person.add("b", "a")
        #expect(!person.html.contains("grip"))
        let a = try #require(person.state.incomplete.first).id
        person.dispatch(.gesture(.pressRow(a, x: 100, y: 100)))
        person.dispatch(.outside(.woken(.hold)))
        person.dispatch(.gesture(.release))
        #expect(person.state.selection.isOn && person.state.selection.ids.ids == [a])
        try person.tap("b")
        #expect(person.state.selection.ids.ids.count == 2)
        try person.tap("Done")
        // One that moved meanwhile is swiped.
        person.dispatch(.gesture(.pressRow(a, x: 200, y: 100)))
        person.dispatch(.gesture(.move(x: 150, y: 100)))
        person.dispatch(.outside(.woken(.hold)))
        #expect(!person.state.selection.isOn)
    }

    @Test("11.3 11.5 Several get a day, a list, a tag and a priority, each as one step; keys do it on a row")
    func several() throws {
        let person = Person(width: 1_280)
        try person.add("c", "b", "a")
        person.dispatch(.form(.open(.list, nil)))
        person.dispatch(.form(.set(.title, .text("Home"))))
        person.dispatch(.form(.save))
        person.dispatch(.lists(.showAll(.all)))
        let ids = person.state.incomplete.map(\.id)
        let home = try #require(person.state.book.lists.first).id
        func todos() -> [Todo] { ids.compactMap { person.state.book[$0] } }
        func all(_ open: String, _ pick: () throws -> Void, _ holds: (Todo) -> Bool) throws {
            person.dispatch(.selection(.toggle(ids[0], extends: false)))
            person.dispatch(.selection(.toggle(ids[1], extends: false)))
            try person.tap(open)
            try pick()
            #expect(todos().map(holds) == [true, true, false] && !person.state.selection.isOn)
            #expect(person.html.contains("Changed 2 items"))
            person.dispatch(.item(.undo))
            #expect(todos().map(holds) == [false, false, false])
        }
        let today = person.state.today
        try all("Due", { try person.tap("Tomorrow") }) { $0.due == today.adding(days: 1) }
        try all(
            "Due",
            {
                try person.type("whenever", into: "#change-words")
                try submit(person)
                #expect(person.html.contains("“whenever” isn"), "and what is typed stays")
                try person.type("in 9 days 15:00", into: "#change-words")
                try submit(person)
            }
        ) { $0.due == today.adding(days: 9) && $0.dueTime?.text == "15:00" }
        try all("List", { try person.tap("Home") }) { $0.extraFields[.list]?.entity == home }
        try all(
            "Tags",
            {
                try person.type("x, y", into: "#change-words")
                try submit(person)
            }
        ) { $0.tags == ["x", "y"] }
        try all("Priority", { try person.tap("High") }) { $0.extraFields[.priority] == .choice(1) }
        for (key, title) in [("d", "Due"), ("l", "List"), ("t", "Tags")] {
            try person.press(key, on: "b")
            #expect(person.html.contains("id=\"dialog-title\">\(title)<"))
            person.dispatch(.screen(.closeOverlay))
        }
        for (key, number) in [("1", 1), ("2", 5), ("3", 9), ("4", nil)] as [(String, UInt8?)] {
            try person.press(key, on: "b")
            #expect(todos().map { $0.extraFields[.priority]?.choice } == [nil, number, nil])
        }
    }

    /// Money with these lines in it.
    private func money(_ lines: String...) throws -> Person {
        let person = Person(width: 1_280)
        person.dispatch(.money(.show(true)))
        for line in lines {
            try person.type(line, into: "#record")
            person.dispatch(.record(.save))
        }
        return person
    }

    private func makeAccount(_ name: String, _ currency: String, _ person: Person) throws -> EntityID {
        person.dispatch(.form(.open(.account, nil)))
        person.dispatch(.form(.set(.title, .text(name))))
        person.dispatch(.form(.set(.amount, .text("0 " + currency))))
        person.dispatch(.form(.save))
        person.dispatch(.account(.show(nil)))
        return try #require(person.state.book.accounts.first { $0.name == name }).id
    }

    private func submit(_ person: Person) throws {
        let form = try #require(person.named("#change-words")?.dropLast().last)
        for part in form.parts { if case .on(.submit, let action) = part.content { person.dispatch(action) } }
    }

    @Test("11.3 While rows are marked, a notice stands at the top, and not over the bar below the list")
    func notices() throws {
        for width in [390, 1_440] {
            let person = Person(width: width)
            try person.add("b", "a")
            func isOnTop() -> Bool {
                person.screen.element?.all(class: "notices").allSatisfy { !$0.all(class: "on-top").isEmpty } ?? false
            }
            #expect(!isOnTop())
            person.dispatch(.selection(.all))
            #expect(isOnTop())
            person.dispatch(.selection(.end))
            #expect(!isOnTop())
        }
    }

    @Test("11.3 Several entries get tags, a payee and an account, each as one step") func severalEntries() throws {
        let person = try money("5 EUR tea #x", "6 EUR bread", "7 EUR milk")
        let visa = try makeAccount("Visa", "EUR", person)
        let ids = person.state.book.entries.all.ids
        func entries() -> [Entry] { ids.compactMap { person.state.book.entries[$0] } }
        func two(_ open: String, _ pick: () throws -> Void, _ holds: (Entry) -> Bool) throws {
            person.dispatch(.selection(.toggle(ids[0], extends: false)))
            person.dispatch(.selection(.toggle(ids[2], extends: false)))
            try person.tap(open)
            try pick()
            #expect(entries().map(holds) == [true, false, true])
            #expect(!person.state.selection.isOn)
            person.dispatch(.item(.undo))
            #expect(entries().map(holds) == [false, false, false])
        }
        func type(_ words: String) throws {
            try person.type(words, into: "#change-words")
            try submit(person)
        }
        try two(
            "Tags",
            {
                try type("food, y")
                #expect(person.html.contains("Changed 2 items"))
            }
        ) { $0.tags.contains("food") && $0.tags.contains("y") }
        #expect(entries().map(\.tags) == [[], [], ["x"]])
        try two("Payee", { try type("Edeka") }) { $0.payee == "Edeka" }
        try two("Account", { try person.tap("Visa") }) { $0.extraFields[.account]?.entity == visa }
        try two("Income", {}) { $0.kind == .income }
    }

    @Test("11.3 An account of another currency is said to be so, and none of the entries changes")
    func otherCurrency() throws {
        let person = try money("5 EUR tea", "6 USD bread")
        _ = try makeAccount("Visa", "EUR", person)
        for name in ["Visa", "USD"] {
            person.dispatch(.selection(.start))
            person.dispatch(.selection(.all))
            try person.tap("#change-account")
            let before = person.state.book.entries.all
            try person.tap(name)
            #expect(person.html.contains("notice problem") && person.html.contains("is in"), "\(name)")
            #expect(person.state.book.entries.all == before && person.state.selection.ids.ids.count == 2)
            person.dispatch(.screen(.closeOverlay))
            person.dispatch(.selection(.end))
        }
    }

    @Test("11.3 A rule that is made of several entries asks for how all of them begin, and gives what all have")
    func makeRule() throws {
        let person = try money("5 EUR Rewe 4410 #food #a", "6 EUR REWE 4 #food")
        person.dispatch(.selection(.start))
        person.dispatch(.selection(.all))
        try person.tap("New rule")
        #expect(person.state.form?.values[.ruleText]?.text == "text:REWE then tag:food")
    }
}
