import DaybookCore
import DaybookStorage
import Foundation
import Testing

/// 006.15: to-dos under to-dos, on the command line.
@Suite(.bounded) struct SubtaskTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func refusal(_ arguments: [String]) async throws -> String {
        let result = try await daybook.run(Program.daybook, arguments)
        return result.status == 0 ? "done" : result.errors
    }

    @Test("006.15 A to-do is added under another, shown there, put elsewhere and taken out, which can be undone")
    func life() async throws {
        try await daybook.succeed("add", "Trip")
        try await daybook.succeed("add", "Visa", "--parent", "1")
        try await daybook.succeed("add", "Photo", "--parent", "2")
        try await daybook.succeed("add", "Milk")
        try await daybook.succeed("add", "Ticket", "--parent", "1")
        let nested = """
            To do
                4  [ ] Milk
                1  [ ] Trip
                5    [ ] Ticket
                2    [ ] Visa
                3      [ ] Photo

            """
        #expect(try await daybook.succeed("list") == nested)
        // Where the parent isn't listed, one stands by itself.
        #expect(try await daybook.succeed("list", "--limit", "2") == "To do\n    5  [ ] Ticket\n    4  [ ] Milk\n")
        let shown = try await daybook.succeed("show", "2")
        #expect(shown.contains("  parent        1 Trip\n") && shown.contains("  children      3 Photo\n"), "\(shown)")
        #expect(try await daybook.succeed("show", "1").contains("  children      5 Ticket\n                2 Visa\n"))
        let json = try await daybook.succeed("show", "4", "--json")
        #expect(!json.contains("parent"))
        #expect(try await daybook.succeed("show", "3", "--json").contains("\"parent\":\""))

        try await daybook.succeed("edit", "3", "--parent", "5")
        #expect(
            try await daybook.succeed("list").contains("5    [ ] Ticket\n    3      [ ] Photo\n    2    [ ] Visa\n"))
        try await daybook.succeed("edit", "3", "--no-parent")
        #expect(try await daybook.succeed("list").hasPrefix("To do\n    4  [ ] Milk\n    3  [ ] Photo\n"))
        try await daybook.succeed("undo")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("list") == nested)

        // What stands under one that is deleted stays.
        try await daybook.succeed("delete", "1")
        #expect(
            try await daybook.succeed("list")
                == "To do\n    5  [ ] Ticket\n    4  [ ] Milk\n    2  [ ] Visa\n    3    [ ] Photo\n")
    }

    @Test("006.15 Finishing one says how many open ones stand under it, or finishes them as well, as one step")
    func check() async throws {
        try await daybook.succeed("add", "Trip")
        try await daybook.succeed("add", "Visa", "--parent", "1")
        try await daybook.succeed("add", "Photo", "--parent", "2")
        #expect(try await daybook.succeed("check", "3") == "Finished 3: Photo\n")
        #expect(try await daybook.succeed("check", "1") == "Finished 1: Trip\n1 open to-do stands under it\n")
        // A finished one stands among the finished.
        #expect(
            try await daybook.succeed("list")
                == "To do\n    2  [ ] Visa\n\nFinished\n    1  [x] Trip\n    3  [x] Photo\n")
        try await daybook.succeed("uncheck", "1", "3")
        #expect(
            try await daybook.succeed("check", "1", "2", "--with-children")
                == "Finished 3: Photo\nFinished 2: Visa\nFinished 1: Trip\n")
        #expect(
            try await daybook.succeed("list")
                == "Finished\n    1  [x] Trip\n    2    [x] Visa\n    3      [x] Photo\n")
        try await daybook.succeed("undo")
        #expect(
            try await daybook.succeed("list").hasPrefix(
                "To do\n    1  [ ] Trip\n    2    [ ] Visa\n    3      [ ] Photo\n"))
    }

    @Test("006.11 006.15 What has come again already isn't finished, and booked, with the one above it")
    func cascade() async throws {
        let today = CivilDate.local()
        let week = today.adding(days: 7).text
        try await daybook.succeed("add", "Week", "--due", today.text, "--repeat", "weekly")
        try await daybook.succeed(
            "add", "Rent", "--due", today.text, "--repeat", "weekly", "--amount", "850 EUR", "--parent", "1")
        try await daybook.succeed("add", "Lunch", "--amount", "20 EUR", "--parent", "1")
        try await daybook.succeed("check", "2")
        let told = try await daybook.succeed("check", "1", "--with-children")
        #expect(told.contains("Finished 3: Lunch") && told.contains("20.00") && !told.contains("Rent"))
        #expect(try await daybook.succeed("entries").components(separatedBy: "850.00").count == 2)
        // All are open for the next week.
        let list = try await daybook.succeed("list").components(separatedBy: "\nFinished").first ?? ""
        #expect(list.contains("1  [ ] Week (due \(week)") && list.contains("2    [ ] Rent (due \(week)"))
        #expect(list.contains("3    [ ] Lunch"))
        try await daybook.succeed("check", "3")
        #expect(try await daybook.succeed("entries").components(separatedBy: "20.00").count == 3)
        // A rule without a due begins with the start.
        let start = today.adding(days: 10).text
        try await daybook.succeed("add", "Course", "--start", start, "--repeat", "weekly")
        let course = try await daybook.succeed("list", "--json")
        #expect(course.contains(#""due":"\#(start)""#) && course.contains(#""start":"\#(start)""#))
    }

    @Test("006.15 What can't stand there is refused with the reason, and nothing is saved")
    func refused() async throws {
        try await daybook.succeed("add", "0")
        for depth in 1...8 { try await daybook.succeed("add", "\(depth)", "--parent", "\(depth)") }
        for (arguments, reason) in [
            (["edit", "1", "--parent", "1"], "A to-do can't stand under itself or one of its subtasks."),
            (["edit", "1", "--parent", "9"], "A to-do can't stand under itself or one of its subtasks."),
            (["add", "x", "--parent", "9"], "A subtask can be at most 8 levels deep."),
            (["add", "x", "--parent", "99"], "There is no item 99."),
            (["edit", "1", "--parent", "2", "--no-parent"], "Give --parent or --no-parent, not both."),
        ] {
            #expect(try await refusal(arguments).contains(reason), "\(arguments)")
        }
        let list = try await daybook.succeed("list")
        #expect(
            list.split(separator: "\n").count == 10
                && list.contains("\n    9  \(String(repeating: "  ", count: 8))[ ] 8\n"))
    }
}
