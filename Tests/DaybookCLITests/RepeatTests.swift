import Foundation
import Testing

/// To-dos that repeat, on the command line and over HTTP.
@Suite(.bounded) struct RepeatTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    @Test("006.6 006.10 A repeating to-do is checked, skipped, taken back, changed and ended; each can be undone")
    func life() async throws {
        try await daybook.succeed("add", "Rent", "--amount", "850 EUR", "--on", "2026-01-31", "--repeat", "every month")
        #expect(
            try await daybook.succeed("list")
                == "To do\n    1  [ ] Rent (due 2026-01-31, 850.00 EUR, ↻ every month: day 31 or the last)\n")
        let checked = try await daybook.succeed("check", "1")
        #expect(checked.hasPrefix("Finished 1: Rent (due 2026-02-28"), "\(checked)")
        #expect(checked.contains("Recorded") && checked.contains("850.00 EUR"))
        #expect(try await daybook.succeed("list").hasSuffix("Finished\n    2  [x] Rent (due 2026-01-31, 850.00 EUR)\n"))
        #expect(try await daybook.succeed("skip", "1").hasPrefix("Skipped 1: Rent (due 2026-03-31"))
        #expect(try await daybook.succeed("undo").hasPrefix("Undone"))
        #expect(try await daybook.succeed("show", "1").contains("2026-02-28"))
        #expect(try await daybook.succeed("redo").hasPrefix("Done again"))
        #expect(try await daybook.succeed("show", "1").contains("2026-03-31"))
        let late = try await daybook.run("uncheck", "2")
        #expect(late.status == 1 && late.errors.contains("Only the latest"), "\(late.errors)")
        #expect(try await daybook.succeed("entries").contains("850.00 EUR"))
        try await daybook.succeed("undo")
        try await daybook.succeed("uncheck", "2")
        #expect(try await daybook.succeed("list").contains("due 2026-01-31"))
        #expect(try await !daybook.succeed("entries").contains("850.00 EUR"))
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("list").contains("due 2026-02-28"))
        #expect(try await daybook.succeed("entries").contains("850.00 EUR"))
        try await daybook.succeed("edit", "1", "--repeat", "every 2 weeks", "--repeat-mode", "after-done")
        #expect(try await daybook.succeed("show", "1").contains("every 2 weeks after it is done"))
        try await daybook.succeed("edit", "1", "--repeat", "")
        #expect(try await !daybook.succeed("list").contains("↻"))
        #expect(try await daybook.run("skip", "1").errors.contains("doesn't repeat"))
    }

    @Test("006.7 What was missed is told, where it is passed over")
    func missed() async throws {
        for mode in ["passing", "every"] {
            try await daybook.succeed(
                "add", mode, "--on", "2026-01-01", "--repeat", "every 1st", "--repeat-mode", mode)
        }
        let passed = try await daybook.succeed("list").split(separator: "\n").filter { $0.contains("missed") }
        #expect(passed.count == 1 && passed[0].contains("passing (due 2026-01-01"), "\(passed)")
        #expect(try await daybook.succeed("show", "1").contains(" missed "))
        #expect(try await !daybook.succeed("show", "2").contains("missed"))
    }

    @Test(
        "006.6 Words and RRULEs say how a to-do comes again",
        arguments: [
            ("daily", "FREQ=DAILY"), ("every other week", "FREQ=WEEKLY;INTERVAL=2"),
            ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
            ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("every 15th", "FREQ=MONTHLY;BYMONTHDAY=15"), ("every last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("every last friday", "FREQ=MONTHLY;BYDAY=-1FR"), ("every 2nd tuesday", "FREQ=MONTHLY;BYDAY=2TU"),
            ("every 31st", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            ("every 3 years", "FREQ=YEARLY;INTERVAL=3"),
            ("FREQ=YEARLY;BYMONTH=3;BYDAY=1SU;COUNT=2", "FREQ=YEARLY;BYMONTH=3;BYDAY=1SU;COUNT=2"),
        ])
    func words(typed: String, rule: String) async throws {
        let json = try await daybook.succeed("add", "x", "--on", "2026-03-01", "--repeat", typed, "--json")
        #expect(json.contains("\"repeat\":\"\(rule)\",\"repeatMode\":\"passing\""), "\(json)")
    }

    @Test("006.19 A title says days, times, rules and amounts; options say more, and quotation marks switch it off")
    func titles() async throws {
        let rent = try await daybook.succeed("add", "Rent 850 eur every last day", "--json")
        #expect(rent.contains("\"title\":\"Rent\"") && rent.contains("\"amount\":\"850.00\",\"currency\":\"EUR\""))
        #expect(rent.contains("\"repeat\":\"FREQ=MONTHLY;BYMONTHDAY=-1\",\"repeatMode\":\"every\""), "\(rent)")
        #expect(
            try await daybook.succeed("add", "1月5號下午三點體檢", "--due", "2027-02-01")
                == "Added 2: 1月5號下午三點體檢 (due 2027-02-01)\n")
        #expect(try await daybook.succeed("add", "Taxes 2030-04-15 3pm") == "Added 3: Taxes (due 2030-04-15 15:00)\n")
        #expect(try await daybook.succeed("add", "\"Taxes 2030-04-15\"") == "Added 4: Taxes 2030-04-15\n")
        #expect(
            try await daybook.succeed("add", "Rent 5 EUR", "--amount", "7 USD", "--repeat", "every! 3 days", "--json")
                .contains("\"title\":\"Rent 5 EUR\""))
        #expect(
            try await daybook.succeed("add", "Ferns every week", "--repeat-mode", "after-done", "--json")
                .contains("\"repeat\":\"FREQ=WEEKLY\",\"repeatMode\":\"after-done\""))
        #expect(try await daybook.succeed("undo").contains("Ferns"))
    }

    @Test(
        "006.6 What is no rule is refused with what to write instead, and nothing is saved",
        arguments: [
            ("sometimes", "isn't a valid rule"), ("every", "isn't a valid rule"),
            ("every 0 days", "isn't a valid rule"),
            ("FREQ=SECONDLY", "isn't supported"), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "has no day"),
            ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT or UNTIL"),
        ])
    func refused(typed: String, words: String) async throws {
        let result = try await daybook.run("add", "x", "--repeat", typed)
        #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
        #expect(try await !daybook.run("list").output.contains("] x"))
    }

    @Test("005.7 006.6 What repeats comes out of a file as it went in, and goes on from there") func file() async throws
    {
        try await daybook.succeed("add", "Rent", "--amount", "850 EUR", "--on", "2026-01-31", "--repeat", "every month")
        try await daybook.succeed("check", "1")
        try await daybook.succeed("edit", "1", "--on", "2026-03-02")
        func lines(_ program: Program) async throws -> [Substring] {
            try await program.succeed("list").split(separator: "\n").map { $0.dropFirst(5) }
        }
        for format in ["json", "csv"] {
            let file = try await daybook.succeed("export", "--todos", "--format", format)
            let other = try Program()
            _ = try await other.run("import", "-", "--todos", "--format", format, input: file)
            #expect(try await lines(other) == lines(daybook), "\(format)")
            let open = try #require(try await other.succeed("list").firstMatch(of: /(\d+)  \[ \]/)).1
            try await other.succeed("check", String(open))
            #expect(try await other.succeed("list").contains("due 2026-03-31"))
            _ = try await other.run("import", "-", "--todos", "--format", format, input: file)
            #expect(try await other.succeed("list").contains("due 2026-03-31"), "once more, and nothing has changed")
        }
    }
}
