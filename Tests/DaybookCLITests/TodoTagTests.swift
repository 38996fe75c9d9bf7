import Fixtures
import Foundation
import Testing

@Suite(.bounded) struct TodoTagTests {
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
