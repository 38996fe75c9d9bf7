import Foundation
import Testing

@Suite(.bounded) struct ProgressTests {
    private let daybook: Program

    init() throws {
        daybook = try Program()
    }

    /// Runs a command while another program has the book locked, lets it go once the command has written something or
    /// three seconds are over, and prints what the command wrote, its control characters spelled.
    private static let script = """
        import os, pty, select, sqlite3, subprocess, sys
        terminal, book, command = sys.argv[1] == "terminal", sys.argv[2], sys.argv[3:]
        lock = sqlite3.connect(book, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        reader, writer = pty.openpty() if terminal else os.pipe()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=writer)
        os.close(writer)
        select.select([reader], [], [], 60 if terminal else 3)
        lock.execute("ROLLBACK")
        said = b""
        while True:
            try: part = os.read(reader, 1000)
            except OSError: break
            if not part: break
            said += part
        print(process.wait(), said.decode().encode("unicode_escape").decode())
        """

    /// - Returns: the status, and what came to standard error, which is a terminal or a pipe.
    private func delayed(_ standardError: String, _ command: String...) async throws -> String {
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            ["-c", Self.script, standardError, daybook.book, Program.daybook.path] + command)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test("What takes over a second tells on a terminal how far it has come, and clears the line in the end")
    func terminal() async throws {
        try await daybook.succeed("add", "milk")
        #expect(
            try await delayed("terminal", "check", "1").wholeMatch(of: /0 (\\r\\x1b\[KWriting: [1-9] s)+\\r\\x1b\[K\n/)
                != nil)
        let file = daybook.folder.appending(path: "entries.json")
        try Data(
            "[\(repeatElement(#"{"amount": "1", "currency": "EUR", "day": "2026-01-01"}"#, count: 9).joined(separator: ", "))]"
                .utf8
        )
        .write(to: file)
        let said = try await delayed("terminal", "import", file.path)
        #expect(said.hasPrefix(#"0 \r\x1b[KImporting: "#) && said.hasSuffix("\\r\\x1b[K\n"), "\(said)")
        #expect(try await daybook.succeed("entries", "--json").contains("EUR"))
    }

    @Test("A pipe hears nothing of it")
    func pipe() async throws {
        try await daybook.succeed("add", "milk")
        #expect(try await delayed("pipe", "check", "1") == "0 \n")
    }
}
