import Foundation
import Testing

/// 010.4: taking back what a command did.
@Suite(.bounded) struct UndoTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    /// The book as its own exports tell it, without numbers: what comes back may have another.
    private func content() async throws -> String {
        let todos = try await daybook.succeed("list", "--json").replacing(/"number":\d+,/, with: "")
        return try await todos + daybook.succeed("export")
    }

    @Test("010.4 undo takes back what the last command did, whichever it was, and redo does it again")
    func everyCommand() async throws {
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("check", "3")
        try await daybook.succeed("add", "rent", "--amount", "500 EUR", "--on", "2026-12-01")
        try await daybook.succeed("spend", "5 EUR", "tea", "--tag", "x", "--on", "2026-01-02")
        let file = daybook.folder.appending(path: "bank.csv").path
        try "date,amount,note\n2026-01-03,-7 EUR,a\n2026-01-04,8 EUR,b\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        for command in [
            ["add", "d"], ["edit", "1", "--title", "A", "--notes", "n"], ["move", "1", "--first"], ["check", "1", "2"],
            ["uncheck", "3"], ["check", "4"], ["delete", "1", "3"], ["clear-completed"], ["earn", "6 EUR", "work"],
            ["record", "4 EUR x #y"], ["categorize", "1", "--note", "lunch", "--tag", "z", "--untag", "x"],
            ["delete-entry", "1"], ["import", file],
        ] {
            let before = try await content()
            try await daybook.succeed(command)
            let after = try await content()
            #expect(before != after, "\(command)")
            #expect(try await daybook.succeed("undo").hasPrefix("Undone: "), "\(command)")
            #expect(try await content() == before, "\(command)")
            #expect(try await daybook.succeed("redo").hasPrefix("Done again: "), "\(command)")
            #expect(try await content() == after, "\(command)")
            #expect(try await daybook.succeed("undo").hasPrefix("Undone: "))
            #expect(try await content() == before, "\(command)")
        }
    }

    @Test("010.4 The usual currency is undone and done again, and keeps no other command from that")
    func currency() async throws {
        func usual() async throws -> String { try await daybook.succeed("currency") }
        let first = try await usual()
        try await daybook.succeed("spend", "5", "tea")
        try await daybook.succeed("currency", "TWD")
        try await daybook.succeed("currency", "JPY")
        try await daybook.succeed("undo")
        #expect(try await usual() == "TWD\n")
        try await daybook.succeed("redo")
        #expect(try await usual() == "JPY\n")
        for _ in 0..<2 { try await daybook.succeed("undo") }
        #expect(try await usual() == first)
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("entries", "--json") == "[]\n")
    }

    @Test("010.4 undo says what it took back") func says() async throws {
        try await daybook.succeed("add", "milk")
        #expect(try await daybook.succeed("undo") == "Undone: Added 1: milk\n")
        #expect(try await daybook.succeed("redo") == "Done again: Added 1: milk\n")
        try await daybook.succeed("check", "1")
        #expect(try await daybook.succeed("undo") == "Undone: Finished 1: milk\n")
        try await daybook.succeed("delete", "1")
        #expect(try await daybook.succeed("undo") == "Undone: Deleted 1: milk\n")
        try await daybook.succeed("spend", "5 EUR", "tea")
        #expect(try await daybook.succeed("undo") == "Undone: Added 1: -5.00 EUR  tea\n")
        let file = daybook.folder.appending(path: "many.csv").path
        try ("amount,note\n" + (0..<12).map { "-1 EUR,\($0)\n" }.joined()).write(
            toFile: file, atomically: true, encoding: .utf8)
        try await daybook.succeed("import", file)
        let undone = try await daybook.succeed("undo")
        #expect(undone.split(separator: "\n").count == 11 && undone.hasSuffix("… and 2 more\n"), "\(undone)")
        #expect(try await daybook.succeed("export") == "[]\n")
    }

    @Test("010.4 undo goes back step by step, and says when there is nothing more") func steps() async throws {
        let nothing = try await daybook.run("undo")
        #expect(nothing.status == 1 && nothing.errors.hasPrefix("Error: "))
        for title in ["a", "b", "c"] { try await daybook.succeed("add", title) }
        for title in ["c", "b", "a"] { #expect(try await daybook.succeed("undo").contains(": \(title)\n")) }
        #expect(try await daybook.run("undo").errors.contains("nothing to undo"))
        #expect(try await daybook.succeed("redo").contains(": a\n"))
        try await daybook.succeed("add", "d")
        #expect(try await daybook.run("redo").errors.contains("nothing to do again"))
    }

    /// Changes the one thing of a kind as another program does, over REST.
    private func patch(_ kind: String, _ json: String) async throws {
        try await daybook.serving { url in
            let patch = try await daybook.run(
                shell: """
                    id=$(curl -fs \(url)/api/v1/\(kind) | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')
                    curl -fs -X PATCH -H 'Content-Type: application/json' -d '\(json)' \(url)/api/v1/\(kind)/$id
                    """)
            #expect(patch.status == 0, "\(patch.errors)")
        }
    }

    @Test("010.4 What was changed since isn't undone, and nothing is lost") func changedSince() async throws {
        try await daybook.succeed("add", "milk")
        try await patch("todos", #"{"notes":"two litres"}"#)
        let refused = try await daybook.run("undo")
        #expect(refused.status == 1 && refused.errors.contains("The to-do 1 was changed since then"), "\(refused)")
        #expect(try await daybook.succeed("show", "1").contains("two litres"))
    }

    @Test("010.4 Tags and parts that were undone keep nobody from undoing what bore them") func bare() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe")
        try await daybook.succeed("split", "1", "10", "#food")
        try await daybook.succeed("undo")
        try await daybook.succeed("categorize", "1", "--tag", "shop")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("undo").contains("Added 1: -26.00 EUR"))
        try await daybook.succeed("add", "milk")
        try await daybook.succeed("edit", "1", "--tag", "shop")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("undo").contains(": milk\n"))
    }

    @Test("010.4 Where somebody gave it a tag since, what was made isn't undone") func taggedSince() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe")
        try await patch("entries", #"{"tags":["shop"]}"#)
        let refused = try await daybook.run("undo")
        #expect(refused.status == 1 && refused.errors.contains("The entry 1 was changed since then"), "\(refused)")
        #expect(try await daybook.succeed("entries").contains("#shop"))
    }

    @Test("010.4 Where somebody gave it a reminder since, what was made isn't undone") func remindedSince() async throws
    {
        try await daybook.succeed("add", "Call Mei", "--due", "2030-01-07")
        try await patch("todos", #"{"reminders":["-1d"]}"#)
        let refused = try await daybook.run("undo")
        #expect(refused.status == 1 && refused.errors.contains("The to-do 1 was changed since then"), "\(refused)")
    }

    @Test("010.4 An import that brought back an entry is undone, whatever was done to the entry before its deletion")
    func broughtBack() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe", "--tag", "shop")
        try await daybook.succeed("split", "1", "12,50", "#food")
        try await daybook.succeed("categorize", "1", "--tag", "home")
        let file = daybook.folder.appending(path: "all.json").path
        try await daybook.succeed("export", "--format", "json").write(toFile: file, atomically: true, encoding: .utf8)
        try await daybook.succeed("delete-entry", "1")
        try await daybook.succeed("import", file, "--restore-deleted")
        try await daybook.succeed("undo")
        #expect(try await !daybook.succeed("entries").contains("rewe"))
        try await daybook.succeed("redo")
        let restored = try await daybook.succeed("entries")
        #expect(restored.contains("rewe #home #shop\n") && restored.contains("12.50 EUR #food"), "\(restored)")
    }

    @Test("After a purge or a restoration there is nothing to undo") func forgets() async throws {
        try await daybook.succeed("add", "milk")
        let backup = daybook.folder.appending(path: "backup.sqlite").path
        try await daybook.succeed("backup", backup)
        try await daybook.succeed("delete", "1")
        try await daybook.succeed("purge", "--older-than", "0")
        #expect(try await daybook.run("undo").status == 1)
        try await daybook.succeed("restore", backup)
        #expect(try await daybook.run("undo").status == 1)
    }
}
