import Fixtures
import Foundation
import Testing

/// Files of banks on their way into the book.
@Suite(.bounded) struct BankImportTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    /// Rows as OFX: day, amount, id and name of each.
    private static func ofx(_ rows: [(day: String, amount: String, id: String, name: String)]) -> String {
        let lines = rows.map {
            "<STMTTRN><DTPOSTED>\($0.day.filter { $0 != "-" })<TRNAMT>\($0.amount)<FITID>\($0.id)<NAME>\($0.name)</STMTTRN>\n"
        }
        return "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>4711</BANKACCTFROM>\n" + lines.joined()
            + "<LEDGERBAL><BALAMT>-5.00<DTASOF>20260131</LEDGERBAL></STMTRS></OFX>\n"
    }

    private func file(_ text: String, _ name: String = "statement.ofx") throws -> String {
        let path = daybook.folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func run(_ text: String, _ options: String..., name: String = "statement.ofx") async throws
        -> Program.Outcome
    {
        try await daybook.run(Program.daybook, ["import", file(text, name)] + options)
    }

    /// Day, sign, amount and note of each, sorted.
    private func entries() async throws -> [String] {
        let json = try await daybook.succeed("export")
        let entries = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]] ?? []
        return entries.map { entry in
            "\(entry["day"] ?? "") \(entry["kind"] ?? "") \(entry["amount"] ?? "") \(entry["currency"] ?? "") \(entry["note"] ?? "")"
        }.sorted()
    }

    private let tea = (day: "2026-01-02", amount: "-5.00", id: "a1", name: "Tea")
    private let pay = (day: "2026-01-03", amount: "2000.00", id: "a2", name: "Pay")

    @Test("008.5 A file is known by what is in it, under any name, also from standard input") func anyName()
        async throws
    {
        let text = Self.ofx([tea, pay])
        let outcome = try await run(text, name: "wrong.csv")
        #expect(outcome.output == "Added 2 entries; 0 known already\n" && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try await entries() == ["2026-01-02 expense 5.00 EUR Tea", "2026-01-03 income 2000.00 EUR Pay"])
        let again = try await daybook.run("import", "-", input: text)
        #expect(again.output == "Added 0 entries; 2 known already\n")
    }

    @Test("008.6 The preview tells the fate of each row, its sums are what is written, and one undo takes that back")
    func preview() async throws {
        try await daybook.succeed("spend", "7.00 EUR", "lunch", "--on", "2026-01-05")
        _ = try await run(Self.ofx([tea]))
        let rows = [
            tea, pay, (day: "2026-01-04", amount: "-7.00", id: "a3", name: "Bistro"),
            (day: "2026-02-30", amount: "-1.00", id: "a4", name: "Never"),
        ]
        let shown = try await run(Self.ofx(rows), "--dry-run")
        #expect(shown.status == 1)
        let wanted = """
            OFX in UTF-8
            Account 4711: 3 rows, closing balance -5.00 EUR on 2026-01-31
                 2  2026-01-02     -5.00 EUR  known       Tea
                 3  2026-01-03  +2000.00 EUR  new         Pay
                 4  2026-01-04     -7.00 EUR  is entry 1  Bistro
            The file has 4 entries. An import would do this:
              1 new (1 income), from 2026-01-03 to 2026-01-03
              1 known already
              1 entered by hand; --all adds them too
              1 can't be read
                line 5: “20260230” isn't a valid date. Use the form 2026-11-21.
            The import would add nothing. With --yes it leaves these out.
            Nothing was written.

            """
        #expect(shown.output == wanted, "\(shown.output)")
        let before = try await daybook.succeed("export")
        let refused = try await run(Self.ofx(rows))
        #expect(
            refused.status == 1 && refused.errors.contains("line 5: “20260230” isn't a valid date."),
            "\(refused.errors)")
        #expect(refused.errors.contains("Nothing was imported."))
        #expect(try await daybook.succeed("export") == before)
        let taken = try await run(Self.ofx(rows), "--yes")
        #expect(
            taken.output
                == "Added 1 entry; 1 known already; 1 entered by hand (--all adds them too); 1 left out, which can't be read\n"
        )
        #expect(try await entries().count == 3)
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("export") == before)
    }

    @Test("008.6 What was deleted here stays deleted, is told, and comes back on wish") func deleted() async throws {
        _ = try await run(Self.ofx([tea]))
        try await daybook.succeed("delete-entry", "1")
        let told = try await run(Self.ofx([tea]))
        #expect(
            told.output == "Added 0 entries; 0 known already; 1 deleted before (--restore-deleted brings them back)\n")
        #expect(try await entries() == [])
        _ = try await run(Self.ofx([tea]), "--restore-deleted")
        #expect(try await entries() == ["2026-01-02 expense 5.00 EUR Tea"])
    }

    @Test("008.7 An import changes nothing that somebody typed, also in an entry that it brought") func typed()
        async throws
    {
        try await daybook.succeed("spend", "5.00 EUR", "tea with Ann", "--on", "2026-01-01")
        _ = try await run(Self.ofx([tea, pay]))
        try await daybook.succeed("categorize", "2", "--note", "my pay", "--amount", "1999.00")
        let before = try await daybook.succeed("export")
        let again = try await run(Self.ofx([tea, pay]))
        #expect(again.output == "Added 0 entries; 2 known already\n", "\(again.output)\(again.errors)")
        #expect(try await daybook.succeed("export") == before)
        // The entry that somebody typed stands for that row for good.
        let other = try await run(Self.ofx([(day: "2026-01-03", amount: "-5.00", id: "b", name: "Tea")]))
        #expect(other.output == "Added 1 entry; 0 known already\n")
        try await daybook.succeed("spend", "9.00 EUR", "cake", "--on", "2026-01-04")
        let both = try await run(Self.ofx([(day: "2026-01-04", amount: "-9.00", id: "c", name: "Cake")]), "--all")
        #expect(both.output == "Added 1 entry; 0 known already\n")
    }

    @Test("008.7 Windows of a statement, in any order and several times, give what the whole gives") func windows()
        async throws
    {
        var random = SeededRandom(31)
        let rows = (0..<24).map { index in
            (
                day: "2026-01-0\(index / 4 + 1)", amount: random.chance(70) ? "-5.00" : "-1.00",
                id: random.chance(50) ? "" : "7", name: "Tea"
            )
        }
        _ = try await run(Self.ofx(rows))
        let whole = try await entries()
        #expect(whole.count == rows.count)
        let book = daybook.folder.appending(path: "other.sqlite").path
        for _ in 0..<8 {
            let (first, last) = (random.below(6), random.below(6))
            let days = (min(first, last)...max(first, last)).map { "2026-01-0\($0 + 1)" }
            _ = try await run(Self.ofx(rows.filter { days.contains($0.day) }), "--book", book)
        }
        for day in 1...6 {
            _ = try await run(Self.ofx(rows.filter { $0.day == "2026-01-0\(day)" }), "--book", book)
        }
        let json = try await daybook.succeed("export", "--book", book)
        #expect(json.matches(of: /"id":/).count == rows.count)
        #expect(
            try await run(Self.ofx(rows), "--book", book).output == "Added 0 entries; \(rows.count) known already\n")
    }

    @Test("008.5 A QIF settles the usual currency, keeps categories as tags, and tells what it leaves out") func qif()
        async throws
    {
        let text = "!Type:Bank\nD2026-01-02\nT-1,250.00\nPLandlord\nLHousing\nSa\n$1\n^\nD2026-01-03\nT-1\nLa#b\n^\n"
        let outcome = try await daybook.run("import", file(text, "x.qif"), environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(outcome.output == "Added 2 entries; 0 known already\n", "\(outcome.errors)")
        #expect(
            outcome.errors.contains("EUR") && outcome.errors.contains("Left out: 1 part of a row"), "\(outcome.errors)")
        let shown = try await daybook.succeed("entries")
        #expect(shown.contains("-1250.00 EUR  Landlord #Housing") && shown.contains("a#b"), "\(shown)")
    }

    @Test(
        "008.5 What isn't what its name says is refused, and nothing is written",
        arguments: [
            (
                "x.ofx", "<html>Sign in</html>",
                "holds none of OFX, QIF, CAMT and MT940. It begins with “<html>Sign in</html>”."
            ),
            ("x.qfx", "", "x.qfx is empty."), ("x.xml", "PK\u{3}\u{4}", "is a ZIP file that is damaged or cut off."),
            ("x.ofx", "<OFX><STMTRS>", "it ends before </OFX>, so it is cut off."),
            ("x.xml", "<Document><BkToCstmrStmt></Stmt>", "line 1 ends <Stmt>, and <BkToCstmrStmt> is open there."),
            ("x.qif", "!Type:Bank\nD2026-01-02\nT-1,250\n^\n", "can be read in two ways. Write 1250 or 1.2500."),
            ("x.qif", "!Type:Bank\nD3/4'26\nT-1\n^\n", "--date-order dmy or --date-order mdy"),
        ])
    func refused(name: String, text: String, reason: String) async throws {
        let outcome = try await run(text, name: name)
        #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("008.5 Options of other files are refused") func otherOptions() async throws {
        let bank = try await run(Self.ofx([tea]), "--leave-out", "x")
        #expect(bank.status == 1 && bank.errors.contains("has no columns"), "\(bank.errors)")
    }

    /// Statements as OFX: number, rows, and the closing balance on 2026-01-31.
    private static func several(
        _ accounts: [(number: String, rows: [(day: String, amount: String, id: String, name: String)], closing: String)]
    ) -> String {
        let statements = accounts.map { number, rows, closing in
            String(ofx(rows).dropFirst("<OFX>".count).dropLast("</OFX>\n".count))
                .replacing("<ACCTID>4711<", with: "<ACCTID>\(number)<").replacing(
                    "-5.00<DTASOF>", with: "\(closing)<DTASOF>")
        }
        return "<OFX>\(statements.joined())</OFX>\n"
    }

    @Test("008.8 Several accounts of a file go to their accounts, and each closing balance is held against the book's")
    func severalAccounts() async throws {
        try await daybook.succeed(
            "money-account", "add", "Checking", "--opening", "100 EUR", "--opened", "2026-01-01", "--number", "DE47 11")
        try await daybook.succeed(
            "money-account", "add", "Visa", "--kind", "card", "--opening", "0 EUR", "--number", "5500")
        let text = Self.several([("DE4711", [tea, pay], "2095.00"), ("5500", [tea], "-8.00")])
        let shown = try await run(text, "--dry-run")
        #expect(
            shown.output.contains(
                "Account DE4711: 2 rows, closing balance 2095.00 EUR on 2026-01-31, goes to “Checking”"))
        #expect(
            shown.output.contains("With that “Checking” has 2095.00 EUR on 2026-01-31, as the file says."),
            "\(shown.output)")
        #expect(
            shown.output.contains(
                "With that “Visa” has -5.00 EUR on 2026-01-31, and the file says -8.00 EUR: 3.00 EUR too much."))
        let taken = try await run(text)
        #expect(
            taken.output == """
                Added 3 entries; 0 known already
                “Checking” has 2095.00 EUR on 2026-01-31, as the file says.
                “Visa” has -5.00 EUR on 2026-01-31, and the file says -8.00 EUR: 3.00 EUR too much.

                """, "\(taken.output)\(taken.errors)")
        let balances = try await daybook.succeed("money-account")
        #expect(balances.contains("Checking  2095.00 EUR") && balances.contains("Visa        -5.00 EUR"), "\(balances)")
        #expect(try await run(text).output.hasPrefix("Added 0 entries; 3 known already\n"))
        // What was missing comes later, and then the two agree.
        let fee = (day: "2026-01-09", amount: "-3.00", id: "f", name: "Fee")
        let later = try await run(Self.several([("5500", [fee], "-8.00")]))
        #expect(later.output.contains("“Visa” has -8.00 EUR on 2026-01-31, as the file says."), "\(later.output)")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("money-account").contains("Visa        -5.00 EUR"))
        let unknown = try await run(Self.several([("5501", [fee], "0")]))
        #expect(unknown.status == 1 && unknown.errors.contains("the book has no account 5501."), "\(unknown.errors)")
        #expect(unknown.errors.contains("--account NAME"))
    }

    @Test("008.5 A file goes to the account that is named, which the next file of it needs no name for") func chosen()
        async throws
    {
        try await daybook.succeed("spend", "7.00 EUR", "lunch", "--on", "2026-01-05")
        try await daybook.succeed("money-account", "add", "Checking", "--opening", "10 EUR", "--opened", "2026-01-01")
        let bistro = (day: "2026-01-04", amount: "-7.00", id: "a3", name: "Bistro")
        let refused = try await run(Self.ofx([tea]))
        #expect(refused.status == 1 && refused.errors.contains("the book has no account 4711."), "\(refused.errors)")
        let shown = try await run(Self.ofx([tea, bistro]), "--account", "Checking", "--dry-run")
        #expect(
            shown.output.contains(
                "“Checking” has -2.00 EUR on 2026-01-31, and the file says -5.00 EUR: 3.00 EUR too much."))
        let taken = try await run(Self.ofx([tea, bistro]), "--account", "checking")
        #expect(
            taken.output == """
                Added 1 entry; 0 known already; 1 entered by hand (--all adds them too)
                Files of the account 4711 go to “Checking” from now on.
                “Checking” has -2.00 EUR on 2026-01-31, and the file says -5.00 EUR: 3.00 EUR too much.

                """, "\(taken.output)\(taken.errors)")
        let again = try await run(Self.ofx([tea, bistro, pay]))
        #expect(again.output.hasPrefix("Added 1 entry; 2 known already\n“Checking” has 1998.00 EUR"), "\(again.output)")
        #expect(try await daybook.succeed("money-account") == "Checking  1998.00 EUR  bank\nTotal     1998.00 EUR\n")
        let other = try await run(Self.several([("9", [tea], "0")]), "--account", "Checking")
        #expect(other.status == 1 && other.errors.contains("“Checking” has the number 4711"), "\(other.errors)")
        let dollars = try await run("!Type:Bank\nD2026-01-02\nT-1\nPx\n^\n", "--account", "Checking", name: "x.qif")
        #expect(dollars.output.hasPrefix("Added 1 entry"), "\(dollars.errors)")
        #expect(try await daybook.succeed("money-account").contains("Checking  1997.00 EUR"))
    }

    @Test("12.5 Imports are listed and taken back after other steps, and the same file is new then") func imports()
        async throws
    {
        #expect(try await daybook.succeed("imports") == "Nothing was imported that can be taken back.\n")
        #expect(try await run(Self.ofx([tea, pay])).status == 0)
        try await daybook.succeed("spend", "1 EUR", "bread")
        let listed = try await daybook.succeed("imports")
        #expect(listed.hasPrefix("   1  20") && listed.hasSuffix("statement.ofx  added 2\n"), "\(listed)")
        let back = try await daybook.succeed("imports", "undo", "1")
        #expect(back.hasPrefix("Took back “") && back.hasSuffix("statement.ofx”.\n"), "\(back)")
        #expect(try await entries().count == 1)
        let none = try await daybook.run("imports", "undo", "1")
        #expect(none.status != 0 && none.errors.contains("There is no import 1."), "\(none.errors)")
        let again = try await run(Self.ofx([tea, pay]))
        #expect(again.output.hasPrefix("Added 2 entries; 0 known already"), "\(again.output)")
        // The last one is the last step, too.
        try await daybook.succeed("undo")
        #expect(try await run(Self.ofx([tea, pay])).output.hasPrefix("Added 2 entries; 0 known already"))
    }

    @Test("12.6 After an import the two sides of a transfer are proposed, and reconcile has the closing balance")
    func proposed() async throws {
        try await daybook.succeed("money-account", "add", "Bank", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Purse", "--kind", "cash", "--currency", "EUR")
        try await daybook.succeed("earn", "5", "--account", "Purse", "--on", "2026-01-03")
        let done = try await run(Self.ofx([tea]), "--account", "Bank")
        #expect(done.output.contains("To join them: daybook transfers join 2 1"), "\(done.output)")
        let shown = try await daybook.succeed("reconcile", "Bank")
        #expect(
            shown.contains(
                "The bank's file says -5.00 EUR on 2026-01-31: daybook reconcile “Bank” --day 2026-01-31 --balance -5.00"
            ),
            "\(shown)")
    }

    @Test("008.5 A CSV goes to the account that is named; equal lines of two accounts are both there") func csv()
        async throws
    {
        try await daybook.succeed("money-account", "add", "One", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Two", "--currency", "EUR")
        let text = "date,amount,description\n2026-01-02,-5.00,Tea\n2026-01-02,-5.00,Tea\n"
        for (account, added) in [("One", 2), ("Two", 2), ("One", 0)] {
            let outcome = try await run(text, "--account", account, name: "a.csv")
            #expect(outcome.output.hasPrefix("Added \(added) entries"), "\(outcome.errors)")
        }
        #expect(
            try await daybook.succeed("money-account")
                == "One    -10.00 EUR  bank\nTwo    -10.00 EUR  bank\nTotal  -20.00 EUR\n")
        let other = try await run("date,amount,currency\n2026-01-02,-5.00,USD\n", "--account", "One", name: "a.csv")
        #expect(other.status == 1 && other.errors.contains("line 2 is in USD, and “One” in EUR"), "\(other.errors)")
        // A column may have the names of accounts.
        let named =
            "date,amount,Account\n2026-01-03,-1.00,one\n2026-01-03,-1.00,Two\n2026-01-03,-1.00,\n2026-01-03,-2.00,USD\n"
        #expect(try await run(named, name: "b.csv").output.hasPrefix("Added 4 entries"))
        #expect(try await run(named, name: "b.csv").output.hasPrefix("Added 0 entries; 4 known"))
        let balances = try await daybook.succeed("money-account")
        #expect(balances.contains("One    -14.00 EUR") && balances.contains("Two    -11.00 EUR"), "\(balances)")
        let nobody = try await run("date,amount,account\n2026-01-03,-1.00,Three\n", name: "c.csv")
        #expect(nobody.status == 1 && nobody.errors.contains("the book has no account Three"), "\(nobody.errors)")
        let todos = try await run("- [ ] x\n", "--todos", "--account", "One", name: "todo.txt")
        #expect(todos.status != 0 && todos.errors.contains("To-dos have no account."), "\(todos.errors)")
    }
}
