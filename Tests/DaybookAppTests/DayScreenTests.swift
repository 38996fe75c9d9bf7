import DaybookApp
import DaybookCore
import Foundation
import Testing

/// 006.1–006.5: the days of to-dos in the app. The first moment is a Monday, 21 September 2026, 14:13 in UTC.
@Suite struct DayScreenTests {
    private let monday = CivilDate(year: 2026, month: 9, day: 21) ?? CivilDate(daysSince1970: 0)

    private func id(_ title: String, _ state: State) throws -> EntityID {
        try #require((state.incomplete + state.completed).first { $0.title == title }).id
    }

    private func add(_ title: String, _ values: [(Field, Int64)], to tab: Tab) {
        var draft = Changes.todo(title: title)
        for (field, days) in values { draft.values[field] = .day(monday.adding(days: days)) }
        tab.dispatch(.item(.create(draft)))
    }

    /// What the list shows: each heading with the titles under it.
    private func shown(_ state: State) -> [String] {
        state.visible.groups.map { group in
            let name =
                switch group.heading {
                case .todo: "To-dos"
                case .earlier: "From earlier"
                case .today: "Today"
                case .overdue: "Overdue"
                case .done: "Finished"
                case .day(let day), .finished(let day): day.text
                }
            return name + ": " + group.ids.compactMap { state.item($0)?.title }.joined(separator: ", ")
        }
    }

    @Test("11.7 Today says which bills come in the week after it, by their days, and leads to the money") func bills()
        throws
    {
        let person = Person()
        func bills() -> [String] { person.screen.element?.all(class: "bills").map(\.text) ?? [] }
        for line in [
            "Call today", "Gym 30 EUR today", "Rent 850 EUR in 5 days", "Power 85 EUR in 2 days",
            "Tax 90 EUR in 8 days",
        ] {
            try person.add(line)
        }
        person.dispatch(.todos(.setFilter(.today)))
        #expect(bills() == ["Bills this week: Power 85.00 EUR, Rent 850.00 EUR"])
        for line in ["a 1 EUR in 6 days", "b 1 EUR in 7 days"] {
            try person.add(line)
            person.dispatch(.todos(.setFilter(.today)))
        }
        #expect(bills() == ["Bills this week: Power 85.00 EUR, Rent 850.00 EUR, a 1.00 EUR, +1"])
        person.dispatch(.todos(.setFilter(.all)))
        #expect(bills().isEmpty)
        person.dispatch(.todos(.setFilter(.today)))
        try person.tap("Bills this week: Power 85.00 EUR, Rent 850.00 EUR, a 1.00 EUR, +1")
        #expect(person.state.navigation.isMoney)
    }

    @Test(
        "006.3 Today turns at local midnight and after sleep, by itself, and nothing is written for it",
        arguments: [0, 480, -300])
    func midnight(minutesAhead: Int) throws {
        let tab = Tab()
        let time = tab.time
        tab.app = App(State(node: 7), world: time.world(minutesAheadOfUTC: minutesAhead)) { tab.effects.append($0) }
        tab.dispatch(.outside(.loaded([], SyncClient.Progress())))
        add("now", [(.due, 0)], to: tab)
        add("next", [(.due, 1)], to: tab)
        add("begins", [(.start, 1), (.due, 3)], to: tab)
        tab.dispatch(.todos(.setFilter(.today)))
        #expect(shown(tab.app.state) == ["Today: now"])
        // A moment before midnight where the person is.
        let midnight = (monday.daysSince1970 + 1) * 86_400_000 - Int64(minutesAhead) * 60_000
        time.clock = midnight - 1_000
        tab.dispatch(.outside(.woken(.poll)))
        #expect(shown(tab.app.state) == ["Today: now"])
        #expect(!tab.html.contains("due late"))
        time.clock = midnight
        tab.dispatch(.outside(.woken(.poll)))
        #expect(shown(tab.app.state) == ["From earlier: now", "Today: begins, next"])
        #expect(tab.html.contains("due late"))
        #expect(tab.stored == nil)
        // Two nights later the page is looked at again.
        time.clock = midnight + 2 * 86_400_000
        tab.dispatch(.outside(.visible(true)))
        #expect(shown(tab.app.state) == ["From earlier: now, next", "Today: begins"])
        #expect(tab.stored == nil)
    }

    @Test("006.3 Buttons move all from earlier to today, or take it off, as one step that can be undone")
    func earlier() throws {
        let tab = Tab()
        add("overdue", [(.due, -3)], to: tab)
        add("begun", [(.start, -2)], to: tab)
        add("put", [(.todayDay, -1)], to: tab)
        tab.dispatch(.todos(.setFilter(.today)))
        #expect(shown(tab.app.state) == ["From earlier: overdue, begun, put"])
        tab.dispatch(.item(.earlierToToday))
        #expect(shown(tab.app.state) == ["Today: put, begun, overdue"])
        #expect(tab.focused?.hasPrefix("open-") == true)
        tab.dispatch(.item(.undo))
        #expect(shown(tab.app.state) == ["From earlier: overdue, begun, put"])
        tab.dispatch(.item(.earlierOff))
        #expect(shown(tab.app.state) == ["From earlier: overdue"])
    }

    @Test("006.3 What is written on Today is for today; what is finished stays there, counted, until midnight")
    func writing() throws {
        let person = Person(width: 1_280)
        try person.tap("Today")
        #expect(person.html.contains("Nothing for today"))
        try person.add("Milk", "Bread")
        #expect(shown(person.state) == ["Today: Bread, Milk"])
        try person.tap("Finish: Milk")
        #expect(shown(person.state) == ["Today: Bread", "Finished: Milk"])
        #expect(person.html.contains("Done today"))
        // What is finished stays in its order, and so do days to come.
        #expect(person.html.components(separatedBy: "id=\"grip-").count == 2)
        try person.tap("All")
        #expect(person.html.components(separatedBy: "id=\"grip-").count == 3)
    }

    @Test("006.3 The app opens on Today once something has a day, unless the address names another")
    func opening() throws {
        let other = Tab()
        add("Call", [(.due, 5)], to: other)
        let records = try #require(other.stored).changes.map(\.after)
        for (path, filter) in [
            ("#", Filter.today), ("#/", .all), ("#/upcoming", .upcoming), ("#/completed", .completed),
        ] {
            let time = TestWorld()
            var effects: [Effect] = []
            let app = App(State(node: 8), world: time.world()) { effects.append($0) }
            app.dispatch(.outside(.visited(path)))
            app.dispatch(.outside(.loaded(records)))
            #expect(app.state.todos.filter == filter, "\(path)")
            #expect(effects.contains(.visit("#/today", replaces: true)) == (path == "#"))
        }
        let app = App(State(node: 8), world: TestWorld().world()) { _ in }
        app.dispatch(.outside(.visited("#")))
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        app.dispatch(.outside(.pullFailed(.offline)))
        #expect(app.state.todos.filter == .all)
    }

    @Test("006.4 Upcoming has what is overdue, then each day under its name") func upcoming() throws {
        let tab = Tab()
        add("overdue", [(.due, -3)], to: tab)
        add("today", [(.due, 0)], to: tab)
        add("friday", [(.due, 4)], to: tab)
        add("later", [(.start, 4), (.due, 30)], to: tab)
        add("none", [], to: tab)
        tab.dispatch(.outside(.visited("#/upcoming")))
        #expect(
            shown(tab.app.state) == ["Overdue: overdue", "2026-09-21: today", "2026-09-25: later, friday"])
        for heading in ["Overdue", "Today", "Fri"] { #expect(tab.html.contains(">\(heading)</h2>"), "\(heading)") }
    }

    @Test("006.5 Before its start a to-do shows that quietly in its list; after it, its due, red once that is over")
    func quietly() throws {
        let tab = Tab()
        add("Call", [(.start, 2), (.due, 3)], to: tab)
        #expect(tab.html.contains(">from Wed</span>"))
        tab.time.clock += 2 * 86_400_000
        tab.dispatch(.outside(.woken(.poll)))
        #expect(tab.html.contains("class=\"due\">Tomorrow</span>"))
        tab.time.clock += 2 * 86_400_000
        tab.dispatch(.outside(.woken(.poll)))
        #expect(tab.html.contains("class=\"due late\">Yesterday</span>"))
    }

    @Test("006.1 A day is typed in words, and what was understood stands below; the start moves along")
    func words() throws {
        let person = Person()
        try person.add("Call")
        try person.tap("Call")
        try person.type("fri 3pm", into: "Due")
        var todo = try #require(person.state.incomplete.first)
        #expect(todo.due?.text == "2026-09-25" && todo.dueTime?.text == "15:00")
        #expect(person.html.contains("Fri, Sep 25, 2026 15:00"))
        try person.type("wed", into: "Start")
        try person.type("2026-09-28 15:00", into: "Due")
        todo = try #require(person.state.incomplete.first)
        #expect(todo.start?.text == "2026-09-26" && todo.due?.text == "2026-09-28")
        // The system's calendar gives a day and leaves the time.
        try person.type("2026-10-01", into: "Due: pick a day")
        todo = try #require(person.state.incomplete.first)
        #expect(todo.due?.text == "2026-10-01" && todo.dueTime?.text == "15:00")
        try person.type("soon", into: "Due")
        #expect(person.state.incomplete.first?.due?.text == "2026-10-01")
        #expect(person.html.contains("soon") && person.html.contains("aria-invalid"))
        try person.type("", into: "Due")
        #expect(person.state.incomplete.first?.due == nil && person.state.incomplete.first?.dueTime == nil)
        try person.tap("On Today")
        #expect(person.state.incomplete.first?.todayDay == monday)
        try person.tap("On Today")
        #expect(person.state.incomplete.first?.todayDay == nil)
    }

    @Test("006.2 A due with a time in a zone is overdue when that clock says so") func zone() throws {
        var asked: [String] = []
        var clock: Int64 = 1_790_000_000_000
        var random: UInt64 = 0
        let world = World(
            now: { Timestamp(milliseconds: clock) },
            random: {
                random += 1
                return random
            },
            minutesAheadIn: { zone, _ in
                asked.append(zone)
                return zone == "Asia/Taipei" ? 480 : nil
            })
        let app = App(State(node: 7), world: world) { _ in }
        app.dispatch(.outside(.loaded([], SyncClient.Progress())))
        var draft = Changes.todo(title: "Call", due: monday)
        draft.values[.dueTime] = TimeOfDay("22:30[Asia/Taipei]").map { .timeOfDay($0) }
        app.dispatch(.item(.create(draft)))
        // 22:13 in Taipei.
        #expect(!appScreen(app.state, world).html.contains("due late"))
        clock += 27 * 60_000
        app.dispatch(.outside(.woken(.poll)))
        #expect(appScreen(app.state, world).html.contains("due late"))
        #expect(Set(asked) == ["Asia/Taipei"])
    }

    @Test(
        "006.1 A zone that doesn't exist is refused with words, in the form and in the details, and what was typed stays",
        arguments: [FormField.day, .start])
    func unknownZone(field: FormField) throws {
        let tab = Tab()
        let problem = "“Mars/Base” isn&#39;t a valid time zone. Use a name such as Europe/Berlin."
        tab.dispatch(.screen(.openForm))
        tab.dispatch(.editing(.field(.title, "Land")))
        tab.dispatch(.editing(.field(field, "tomorrow 10:00[Mars/Base]")))
        #expect(tab.html.contains(problem))
        tab.dispatch(.screen(.saveForm))
        #expect(tab.app.state.incomplete.isEmpty && tab.html.contains("tomorrow 10:00[Mars/Base]"))
        tab.dispatch(.editing(.field(field, "tomorrow 10:00[Europe/Berlin]")))
        #expect(!tab.html.contains("form-\(field.rawValue)-problem"))
        tab.dispatch(.screen(.saveForm))
        let id = try #require(tab.app.state.incomplete.first).id
        tab.dispatch(.screen(.details(id)))
        tab.dispatch(.editing(.field(field, "fri 10:00[Mars/Base]")))
        #expect(tab.html.contains(problem))
        tab.dispatch(.editing(.commitDetail))
        let todo = try #require(tab.app.state.book[id])
        let kept = field == .day ? (todo.due, todo.dueTime) : (todo.start, todo.startTime)
        #expect(kept.0 == monday.adding(days: 1) && kept.1?.text == "10:00[Europe/Berlin]")
        #expect(tab.html.contains(problem), "the notice says why")
    }

    @Test("006.3 The key t shows Today, from the other side as well; it is on the sheet of the keys")
    func key() throws {
        let tab = Tab()
        tab.dispatch(.money(.show(true)))
        tab.dispatch(.screen(.key("t", [])))
        #expect(tab.app.state.todos.filter == .today)
        #expect(!tab.app.state.navigation.isMoney)
        tab.dispatch(.screen(.openShortcuts))
        #expect(tab.html.contains("<kbd>t</kbd>"))
    }

    @Test("11.1 What is finished stands under the days on which it was, the last day first") func finishedByDay() throws
    {
        let tab = Tab()
        let ids = try ["a", "b", "c"].map { try tab.add($0) }
        for id in ids.prefix(2) { tab.dispatch(.item(.toggle(id))) }
        tab.time.clock += 86_400_000
        tab.dispatch(.item(.toggle(ids[2])))
        tab.dispatch(.todos(.setFilter(.completed)))
        let headings = try #require(appScreen(tab.app.state, tab.app.world).element).all(class: "heading").map(\.text)
        #expect(headings.count == 2 && headings[0].hasPrefix("Today1Clear") && headings[1] == "Yesterday2")
        tab.dispatch(.item(.clearCompleted))
        #expect(tab.app.state.allCount == 0)
    }

    @Test("006.5 The menu of a row puts a to-do on Today and takes it off") func menu() throws {
        let tab = Tab()
        add("Call", [(.due, 3)], to: tab)
        let id = try id("Call", tab.app.state)
        tab.dispatch(.screen(.openMenu(id, x: 1, y: 1)))
        #expect(tab.html.contains("Put on Today"))
        tab.dispatch(.item(.putOnToday(id, true)))
        #expect(tab.app.state.item(id)?.todayDay == monday)
        tab.dispatch(.screen(.openMenu(id, x: 1, y: 1)))
        #expect(tab.html.contains("Remove from Today"))
    }

    @Test("006.4 Rows of Today are dragged into an order of their own, by hand and by keys; the list keeps its own")
    func ownOrder() throws {
        let tab = Tab()
        tab.dispatch(.outside(.loaded([], SyncClient.Progress())))
        for title in ["c", "b", "a"] { add(title, [(.due, 0)], to: tab) }
        tab.dispatch(.todos(.setFilter(.today)))
        #expect(shown(tab.app.state) == ["Today: a, b, c"])
        let a = try id("a", tab.app.state)
        tab.dispatch(.gesture(.pressGrip(a, x: 0, y: 0)))
        tab.dispatch(.gesture(.move(x: 0, y: 62)))
        tab.dispatch(.gesture(.release))
        #expect(shown(tab.app.state) == ["Today: b, a, c"])
        tab.dispatch(.item(.moveBy(try id("c", tab.app.state), -1)))
        #expect(shown(tab.app.state) == ["Today: b, c, a"])
        add("new", [(.due, 0)], to: tab)
        #expect(shown(tab.app.state) == ["Today: b, c, a, new"])
        tab.dispatch(.item(.undo))
        tab.dispatch(.item(.undo))
        #expect(shown(tab.app.state) == ["Today: b, a, c"])
        tab.dispatch(.todos(.setFilter(.all)))
        #expect(shown(tab.app.state) == ["To-dos: a, b, c"])
    }
}
