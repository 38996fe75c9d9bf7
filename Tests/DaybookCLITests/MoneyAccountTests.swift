import Fixtures
import Foundation
import Testing

/// Accounts in which money lies, on the command line.
@Suite(.bounded) struct MoneyAccountTests {
    private let daybook: Program

    init() throws {
        daybook = try Program()
    }

    private func shown(_ options: String...) async throws -> String {
        try await daybook.succeed(["money-account"] + options)
    }

    @Test("008.1 Accounts are made, filled, shown with what is in them on any day, renamed, closed and deleted")
    func life() async throws {
        try await daybook.succeed("spend", "5 EUR", "tea", "--on", "2026-01-01")
        #expect(try await shown() == "EUR    -5.00 EUR  default\nTotal  -5.00 EUR\n")
        try await daybook.succeed(
            "money-account", "add", "Checking", "--opening", "1000 EUR", "--opened", "2026-01-02",
            "--number", "DE89 3704")
        try await daybook.succeed(
            "money-account", "add", "Visa", "--kind", "card", "--opening", "-120 EUR", "--opened", "2026-01-01",
            "--no-budget")
        try await daybook.succeed("money-account", "add", "Yen", "--kind", "cash", "--currency", "JPY")
        try await daybook.succeed("spend", "12.50", "lunch", "--account", "visa", "--on", "2026-01-03")
        try await daybook.succeed("earn", "500", "pay", "--account", "de893704", "--on", "2026-01-04")
        let spent = try await daybook.succeed("spend", "300", "tea", "--account", "Yen", "--on", "2026-01-04")
        #expect(spent == "Recorded 4: -300 JPY  tea\n")
        let line = try await daybook.succeed("record", "+20 found", "--account", "Yen")
        #expect(line == "Recorded 5: +20 JPY  found\n")
        try await daybook.succeed("undo")
        #expect(
            try await shown() == """
                Checking  1500.00 EUR  bank
                Visa      -132.50 EUR  card, off budget
                Yen          -300 JPY  cash
                EUR         -5.00 EUR  default
                Total     1362.50 EUR
                Total        -300 JPY

                """)
        #expect(
            try await shown("--on", "2026-01-03") == """
                Checking  1000.00 EUR  bank
                Visa      -132.50 EUR  card, off budget
                Yen             0 JPY  cash
                EUR         -5.00 EUR  default
                Total      862.50 EUR
                Total           0 JPY

                """)
        #expect(try await shown("--on", "2026-01-01").contains("Checking     0.00 EUR"))
        let listed = try await daybook.succeed("entries", "--account", "Visa")
        #expect(listed.contains("lunch [Visa]") && !listed.contains("tea"), "\(listed)")
        #expect(try await daybook.succeed("entries", "--account", "EUR").contains("tea"))
        let report = try await daybook.succeed("report", "--account", "checking")
        #expect(report.contains("500.00") && !report.contains("12.50"), "\(report)")
        // What is written down by mistake goes to the right one, and the default one has a name if somebody gives it one.
        try await daybook.succeed("categorize", "1", "--account", "Checking")
        try await daybook.succeed(
            "money-account", "edit", "EUR", "--name", "Wallet", "--kind", "cash", "--opening", "20")
        #expect(try await shown().contains("Wallet      20.00 EUR  cash"))
        #expect(try await shown().contains("Checking  1495.00 EUR  bank"))
        let closed = try await daybook.succeed("money-account", "close", "Visa")
        #expect(closed == "Closed the account “Visa”. There is still -132.50 EUR in it.\n")
        #expect(try await shown().contains("Visa      -132.50 EUR  card, off budget, closed"))
        try await daybook.succeed("money-account", "reopen", "Visa")
        let deleted = try await daybook.succeed("money-account", "delete", "Checking")
        #expect(deleted == "Deleted the account “Checking”. Entries now in the default account of EUR: 2.\n")
        #expect(try await shown().contains("Wallet   515.00 EUR"))
        try await daybook.succeed("undo")
        #expect(try await shown().contains("Checking  1495.00 EUR  bank"))
        let json = try await shown("--json")
        #expect(
            json.contains(
                #""name":"Visa","kind":"card","currency":"EUR","balance":"-132.50","budget":"off","entries":1"#))
        #expect(json.contains(#""total":[{"currency":"EUR","balance":"1382.50"},{"currency":"JPY","balance":"-300"}]"#))
    }

    @Test("008.1 What no account can be, and an entry of another currency, are refused, and nothing is saved")
    func refused() async throws {
        try await daybook.succeed("money-account", "add", "Cash", "--opening", "5 EUR")
        try await daybook.succeed("money-account", "add", "Old", "--currency", "EUR")
        try await daybook.succeed("money-account", "close", "Old")
        let before = try await shown()
        for (arguments, reason) in [
            (["spend", "5 USD", "x", "--account", "Cash"], "“Cash” is in EUR, and the amount in USD."),
            (["spend", "5", "--account", "Cahs"], "There is no account “Cahs”."),
            (["spend", "5", "--account", "Old"], "The account “Old” is closed."),
            (["money-account", "add", "cash"], "The name “cash” is taken already."),
            (["money-account", "add", " "], "An account needs a name."),
            (["money-account", "add", "x", "--kind", "pig"], "There is no kind \"pig\"."),
            (["money-account", "add", "x", "--opening", "5 USD", "--currency", "EUR"], "The opening is in USD"),
            (["money-account", "add", "x", "--opening", "1,250"], "can be read in two ways"),
            (["money-account", "edit", "Cash"], "There is nothing to change."),
            (["money-account", "edit", "Cash", "--opening", "5 USD"], "an account keeps its currency"),
            (["money-account", "delete", "TWD"], "It can't be deleted."),
            (["entries", "--account", "nothing"], "There is no account “nothing”."),
        ] {
            let result = try await daybook.run(Program.daybook, arguments)
            #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
        }
        #expect(try await shown() == before)
        #expect(try await daybook.succeed("entries", "--json") == "[]\n")
    }

    @Test("008.1 A file of entries keeps the account of each") func files() async throws {
        try await daybook.succeed("money-account", "add", "Cash", "--opening", "5 EUR")
        try await daybook.succeed("spend", "2", "tea", "--account", "Cash")
        for format in ["json", "csv"] {
            let path = daybook.folder.appending(path: "all.\(format)").path
            try await daybook.succeed("export", "--format", format).write(
                toFile: path, atomically: true, encoding: .utf8)
            try await daybook.succeed("delete-entry", "1")
            #expect(try await shown().contains("Cash   5.00 EUR"))
            try await daybook.succeed("import", path, "--restore-deleted")
            #expect(try await shown().contains("Cash   3.00 EUR"), "\(format)")
        }
    }

    @Test("008.11 hledger and Beancount agree with what is in each account, on every day") func ledgers() async throws {
        try await daybook.succeed("spend", "5 EUR", "tea", "--on", "2026-01-01")
        for (name, kind, opening, day) in [
            ("Checking", "bank", "1000.50 EUR", "2026-01-02"), ("Visa; x:y", "card", "-120 EUR", "2026-01-01"),
            ("Yen", "cash", "5000 JPY", "2026-01-03"), ("daybook", "asset", "7 EUR", "2026-01-04"),
            ("Loan", "loan", "-9 USD", "2026-01-05"),
        ] {
            try await daybook.succeed(
                "money-account", "add", name, "--kind", kind, "--opening", opening, "--opened", day)
        }
        var random = SeededRandom(3)
        var lines = ["day,kind,amount,currency,account"]
        let json = try await shown("--json")
        let ids = json.matches(of: #/"id":"([0-9a-f]{32})","name":"([^"]+)","kind":"[a-z]+","currency":"([A-Z]+)"/#)
            .map { (id: String($0.1), name: String($0.2), currency: String($0.3)) }
        #expect(ids.count == 6)
        for _ in 0..<300 {
            let account = ids[random.below(ids.count)]
            let kind = ["income", "expense", "expense"][random.below(3)]
            let id = random.chance(80) ? account.id : ""
            lines.append("2026-01-0\(1 + random.below(6)),\(kind),\(random.below(900)),\(account.currency),\(id)")
        }
        let file = daybook.folder.appending(path: "many.csv").path
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await daybook.succeed("import", file).hasPrefix("Added 300 entries; 0 known already\n"))
        let names = [
            "Checking": "assets:Checking", "Visa; x:y": "liabilities:Visa x y", "Yen": "assets:Yen",
            "daybook": "assets:daybook 2", "Loan": "liabilities:Loan",
        ]
        let beans = [
            "Checking": "Assets:Checking-", "Visa; x:y": "Liabilities:Visa-u3b-u20x-u3ay-", "Yen": "Assets:Yen-",
            "daybook": "Assets:Daybook-u20-2", "Loan": "Liabilities:Loan-",
        ]
        try await Ledgers(daybook).agree(names, beans)
    }

    @Test("12.1 A to-do names the account that pays, by a word of its title or an option; ticked, it is booked there")
    func payer() async throws {
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Visa", "--kind", "card", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Yen", "--currency", "JPY")
        try await daybook.succeed("add", "Rent 850 eur from visa", "--tag", "home")
        try await daybook.succeed("add", "Power", "--amount", "40 EUR", "--from", "Visa")
        try await daybook.succeed("edit", "2", "--from", "Giro")
        let wrong = try await daybook.run("edit", "2", "--from", "Yen")
        #expect(
            wrong.status != 0 && wrong.errors.contains("“Yen” is in JPY, and the amount in EUR."), "\(wrong.errors)")
        try await daybook.succeed("check", "1", "2")
        let entries = try await daybook.succeed("entries", "--account", "Visa")
        #expect(entries.contains("Rent #home [Visa]") && !entries.contains("Power"), "\(entries)")
        let balances = try await shown()
        #expect(balances.contains("Giro    -40.00 EUR  bank") && !balances.contains("default"), "\(balances)")
    }

    @Test("12.2 What names no account is of the chosen one, else of the first; what is in EUR moves in one step")
    func defaultAccount() async throws {
        try await daybook.succeed("spend", "5 EUR", "tea")
        try await daybook.succeed("money-account", "add", "Giro", "--currency", "EUR")
        try await daybook.succeed("money-account", "add", "Visa", "--kind", "card", "--currency", "EUR")
        #expect(try await daybook.succeed("money-account", "default") == "Giro\n")
        try await daybook.succeed("spend", "1 EUR", "bread")
        let chosen = try await daybook.succeed("money-account", "default", "visa")
        #expect(chosen == "What is in EUR and names no account is of “Visa” from now on.\n")
        #expect(try await daybook.succeed("money-account", "default") == "Visa\n")
        try await daybook.succeed("record", "2 EUR milk")
        try await daybook.succeed("spend", "3 EUR", "ice", "--account", "EUR")
        #expect(
            try await shown() == """
                Giro    -1.00 EUR  bank
                Visa    -2.00 EUR  card
                EUR     -8.00 EUR  default
                Total  -11.00 EUR

                """)
        let moved = try await daybook.succeed("money-account", "move", "EUR", "Giro")
        #expect(moved == "Moved 2 to the account “Giro”.\n")
        #expect(
            try await shown() == """
                Giro    -9.00 EUR  bank
                Visa    -2.00 EUR  card
                Total  -11.00 EUR

                """)
        try await daybook.succeed("undo")
        #expect(try await shown().contains("EUR     -8.00 EUR  default"))
    }
}
