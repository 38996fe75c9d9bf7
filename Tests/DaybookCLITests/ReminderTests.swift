import Fixtures
import Foundation
import Testing

@Suite(.bounded) struct ReminderTests {
    @Test("006.18 The command line gives a to-do reminders, shows them, adds some, takes all away, and undoes that")
    func reminders() async throws {
        let daybook = try Program()
        try await daybook.succeed(
            "add", "Dentist", "--due", "2030-12-24 15:00", "--remind", "-30m", "--remind", "2030-12-24 9:00")
        #expect(try await daybook.succeed("show", "1").contains("  reminders     -30m, 2030-12-24T09:00\n"))
        try await daybook.succeed("edit", "1", "--remind", "-24h", "--remind", "-30m")
        #expect(try await daybook.succeed("show", "1").contains("  reminders     -1d, -30m, 2030-12-24T09:00\n"))
        try await daybook.succeed("edit", "1", "--due", "2030-12-26")
        #expect(try await daybook.succeed("show", "1").contains("  reminders     -1d, -30m, 2030-12-26T09:00\n"))
        let json = try await daybook.succeed("list", "--json")
        #expect(json.contains(#""reminders":["-1d","-30m","2030-12-26T09:00"]"#))
        try await daybook.succeed("edit", "1", "--no-remind")
        #expect(!(try await daybook.succeed("show", "1").contains("reminders")))
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("show", "1").contains("  reminders     -1d, -30m, 2030-12-26T09:00\n"))
    }

    @Test("006.18 What is no reminder is refused, and nothing is saved") func refused() async throws {
        let daybook = try Program()
        let result = try await daybook.run(Program.daybook, ["add", "x", "--remind", "whenever"])
        #expect(
            result.status != 0 && result.errors.contains("“whenever” isn't a valid reminder. Use a form such as -30m"))
        try await daybook.succeed("add", "y")
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] y\n")
    }

    @Test("006.18 005.7 Files of to-dos keep the reminders, as JSON and as CSV", arguments: ["json", "csv"])
    func files(format: String) async throws {
        let daybook = try Program()
        try await daybook.succeed("add", "Dentist", "--due", "2030-12-24", "--remind", "-1d", "--remind", "start-1h")
        let file = daybook.folder.appending(path: "todos." + format).path
        try await daybook.succeed("export", "--todos", "--format", format).write(
            toFile: file, atomically: true, encoding: .utf8)
        let other = try Program()
        try await other.succeed("import", "--todos", file)
        #expect(try await other.succeed("show", "1").contains("  reminders     -1d, start-1h\n"))
        #expect(try await other.succeed("import", "--todos", file).contains("Added 0 to-dos; 1 known already"))
    }
}
