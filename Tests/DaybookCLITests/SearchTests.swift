import Foundation
import Testing

@testable import DaybookCLI

/// 010.4: finding things, and commands.
@Suite(.bounded) struct SearchTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    @Test("010.4 search finds words in to-dos and money, in upper or lower case, and tags as the rows show them")
    func search() async throws {
        try await daybook.succeed("add", "Buy Milk", "--notes", "from the farm")
        try await daybook.succeed("add", "Rent", "--amount", "500 EUR", "--on", "2030-12-01")
        try await daybook.succeed("check", "1")
        try await daybook.succeed(
            "spend", "5 EUR", "milk tea", "--tag", "food", "--place", "Taipei", "--on", "2026-01-02")
        #expect(
            try await daybook.succeed("search", "MILK") == """
                To-dos
                    1  [x] Buy Milk

                Entries
                    1  2026-01-02  -5.00 EUR  milk tea #food @Taipei

                """)
        #expect(try await daybook.succeed("search", "farm").hasPrefix("To-dos\n    1"))
        #expect(try await daybook.succeed("search", "500").contains("Rent (due 2030-12-01, 500.00 EUR)"))
        for words in [["#food"], ["taipei", "tea"], ["5.00"], ["food"]] {
            #expect(try await daybook.succeed(["search"] + words).hasPrefix("Entries\n    1"), "\(words)")
        }
        #expect(try await daybook.succeed("search", "farm", "tea") == "Nothing was found.\n")
        #expect(try await daybook.run("search", " ").status == 2)
        let json = try await daybook.succeed("search", "milk", "--json")
        let found = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
        #expect(found?["todos"]?.count == 1 && found?["entries"]?.count == 1)
    }

    @Test("010.4 Words find an entry by the name of the payee that its row shows, and by what is written in it")
    func payees() async throws {
        try await daybook.succeed("payee", "add", "Power Co", "Stadtwerke")
        try await daybook.succeed("spend", "4 EUR", "light", "--payee", "Stadtwerke", "--on", "2026-01-02")
        try await daybook.succeed("spend", "9 EUR", "heat", "--payee", "Stadtwerke", "--on", "2026-01-03")
        try await daybook.succeed("split", "2", "3", "#home")
        try await daybook.succeed("spend", "5 EUR", "tea", "--on", "2026-01-04")
        for words in ["power co", "STADTWERKE"] {
            let found = try await daybook.succeed("search", words)
            #expect(found.contains("light") && found.contains("heat") && !found.contains("tea"), "\(found)")
            let listed = try await daybook.succeed("entries", "--text", words)
            #expect(listed.contains("2026-01-03   -9.00 EUR\n"), "both of its portions count: \(listed)")
            #expect(listed.contains("2026-01-02   -4.00 EUR\n") && !listed.contains("tea"), "\(listed)")
        }
        #expect(try await daybook.succeed("search", "power", "tea") == "Nothing was found.\n")
    }

    @Test(
        "A day finds the transfers that are of it on either side, as it finds entries",
        arguments: ["2026-12-24", "dec 24"])
    func transfers(day: String) async throws {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Visa", "--currency", "EUR")
        for (from, to, note) in [
            ("2026-12-24", "2026-12-24", "gifts"), ("2026-12-22", "2026-12-24", "late"),
            ("2026-12-22", "2026-12-23", "no"),
        ] {
            try await daybook.succeed(
                "transfer", "5", "--from", "Giro", "--to", "Visa", "--on", from, "--arrives", to, "--note", note)
        }
        let shown = try await daybook.succeed("search", day)
        #expect(shown.contains("Transfers\n") && shown.contains("gifts") && shown.contains("late"), "\(shown)")
        #expect(!shown.contains("  no"), "\(shown)")
        #expect(try await daybook.succeed("search", day, "--json").contains(#""transfers":[{"#))
        let listed = try await daybook.succeed("transfers", "--text", day)
        #expect(listed.contains("gifts") && listed.contains("late") && !listed.contains("  no"), "\(listed)")
    }

    @Test("010.4 --limit shows at most so many", arguments: [[], ["--json"]]) func limit(options: [String]) async throws
    {
        for title in ["a x", "b x", "c x"] { try await daybook.succeed("add", title) }
        try await daybook.succeed("check", "1")
        for number in 1...3 { try await daybook.succeed("spend", "\(number) EUR", "x") }
        func count(_ arguments: String..., of pattern: Regex<Substring>) async throws -> Int {
            try await daybook.succeed(arguments + options).matches(of: pattern).count
        }
        let item = options.isEmpty ? /\[[ x]\]/ : /"title"/
        let entry = options.isEmpty ? /EUR  x/ : /"kind"/
        for number in 1...4 {
            #expect(try await count("list", "--limit", "\(number)", of: item) == min(number, 3))
            #expect(try await count("search", "x", "--limit", "\(number)", of: item) == min(number, 3))
            #expect(try await count("search", "x", "--limit", "\(number)", of: entry) == min(number, 3))
            #expect(try await count("entries", "--limit", "\(number)", of: entry) == min(number, 3))
        }
        for command in [["list"], ["entries"], ["search", "x"]] {
            #expect(try await daybook.run(Program.daybook, command + ["--limit", "0"]).status == 2)
        }
    }

    @Test(
        "010.4 A wrong command or option says which was meant",
        arguments: [
            (["lst"], "Did you mean 'list'?"), (["chekc", "1"], "Did you mean 'check'?"),
            (["sync-all"], "'daybook help' names them all."), (["token", "ad"], "Did you mean 'token add'?"),
            (["help", "exprot"], "Did you mean 'export'?"), (["list", "--jsn"], "Did you mean '--json'?"),
            (["undoo"], "Did you mean 'undo'?"), (["categorise", "1"], "Did you mean 'categorize'?"),
            (["entries", "--form", "today"], "Did you mean '--from'?"),
        ])
    func suggestions(arguments: [String], hint: String) async throws {
        let outcome = try await daybook.run(Program.daybook, arguments)
        #expect(outcome.status == 2 && outcome.errors.contains(hint), "\(outcome.errors)")
    }

    @Test("sort and strike stay as other names of categorize and delete-entry") func otherNames() async throws {
        for number in 1...4 { try await daybook.succeed("spend", "\(number) EUR") }
        #expect(
            try await daybook.succeed("sort", "1", "--note", "a") == daybook.succeed("categorize", "1", "--note", "a"))
        #expect(try await daybook.succeed("strike", "1").hasPrefix("Deleted 1"))
        #expect(try await daybook.succeed("delete-entry", "2").hasPrefix("Deleted 2"))
        let help = try await daybook.succeed("--help")
        #expect(help.contains("categorize") && help.contains("delete-entry"))
        #expect(try await daybook.succeed("help", "sort").contains("categorize"))
    }

    @Test("The version is one for all who ask") func version() async throws {
        #expect(try await daybook.succeed("--version") == "0.2.0\n")
        try await daybook.serving { url in
            let answer = try await daybook.run(shell: "curl -fs \(url)/version").output
            #expect(answer == #"{"version":"0.2.0"}"#)
        }
    }
}
