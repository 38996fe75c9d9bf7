import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// Transfers between accounts, on the command line.
@Suite(.bounded) struct TransferTests {
    private let daybook: Program

    init() throws { daybook = try Program() }

    private func accounts(_ accounts: [(name: String, opening: String)]) async throws {
        for account in accounts {
            try await daybook.succeed(
                "money-account", "add", account.name, "--opening", account.opening, "--opened", "2026-01-01")
        }
    }

    /// With one space between words.
    private func balances(_ options: String...) async throws -> String {
        try await daybook.succeed(["money-account"] + options).replacing(/\ +/, with: " ")
    }

    /// What the last transfers are called, the newest first.
    private func numbers() async throws -> [String] {
        try await daybook.succeed("transfers").matches(of: /t\d+/).map { String($0.0) }
    }

    @Test("008.2 A transfer is recorded, shown among the rows of both accounts, changed, deleted and undone")
    func life() async throws {
        try await accounts([("Bank", "1000 EUR"), ("Cash", "20 EUR"), ("Dollars", "0 USD")])
        #expect(
            try await daybook.succeed(
                "transfer", "100", "--from", "bank", "--to", "Cash", "--on", "2026-02-03", "--note", "for the market")
                == "Recorded t1: 100.00 EUR  Bank → Cash  for the market\n")
        #expect(
            try await daybook.succeed(
                "transfer", "100", "--from", "Bank", "--to", "Dollars", "--to-amount", "108.20", "--on", "2026-02-04",
                "--arrives", "2026-02-06") == "Recorded t2: 100.00 EUR  Bank → Dollars 108.20 USD on 2026-02-06\n")
        try await daybook.succeed("spend", "7", "fish", "--account", "Cash", "--on", "2026-02-03")
        #expect(
            try await daybook.succeed("transfers") == """
                    t2  2026-02-04  100.00 EUR  Bank → Dollars 108.20 USD on 2026-02-06
                    t1  2026-02-03  100.00 EUR  Bank → Cash  for the market

                """)
        #expect(
            try await daybook.succeed("entries", "--account", "Cash") == """
                2026-02-03   -7.00 EUR
                     1  -  7.00 EUR  fish [Cash]
                    t1  +100.00 EUR  ← Bank  for the market

                """)
        #expect(
            try await daybook.succeed("entries", "--account", "Bank") == """
                2026-02-04
                    t2  -100.00 EUR  → Dollars

                2026-02-03
                    t1  -100.00 EUR  → Cash  for the market

                """)
        // It is neither income nor an expense.
        #expect(try await !daybook.succeed("report").contains("100"))
        #expect(try await !daybook.succeed("entries").contains("t1"))
        #expect(
            try await balances("--on", "2026-02-05") == """
                Bank 800.00 EUR bank
                Cash 113.00 EUR bank
                Dollars 0.00 USD bank
                Total 913.00 EUR
                Total 0.00 USD

                """)
        #expect(try await balances().contains("Dollars 108.20 USD"))
        #expect(
            try await daybook.succeed(
                "transfers", "edit", "t1", "--amount", "120", "--to", "Dollars", "--to-amount", "130")
                == "Changed t1: 120.00 EUR  Bank → Dollars 130.00 USD  for the market\n")
        #expect(try await balances().contains("Dollars 238.20 USD"))
        #expect(
            try await daybook.succeed("undo") == "Undone: Changed t1: 100.00 EUR  Bank → Cash  for the market\n")
        #expect(try await daybook.succeed("transfers", "delete", "1").hasPrefix("Deleted t1: 100.00 EUR  Bank → Cash"))
        #expect(try await balances().contains("Cash 13.00 EUR"))
        #expect(try await daybook.succeed("undo").hasPrefix("Undone: Deleted t"))
        #expect(try await balances().contains("Cash 113.00 EUR"))
        let json = try await daybook.succeed("transfers", "--account", "Cash", "--json")
        #expect(json.contains(#""amount":"100.00","currency":"EUR","toDay":"2026-02-03""#), "\(json)")
        #expect(try await daybook.succeed("transfers", "--from", "2026-02-05", "--json").contains("108.20"))
        #expect(try await daybook.succeed("transfers", "--through", "2026-02-03", "--text", "fish", "--json") == "[]\n")
        // The account at the other end goes: what went there is in the default account, and comes back with it.
        try await daybook.succeed("money-account", "delete", "Cash")
        #expect(try await daybook.succeed("transfers").contains("Bank → EUR  for the market"))
        #expect(try await balances().contains("EUR 93.00 EUR default"))
        try await daybook.succeed("undo")
        #expect(try await daybook.succeed("transfers").contains("Bank → Cash  for the market"))
    }

    @Test("008.2 What no transfer can be is refused, and nothing is saved") func refused() async throws {
        try await accounts([("Bank", "1000 EUR"), ("Cash", "20 EUR"), ("Dollars", "0 USD"), ("Old", "0 EUR")])
        try await daybook.succeed("money-account", "close", "Old")
        try await daybook.succeed("spend", "5", "--account", "Bank")
        try await daybook.succeed("spend", "5", "--account", "Cash")
        try await daybook.succeed("earn", "6", "--account", "Cash")
        try await daybook.succeed("earn", "5", "--account", "Bank")
        let before = try await balances()
        for (arguments, reason) in [
            (["transfer", "5", "--from", "Bank", "--to", "bank"], "Both sides of the transfer are the same account."),
            (["transfer", "5", "--from", "Bank", "--to", "Dollars"], "“Dollars” is in USD, and the amount in EUR."),
            (["transfer", "5 USD", "--from", "Bank", "--to", "Dollars"], "“Bank” is in EUR, and the amount in USD."),
            (["transfer", "0", "--from", "Bank", "--to", "Cash"], "Write an amount above zero."),
            (
                ["transfer", "5", "--from", "Bank", "--to", "Cash", "--to-amount", "4"],
                "5.00 EUR goes out, and 4.00 EUR comes in."
            ),
            (["transfer", "1,250", "--from", "Bank", "--to", "Cash"], "can be read in two ways"),
            (["transfer", "5", "--from", "Bank", "--to", "Old"], "The account “Old” is closed."),
            (["transfer", "5", "--from", "Bank", "--to", "nothing"], "There is no account “nothing”."),
            (["transfers", "edit", "t9", "--note", "x"], "There is no transfer 9."),
            (["transfers", "edit", "t9"], "There is nothing to change."),
            (["transfers", "join", "1"], "Give two entries"),
            (["transfers", "join", "1", "2"], "A transfer is made of an expense and an income."),
            (["transfers", "join", "1", "3"], "5.00 EUR goes out, and 6.00 EUR comes in."),
            (["transfers", "join", "1", "4"], "Both sides of the transfer are the same account."),
            (["transfers", "join", "1", "--from", "Cash"], "Name that with --to."),
            (["transfers", "join", "1", "--to", "Dollars"], "“Dollars” is in USD"),
            (["transfers", "part", "1"], "There is no transfer 1."),
        ] {
            let result = try await daybook.run(Program.daybook, arguments)
            #expect(result.status != 0 && result.errors.contains(reason), "\(arguments): \(result.errors)")
        }
        #expect(try await balances() == before)
        #expect(try await daybook.succeed("transfers", "--json") == "[]\n")
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = daybook.folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A statement of an account with one row.
    private func statement(_ account: String, _ day: String, _ amount: String, _ id: String) throws -> String {
        try file(
            "\(account).ofx",
            """
            OFXHEADER:100
            DATA:OFXSGML

            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>\(account)</BANKACCTFROM>
            <BANKTRANLIST><STMTTRN><TRNTYPE>OTHER<DTPOSTED>\(day)<TRNAMT>\(amount)<FITID>\(id)<NAME>machine</STMTTRN>
            </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
            """)
    }

    @Test("008.2 Two rows of banks are proposed as a transfer, joined, known to further imports, and parted again")
    func join() async throws {
        try await accounts([("Bank", "100 EUR"), ("Savings", "0 EUR")])
        try await daybook.succeed("money-account", "edit", "Bank", "--number", "111111")
        try await daybook.succeed("money-account", "edit", "Savings", "--number", "222222")
        let (out, into) = (
            try statement("111111", "20260203", "-40", "a"), try statement("222222", "20260206", "40", "b")
        )
        for path in [out, into] { #expect(try await daybook.succeed("import", path).hasPrefix("Added 1 entry;")) }
        // A row typed by hand, too far away to be one.
        try await daybook.succeed("earn", "40", "gift", "--account", "Savings", "--on", "2026-02-20")
        let proposed = try await daybook.succeed("transfers", "propose")
        #expect(
            proposed == """
                     1  2026-02-03  -40.00 EUR  machine [Bank]
                     2  2026-02-06  +40.00 EUR  machine [Savings]
                        To join them: daybook transfers join 1 2

                """, "\(proposed)")
        let before = try await daybook.succeed("entries", "--json")
        #expect(
            try await daybook.succeed("transfers", "join", "2", "1")
                == "Joined t1: 40.00 EUR  Bank → Savings on 2026-02-06  machine\n")
        #expect(try await daybook.succeed("transfers", "propose") == "No two entries look like a transfer.\n")
        #expect(try await balances().contains("Bank 60.00 EUR"))
        #expect(try await daybook.succeed("entries", "--json").matches(of: /"note"/).count == 1)
        for path in [out, into] {
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 1 known already\n")
        }
        // One step of undo, both ways.
        try await daybook.succeed("undo")
        #expect(try await Self.ids(daybook.succeed("entries", "--json")) == Self.ids(before))
        #expect(try await daybook.succeed("transfers", "--json") == "[]\n")
        try await daybook.succeed("redo")
        #expect(try await daybook.succeed("transfers").contains("Bank → Savings"))
        let parted = try await daybook.succeed("transfers", "part", #require(numbers().first))
        #expect(parted.contains("Parted t") && parted.matches(of: /Again an entry/).count == 2, "\(parted)")
        #expect(try await Self.ids(daybook.succeed("entries", "--json")) == Self.ids(before))
        for path in [out, into] {
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 1 known already\n")
        }
        #expect(try await daybook.succeed("transfers", "join", "--all").matches(of: /Joined/).count == 1)
        // Deleted with both rows, it is as any row that was deleted here.
        try await daybook.succeed("transfers", "delete", #require(numbers().first))
        #expect(try await daybook.succeed("entries", "--json").matches(of: /"note"/).count == 1)
        for path in [out, into] { #expect(try await daybook.succeed("import", path).contains("1 deleted before")) }
        try await daybook.succeed("undo")
        #expect(try await balances().contains("Bank 60.00 EUR"))
    }

    private static func ids(_ json: String) -> Set<String> {
        Set(json.matches(of: /"id":"([0-9a-f]{32})"/).map { String($0.1) })
    }

    @Test("008.2 Rows of a bank's file that are sides of a transfer typed by hand are known, in either order")
    func typed() async throws {
        try await accounts([("Bank", "100 EUR"), ("Savings", "0 EUR")])
        try await daybook.succeed("money-account", "edit", "Bank", "--number", "111111")
        try await daybook.succeed("money-account", "edit", "Savings", "--number", "222222")
        let (out, into) = (
            try statement("111111", "20260203", "-40", "a"), try statement("222222", "20260206", "40", "b")
        )
        try await daybook.succeed("transfer", "40", "--from", "Bank", "--to", "Savings", "--on", "2026-02-04")
        let preview = try await daybook.succeed("import", into, "--dry-run")
        #expect(preview.contains("is transfer t1"), "\(preview)")
        for path in [into, out] {
            #expect(try await daybook.succeed("import", path).contains("1 entered by hand"))
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 1 known already\n")
        }
        #expect(try await balances().contains("Bank 60.00 EUR"))
        #expect(try await balances().contains("Savings 40.00 EUR"))
        // A second row of as much is another one.
        let next = try statement("111111", "20260205", "-40", "c")
        #expect(try await daybook.succeed("import", next).hasPrefix("Added 1 entry;"))
        // One row and an account without a file of its own; what comes later from a file is its other side.
        let number = try #require(
            try await daybook.succeed("entries", "--json").firstMatch(of: /"number":(\d+)/)
        ).1
        #expect(
            try await daybook.succeed("transfers", "join", String(number), "--to", "Savings").contains("Bank → Savings")
        )
        let later = try statement("222222", "20260207", "40", "d")
        #expect(try await daybook.succeed("import", later).contains("1 entered by hand"))
        #expect(try await balances().contains("Bank 20.00 EUR"))
        #expect(try await balances().contains("Savings 80.00 EUR"))
    }

    @Test("008.11 Entries and transfers go into a file of JSON or CSV and come back, with accounts, days and amounts")
    func files() async throws {
        try await accounts([("Bank", "100 EUR"), ("Savings", "0 EUR"), ("Dollars", "0 USD")])
        try await daybook.succeed("transfer", "40", "--from", "Bank", "--to", "Savings", "--note", "a, \"b\"")
        try await daybook.succeed(
            "transfer", "50", "--from", "Bank", "--to", "Dollars", "--to-amount", "54.10", "--on", "2026-02-03",
            "--arrives",
            "2026-02-05")
        try await daybook.succeed("spend", "3", "--account", "Bank", "--on", "2026-02-01")
        try await daybook.succeed("earn", "3", "--account", "Savings", "--on", "2026-02-02")
        try await daybook.succeed("transfers", "join", "1", "2")
        try await daybook.succeed("spend", "2 EUR", "tea")
        let shown = try await balances()
        for format in ["json", "csv"] {
            let text = try await daybook.succeed("export", "--format", format)
            let path = try file("all.\(format)", text)
            #expect(try await daybook.succeed("import", path) == "Added 0 entries; 4 known already\n", "\(format)")
            let other = daybook.folder.appending(path: "\(format).sqlite").path
            #expect(
                try await daybook.succeed("import", path, "--book", other)
                    .hasPrefix("Added 1 entry and 3 transfers; 0 known already\n"))
            #expect(try await daybook.succeed("export", "--format", format, "--book", other) == text)
            for name in try await numbers() { try await daybook.succeed("transfers", "delete", name) }
            #expect(try await daybook.succeed("import", path).contains("3 deleted before"))
            #expect(
                try await daybook.succeed("import", path, "--restore-deleted").contains("3 deleted before, brought"))
            #expect(try await balances() == shown, "\(format)")
            for _ in 0..<4 { try await daybook.succeed("undo") }
            #expect(try await numbers().count == 3)
        }
        // What somebody wrote by hand.
        let written = try file(
            "hand.csv",
            "day,kind,amount,currency,account,toAccount,toAmount,toCurrency,note\n"
                + "2026-03-01,transfer,7,EUR,Bank,Savings,,,x\n2026-03-01,transfer,7,EUR,Bank,Savings,,,x\n"
                + "2026-03-02,transfer,7,EUR,Bank,Dollars,8,USD,\n2026-03-02,expense,1,EUR,Bank,,,,\n")
        for result in ["Added 1 entry and 3 transfers; 0 known already\n", "Added 0 entries; 4 known already\n"] {
            #expect(try await daybook.succeed("import", written) == result)
        }
        for (line, reason) in [
            ("2026-03-01,transfer,7,EUR,Bank,Savings,8,EUR,", "In one currency both are the same."),
            ("2026-03-01,transfer,7,EUR,Bank,Bank,,,", "Name two."),
            ("2026-03-01,transfer,7,EUR,Bank,Nobody,,,", "Nobody"),
        ] {
            let bad = try file(
                "bad.csv", "day,kind,amount,currency,account,toAccount,toAmount,toCurrency,note\n" + line)
            let result = try await daybook.run("import", bad)
            #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
        }
    }

    @Test("008.11 hledger and Beancount agree with each balance on each day of random books with transfers")
    func ledgers() async throws {
        // `make prove SEEDS=2000` takes more.
        let books = ProcessInfo.processInfo.environment["BOOKS"].flatMap { Int($0) } ?? 200
        // Those that lie in one file have accounts of their own: the programs start once for all of them.
        for first in stride(from: 0, to: books, by: 200) {
            try await agree(on: first..<min(first + 200, books), of: try Program())
        }
    }

    private func agree(on books: Range<Int>, of program: Program) async throws {
        let kinds = [
            ("Bank", "assets", 0, "1000.50 EUR"), ("Visa", "liabilities", 2, "-120 EUR"),
            ("Yen", "assets", 1, "5000 JPY"),
            ("Loan", "liabilities", 3, "-9 USD"),
        ]
        var hledger: [String: String] = [:]
        var beancount: [String: String] = [:]
        var lines = ["day,kind,amount,currency,account,toAccount,toAmount,toCurrency,toDay,note"]
        var made: [Changes] = []
        for seed in books {
            var random = SeededRandom(UInt64(seed))
            var accounts = [("KWD", "KWD")]
            for (place, (name, side, kind, opening)) in kinds.enumerated() {
                let name = "\(name)\(seed)"
                hledger[name] = "\(side):\(name)"
                // After a capital letter the export writes a hyphen, so that `bank` has another name.
                beancount[name] = "\(side.capitalized):\(name)-"
                let isOwed = opening.hasPrefix("-")
                let amount = try Amount(isOwed ? String(opening.dropFirst()) : opening, usual: .usDollar)
                var account = Changes()
                account[.title] = .text(name)
                account[.accountKind] = .choice(UInt8(kind))
                account[.amount] = .amount(amount)
                account[.openingSide] = .choice(isOwed ? 1 : 0)
                account[.day] = CivilDate("2026-01-0\(1 + place)").map { .day($0) }
                made.append(account)
                accounts.append((name, amount.currency.code))
            }
            for index in 0..<40 {
                let (from, to) = (accounts[random.below(5)], accounts[random.below(5)])
                let (day, arrives) = ("2026-01-0\(1 + random.below(6))", "2026-01-0\(1 + random.below(6))")
                let amount = 1 + random.below(9_000)
                if from.0 == to.0 || random.chance(30) {
                    let kind = random.chance(50) ? "income" : "expense"
                    lines.append("\(day),\(kind),\(amount),\(from.1),\(from.0),,,,,n \(index)")
                } else {
                    let comes = from.1 == to.1 ? ",," : "\(1 + random.below(9_000)),\(to.1),"
                    let then = random.chance(60) ? day : arrives
                    lines.append("\(day),transfer,\(amount),\(from.1),\(from.0),\(to.0),\(comes)\(then),n \(index)")
                }
            }
        }
        try await Book(path: program.book).write { [made] book in
            for account in made { _ = try book.add(MoneyAccount.self, account) }
        }
        let path = program.folder.appending(path: "many.csv").path
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let added = try await program.succeed("import", path)
        #expect(added.contains(" transfers; 0 known already"), "\(added)")
        // Some with parts, also of more than the entry.
        for number in 1...6 {
            try await program.succeed(
                "split", "\(number)", "\(8 * number)", "#food", "bread; [2026-01-01], a:b", "\(8 * number)",
                "#home", "--percent")
        }
        for number in 1...2 { try await program.succeed("categorize", "\(number)", "--amount", "0.5") }
        try await Ledgers(program).agree(hledger, beancount, "books \(books)")
    }
}
