import DaybookApp
import DaybookCore
import Fixtures
import Testing

/// 006.19: the line that adds. The first moment is a Monday, 21 September 2026, 14:13 in UTC.
@Suite struct QuickAddTests {
    private let person = Person()

    /// The chips under the line.
    private var chips: [String] {
        person.html.split(separator: "class=\"part\"").dropFirst().compactMap {
            $0.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
        }
    }

    private func type(_ line: String) throws { try person.type(line, into: "#new") }

    @Test("006.19 What the line says stands under it while it is typed, and fills the to-do")
    func chipsAndFields() throws {
        try type("Rent 850 eur every 1st")
        #expect(chips == ["850.00 EUR", "every month: day 1 · Oct 1"])
        try person.tap("Add")
        let todo = try #require(person.state.incomplete.first)
        #expect(todo.title == "Rent" && todo.amount?.text == "850.00 EUR" && todo.due?.text == "2026-10-01")
        #expect(todo.repeats?.rule == "FREQ=MONTHLY;BYMONTHDAY=1" && todo.repeats?.mode == .every)
        #expect(person.state.todos.newTitle.isEmpty && chips.isEmpty)
        // All of it is one step.
        person.dispatch(.item(.undo))
        #expect(person.state.allCount == 0)
        person.dispatch(.item(.redo))
        #expect(person.state.incomplete.first?.repeats?.rule == "FREQ=MONTHLY;BYMONTHDAY=1")
    }

    @Test(
        "006.19 A chip says what is meant, also the day that nobody named",
        arguments: [
            ("Dentist fri 3pm", ["Fri", "15:00"]), ("Standup at 9:30", ["Tomorrow 09:30"]),
            ("Stir in 20 minutes", ["Today 14:33"]),
            ("Gym every mon, fri 7am", ["every week: Mon, Fri · Fri", "07:00"]),
            ("Pill daily until 1 nov", ["every day · Today", "until Nov 1, 2026"]),
            ("Pill daily for 5 times", ["every day · Today", "5 times"]),
            ("Ferns every! 3 days", ["every 3 days after it is done · Today"]),
            ("明天交房租8500元", ["Tomorrow", "8,500.00 CNY"]),
            ("Sprint mon every 2 weeks", ["Today", "every 2 weeks"]), ("Buy milk", []), ("\"Buy milk tomorrow\"", []),
        ])
    func chips(line: String, chips: [String]) throws {
        try type(line)
        #expect(self.chips == chips)
    }

    @Test("006.19 Taking a chip off puts its words back, by a click or a key, and the line has the focus")
    func takingOff() throws {
        try type("Meet with Friday at 5pm tomorrow")
        #expect(chips == ["17:00", "Tomorrow"])
        try person.tap("Tomorrow. Leave “tomorrow” in the title")
        #expect(chips == ["Fri", "17:00"])
        for key in ["a", "Enter"] {
            #expect(try !person.takes(key, on: "Fri. Leave “Friday” in the title"))
        }
        try person.press("Delete", on: "Fri. Leave “Friday” in the title")
        #expect(chips == ["Today 17:00"])
        try person.press("Backspace", on: "Today 17:00. Leave “at 5pm” in the title")
        #expect(chips.isEmpty)
        // It stays so while the line goes on.
        try type("Meet with Friday at 5pm tomorrow, in 3 days")
        #expect(chips == ["Thu"])
        try person.tap("Add")
        let todo = try #require(person.state.incomplete.first)
        #expect(
            todo.title == "Meet with Friday at 5pm tomorrow" && todo.due?.text == "2026-09-24" && todo.dueTime == nil)
        // The next line is read again.
        try type("Call tomorrow")
        #expect(chips == ["Tomorrow"])
        try person.tap("Tomorrow. Leave “tomorrow” in the title")
        try type("")
        try type("Call tomorrow")
        #expect(chips == ["Tomorrow"])
    }

    @Test("006.19 Chips are a group with a name, described to the field, in three languages")
    func names() throws {
        try type("Call tomorrow")
        #expect(person.html.contains("aria-describedby=\"understood\""))
        #expect(
            person.html.contains(
                "id=\"understood\" class=\"understood\" role=\"group\" aria-label=\"What is understood\""))
        for (language, name) in [(Language.traditionalChinese, "已識別的內容"), (.simplifiedChinese, "已识别的内容")] {
            person.dispatch(.settings(.setLanguage(language)))
            #expect(person.html.contains(name) && person.html.contains("tomorrow"))
        }
    }

    @Test("006.19 What is added on Today for a later day is to be seen: Upcoming shows it")
    func later() throws {
        person.dispatch(.todos(.setFilter(.today)))
        for (line, filter) in [("Call", Filter.today), ("Call today", .today), ("Call fri", .upcoming)] {
            try type(line)
            try person.tap("Add")
            #expect(person.state.todos.filter == filter, "\(line)")
        }
        #expect(person.state.visible.groups.flatMap(\.ids).count == 3)
    }

    @Test("006.19 The app reads each phrase of the table as all faces do, and shows what it read")
    func phrases() throws {
        let tab = Tab()
        tab.time.clock = (QuickPhrase.now.day.daysSince1970 * 1_440 + QuickPhrase.now.minute) * 60_000
        tab.dispatch(.outside(.woken(.poll)))
        // With it 元 is of Taiwan.
        tab.dispatch(.settings(.setLanguage(.traditionalChinese)))
        tab.dispatch(.money(.currency(QuickPhrase.usual.code)))
        for phrase in QuickPhrase.all {
            tab.dispatch(.todos(.typeNew(phrase.line)))
            #expect(tab.html.contains("class=\"part\"") != phrase.isTitle, "\(phrase)")
            tab.dispatch(.todos(.addNew))
            let todo = try #require(tab.app.state.incomplete.first)
            #expect(
                QuickPhrase.reading(
                    title: todo.title, due: todo.due?.text, time: todo.dueTime?.clock, rule: todo.repeats?.rule,
                    mode: todo.repeats?.mode.name, amount: todo.amount?.text) == phrase.reading)
        }
        #expect(tab.app.state.allCount == QuickPhrase.all.count)
    }
}
