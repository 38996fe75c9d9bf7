import DaybookApp
import DaybookCore
import DaybookExchange
import DaybookServer
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

/// Files of every format on their way into a real book.
@Suite struct ImportedFileTests {
    private struct Refused: Error {}

    private static let moment = ImportMoment(
        now: Timestamp(milliseconds: 1_800_000_000_000), localCurrency: Currency("EUR")
    ) { .local($0) }

    /// Imports as every face does it: all of it or nothing.
    @discardableResult
    private static func take(
        _ bytes: [UInt8], _ name: String, into book: Book, yes: Bool = false, order: DateOrder? = nil
    ) async throws -> ImportReport {
        var options = ImportOptions()
        (options.leavesOutUnreadable, options.dateOrder) = (yes, order)
        let given = options
        return try await book.write { book in
            let file = try FileImport(
                bytes, name: name, given, usual: book.reader.currency(at: moment), at: moment)
            let report = try file.write(to: book, into: nil)
            if report.isRefused { throw Refused() }
            return report
        }
    }

    private static func count(_ book: Book) throws -> Int {
        try book.read {
            try $0.entryRows().count + $0.transferRows(TransferFilter()).count + $0.rows().count
        }
    }

    /// Day, account, sign, amount and note of all entries and sides of transfers, and what each account holds.
    private static func money(_ book: Book) throws -> [String] {
        try book.read { book in
            let names = Dictionary(uniqueKeysWithValues: try book.accounts().map { ($0.account.id, $0.account.name) })
            let entries = try book.entryRows().map { row in
                let entry = row.entry
                return
                    "\(entry.day.text) \(entry.extraFields[.account]?.entity.flatMap { names[$0] } ?? "") \(entry.kind) "
                    + "\(entry.amount?.text ?? "") \(entry.note) \(entry.tags)"
            }
            let transfers = try book.transferRows(TransferFilter()).map(\.transfer).map { transfer in
                "\(transfer.from.day.text) \(names[transfer.from.account] ?? "") \(names[transfer.to.account] ?? "") "
                    + "\(transfer.from.amount.text) \(transfer.note)"
            }
            let balances = try book.balances(on: nil).map { "\($0.account.name) \($0.balance.text)" }
            return entries.sorted() + transfers.sorted() + balances.sorted()
        }
    }

    // MARK: Windows

    /// A file of some days, both sides of a transfer on one.
    private static func file(_ days: [[String]], _ format: String) -> [UInt8] {
        let header =
            format == "ynab"
            ? "Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared"
            : "Account,Date,Payee,Notes,Category,Amount"
        return Array((([header] + days.joined()).joined(separator: "\n") + "\n").utf8)
    }

    private static func days(_ random: inout SeededRandom, _ format: String) -> [[String]] {
        func line(_ account: String, _ day: Int, _ payee: String, _ category: String, _ amount: Int) -> String {
            guard format == "ynab" else { return "\(account),2026-02-0\(day),\(payee),,\(category),\(amount)" }
            let (out, into) = amount < 0 ? ("$\(-amount).00", "$0.00") : ("$0.00", "$\(amount).00")
            return "\(account),,2026-02-0\(day),\(payee),,G,\(category),,\(out),\(into),"
        }
        return (1...6).map { day in
            (0..<random.below(8)).flatMap { _ in
                // Few amounts and payees, so that many rows are equal.
                let (from, to, amount) = random.chance(50) ? ("A", "B", 5) : ("C", "A", 7)
                let mark = format == "ynab" ? "Transfer : " : ""
                guard random.chance(40) else {
                    return [line(from, day, random.chance(50) ? "tea" : "pay", "food", random.chance(70) ? -5 : 5)]
                }
                return [line(from, day, mark + to, "", -amount), line(to, day, mark + from, "", amount)]
            }
        }
    }

    @Test(
        "008.7 Windows of what a program exports, in any order and any number of times, give the whole once",
        arguments: ["ynab", "actual"])
    func windows(format: String) async throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = SeededRandom(seed)
            let days = Self.days(&random, format)
            if days.allSatisfy(\.isEmpty) { continue }
            let (whole, parts) = (try Book.inMemory(), try Book.inMemory())
            // Accounts are made in the order in which they come, and nothing else depends on it.
            try await Self.take(Self.file(days, format), "whole.csv", into: whole)
            var windows: [Range<Int>] = []
            for first in days.indices { windows.append(first..<min(days.count, first + 1 + random.below(3))) }
            windows += windows.filter { _ in random.chance(50) }
            windows.shuffle(using: &random)
            for window in windows where days[window].contains(where: { !$0.isEmpty }) {
                try await Self.take(Self.file(Array(days[window]), format), "part.csv", into: parts)
            }
            #expect(try Self.money(parts) == Self.money(whole), "seed \(seed)")
            let again = try await Self.take(Self.file(days, format), "whole.csv", into: parts)
            #expect(again.summary.written == 0, "seed \(seed)")
        }
    }

    @Test("008.12 REST and the app take what a program exports, with its accounts and transfers, as a bank's file")
    func program() async throws {
        let server = try ServerUnderTest()
        let (path, sample) = ("/api/v1/imports", Self.samples.first { $0.name == "b.csv" }?.text ?? "")
        let shown = try await server.send(.post, "\(path)?name=b.csv&preview=1&currency=EUR", json: sample)
        #expect(shown.status == 200 && shown.text.contains(#""form":"Actual""#), "\(shown.text)")
        #expect(shown.text.contains(#""new":2"#) && shown.text.contains("New accounts: A, B."), "\(shown.text)")
        let done = try await server.send(.post, "\(path)?name=b.csv&currency=EUR&expected=2", json: sample)
        #expect(done.status == 201, "\(done.text)")
        #expect(
            try Self.money(server.book) == [
                "2026-01-03 A expense 1.50 EUR Tea \"x\", n [\"food\"]", "2026-01-02 A B 5.00 EUR ", "A 93.50 EUR",
                "B 5.00 EUR",
            ])
        let again = try await server.send(.post, "\(path)?name=b.csv&expected=0", json: sample)
        #expect(again.status == 200, "\(again.text)")
    }

    @Test("008.5 What was said of a CSV over REST holds for the next one with the same first line, until more is said")
    func profile() async throws {
        let server = try ServerUnderTest()
        func post(_ row: String, _ query: String) async throws -> Answer {
            try await server.send(
                .post, "/api/v1/imports?name=a.csv&currency=EUR&\(query)", json: "Tag;Text;Betrag\n\(row)\n")
        }
        #expect(try await post("03/04/2026;Tee;1.250", "").status == 400)
        let answers = "column=Tag=date&column=Text=note&column=Betrag=amount&dateOrder=dmy&decimalMark=comma&negate=1"
        let first = try await post("03/04/2026;Tee;1.250", answers)
        #expect(first.status == 201, "\(first.text)")
        #expect(try await post("05/04/2026;Brot;2,5", "").status == 201)
        #expect(try await post("05/04/2026;Milch;1", "dateOrder=mdy").status == 201)
        #expect(
            try Self.money(server.book) == [
                "2026-04-03  expense 1250.00 EUR Tee []", "2026-04-05  expense 2.50 EUR Brot []",
                "2026-05-04  expense 1.00 EUR Milch []", "EUR -1253.50 EUR",
            ])
        for query in ["column=Tag", "decimalMark=x", "negate=x", "column=Tag=nonsense"] {
            let answer = try await post("03/04/2026;Tee;1.250", query)
            #expect(answer.status == 400, "\(answer.text)")
        }
    }

    @Test("008.5 008.13 What parts decimals is asked where an amount has two readings, on the screen and over REST")
    func decimals() async throws {
        for (row, comma, point) in [("2026-04-03;-1.250", "1250", "1.2500"), ("2026-04-03;-1,250", "1.2500", "1250")] {
            let server = try ServerUnderTest()
            func post(_ query: String, _ headers: [String: String] = [:]) async throws -> Answer {
                try await server.send(
                    .post, "/api/v1/imports?name=a.csv&currency=EUR&\(query)", headers, json: "date;amount\n\(row)\n")
            }
            let shown = try await post("preview=1", ["Accept": "application/octet-stream"])
            let questions = try shown.shown(.question).map(\.text)
            #expect(questions.contains("Which mark stands before decimals in the file?"), "\(questions)")
            #expect(
                try shown.shown(.choice).map { $0.value + " " + $0.text } == [
                    "&decimalMark=comma Comma: \(comma)", "&decimalMark=point Point: \(point)",
                ])
            let asked = try await post("preview=1")
            #expect(asked.text.contains(#""parameter":"decimalMark""#), "\(asked.text)")
            let done = try await post("decimalMark=comma")
            #expect(done.status == 201, "\(done.text)")
            let amount = comma == "1250" ? "1250.00" : "1.25"
            #expect(try Self.money(server.book).last == "EUR -\(amount) EUR")
        }
    }

    // MARK: Damage

    private static let samples: [(name: String, text: String)] = [
        ("a.ofx", ImportTests.ofx), ("a.qif", ImportTests.qif), ("a.json", ImportTests.taskwarrior),
        ("a.ics", ImportTests.ics),
        (
            "a.xml",
            "<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id></Acct><Ntry><Amt Ccy=\"EUR\">1.50</Amt>"
                + "<CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-01-02</Dt></BookgDt><AddtlNtryInf>Tea</AddtlNtryInf></Ntry>"
                + "</Stmt></BkToCstmrStmt></Document>"
        ),
        (
            "a.sta",
            ":20:1\n:25:DE1\n:28C:1\n:60F:C260101EUR0,\n:61:2601020102D1,50NMSC//7\n:86:Tea\n:62F:D260102EUR1,50\n-\n"
        ),
        (
            "a.csv",
            "date,payee,amount,currency,category\n2026-01-02,Tea,-1.50,EUR,food\n03.01.2026,\"Pay, more\",2000,EUR,\n"
        ),
        (
            "b.csv",
            "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\nA,2026-01-01,Starting Balance,,,100,0,Cleared\n"
                + "A,2026-01-02,B,,,-5,0,Cleared\nB,2026-01-02,A,,,5,0,Cleared\nA,2026-01-03,\"Tea \"\"x\"\"\",n,food,-1.5,0,\n"
        ),
        (
            "c.csv",
            "Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared\n"
                + "A,Red,2026-01-02,Transfer : B,,,,,$5.00,$0.00,Cleared\nB,,2026-01-02,Transfer : A,,,,,$0.00,$5.00,\n"
                + "A,,2026-01-03,Tea,x,x,y,Split (1/2) z,\"$1,234.50\",$0.00,\n"
        ),
        (
            "d.csv",
            "user_id,group_id,journal_id,created_at,type,currency_code,amount,foreign_currency_code,foreign_amount,description,"
                + "date,source_name,source_type,destination_name,destination_type,tags\n"
                + "1,1,1,x,Transfer,EUR,5,USD,6,t,2026-01-02T00:00:00+00:00,A,Asset account,B,Asset account,\n"
                + "1,1,2,x,Withdrawal,EUR,-5,,,t,2026-01-02T00:00:00+00:00,A,Asset account,Tea,Expense account,\"a,b\"\n"
        ),
        (
            "e.json",
            "[{\"amount\":\"5\",\"currency\":\"EUR\",\"day\":\"2026-01-02\",\"note\":\"tea\",\"tags\":[\"a\"]}]"
        ),
        ("todo.txt", "(A) 2026-01-01 Call +Home due:2026-02-01\nx 2026-01-02 Done\n"),
    ]

    /// How many damaged files are read: some, or as many as `make fuzz` says.
    private static let count = ProcessInfo.processInfo.environment["FUZZ"].flatMap { Int($0) } ?? 300

    @Test("008.6 A damaged file of any format is taken whole or not at all, and a second time adds nothing")
    func damaged() async throws {
        var random = SeededRandom(38)
        var samples = Self.samples.map { ($0.name, Array($0.text.utf8)) }
        samples.append(("a.zip", ZipFile.bytes([("a.xml", Self.samples[4].text)])))
        let pieces = [
            "\"", ",", ";", "\n", "\t", "\r", "\u{0}", "-", "9999999999999999999", "20260230", "é", "Transfer : ",
            "Split (1/2) ",
            "<", ">", "[", "{", "0", "é".lowercased(), "\u{FEFF}", "¥", "=", "A",
        ]
        var (taken, refused) = (0, 0)
        var book = try Book.inMemory()
        for round in 0..<Self.count {
            if round.isMultiple(of: 50) { book = try Book.inMemory() }
            var (name, bytes) = samples[random.below(samples.count)]
            for _ in 0..<random.below(4) {
                let place = random.below(bytes.count)
                let end = min(bytes.count, place + random.below(12))
                switch random.below(6) {
                case 0: bytes.replaceSubrange(place..<end, with: random.bytes(end - place))
                case 1: bytes.removeSubrange(place..<end)
                case 2: bytes.insert(contentsOf: Array((random.pick(pieces) ?? "").utf8), at: place)
                case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
                case 4: bytes = Array(bytes.prefix(place + 1))
                default: name = samples[random.below(samples.count)].0
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let yes = random.chance(50)
            let (before, head) = (try Self.count(book), try book.read { try $0.head() })
            do {
                let report = try await Self.take(bytes, name, into: book, yes: yes)
                #expect(try Self.count(book) == before + report.summary.written, "round \(round)")
                let again = try await Self.take(bytes, name, into: book, yes: yes)
                #expect(again.summary.written == 0, "round \(round)")
                taken += 1
            } catch {
                #expect(
                    error is Refused || error is ImportFailure || error is ItemError, "round \(round): \(error)")
                #expect(try book.read { try $0.head() } == head, "round \(round)")
                refused += 1
            }
        }
        #expect(taken > Self.count / 8 && refused > Self.count / 8, "\(taken) taken, \(refused) refused")
    }
}
