import Foundation
import Testing

/// 010.4: copies of a book, and the way back.
@Suite(.bounded) struct BackupTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func path(_ name: String) -> String { daybook.folder.appending(path: name).path }

    private func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: daybook.folder.appending(path: "daybook").path))
    }

    @Test("010.4 backup copies the book to a file for its owner alone, and changes no byte of the book")
    func backup() async throws {
        try await daybook.succeed("add", "milk")
        let before = try Data(contentsOf: URL(filePath: daybook.book))
        #expect(try await daybook.succeed("backup", path("a.sqlite")) == "Saved a backup: \(path("a.sqlite"))\n")
        #expect(try Data(contentsOf: URL(filePath: daybook.book)) == before)
        #expect(try await daybook.succeed("list", "--book", path("a.sqlite")) == "To do\n    1  [ ] milk\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path("a.sqlite"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let here = try await daybook.run(shell: "cd \"$1\" && \"$0\" backup && ls", [daybook.folder.path])
        #expect(here.output.contains(/Saved a backup: daybook-\d{4}-\d\d-\d\d\.sqlite\n/), "\(here)")
        #expect(try await daybook.succeed("backup", path("daybook")).contains("/daybook/daybook-2"))
    }

    @Test("010.4 backup never overwrites a file unless it is told to") func overwriting() async throws {
        try await daybook.succeed("add", "milk")
        try "mine".write(toFile: path("a"), atomically: true, encoding: .utf8)
        let refused = try await daybook.run("backup", path("a"))
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try String(contentsOfFile: path("a"), encoding: .utf8) == "mine")
        try await daybook.succeed("backup", path("a"), "--force")
        #expect(try await daybook.succeed("list", "--book", path("a")).contains("milk"))
        for target in [daybook.book, path("no/such/folder")] {
            let outcome = try await daybook.run("backup", target, "--force")
            #expect(outcome.status == 1, "\(target)")
        }
        #expect(try await daybook.succeed("list").contains("milk"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: daybook.folder.path).allSatisfy {
                !$0.hasSuffix(".part")
            })
    }

    @Test("Without a book there is nothing to copy, and none is made") func nothing() async throws {
        let outcome = try await daybook.run("backup", path("a"))
        #expect(outcome.status == 1 && outcome.errors.contains("There is no book at \(daybook.book)"))
        #expect(try files() == [])
    }

    @Test("A book that is being written is copied as it was at one moment") func whileWriting() async throws {
        try await daybook.serving { url in
            let outcome = try await daybook.run(
                shell: """
                    for n in 1 2 3 4 5 6 7 8; do
                        curl -fs -H 'Content-Type: application/json' -d '{"title":"x"}' \(url)/api/v1/todos >/dev/null
                        "$0" backup "$1/$n" >/dev/null && "$0" list --book "$1/$n" | grep -c x
                    done
                    """, [daybook.folder.path])
            #expect(outcome.output == "1\n2\n3\n4\n5\n6\n7\n8\n", "\(outcome)")
        }
    }

    @Test("010.4 restore keeps the book that it replaces in a dated file beside it, and names it") func kept()
        async throws
    {
        try await daybook.succeed("add", "old")
        try await daybook.succeed("backup", path("backup"))
        try await daybook.succeed("add", "new")
        for number in 1...2 {
            let said = try await daybook.succeed("restore", path("backup"))
            let match = try #require(said.firstMatch(of: /The book as it was is kept in (\S+)\n/), "\(said)")
            #expect(match.1.contains(/book\.sqlite\.before-restore-\d{4}-\d\d-\d\d(-2)?$/))
            #expect(match.1.hasSuffix("-2") == (number == 2))
            #expect(try await daybook.succeed("list", "--book", String(match.1)).contains("new") == (number == 1))
            #expect(try await daybook.succeed("list") == "To do\n    1  [ ] old\n")
        }
        // A book that isn't there yet leaves nothing to keep.
        let fresh = try await daybook.succeed("restore", path("backup"), "--book", path("fresh.sqlite"))
        #expect(!fresh.contains("kept"))
    }

    @Test(
        "010.4 restore asks on a terminal, and only yes goes on", arguments: [("n", false), ("", false), ("y", true)])
    func asks(answer: String, goesOn: Bool) async throws {
        try await daybook.succeed("add", "old")
        try await daybook.succeed("backup", path("backup"))
        try await daybook.succeed("add", "new")
        let script = """
            import os, pty, sys
            answer, command = sys.argv[1], sys.argv[2:]
            pid, terminal = pty.fork()
            if pid == 0: os.execv(command[0], command)
            said = b""
            while b"[y/N]" not in said: said += os.read(terminal, 1000)
            os.write(terminal, answer.encode() + b"\\n")
            while True:
                try: said += os.read(terminal, 1000)
                except OSError: break
            print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode())
            """
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"), ["-c", script, answer, Program.daybook.path, "restore", path("backup")])
        #expect(outcome.output.contains("This replaces 2 to-dos and 0 entries in \(daybook.book)"), "\(outcome)")
        #expect(outcome.output.hasPrefix(goesOn ? "0 " : "1 "), "\(outcome)")
        #expect(try await daybook.succeed("list").contains("new") != goesOn)
        try await daybook.succeed("restore", path("backup"), "--yes")
        #expect(try await !daybook.succeed("list").contains("new"))
    }
}
