import Fixtures
import Foundation
import Testing

@Suite(.bounded) struct TodoTagTests {
    @Test("006.14 006.17 The command line tags a to-do, shows and finds its tags, takes them away, and undoes that")
    func tags() async throws {
        let daybook = try Program()
        try await daybook.succeed("add", "Call Ann #family", "--tag", "phone calls")
        try await daybook.succeed("add", "Buy milk #food")
        #expect(try await daybook.succeed("list", "--tag", "FOOD") == "To do\n    2  [ ] Buy milk #food\n")
        #expect(try await daybook.succeed("show", "1").contains("tags          #family #phone calls\n"))
        #expect(try await daybook.succeed("search", "#family").contains("Call Ann"))
        try await daybook.succeed("edit", "1", "--untag", "Family", "--tag", "work")
        #expect(try await daybook.succeed("list", "--tag", "work").contains("Call Ann #phone calls #work"))
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("list", "--tag", "family").contains("Call Ann #family #phone calls"))
    }

    @Test("006.14 A tag that can't be one, or that a to-do lacks, is refused, and nothing is saved")
    func refused() async throws {
        let daybook = try Program()
        try await daybook.succeed("add", "Buy milk", "--tag", "food")
        for (arguments, reason) in [
            (["add", "x", "--tag", "a,b"], "“a,b” isn't a valid tag."),
            (["edit", "1", "--untag", "work"], "The to-do has no tag \"work\"."),
            (["edit", "1", "--tag", "a#b"], "“a#b” isn't a valid tag."),
        ] {
            let result = try await daybook.run(Program.daybook, arguments)
            #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
        }
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] Buy milk #food\n")
    }

    @Test("006.14 005.7 Files of to-dos keep the tags, as JSON and as CSV", arguments: ["json", "csv"])
    func files(format: String) async throws {
        let daybook = try Program()
        try await daybook.succeed("add", "Buy milk", "--tag", "food", "--tag", "phone calls")
        let file = daybook.folder.appending(path: "todos." + format).path
        try await daybook.succeed("export", "--todos", "--format", format).write(
            toFile: file, atomically: true, encoding: .utf8)
        let other = try Program()
        try await other.succeed("import", "--todos", file)
        #expect(try await other.succeed("list") == "To do\n    1  [ ] Buy milk #food #phone calls\n")
        #expect(try await other.succeed("import", "--todos", file).contains("Added 0 to-dos; 1 known already"))
    }
}
