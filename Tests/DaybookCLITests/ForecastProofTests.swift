import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// Holds what is to come against other programs: hledger's periodic rules, and Python's decimal.
@Suite(.bounded) struct ForecastProofTests {
    /// `make prove SEEDS=2000` takes more.
    private static let books = ProcessInfo.processInfo.environment["BOOKS"].flatMap { Int($0) } ?? 60

    @Test("14.2 hledger's forecast by periodic rules agrees with each day of each account of random books of bills")
    func hledger() async throws {
        let today = CivilDate.local()
        let last = today.adding(days: 100)
        // hledger starts once for all books of a file.
        for first in stride(from: 0, to: Self.books, by: 100) {
            let program = try Program()
            let journal = try await write(first..<min(first + 100, Self.books), into: program, today)
            let expected = try await balances(journal, of: program, from: today, through: last)
            let shown = try await forecasts(of: program, from: today, through: last)
            #expect(shown.count >= 2 && shown.keys.sorted() == expected.keys.sorted())
            for (name, line) in expected { #expect(line == shown[name], "\(name), books from \(first)") }
        }
    }

    /// Writes random books of bills, salaries and transfers that come again.
    ///
    /// - Returns: the same as periodic rules of hledger.
    private func write(_ books: Range<Int>, into program: Program, _ today: CivilDate) async throws -> String {
        try await Book(path: program.book).write { book in
            var journal = ""
            let euro = try #require(Currency("EUR"))
            func amount(_ most: Int, _ random: inout SeededRandom) throws -> Amount {
                try #require(Amount(coefficient: Int64(1 + random.below(most)), scale: 2, currency: euro))
            }
            for seed in books {
                var random = SeededRandom(UInt64(seed))
                var accounts: [(id: EntityID, name: String)] = []
                for name in ["Giro\(seed)", "Save\(seed)"] {
                    var account = Changes()
                    let opening = try amount(500_000, &random)
                    account[.title] = .text(name)
                    account[.amount] = .amount(opening)
                    account[.day] = .day(today.adding(days: -1))
                    accounts.append((try book.add(MoneyAccount.self, account).item.id, name))
                    journal += "\(today.adding(days: -1).text) open\n    \(name)  \(opening.number) EUR\n    equity\n\n"
                }
                for number in 0..<(2 + random.below(5)) {
                    let cost = try amount(90_000, &random)
                    let start = today.adding(days: Int64(1 + random.below(40)))
                    var (rule, period, due) = ("", "", start)
                    switch random.below(4) {
                    case 0:
                        // hledger's months have no 31st where there is none: it takes the last day, as a clamped rule does.
                        due = CivilDate(daysSince1970: start.daysSince1970 - start.day + 1 + Int64(random.below(28)))
                        if due <= today { due = due.endOfMonth.adding(days: due.day) }
                        rule = "FREQ=MONTHLY;BYMONTHDAY=\(due.day)"
                        period = "every \(due.day)th day of month from \(due.text)"
                    case 1:
                        let step = 1 + random.below(30)
                        rule = "FREQ=DAILY;INTERVAL=\(step)"
                        period = "every \(step) days from \(due.text)"
                    case 2:
                        let step = 7 * (1 + random.below(4))
                        rule = "FREQ=WEEKLY;INTERVAL=\(step / 7)"
                        period = "every \(step) days from \(due.text)"
                    default:
                        period = "\(due.text)"
                    }
                    var todo = Changes.todo(title: "Bill \(seed) \(number)", amount: cost, due: due)
                    if !rule.isEmpty { todo[.repeats] = .repeats(Repeat(rule, .every, anchor: due)) }
                    let own = random.below(2)
                    todo[.account] = .entity(accounts[own].id)
                    var sides = (accounts[own].name, "expenses")
                    switch random.below(3) {
                    case 0:
                        todo[.books] = .choice(1)
                        sides = ("income", accounts[own].name)
                    case 1:
                        todo[.paysInto] = .entity(accounts[1 - own].id)
                        sides = (accounts[own].name, accounts[1 - own].name)
                    default: break
                    }
                    _ = try book.add(todo: todo)
                    let postings = "    \(sides.1)  \(cost.number) EUR\n    \(sides.0)\n\n"
                    journal += rule.isEmpty ? "\(due.text) once\n\(postings)" : "~ \(period)\n\(postings)"
                }
            }
            return journal
        }
    }

    /// The balance of each account by hledger at the end of each day.
    private func balances(
        _ journal: String, of program: Program, from today: CivilDate, through last: CivilDate
    ) async throws -> [String: [Decimal]] {
        let path = program.folder.appending(path: "bills.journal").path
        try journal.write(toFile: path, atomically: true, encoding: .utf8)
        let end = last.adding(days: 1).text
        let outcome = try await program.run(
            URL(filePath: "/usr/bin/hledger"),
            [
                "balance", "^Giro|^Save", "--file", path, "--historical", "--daily",
                "--forecast=\(today.adding(days: 1).text)..\(end)", "--begin", today.adding(days: 1).text, "--end", end,
                "--flat", "--no-total", "--empty", "--layout=bare", "--output-format=csv",
            ], ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        var accounts: [String: [Decimal]] = [:]
        for line in outcome.output.split(separator: "\n").dropFirst() {
            let cells = line.dropFirst().dropLast().split(separator: "\",\"", omittingEmptySubsequences: false)
            accounts[String(cells[0])] = cells.dropFirst(2).map { Decimal(string: String($0)) ?? .nan }
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
