import DaybookApp
import DaybookCore
import Testing

/// To-dos that repeat, as a person sees them.
@Suite struct RepeatTests {
    private let person = Person()

    private func add(_ title: String, due: String, amount: String? = nil) throws -> EntityID {
        var draft = Changes.todo(title: title)
        draft.values[.due] = .day(try #require(CivilDate(due)))
        if let amount { draft[.amount] = .amount(try Amount(amount, usual: #require(Currency("EUR")))) }
        person.dispatch(.item(.create(draft)))
        let id = try #require(person.state.incomplete.first).id
        person.dispatch(.screen(.details(id)))
        return id
    }

    private func rule(_ id: EntityID) -> String? { person.state.book[id]?.repeats?.rule }
    private func due(_ id: EntityID) -> String? { person.state.book[id]?.due?.text }

    @Test("006.6 006.8 006.10 A person picks how a to-do comes again, checks it, skips one, takes back, and ends it")
    func picked() throws {
        let id = try add("Rent", due: "2026-10-31", amount: "850")
        try person.tap("Monthly")
        #expect(rule(id) == "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        #expect(person.html.contains("↻ every month: day 31 or the last"))
        try person.tap("Check")
        #expect(due(id) == "2026-11-30" && person.state.completed.map(\.title) == ["Rent"])
        #expect(person.state.book.entries.count == 1)
        try person.tap("Skip this one")
        #expect(due(id) == "2026-12-31" && person.state.completed.count == 1)
        try person.tap("Undo")
        #expect(due(id) == "2026-11-30")
        person.dispatch(.item(.undo))
        #expect(due(id) == "2026-10-31" && person.state.completed.isEmpty && person.state.book.entries.count == 0)
        person.dispatch(.item(.redo))
        #expect(due(id) == "2026-11-30" && person.state.completed.count == 1 && person.state.book.entries.count == 1)
        try person.tap("last day")
        #expect(rule(id) == "FREQ=MONTHLY;BYMONTHDAY=-1")
        try person.tap("day 30")
        #expect(rule(id) == "FREQ=MONTHLY;BYMONTHDAY=30")
        try person.tap("every 2 months")
        #expect(rule(id) == "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30")
        try person.type("3", into: "Times left")
        #expect(rule(id)?.hasSuffix(";COUNT=3") == true)
        try person.type("2027-06-01", into: "Until")
        #expect(rule(id)?.hasSuffix(";UNTIL=20270601") == true)
        try person.tap("From completion")
        #expect(person.state.book[id]?.repeats?.mode == .afterDone)
        try person.tap("Never")
        #expect(rule(id) == "" && due(id) == "2026-11-30" && !person.html.contains("Skip this one"))
        try person.tap("Check")
        #expect(person.state.book[id]?.isCompleted == true)
    }

    @Test("006.7 What was missed is told on the row and in the details, where it is passed over")
    func missed() throws {
        let id = try add("Water plants", due: "2026-01-01")
        try person.tap("Daily")
        let told = person.html
        #expect(told.contains("263 missed"))
        #expect(person.state.book[id]?.repeats?.mode == .passing)
        try person.tap("Every one counts")
        #expect(!person.html.contains("missed<"))
    }

    @Test("006.6 Some weekdays are picked, of which one stays; a rule that nobody picks is shown as it is")
    func weekdays() throws {
        let id = try add("Gym", due: "2026-11-23")
        try person.tap("Weekly")
        try person.tap("Fri")
        #expect(rule(id) == "FREQ=WEEKLY;BYDAY=MO,FR")
        try person.tap("Mon")
        #expect(rule(id) == "FREQ=WEEKLY;BYDAY=FR" && due(id) == "2026-11-27")
        try person.tap("Fri")
        #expect(rule(id) == "FREQ=WEEKLY;BYDAY=FR")
        let foreign = "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"
        person.dispatch(
            .item(.set(id, .repeats, .repeats(Repeat(foreign, .every, anchor: try #require(CivilDate("2026-11-27")))))))
        #expect(due(id) == "2027-03-28" && person.html.contains(foreign))
    }

    @Test("006.6 006.10 What repeats is told in each language, and can be unchecked in the list") func languages()
        throws
    {
        let id = try add("Water", due: "2026-11-23")
        try person.tap("Daily")
        for (language, words) in [(Language.traditionalChinese, "↻ 每天"), (.simplifiedChinese, "↻ 每天")] {
            person.dispatch(.settings(.setLanguage(language)))
            #expect(person.html.contains(words))
        }
        person.dispatch(.settings(.setLanguage(.english)))
        person.dispatch(.item(.toggle(id)))
        let done = try #require(person.state.completed.first)
        #expect(done.id != id && done.due?.text == "2026-11-23")
        person.dispatch(.screen(.details(done.id)))
        try person.tap("Uncheck")
        #expect(person.state.navigation.route == .list)
        #expect(person.state.completed.isEmpty && due(id) == "2026-11-23" && person.state.allCount == 1)
    }
}
