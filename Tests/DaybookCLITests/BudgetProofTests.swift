import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// Budgets held against hledger, which adds up virtual postings.
@Suite(.bounded) struct BudgetProofTests {
    private static let months = (1...6).map { "2026-0\($0)" }

    @Test(
        "13.10 hledger agrees with each number of what is left, to budget, held and set aside, of random books in both modes"
    )
    func hledger() async throws {
        // `make prove SEEDS=2000` takes more.
        let books = ProcessInfo.processInfo.environment["BOOKS"].flatMap { Int($0) } ?? 100
        // Those that lie in one file have envelopes of their own: hledger starts once for all of them.
        for first in stride(from: 0, to: books, by: 200) {
            let program = try Program()
            try await write(first..<min(first + 200, books), into: program)
            for mode in ["pool", "card"] {
                try await program.succeed("budget", "mode", mode)
                let (expected, shown) = (try await balances(of: program), try await sheets(of: program))
                #expect(shown.count == 6 && shown[0].count > 3)
                for (month, (hledger, own)) in zip(Self.months, zip(expected, shown)) {
                    #expect(hledger == own, "books from \(first), \(mode), \(month)")
                }
            }
        }
    }

    /// Writes random budgets: envelopes by tags and by name, refunds, parts, cards and payments, cells below zero, moves, what is
    /// held, and flags.
    private func write(_ books: Range<Int>, into program: Program) async throws {
        try await Book(path: program.book).write { book in
            func day(_ random: inout SeededRandom) -> CivilDate {
                CivilDate(daysSince1970: 20_454).adding(days: Int64(random.below(150)))
            }
            let euro = try #require(Currency("EUR"))
            func amount(_ most: Int, _ random: inout SeededRandom) throws -> Amount {
                try #require(Amount(coefficient: Int64(1 + random.below(most)), scale: 2, currency: euro))
            }
            for seed in books {
                var random = SeededRandom(UInt64(seed))
                var accounts: [EntityID] = []
                for (name, kind) in [("Bank", 0), ("Visa", 2), ("Amex", 2), ("Loan", 3)] {
                    var account = Changes()
                    account[.title] = .text("\(name)\(seed)")
                    account[.accountKind] = .choice(UInt8(kind))
                    account[.amount] = .amount(try amount(50_000, &random))
                    account[.openingSide] = .choice(UInt8(random.below(2)))
                    account[.day] = random.chance(80) ? .day(day(&random)) : .nothing
                    accounts.append(try book.add(MoneyAccount.self, account).item.id)
                }
                var envelopes: [EntityID] = []
                for name in ["Food", "Fun", "Rent"] {
                    var envelope = Changes()
                    envelope[.title] = .text("\(name)\(seed)")
                    envelope[.tag] = .texts(["\(name)\(seed)"])
                    envelopes.append(try book.add(Envelope.self, envelope).item.id)
                }
                for _ in 0..<14 {
                    var entry = Changes()
                    entry[.kind] = .choice(UInt8(random.chance(30) ? 0 : 1))
                    entry[.amount] = .amount(try amount(30_000, &random))
                    entry[.day] = .day(day(&random))
                    entry[.account] = .entity(accounts[random.below(4)])
                    if random.chance(60) {
                        entry[.tag] = .texts([["food", "FUN", "Rent", "x"][random.below(4)] + "\(seed)"])
                    }
                    if random.chance(30) { entry[.envelope] = .entity(envelopes[random.below(3)]) }
                    if random.chance(20) {
                        let part = Part(amount: try amount(9_000, &random), tags: ["fun\(seed)"])
                        entry[.parts] = .parts([part])
                    }
                    _ = try book.add(entry: entry)
                }
                for _ in 0..<5 {
                    let (from, to) = (random.below(4), random.below(4))
                    guard from != to else { continue }
                    var transfer = Changes()
                    transfer[.account] = .entity(accounts[from])
                    transfer[.toAccount] = .entity(accounts[to])
                    transfer[.amount] = .amount(try amount(20_000, &random))
                    transfer[.day] = .day(day(&random))
                    if to == 3 || from == 3, random.chance(60) {
                        transfer[.envelope] = .entity(envelopes[random.below(3)])
                    }
                    _ = try book.add(transfer: transfer)
                }
                for place in envelopes + accounts[1...2] {
                    for _ in 0..<2 {
                        let day = day(&random).startOfMonth
                        try book.set(
                            BudgetCell(place, day, SignedAmount(amount(40_000, &random), isNegative: random.chance(20)))
                        )
                        if random.chance(30), envelopes.contains(place) {
                            try book.set(CarryFlag(place, day, Carry.allCases[random.below(3)]))
                        }
                    }
                }
                for _ in 0..<4 {
                    let places: [EntityID?] = envelopes + [nil, nil]
                    let (from, to) = (places[random.below(5)], places[random.below(5)])
                    let (start, end) = (day(&random).startOfMonth, day(&random).startOfMonth)
                    guard from != to || start != end else { continue }
                    var move = Changes()
                    move[.envelope] = from.map { .entity($0) } ?? .nothing
                    move[.toEnvelope] = to.map { .entity($0) } ?? .nothing
                    (move[.day], move[.toDay]) = (.day(start), .day(end))
                    move[.amount] = .amount(try amount(10_000, &random))
                    try book.add(EnvelopeMove.self, move)
                }
            }
        }
    }

    /// What hledger says at the end of each month, but for zeros.
    private func balances(of program: Program) async throws -> [[String: Decimal]] {
        let path = program.folder.appending(path: "budget.journal").path
        try await program.succeed("export", "--format", "hledger").write(
            toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await program.run(
            URL(filePath: "/usr/bin/hledger"),
            [
                "balance", "^budget", "--file", path, "--historical", "--monthly", "--begin", "2026-01-01", "--end",
                "2026-07-01", "--flat", "--no-total", "--layout=bare", "--output-format=csv",
            ], ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(500))")
        var months = [[String: Decimal]](repeating: [:], count: 6)
        for line in outcome.output.split(separator: "\n").dropFirst() {
            let cells = line.dropFirst().dropLast().split(separator: "\",\"", omittingEmptySubsequences: false)
            for (month, cell) in cells.dropFirst(2).enumerated() where month < 6 {
                months[month][String(cells[0])] = Decimal(string: String(cell)).flatMap { $0 == 0 ? nil : $0 }
            }
        }
        return months
    }

    /// What the sheets say, by hledger's names.
    private func sheets(of program: Program) async throws -> [[String: Decimal]] {
        var months: [[String: Decimal]] = []
        for month in Self.months {
            let json = try await program.succeed("budget", month, "--json")
            var sums: [String: Decimal] = [:]
            func add(_ name: String, _ text: Substring) {
                sums[name] = Decimal(string: String(text)).flatMap { $0 == 0 ? nil : $0 }
            }
            for match in json.matches(of: #/"(held|toBudget)":"([-0-9.]+)"/#) {
                add(match.1 == "held" ? "budget:held" : "budget:pool", match.2)
            }
            for match in json.matches(of: #/"name":"([^"]+)"[^{}]*?"left":"([-0-9.]+)"/#) {
                let isCard = match.1.hasPrefix("Visa") || match.1.hasPrefix("Amex")
                add((isCard ? "budget:cards:" : "budget:") + match.1, match.2)
            }
            months.append(sums)
        }
        return months
    }
}
