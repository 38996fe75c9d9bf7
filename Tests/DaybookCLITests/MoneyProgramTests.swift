import Fixtures
import Foundation
import Testing

/// Moving in from another program for money, and what is remembered of a bank's CSV.
@Suite(.bounded) struct MoneyProgramTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func file(_ text: String, _ name: String) throws -> String {
        let path = daybook.folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private static let ynab = """
        \u{FEFF}"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
        "Giro","","31.01.2026","Transfer : Cash","","","","week",100.00€,0.00€,"Cleared"
        "Cash","","31.01.2026","Transfer : Giro","","","","",0.00€,100.00€,"Cleared"
        "Giro","Red","30.01.2026","Market","Daily: Food","Daily","Food","apples",12.50€,0.00€,"Uncleared"
        "Giro","","29.01.2026","Work","Inflow: Ready to Assign","Inflow","Ready to Assign","",0.00€,2000.00€,"Reconciled"
        "Giro","","01.01.2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",0.00€,50.00€,"Cleared"

        """

    @Test("008.12 YNAB's accounts, entries and transfers come with one command, once, and go with one undo")
    func ynab() async throws {
        let path = try file(Self.ynab, "My Budget - Register.csv")
        let shown = try await daybook.succeed("import", path, "--dry-run")
        #expect(
            shown.contains("YNAB in UTF-8\nAccount Giro: 3 rows, opened with 50.00 EUR, goes to “Giro”\n"), "\(shown)")
        #expect(shown.contains("2  2026-01-31   -100.00 EUR  new transfer  Transfer : Cash, week"), "\(shown)")
        #expect(
            shown.contains("New accounts: Giro, Cash\n") && shown.contains("3 new (1 income, 1 expense, 1 transfer)"))
        let outcome = try await daybook.run("import", path)
        #expect(outcome.output.hasPrefix("Added 2 entries and 1 transfer; 0 known already\n"), "\(outcome.output)")
        #expect(outcome.errors.contains("Left out: 4 marks of cleared rows."), "\(outcome.errors)")
        let accounts = try await daybook.succeed("money-account")
        #expect(accounts.contains("1937.50") && accounts.contains("100.00"), "\(accounts)")
        let entries = try await daybook.succeed("entries")
        #expect(
            entries.contains("Market, apples") && entries.contains("#Food") && entries.contains("#Red"), "\(entries)")
        #expect(try await daybook.succeed("import", path) == "Added 0 entries; 4 known already\n")
        // A later export has more, and its rows go to the account also where that is called otherwise by now.
        try await daybook.succeed("money-account", "edit", "Giro", "--name", "Bank")
        let more = Self.ynab + "\"Giro\",\"\",\"01.02.2026\",\"Market\",\"\",\"\",\"\",\"\",1.00€,0.00€,\"\"\n"
        #expect(try await daybook.succeed("import", file(more, "more.csv")) == "Added 1 entry; 4 known already\n")
        #expect(try await daybook.succeed("money-account").contains("1936.50"))
        try await daybook.succeed("undo")
        try await daybook.succeed("undo")
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("export") == "[]\n")
        let again = try await daybook.run("import", path)
        #expect(again.output.hasPrefix("Added ") && !again.output.contains("deleted before"), "\(again.output)")
        #expect(try await daybook.succeed("money-account").contains("1937.50"))
    }

    @Test("008.12 A transfer that was deleted here stays deleted, and entries typed by hand are found") func deleted()
        async throws
    {
        let path = try file(Self.ynab, "a.csv")
        try await daybook.succeed("spend", "12.50 EUR", "typed", "--on", "2026-01-29")
        #expect(try await daybook.succeed("import", path).contains("1 entered by hand"))
        try await daybook.succeed("transfers", "delete", "t1")
        let outcome = try await daybook.run("import", path)
        #expect(outcome.output.contains("deleted before"), "\(outcome.output) \(outcome.errors)")
    }

    @Test("008.5 What a person says of a bank's CSV holds for the next file with the same columns") func profile()
        async throws
    {
        try await daybook.succeed("money-account", "add", "Giro", "--opening", "0 EUR")
        let header = "Buchungstag;Text;Betrag;Saldo\n"
        let first = try file(header + "03/04/2026;Tee;-1.250;9\n", "first.csv")
        let open = try await daybook.run("import", first, "--dry-run")
        #expect(open.status == 1, "\(open.output)")
        let answers = [
            "--account", "Giro", "--column", "Buchungstag=date", "--column", "Text=note", "--column", "Betrag=amount",
            "--leave-out", "Saldo", "--date-order", "dmy", "--decimal-mark", "comma",
        ]
        #expect(try await daybook.succeed(["import", first] + answers) == "Added 1 entry; 0 known already\n")
        let second = try file(header + "05/04/2026;Brot;-2,5;7\n", "second.csv")
        let outcome = try await daybook.run("import", second)
        #expect(outcome.output == "Added 1 entry; 0 known already\n", "\(outcome.errors)")
        #expect(outcome.errors.contains("As for the last file of this kind: --account \"Giro\" --date-order dmy"))
        let json = try await daybook.succeed("export")
        #expect(json.contains("2026-04-03") && json.contains("2026-04-05"), "\(json)")
        #expect(json.contains("\"1250.00\"") && json.contains("\"2.50\""), "\(json)")
        // It survives a backup, and is forgotten on wish.
        let copy = daybook.folder.appending(path: "copy.sqlite").path
        try await daybook.succeed("backup", copy)
        #expect(try await daybook.succeed("import-profiles", "--book", copy).contains("buchungstag;text;betrag;saldo"))
        try await daybook.succeed("import-profiles", "--forget", "1")
        #expect(try await daybook.succeed("import-profiles") == "")
        let third = try file(header + "06/04/2026;Tee;-1.500;9\n", "third.csv")
        #expect(try await daybook.run("import", third).status == 1)
    }

    @Test("008.5 Where files with the same columns went to two accounts, the next one has to say which") func accounts()
        async throws
    {
        for name in ["A", "B"] { try await daybook.succeed("money-account", "add", name, "--opening", "0 EUR") }
        for (index, name) in ["A", "B"].enumerated() {
            let path = try file("date,payee,amount\n2026-01-0\(index + 1),x,-1\n", "\(name).csv")
            try await daybook.succeed("import", path, "--account", name)
        }
        let next = try file("date,payee,amount\n2026-01-05,y,-1\n", "next.csv")
        let outcome = try await daybook.run("import", next)
        #expect(outcome.status == 1 && outcome.errors.contains("went to “B” and “A”"), "\(outcome.errors)")
        try await daybook.succeed("import", next, "--account", "A")
    }
}
