import Foundation
import Testing

/// 005.7: to-dos on their way into files and out of them.
@Suite(.bounded) struct TodoFileTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func path(_ name: String) -> String { daybook.folder.appending(path: name).path }

    @Test(
        "005.7 To-dos go out and come in without loss, and a second import changes nothing", arguments: ["json", "csv"])
    func roundTrip(format: String) async throws {
        try await daybook.succeed("add", "milk, \"2 l\"", "--description", "a\nb", "--notes", " c\r\nd ")
        try await daybook.succeed("add", "rent 購物 👍", "--amount", "500.5 TWD", "--on", "2030-12-01")
        for title in ["c", "d", "e"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("check", "4", "2")
        try await daybook.succeed("check", "3")
        try await daybook.succeed("uncheck", "4")
        try await daybook.succeed("move", "1", "--before", "5")
        let file = path("todos.\(format)")
        let text = try await daybook.succeed("export", "--todos", "--format", format)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let other = path("other.sqlite")
        #expect(
            try await daybook.succeed("import", "--todos", file, "--book", other) == "Added 5 to-dos; 0 known already\n"
        )
        #expect(try await daybook.succeed("export", "--todos", "--format", format, "--book", other) == text)
        #expect(try await daybook.succeed("entries", "--book", other).hasPrefix("There are no such entries"))
        func titles(_ book: String) async throws -> [Substring] {
            try await daybook.succeed("list", "--book", book).split(separator: "\n").map { $0.dropFirst(5) }
        }
        #expect(try await titles(other) == titles(daybook.book))
        for book in [other, daybook.book] {
            #expect(
                try await daybook.succeed("import", "--todos", file, "--book", book)
                    == "Added 0 to-dos; 5 known already\n")
            #expect(try await daybook.succeed("export", "--todos", "--format", format, "--book", book) == text)
        }
        // Also what the list prints comes in, in its order.
        let listed = path("list.json")
        try await daybook.succeed("list", "--json").write(toFile: listed, atomically: true, encoding: .utf8)
        try await daybook.succeed("import", "--todos", listed, "--book", path("third.sqlite"))
        #expect(try await titles(path("third.sqlite")) == titles(daybook.book))
    }

    @Test("005.7 Lists and filters go along, and nothing lands in the inbox of a new book in silence")
    func lists() async throws {
        try await daybook.succeed("lists", "add", "Home", "--colour", "red")
        try await daybook.succeed("lists", "add", "Empty")
        try await daybook.succeed("filters", "add", "Soon", "due<=today+7")
        try await daybook.succeed("add", "Milk", "--list", "Home")
        try await daybook.succeed("add", "Call")
        func export(_ format: String, _ name: String) async throws -> String {
            let text = try await daybook.succeed("export", "--todos", "--format", format)
            try text.write(toFile: path(name), atomically: true, encoding: .utf8)
            return text
        }
        let text = try await export("json", "todos.json")
        let csv = try await export("csv", "todos.csv")
        #expect(text.contains(#""list":"Home""#) && csv.contains(",Home,"))
        let other = path("other.sqlite")
        let preview = try await daybook.succeed("import", path("todos.json"), "--todos", "--dry-run", "--book", other)
        #expect(preview.hasPrefix("New lists: Home, Empty\nNew filters: Soon\nThe file has 2 to-dos."), "\(preview)")
        #expect(
            try await daybook.succeed("import", path("todos.json"), "--todos", "--book", other)
                == "Added 2 to-dos; 0 known already\nMade 2 lists\nMade 1 filter\n")
        #expect(try await daybook.succeed("export", "--todos", "--format", "json", "--book", other) == text)
        #expect(try await daybook.succeed("list", "--list", "Home", "--book", other).contains("Milk"))
        for book in [other, daybook.book] {
            #expect(
                try await daybook.succeed("import", path("todos.json"), "--todos", "--book", book)
                    == "Added 0 to-dos; 2 known already\n")
        }
        // CSV has the name alone; a list of that name gets what lies in it.
        let third = path("third.sqlite")
        try await daybook.succeed("lists", "add", "home", "--book", third)
        #expect(
            try await daybook.succeed("import", path("todos.csv"), "--todos", "--book", third)
                == "Added 2 to-dos; 0 known already\n")
        #expect(try await daybook.succeed("list", "--list", "home", "--book", third).contains("Milk"))
        // What is known by an id alone, as older files have it, isn't found, and that is said.
        let id = String(repeating: "0a", count: 16)
        try #"[{"title":"Lost","list":"\#(id)"}]"#.write(toFile: path("old.json"), atomically: true, encoding: .utf8)
        let old = try await daybook.succeed("import", path("old.json"), "--todos", "--book", third)
        #expect(
            old == "Added 1 to-do; 0 known already\n1 of them name a list that isn't known, and are in the inbox.\n",
            "\(old)")
    }

    @Test("005.7 Accounts go along with their entries, into a new book and once", arguments: ["json", "csv"])
    func accounts(format: String) async throws {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR", "--opening", "100")
        try await daybook.succeed("spend", "12.50 EUR", "Bread", "--account", "Giro")
        try await daybook.succeed("spend", "3 EUR", "Tea")
        let text = try await daybook.succeed("export", "--format", format)
        let (file, other) = (path("entries.\(format)"), path("other.sqlite"))
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(format == "json" || text.contains(",Giro,"), "\(text)")
        #expect(
            try await daybook.succeed("import", file, "--book", other)
                == "Added 2 entries; 0 known already\nMade 1 account\n")
        #expect(try await daybook.succeed("entries", "--account", "Giro", "--book", other).contains("Bread"))
        if format == "json" {
            #expect(try await daybook.succeed("export", "--format", format, "--book", other) == text)
        }
        for book in [other, daybook.book] {
            #expect(
                try await daybook.succeed("import", file, "--book", book) == "Added 0 entries; 2 known already\n")
        }
    }

    @Test("To-dos of other programs come in by the usual names, in their order, and once") func others() async throws {
        let text = "Task,Due Date,Done,Note\nfirst,2030-01-02,false,n\nsecond,,true,\nfirst,2030-01-02,false,n\n"
        try text.write(toFile: path("a.csv"), atomically: true, encoding: .utf8)
        #expect(try await daybook.succeed("import", "--todos", path("a.csv")) == "Added 3 to-dos; 0 known already\n")
        let list = try await daybook.succeed("list")
        #expect(list.matches(of: /\] first \(due 2030-01-02\)/).count == 2 && list.contains("[x] second"), "\(list)")
        #expect(try await daybook.succeed("import", "--todos", path("a.csv")) == "Added 0 to-dos; 3 known already\n")
        #expect(try await daybook.succeed("undo").contains("Added"))
        #expect(try await daybook.succeed("export", "--todos") == "[]\n")
        // What was taken back is new again.
        #expect(try await daybook.succeed("import", "--todos", path("a.csv")) == "Added 3 to-dos; 0 known already\n")
    }

    @Test(
        "What can't be a to-do is refused by its line, and nothing is added",
        arguments: [
            ("title,colour\na,red\n", "“colour”"), ("title,notes\na,\n\u{200B},x\n", "line 3"),
            ("name,title\na,b\n", "title"),
            ("title,due\na,2026-02-30\n", "line 2"), ("title,amount\na,x EUR\n", "line 2"),
            ("title,id\na,12\n", "line 2"),
            ("title,due\na,03/04/2026\n", "line 2"), ("notes\na\n", "“title”"),
        ])
    func bad(text: String, reason: String) async throws {
        try text.write(toFile: path("a.csv"), atomically: true, encoding: .utf8)
        for options in [[], ["--dry-run"]] {
            let outcome = try await daybook.run(Program.daybook, ["import", "--todos", path("a.csv")] + options)
            #expect(outcome.status == 1 && (outcome.errors + outcome.output).contains(reason), "\(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("A dry run of to-dos tells what would come") func dryRun() async throws {
        try "title\na\nb\n".write(toFile: path("a.csv"), atomically: true, encoding: .utf8)
        let preview = try await daybook.succeed("import", "--todos", "--dry-run", path("a.csv"))
        #expect(preview.hasPrefix("The file has 2 to-dos. An import would do this:\n  2 new\n  0 known already\n"))
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }
}
