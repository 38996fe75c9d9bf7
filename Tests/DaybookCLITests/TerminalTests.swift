import Foundation
import Testing

/// What a person types at a terminal.
@Suite(.bounded) struct TerminalTests {
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

    @Test("A password isn't shown as it is typed, and one that is typed differently again changes nothing")
    func password() async throws {
        let differing = try await typed("correct horse,correct house")
        #expect(differing.hasPrefix("1 shown Password: "), "\(differing)")
        #expect(differing.contains("The two passwords differ. Nothing was changed."), "\(differing)")
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

    /// What a command shows on a terminal.
    private func shown(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
        try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            ["-c", "import pty, sys; pty.spawn(sys.argv[1:])", Program.daybook.path] + arguments, environment
        ).output.replacing("\r\n", with: "\n")
    }

    @Test("JSON on a terminal stays JSON, and spells by its escapes what would steer the terminal or turn the line")
    func json() async throws {
        let hostile = "a\u{9B}31m\u{85}\u{202E}b\u{2028}c\u{61C}d\u{2066}\u{200F}é日👍\u{7F}"
        try await daybook.succeed("add", hostile)
        try await daybook.succeed("spend", "1 EUR", hostile, "--tag", "x")
        for arguments in [
            ["list", "--json"], ["show", "1", "--json"], ["entries", "--json"], ["export"],
            ["search", "31m", "--json"],
        ] {
            let json = try await daybook.run(
                URL(filePath: "/usr/bin/python3"),
                ["-c", "import pty, sys; pty.spawn(sys.argv[1:])", Program.daybook.path] + arguments
            ).output.replacing("\r\n", with: "\n")
            #expect(
                json.contains(#"a\u009b31m\u0085\u202eb\u2028c\u061cd\u2066\u200fé日👍\u007f"#), "\(arguments): \(json)")
            let inFile = try await daybook.succeed(arguments)
            #expect(inFile.contains(hostile), "a file gets it as it is")
            let read = try [json, inFile].map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSObject }
            #expect(read[0] == read[1])
        }
    }

    @Test(
        "010.4 A terminal shows colours, unless NO_COLOR, TERM or a pipe says otherwise",
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
            (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "dumb"], false), ([:], false),
        ])
    func colours(environment: [String: String], areShown: Bool) async throws {
        try await daybook.succeed("add", "rent", "--on", "2020-01-01")
        try await daybook.succeed("earn", "5 EUR", "--tag", "x")
        for command in ["list", "entries", "delete"] {
            let output = try await shown(command, environment: environment)
            #expect(output.contains("\u{1B}[") == (areShown && command != "delete"), "\(output)")
        }
        #expect(try await shown("show", "9", environment: environment).contains("\u{1B}[31mError:") == areShown)
        let piped = try await daybook.run("list", environment: environment)
        #expect(!piped.output.contains("\u{1B}"))
    }

    @Test("Who breaks off at a password gets a terminal back that shows what is typed")
    func brokenOff() async throws {
        #expect(try await typed("") == "-2 shown Password: \n")
        #expect(!FileManager.default.fileExists(atPath: accounts))
    }
}
