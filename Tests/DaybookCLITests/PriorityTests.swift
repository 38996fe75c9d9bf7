import Fixtures
import Testing

@Suite(.bounded) struct PriorityTests {
    @Test("006.14 The command line gives a to-do a priority, shows it, and takes it away")
    func priority() async throws {
        let daybook = try Program()
        try await daybook.succeed("add", "Rent", "--priority", "high")
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] Rent (priority high)\n")
        #expect(try await daybook.succeed("show", "1").contains("priority      high"))
        try await daybook.succeed("edit", "1", "--priority", "none")
        #expect(try await !daybook.succeed("list").contains("priority"))
        let wrong = try await daybook.run("edit", "1", "--priority", "urgent")
        #expect(wrong.status == 2 && wrong.errors.contains("There is no priority \"urgent\"."), "\(wrong.errors)")
        let nothing = try await daybook.run("edit", "1")
        #expect(nothing.status == 2 && nothing.errors.contains("There is nothing to change."), "\(nothing.errors)")
    }
}
