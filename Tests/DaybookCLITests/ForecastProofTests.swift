import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// Holds what is to come against other programs: hledger's periodic rules, and Python's decimal.
@Suite(.bounded) struct ForecastProofTests {
    /// `make prove SEEDS=2000` takes more.
    private static let books = ProcessInfo.processInfo.environment["BOOKS"].flatMap { Int($0) } ?? 60

    @Test("14.2 hledger's forecast on the exported file agrees with each day of each account of random books of bills")
    func hledger() async throws {
        let today = CivilDate.local()
        let last = today.adding(days: 100)
        // hledger starts once for all books of a file.
        for first in stride(from: 0, to: Self.books, by: 100) {
            let program = try Program()
            try await write(first..<min(first + 100, Self.books), into: program, today)
            let expected = try await balances(of: program, from: today, through: last)
            let shown = try await forecasts(of: program, from: today, through: last)
            #expect(shown.count >= 3 && shown.keys.sorted() == expected.keys.sorted())
            for (name, line) in expected { #expect(line == shown[name], "\(name)") }
        }
    }

    /// Rules of all sorts, of which hledger can say some.
    private static let rules = [
        "", "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=MONTHLY;BYMONTHDAY=1,20", "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYDAY=2MO", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;INTERVAL=3",
        "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=7", "FREQ=MONTHLY;INTERVAL=5", "FREQ=DAILY;INTERVAL=28", "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=9;COUNT=4", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2",
        "FREQ=WEEKLY;BYDAY=TU,SA", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU", "FREQ=WEEKLY;COUNT=6", "FREQ=YEARLY",
        "FREQ=YEARLY;BYMONTH=1,2,12;BYMONTHDAY=3", "FREQ=MONTHLY;BYMONTH=1,12;BYMONTHDAY=9", "FREQ=MONTHLY;COUNT=2",
    ]

    /// Writes random books of bills, salaries, transfers and instalments that come again, some of them overdue, moved or about so
    /// much, and of entries to come.
    private func write(_ books: Range<Int>, into program: Program, _ today: CivilDate) async throws {
        try await Book(path: program.book).write { book in
            let euro = try #require(Currency("EUR"))
            func amount(_ most: Int, _ random: inout SeededRandom) throws -> Amount {
                try #require(Amount(coefficient: Int64(1 + random.below(most)), scale: 2, currency: euro))
            }
            for seed in books {
                var random = SeededRandom(UInt64(seed))
                var accounts: [EntityID] = []
                for (kind, name) in [(0, "Giro"), (0, "Save"), (3, "Loan")] {
                    var account = Changes()
                    account[.title] = .text("\(name)\(seed)")
                    account[.amount] = .amount(try amount(500_000, &random))
                    account[.day] = .day(today.adding(days: -1))
                    account[.accountKind] = .choice(UInt8(kind))
                    if kind == 3 { account[.openingSide] = .choice(1) }
                    if kind == 3 || random.chance(30) {
                        account[.interest] = .text(["6", "1.25", "12.5"][random.below(3)])
                    }
                    accounts.append(try book.add(MoneyAccount.self, account).item.id)
                }
                for number in 0..<(2 + random.below(5)) {
                    var todo = Changes.todo(
                        title: "\(["(a)", "! b", "c; d", "e  f"][random.below(4)]) \(number)",
                        amount: try amount(90_000, &random), due: today.adding(days: Int64(random.below(60)) - 20))
                    let rule = Self.rules[random.below(Self.rules.count)]
                    let mode = random.chance(80) ? RepeatMode.every : random.chance(50) ? .passing : .afterDone
                    if !rule.isEmpty { todo[.repeats] = .repeats(Repeat(rule, mode, anchor: today)) }
                    if random.chance(20) { todo[.estimate] = .choice(1) }
                    let own = random.below(2)
                    todo[.account] = .entity(accounts[own])
                    switch random.below(4) {
                    case 0: todo[.books] = .choice(1)
                    case 1: todo[.paysInto] = .entity(accounts[1 - own])
                    case 2: todo[.paysInto] = .entity(accounts[2])
                    default: todo[.tag] = .texts(["home"])
                    }
                    let row = try book.add(todo: todo)
                    guard random.chance(15) else { continue }
                    var moved = Changes()
                    moved[.due] = .day(today.adding(days: Int64(random.below(20))))
                    try book.carryOut(.edit(.todo, row.todo.id, moved))
                }
                _ = try book.add(
                    entry: .entry(
                        kind: .expense, amount: amount(9_000, &random),
                        day: today.adding(days: Int64(1 + random.below(50))), note: "later", tags: [],
                        createdAt: .now()
                    ).with(.account, .entity(accounts[random.below(3)])))
            }
        }
    }

    /// The balance of each account by hledger at the end of each day.
    private func balances(
        of program: Program, from today: CivilDate, through last: CivilDate
    ) async throws -> [String: [Decimal]] {
        let path = program.folder.appending(path: "bills.journal").path
        let journal = try await program.succeed("export", "--format", "hledger")
        try journal.write(toFile: path, atomically: true, encoding: .utf8)
        let end = last.adding(days: 1).text
        let outcome = try await program.run(
            URL(filePath: "/usr/bin/hledger"),
            [
                "balance", "^assets|^liabilities", "--file", path, "--historical", "--daily",
                "--forecast=\(today.text)..\(end)", "--begin", today.adding(days: 1).text, "--end", end,
                "--flat", "--no-total", "--empty", "--layout=bare", "--output-format=csv",
            ], ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        var accounts: [String: [Decimal]] = [:]
        for line in outcome.output.split(separator: "\n").dropFirst() {
            let cells = line.dropFirst().dropLast().split(separator: "\",\"", omittingEmptySubsequences: false)
            let name = cells[0].split(separator: ":").last.map { String($0) } ?? ""
            accounts[name] = cells.dropFirst(2).map { Decimal(string: String($0)) ?? .nan }
        }
        return accounts
    }

    /// The balance of each account by the forecast at the end of each day from tomorrow on.
    private func forecasts(
        of program: Program, from today: CivilDate, through last: CivilDate
    ) async throws -> [String: [Decimal]] {
        struct Line: Decodable {
            struct Day: Decodable {
                let day: String
                let balance: String
            }
            let name: String?
            let balance: String
            let days: [Day]
        }
        let json = try await program.succeed("forecast", "--through", last.text, "--json")
        var accounts: [String: [Decimal]] = [:]
        for line in try JSONDecoder().decode([Line].self, from: Data(json.utf8)) {
            guard let name = line.name else { continue }
            var balances: [Decimal] = []
            var present = line.balance
            var rest = line.days[...]
            var day = today.adding(days: 1)
            while day <= last {
                while let next = rest.first, next.day <= day.text {
                    present = next.balance
                    rest = rest.dropFirst()
                }
                balances.append(Decimal(string: present) ?? .nan)
                day = day.adding(days: 1)
            }
            accounts[name] = balances
        }
        return accounts
    }

    @Test("14.4 Python's decimal agrees with each payment of random loans to the cent")
    func loans() async throws {
        let program = try Program()
        var random = SeededRandom(14)
        let euro = try #require(Currency("EUR"))
        var asked = ""
        var own = ""
        for _ in 0..<(Self.books * 4) {
            let cents = Int64(1 + random.below(random.chance(30) ? 100_000_000 : 900_000))
            let digits = 1 + random.below(300_000)
            let rate = "\(digits / 10_000).\(String(10_000 + digits % 10_000).dropFirst())"
            let months = 1 + random.below(random.chance(20) ? 600 : 120)
            asked += "\(cents) \(rate) \(months)\n"
            let debt = try #require(Amount(coefficient: cents, scale: 2, currency: euro))
            let loan = try Loan(debt, at: #require(InterestRate(rate)), months: months)
            own += loan.level.number
            for payment in loan.payments { own += " \(payment.interest.number) \(payment.principal.number)" }
            own += "\n"
        }
        let script = """
            import sys
            from decimal import Decimal, ROUND_HALF_UP, getcontext
            getcontext().prec = 80
            cent = Decimal('0.01')
            def half_up(x): return x.quantize(cent, rounding=ROUND_HALF_UP)
            for line in open(sys.argv[1]):
                cents, rate, months = line.split()
                debt, r, n = Decimal(cents) / 100, Decimal(rate) / 1200, int(months)
                growth = (1 + r) ** n
                level = half_up(debt * r * growth / (growth - 1) if r else debt / n)
                out = [str(level)]
                for month in range(n):
                    interest = half_up(debt * r)
                    principal = debt if month == n - 1 else min(debt, max(level - interest, Decimal(0)))
                    debt -= principal
                    out += [str(half_up(interest)), str(half_up(principal))]
                print(' '.join(out))
            """
        let path = program.folder.appending(path: "loans.txt").path
        try asked.write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await program.run(URL(filePath: "/usr/bin/python3"), ["-c", script, path])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        let (expected, found) = (outcome.output.split(separator: "\n"), own.split(separator: "\n"))
        #expect(expected.count == Self.books * 4 && expected.count == found.count)
        for (index, pair) in zip(expected, found).enumerated() where pair.0 != pair.1 {
            Issue.record("loan \(asked.split(separator: "\n")[index]): \(pair.0.prefix(60)), and \(pair.1.prefix(60))")
        }
    }
}

extension Changes {
    fileprivate func with(_ field: Field, _ value: FieldValue) -> Changes {
        var changes = self
        changes[field] = value
        return changes
    }
}
