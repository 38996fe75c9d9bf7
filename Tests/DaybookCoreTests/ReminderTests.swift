import DaybookCore
import Fixtures
import Testing

@Suite struct ReminderTests {
    /// A device with the to-dos that its records make.
    private struct Device {
        var records: [EntityID: Record] = [:]
        var clock: HybridClock
        var random = SeededRandom(1)
        var now = ReminderTests.time("2026-11-27T08:00:00Z")

        init(node: UInt64) { clock = HybridClock(node: node) }

        func todo(_ id: EntityID) throws -> Todo {
            let latest = records.values.compactMap { PastOccurrence($0) }.max {
                $0.occurrence.number < $1.occurrence.number
            }
            let tags = records.values.compactMap { ItemTag($0) }
            return try #require(records[id].flatMap { Todo($0, latest: latest, tags: tags) })
        }

        @discardableResult mutating func perform(_ action: BookAction) throws -> [Register] {
            now = Timestamp(milliseconds: now.milliseconds + 1)
            let ids = records.keys.filter { records[$0]?[.title] != nil && records[$0]?[.type] == nil }
            let todos = TodoList(try ids.map { try todo($0) })
            let registers = try action.registers(
                in: ItemsInMemory(todos: todos), clock: &clock, now: now, using: &random
            ).get()
            merge(registers)
            return registers
        }

        mutating func merge(_ registers: [Register]) {
            for register in registers {
                clock.observe(register.stamp)
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
            }
        }
    }

    private let id = EntityID(high: 1, low: 2)

    private static func time(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(milliseconds: 0) }

    /// Clocks are two hours ahead in summer, in Berlin, and one in winter; anywhere else as in UTC.
    private static func offset(_ zone: String, _ time: Timestamp) -> Int64 {
        guard zone == "Europe/Berlin" else { return 0 }
        let summer = Self.time("2027-03-28T01:00:00Z")..<Self.time("2027-10-31T01:00:00Z")
        return summer.contains(time) ? 7_200 : 3_600
    }

    private func reminding(_ reminders: String..., due: String? = nil, time: String? = nil) -> Changes {
        var changes = Changes.todo(title: "Dentist", due: due.map { CivilDate($0) })
        changes[.dueTime] = time.map { FieldValue(TimeOfDay($0)) }
        changes[.reminders] = .texts(reminders)
        return changes
    }

    @Test("006.18 A reminder has one form, and what is none isn't read") func texts() {
        for (typed, text) in [
            ("-30m", "-30m"), ("-60m", "-1h"), ("-90m", "-90m"), ("-24h", "-1d"), ("-0m", "-0m"), ("-0d", "-0m"),
            ("start-1440m", "start-1d"), ("2026-12-24T09:00", "2026-12-24T09:00"), ("-366d", "-366d"),
            ("2026-12-24T09:00[Europe/Berlin]", "2026-12-24T09:00[Europe/Berlin]"),
        ] {
            #expect(Reminder(typed)?.text == text)
        }
        for text in [
            "", "-", "-m", "30m", "+30m", "-30", "-30s", "- 30m", "-3.5h", "-367d", "-9999999m", "start", "start30m",
            "2026-12-24", "2026-12-24T", "2026-12-24T24:00", "2026-02-30T09:00", "2026-12-24 09:00", "due-1h", "-１h",
        ] {
            #expect(Reminder(text) == nil, "\(text)")
        }
    }

    @Test("006.18 Two devices add different reminders and take one away: all of that stands on both") func merging()
        throws
    {
        var (one, other) = (Device(node: 1), Device(node: 2))
        other.merge(try one.perform(.add(.todo, id, reminding("-1h", "-60m", "-1d", due: "2026-12-24"))))
        #expect(try one.todo(id).reminders.map(\.text) == ["-1d", "-1h"])
        let first = try one.perform(.edit(.todo, id, reminding("-1h", "-1d", "-30m")))
        let second = try other.perform(.edit(.todo, id, reminding("-1d", "2026-12-01T09:00")))
        one.merge(second)
        other.merge(first)
        #expect(try one.todo(id).reminders.map(\.text) == ["-1d", "-30m", "2026-12-01T09:00"])
        #expect(try one.todo(id) == other.todo(id))
        #expect(try one.todo(id).tags == [])
    }

    @Test("006.18 A reminder that can't be one, or one too many, is refused") func refused() throws {
        var device = Device(node: 1)
        #expect(throws: ItemError.badReminder("soon")) { try device.perform(.add(.todo, id, reminding("soon"))) }
        var many = reminding()
        many[.reminders] = .texts((1...21).map { "-\($0)m" })
        #expect(throws: ItemError.tooManyReminders(21)) { try device.perform(.add(.todo, id, many)) }
    }

    @Test(
        "006.18 It reminds before its due, its start or at a moment, and on a whole day from 09:00",
        arguments: [
            ("-30m", "2026-12-24", "15:00", "2026-12-24T14:30:00.000Z"),
            ("-30m", "2026-12-24", "15:00[Europe/Berlin]", "2026-12-24T13:30:00.000Z"),
            ("-1d", "2026-12-24", nil, "2026-12-23T09:00:00.000Z"),
            ("-0m", "2026-12-24", nil, "2026-12-24T09:00:00.000Z"),
            ("2026-12-20T09:00[Europe/Berlin]", nil, nil, "2026-12-20T08:00:00.000Z"),
            // Clocks go forward on this day at 02:00. A day before is the same time of the day before; an hour is an hour.
            ("-1d", "2027-03-28", "15:00[Europe/Berlin]", "2027-03-27T14:00:00.000Z"),
            ("-1h", "2027-03-28", "03:30[Europe/Berlin]", "2027-03-28T00:30:00.000Z"),
            ("-0m", "2027-03-28", "02:30[Europe/Berlin]", "2027-03-28T01:30:00.000Z"),
            ("-12h", "2027-10-31", "09:00[Europe/Berlin]", "2027-10-30T20:00:00.000Z"),
        ]) func moments(reminder: String, due: String?, time: String?, moment: String) throws
    {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding(reminder, due: due, time: time)))
        let todo = try device.todo(id)
        #expect(todo.nextRing(after: device.now, Self.offset)?.text == moment)
        let ring = Self.time(moment)
        #expect(todo.ringing(at: Timestamp(milliseconds: ring.milliseconds - 1), Self.offset) == nil)
        #expect(todo.ringing(at: ring, Self.offset) == ring)
    }

    @Test("006.18 Without a due it reminds before its start") func start() throws {
        var device = Device(node: 1)
        var draft = reminding("-1h", "start-2h")
        draft[.start] = FieldValue(CivilDate("2026-12-24"))
        try device.perform(.add(.todo, id, draft))
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset)?.text == "2026-12-24T07:00:00.000Z")
        draft = Changes()
        draft[.due] = FieldValue(CivilDate("2026-12-26"))
        try device.perform(.edit(.todo, id, draft))
        let first = Self.time("2026-12-24T07:00:00Z")
        #expect(try device.todo(id).nextRing(after: first, Self.offset)?.text == "2026-12-26T08:00:00.000Z")
    }

    @Test(
        "006.18 Of several that were missed one reminds, until it is dealt with or the to-do is finished; not after a week"
    )
    func missed() throws {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding("-1d", "-1h", "-30m", due: "2026-12-24", time: "15:00")))
        let due = Self.time("2026-12-24T15:00:00Z")
        let ring = Self.time("2026-12-24T14:30:00Z")
        #expect(try device.todo(id).ringing(at: due, Self.offset) == ring)
        device.now = due
        let (before, hour) = (device, Timestamp(milliseconds: due.milliseconds + 3_600_000))
        try device.perform(.edit(.todo, id, .reminded(until: ring)))
        #expect(try device.todo(id).ringing(at: hour, Self.offset) == nil)
        #expect(try device.todo(id).nextRing(after: due, Self.offset) == nil)
        device = before
        try device.perform(.edit(.todo, id, .reminded(until: ring, snoozed: hour)))
        #expect(try device.todo(id).ringing(at: due, Self.offset) == nil)
        #expect(try device.todo(id).nextRing(after: due, Self.offset) == hour)
        #expect(try device.todo(id).ringing(at: hour, Self.offset) == hour)
        try device.perform(.check(id))
        #expect(try device.todo(id).ringing(at: hour, Self.offset) == nil)
        #expect(try device.todo(id).nextRing(after: due, Self.offset) == nil)
        // What has passed meanwhile stays silent.
        device.now = hour
        try device.perform(.uncheck(id))
        #expect(try device.todo(id).ringing(at: device.now, Self.offset) == nil)
        let week = Timestamp(milliseconds: ring.milliseconds + Reminder.longestDelay)
        #expect(try before.todo(id).ringing(at: week, Self.offset) == nil)
    }

    @Test("006.18 What has passed when a reminder or a day is set doesn't remind") func passed() throws {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding("-1d", "-1h", due: "2026-11-27", time: "12:00")))
        #expect(try device.todo(id).ringing(at: device.now, Self.offset) == nil)
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset)?.text == "2026-11-27T11:00:00.000Z")
        device.now = Self.time("2026-11-27T09:30:00Z")
        let moved = Changes.todo(due: CivilDate("2026-11-20"))
        try device.perform(.edit(.todo, id, moved))
        #expect(try device.todo(id).ringing(at: device.now, Self.offset) == nil)
    }

    @Test("006.2 006.18 Moving the due moves the reminders along, those at a moment by as many days") func moving()
        throws
    {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding("-1d", "2026-12-20T18:00", due: "2026-12-24")))
        try device.perform(.edit(.todo, id, .todo(due: CivilDate("2027-01-03"))))
        let todo = try device.todo(id)
        #expect(todo.reminders.map(\.text) == ["-1d", "2026-12-30T18:00"])
        #expect(
            todo.nextRing(after: Self.time("2026-12-31T00:00:00Z"), Self.offset)?.text == "2027-01-02T09:00:00.000Z")
    }

    @Test(
        "006.18 Of a repeating to-do the open occurrence reminds, and what was put off ends with the one that is done")
    func repeating() throws {
        var device = Device(node: 1)
        var draft = reminding("-1h", due: "2026-11-28", time: "12:00")
        draft[.repeats] = .repeats(Repeat("FREQ=DAILY", .every, anchor: CivilDate(daysSince1970: 0)))
        try device.perform(.add(.todo, id, draft))
        let ring = Self.time("2026-11-28T11:00:00Z")
        // Nobody looked for days: the open one reminds, once.
        let late = Self.time("2026-11-30T08:00:00Z")
        #expect(try device.todo(id).ringing(at: late, Self.offset) == ring)
        device.now = ring
        let snoozed = Self.time("2026-11-28T13:00:00Z")
        try device.perform(.edit(.todo, id, .reminded(until: ring, snoozed: snoozed)))
        device.now = Self.time("2026-11-28T12:00:00Z")
        try device.perform(.check(id))
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset)?.text == "2026-11-29T11:00:00.000Z")
        #expect(try device.todo(id).ringing(at: snoozed, Self.offset) == nil)
        // Days later: those that are finished late don't remind, one after the other, of what is over.
        device.now = Self.time("2026-12-02T08:00:00Z")
        try device.perform(.check(id))
        #expect(try device.todo(id).due?.text == "2026-11-30")
        #expect(try device.todo(id).ringing(at: device.now, Self.offset) == nil)
    }

    @Test("006.18 A clock that is ahead can't silence what is to come for ever") func clockAhead() throws {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding("-1h", due: "2026-12-24", time: "12:00")))
        try device.perform(.edit(.todo, id, .reminded(until: Self.time("2099-01-01T00:00:00Z"))))
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset)?.text == "2026-12-24T11:00:00.000Z")
    }

    /// A device whose clock is so many hours ahead of UTC.
    private static func offset(_ hours: Int64) -> Todo.Offset { { _, _ in hours * 3_600 } }

    @Test("006.18 What was dismissed or put off stays so where clocks show another time, and on devices there")
    func zones()
        throws
    {
        let ring = Self.time("2026-12-24T14:30:00Z")
        for snoozed in [nil, Self.time("2026-12-25T14:30:00Z")] {
            var device = Device(node: 1)
            try device.perform(.add(.todo, id, reminding("-30m", due: "2026-12-24", time: "15:00")))
            device.now = ring
            let local = LocalTime(ring, minutesAhead: 0)
            try device.perform(.edit(.todo, id, .reminded(until: ring, local: local, snoozed: snoozed)))
            for hours in [-5, 9, -11, 14] as [Int64] {
                let late = Timestamp(milliseconds: ring.milliseconds + 12 * 3_600_000)
                let todo = try device.todo(id)
                #expect(todo.ringing(at: late, Self.offset(hours)) == nil, "\(hours)")
                #expect(todo.nextRing(after: ring, Self.offset(hours)) == snoozed, "\(hours)")
            }
            // What is later by the clock on the wall reminds, there as well.
            try device.perform(.edit(.todo, id, .todo(due: CivilDate("2026-12-26"))))
            #expect(
                try device.todo(id).nextRing(after: device.now, Self.offset(-5))?.text == "2026-12-26T19:30:00.000Z")
        }
    }

    @Test("006.18 A reminder in a zone goes by that, wherever one before it was dismissed") func zoned() throws {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding("-30m", due: "2026-12-24", time: "15:00[Europe/Berlin]")))
        let earlier = Self.time("2026-12-24T12:00:00Z")
        device.now = earlier
        // In Tokyo it is late in the evening.
        try device.perform(
            .edit(.todo, id, .reminded(until: earlier, local: LocalTime(earlier, minutesAhead: 540))))
        #expect(try device.todo(id).nextRing(after: earlier, Self.offset)?.text == "2026-12-24T13:30:00.000Z")
    }

    @Test(
        "006.18 A new day or time ends what was put off, and what is dismissed doesn't remind of what was put off before"
    )
    func putOff() throws {
        var device = Device(node: 1)
        try device.perform(.add(.todo, id, reminding("-0m", due: "2026-12-24", time: "21:00")))
        let (ring, late) = (Self.time("2026-12-24T21:00:00Z"), Self.time("2026-12-24T23:00:00Z"))
        device.now = ring
        try device.perform(.edit(.todo, id, .reminded(until: ring, snoozed: late)))
        let before = device
        var moved = Changes()
        moved[.dueTime] = FieldValue(TimeOfDay("22:00"))
        try device.perform(.edit(.todo, id, moved))
        let new = Self.time("2026-12-24T22:00:00Z")
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset) == new)
        device.now = Self.time("2026-12-24T22:02:00Z")
        try device.perform(.edit(.todo, id, .reminded(until: new)))
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset) == nil)
        // Also where the day stays: the last word counts.
        device = before
        try device.perform(.edit(.todo, id, .reminded(until: ring)))
        #expect(try device.todo(id).nextRing(after: device.now, Self.offset) == nil)
    }
}
