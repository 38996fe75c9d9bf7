import Foundation
import Testing

/// What a person types at a terminal.
@Suite struct TerminalTests {
    private let daybook: Program
    private let accounts: String

    init() throws {
        daybook = try Program()
        accounts = daybook.folder.appending(path: "accounts").path
    }

    /// Types two passwords at a terminal, each once it isn't shown, or breaks off at the first; prints the status,
    /// whether the terminal shows in the end what is typed, and what was seen on it, its control characters spelled.
    private static let script = """
        import os, pty, signal, subprocess, sys, termios, time
        passwords, command = sys.argv[1], sys.argv[2:]
        reader, writer = pty.openpty()
        process = subprocess.Popen(command, stdin=writer, stdout=subprocess.DEVNULL, stderr=writer)
        said = b""
        def shows(): return termios.tcgetattr(writer)[3] & termios.ECHO != 0
        def wait(prompt):
            global said
            while prompt not in said: said += os.read(reader, 1000)
            for _ in range(600):
                if not shows(): return
                time.sleep(0.1)
        wait(b"Password: ")
        if passwords:
            first, second = passwords.split(",")
            os.write(reader, first.encode() + b"\\n")
            wait(b"Again: ")
            os.write(reader, second.encode() + b"\\n")
        else:
            process.send_signal(signal.SIGINT)
        status, end = process.wait(), "shown" if shows() else "hidden"
        os.close(writer)
        while True:
            try: said += os.read(reader, 1000)
            except OSError: break
        print(status, end, said.decode().encode("unicode_escape").decode())
        """

    private func typed(_ passwords: String) async throws -> String {
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            ["-c", Self.script, passwords, Program.daybook.path, "account", "add", "ann", "--accounts", accounts])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test(
        "A password isn't shown as it is typed, and one that is typed differently again changes nothing",
        .timeLimit(.minutes(15)))
    func password() async throws {
        let differing = try await typed("correct horse,correct house")
        #expect(differing.hasPrefix("1 shown Password: "), "\(differing)")
        #expect(differing.contains("The two differ. Nothing was changed."), "\(differing)")
        #expect(!differing.contains("horse") && !differing.contains("house"), "\(differing)")
        #expect(!FileManager.default.fileExists(atPath: accounts))
        let same = try await typed("correct horse,correct horse")
        #expect(same.hasPrefix("0 shown Password: ") && !same.contains("horse"), "\(same)")
        #expect(FileManager.default.fileExists(atPath: accounts))
    }

    @Test("What stands in a note is no command to the terminal, also where it is written out")
    func commandInNote() async throws {
        let note = "a\u{1B}]0;b\u{7}\u{202E}c é"
        try await daybook.succeed("spend", "1 EUR", note)
        #expect(try await daybook.succeed("export", "--format", "csv").contains(note))
        let shown = try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            ["-c", "import pty, sys; pty.spawn(sys.argv[1:])", Program.daybook.path, "export", "--format", "csv"]
        ).output
        #expect(shown.contains(#"a\u{1b}]0;b\u{7}\u{202e}c é"#), "\(shown)")
        #expect(shown.split(whereSeparator: \.isNewline).count == 2)
    }

    @Test("Who breaks off at a password gets a terminal back that shows what is typed", .timeLimit(.minutes(15)))
    func brokenOff() async throws {
        #expect(try await typed("") == "-2 shown Password: \n")
        #expect(!FileManager.default.fileExists(atPath: accounts))
    }
}
