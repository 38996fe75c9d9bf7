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

    @Test("006.6 Some weekdays are picked, of which one stays; a rule that nobody picks is shown in words")
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
        #expect(due(id) == "2027-03-28" && !person.html.contains(foreign))
        #expect(person.html.contains("every year: last Sun in Mar"))
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

    @Test(
        "006.6 Every rule that can be followed is said in words of the language",
        arguments: [
            ("DAILY;COUNT=1", "every day, once", "每天，共 1 次", "每天，共 1 次"),
            ("DAILY;COUNT=5", "every day, 5 times", "每天，共 5 次", "每天，共 5 次"),
            (
                "WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261231", "every 2 weeks: Mon, Wed until Dec 31, 2026",
                "每 2 週：週一、週三，直到 2026年12月31日", "每 2 周：周一、周三，直到 2026年12月31日"
            ),
            ("MONTHLY;BYMONTHDAY=1,15", "every month: day 1, day 15", "每月：1 日、15 日", "每月：1 日、15 日"),
            (
                "MONTHLY;BYMONTHDAY=15,28,29,30;BYSETPOS=1,-1", "every month: day 15, day 30 or the last",
                "每月：15 日、30 日或最後一天", "每月：15 日、30 日或最后一天"
            ),
            (
                "MONTHLY;BYMONTHDAY=-1,-2", "every month: last day, 2nd to last day", "每月：最後一天、倒數第 2 天",
                "每月：最后一天、倒数第 2 天"
            ),
            ("MONTHLY;BYDAY=2TU,4TU", "every month: 2nd Tue, 4th Tue", "每月：第二個週二、第四個週二", "每月：第二个周二、第四个周二"),
            (
                "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month: last workday", "每月：最後一個工作日",
                "每月：最后一个工作日"
            ),
            ("MONTHLY;BYDAY=SA,SU;BYSETPOS=1", "every month: 1st weekend day", "每月：第一個週末日", "每月：第一个周末日"),
            (
                "MONTHLY;BYDAY=MO,WE;BYSETPOS=-2", "every month: 2nd to last of Mon, Wed", "每月：週一、週三中的倒數第 2 個",
                "每月：周一、周三中的倒数第 2 个"
            ),
            ("MONTHLY;BYMONTHDAY=13;BYDAY=FR", "every month: day 13, if it is Fri", "每月：13 日，且是週五", "每月：13 日，且是周五"),
            ("YEARLY;BYMONTH=3;BYMONTHDAY=5", "every year: Mar 5", "每年：3月5日", "每年：3月5日"),
            (
                "YEARLY;BYMONTH=3,9;BYMONTHDAY=1,15", "every year: Mar 1, Mar 15, Sep 1, Sep 15",
                "每年：3月1日、3月15日、9月1日、9月15日", "每年：3月1日、3月15日、9月1日、9月15日"
            ),
            ("YEARLY;BYMONTH=3;BYDAY=-1SU", "every year: last Sun in Mar", "每年：3 月的最後一個週日", "每年：3 月的最后一个周日"),
            ("YEARLY;BYDAY=20MO", "every year: 20th Mon", "每年：第 20 個週一", "每年：第 20 个周一"),
            ("DAILY;BYMONTH=6,7", "every day: Jun, Jul", "每天：6 月、7 月", "每天：6 月、7 月"),
        ])
    func words(rule: String, english: String, traditional: String, simplified: String) throws {
        let repeats = Repeat("FREQ=" + rule, .passing, anchor: CivilDate(daysSince1970: 20_000))
        #expect(Language.english.rule(repeats) == english)
        #expect(Language.traditionalChinese.rule(repeats) == traditional)
        #expect(Language.simplifiedChinese.rule(repeats) == simplified)
        // What can't be followed is kept, and shown as it is.
        #expect(Language.english.rule(Repeat("FREQ=HOURLY", .every, anchor: repeats.anchor)) == "FREQ=HOURLY")
    }
}
