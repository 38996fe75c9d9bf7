import Fixtures
import Foundation
import Testing

/// Parts of entries, on the command line.
@Suite(.bounded) struct SplitTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func report(_ options: String...) async throws -> [String] {
        try await daybook.succeed(["report", "--by", "tag"] + options).split(separator: "\n").dropFirst()
            .map { String($0).replacing(/\ +/, with: " ") }
    }

    @Test("008.3 An entry is split, shown with its parts and what is left, changed, joined again and undone")
    func life() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe", "--tag", "shop", "--on", "2026-02-03")
        let split = try await daybook.succeed("split", "1", "12,50", "#food", "3.10", "#home", "light", "bulb")
        #expect(
            split == """
                Split 1: -26.00 EUR  rewe #shop
                         1  12.50 EUR #food
                         2   3.10 EUR  light bulb #home
                            10.40 EUR  unassigned

                """, "\(split)")
        #expect(
            try await daybook.succeed("entries") == """
                2026-02-03   -26.00 EUR
                     1  -26.00 EUR  rewe #shop
                         1  12.50 EUR #food
                         2   3.10 EUR  light bulb #home
                            10.40 EUR  unassigned

                """)
        #expect(
            try await report() == [
                "#food 12.50 -12.50 EUR", "#home 3.10 -3.10 EUR", "#shop 10.40 -10.40 EUR",
            ])
        #expect(try await report("--tag", "food") == ["#food 12.50 -12.50 EUR"])
        #expect(try await daybook.succeed("entries", "--tag", "home").hasPrefix("2026-02-03   -3.10 EUR\n"))
        // The rest goes to the last part.
        #expect(try await daybook.succeed("split", "1", "--rest").contains("2  13.50 EUR  light bulb #home"))
        #expect(try await !daybook.succeed("split", "1").contains("unassigned"))
        #expect(try await daybook.succeed("undo").hasPrefix("Undone: Changed 1: -26.00 EUR  rewe #shop"))
        #expect(try await daybook.succeed("split", "1").contains("10.40 EUR  unassigned"))
        try await daybook.succeed("redo")
        #expect(try await !daybook.succeed("split", "1").contains("unassigned"))
        // What no longer fits is shown, and is no error.
        try await daybook.succeed("categorize", "1", "--amount", "20")
        #expect(try await daybook.succeed("split", "1").contains("6.00 EUR  too much"))
        #expect(try await report() == ["#food 12.50 -12.50 EUR", "#home 13.50 -13.50 EUR", "#shop -6.00 6.00 EUR"])
        let changed = try await daybook.succeed("split", "1", "--change", "2", "7.5", "#house", "lamp")
        #expect(changed.contains("2   7.50 EUR  lamp #house\n") && !changed.contains("too much"), "\(changed)")
        #expect(try await daybook.succeed("split", "1", "--change", "1", "bread").contains("12.50 EUR  bread #food"))
        #expect(try await daybook.succeed("split", "1", "--delete", "1").contains("1  7.50 EUR  lamp #house\n"))
        let half = try await daybook.succeed(
            "split", "1", "50", "#a", "33.3", "#b", "16.7", "#c", "--percent", "--replace")
        #expect(
            half.contains("10.00 EUR #a") && half.contains("6.66 EUR #b") && half.contains("3.34 EUR #c"), "\(half)")
        #expect(try await daybook.succeed("split", "1", "--join") == "Joined 1: -20.00 EUR  rewe #shop\n")
        try await daybook.succeed("undo")
        // It takes its parts along, and they come back with it.
        try await daybook.succeed("delete-entry", "1")
        #expect(try await report().isEmpty)
        try await daybook.succeed("undo")
        #expect(try await report().count == 3)
        // It has its number again.
        let json = try await daybook.succeed("split", "1", "--json")
        #expect(json.contains(#""amount":"10.00","currency":"EUR","tags":["a"],"note":""}"#), "\(json)")
    }

    @Test("008.3 What no entry can be split into is refused, and nothing is saved") func refused() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe")
        try await daybook.succeed("split", "1", "5", "#food")
        let before = try await daybook.succeed("split", "1")
        for (arguments, reason) in [
            (["1", "22"], "The parts come to 27.00 EUR, and the entry to 26.00 EUR: 1.00 EUR too much."),
            (["1", "5 USD"], "The entry is in EUR, and a part in USD."), (["1", "0"], "A part can't be zero."),
            (["1", "--replace", "20", "#food", "-10", "#refund"], "“-10” has a sign. Write an amount above zero"),
            (["1", "--replace", "60", "#food", "-10", "#refund", "--percent"], "“-10” has a sign."),
            (["1", "--change", "1", "+4"], "“+4” has a sign."),
            (["1", "#food", "5"], "Begin each part with its amount"), (["1", "1,250"], "can be read in two ways"),
            (["1", "60", "60", "--percent"], "The percentages come to more than 100."),
            (["1", "--delete", "2"], "The entry 1 has no part 2."), (["1", "--change", "2", "5"], "no part 2"),
            (["1", "--change", "1"], "Say what the part is to be."), (["9", "5"], "There is no entry 9."),
            (["1", "--join", "--delete", "1"], "Give one of"), (["1", "5", "#a,b"], "isn't a valid tag"),
        ] {
            let result = try await daybook.run(Program.daybook, ["split"] + arguments)
            #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
        }
        #expect(try await daybook.succeed("split", "1") == before)
    }

    @Test("008.3 008.11 Parts go into a file of JSON or CSV and come back, also those that disagree with the entry")
    func files() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe", "--tag", "shop")
        try await daybook.succeed("split", "1", "12,50", "#food", "a \"b\", c", "3.10", "#home")
        try await daybook.succeed("categorize", "1", "--amount", "10")
        try await daybook.succeed("spend", "5 EUR", "tea")
        for format in ["json", "csv"] {
            let text = try await daybook.succeed("export", "--format", format)
            let path = daybook.folder.appending(path: "all.\(format)").path
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let other = daybook.folder.appending(path: "\(format).sqlite").path
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 2 known already\n")
            #expect(
                try await daybook.succeed("import", path, "--book", other) == "Added 2 entries; 0 known already\n")
            #expect(try await daybook.succeed("export", "--format", format, "--book", other) == text)
            #expect(try await daybook.succeed("entries", "--book", other).contains("5.60 EUR  too much"))
        }
        try await daybook.succeed("delete-entry", "1")
        let path = daybook.folder.appending(path: "all.json").path
        #expect(try await daybook.succeed("import", path, "--restore-deleted").contains("1 deleted before"))
        let restored = try await daybook.succeed("split", "1")
        #expect(restored.contains("5.60 EUR  too much") && restored.contains("#food"), "\(restored)")
    }

    @Test("008.3 A bank's file leaves the parts of an entry alone that is one of its rows") func bank() async throws {
        try await daybook.succeed("spend", "26 EUR", "rewe", "--on", "2026-02-03")
        try await daybook.succeed("split", "1", "12,50", "#food")
        let path = daybook.folder.appending(path: "bank.ofx").path
        try """
        OFXHEADER:100
        DATA:OFXSGML

        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>111</BANKACCTFROM>
        <BANKTRANLIST><STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260204<TRNAMT>-26.00<FITID>a<NAME>REWE</STMTTRN>
        </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await daybook.succeed("import", path, "--account", "EUR").contains("1 entered by hand"))
        #expect(try await daybook.succeed("split", "1").contains("1  12.50 EUR #food\n"))
    }
}
