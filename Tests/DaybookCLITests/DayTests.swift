import ArgumentParser
import DaybookCore
import DaybookStorage
import Testing

@testable import DaybookCLI

/// 010.4: the days that people type.
@Suite(.bounded) struct DayTests {
    /// A Wednesday.
    private static let today = CivilDate(year: 2026, month: 11, day: 25)

    private func days(_ text: String, _ direction: TypedDay.Direction) throws -> String {
        let days = try TypedDay(text, direction, today: #require(Self.today))
        return days.first == days.last ? days.first.text : "\(days.first.text)…\(days.last.text)"
    }

    @Test(
        "010.4 A day is typed as people say it, what was behind today and what is due ahead of it",
        arguments: [
            ("today", "2026-11-25", "2026-11-25"), ("Yesterday", "2026-11-24", "2026-11-24"),
            ("tomorrow", "2026-11-26", "2026-11-26"), ("friday", "2026-11-20", "2026-11-27"),
            ("Fri", "2026-11-20", "2026-11-27"), ("tuesday", "2026-11-24", "2026-12-01"),
            ("last friday", "2026-11-20", "2026-11-20"), ("last wednesday", "2026-11-18", "2026-11-18"),
            ("next week", "2026-11-30…2026-12-06", "2026-11-30…2026-12-06"),
            ("last  week", "2026-11-16…2026-11-22", "2026-11-16…2026-11-22"),
            ("this month", "2026-11-01…2026-11-30", "2026-11-01…2026-11-30"),
            ("next month", "2026-12-01…2026-12-31", "2026-12-01…2026-12-31"),
            ("2026-11", "2026-11-01…2026-11-30", "2026-11-01…2026-11-30"),
            ("2024-02", "2024-02-01…2024-02-29", "2024-02-01…2024-02-29"),
            ("11/24", "2026-11-24", "2027-11-24"), ("24/11", "2026-11-24", "2027-11-24"),
            ("11/26", "2025-11-26", "2026-11-26"), ("05/05", "2026-05-05", "2027-05-05"),
            ("24.11.2026", "2026-11-24", "2026-11-24"), ("24.11.", "2026-11-24", "2027-11-24"),
            ("03.04", "2026-04-03", "2027-04-03"), ("2026-11-21", "2026-11-21", "2026-11-21"),
            ("24/11/2026", "2026-11-24", "2026-11-24"), ("3 Nov", "2026-11-03", "2027-11-03"),
            ("nov 30", "2025-11-30", "2026-11-30"), ("29.2.", "2024-02-29", "2028-02-29"),
        ])
    func days(text: String, past: String, coming: String) throws {
        #expect(try days(text, .past) == past)
        #expect(try days(text, .coming) == coming)
    }

    @Test(
        "010.4 What may be one of two days is refused with both of them",
        arguments: [
            ("03/04", "2026-04-03", "2026-03-04"), ("03/04/2026", "2026-04-03", "2026-03-04"),
            ("wednesday", "2026-11-25", "2026-11-18"), ("next friday", "2026-11-27", "2026-12-04"),
        ])
    func open(text: String, one: String, other: String) throws {
        let error = #expect(throws: ValidationError.self) { try days(text, .past) }
        let message = error?.message ?? ""
        #expect(message.contains(one) && message.contains(other), "\(message)")
    }

    @Test(
        "010.4 What isn't a day says which forms there are",
        arguments: ["", "soon", "2026-13", "32.1.", "13/13", "next"])
    func bad(text: String) throws {
        let error = #expect(throws: ValidationError.self) { try days(text, .coming) }
        #expect(error?.message.contains("isn't a valid date. Use a form such as 2026-11-24") == true)
    }

    @Test("010.4 The command line takes such days wherever it takes one, and of a month asks which day")
    func commands() async throws {
        let daybook = try Program()
        #expect(try await daybook.succeed("spend", "1 EUR", "--date", "24.11.2025").contains("1.00 EUR"))
        #expect(try await daybook.succeed("add", "x", "--on", "1 Dec 2030").hasSuffix("(due 2030-12-01)\n"))
        try await daybook.succeed("edit", "1", "--on", "24.12.2030")
        try await daybook.succeed("categorize", "1", "--on", "3.11.2025")
        #expect(
            try await daybook.succeed("entries", "--from", "2025-11", "--through", "2025-11").hasPrefix("2025-11-03"))
        #expect(try await daybook.succeed("report", "--from", "2025-10", "--through", "2025-10").contains("nothing"))
        let month = try await daybook.run("spend", "1 EUR", "--on", "2026-11")
        #expect(month.status == 2 && month.errors.contains("is a month. Give a day, such as 2026-11-01 or 2026-11-30."))
    }
}

/// 006.1–006.5: the days of to-dos on the command line.
@Suite(.bounded) struct PlanTests {
    private let daybook: Program
    private let today = CivilDate.local()

    init() throws { daybook = try Program() }

    private func day(_ days: Int64) -> String { today.adding(days: days).text }

    @Test("006.1 A due and a start are typed as days, with times, shown in every line, and taken away")
    func days() async throws {
        #expect(
            try await daybook.succeed("add", "Call", "--due", "\(day(5)) 3pm", "--start", day(3))
                == "Added 1: Call (due \(day(5)) 15:00)\n")
        #expect(
            try await daybook.succeed("list").hasSuffix("  1  [ ] Call from \(day(3)) (due \(day(5)) 15:00)\n"))
        let shown = try await daybook.succeed("show", "1")
        #expect(shown.contains("start         \(day(3))\n") && shown.contains("due           \(day(5)) 15:00\n"))
        // The start moves along; the time stays.
        try await daybook.succeed("edit", "1", "--due", "\(day(6))")
        #expect(
            try await daybook.succeed("list").hasSuffix("  1  [ ] Call from \(day(4)) (due \(day(6)) 15:00)\n"))
        try await daybook.succeed("edit", "1", "--due", "", "--start", "")
        #expect(try await daybook.succeed("list").hasSuffix("  1  [ ] Call\n"))
        try await daybook.succeed("edit", "1", "--due", "15:00[Europe/Berlin]")
        #expect(try await daybook.succeed("show", "1").contains("due           \(day(0)) 15:00[Europe/Berlin]\n"))
        for wrong in ["soon", "25:00", "2026-12-01 15:00[]"] {
            #expect(try await daybook.run("add", "x", "--due", wrong).status == 2, "\(wrong)")
        }
    }

    @Test("006.3 Today shows what came earlier, what is for today and what was finished; one option moves, one drops")
    func todays() async throws {
        #expect(try await daybook.succeed("today") == "There is nothing to do today.\n")
        try await daybook.succeed("add", "Overdue", "--due", day(-3))
        try await daybook.succeed("add", "Begun", "--start", day(-1))
        try await daybook.succeed("add", "Due", "--due", "today")
        try await daybook.succeed("add", "Put", "--today")
        try await daybook.succeed("add", "Later", "--due", "tomorrow")
        try await daybook.succeed("add", "Done")
        try await daybook.succeed("check", "6")
        #expect(
            try await daybook.succeed("today")
                == """
                From earlier
                    1  [ ] Overdue (due \(day(-3)))
                    2  [ ] Begun
                Today
                    4  [ ] Put
                    3  [ ] Due (due \(day(0)))
                Finished today (1)
                    6  [x] Done

                """.replacing("\nToday", with: "\n\nToday").replacing("\nFinished", with: "\n\nFinished"))
        let moved = try await daybook.succeed("today", "--move-earlier")
        #expect(!moved.contains("From earlier") && moved.contains("Overdue") && moved.contains("Begun"))
        #expect(try await daybook.succeed("undo").contains("Overdue"))
        let dropped = try await daybook.succeed("today", "--drop-earlier")
        #expect(dropped.hasPrefix("From earlier\n    1  [ ] Overdue") && !dropped.contains("Begun"))
        try await daybook.succeed("edit", "4", "--no-today")
        #expect(try await !daybook.succeed("today").contains("Put"))
        #expect(try await daybook.succeed("today", "--json").matches(of: /"title"/).count == 3)
    }

    @Test("006.4 Upcoming shows what is overdue, then each day") func upcoming() async throws {
        #expect(try await daybook.succeed("upcoming").hasPrefix("No to-do has a day."))
        try await daybook.succeed("add", "Later", "--due", day(9))
        try await daybook.succeed("add", "Soon", "--start", day(2), "--due", day(9))
        try await daybook.succeed("add", "Overdue", "--due", day(-3))
        #expect(
            try await daybook.succeed("upcoming") == """
                Overdue
                    3  [ ] Overdue (due \(day(-3)))

                \(day(2))
                    2  [ ] Soon from \(day(2)) (due \(day(9)))

                \(day(9))
                    1  [ ] Later (due \(day(9)))

                """)
    }
}
