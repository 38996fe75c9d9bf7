import DaybookCore
import Fixtures
import Testing

/// What stands under a repeating to-do: finished with it, and open again with its next occurrence.
@Suite struct ChecklistTests {
    private let amount: Amount
    init() throws { amount = try Amount("25", usual: currency("EUR")) }

    private func open(_ device: SeriesDevice) -> [String] {
        device.list.items(in: .todo).map { $0.title + " " + ($0.due?.text ?? "-") }.sorted()
    }

    @Test("006.11 006.15 Finishing a to-do with what is under it books no occurrence that is due later")
    func cascade() {
        var device = SeriesDevice(1, on: "2026-11-02")
        let week = device.add("FREQ=WEEKLY", .every, due: "2026-11-02")
        let lunch = device.add("Lunch", under: week, amount: amount)
        let rent = device.add("FREQ=WEEKLY", .every, due: "2026-11-02", amount: amount)
        var under = Changes()
        under[.parent] = .entity(week)
        device.perform(.edit(.todo, rent, under))
        let later = device.add("Receipt", under: rent, amount: amount)
        // The rent is paid by itself, and has come again.
        device.perform(.check(rent))
        #expect(device.due(rent) == "2026-11-09" && device.entries.count == 1)
        device.checkAll(week, on: "2026-11-03")
        #expect(device.entries.count == 2, "the lunch")
        #expect(device.due(rent) == "2026-11-09" && device.due(week) == "2026-11-09")
        #expect(device.list[later]?.isCompleted == false, "it is part of next week's")
        #expect(device.list[lunch]?.isCompleted == false, "the next week has come")
        // Now both are due.
        device.checkAll(week, on: "2026-11-09")
        #expect(device.entries.count == 5)
        #expect(device.due(rent) == "2026-11-16" && device.due(week) == "2026-11-16")
    }

    @Test("006.15 Under a to-do without a day what is due by today is finished with it") func withoutDay() {
        var device = SeriesDevice(1, on: "2026-11-02")
        let trip = EntityID(using: &device.random)
        device.perform(.add(.todo, trip, .todo(title: "Trip")))
        var under = Changes()
        under[.parent] = .entity(trip)
        let due = device.add("FREQ=WEEKLY", .every, due: "2026-11-02", amount: amount)
        let coming = device.add("FREQ=WEEKLY", .every, due: "2026-11-05", amount: amount)
        for id in [due, coming] { device.perform(.edit(.todo, id, under)) }
        device.checkAll(trip, on: "2026-11-03")
        #expect(device.due(due) == "2026-11-09" && device.due(coming) == "2026-11-05" && device.entries.count == 1)
        #expect(device.list[trip]?.isCompleted == true)
    }

    @Test("006.9 006.11 What was finished under a repeating to-do is open again with the next; each time books once")
    func resets() {
        var device = SeriesDevice(1, on: "2026-11-02")
        let week = device.add("FREQ=WEEKLY", .every, due: "2026-11-02")
        let lunch = device.add("Lunch", under: week, due: "2026-11-01", amount: amount)
        let menu = device.add("Menu", under: lunch)
        device.perform(.check(lunch))
        device.perform(.check(menu))
        #expect(device.list[lunch]?.isCompleted == true && device.list[menu]?.isCompleted == true)
        #expect(device.list.count == 3 && device.entries.count == 1)
        // As long as the week is open it can be taken back, with its money.
        device.perform(.uncheck(lunch))
        #expect(device.list[lunch]?.isCompleted == false && device.entries.isEmpty)
        device.perform(.check(lunch))
        device.perform(.check(week))
        #expect(open(device) == ["Lunch 2026-11-08", "Menu -", "Rent 2026-11-09"])
        #expect(Set(device.list.items(in: .done).map(\.title)) == ["Lunch", "Menu", "Rent"])
        #expect(device.entries.count == 1)
        device.perform(.check(lunch))
        #expect(device.entries.count == 2)
        device.perform(.skip(week))
        #expect(open(device) == ["Lunch 2026-11-15", "Menu -", "Rent 2026-11-16"])
        #expect(device.entries.count == 2)
    }

    @Test("006.10 Taking back an occurrence gives back what was finished under it") func takenBack() throws {
        var device = SeriesDevice(1, on: "2026-11-02")
        let week = device.add("FREQ=WEEKLY", .every, due: "2026-11-02")
        let lunch = device.add("Lunch", under: week, due: "2026-11-01", amount: amount)
        _ = device.add("Menu", under: week)
        device.perform(.check(lunch))
        device.perform(.check(week))
        let past = try #require(device.list.items(in: .done).first { $0.title == "Lunch" })
        #expect(device.perform(.uncheck(past.id)) == .pastOccurrence(past.id), "another one is open")
        let done = try #require(device.list.items(in: .done).first { $0.title == "Rent" })
        device.perform(.uncheck(done.id))
        #expect(open(device) == ["Menu -", "Rent 2026-11-02"])
        #expect(device.list[lunch]?.isCompleted == true && device.list[lunch]?.due?.text == "2026-11-01")
        #expect(device.entries.count == 1)
    }

    @Test(
        "006.9 Two devices that don't hear of each other finish a week and what is under it: nothing is booked twice or lost"
    )
    func twoDevices() {
        for isLater in [false, true] {
            var (here, there) = (SeriesDevice(1, on: "2026-11-02"), SeriesDevice(2, on: "2026-11-02"))
            let week = here.add("FREQ=WEEKLY", .every, due: "2026-11-02")
            let lunch = here.add("Lunch", under: week, amount: amount)
            there.merge(here)
            here.perform(.check(week), on: "2026-11-03")
            // That week's lunch, on a device that doesn't know that the week is over.
            there.perform(.check(lunch), on: isLater ? "2026-11-04" : "2026-11-02")
            here.merge(there)
            there.merge(here)
            #expect(here.registers == there.registers && here.list == there.list)
            #expect(here.list[lunch]?.isCompleted == false, "this week's lunch is to come")
            #expect(here.entries.count == 1 && here.list.done.count == 2)
            here.perform(.check(lunch), on: "2026-11-10")
            there.perform(.check(lunch), on: "2026-11-11")
            here.merge(there)
            there.merge(here)
            #expect(here.list == there.list && here.list[lunch]?.isCompleted == true)
            #expect(here.entries.count == 2, "both finished the same one")
        }
    }

    @Test("006.15 What is finished for good stays: after the last occurrence, taken out, and what was done long before")
    func forGood() {
        var device = SeriesDevice(1, on: "2026-11-02")
        let week = device.add("FREQ=WEEKLY;COUNT=2", .every, due: "2026-11-02")
        let (lunch, menu) = (device.add("Lunch", under: week), device.add("Menu", under: week))
        device.perform(.check(lunch))
        device.perform(.check(week), on: "2026-11-03")
        device.perform(.check(lunch), on: "2026-11-04")
        device.perform(.check(menu))
        var out = Changes()
        out[.parent] = .nothing
        device.perform(.edit(.todo, menu, out))
        #expect(device.list[menu]?.isCompleted == true)
        device.perform(.check(week), on: "2026-11-09")
        #expect(device.list[week]?.isCompleted == true, "it was the last one")
        #expect(device.list[lunch]?.isCompleted == true && device.list[menu]?.isCompleted == true)
        #expect(device.list.todo.isEmpty)
    }

    @Test(
        "006.15 What was finished before its to-do repeated is open again with the first next occurrence, and no later one"
    )
    func before() {
        var device = SeriesDevice(1, on: "2026-11-02")
        let plain = EntityID(using: &device.random)
        device.perform(.add(.todo, plain, .todo(title: "Week", due: day("2026-11-02"))))
        let lunch = device.add("Lunch", under: plain)
        device.perform(.check(lunch))
        var rule = Changes()
        rule[.repeats] = .repeats(Repeat("FREQ=WEEKLY", .every, anchor: day("2026-11-02")))
        device.perform(.edit(.todo, plain, rule))
        #expect(device.list[lunch]?.isCompleted == true)
        device.perform(.check(plain), on: "2026-11-03")
        #expect(device.list[lunch]?.isCompleted == false)
    }

    @Test("006.6 COUNT counts the days that were missed, too") func count() {
        var device = SeriesDevice(1, on: "2026-11-01")
        let swim = device.add("FREQ=DAILY;COUNT=4", .passing, due: "2026-11-01")
        device.perform(.check(swim), on: "2026-11-02")
        #expect(device.due(swim) == "2026-11-03" && device.list[swim]?.repeats?.rule == "FREQ=DAILY;COUNT=2")
        #expect(device.list[swim]?.repeats?.missed(by: day("2026-11-20")) == 1)
        device.perform(.check(swim), on: "2026-11-20")
        #expect(device.list[swim]?.isCompleted == true && device.list.done.count == 2)
        let dance = device.add("FREQ=DAILY;COUNT=4", .every, due: "2026-11-01")
        for _ in 0..<3 { device.perform(.check(dance)) }
        #expect(device.due(dance) == "2026-11-04" && device.list[dance]?.isCompleted == false)
    }

    @Test("006.1 A rule without a due starts with the start, wherever that lies") func anchor() {
        var device = SeriesDevice(1, on: "2026-11-28")
        let id = EntityID(using: &device.random)
        var draft = Changes.todo(title: "Course")
        draft[.start] = .day(day("2026-12-08"))
        draft[.repeats] = .repeats(Repeat("FREQ=WEEKLY", .passing, anchor: day("2026-11-28")))
        device.perform(.add(.todo, id, draft))
        #expect(device.list[id]?.start?.text == "2026-12-08" && device.due(id) == "2026-12-08")
        device.perform(.check(id), on: "2026-12-08")
        #expect(device.list[id]?.start?.text == "2026-12-15" && device.due(id) == "2026-12-15")
        let other = EntityID(using: &device.random)
        draft[.repeats] = nil
        device.perform(.add(.todo, other, draft))
        var rule = Changes()
        rule[.repeats] = .repeats(Repeat("FREQ=WEEKLY;BYDAY=MO", .every, anchor: day("2026-11-28")))
        device.perform(.edit(.todo, other, rule))
        #expect(device.list[other]?.start?.text == "2026-12-08" && device.due(other) == "2026-12-14")
    }
}
