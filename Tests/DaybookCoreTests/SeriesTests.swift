import DaybookCore
import Fixtures
import Testing

/// Repeating to-dos on devices that hear of each other now and then.
@Suite struct SeriesTests {
    private let amount: Amount
    init() throws { amount = try Amount("850", usual: currency("EUR")) }

    @Test("006.9 006.10 Checking finishes the open occurrence, first of the finished, and the next one is open")
    func check() {
        var device = SeriesDevice(1, on: "2026-01-30")
        let rent = device.add("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", .every, due: "2026-01-31")
        #expect(device.due(rent) == "2026-01-31")
        device.perform(.check(rent))
        #expect(device.list[rent]?.isCompleted == false)
        #expect(device.due(rent) == "2026-02-28")
        device.perform(.check(rent))
        #expect(device.due(rent) == "2026-03-31")
        #expect(device.done == ["2026-02-28", "2026-01-31"])
        let first = device.list.items(in: .done)
        #expect(first.map(\.title) == ["Rent", "Rent"] && first.map(\.occurrence?.number) == [2, 1])
        #expect(device.list.items(in: .todo).map(\.id) == [rent])

        #expect(device.perform(.uncheck(first[1].id)) == .pastOccurrence(first[1].id), "another one follows it")
        device.perform(.uncheck(first[0].id))
        #expect(device.due(rent) == "2026-02-28" && device.done == ["2026-01-31"])
        device.perform(.check(rent))
        #expect(device.due(rent) == "2026-03-31" && device.done == ["2026-02-28", "2026-01-31"])
    }

    @Test("006.7 Missed ones are passed over, every one counts, or a step is taken from completion") func modes() {
        for (mode, next) in [(RepeatMode.every, "2026-02-08"), (.passing, "2026-03-01"), (.afterDone, "2026-03-06")] {
            var device = SeriesDevice(1, on: "2026-02-01")
            let id = device.add("FREQ=WEEKLY", mode, due: "2026-02-01")
            device.perform(.check(id), on: "2026-02-27")
            #expect(device.due(id) == next)
        }
    }

    @Test("007.5 What was done two days ago was done then: its moment, the next after-done one and the expense's day")
    func doneBefore() {
        var device = SeriesDevice(1, on: "2026-03-12")
        let (then, later) = (day("2026-03-10").noonMoment, day("2027-01-01").noonMoment)
        let water = device.add("FREQ=DAILY;INTERVAL=5", .afterDone, due: "2026-03-09", amount: amount)
        device.perform(.check(water, at: then))
        #expect(device.due(water) == "2026-03-15")
        let bill = EntityID(using: &device.random)
        device.perform(.add(.todo, bill, .todo(title: "Bill", amount: amount)))
        device.perform(.check(bill, at: then))
        #expect(device.entries.map(\.day.text) == ["2026-03-10", "2026-03-10"])
        #expect(device.list.items(in: .done).map(\.completedAt) == [then, then])
        // Nobody is done before it is time.
        device.perform(.check(water, at: later))
        #expect(device.entries.map(\.day.text).max() == "2026-03-12")
    }

    @Test("006.9 Two devices that finish the same one offline make one completion and one next")
    func twoDevices() {
        var (here, there) = (SeriesDevice(1, on: "2026-01-30"), SeriesDevice(2, on: "2026-02-02"))
        let id = here.add("FREQ=MONTHLY", .every, due: "2026-02-01", amount: amount)
        there.merge(here)
        here.perform(.check(id))
        there.perform(.check(id))
        there.perform(.check(id))
        here.merge(there)
        there.merge(here)
        #expect(here.registers == there.registers)
        #expect(here.due(id) == "2026-04-01", "one of them finished two")
        #expect(here.done.sorted() == ["2026-02-01", "2026-03-01"])
        #expect(here.entries.count == 2)
        // Who did one later has not gone back behind the other.
        here.perform(.edit(.todo, id, .todo(due: day("2026-04-05"))))
        #expect(here.due(id) == "2026-04-05")
        there.perform(.check(id))
        here.merge(there)
        #expect(here.due(id) == "2026-05-01", "a move of one that is done moves nothing")
    }

    @Test("006.10 One is skipped without a finished item and without money") func skip() {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY", .every, due: "2026-02-01", amount: amount)
        device.perform(.skip(id))
        #expect(device.due(id) == "2026-02-08" && device.done.isEmpty && device.entries.isEmpty)
        device.perform(.check(id))
        #expect(device.due(id) == "2026-02-15" && device.entries.count == 1)
        let plain = EntityID(using: &device.random)
        device.perform(.add(.todo, plain, .todo(title: "plain")))
        #expect(device.perform(.skip(plain)) == .notRepeating(plain))
    }

    @Test("006.9 One that another device skips after it was done is skipped, and its money gone: the later act counts")
    func skipOverDone() {
        for skipsLater in [true, false] {
            var (here, there) = (SeriesDevice(1, on: "2026-02-01"), SeriesDevice(2, on: "2026-02-01"))
            let id = here.add("FREQ=WEEKLY", .every, due: "2026-02-01", amount: amount)
            there.merge(here)
            here.perform(.check(id), on: skipsLater ? "2026-02-02" : "2026-02-04")
            there.perform(.skip(id), on: "2026-02-03")
            here.merge(there)
            there.merge(here)
            #expect(here.registers == there.registers)
            #expect(here.due(id) == "2026-02-08")
            #expect(here.entries.count == (skipsLater ? 0 : 1) && here.done.count == here.entries.count)
        }
    }

    @Test(
        "006.6 After its last one a to-do is finished, once; taking that back opens it again",
        arguments: ["FREQ=WEEKLY;COUNT=2", "FREQ=WEEKLY;UNTIL=20260214"])
    func ends(rule: String) {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add(rule, .every, due: "2026-02-01", amount: amount)
        device.perform(.check(id))
        #expect(device.due(id) == "2026-02-08" && device.list[id]?.isCompleted == false)
        device.perform(.check(id))
        #expect(device.list[id]?.isCompleted == true && device.due(id) == "2026-02-08")
        #expect(device.list.count == 2 && device.entries.count == 2)
        #expect(device.list.done.first == id)
        device.perform(.edit(.todo, id, .todo(amount: .some(nil))))
        #expect(device.entries.count == 1)
        device.perform(.edit(.todo, id, .todo(amount: amount)))
        #expect(device.entries.count == 2)
        device.perform(.uncheck(id))
        #expect(device.list[id]?.isCompleted == false && device.due(id) == "2026-02-08")
        #expect(device.entries.count == 1)
        device.perform(.check(id))
        device.perform(.clearCompleted)
        #expect(device.list.count == 0 && device.entries.count == 2)
    }

    @Test("006.9 Clearing the finished takes nothing back") func clear() {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY", .every, due: "2026-02-01")
        device.perform(.check(id))
        device.perform(.clearCompleted)
        #expect(device.done.isEmpty && device.due(id) == "2026-02-08")
        device.perform(.check(id))
        #expect(device.done == ["2026-02-08"] && device.due(id) == "2026-02-15")
        device.perform(.delete(.todo, id))
        #expect(device.done == ["2026-02-08"] && device.list.count == 1, "what was done stays")
    }

    @Test("006.10 The rule changes from here on, ends, and is followed again; what was done stays") func rules() {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY;COUNT=5", .every, due: "2026-02-01")
        device.perform(.check(id))
        #expect(device.list[id]?.repeats?.rule == "FREQ=WEEKLY;COUNT=4", "so many are left")
        var edit = Changes()
        edit.values[.repeats] = .repeats(Repeat("FREQ=DAILY;INTERVAL=3", .every, anchor: day("2026-02-01")))
        device.perform(.edit(.todo, id, edit))
        #expect(device.due(id) == "2026-02-08" && device.done == ["2026-02-01"])
        device.perform(.check(id))
        #expect(device.due(id) == "2026-02-11")
        device.perform(.edit(.todo, id, edit))
        #expect(device.due(id) == "2026-02-11", "the same rule again changes nothing")
        edit.values[.repeats] = .nothing
        device.perform(.edit(.todo, id, edit))
        #expect(device.due(id) == "2026-02-11" && device.list[id]?.rule == nil)
        device.perform(.check(id))
        #expect(device.list[id]?.isCompleted == true && device.list.count == 3)
        device.perform(.uncheck(id))
        edit.values[.repeats] = .repeats(Repeat("FREQ=MONTHLY", .every, anchor: day("2026-02-01")))
        edit.values[.due] = .day(day("2026-05-05"))
        device.perform(.edit(.todo, id, edit))
        device.perform(.check(id))
        #expect(device.due(id) == "2026-06-05")
        #expect(device.list[id]?.repeats?.number == 4)
        edit = Changes()
        edit.values[.repeats] = .repeats(Repeat("FREQ=SECONDLY", .every, anchor: day("2026-02-01")))
        #expect(device.perform(.edit(.todo, id, edit)) == .repeating(.unsupported("FREQ=SECONDLY")))
        edit.values[.repeats] = .repeats(
            Repeat("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .every, anchor: day("2026-02-01")))
        #expect(device.perform(.edit(.todo, id, edit)) == .repeating(.noDay))
    }

    @Test("006.6 A due day that the rule doesn't have is followed by the first that it has, on older programs, too")
    func firstDay() {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY;BYDAY=MO", .every, due: "2026-02-04")
        #expect(device.due(id) == "2026-02-09")
        #expect(device.records[id]?[.due]?.value == Array("2026-02-09".utf8))
        device.perform(.check(id))
        var edit = Changes()
        edit.values[.repeats] = .repeats(Repeat("FREQ=WEEKLY;BYDAY=MO;INTERVAL=2", .every, anchor: day("2026-02-01")))
        device.perform(.edit(.todo, id, edit))
        #expect(device.due(id) == "2026-02-16")
        #expect(device.records[id]?[.due]?.value == Array("2026-02-16".utf8))
    }

    @Test("006.9 The day to which the open one is moved is its own: the rule goes on from its own days") func move() {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY;BYDAY=MO", .every, due: "2026-02-02")
        device.perform(.edit(.todo, id, .todo(due: day("2026-02-05"))))
        #expect(device.due(id) == "2026-02-05")
        device.perform(.check(id))
        #expect(device.done == ["2026-02-05"] && device.due(id) == "2026-02-09")
        device.perform(.edit(.todo, id, .todo(due: day("2026-02-12"))))
        device.perform(.edit(.todo, id, .todo(due: .some(nil))))
        #expect(device.due(id) == "2026-02-09", "without a day of its own it has the rule's")
    }

    @Test("006.9 The start comes as long before each day as before the first, also of one that is put off")
    func start() {
        var device = SeriesDevice(1, on: "2026-02-01")
        func set(_ id: EntityID, _ values: [(Field, FieldValue)]) {
            var edit = Changes()
            for (field, value) in values { edit.values[field] = value }
            device.perform(.edit(.todo, id, edit))
        }
        func days(_ id: EntityID) -> String {
            "\(device.list[id]?.start?.text ?? "-") \(device.list[id]?.due?.text ?? "-")"
        }
        let id = device.add("FREQ=WEEKLY;BYDAY=MO", .every, due: "2026-02-09")
        set(id, [(.start, .day(day("2026-02-07")))])
        #expect(days(id) == "2026-02-07 2026-02-09")
        device.perform(.check(id))
        #expect(days(id) == "2026-02-14 2026-02-16")
        set(id, [(.due, .day(day("2026-02-18")))])
        #expect(days(id) == "2026-02-16 2026-02-18")
        set(id, [(.due, .day(day("2026-02-19"))), (.start, .day(day("2026-02-18")))])
        #expect(days(id) == "2026-02-18 2026-02-19")
        device.perform(.check(id))
        #expect(days(id) == "2026-02-22 2026-02-23")
        set(id, [(.start, .day(day("2026-02-20")))])
        #expect(days(id) == "2026-02-20 2026-02-23")
        device.perform(.skip(id))
        #expect(days(id) == "2026-02-27 2026-03-02")
        set(id, [(.repeats, .repeats(Repeat("FREQ=WEEKLY;INTERVAL=2", .every, anchor: day("2026-02-01"))))])
        #expect(days(id) == "2026-02-27 2026-03-02")
        device.perform(.check(id))
        #expect(days(id) == "2026-03-13 2026-03-16")
        set(id, [(.repeats, .nothing)])
        #expect(days(id) == "2026-03-13 2026-03-16", "what isn't to come again stays")
        set(id, [(.start, .day(day("2026-04-01")))])
        #expect(days(id) == "2026-03-16 2026-03-16", "never later than the due")
    }

    @Test("006.3 006.9 What was put on Today is there until it is done or put off, and the next one isn't")
    func today() {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY", .every, due: "2026-02-10")
        device.perform(.edit(.todo, id, .onToday(day("2026-02-01"))))
        #expect(device.list[id]?.todayDay?.text == "2026-02-01")
        device.perform(.check(id))
        #expect(device.due(id) == "2026-02-17" && device.list[id]?.todayDay == nil)
        device.perform(.edit(.todo, id, .onToday(day("2026-02-01"))))
        #expect(device.list[id]?.todayDay?.text == "2026-02-01", "the next one, on the same day")
        device.perform(.edit(.todo, id, .onToday(day("2026-02-02"))), on: "2026-02-02")
        #expect(device.list[id]?.todayDay?.text == "2026-02-02")
        var edit = Changes()
        edit.values[.start] = .day(day("2026-02-02"))
        device.perform(.edit(.todo, id, edit))
        device.perform(.edit(.todo, id, .todo(due: day("2026-02-18"))))
        #expect(device.list[id]?.start?.text == "2026-02-03" && device.list[id]?.todayDay == nil)
    }

    @Test(
        "006.6 A rule that Daybook can't follow is kept; the to-do is as any other",
        arguments: [
            "FREQ=HOURLY", "nonsense", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;UNTIL=20200101",
        ])
    func foreign(rule: String) {
        var device = SeriesDevice(1, on: "2026-02-01")
        let id = device.add("FREQ=WEEKLY", .every, due: "2026-02-02")
        let stamp = device.clock.tick(now: device.now)
        device.merge([Register(id, .repeats, stamp, Array("every 1 1 2026-02-02 \(rule)".utf8))])
        #expect(device.list[id]?.repeats?.rule == rule)
        #expect(device.due(id) == "2026-02-02")
        device.perform(.check(id))
        #expect(device.list[id]?.isCompleted == true && device.list.count == 1)
    }

    @Test(
        "006.9 006.11 Whatever three devices do, they end equal, with one open, no number twice, booked once",
        arguments: 0..<60)
    func history(seed: Int) {
        var random = Generator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        var devices = (1...3).map { SeriesDevice(UInt64($0), on: "2026-02-01") }
        let modes = RepeatMode.allCases
        let id = devices[0].add("FREQ=WEEKLY;COUNT=9", modes[seed % 3], due: "2026-02-02", amount: amount)
        for index in 1...2 { devices[index].merge(devices[0]) }
        for _ in 0..<40 {
            let index = Int.random(in: 0..<3, using: &random)
            devices[index].now = Timestamp(
                milliseconds: devices[index].now.milliseconds + Int64.random(in: 0..<90_000_000, using: &random))
            let done = devices[index].list.items(in: .done)
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3: devices[index].perform(.check(id))
            case 4: if let last = done.first { devices[index].perform(.uncheck(last.id)) }
            case 5: devices[index].perform(.skip(id))
            case 6:
                devices[index].perform(
                    .edit(.todo, id, .todo(due: day("2026-03-0\(Int.random(in: 1...9, using: &random))"))))
            case 7:
                var edit = Changes()
                edit.values[.repeats] = .repeats(
                    Repeat(
                        "FREQ=DAILY;INTERVAL=\(Int.random(in: 1...5, using: &random))",
                        modes.randomElement(using: &random) ?? .every, anchor: day("2026-01-01")))
                devices[index].perform(.edit(.todo, id, edit))
            case 8: if let last = done.last { devices[index].perform(.delete(.todo, last.id)) }
            default: devices[index].merge(devices[Int.random(in: 0..<3, using: &random)])
            }
        }
        for _ in 0..<2 { for (to, from) in [(0, 1), (0, 2), (1, 0), (2, 0)] { devices[to].merge(devices[from]) } }
        let lists = devices.map(\.list)
        #expect(devices[0].registers == devices[1].registers && devices[1].registers == devices[2].registers)
        #expect(lists[0] == lists[1] && lists[1] == lists[2])
        // What counts, by the registers alone.
        let past = devices[0].records.values.compactMap { PastOccurrence($0) }
        #expect(Set(past.map(\.occurrence.number)).count == past.count)
        #expect(lists[0].contains(id))
        if lists[0][id]?.rule != nil {
            #expect((lists[0][id]?.repeats?.number ?? 0) > past.map(\.occurrence.number).max() ?? 0)
        }
        let entries = devices[0].entries
        #expect(entries.count == past.count { !$0.occurrence.isSkipped })
        #expect(Set(entries.map(\.todo)) == Set(past.filter { !$0.occurrence.isSkipped }.map { $0.occurrence.id }))
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}

extension CivilDate {
    /// 12:00 in UTC.
    fileprivate var noonMoment: Timestamp { Timestamp(milliseconds: daysSince1970 * 86_400_000 + 43_200_000) }
}
