import Fixtures
import Foundation
import Testing

/// Files that yield nothing, and files that are older or wider than most.
@Suite(.bounded) struct OtherFileTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func run(_ text: String, _ name: String, _ options: String...) async throws -> Program.Outcome {
        let path = daybook.folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try await daybook.run(Program.daybook, ["import", path] + options)
    }

    /// Day, sign, amount and account of each entry.
    private func entries() async throws -> [String] {
        let json = try await daybook.succeed("export")
        let all = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]] ?? []
        let accounts = all.filter { $0["kind"] as? String == "account" }
        return all.filter { $0["day"] != nil && $0["kind"] as? String != "account" }.map { entry in
            let account = accounts.first { $0["id"] as? String == entry["account"] as? String }?["name"] ?? ""
            return
                "\(entry["day"] ?? "") \(entry["kind"] ?? "") \(entry["amount"] ?? "") \(entry["currency"] ?? "") \(account)"
        }.sorted()
    }

    /// A file without rows of each format, and a word of why nothing comes in.
    private static let empty: [(name: String, text: String, reason: String)] = [
        ("a.ofx", "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM></STMTRS></OFX>\n", "no rows"),
        ("a.qif", "!Type:Bank\n", "no rows"),
        ("b.qif", "!Type:Invst\nD2026-01-02\nNBuy\nT5\n^\n", "1 trade of an investment"),
        (
            "a.xml",
            "<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct></Stmt></BkToCstmrStmt></Document>\n",
            "no rows"
        ),
        ("a.sta", ":20:1\n:25:1\n:60F:C260101EUR0,\n:62F:C260101EUR0,\n", "no rows"),
        ("bank.csv", "Date,Description,Amount,Balance\n", "no rows"),
        ("actual.csv", "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\n", "no rows"),
        (
            "ynab.csv",
            "Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared\n",
            "no rows"
        ),
        (
            "firefly.csv",
            "user_id,group_id,journal_id,type,amount,date,source_name,source_type,destination_name,destination_type\n",
            "no rows"
        ),
        ("entries.json", "[]", "no entries"),
        ("a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "no to-dos"),
        ("todo.txt", "\n\n", "empty"), ("none.csv", "", "empty"),
        (
            "todoist.csv",
            "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n", "no to-dos"
        ),
    ]

    @Test("12.4 A file that yields nothing says why, and ends with 1", arguments: empty)
    func nothing(name: String, text: String, reason: String) async throws {
        for options in [[], ["--dry-run"]] as [[String]] {
            let path = daybook.folder.appending(path: name).path
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let outcome = try await daybook.run(Program.daybook, ["import", path] + options)
            #expect(outcome.status == 1 && !outcome.errors.isEmpty, "\(options): \(outcome.output)\(outcome.errors)")
            #expect(outcome.errors.contains(name) && outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test(
        "12.4 CAMT of the first versions is read, of each kind of message",
        arguments: [
            ("camt.053.001.01", "BkToCstmrStmtV01", "Stmt"), ("camt.052.001.01", "BkToCstmrAcctRptV01", "Rpt"),
            ("camt.054.001.01", "BkToCstmrDbtCdtNtfctnV01", "Ntfctn"),
        ])
    func olderRoots(version: String, root: String, part: String) async throws {
        let entry = """
            <Ntry><Amt Ccy="EUR">8.85</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-02</Dt></BookgDt>
            <AddtlNtryInf>Bread</AddtlNtryInf></Ntry>
            """
        let file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:\(version)"><\(root)><GrpHdr><MsgId>1</MsgId></GrpHdr>
            <\(part)><Id>1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
            \(entry)</\(part)></\(root)></Document>

            """
        let outcome = try await run(file, "old.xml")
        #expect(outcome.output == "Added 1 entry; 0 known already\n", "\(outcome.errors)")
        #expect(try await entries() == ["2026-01-02 expense 8.85 EUR "])
    }

    @Test("12.4 A QIF whose accounts are in two currencies comes in, each row in the currency of its account")
    func twoCurrencies() async throws {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Konto", "--currency", "CHF")
        let file =
            "!Account\nNGiro\nTBank\n^\n!Type:Bank\nD2026-01-02\nT-5.00\nPTea\n^\n"
            + "!Account\nNKonto\nTBank\n^\n!Type:Bank\nD2026-01-03\nT-7.00\nPBus\n^\n"
        let outcome = try await run(file, "two.qif")
        #expect(outcome.output.hasPrefix("Added 2 entries"), "\(outcome.errors)")
        #expect(
            try await entries() == ["2026-01-02 expense 5.00 EUR Giro", "2026-01-03 expense 7.00 CHF Konto"])
    }

    @Test("12.4 A row in another currency is left out and counted, and the others come in") func otherCurrency()
        async throws
    {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        let file = "Date,Description,Amount,Currency\n2026-01-02,Tea,-5.00,EUR\n2026-01-03,Diner,-9.00,USD\n"
        let outcome = try await run(file, "rows.csv", "--account", "Giro")
        #expect(outcome.output.hasPrefix("Added 1 entry"), "\(outcome.errors)")
        #expect(outcome.errors.contains("1 row in another currency"), "\(outcome.errors)")
        #expect(try await entries() == ["2026-01-02 expense 5.00 EUR Giro"])
        let none = try await run(file.replacing("EUR", with: "USD"), "none.csv", "--account", "Giro")
        #expect(none.status == 1 && none.errors.contains("is in USD, and “Giro” in EUR"), "\(none.errors)")
    }

    @Test("006.21 A time in a zone that doesn't exist is refused by its line", arguments: ["csv", "json"])
    func unknownZone(form: String) async throws {
        let rows =
            form == "csv"
            ? "title,due,dueTime\nTea,2026-01-02,10:00[Europe/Berlin]\nFly,2026-01-02,10:00[Mars/Base]\n"
            : #"[{"title":"Tea","due":"2026-01-02","dueTime":"10:00[Europe/Berlin]"},"#
                + #"{"title":"Fly","due":"2026-01-02","dueTime":"10:00[Mars/Base]"}]"#
        let outcome = try await run(rows, "todos.\(form)")
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(outcome.errors.contains(form == "csv" ? "line 3" : "to-do 2"), "\(outcome.errors)")
        #expect(outcome.errors.contains("“Mars/Base” isn't a valid time zone. Use a name such as Europe/Berlin."))
        let reminder = try await run(
            "title,reminders\nFly,2026-01-02T10:00[Mars/Base]\n", "reminder.csv")
        #expect(reminder.status == 1 && reminder.errors.contains("“Mars/Base”"), "\(reminder.output)\(reminder.errors)")
        #expect(try await daybook.succeed("list", "--json").contains("Tea") == false)
    }
}
