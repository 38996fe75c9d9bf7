import Foundation
import Testing

/// What people type every day.
@Suite(.bounded) struct EverydayTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    @Test("11.12 A title needs no quotes, and done, ls and rm are other names of check, list and delete")
    func names() async throws {
        #expect(try await daybook.succeed("add", "Buy", "milk", "--tag", "food") == "Added 1: Buy milk #food\n")
        #expect(try await daybook.succeed("add", "-12", "degrees", "tonight").hasPrefix("Added 2: -12 degrees (due "))
        #expect(try await daybook.succeed("ls").contains("[ ] Buy milk"))
        #expect(try await daybook.succeed("done", "1").hasPrefix("Finished 1: Buy milk"))
        #expect(try await daybook.succeed("rm", "1", "2").contains("Deleted 1: Buy milk"))
        #expect(try await daybook.run("add").status == 2)
        #expect(try await daybook.run("add", " ").status == 1)
    }

    @Test("006.23 11.12 list takes a list, a tag and the days on which things are due, together")
    func list() async throws {
        try await daybook.succeed("lists", "add", "Home")
        for (title, due) in [("now", "today"), ("then", "2037-03-05"), ("never", nil)] as [(String, String?)] {
            let options = due.map { ["--due", $0] } ?? []
            try await daybook.succeed(["add", title, "--list", "Home", "--tag", "x"] + options)
            try await daybook.succeed(["add", "not " + title, "--tag", "x"] + options)
        }
        func titles(_ due: String) async throws -> String {
            let lines = try await daybook.succeed("list", "--list", "Home", "--tag", "x", "--due", due)
            return lines.split(separator: "\n").dropFirst().map { $0.split(separator: " ")[3] }.joined(separator: " ")
        }
        #expect(try await titles("week") == "now")
        #expect(try await titles("today") == "now")
        #expect(try await titles("month") == "now")
        #expect(try await titles("2037-03") == "then")
        #expect(try await titles("2037-03-05") == "then")
        #expect(try await titles("any") == "then now")
        #expect(try await titles("none") == "never")
        let refused = try await daybook.run("list", "--due", "soon")
        #expect(refused.status == 2 && refused.errors.contains("soon"))
        #expect(try await daybook.succeed("list", "--due", "week", "--json").contains("\"not now\""))
    }

    @Test("11.12 edit changes several to-dos at once, all or none")
    func edit() async throws {
        try await daybook.succeed("lists", "add", "Home")
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title, "--tag", title) }
        #expect(
            try await daybook.succeed("edit", "1", "2", "3", "--list", "Home", "--tag", "x", "--today")
                .split(separator: "\n").count == 3)
        for (number, tag) in [("1", "a"), ("2", "b"), ("3", "c")] {
            let shown = try await daybook.succeed("show", number)
            #expect(shown.contains("list          Home\n") && shown.contains("#\(tag) #x"), "\(shown)")
        }
        try await daybook.succeed("undo")
        #expect(try await !daybook.succeed("show", "3").contains("Home"))
        let gone = try await daybook.run("edit", "1", "99", "--priority", "high")
        #expect(gone.status == 1 && gone.errors.contains("99"))
        #expect(try await !daybook.succeed("show", "1").contains("high"))
        let titled = try await daybook.run("edit", "1", "2", "--title", "z")
        #expect(titled.status == 2 && titled.errors.contains("one title"))
    }

    @Test("11.12 show has the list, the rule, and all that stands under a to-do")
    func show() async throws {
        try await daybook.succeed("lists", "add", "Home")
        try await daybook.succeed("add", "Trip every 1st and 15th", "--list", "Home")
        try await daybook.succeed("add", "Visa", "--parent", "1")
        try await daybook.succeed("add", "Photo", "--parent", "2")
        try await daybook.succeed("check", "3")
        let shown = try await daybook.succeed("show", "1")
        #expect(shown.contains("list          Home\n"))
        #expect(shown.contains("rule          FREQ=MONTHLY;BYMONTHDAY=1,15\n"))
        #expect(shown.contains("children      2 Visa\n                  3 Photo (finished)\n"), "\(shown)")
    }

    @Test("11.12 --book may stand before the command")
    func bookFirst() async throws {
        let path = daybook.folder.appending(path: "other.sqlite").path
        try await daybook.succeed("--book", path, "add", "there")
        #expect(try await daybook.succeed("--book=\(path)", "list").contains("there"))
        #expect(try await daybook.succeed("--book", path, "add", "--", "--now").contains("--now"))
        #expect(try await !daybook.succeed("list").contains("there"))
        let wrong = try await daybook.run("--book", path, "lst")
        #expect(wrong.status == 2 && wrong.errors.contains("Did you mean 'list'?"), "\(wrong.errors)")
    }

    @Test("11.12 What was deleted has its number again after undo, and no other gets it meanwhile")
    func number() async throws {
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("delete", "2", "3")
        try await daybook.succeed("undo")
        let list = try await daybook.succeed("list")
        #expect(list == "To do\n    3  [ ] c\n    2  [ ] b\n    1  [ ] a\n")
        try await daybook.succeed("delete", "2")
        #expect(try await daybook.succeed("add", "d").hasPrefix("Added 4:"))
        try await daybook.succeed("undo")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("show", "2").contains("] b\n"))
        try await daybook.succeed("redo")
        #expect(try await daybook.succeed("redo") == "Done again: Added 4: d\n")
    }

    @Test("006.4 11.12 move --today puts a to-do to another place on Today, and in no list; undo takes it back")
    func todayOrder() async throws {
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title, "--due", "today") }
        try await daybook.succeed("add", "early", "--due", "2026-01-05")
        try await daybook.succeed("add", "never")
        func order() async throws -> String {
            let lines = try await daybook.succeed("today").split(separator: "\n").filter { $0.contains("[ ]") }
            return lines.map { $0.split(separator: " ")[3] }.joined(separator: " ")
        }
        #expect(try await order() == "early c b a")
        let list = try await daybook.succeed("list")
        #expect(try await daybook.succeed("move", "1", "--today", "--before", "2").hasPrefix("Moved 1: a"))
        #expect(try await order() == "early c a b")
        try await daybook.succeed("move", "1", "--today", "--first")
        try await daybook.succeed("move", "3", "--today", "--last")
        #expect(try await order() == "early a b c")
        try await daybook.succeed("move", "3", "--today", "--after", "1")
        try await daybook.succeed("move", "3", "--today", "--after", "3")
        #expect(try await order() == "early a c b")
        #expect(try await daybook.succeed("list") == list)
        try await daybook.succeed("undo")
        #expect(try await order() == "early a b c")
        let absent = try await daybook.run("move", "5", "--today", "--first")
        #expect(absent.status == 1 && absent.errors.contains("daybook edit 5 --today"), "\(absent.errors)")
        let apart = try await daybook.run("move", "1", "--today", "--before", "4")
        #expect(apart.status == 1 && apart.errors.contains("heading"), "\(apart.errors)")
        #expect(try await order() == "early a b c")
    }

    @Test("11.12 Entries, transfers, lists and accounts have their numbers again after undo, too")
    func otherNumbers() async throws {
        for name in ["Giro", "Cash"] {
            try await daybook.succeed("money-account", "add", name, "--currency", "EUR")
            try await daybook.succeed("lists", "add", name)
        }
        for title in ["a", "b", "c"] { try await daybook.succeed("spend", "5", "EUR", title) }
        let entries = try await daybook.succeed("entries")
        #expect(entries.contains("    2  ") && entries.contains("    3  "), "\(entries)")
        try await daybook.succeed("delete-entry", "2", "3")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("entries") == entries)
        try await daybook.succeed("delete-entry", "1")
        #expect(try await daybook.succeed("spend", "5", "EUR", "d").hasPrefix("Recorded 4:"))
        try await daybook.succeed("undo")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("entries") == entries)
        try await daybook.succeed("transfer", "7 EUR", "--from", "Giro", "--to", "Cash")
        for (show, delete) in [("transfers", ["transfers", "delete", "t1"]), ("lists", ["lists", "delete", "Giro"])] {
            let before = try await daybook.succeed(show)
            try await daybook.succeed(delete)
            try await daybook.succeed("undo")
            #expect(try await daybook.succeed(show) == before)
        }
    }

    @Test("11.12 import knows to-dos in JSON and CSV by what is in them, as REST does")
    func importing() async throws {
        try await daybook.succeed("add", "Buy milk", "--tag", "food")
        for format in ["json", "csv"] {
            let file = daybook.folder.appending(path: "todos.\(format)").path
            try await daybook.succeed("export", "--todos", "--format", format)
                .write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await daybook.succeed("import", file) == "Added 0 to-dos; 1 known already\n")
            let other = daybook.folder.appending(path: "\(format).sqlite").path
            #expect(try await daybook.succeed("import", file, "--book", other) == "Added 1 to-do; 0 known already\n")
            let refused = try await daybook.run("import", file, "--account", "Giro")
            #expect(refused.status == 1 && refused.errors.contains("no account"), "\(refused.errors)")
        }
    }

    @Test("11.12 report sums up by payee and by account")
    func report() async throws {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Cash", "--currency", "EUR")
        for (line, account, payee) in [
            ("5 EUR a", "Giro", "Rewe"), ("7 EUR b", "Cash", "REWE"), ("2 EUR c", "Cash", "Aldi"),
            ("1 EUR d", "Giro", nil),
        ] as [(String, String, String?)] {
            try await daybook.succeed(
                ["spend"] + line.split(separator: " ").map { String($0) } + ["--account", account]
                    + (payee.map { ["--payee", $0] } ?? []))
        }
        func lines(_ by: String) async throws -> [String] {
            try await daybook.succeed("report", "--by", by, "--json").matches(
                of: /"label":"([^"]*)"[^}]*"expense":"([^"]*)"/
            )
            .map { "\($0.1) \($0.2)" }
        }
        #expect(try await lines("account") == ["Cash 9.00", "Giro 6.00"])
        let payees = try await lines("payee")
        #expect(payees.count == 3 && payees[0] == "Aldi 2.00" && payees[1].hasSuffix(" 12.00"), "\(payees)")
        #expect(payees.last == "(no payee) 1.00")
    }

    /// What `list` shows on a terminal.
    private static let narrow = """
        import os, pty, sys
        pid, fd = pty.fork()
        if pid == 0:
            os.environ["NO_COLOR"] = "1"
            os.execv(sys.argv[1], sys.argv[1:])
        said = b""
        while True:
            try: part = os.read(fd, 1000)
            except OSError: break
            if not part: break
            said += part
        os.waitpid(pid, 0)
        sys.stdout.write(said.decode().replace("\\r", ""))
        """

    @Test("11.12 Titles are cut to the width of the terminal, and whole elsewhere")
    func width() async throws {
        try await daybook.succeed("add", "Read all of the long book about boats", "--amount", "5 EUR")
        try await daybook.succeed("add", "买一本关于船的很长的书给妈妈看")
        try await daybook.succeed("add", "Short")
        let outcome = try await daybook.run(
            URL(filePath: "/usr/bin/python3"),
            [
                "-c", Self.narrow, "/bin/sh", "-c",
                "stty cols 40; exec \(Program.daybook.path) list",
            ])
        #expect(
            outcome.output
                == "To do\n    3  [ ] Short\n    2  [ ] 买一本关于船的很长的书给妈妈…\n    1  [ ] Read all of the l… (5.00 EUR)\n",
            "\(outcome.output) \(outcome.errors)")
        #expect(try await daybook.succeed("list").contains("Read all of the long book about boats"))
    }
}
