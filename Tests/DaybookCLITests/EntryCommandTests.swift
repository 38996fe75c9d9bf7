import Foundation
import Testing

/// Entries as commands name, pick, change and show them.
@Suite(.bounded) struct EntryCommandTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    @Test("An entry is named by the first 8 digits of its id, or more of them where several begin alike")
    func prefixes() async throws {
        let ids = [("12345678", "0"), ("12345678", "1"), ("87654321", "2")].map {
            $0 + String(repeating: $1, count: 24)
        }
        let json = "[" + ids.map { "{\"id\":\"\($0)\",\"amount\":\"5 EUR\"}" }.joined(separator: ",") + "]"
        #expect(try await daybook.run("import", "-", input: json).output.hasPrefix("Added 3 entries"))
        let several = try await daybook.run("strike", "12345678")
        #expect(several.status == 1)
        #expect(
            several.errors
                == "Error: More than one id starts with 12345678. Give more of it, or the number of the entry.\n")
        let short = try await daybook.run("strike", "8765432")
        #expect(short.status == 1 && short.errors.hasPrefix("Error: There is no entry 8765432."), "\(short.errors)")
        #expect(try await daybook.succeed("strike", "87654321").hasPrefix("Deleted "))
        #expect(try await daybook.succeed("strike", "123456780").hasPrefix("Deleted "))
    }

    @Test("--limit, --from and --through pick entries, also for JSON and of one day alone; --upcoming has no limit")
    func picked() async throws {
        for day in ["2026-01-01", "2026-01-02"] { try await daybook.succeed("spend", "1 EUR", "--on", day) }
        #expect(try await daybook.succeed("entries", "--json", "--limit", "1").matches(of: /"id":/).count == 1)
        let day = try await daybook.succeed("entries", "--from", "2026-01-01", "--through", "2026-01-01")
        #expect(day == "2026-01-01   -1.00 EUR\n     1  -1.00 EUR\n")
        #expect(try await daybook.run("entries", "--upcoming", "--limit", "1").status == 2)
    }

    @Test("A new amount without a currency is in that of its entry, whichever the book's is")
    func ownCurrency() async throws {
        for _ in 1...3 { try await daybook.succeed("spend", "1", "EUR") }
        try await daybook.succeed("spend", "40", "TWD")
        try await daybook.succeed("spend", "1", "EUR")
        #expect(try await daybook.succeed("sort", "4", "--amount", "41").contains("-41 TWD"))
    }

    @Test("The code of the book's currency before a note in quotation marks is the currency, also where it has no sign")
    func usualCode() async throws {
        try await daybook.succeed("spend", "1", "CHF", "bread")
        #expect(try await daybook.succeed("spend", "2", "CHF lunch").hasSuffix("-2.00 CHF  lunch\n"))
    }

    @Test("An entry with a recording says so") func recording() async throws {
        let json = #"[{"amount":"5 EUR","voice":"\#(String(repeating: "ab", count: 32))"}]"#
        _ = try await daybook.run("import", "-", input: json)
        #expect(try await daybook.succeed("entries").hasSuffix("5.00 EUR (recording)\n"))
    }

    @Test("The smallest amount has a bar in a chart") func smallBar() async throws {
        try await daybook.succeed("spend", "1000 JPY", "--on", "2026-01-01")
        try await daybook.succeed("spend", "1 JPY", "--on", "2026-02-01")
        #expect(try await daybook.succeed("report", "--chart").contains("  2026-02  ░ -1\n"))
    }
}
