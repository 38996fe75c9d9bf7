import ArgumentParser
import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Sworm
import Testing

@testable import DaybookCLI

/// How the program is called: help, exit statuses, where the book is, and what is wrong with it.
@Suite(.bounded) struct UsageTests {
    let daybook: Program

    init() throws { daybook = try Program() }

    @Test("--help names every command with what it does")
    func help() async throws {
        let help = try await daybook.succeed("--help")
        let commands = Daybook.configuration.groupedSubcommands.flatMap(\.subcommands)
            .map { $0._commandName }
        #expect(commands.count > 20)
        for command in commands {
            #expect(help.contains("\n  \(command) ") || help.contains("\n  \(command), "))
            #expect(try await daybook.succeed("help", command).contains("USAGE: daybook \(command)"))
        }
        #expect(try await daybook.succeed() == help)
        #expect(try await daybook.succeed("--version").hasSuffix("\n"))
    }

    @Test("Help says what holds where an option is left out")
    func leftOut() async throws {
        #expect(try await daybook.succeed("serve", "--help").contains("(default: 127.0.0.1)"))
        #expect(try await daybook.succeed("spend", "--help").contains("today if left out"))
        #expect(try await !daybook.succeed("sort", "--help").contains("today"), "the day stays as it is")
    }

    @Test("licences lists what is linked, with versions and the licences' words")
    func licences() async throws {
        let list = try await daybook.succeed("licences")
        #expect(list.contains(/\nGRDB [0-9.]+: MIT\n/) && list.contains(/\nswift-nio-ssl [0-9.]+: Apache-2.0\n/))
        #expect(list.contains("Permission is hereby granted, free of charge") && list.contains("Apache License"))
        #expect(!list.contains(": other\n"))
    }

    @Test("Input without an end is refused before it takes all of the memory")
    func endless() async throws {
        let outcome = try await daybook.run(shell: "ulimit -v 8000000; exec \"$0\" import /dev/zero")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("Error: /dev/zero can't be read: it has more than 1 GiB"))
    }

    @Test("008.5 A file that shrinks while it is read is refused, and nothing of it is written")
    func shrinking() async throws {
        let file = daybook.folder.appending(path: "bank.csv").path
        let rows = (1...100).map { "2026-01-02,shop \($0),-\($0).00" }
        try (["Date,Description,Amount"] + rows).joined(separator: "\n").write(
            toFile: file, atomically: true, encoding: .utf8)
        // The program goes on where dd stopped, behind the end that the file has by then.
        let outcome = try await daybook.run(
            shell: """
                exec < '\(file)'; dd bs=1 count=1000 of=/dev/null status=none; truncate -s 500 '\(file)'
                exec "$0" import - --yes
                """)
        #expect(
            outcome.status == 1 && outcome.errors.contains("another program changed it meanwhile"), "\(outcome.errors)")
        #expect(try await daybook.succeed("entries").hasPrefix("There are no such entries."))
    }

    @Test("In a folder that was deleted a book is found by its whole path, and by no other")
    func deletedFolder() async throws {
        let gone = daybook.folder.appending(path: "gone").path
        let line = "mkdir \"$1\" && cd \"$1\" && rmdir \"$1\" && exec \"$0\" add milk --book "
        let outcome = try await daybook.run(shell: line + "book.sqlite", [gone])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("book.sqlite can't be found, because the current folder was deleted."))
        let whole = try await daybook.run(shell: line + "\"$2\"", [gone, daybook.book])
        #expect(whole.status == 0, "\(whole.errors)")
    }

    @Test("Completions are printed for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        #expect(try await daybook.succeed("--generate-completion-script", shell).contains("clear-completed"))
    }

    @Test(
        "Wrong usage is told on standard error and ends with 2",
        arguments: [
            ["frob"], ["add"], ["list", "--filter", "late"], ["show"], ["check"], ["edit", "1"],
            ["move", "1"], ["move", "1", "--first", "--last"], ["serve", "--port", "x"], ["serve", "--port", "65536"],
            ["serve", "--host", "0.0.0.0"], ["serve", "--allow-origin", "*"], ["serve", "--log-level", "loud"],
            ["purge", "--older-than", "-1"], ["help", "nosuch"], ["help", "remote", "nosuch"],
        ])
    func wrongUsage(arguments: [String]) async throws {
        let outcome = try await daybook.run(Program.daybook, arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("Error: "))
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test(
        "A number below the least is told as one above the greatest, and what is no origin or command as what it is",
        arguments: [
            (["serve", "--port", "-1"], "There is no port -1. Give a number from 0 to 65535."),
            (["purge", "--older-than", "-1"], "--older-than is -1. Give days from 0 to 36500."),
            (["entries", "--limit", "-1"], "--limit is -1. Give a number from 1."),
            (["entries", "--limit", "0"], "--limit is 0. Give a number from 1."),
            (["entries", "--limit", "x"], "Give a whole number of up to 18 digits."),
            (["serve", "--allow-origin", "https://x:443"], "Omit the default port (80 or 443)."),
            (["serve", "--allow-origin", "https://x/"], "without a path"),
            (["help", "remote", "foo"], "There is no command “remote foo”. 'daybook help remote' names them all."),
            (["help", "foo"], "There is no command “foo”. 'daybook help' names them all."),
        ])
    func toldWrongUsage(arguments: [String], words: String) async throws {
        let outcome = try await daybook.run(Program.daybook, arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("Listening to the network is refused with the reason")
    func network() async throws {
        let outcome = try await daybook.run("serve", "--host", "192.168.0.1")
        #expect(outcome.errors.contains("192.168.0.1 may be reached from elsewhere"))
        #expect(!outcome.errors.contains("passwords would travel in the open"), "\(outcome.errors)")
    }

    @Test("A blank title, and one over 10,000 characters, is refused and nothing is stored")
    func titles() async throws {
        let unseen = ["\u{200B}", "\u{FEFF} \u{2060}", "\u{200E}\u{202B}\u{2066}"]
        for title in ["", " \t", String(repeating: "é", count: 10_001)] + unseen {
            let outcome = try await daybook.run("add", title)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("title"))
        }
        try await daybook.succeed("add", "\u{200B}kept\u{200F}")
        #expect(try await daybook.run("edit", "1", "--title", " ").status == 1)
        #expect(try await daybook.succeed("list").contains("kept"))
    }

    @Test("A file that is no book is left alone")
    func notABook() async throws {
        try "not a book, just a text that is longer than a header".write(
            toFile: daybook.book, atomically: true, encoding: .utf8)
        for arguments in [["list"], ["add", "x"], ["serve", "--port", "0"]] {
            let outcome = try await daybook.run(Program.daybook, arguments)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("is not a Daybook book"))
        }
        #expect(try String(contentsOfFile: daybook.book, encoding: .utf8).hasPrefix("not a book"))
    }

    @Test("A book from a newer Daybook is refused, unharmed")
    func newer() async throws {
        try await daybook.succeed("add", "kept")
        let sqlite = URL(filePath: "/usr/bin/sqlite3")
        _ = try await daybook.run(sqlite, [daybook.book, "PRAGMA user_version = 999"])
        let outcome = try await daybook.run("add", "x")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("newer Daybook"))
        let titles = try await daybook.run(sqlite, [daybook.book, "SELECT title FROM todos"])
        #expect(titles.output == "kept\n")
    }

    @Test("A book whose folder can't be made is told by its path")
    func noFolder() async throws {
        try "a file".write(toFile: daybook.book, atomically: true, encoding: .utf8)
        let outcome = try await daybook.run("add", "x", "--book", daybook.book + "/in/a/file.sqlite")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(daybook.book)/in/a/file.sqlite can't be opened"))
    }

    @Test("A book that is named and isn't there is an error for all but what starts one, and no file is made")
    func missingBook() async throws {
        let path = daybook.folder.path + "/typo/book.sqlite"
        for command in [
            ["list"], ["entries"], ["report"], ["export"], ["show", "1"], ["remote", "show"], ["check", "1"],
            ["uncheck", "1"], ["edit", "1", "--title", "x"], ["move", "1", "--first"], ["delete", "1"],
            ["strike", "1"],
            ["sort", "1", "--as", "income"], ["clear-completed"], ["purge"], ["sync"], ["remote", "remove"],
        ] {
            for outcome in [
                try await daybook.run(Program.daybook, command + ["--book", path]),
                try await daybook.run(Program.daybook, command, ["DAYBOOK_BOOK": path]),
            ] {
                #expect(outcome.status == 1, "\(command)")
                #expect(outcome.errors.contains("There is no book at \(path)."), "\(command): \(outcome.errors)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: daybook.folder.path + "/typo"))
    }

    @Test("A book that can't be looked at is an error, and neither an empty book nor a failed restoration")
    func unreadableBook() async throws {
        // A link to itself: permissions say nothing to an administrator.
        try FileManager.default.createSymbolicLink(atPath: daybook.book, withDestinationPath: daybook.book)
        for command in [["list"], ["entries"], ["report"], ["export"], ["show", "1"], ["add", "x"]] {
            let outcome = try await daybook.run(Program.daybook, command)
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("\(daybook.book) can't be opened"), "\(command): \(outcome.errors)")
        }
    }

    @Test("A person's own book is empty until something is written; looking makes no file")
    func ownBook() async throws {
        #expect(try await daybook.succeed("list").contains("There are no to-dos"))
        #expect(try await daybook.run("check", "1").errors.contains("There is no book at \(daybook.book)."))
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
        try await daybook.succeed("spend", "5 EUR")
        #expect(FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("An empty file is no book, stays one by being read, and can't be restored")
    func emptyFile() async throws {
        try await daybook.succeed("add", "kept")
        let path = daybook.folder.path + "/empty.sqlite"
        try Data().write(to: URL(filePath: path))
        for command in [["list"], ["entries"], ["check", "1"], ["purge"]] {
            let outcome = try await daybook.run(Program.daybook, command + ["--book", path])
            #expect(outcome.status == 1 && outcome.errors.contains("There is no book at \(path)."))
        }
        #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
        #expect(try await daybook.run("restore", path).status == 1)
        #expect(try await daybook.succeed("list").contains("kept"))
        try await daybook.succeed("add", "x", "--book", path)
    }

    @Test("Where a folder of accounts or a book's name is empty or no UTF-8, that is said")
    func emptyNames() async throws {
        for arguments in [["account", "list"], ["serve", "--port", "0"]] {
            let outcome = try await daybook.run(Program.daybook, arguments + ["--accounts", ""])
            #expect(outcome.status == 1 && outcome.errors == "Error: --accounts is empty. Name a folder.\n")
        }
        let shell = try await daybook.run(
            shell: "DAYBOOK_BOOK=\"$1/$(printf 'a\\377b')\" exec \"$0\" add x", [daybook.folder.path])
        #expect(shell.status == 2 && shell.errors.contains("$DAYBOOK_BOOK"))
        let data = try await daybook.run(
            shell: "XDG_DATA_HOME=\"$1/$(printf 'a\\377b')\" exec \"$0\" list", [daybook.folder.path])
        #expect(data.status == 2 && data.errors.contains("$XDG_DATA_HOME, \""), "\(data.errors)")
        #expect(data.errors.contains("is not UTF-8"), "\(data.errors)")
    }

    @Test("A folder in the place of the book is told as what it is")
    func folderAsBook() async throws {
        let outcome = try await daybook.run("list", "--book", daybook.folder.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(daybook.folder.path) can't be opened: it is a folder."))
    }

    @Test("What can't be restored is told by its own name, and the book stays")
    func noBackup() async throws {
        try await daybook.succeed("add", "kept", "--notes", String(repeating: "x", count: 9_000))
        let (text, cut) = (daybook.folder.path + "/text", daybook.folder.path + "/cut")
        try "no book, just a text that is longer than the header of one, and says nothing".write(
            toFile: text, atomically: true, encoding: .utf8)
        try Data(contentsOf: URL(filePath: daybook.book)).prefix(5_000).write(to: URL(filePath: cut))
        for (path, reason) in [
            (daybook.folder.path + "/nothing", "there is no such file"), (daybook.folder.path, "it is a folder"),
            (text, "it isn't a Daybook book"), (cut, "damaged"),
        ] {
            let outcome = try await daybook.run("restore", path)
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("Error: \(path) can't be restored: "), "\(outcome.errors)")
            #expect(outcome.errors.contains(reason) && !outcome.errors.contains("--book"), "\(outcome.errors)")
        }
        #expect(try await daybook.succeed("list").contains("kept"))
    }

    @Test("A backup that has lost rows is refused, and the book stays") func lostRows() async throws {
        let backup = daybook.folder.appending(path: "backup.sqlite")
        let book = try Book(path: backup.path)
        try await book.write { book in
            for number in 0..<500 { _ = try book.add(todo: .todo(title: "\(number)")) }
        }
        try book.close()
        try loseRows(backup)
        try await daybook.succeed("add", "kept")
        let outcome = try await daybook.run("restore", backup.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(backup.path) can't be restored: it is damaged"), "\(outcome.errors)")
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] kept\n")
    }

    @Test("A name that SQLite would take for another is a file's name") func oddNames() async throws {
        for name in ["file:real.sqlite", ":memory:", "file:x?mode=memory"] {
            let add = try await daybook.run(
                shell: #"cd "$1" && "$0" add milk --book real.sqlite && "$0" add salt --book "$2""#,
                [daybook.folder.path, name])
            #expect(add.status == 0, "\(add.errors)")
            let list = try await daybook.run(
                shell: #"cd "$1" && "$0" list --book "$2" && rm "$2" && "$0" list --book real.sqlite"#,
                [daybook.folder.path, name])
            #expect(list.output.hasPrefix("To do\n    1  [ ] salt\n"), "\(list.output)\(list.errors)")
            #expect(!list.output.dropFirst(25).contains("salt") && list.output.contains("milk"))
        }
    }

    @Test("A book at rest is read while another program writes to it")
    func readWhileLocked() async throws {
        try await daybook.succeed("add", "milk")
        let lock = """
            import sqlite3, sys, time
            sqlite3.connect(sys.argv[1], isolation_level=None).execute("BEGIN IMMEDIATE")
            print("Daybook is at http://127.0.0.1:1", flush=True)
            time.sleep(900)
            """
        let python = URL(filePath: "/usr/bin/python3")
        try await Program().serving(through: python, ["-c", lock, daybook.book], endingWith: SIGKILL) { _, _ in
            let list = try await daybook.succeed("list")
            #expect(list.contains("milk"))
        }
    }

    @Test("A damaged book says so and what to do, also where a backup is to be put over it; and that works")
    func damaged() async throws {
        let book = try Book(path: daybook.book)
        try await book.write { book in
            for number in 0..<300 { _ = try book.add(todo: .todo(title: "\(number)")) }
        }
        try book.close()
        let backup = daybook.folder.path + "/backup.sqlite"
        try FileManager.default.copyItem(atPath: daybook.book, toPath: backup)
        let whole = try Data(contentsOf: URL(filePath: backup))
        let half = whole.count / 2
        try (whole.prefix(half) + Data(repeating: 0xFF, count: whole.count - half)).write(
            to: URL(filePath: daybook.book))
        for command in [["list"], ["restore", backup]] {
            let outcome = try await daybook.run(Program.daybook, command)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("\(daybook.book) is damaged."), "\(outcome.errors)")
            #expect(outcome.errors.contains("Move it away"))
        }
        try FileManager.default.removeItem(atPath: daybook.book)
        #expect(try await daybook.succeed("restore", backup, "--book", daybook.book).hasPrefix("Restored 300 to-dos"))
    }

    @Test(
        "A book that is restored syncs with the server that it synced with, or with none; a new one as the backup did")
    func restoredRemote() async throws {
        let (ours, theirs) = ("http://127.0.0.1:1", "http://127.0.0.1:2")
        func keep(_ name: String) throws -> String {
            let path = daybook.folder.path + "/" + name
            try Database(path: daybook.book).writeWithoutTransaction { _ = try $0.rows(sql: "VACUUM INTO '\(path)'") }
            return path
        }
        func remote() throws -> Remote? { try Book(path: daybook.book).read { try $0.remote() } }
        func pull() throws {
            let book = try Book(path: daybook.book)
            try book.write {
                try $0.apply([.acknowledge($0.reader.pendingRegisters()), .save(.init(cursor: 9, epoch: 5))])
            }
        }
        try await daybook.succeed("add", "a")
        let without = try keep("without.sqlite")
        try await daybook.succeed("remote", "add", theirs)
        try pull()
        let with = try keep("with.sqlite")
        let plain = "Restored 1 to-do and 0 entries.\n"
        func restored(_ backup: String) async throws -> String {
            try await daybook.succeed("restore", backup).replacing(/The book as it was is kept in \S+\n/, with: "")
        }

        #expect(try await restored(with) == plain + "The book syncs with \(theirs).\n")
        #expect(try remote()?.progress.cursor == 9)
        // Another server than the backup's has yet to get and to give everything.
        try await daybook.succeed("remote", "add", ours)
        try pull()
        for backup in [with, without] {
            #expect(try await restored(backup) == plain + "The book syncs with \(ours), as before.\n")
            #expect(try remote()?.url == ours && remote()?.progress == .init())
            #expect(try await daybook.succeed("list", "--filter", "unsynced").contains("a\n"))
        }
        try await daybook.succeed("remote", "remove")
        #expect(
            try await restored(with)
                == plain + "The backup synced with \(theirs): `daybook remote add \(theirs)` has the book sync again.\n"
        )
        #expect(try remote() == nil)
        #expect(try await restored(without) == plain)

        let book = daybook.folder.path + "/new.sqlite"
        #expect(
            try await daybook.succeed("restore", with, "--book", book) == plain + "The book syncs with \(theirs).\n")
    }

    @Test("Under a mistyped name of a backup no book is made") func noBackupNoBook() async throws {
        let book = daybook.folder.path + "/new.sqlite"
        let empty = daybook.folder.path + "/empty.sqlite"
        try Database(path: empty).writeWithoutTransaction { _ = try $0.rows(sql: "VACUUM") }
        for path in [daybook.folder.path + "/nothing", empty] {
            #expect(try await daybook.run("restore", path, "--book", book).status == 1)
            #expect(!FileManager.default.fileExists(atPath: book))
        }
    }

    @Test("What can't be added makes no book") func nothingAdded() async throws {
        for command in [
            ["add", " "], ["add", "rent", "--amount", "1,23,4"], ["spend", "x"], ["earn", "5", "--tag", "a,b"],
            ["record", "lunch"],
        ] {
            #expect(try await daybook.run(Program.daybook, command).status == 1)
            #expect(!FileManager.default.fileExists(atPath: daybook.book), "\(command)")
        }
    }

    @Test("An argument that is no UTF-8 is refused, not changed into something else")
    func invalidUTF8() async throws {
        let shell = try await daybook.run(shell: "exec \"$0\" add \"$(printf 'a\\377b')\"")
        #expect(shell.status == 2)
        #expect(shell.errors.contains("is not UTF-8"))
        #expect(try await daybook.succeed("list", "--json") == "[]\n")
    }

    @Test("On a full disk a command fails, says why, and what was there stays")
    func fullDisk() async throws {
        try await daybook.succeed("add", "kept")
        let notes = String(repeating: "x", count: 60_000)
        // No file may be longer than 200 blocks of 512 bytes, as on a disk that is full. The shell tells of signals.
        let outcome = try await daybook.run(
            shell: #"ulimit -f 200; "$0" add lost --notes "$1"; exit $?"#, [notes])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(daybook.book) && outcome.errors.contains("Nothing was changed"))
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] kept\n")
        try await daybook.succeed("add", "after")
    }

    @Test("What can't be written to standard output is an error; a reader that goes away is none")
    func fullOutput() async throws {
        try await daybook.succeed("spend", "5 EUR")
        for arguments in [["export"], ["entries"], ["--help"], ["add", "x"]] {
            for (redirection, reason) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
                let outcome = try await daybook.run(shell: "exec \"$0\" \"$@\" \(redirection)", arguments)
                #expect(outcome.status == 1, "\(arguments) \(redirection)")
                #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            }
        }
        let gone = try await daybook.run(shell: "trap '' PIPE; { \"$0\" export; echo $? >&2; } | :")
        #expect(gone.errors == "0\n")
    }

    @Test("A change that can't be told is made, and the error says so, that nobody makes it twice")
    func untoldChange() async throws {
        try await daybook.succeed("add", "x")
        try await daybook.succeed("spend", "5 EUR")
        let (file, backup) = (daybook.folder.path + "/a.csv", daybook.folder.path + "/backup.sqlite")
        try "amount\n7 EUR\n".write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(atPath: daybook.book, toPath: backup)
        for arguments in [
            ["add", "y"], ["add", "z", "--json"], ["edit", "1", "--title", "w"], ["move", "1", "--last"],
            ["check", "1"], ["uncheck", "1"], ["record", "5 tea"], ["spend", "6"], ["earn", "6"],
            ["sort", "1", "--note", "lunch"], ["strike", "1"], ["delete", "1"], ["import", file], ["clear-completed"],
            ["purge"], ["remote", "add", "http://127.0.0.1:1"], ["remote", "remove"], ["restore", backup],
        ] {
            let outcome = try await daybook.run(shell: "exec \"$0\" \"$@\" >/dev/full", arguments)
            #expect(outcome.status == 1, "\(arguments)")
            #expect(outcome.errors.contains("The change was saved"), "\(arguments): \(outcome.errors)")
        }
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] x\n", "the last of them was the restoration")
        let shown = try await daybook.run(shell: "exec \"$0\" list >/dev/full")
        #expect(shown.status == 1 && !shown.errors.contains("change"), "\(shown.errors)")
    }

    @Test(
        "Text that begins with a hyphen is text where it can be no option",
        arguments: [
            ["add", "-home improvement"], ["add", "--json", "-home improvement"],
            ["add", "-home improvement", "--json"],
            ["add", "--", "-home improvement"], ["add", "x", "--notes", "-home improvement"],
            ["add", "x", "--description=-home improvement"],
        ])
    func hyphens(arguments: [String]) async throws {
        let outcome = try await daybook.run(Program.daybook, arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.output.contains("\0"))
        #expect(outcome.output.contains("\"title\"") == arguments.contains("--json"))
        let details = try await daybook.succeed("show", "1")
        #expect(details.contains("-home improvement") && !details.contains("\\u{0}"))
        try await daybook.succeed("edit", "1", "--title", "-12 degrees")
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] -12 degrees\n")
    }

    @Test("What looks like an option is one, and where it is unknown it is told as it was typed")
    func unknownOptions() async throws {
        for arguments in [["add", "x", "-json"], ["add", "x", "--jsn"], ["list", "-1 x"], ["show", "1", "-x y"]] {
            let outcome = try await daybook.run(Program.daybook, arguments)
            #expect(outcome.status == 2)
            #expect(!outcome.errors.contains("\0"))
            #expect(outcome.errors.contains(arguments.last ?? ""))
        }
        #expect(try await daybook.run("add", "-h").output.contains("USAGE: daybook add"))
        #expect(try await daybook.run("show", "-5").errors.contains("\"-5\" isn't a valid item"))
        #expect(try await daybook.succeed("list", "--json") == "[]\n")
    }

    @Test("The book is --book, else $DAYBOOK_BOOK, else in the folder for a person's data")
    func location() throws {
        let full = ["DAYBOOK_BOOK": "/b", "XDG_DATA_HOME": "/x", "HOME": "/h"]
        func location(_ option: String?, without missing: Set<String> = []) throws -> String {
            try BookOptions.location(option: option) { missing.contains($0) ? nil : full[$0] }
        }
        #expect(try location("/o") == "/o")
        #expect(try location(nil) == "/b")
        #expect(try location(nil, without: ["DAYBOOK_BOOK"]) == "/x/daybook/book.sqlite")
        #expect(
            try location(nil, without: ["DAYBOOK_BOOK", "XDG_DATA_HOME"]) == "/h/.local/share/daybook/book.sqlite")
        #expect(throws: CommandFailure.self) {
            try location(nil, without: ["DAYBOOK_BOOK", "XDG_DATA_HOME", "HOME"])
        }
        #expect(
            try BookOptions.location(option: nil) { ["XDG_DATA_HOME": "relative", "HOME": "/h"][$0] }
                == "/h/.local/share/daybook/book.sqlite")
        #expect(throws: CommandFailure.self) { try location("") }
    }

    @Test("A file where a folder has to be on the way to the book is told in words")
    func fileOnTheWay() async throws {
        let file = daybook.folder.appending(path: "file").path
        try Data().write(to: URL(filePath: file))
        let outcome = try await daybook.run("add", "x", environment: ["XDG_DATA_HOME": "", "HOME": file])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasPrefix(
                "Error: \(file)/.local/share/daybook/book.sqlite can't be opened: Not a directory. Check the path"),
            "\(outcome.errors)")
        let named = try await daybook.run("list", "--book", file + "/book.sqlite")
        #expect(named.status == 1 && named.errors.contains("There is no book at \(file)/book."), "\(named.errors)")
    }

    @Test("The folders on the way to the book are made")
    func folders() async throws {
        let data = daybook.folder.appending(path: "data").path
        let outcome = try await daybook.run("add", "x", environment: ["DAYBOOK_BOOK": "", "XDG_DATA_HOME": data])
        #expect(outcome.status == 0)
        #expect(FileManager.default.fileExists(atPath: data + "/daybook/book.sqlite"))
    }
}
