import Foundation
import Testing

/// What a person sees who types commands.
@Suite(.bounded) struct CommandTests {
    let daybook: Program

    init() throws { daybook = try Program() }

    @Test("002.1 003.1 The list has the to-dos first and the finished last, each under its heading")
    func list() async throws {
        try await daybook.succeed("add", "milk")
        try await daybook.succeed("add", "bread")
        try await daybook.succeed("check", "1")
        #expect(
            try await daybook.succeed("list") == """
                To do
                    2  [ ] bread

                Finished
                    1  [x] milk

                """)
    }

    @Test("002.2 002.3 002.4 A section without items has no heading, and an empty book invites to add")
    func headings() async throws {
        #expect(try await daybook.succeed("list").hasPrefix("There are no to-dos. Write something down: daybook add"))
        try await daybook.succeed("add", "milk")
        #expect(try await daybook.succeed("list") == "To do\n    1  [ ] milk\n")
        try await daybook.succeed("check", "1")
        #expect(try await daybook.succeed("list") == "Finished\n    1  [x] milk\n")
    }

    @Test("002.5 002.6 002.22 Added first, checked first of the finished, unchecked last of the to-dos")
    func places() async throws {
        for title in ["a", "b", "c", "d"] { try await daybook.succeed("add", title) }
        #expect(try await titles() == ["d", "c", "b", "a"])
        try await daybook.succeed("check", "1")
        try await daybook.succeed("check", "3")
        #expect(try await titles() == ["d", "b", "c", "a"])
        try await daybook.succeed("uncheck", "3")
        #expect(try await titles() == ["d", "b", "c", "a"])
        #expect(try await titles("active") == ["d", "b", "c"])
    }

    @Test("What is finished already, or open, is told as that and stays where it is")
    func already() async throws {
        for title in ["a", "b"] { try await daybook.succeed("add", title) }
        #expect(try await daybook.succeed("uncheck", "2") == "Already open 2: b\n")
        #expect(try await daybook.succeed("check", "1", "2") == "Finished 1: a\nFinished 2: b\n")
        #expect(try await daybook.succeed("check", "1") == "Already finished 1: a\n")
        #expect(try await titles() == ["b", "a"])
        #expect(try await daybook.succeed("uncheck", "1") == "Reopened 1: a\n")
    }

    @Test("002.7 002.8 002.11 Deleted items are gone, open and finished, and stay so")
    func delete() async throws {
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("check", "2")
        #expect(try await daybook.succeed("delete", "1", "2") == "Deleted 1: a\nDeleted 2: b\n")
        #expect(try await titles() == ["c"])
    }

    @Test("002.9 002.10 003.2 003.3 What was added and edited is there in the next process")
    func edit() async throws {
        try await daybook.succeed("add", "milk", "--description", "2 l", "--notes", "fresh\nand cold")
        #expect(
            try await daybook.succeed("edit", "1", "--title", "oat milk", "--description", "")
                == "Changed 1: oat milk\n")
        let details = try await daybook.succeed("show", "1")
        #expect(details.hasPrefix("    1  [ ] oat milk\n"))
        #expect(details.contains("  notes         fresh\n                and cold\n"))
        #expect(!details.contains("description"))
        #expect(details.contains("  synced        no\n"))
    }

    @Test("003.5 A filter picks some items")
    func filter() async throws {
        try await daybook.succeed("add", "a")
        try await daybook.succeed("add", "b")
        try await daybook.succeed("check", "1")
        #expect(try await titles("active") == ["b"])
        #expect(try await titles("completed") == ["a"])
        #expect(try await titles("unsynced") == ["b", "a"])
        #expect(try await titles("all") == ["b", "a"])
    }

    @Test("An item is moved before or after another, to the top or to the bottom")
    func move() async throws {
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("move", "3", "--after", "2")
        #expect(try await titles() == ["b", "c", "a"])
        try await daybook.succeed("move", "1", "--before", "3")
        #expect(try await titles() == ["b", "a", "c"])
        try await daybook.succeed("move", "3", "--first")
        #expect(try await titles() == ["c", "b", "a"])
        try await daybook.succeed("move", "2", "--last")
        #expect(try await titles() == ["c", "a", "b"])
        try await daybook.succeed("check", "2")
        let refused = try await daybook.run("move", "1", "--after", "2")
        #expect(refused.status == 1 && refused.errors.contains("other section"))
        #expect(refused.errors == "Error: The to-do 2 is in the other section. Name one of the same section.\n")
    }

    @Test("003.52 clear-completed takes out all that is finished, and says how much")
    func clearCompleted() async throws {
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("check", "1", "3")
        #expect(try await daybook.succeed("clear-completed") == "Deleted 2 finished items\n")
        #expect(try await titles() == ["b"])
    }

    @Test("A purge forgets what was deleted that long ago")
    func purge() async throws {
        try await daybook.succeed("add", "milk")
        try await daybook.succeed("delete", "1")
        #expect(try await daybook.succeed("purge") == "Purged 0 deleted things\n")
        #expect(try await daybook.succeed("purge", "--older-than", "0") == "Purged 1 deleted thing\n")
        #expect(try await daybook.succeed("purge", "--older-than", "0") == "Purged 0 deleted things\n")
        try await daybook.succeed("add", "bread")
        #expect(try await titles() == ["bread"])
    }

    @Test("An item is named by the start of its id, if that is enough to tell it from others")
    func prefixes() async throws {
        try await daybook.succeed("add", "milk")
        let id = try #require(try await items().first?["id"] as? String)
        for prefix in [id, String(id.prefix(8)), id.uppercased()] {
            #expect(try await daybook.succeed("show", prefix).contains("milk"))
        }
        #expect(try await daybook.run("show", "zzzz").status == 1)
        let short = try await daybook.run("show", "ab")
        #expect(short.status == 1 && short.errors.contains("first 4 or more digits"))
        let unknown = try await daybook.run("show", "2")
        #expect(
            unknown.status == 1 && unknown.errors == "Error: There is no item 2. 'daybook list' shows all.\n")
    }

    @Test("Several items are changed all together or not at all, each once")
    func allOrNothing() async throws {
        try await daybook.succeed("add", "a")
        try await daybook.succeed("add", "b")
        #expect(try await daybook.run("check", "1", "9").status == 1)
        #expect(try await titles("active") == ["b", "a"])
        #expect(try await daybook.succeed("check", "1", "1") == "Finished 1: a\n")
        #expect(try await daybook.succeed("delete", "2", "2") == "Deleted 2: b\n")
    }

    @Test("Control characters in a title are shown and don't reach the terminal")
    func controls() async throws {
        try await daybook.succeed("add", "a\u{1B}[31mb\u{7}c\u{9B}d\u{202E}e\tf\ng é日👍")
        #expect(
            try await daybook.succeed("list")
                == #"To do\#n    1  [ ] a\u{1b}[31mb\u{7}c\u{9b}d\u{202e}e\tf\ng é日👍\#n"#)
        let added = try await daybook.succeed("add", "\u{1B}]0;x\u{7}")
        #expect(!added.unicodeScalars.contains("\u{1B}"))
    }

    @Test("JSON has everything about the items, and their numbers")
    func json() async throws {
        try await daybook.succeed("add", "milk \"1\"\n", "--notes", "n")
        let item = try #require(try await items().first)
        #expect(
            Set(item.keys) == [
                "number", "id", "title", "description", "notes", "completed", "completedAt", "createdAt", "synced",
            ])
        #expect(item["number"] as? Int == 1)
        #expect(item["title"] as? String == "milk \"1\"")
        let shown = try await daybook.succeed("show", "1", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
        #expect(object?["id"] as? String == item["id"] as? String)
    }

    private func items(_ filter: String = "all") async throws -> [[String: Any]] {
        let json = try await daybook.succeed("list", "--json", "--filter", filter)
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    }

    private func titles(_ filter: String = "all") async throws -> [String] {
        try await items(filter).compactMap { $0["title"] as? String }
    }
}
