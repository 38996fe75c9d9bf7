import DaybookCore
import Fixtures
import Testing

/// 006.1–006.5: the days of a to-do.
@Suite struct DayTests {
    var device = Device()

    private mutating func add(
        _ title: String = "x", due: String? = nil, start: String? = nil, today: String? = nil
    ) -> EntityID {
        let id = EntityID(using: &device.random)
        var draft = Changes.todo(title: title, due: due.map { date($0) })
        if let start { draft.values[.start] = .day(date(start)) }
        if let today { draft.values[.todayDay] = .day(date(today)) }
        device.perform(.add(.todo, id, draft))
        return id
    }

    private mutating func edit(_ id: EntityID, _ values: [(Field, FieldValue)]) {
        var edit = Changes()
        for (field, value) in values { edit.values[field] = value }
        device.perform(.edit(.todo, id, edit))
    }

    private func days(_ id: EntityID) -> String {
        let todo = device.list[id]
        return "\(todo?.start?.text ?? "-") \(todo?.startTime?.text ?? "-") "
            + "\(todo?.due?.text ?? "-") \(todo?.dueTime?.text ?? "-")"
    }

    private func time(_ text: String) throws -> FieldValue { .timeOfDay(try #require(TimeOfDay(text))) }

    @Test(
        "006.1 A time of day is written in one way, with a zone or without, and nonsense is none",
        arguments: [
            ("00:00", 0, ""), ("15:00", 900, ""), ("23:59", 1_439, ""), ("09:30[Europe/Berlin]", 570, "Europe/Berlin"),
            ("09:30[Etc/GMT+3]", 570, "Etc/GMT+3"),
        ])
    func timesOfDay(text: String, minute: Int64, zone: String) throws {
        let time = try #require(TimeOfDay(text))
        #expect(time.minute == minute && time.zone == zone)
        #expect(time.text == text)
        #expect(Shape.timeOfDay.value(Array(text.utf8)) == .timeOfDay(time))
        #expect(FieldValue.timeOfDay(time).bytes == Array(text.utf8))
    }

    @Test(
        "006.1 What isn't a time of day is none",
        arguments: [
            "", "1", "9:30", "24:00", "12:60", "12-30", "12:30[]", "12:30[", "12:30[a b]", "12:30[a]x", "12:30Z",
            "１２:３０",
            "12:30[" + String(repeating: "a", count: 65) + "]",
        ])
    func noTimesOfDay(text: String) {
        #expect(TimeOfDay(text) == nil)
        #expect(Shape.timeOfDay.value(Array(text.utf8)) == .nothing)
    }

    @Test("006.1 A day is written as the day, whatever the clock and the zone, and stays it") mutating func sameDay() {
        let id = add(due: "2026-03-29", start: "2026-03-28")
        for (field, day) in [(Field.due, "2026-03-29"), (.start, "2026-03-28")] {
            #expect(device.records[id]?[field]?.value == Array(day.utf8))
        }
        // From the far west to the far east it is the same day, and overdue by the person's own clock alone.
        for hours in -12...14 {
            let now = Timestamp(milliseconds: date("2026-03-29").daysSince1970 * 86_400_000 + 43_200_000)
            let here = LocalTime(now, minutesAhead: hours * 60)
            #expect(device.list[id]?.due == date("2026-03-29"))
            #expect(device.list[id]?.isOverdue { _ in here } == (here.day > date("2026-03-29")), "\(hours)")
        }
    }

    @Test("006.2 A start later than the due becomes the due, whichever of them is given") mutating func startAfterDue()
        throws
    {
        let id = add(due: "2026-12-01", start: "2026-12-05")
        #expect(days(id) == "2026-12-01 - 2026-12-01 -")
        #expect(device.records[id]?[.start]?.value == Array("2026-12-01".utf8))
        edit(id, [(.start, .day(date("2027-01-01"))), (.dueTime, try time("15:00"))])
        #expect(days(id) == "2026-12-01 15:00 2026-12-01 15:00")
        edit(id, [(.startTime, try time("16:00"))])
        #expect(days(id) == "2026-12-01 15:00 2026-12-01 15:00")
        edit(id, [(.startTime, try time("14:00"))])
        edit(id, [(.due, .day(date("2026-12-03"))), (.start, .day(date("2026-12-01")))])
        #expect(days(id) == "2026-12-01 14:00 2026-12-03 15:00")
        edit(id, [(.due, .nothing), (.start, .day(date("2027-01-01")))])
        #expect(days(id) == "2027-01-01 14:00 - -")
        edit(id, [(.due, .day(date("2026-12-24")))])
        #expect(days(id) == "2026-12-24 - 2026-12-24 -")
    }

    @Test("006.2 Moving the due moves the start by as many days, also over the end of a year") mutating func moving() {
        let id = add(due: "2026-12-10", start: "2026-12-07")
        edit(id, [(.due, .day(date("2027-01-02")))])
        #expect(days(id) == "2026-12-30 - 2027-01-02 -")
        edit(id, [(.due, .day(date("2026-12-10")))])
        #expect(days(id) == "2026-12-07 - 2026-12-10 -")
        // What is given is taken.
        edit(id, [(.due, .day(date("2026-12-20"))), (.start, .day(date("2026-12-08")))])
        #expect(days(id) == "2026-12-08 - 2026-12-20 -")
        // There is no day before the first.
        edit(id, [(.due, .day(date("0001-01-03")))])
        #expect(days(id) == "0001-01-03 - 0001-01-03 -")
    }

    @Test("006.2 Two devices that set start and due apart show the same: the start is the due")
    mutating func twoDevices() {
        let id = add(due: "2026-12-10")
        var other = Device(node: 2, now: 1_790_000_100_000)
        other.merge(device.registers)
        let before = device.registers
        edit(id, [(.start, .day(date("2026-12-09")))])
        other.perform(.edit(.todo, id, .todo(due: .some(date("2026-12-05")))))
        let (mine, theirs) = (device.registers.filter { !before.contains($0) }, other.registers)
        device.merge(theirs)
        other.merge(mine)
        for list in [device.list, other.list] {
            #expect(list[id]?.start == date("2026-12-05"))
            #expect(list[id]?.due == date("2026-12-05"))
        }
    }

    @Test(
        "006.2 It is overdue after the end of its day where the person is, or after its time",
        arguments: [
            // due, time, the person's clock, minutes that Berlin is ahead of it
            ("2026-11-25", "", "2026-11-25", 23 * 60 + 59, false), ("2026-11-25", "", "2026-11-26", 0, true),
            ("2026-11-25", "", "2026-11-24", 0, false), ("2026-11-25", "15:00", "2026-11-25", 15 * 60, false),
            ("2026-11-25", "15:00", "2026-11-25", 15 * 60 + 1, true), ("2026-11-25", "15:00", "2026-11-26", 0, true),
            // 15:00 in Berlin is 09:00 in New York, where the person is.
            ("2026-11-25", "15:00[Europe/Berlin]", "2026-11-25", 9 * 60, false),
            ("2026-11-25", "15:00[Europe/Berlin]", "2026-11-25", 9 * 60 + 1, true),
            // Berlin is a day ahead of New York in the evening.
            ("2026-11-26", "02:00[Europe/Berlin]", "2026-11-25", 20 * 60 + 1, true),
            // A zone that nobody knows counts as none.
            ("2026-11-25", "15:00[Moon/Crater]", "2026-11-25", 15 * 60, false),
        ] as [(String, String, String, Int64, Bool)])
    func overdue(due: String, time: String, day: String, minute: Int64, isOverdue: Bool) {
        var todo = Todo(
            id: EntityID(high: 1, low: 1), title: "x", createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: []), due: date(due))
        todo.dueTime = TimeOfDay(time)
        func clock(_ zone: String) -> LocalTime {
            let here = LocalTime(day: date(day), minute: minute)
            guard zone == "Europe/Berlin" else { return here }
            let minutes = here.day.daysSince1970 * 1_440 + minute
            return LocalTime(Timestamp(milliseconds: minutes * 60_000), minutesAhead: 360)
        }
        #expect(todo.isOverdue(clock) == isOverdue)
        todo.completedAt = Timestamp(milliseconds: 1)
        #expect(!todo.isOverdue(clock))
    }

    /// The titles from earlier, of today and finished.
    private func today(_ day: String) -> String {
        let today = Today(device.list.all, on: date(day), { CivilDate($0) }, todo: { $0 })
        return [today.earlier, today.today, today.finished].map { $0.map(\.title).joined(separator: " ") }
            .joined(separator: "|")
    }

    @Test("006.3 Today has what starts, is due or was put there by now, what came earlier first, and what was finished")
    mutating func todaysSections() {
        _ = add("none")
        _ = add("due", due: "2026-11-25")
        _ = add("start", start: "2026-11-25")
        _ = add("put", today: "2026-11-25")
        _ = add("later", due: "2026-11-26")
        _ = add("old", due: "2026-11-20")
        _ = add("older", start: "2026-11-01")
        _ = add("yesterday", today: "2026-11-24")
        _ = add("both", due: "2026-11-25", start: "2026-11-01")
        #expect(today("2026-11-25") == "older old yesterday|both put start due|")
        #expect(today("2026-11-24") == "both older old|yesterday|")
        // At midnight today becomes earlier, without anything being written.
        let registers = device.registers
        #expect(today("2026-11-26") == "older old yesterday both put start due|later|")
        #expect(device.registers == registers)

        let done = add("done", due: "2026-11-25")
        device.now = Timestamp(milliseconds: date("2026-11-25").daysSince1970 * 86_400_000 + 1_000)
        device.perform(.check(done))
        let other = add("done without a day")
        device.perform(.check(other))
        #expect(today("2026-11-25").hasSuffix("|done without a day done"))
        #expect(today("2026-11-26").hasSuffix("|later|"))
    }

    @Test("006.3 All from earlier moves to today, or is taken off; what is overdue stays") mutating func earlier() {
        _ = add("overdue", due: "2026-11-20")
        _ = add("begun", start: "2026-11-20")
        _ = add("put", today: "2026-11-24")
        let before = device
        func earlier(_ device: Device) -> [Todo] {
            Today(device.list.all, on: date("2026-11-25"), { CivilDate($0) }, todo: { $0 }).earlier
        }
        for todo in earlier(device) { device.perform(.edit(.todo, todo.id, .onToday(date("2026-11-25")))) }
        #expect(today("2026-11-25") == "|put begun overdue|")
        #expect(today("2026-11-26") == "put begun overdue||")
        device = before
        for todo in earlier(device) { device.perform(.edit(.todo, todo.id, todo.offToday(date("2026-11-25")))) }
        #expect(today("2026-11-25") == "overdue||")
    }

    @Test("006.5 Before its start it isn't in Today, also if it was there; put on Today again it is")
    mutating func putOff() {
        let id = add("x", today: "2026-11-25")
        edit(id, [(.start, .day(date("2026-11-28")))])
        #expect(today("2026-11-25") == "||")
        #expect(device.list[id]?.startsLater(than: date("2026-11-27")) == true)
        #expect(device.list[id]?.startsLater(than: date("2026-11-28")) == false)
        #expect(today("2026-11-28") == "|x|")
        device.perform(.edit(.todo, id, .onToday(date("2026-11-26"))))
        #expect(today("2026-11-26") == "|x|")
    }

    @Test("006.4 Upcoming is by day, overdue first, and has what is open and has a day to come")
    mutating func upcoming() {
        _ = add("none")
        _ = add("tomorrow", due: "2026-11-26")
        _ = add("overdue", due: "2026-11-24")
        _ = add("long overdue", due: "2026-11-01")
        _ = add("today", due: "2026-11-25")
        _ = add("begun", due: "2026-12-01", start: "2026-11-01")
        _ = add("begins", due: "2026-12-01", start: "2026-11-26")
        _ = add("put", today: "2026-11-25")
        _ = add("put before", today: "2026-11-24")
        let done = add("done", due: "2026-11-26")
        device.perform(.check(done))
        let upcoming = Upcoming(device.list.all, on: date("2026-11-25"), todo: { $0 })
        #expect(upcoming.overdue.map(\.title) == ["long overdue", "overdue"])
        #expect(
            upcoming.days.map { $0.day.text + ": " + $0.items.map(\.title).joined(separator: ", ") } == [
                "2026-11-25: put, today", "2026-11-26: begins, tomorrow", "2026-12-01: begun",
            ])
    }

    @Test(
        "006.1 A day to come is typed in words, in three languages, with a time or without",
        arguments: [
            ("today", "2026-11-25"), ("tomorrow", "2026-11-26"), ("fri", "2026-11-27"), ("Friday", "2026-11-27"),
            ("wed", "2026-11-25"), ("next wed", "2026-12-02"), ("next friday", "2026-12-04"),
            ("next week", "2026-11-30"), ("in 3 days", "2026-11-28"), ("in a week", "2026-12-02"),
            ("24.11.", "2027-11-24"), ("26.11.", "2026-11-26"), ("24/11", "2027-11-24"), ("3 Nov", "2027-11-03"),
            ("29 feb", "2028-02-29"), ("2026-12-01", "2026-12-01"), ("1.12.2026", "2026-12-01"),
            ("yesterday", "2026-11-24"), ("明天", "2026-11-26"), ("后天", "2026-11-27"), ("大後天", "2026-11-28"),
            ("周三", "2026-11-25"), ("星期五", "2026-11-27"), ("下周三", "2026-12-02"), ("下週日", "2026-12-06"),
            ("3天后", "2026-11-28"), ("2週後", "2026-12-09"), ("12月1日", "2026-12-01"), ("11月3日", "2027-11-03"),
            ("15:00", "2026-11-25 15:00"), ("fri 15:00", "2026-11-27 15:00"), ("tomorrow 3pm", "2026-11-26 15:00"),
            ("fri at 9:30 am", "2026-11-27 09:30"), ("12am", "2026-11-25 00:00"), ("12pm", "2026-11-25 12:00"),
            ("2026-12-01 15:00[Europe/Berlin]", "2026-12-01 15:00[Europe/Berlin]"),
            ("明天下午三點", "2026-11-26 15:00"), ("27th", "2026-11-27"), ("in 2 hours", "2026-11-25 12:00"),
            ("in 20 hours", "2026-11-26 06:00"), ("in 2 hours fri", "-"), ("every day", "-"),
            ("明天下午3點", "2026-11-26 15:00"), ("下周三晚上8点半", "2026-12-02 20:30"),
            ("12月1日 9點05分", "2026-12-01 09:05"), ("", "-"), ("soon", "-"), ("fri or sat", "-"), ("30 feb", "-"),
            ("3/4", "-"), ("25:00", "-"), ("13pm", "-"), ("next", "-"), ("in 3", "-"), ("15", "-"),
            ("in 99999 days", "-"),
        ])
    func typed(text: String, result: String) {
        let typed = TypedWhen(text, now: LocalTime(day: date("2026-11-25"), minute: 600))
        #expect(typed.map { $0.day.text + ($0.time.map { " " + $0.text } ?? "") } ?? "-" == result)
    }

    @Test(
        "006.12 A time that clocks leap over is overdue as long after the leap as it lies behind its begin",
        arguments: [
            ("01:30", "01:31", true), ("02:30", "01:59", false), ("02:30", "03:00", false), ("02:30", "03:30", false),
            ("02:30", "03:31", true), ("03:15", "03:16", true), ("03:15", "03:15", false),
        ])
    func leap(due: String, now: String, isOverdue: Bool) throws {
        // Berlin, 2027-03-28: 02:00 is 03:00.
        func offset(_ time: Timestamp) -> Int64 { time.milliseconds < 1_806_195_600_000 ? 3_600 : 7_200 }
        let day = date("2027-03-28")
        let minute = try #require(TimeOfDay(now)).minute
        let here = LocalTime(Timestamp(day, minute: minute, offset: offset), offset: offset)
        var todo = Todo(
            id: EntityID(high: 1, low: 1), title: "t", createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: []))
        todo.due = day
        todo.dueTime = TimeOfDay(due)
        #expect(todo.isOverdue { _ in here } == isOverdue)
        #expect(
            LocalTime(Timestamp("2027-03-29T10:00:00Z") ?? Timestamp(milliseconds: 0), offset: offset).skipped == nil)
    }
}
