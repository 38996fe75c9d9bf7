import Fixtures
import Foundation
import Testing

/// Rules that sort entries, on the command line.
@Suite(.bounded) struct RuleTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func write(_ name: String, _ text: String) throws -> String {
        let file = daybook.folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func fails(_ arguments: [String], _ reason: String) async throws {
        let result = try await daybook.run(Program.daybook, arguments)
        #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
    }

    private static let bank = """
        !Type:Bank
        D2026-02-02
        T-12.50
        PREWE SAGT DANKE 4409
        ^
        D2026-02-03
        T-40.00
        PTo savings
        ^
        D2026-02-04
        T-7.00
        PCINEMA
        ^

        """

    private func start() async throws {
        for name in ["Bank", "Savings"] {
            try await daybook.succeed("money-account", "add", name, "--opening", "100 EUR", "--opened", "2026-01-01")
        }
    }

    private func dump() async throws -> String { try await daybook.succeed("export", "--format", "json") }

    @Test("008.4 A rule splits what comes in and what is there; what a person joined stays, and undo takes it back")
    func parts() async throws {
        let rule = "cinema then parts:\"60% #film rest #sweets popcorn\""
        try await daybook.succeed("rule", "add", rule)
        try await daybook.succeed("import", try write("bank.qif", Self.bank), "--account", "EUR")
        func split(_ entry: String) async throws -> [String] {
            try await daybook.succeed("split", entry).split(separator: "\n").dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let parts = ["1  4.20 EUR #film", "2  2.80 EUR  popcorn #sweets"]
        let number = try #require(
            try await daybook.succeed("entries").split(separator: "\n").first { $0.contains("CINEMA") }
        ).split(separator: " ")[0]
        let cinema = String(number)
        #expect(try await split(cinema) == parts)
        #expect(try await daybook.succeed("rule", "why", cinema).contains("parts: by rule 1, cinema then"))
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")
        #expect(try await daybook.succeed("report", "--by", "tag", "--json").contains(##""label":"#film""##))
        try await daybook.succeed("rule", "edit", "1", "cinema then parts:\"5 #film\"")
        #expect(
            try await daybook.succeed("rule", "try")
                .contains("parts: 4.20 EUR #film, 2.80 EUR #sweets popcorn → 5.00 EUR #film (rule 1)"))
        #expect(try await daybook.succeed("rule", "apply") == "Changed 1 entry\n")
        #expect(try await split(cinema) == ["1  5.00 EUR #film", "2.00 EUR  unassigned"])
        try await daybook.succeed("undo")
        #expect(try await split(cinema) == parts)
        try await daybook.succeed("rule", "apply")
        try await daybook.succeed("split", cinema, "--join")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")
        #expect(try await split(cinema).count == 1)
        try await fails(["rule", "add", "x then parts:\"70% 31%\""], "The percentages come to more than 100.")
    }

    @Test("008.4 The guide to payees and rules is right: its commands say on a new book what it says")
    func guide() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: "docs/guides/rules.md"), encoding: .utf8)
        let blocks = text.matches(of: #/```(csv|console)\n([^`]*)```/#)
        #expect(blocks.count == 4)
        for block in blocks {
            if block.1 == "csv" {
                _ = try write("bank.csv", String(block.2))
                continue
            }
            for step in block.2.split(separator: "$ daybook ").map({ String($0) }) {
                let (line, expected) = (step.prefix { $0 != "\n" }, step.drop { $0 != "\n" }.dropFirst())
                let result = try await daybook.run(shell: "cd \"$1\" && $0 \(line)", [daybook.folder.path])
                #expect(result.output == String(expected), "\(line): \(result.errors)")
            }
        }
    }

    @Test("008.4 The preview of an import shows what the rules do, the import does it, and undo takes all of it back")
    func bankFile() async throws {
        try await start()
        try await daybook.succeed("rule", "add", "rewe then payee:Rewe tag:food note:Groceries")
        try await daybook.succeed("rule", "add", "savings account:Bank then transfer:Savings")
        let file = try write("bank.qif", Self.bank)
        let before = try await dump()
        let preview = try await daybook.succeed("import", file, "--account", "Bank", "--dry-run")
        #expect(preview.contains("payee Rewe, note Groceries, #food (rule 1)"), "\(preview)")
        #expect(
            preview.contains("transfer to Savings (rule 2)") && preview.contains("3 new (2 expense, 1 transfer)"),
            "\(preview)")
        #expect(preview.contains("2 of the new ones changed by rules"))
        #expect(try await dump() == before)
        let result = try await daybook.succeed("import", file, "--account", "Bank")
        #expect(result.hasPrefix("Added 2 entries and 1 transfer, 2 changed by rules; 0 known already\n"), "\(result)")
        let entries = try await daybook.succeed("entries")
        #expect(entries.contains("-12.50 EUR  Rewe: Groceries #food [Bank]"), "\(entries)")
        let accounts = try await daybook.succeed("money-account")
        #expect(accounts.contains("40.50 EUR") && accounts.contains("140.00 EUR"), "\(accounts)")
        #expect(
            try await daybook.succeed("import", file, "--account", "Bank").hasPrefix(
                "Added 0 entries; 3 known already\n"))
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")
        #expect(try await daybook.succeed("rule", "why", "1").hasPrefix("The bank said: REWE SAGT DANKE 4409\n"))
        try await daybook.succeed("undo")
        #expect(try await dump() == before)
    }

    @Test(
        "008.4 Applied to what is there, rules show each change first, make transfers of both sides, and one undo takes it back"
    )
    func apply() async throws {
        try await start()
        let file = try write("bank.qif", Self.bank)
        try await daybook.succeed("import", file, "--account", "Bank")
        try await daybook.succeed("earn", "40 EUR", "from Bank", "--account", "Savings", "--on", "2026-02-05")
        let before = try await dump()
        try await daybook.succeed("rule", "add", "savings then transfer:Savings")
        try await daybook.succeed("rule", "add", "cinema then payee:Cinema tag:fun")
        let preview = try await daybook.succeed("rule", "apply", "--dry-run")
        #expect(preview.contains("transfer: none → Savings (rule 1)\n          with entry 4\n"), "\(preview)")
        #expect(preview.contains("2 entries would change. Nothing was written."))
        #expect(try await daybook.succeed("rule", "try") == preview)
        #expect(try await dump() == before)
        #expect(try await daybook.succeed("rule", "apply") == "Changed 2 entries\n")
        #expect(try await daybook.succeed("transfers", "--json").contains(#""toDay":"2026-02-05""#))
        let accounts = try await daybook.succeed("money-account")
        #expect(accounts.contains("40.50 EUR") && accounts.contains("140.00 EUR"), "\(accounts)")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")
        // Taken apart, they stay entries.
        try await daybook.succeed("transfers", "part", "t1")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")
        for _ in 0..<2 { try await daybook.succeed("undo") }
        #expect(try await dump() == before)
        #expect(try await daybook.succeed("rule", "apply") == "Changed 2 entries\n")
        try await daybook.succeed("undo")
        #expect(try await dump() == before)
    }

    @Test(
        "008.4 What a person corrected no rule changes again, also after an undo, and what is reconciled stays without --yes"
    )
    func corrections() async throws {
        try await start()
        try await daybook.succeed("rule", "add", "rewe then payee:Rewe tag:food")
        try await daybook.succeed("import", try write("bank.qif", Self.bank), "--account", "Bank")
        try await daybook.succeed("categorize", "1", "--payee", "Market", "--untag", "food", "--tag", "mine")
        try await daybook.succeed("rule", "edit", "1", "rewe|cinema then payee:Other tag:food tag:new")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 2 entries\n")
        var entries = try await daybook.succeed("entries")
        #expect(
            entries.contains("Market: REWE SAGT DANKE 4409 #mine #new") && entries.contains("Other: CINEMA #food #new"),
            "\(entries)")
        let why = try await daybook.succeed("rule", "why", "1")
        #expect(
            why.contains("payee: by hand\n") && why.contains("#food: by hand\n") && why.contains("#new: by rule 1, "),
            "\(why)")
        // An undo of the rules leaves it a person's, and what a rule gave a rule's.
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 2 entries\n")
        #expect(try await daybook.succeed("entries") == entries)
        try await daybook.succeed("rule", "edit", "1", "rewe then payee:Third")
        try await daybook.succeed("rule", "apply")
        entries = try await daybook.succeed("entries")
        #expect(
            entries.contains("Market: REWE SAGT DANKE 4409 #mine [") && entries.contains("EUR  CINEMA ["), "\(entries)")
        // Back and forth it is still a person's.
        try await daybook.succeed("categorize", "3", "--payee", "A")
        try await daybook.succeed("categorize", "3", "--payee", "")
        try await daybook.succeed("rule", "add", "cinema then payee:Cinema")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")

        try await daybook.succeed("reconcile", "Bank", "--day", "2026-02-28", "--balance", "40.50", "--all")
        try await daybook.succeed("rule", "add", "rewe|cinema then tag:late")
        let left = try await daybook.succeed("rule", "apply")
        #expect(
            left.hasPrefix("Changed 0 entries\n2 entries are reconciled with a statement and stay as they are. --yes"),
            "\(left)")
        #expect(try await daybook.succeed("rule", "apply", "--yes") == "Changed 2 entries\n")
    }

    @Test("008.4 What was corrected twice in the same way is proposed as a rule, and none is made by itself")
    func propose() async throws {
        let file = try write(
            "bank.csv",
            "Date,Description,Amount\n2026-02-02,REWE SAGT 1,-1\n2026-02-03,REWE SAGT 2,-2\n2026-02-04,Aldi 3,-3\n")
        try await daybook.succeed("import", file)
        try await daybook.succeed("categorize", "1", "--payee", "Rewe's", "--tag", "food")
        #expect(try await daybook.succeed("rule", "propose") == "You have corrected nothing twice in the same way.\n")
        try await daybook.succeed("categorize", "2", "--payee", "Rewe's", "--tag", "food")
        let proposed = try await daybook.succeed("rule", "propose")
        #expect(proposed == "2 entries: daybook rule add 'text:\"rewe sagt\" then payee:Rewe'\\''s tag:food'\n")
        #expect(try await daybook.succeed("rule").hasPrefix("There are no rules."))
        // It is typed as it stands.
        let line = proposed.split(separator: "daybook ")[1].trimmingCharacters(in: .newlines)
        #expect(try await daybook.run(shell: "$0 \(line)").status == 0)
        #expect(try await daybook.succeed("rule", "propose") == "You have corrected nothing twice in the same way.\n")
        #expect(try await daybook.succeed("rule", "apply") == "Changed 0 entries\n")
    }
}
