import Fixtures
import Foundation
import Sworm
import Testing

/// Files that come from elsewhere: what is in them is taken, or refused by name.
@Suite(.bounded) struct ImportTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func csv(_ text: String, _ options: String...) async throws -> Program.Outcome {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return try await daybook.run(Program.daybook, ["import", file] + options)
    }

    private var file: String { daybook.folder.appending(path: "bank.csv").path }

    /// Day, kind, amount, note and tags of each entry, the newest first.
    private func entries() async throws -> [String] {
        let json = try await daybook.succeed("export")
        let entries = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]] ?? []
        return entries.map { entry in
            let tags = (entry["tags"] as? [String] ?? []).map { " #\($0)" }.joined()
            return "\(entry["day"] ?? "") \(entry["kind"] ?? "") \(entry["amount"] ?? "") \(entry["note"] ?? "")\(tags)"
        }
    }

    @Test(
        "The columns that banks write are known by their usual names, whatever their case",
        arguments: [
            "date,amount,description", "Date,Amount,Description", "BOOKING DATE,AMOUNT,MEMO",
            "booking_date,Amount,Payee",
            "Transaction-Date,amount,notes",
        ])
    func usualNames(header: String) async throws {
        let outcome = try await csv("\(header)\n2026-01-02,-5 EUR,tea\n2026-01-03,6 EUR,pay\n")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try await entries() == ["2026-01-03 income 6.00 pay", "2026-01-02 expense 5.00 tea"])
        let again = try await csv("\(header)\n2026-01-02,-5 EUR,tea\n2026-01-03,6 EUR,pay\n")
        #expect(again.output == "Added 0 entries; 2 known already\n")
    }

    @Test("Payee, memo and category come along, each text once") func texts() async throws {
        let outcome = try await csv("Date,Memo,Payee,Category,Amount\n2026-01-02,two cups,Café,Food & Drink,-5 EUR\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await entries() == ["2026-01-02 expense 5.00 Café, two cups #Food & Drink"])
    }

    @Test("12.4 A column that isn't known is left out and named")
    func unknownColumns() async throws {
        let text = "date,amount,Balance,colour,empty\n2026-01-02,-5 EUR,100,red,\n"
        let taken = try await csv(text, "--leave-out", "colour")
        #expect(taken.status == 0 && taken.errors.contains("Columns left out: colour."), "\(taken)")
        #expect(try await entries() == ["2026-01-02 expense 5.00 "])
        let json = try await daybook.run("import", "-", input: #"[{"amount":"1 EUR","date":"2026-01-02"}]"#)
        #expect(json.status == 1 && json.errors.contains("“date”"), "\(json.errors)")
    }

    @Test("A file without dates says that its entries are booked on today") func withoutDates() async throws {
        let outcome = try await csv("amount,note\n-5 EUR,tea\n-6 EUR,rice\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains("2 entries have no date in the file, and are booked on today, "),
            "\(outcome.errors)")
        let missing = try await csv("date,amount\n2026-01-02,-5 EUR\n,-6 EUR\n")
        #expect(missing.status == 1 && missing.errors.contains("line 3: it has no date"), "\(missing.errors)")
    }

    @Test(
        "A sign, or the column, says what came in and what went out",
        arguments: [
            ("amount\n-5", "expense 5.00"), ("amount\n+5", "income 5.00"),
            ("amount\n\u{2212}5", "expense 5.00"), ("amount\n5-", "expense 5.00"), ("amount\n(5)", "expense 5.00"),
            ("amount\n-$5", "expense 5.00"), ("amount\n$-5", "expense 5.00"), ("amount\nUSD -5", "expense 5.00"),
            ("amount,kind\n5,expense", "expense 5.00"), ("amount,type\n5,Debit", "expense 5.00"),
            ("amount,type\n-5,DEBIT", "expense 5.00"), ("amount,kind\n5,unsorted", "unsorted 5.00"),
            ("debit,credit\n5,", "expense 5.00"), ("debit,credit\n,5", "income 5.00"),
            ("Outflow,Inflow\n5,0.00", "expense 5.00"), ("Outflow,Inflow\n0.00,5", "income 5.00"),
            ("Debit,Credit\n-5,", "expense 5.00"), ("Money out,Money in\n5,", "expense 5.00"),
        ])
    func signs(text: String, meaning: String) async throws {
        let lines = text.split(separator: "\n")
        let outcome = try await csv("date,\(lines[0])\n2026-01-02,\(lines[1])\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await entries() == ["2026-01-02 \(meaning) "])
    }

    @Test(
        "Signs that contradict each other are refused",
        arguments: [
            ("amount,kind\n-5,income", "“income”"), ("debit,credit\n5,6", "both columns"),
            ("amount,kind\n5,gift", "gift"), ("amount\n5", "--negate"),
        ])
    func contradictions(text: String, reason: String) async throws {
        let outcome = try await csv("date," + text.replacing(/\n(?=[^2])/, with: "\n2026-01-02,") + "\n")
        #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try await entries() == [])
    }

    @Test("A date that may be read in two ways is refused with both, unless the file or an option decides")
    func dates() async throws {
        let open = "date,amount\n03/04/2026,-5 EUR\n"
        let refused = try await csv(open)
        #expect(
            refused.status == 1
                && refused.errors.contains(
                    "line 2: “03/04/2026” may be 2026-04-03 (day first) or 2026-03-04 (month first). "
                        + "Say which with --date-order dmy or --date-order mdy."),
            "\(refused.errors)")
        for (order, day) in [("dmy", "2026-04-03"), ("mdy", "2026-03-04")] {
            #expect(try await csv(open, "--date-order", order).status == 0)
            #expect(try await entries() == ["\(day) expense 5.00 "])
            try await daybook.succeed("undo")
        }
        // Another line of the file decides.
        #expect(try await csv("date,amount\n03/04/2026,-7 EUR\n13/04/2026,-6 EUR\n").status == 0)
        #expect(try await entries() == ["2026-04-13 expense 6.00 ", "2026-04-03 expense 7.00 "])
        let mixed = try await csv(open + "13/04/2026,-7 EUR\n04/13/2026,-8 EUR\n")
        #expect(mixed.status == 1 && mixed.errors.contains("line 2"), "\(mixed.errors)")
    }

    @Test(
        "Dates that everybody reads in the same way are taken",
        arguments: [
            "2026-11-04", "2026/11/04", "20261104", "4.11.2026", "04.11.26", "4 Nov 2026", "Nov 4, 2026",
            "04-nov-2026", "2026-11-04 09:30:00", "2026-11-04T09:30:00Z",
        ])
    func plainDates(date: String) async throws {
        let outcome = try await csv("date,amount\n\"\(date)\",-5 EUR\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await entries() == ["2026-11-04 expense 5.00 "])
    }

    @Test("What isn't a date is refused by its line", arguments: ["2026-02-30", "soon", "31.13.2026", "1/2", "-"])
    func badDates(date: String) async throws {
        let outcome = try await csv("date,amount\n2026-01-02,-1 EUR\n\(date),-5 EUR\n")
        #expect(
            outcome.status == 1 && outcome.errors.contains("line 3: “\(date)” isn't a valid date"), "\(outcome.errors)")
    }

    @Test("A dry run tells what would come, line by line what can't be read, and writes nothing") func dryRun()
        async throws
    {
        let good = "date,amount,note\n2026-01-02,-5 EUR,a\n2026-01-03,6 EUR,b\n"
        let preview = try await csv(good, "--dry-run")
        #expect(
            preview.output == """
                CSV in UTF-8
                  date: day (2026-01-02, 2026-01-03)
                  amount: amount (-5 EUR, 6 EUR)
                  note: text (a, b)
                An account without a name: 2 rows
                     2  2026-01-02  -5.00 EUR  new  a
                     3  2026-01-03  +6.00 EUR  new  b
                The file has 2 entries. An import would do this:
                  2 new (1 income, 1 expense), from 2026-01-02 to 2026-01-03
                  0 known already
                  0 can't be read
                Nothing was written.

                """, "\(preview)")
        #expect(preview.status == 0 && !FileManager.default.fileExists(atPath: daybook.book))
        #expect(try await csv(good).status == 0)
        try await daybook.succeed("delete-entry", "1")
        let before = try Data(contentsOf: URL(filePath: daybook.book))
        let mixed = try await csv(good + "2026-01-04,x,c\n2026-01-05,-7 EUR\n2026-01-06,-8 EUR,d\n", "--dry-run")
        #expect(mixed.status == 1)
        for line in [
            "  1 new (1 expense), from 2026-01-06 to 2026-01-06\n", "  1 known already\n",
            "  1 deleted before; --restore-deleted brings them back\n", "  2 can't be read\n",
            "line 4: ", "line 5: the line has 2 columns, the first line 3.", "Nothing was written.\n",
        ] {
            #expect(mixed.output.contains(line), "\(line) in \(mixed.output)")
        }
        #expect(try Data(contentsOf: URL(filePath: daybook.book)) == before)
    }

    @Test("An import after a deletion says so, and can bring the entries back as the file has them")
    func deletedBefore() async throws {
        let text = "date,amount,note,tags\n2026-01-02,-5 EUR,a,x\n2026-01-03,-6 EUR,b,\n"
        #expect(try await csv(text).status == 0)
        try await daybook.succeed("categorize", "1", "--note", "changed", "--tag", "y")
        try await daybook.succeed("delete-entry", "1", "2")
        let told = try await csv(text)
        #expect(
            told.output
                == "Added 0 entries; 0 known already; 2 deleted before (--restore-deleted brings them back)\n")
        #expect(try await entries() == [])
        let back = try await csv(text, "--restore-deleted")
        #expect(back.output == "Added 0 entries; 0 known already; 2 deleted before, brought back\n")
        #expect(try await entries() == ["2026-01-03 expense 6.00 b", "2026-01-02 expense 5.00 a #x"])
        #expect(try await csv(text, "--restore-deleted").output == "Added 0 entries; 2 known already\n")
        // What was purged is remembered as deleted.
        try await daybook.succeed("delete-entry", "1")
        try await daybook.succeed("purge", "--older-than", "0")
        #expect(
            try await csv(text, "--restore-deleted").output.contains("1 known already; 1 deleted before, brought back"))
        #expect(try await entries().count == 2)
    }

    @Test("A store of Core Data that isn't Money Mom's is told") func foreign() async throws {
        let other = daybook.folder.appending(path: "other.sqlite").path
        let database = try Database(path: other)
        try await database.write { try $0.execute(sql: "CREATE TABLE Z_METADATA (Z_VERSION INTEGER)") }
        try database.close()
        let foreign = try await daybook.run("import", "--format", "moneymom", other)
        #expect(foreign.errors.contains("This isn't a store of Money Mom."), "\(foreign.errors)")
    }
}
