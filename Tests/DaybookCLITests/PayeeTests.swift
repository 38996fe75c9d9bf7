import Fixtures
import Foundation
import Testing

/// Payees and their other names, on the command line.
@Suite(.bounded) struct PayeeTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func fails(_ arguments: [String], _ reason: String) async throws {
        let result = try await daybook.run(Program.daybook, arguments)
        #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
    }

    @Test(
        "008.4 A payee has other names, is renamed, merged and deleted; entries show it, say what they said, and undo brings it back"
    )
    func payees() async throws {
        try await daybook.succeed("spend", "5 EUR", "milk", "--payee", "Rewe", "--on", "2026-02-01")
        try await daybook.succeed("spend", "3 EUR", "bread", "--payee", "REWE Markt", "--on", "2026-02-02")
        try await daybook.succeed("earn", "2 EUR", "deposit", "--payee", "rewe", "--on", "2026-02-03")
        try await daybook.succeed("spend", "1 EUR", "gum", "--on", "2026-02-04")
        let entries = try await daybook.succeed("export", "--format", "json")
        #expect(try await daybook.succeed("payee", "merge", "REWE Markt", "Rewe") == "Merged into “Rewe”.\n")
        #expect(
            try await daybook.succeed("payee") == """
                Rewe        3  +2.00 EUR -8.00 EUR  also REWE Markt
                (no payee)  1            -1.00 EUR

                """)
        #expect(try await daybook.succeed("entries", "--json").contains(#""payee":"REWE Markt""#))
        #expect(try await daybook.succeed("entries").contains("Rewe: bread"))
        let shown = try await daybook.succeed("payee", "show", "rewe markt", "--from", "2026-02-02")
        #expect(
            shown == "     3  2026-02-03  +2.00 EUR  Rewe: deposit\n     2  2026-02-02  -3.00 EUR  Rewe: bread\n",
            "\(shown)")
        let found = try await daybook.succeed("entries", "--payee", "rewe markt")
        #expect(found.contains("milk") && found.contains("bread") && !found.contains("gum"), "\(found)")
        #expect(try await daybook.succeed("entries", "--payee", "Rewe", "--limit", "1", "--json").contains("deposit"))
        #expect(try await daybook.succeed("entries", "--payee", "Nobody").contains("There are no such entries."))
        let journal = try await daybook.succeed("export", "--format", "hledger")
        #expect(journal.contains("2026-02-02 Rewe | bread  ; id:") && journal.contains("2026-02-04 gum  ; id:"))
        let beans = try await daybook.succeed("export", "--format", "beancount")
        #expect(beans.contains("2026-02-02 * \"Rewe\" \"bread\"\n") && beans.contains("2026-02-04 * \"gum\"\n"))
        try await daybook.succeed("payee", "rename", "Rewe", "Rewe Mitte")
        #expect(try await daybook.succeed("payees").contains("also Rewe, REWE Markt\n"))
        #expect(try await daybook.succeed("payee", "show", "rewe").contains("Rewe Mitte: milk"))
        try await fails(["payee", "add", "New", "REWE markt"], "is a name of “Rewe Mitte”. To make the two one payee")
        try await fails(["payee", "merge", "rewe", "REWE MARKT"], "are one payee already")
        try await fails(["payee", "delete", "Nobody"], "There is no payee “Nobody”.")
        try await daybook.succeed("payee", "delete", "REWE Markt")
        #expect(try await daybook.succeed("payee", "show", "REWE Markt").contains("REWE Markt: bread"))
        try await daybook.succeed("payee", "delete", "rewe mitte")
        #expect(try await daybook.succeed("export", "--format", "json") == entries)
        try await daybook.succeed("undo")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("payee", "--csv").contains(",Rewe Mitte,"))
        let json = try await daybook.succeed("payee", "--json")
        #expect(json.contains(#""name":"Rewe Mitte","names":["Rewe","REWE Markt"],"entries":3"#), "\(json)")
    }
}
