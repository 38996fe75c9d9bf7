@testable import DaybookCore
import Fixtures
import Testing

/// Six questions, each a number. It is Saturday 2026-11-28.
@Suite struct SixQuestionsTests {
    private let today = date("2026-11-28")

    private func eur(_ text: String) throws -> Sum {
        let amount = try Amount(String(text.drop { $0 == "-" }), usual: currency("EUR"))
        return text.hasPrefix("-") ? Sum(amount).negated : Sum(amount)
    }

    private func balances(_ all: [(String, UInt8)]) throws -> [AccountBalance] {
        try all.enumerated().map { index, account in
            var made = MoneyAccount(id: EntityID(high: 1, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
            (made.name, made.accountKind, made.opening) = ("\(index)", account.1, .zero(currency("EUR")))
            made.position = Position(bytes: [1])
            return AccountBalance(account: made, balance: try eur(account.0), count: 0, legs: 0)
        }
    }

    private func questions(
        _ accounts: [(String, UInt8)], _ months: [(String, String)] = [], income: String = "0", expense: String = "0",
        rest: String = "0", first: String? = "2020-01-01", planned: [PlannedMoney] = []
    ) throws -> SixQuestions {
        var start = today.startOfMonth
        let all = try months.map { income, expense in
            defer { start = start.adding(days: -1).startOfMonth }
            return SixQuestions.Month(start: start, income: try eur(income), expense: try eur(expense))
        }
        return try SixQuestions(
            balances(accounts), all, year: (eur(income), eur(expense)), rest: eur(rest), planned: planned,
            first: first.map { date($0) }, today, currency("EUR"))
    }

    @Test("14.3 S1 Assets, debts, the runway in days and the share that is saved")
    func vector() throws {
        let told = try questions(
            [("2500", 0), ("120", 1), ("9000", 0), ("-450", 2), ("-6000", 3), ("200000", 4)], income: "26400",
            expense: "23250")
        #expect(told.assets.number == "211620.00" && told.liquid.number == "11620.00")
        #expect(told.debts.number == "6450.00" && told.runway == 182 && told.saving == 119 && told.since == nil)
    }

    @Test("14.3 The runway is simulated with the known bills and a typical day, and without income")
    func lasting() throws {
        func told(_ typical: String?) throws -> SixQuestions {
            let bill = PlannedMoney(
                id: EntityID(high: 9, low: 9), source: .todo, day: date("2026-12-01"),
                account: EntityID(high: 1, low: 0),
                sum: try eur("-50"), flow: .expense)
            return try SixQuestions(
                balances([("100", 0)]), [], year: (eur("0"), eur("365")), rest: eur("0"),
                typical: typical.map { try eur($0) }, planned: [bill], first: date("2020-01-01"), today, currency("EUR")
            )
        }
        #expect(try told("10").lastsUntil == date("2026-12-04") && told("10").typicalDay?.number == "10.00")
        #expect(try told(nil).lastsUntil == nil)
    }

    @Test("14.3 A person's word on what can be spent counts before the kind of an account")
    func liquid() throws {
        var account = try balances([("100", 0)])[0].account
        #expect(account.isSpendable)
        account.extraFields[.liquid] = .choice(2)
        #expect(!account.isSpendable)
        account.accountKind = 4
        account.extraFields[.liquid] = .choice(1)
        #expect(account.isSpendable)
        account.extraFields[.liquid] = nil
        #expect(!account.isSpendable)
    }

    @Test("14.3 The surplus of a month stands beside the median of the whole months before")
    func surplus() throws {
        let months = [("3000", "2500"), ("100", "50"), ("100", "90"), ("100", "400"), ("100", "70")]
        let told = try questions([], months, first: "2026-07-01")
        #expect(told.surplus.number == "500.00" && told.usualSurplus?.number == "20.00")
        let odd = try questions([], [("0", "0"), ("10", "0.01"), ("0", "0.02")], first: "2026-09-01")
        #expect(odd.usualSurplus?.number == "4.99", "half a cent is rounded up")
        #expect(try questions([], months, first: "2026-07-02").usualSurplus?.number == "10.00", "July isn't whole")
        #expect(try questions([], months, first: "2026-04-01").usualSurplus?.number == "0.00", "nothing in spring")
        #expect(try questions([], months, first: "2026-11-02").usualSurplus == nil)
    }

    @Test("14.3 What can't be said yet isn't guessed: a young book says from when, no income gives no share")
    func young() throws {
        let told = try questions([("100", 0)], income: "10", expense: "5", first: "2026-11-20")
        #expect(told.since == date("2026-12-03") && told.runway == nil && told.saving == nil)
        let empty = try questions([("100", 0)], first: nil)
        #expect(empty.since == date("2026-12-11") && empty.runway == nil)
        let old = try questions([("100", 0)], income: "0", expense: "5", first: "2026-11-15")
        #expect(old.since == nil && old.saving == nil && old.runway == 280, "14 days at 5 EUR")
        #expect(try questions([("100", 0)], income: "10", expense: "0").runway == nil, "nothing was spent")
        #expect(try questions([], income: "100", expense: "150").saving == -500)
    }

    @Test(
        "14.5 A year's cost counts each occurrence by its rule: every 28 days is 13 or 14 times",
        arguments: [("2026-12-01", "128.70"), ("2026-11-29", "138.60")])
    func year(first: String, cost: String) throws {
        var gym = Todo(
            id: EntityID(high: 2, low: 1), title: "Gym", createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: [1]), amount: try Amount("9.90", usual: currency("EUR")))
        gym.due = date(first)
        gym.repeats = Repeat("FREQ=DAILY;INTERVAL=28", .every, anchor: date(first))
        let planned = try PlannedMoney.all(
            [gym], payer: { _ in nil }, [], [], [], today, through: today.adding(days: 365))
        let told = try questions([], rest: "100", planned: planned)
        #expect(told.yearOfBills.number == cost && told.yearOfRest.number == "100.00")
    }

    @Test("14.3 The greatest sums are told or refused, and never trap")
    func extremes() throws {
        let most = "999999999999999.99"
        let told = try questions([(most, 0), (most, 0)], [(most, "0"), (most, "0")], income: most, expense: "0.01")
        #expect(told.runway == .max || told.runway ?? 0 > 1_000_000)
        #expect(told.saving == 1_000)
    }
}
