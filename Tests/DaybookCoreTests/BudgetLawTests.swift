@testable import DaybookCore
import Fixtures
import Testing

/// What holds of every sheet, tried on sheets from a seed.
@Suite struct BudgetLawTests {
    private static let names = ["Food", "Fun", "Rent"]
    private static let cards = ["Visa", "Amex"]

    /// A budget with spending, refunds, payments, openings, cells below zero, moves, holds and flags.
    private func budget(_ mode: BudgetMode, _ seed: UInt64) throws -> TestBudget {
        var random = SeededRandom(seed)
        var budget = try TestBudget(mode, envelopes: "Food", "Fun", "Rent")
        for card in Self.cards { budget.card(card) }
        for month in 1...5 {
            try budget.row("\(random.below(2_000))", in: month, 1)
            for name in Self.names + Self.cards where random.chance(60) {
                try budget.assign(name, "\(random.below(300) - 100)", in: month)
            }
            for _ in 0..<random.below(9) { try addRow(to: &budget, month, &random) }
            if random.chance(30) {
                // Not there, and so the pool.
                let places = Self.names + Self.cards + ["Gone"]
                try budget.move(
                    "\(1 + random.below(99))", from: random.chance(30) ? nil : random.pick(places),
                    to: random.chance(30) ? nil : random.pick(places), in: month, to: 1 + random.below(5))
            }
            if random.chance(25), let name = random.pick(Self.names) {
                try budget.carry(name, Carry.allCases[random.below(3)], from: month)
            }
        }
        return budget
    }

    private func addRow(to budget: inout TestBudget, _ month: Int, _ random: inout SeededRandom) throws {
        let envelope = random.chance(80) ? random.pick(Self.names) : nil
        let card = random.chance(50) ? random.pick(Self.cards) : nil
        let size = "\(1 + random.below(199)).\(10 + random.below(90))"
        let day = 1 + random.below(28)
        switch random.below(10) {
        case 0: try budget.row(size, on: random.pick(Self.cards), in: month, day, .payment)
        case 1: try budget.row("-" + size, on: random.pick(Self.cards), in: month, day, .payment)
        case 2: try budget.row(random.chance(50) ? size : "-" + size, on: card, in: month, day, .exchange)
        case 3: try budget.row(random.chance(50) ? size : "-" + size, on: card, in: month, day, .opening)
        case 4, 5: try budget.row(size, of: envelope, on: card, in: month, day)
        default: try budget.row("-" + size, of: envelope, on: card, in: month, day)
        }
    }

    /// What some accounts hold at the end of a month, by the rows alone.
    private func balance(_ budget: TestBudget, _ month: Int, of isWanted: (EntityID?) -> Bool) throws -> Sum {
        var sum = try budget.sum("0")
        for row in budget.rows where budget.periods.number(of: try #require(row.day)) <= TestBudget.period(month) {
            if isWanted(row.card) { sum = try sum.adding(row.sum) }
            // A payment came from an account that is no card.
            if row.role == .payment, isWanted(nil) { sum = try sum.adding(row.sum.negated) }
        }
        return sum
    }

    private func sum(_ sums: [Sum], _ budget: TestBudget) throws -> Sum {
        try sums.reduce(try budget.sum("0")) { try $0.adding($1) }
    }

    @Test("13.2 In one pool all that is in the accounts is to budget, held, or left in an envelope")
    func lawOfPool() throws {
        for seed in 0..<UInt64(4_000) {
            let budget = try budget(.pool, seed)
            let sheet = try budget.sheet
            for month in 1...6 {
                let page = sheet.page(of: TestBudget.period(month))
                let all = try sum([page.toBudget, page.held] + page.lines.map { $0.left }, budget)
                #expect(try all == balance(budget, month) { _ in true }, "seed \(seed), month \(month)")
            }
        }
    }

    @Test("13.2 With cards all money that isn't on cards is to budget, held, left, or set aside to pay them")
    func lawOfCards() throws {
        for seed in 0..<UInt64(4_000) {
            let budget = try budget(.card, seed)
            let sheet = try budget.sheet
            for month in 1...6 {
                let page = sheet.page(of: TestBudget.period(month))
                let all = try sum(
                    [page.toBudget, page.held] + page.lines.map { try $0.left.adding($0.credit) }
                        + page.cards.map { $0.left }, budget)
                #expect(try all == balance(budget, month) { $0 == nil }, "seed \(seed), month \(month)")
            }
        }
    }

    @Test(
        "13.2 What is owed on a card, and isn't set aside, is what no envelope had, what it owed at first, less what was set aside for that"
    )
    func lawOfDebt() throws {
        for seed in 0..<UInt64(1_000) {
            let budget = try budget(.card, seed)
            let sheet = try budget.sheet
            for month in 1...5 {
                let pages = (1...month).map { sheet.page(of: TestBudget.period($0)) }
                var owed = try sum(pages.flatMap { $0.lines.map { $0.credit } }, budget)
                for row in budget.rows where row.role == .opening && row.card != nil && row.sum.coefficient < 0 {
                    if try budget.periods.number(of: #require(row.day)) <= TestBudget.period(month) {
                        owed = try owed.adding(row.sum.negated)
                    }
                }
                owed = try owed.adding(sum(pages.flatMap { $0.cards.map { $0.assigned } }, budget).negated)
                let balance = try balance(budget, month) { $0 != nil }
                let aside = try sum(sheet.page(of: TestBudget.period(month)).cards.map { $0.left }, budget)
                #expect(try balance.negated.adding(aside.negated) == owed, "seed \(seed), month \(month)")
            }
        }
    }

    @Test("13.2 A sheet that is kept says after each change what one says that is worked out from all rows")
    func kept() throws {
        for seed in 0..<UInt64(300) {
            var random = SeededRandom(seed)
            var budget = try budget(seed % 2 == 0 ? .card : .pool, seed)
            var sheet = try budget.sheet
            for _ in 0..<6 {
                let old = budget.rows.isEmpty ? [] : [budget.rows.remove(at: random.below(budget.rows.count))]
                try addRow(to: &budget, 1 + random.below(7), &random)
                try sheet.change(old, to: budget.rows.suffix(1))
                if random.chance(30) {
                    try budget.move("5", from: "Food", to: nil, in: 1 + random.below(6))
                    try budget.carry("Fun", .keep, from: 1 + random.below(6))
                    try sheet.change(to: budget.plan)
                }
                if random.chance(20) {
                    // It is finer than any other.
                    let sum = Sum(coefficient: 5, scale: 4, currency: budget.currency)
                    let day = try TestBudget.day(2)
                    let row = BudgetRow(EntityID(high: 9, low: seed), day, .spending, sum, of: TestBudget.id("Food"))
                    try sheet.change([], to: [row])
                    budget.rows.append(row)
                }
                for month in 0...8 { #expect(try sheet.page(of: TestBudget.period(month)) == budget.page(month)) }
            }
        }
    }

    @Test("13.4 Both modes read the same cells, and what is assigned is the same")
    func modes() throws {
        for seed in 0..<UInt64(200) {
            var budget = try budget(.pool, seed)
            let pool = try (1...5).map { try budget.page($0).lines.map { $0.assigned } }
            budget.mode = .card
            #expect(try (1...5).map { try budget.page($0).lines.map { $0.assigned } } == pool)
        }
    }

    @Test("13.2 Amounts at the end of what fits are added up, or refused as too large")
    func extremes() throws {
        let yen = try #require(Currency("JPY"))
        var budget = try TestBudget(.pool, "JPY", envelopes: "Food")
        let most = try #require(Amount(coefficient: Amount.greatestCoefficient, scale: 0, currency: yen))
        let least = try #require(Amount(coefficient: 1, scale: 18, currency: yen))
        func row(_ sum: Sum, _ id: UInt64) throws -> BudgetRow {
            BudgetRow(EntityID(high: 0, low: id), try TestBudget.day(1), .spending, sum, of: TestBudget.id("Food"))
        }
        budget.rows = try (0..<100).map { try row(Sum(most).negated, $0) }
        #expect(try budget.left("Food", 1) == "-99999999999999999900")
        #expect(try budget.toBudget(2) == "-99999999999999999900")
        budget.rows = [try row(Sum(most), 1), try row(Sum(least), 2)]
        #expect(try budget.left("Food", 1) == "999999999999999999.000000000000000001")
        budget.rows += try (3..<100).map { try row(Sum(most), $0) }
        #expect(throws: ItemError.sumTooLarge(yen)) { try budget.sheet }
        #expect(throws: ItemError.self) {
            _ = try TestBudget(.pool, "JPY", envelopes: "Food").sheet.cell(
                of: TestBudget.id("Food"), in: TestBudget.period(1), Sum(most).adding(Sum(most)))
        }
        // The first and the last day that there are.
        budget.rows = []
        budget.moves = [
            EnvelopeMove(
                id: EntityID(high: 0, low: 1), from: nil, to: nil, day: try #require(CivilDate("0001-01-01")),
                toDay: CivilDate("9999-12-31"), amount: most)
        ]
        #expect(try budget.page(1).held == Sum(most))
        #expect(try budget.toBudget(1) == "-999999999999999999")
    }

    @Test("13.1 An envelope under itself, and two that stand under each other, stand under none")
    func groups() throws {
        var budget = try TestBudget()
        budget.add("Self", in: "Self")
        budget.add("A", in: "B")
        budget.add("B", in: "A")
        budget.add("Home")
        budget.add("Rent", in: "Home")
        budget.add("Lost", in: "Gone")
        budget.add("Below", in: "A")
        #expect(budget.envelopes.parents == [nil, nil, nil, nil, 3, nil, 1])
    }

    @Test("13.5 A period begins on any day of the month, or each one, two or four weeks")
    func periods() throws {
        func days(_ text: String, _ day: String) throws -> String {
            let periods = try #require(BudgetPeriods(text))
            #expect(periods.text == text)
            let number = periods.number(of: try #require(CivilDate(day)))
            #expect(periods.number(of: periods.start(of: number)) == number)
            #expect(periods.number(of: periods.end(of: number)) == number)
            #expect(periods.end(of: number - 1).adding(days: 1) == periods.start(of: number))
            return periods.start(of: number).text + " " + periods.end(of: number).text
        }
        #expect(try days("month 1", "2026-02-28") == "2026-02-01 2026-02-28")
        #expect(try days("month 25", "2026-01-24") == "2025-12-25 2026-01-24")
        #expect(try days("month 25", "2026-01-25") == "2026-01-25 2026-02-24")
        #expect(try days("weeks 1 from 2026-01-02", "2026-01-01") == "2025-12-26 2026-01-01")
        #expect(try days("weeks 2 from 2026-01-02", "2026-01-16") == "2026-01-16 2026-01-29")
        #expect(try days("weeks 4 from 2026-01-02", "1999-12-31") == "1999-12-10 2000-01-06")
        for text in ["month 0", "month 29", "month", "weeks 3 from 2026-01-01", "weeks 2", "weeks 2 from x", "year 1"] {
            #expect(BudgetPeriods(text) == nil)
        }
    }

    @Test("13.5 A cell of no period's first day counts in the period that holds its day, and a total counts it")
    func strayCell() throws {
        var budget = try TestBudget(envelopes: "Food")
        budget.periods = .months(from: 25)
        let stray = BudgetCell(TestBudget.id("Food"), try TestBudget.day(2), try #require(SignedAmount("10.00 EUR")))
        budget.write([stray])
        #expect(try budget.left("Food", 1) == "10.00")
        budget.write([try budget.sheet.cell(of: TestBudget.id("Food"), in: TestBudget.period(1), budget.sum("15"))])
        #expect(try budget.left("Food", 1) == "15.00")
        #expect(try budget.left("Food", 0) == "0.00")
        #expect(budget.cells.count == 2)
    }
}
