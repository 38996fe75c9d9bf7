import Fixtures
import Foundation
import Testing

@Suite(.bounded) struct ProgramImportTests {
    let daybook: Program

    init() throws { daybook = try Program(timeZone: .gmt) }

    private func file(_ name: String, _ text: String) throws -> String {
        let url = daybook.folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// A to-do “Pay tax” of each program, in a list, with a day.
    static let files = [
        ("todo.txt", "(A) Pay tax +Money @home due:2026-11-30\n"),
        (
            "export.json",
            #"[{"uuid":"a","description":"Pay tax","status":"pending","due":"20261130T000000Z","project":"Money"}]"#
        ),
        ("Money.csv", "TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\ntask,Pay tax @home,1,1,2026-11-30,en\n"),
        (
            "tasks.ics",
            "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Money\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:Pay tax\r\n"
                + "DUE;VALUE=DATE:20261130\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        ),
        (
            "backup.csv",
            "\"Date: 2026-11-01\"\n\"Folder Name\",\"List Name\",\"Title\",\"Due Date\",\"Is All Day\",\"Status\","
                + "\"taskId\"\n\"\",\"Money\",\"Pay tax\",\"2026-11-30T00:00:00+0000\",\"true\",\"0\",\"6a5b4c3d2e1f0a9b\"\n"
        ),
        (
            "data.json",
            #"[{"id":1,"title":"Money","parent_project_id":0,"is_archived":false,"tasks":[{"id":7,"title":"Pay tax","#
                + #""done":false,"due_date":"2026-11-30T00:00:00Z","created":"2026-11-01T00:00:00Z"}]}]"#
        ),
        (
            "todo.json",
            #"[{"displayName":"Money","tasks":[{"id":"a","title":"Pay tax","status":"notStarted","importance":"normal","#
                + #""dueDateTime":{"dateTime":"2026-11-30T00:00:00.0000000","timeZone":"UTC"}}]}]"#
        ),
        (
            "Tasks.json",
            #"{"kind":"tasks#taskLists","items":[{"title":"Money","items":[{"id":"a","title":"Pay tax","#
                + #""status":"needsAction","due":"2026-11-30T00:00:00Z"}]}]}"#
        ),
    ]

    @Test(
        "006.21 Each program's file is known by what is in it, shown first, imported once, and taken back in one step",
        arguments: files)
    func formats(name: String, text: String) async throws {
        let path = try file(name, text)
        let preview = try await daybook.succeed("import", path, "--dry-run")
        #expect(preview.contains("New lists: Money\n") && preview.contains("  1 new\n"), "\(preview)")
        #expect(try await daybook.succeed("list").hasPrefix("There are no to-dos."), "nothing is written")
        #expect(try await daybook.succeed("import", path) == "Added 1 to-do; 0 known already\nMade 1 list\n")
        #expect(try await daybook.succeed("list", "--list", "Money").contains("Pay tax (due 2026-11-30"))
        #expect(try await daybook.succeed("import", path) == "Added 0 to-dos; 1 known already\n")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("list").hasPrefix("There are no to-dos."))
        #expect(try await !daybook.succeed("lists").contains("Money"))
        #expect(try await daybook.succeed("import", path) == "Added 1 to-do; 0 known already\nMade 1 list\n")
        #expect(try await daybook.succeed("list", "--list", "Money").contains("Pay tax"))
    }

    @Test("006.21 What can't be read stops an import unless it is to be left out; what is lost is counted")
    func problems() async throws {
        try await daybook.succeed("lists", "add", "money")
        let path = try file("todo.txt", "Pay tax +Money h:1\nCall due:2026-02-30\n")
        let refused = try await daybook.run("import", path)
        #expect(refused.status == 1 && refused.errors.contains("todo.txt, line 2: its due date “2026-02-30”"))
        #expect(try await daybook.succeed("list").hasPrefix("There are no to-dos."))
        let taken = try await daybook.run("import", path, "--yes")
        #expect(taken.output == "Added 1 to-do; 0 known already; 1 left out, which can't be read\n", "\(taken.output)")
        #expect(taken.errors == "Left out: 1 “hidden”.\n", "\(taken.errors)")
        #expect(try await daybook.succeed("list", "--list", "money").contains("Pay tax"), "the list that is there")
    }

    @Test(
        "006.22 What an export can't say it says",
        arguments: [
            (
                "todotxt",
                """
                todo.txt has no place for the notes of 1 to-do, the amount of 1 to-do, the account that pays of 1 to-do, the \
                parent of 1 to-do and the filter.
                """
            ),
            (
                "taskwarrior",
                """
                Taskwarrior has no place for the rule of 1 to-do, the amount of 1 to-do, the account that pays of 1 to-do, \
                the parent of 1 to-do and the filter.
                """
            ),
            (
                "ics",
                """
                iCalendar has no place for the way of repeating of 1 to-do, the amount of 1 to-do and the filter. Ways of \
                repeating, amounts and their accounts stand in lines that Daybook alone reads. JSON has all of it.
                """
            ),
            ("csv", "CSV has no place for the filter."), ("json", ""),
        ])
    func unsaid(format: String, words: String) async throws {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        try await daybook.succeed("add", "Rent 850 EUR from Giro", "--notes", "to Ann")
        try await daybook.succeed("add", "Water", "--repeat", "weekly", "--repeat-mode", "after-done", "--parent", "1")
        try await daybook.succeed("filters", "add", "Soon", "due<=today+7")
        let outcome = try await daybook.run("export", "--todos", "--format", format)
        #expect(outcome.status == 0 && outcome.errors.hasPrefix(words), "\(outcome.errors)")
        #expect(words.isEmpty == outcome.errors.isEmpty)
    }

    @Test("008.11 What an export of entries can't say it says, and of a part of them nothing of the book")
    func unsaidOfEntries() async throws {
        try await daybook.succeed("record", "Tea 5 EUR")
        try await daybook.succeed("rate", "2026-01-02", "USD", "EUR", "0.9")
        let csv = try await daybook.run("export", "--format", "csv")
        let words = "CSV has no place for the rate. A backup of the book has all of it.\n"
        #expect(csv.status == 0 && csv.errors == words, "\(csv.errors)")
        let part = try await daybook.run("export", "--format", "csv", "--kind", "unsorted")
        #expect(part.status == 0 && part.errors.isEmpty, "\(part.errors)")
        let ledger = try await daybook.run("export", "--format", "hledger")
        #expect(ledger.status == 0 && ledger.errors.isEmpty, "\(ledger.errors)")
    }

    @Test("006.21 --yes takes what is there of any file, and a rule that is kept is told")
    func yes() async throws {
        let json = try file("todos.json", #"[{"title":"Good"},{"title":"Bad","due":"2026-02-30"}]"#)
        #expect(try await daybook.run("import", json, "--todos").status == 1)
        let taken = try await daybook.succeed("import", json, "--todos", "--yes")
        #expect(taken == "Added 1 to-do; 0 known already; 1 left out, which can't be read\n", "\(taken)")
        let text = try file("tasks.txt", "Milk +Home\n")
        #expect(try await daybook.succeed("import", text, "--yes", "--all").hasPrefix("Added 1 to-do"))
        let rule = "List Name,Title,Due Date,Repeat,Is All Day,Status\nL,A,2026-11-30 00:00:00,FREQ=HOURLY,true,0\n"
        let kept = try await daybook.run("import", file("backup.csv", rule), "--yes")
        #expect(kept.errors == "1 rule can't be followed. It is kept and shown as it is.\n", "\(kept)")
        #expect(try await daybook.succeed("list", "--json").contains(#""repeat":"FREQ=HOURLY""#))
        let empty = try await daybook.run("import", file("e.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"))
        #expect(empty.status == 1 && empty.errors.contains("e.ics has no to-dos."), "\(empty.errors)")
    }

    @Test("006.21 A file that is something else, under any format, is refused, and nothing is written")
    func wrong() async throws {
        let path = try file("x.json", #"{"a":1}"#)
        for format in ["taskwarrior", "todoist", "ics", "ticktick", "vikunja", "microsoft", "google"] {
            let result = try await daybook.run("import", path, "--format", format)
            #expect(result.status == 1 && result.errors.hasPrefix("Error: \(path): "), "\(format): \(result.errors)")
        }
        // Any text may be todo.txt, so its name has to say it.
        let text = try await daybook.run("import", file("statement.txt", "12.11.2026;5,00\n"))
        #expect(text.status == 1, "\(text.output)")
        #expect(try await daybook.succeed("list").hasPrefix("There are no to-dos."))
    }

    @Test(
        "006.22 To-dos go out as todo.txt, Taskwarrior and iCalendar, and come in again",
        arguments: [
            ("todotxt", "todo.txt"), ("taskwarrior", "tasks.json"), ("ics", "tasks.ics"),
        ])
    func out(format: String, name: String) async throws {
        try await daybook.succeed("lists", "add", "Money")
        try await daybook.succeed("add", "Pay tax", "--due", "2026-11-30", "--list", "Money", "--tag", "home")
        try await daybook.succeed("add", "Call Ann", "--priority", "high")
        try await daybook.succeed("check", "2")
        let path = try file(name, await daybook.succeed("export", "--todos", "--format", format))
        let other = try Program(timeZone: .gmt)
        #expect(try await other.succeed("import", path) == "Added 2 to-dos; 0 known already\nMade 1 list\n")
        #expect(try await other.succeed("list", "--list", "Money").contains("Pay tax (due 2026-11-30) #home"))
        #expect(try await other.succeed("list", "--filter", "completed").contains("[x] Call Ann (priority high)"))
        // Where they came from they are known, whatever they are called by now.
        try await daybook.succeed("edit", "1", "--title", "Pay taxes")
        #expect(try await daybook.succeed("import", path) == "Added 0 to-dos; 2 known already\n")
        #expect(try await other.succeed("import", path) == "Added 0 to-dos; 2 known already\n")
        let wrong = try await daybook.run("export", "--format", format)
        #expect(wrong.status == 2 && wrong.errors.contains("\(format) is for to-dos. Add --todos."), "\(wrong.errors)")
    }
}
