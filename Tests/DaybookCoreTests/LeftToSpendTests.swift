@testable import DaybookCore
import Testing

/// What is left until payday. It is Saturday 2026-11-28.
@Suite struct LeftToSpendTests {
    private let today = CivilDate(daysSince1970: 20_785)
    private let euro: Currency
    private var balances: [AccountBalance] = []
    private var todos: [Todo] = []
    private var entries: [Entry] = []
    private var transfers: [Transfer] = []

    init() throws { euro = try #require(Currency("EUR")) }

    private func id(_ name: String) -> EntityID { EntityID(derivedFrom: Array(name.utf8), for: "test") }
    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }
    private func amount(_ text: String) throws -> Amount { try Amount(text, usual: euro) }

    private mutating func account(
        _ name: String, _ balance: String, kind: UInt8 = 0, _ change: (inout MoneyAccount) -> Void = { _ in }
    )
        throws
    {
        let amount = try amount(balance.replacing("-", with: ""))
        var account = MoneyAccount(id: id(name), createdAt: Timestamp(milliseconds: 0))
        (account.name, account.accountKind, account.position) = (name, kind, Position(bytes: [1]))
        account.opening = .zero(amount.currency)
        change(&account)
        let sum = balance.hasPrefix("-") ? Sum(amount).negated : Sum(amount)
        balances.append(AccountBalance(account: account, balance: sum, count: 0, legs: 0))
    }

    private mutating func bill(
        _ cost: String, _ due: String?, _ rule: String = "", _ mode: RepeatMode = .every, from account: String? = nil
    )
        throws
    {
        var todo = Todo(
            id: id(cost + (due ?? "")), title: cost, createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: [1]),
            amount: try amount(cost))
        todo.due = try due.map { try day($0) }
        if let due = todo.due, !rule.isEmpty { todo.repeats = Repeat(rule, mode, anchor: due) }
        todo.extraFields[.account] = account.map { .entity(id($0)) }
        todos.append(todo)
    }

    private mutating func entry(_ kind: EntryKind, _ cost: String, _ on: String, of account: String) throws {
        var entry = Entry(
            id: id(cost + on), kind: kind, amount: try amount(cost), day: try day(on),
            createdAt: Timestamp(milliseconds: 0))
        entry.extraFields[.account] = .entity(id(account))
        entries.append(entry)
    }

    /// One line for each currency: the sum, the last day, the days, and what goes out.
    private var left: [String] {
        get throws {
            try LeftToSpend.all(
                balances, todos, payer: { currency in balances.first { $0.account.currency == currency }?.account.id },
                EntryList(entries).byDay, transfers, today
            ).map { left in
                ([left.sum.text, left.last.text, String(left.days)]
                    + left.items.map { String($0.day.text.dropFirst(5)) + " " + $0.sum.number }).joined(separator: " ")
            }
        }
    }

    @Test("11.7 What is left is what is in the accounts, less the bills up to the next income that is known")
    mutating func untilPayday() throws {
        try account("Giro", "4016.88 EUR")
        try account("Visa", "-1455.20 EUR", kind: 2)
        try account("Wallet", "95.70 EUR", kind: 1)
        try bill("1200 EUR", "2026-12-01")
        try bill("85 EUR", "2026-12-15", from: "Visa")
        try bill("40 EUR", "2026-12-27")
        try entry(.income, "2400 EUR", "2026-12-26", of: "Giro")
        try entry(.income, "9 EUR", "2027-01-26", of: "Giro")
        #expect(try left == ["1372.38 EUR 2026-12-25 28 12-01 -1200.00 12-15 -85.00"])
        let told = try LeftToSpend.all(
            balances, todos, payer: { _ in id("Giro") }, EntryList(entries).byDay, [], today)
        #expect(told.first?.aDay?.text == "49.01 EUR" && told.first?.payday?.text == "2026-12-26")
        #expect(told.first?.money.text == "2657.38 EUR" && told.first?.accounts.count == 3)
    }

    @Test("11.7 While no income is known it is what is left of the month; overdue bills count, those of no day don't")
    mutating func untilTheEndOfTheMonth() throws {
        try account("Giro", "100 EUR")
        try bill("10 EUR", "2026-10-01")
        try bill("20 EUR", "2026-11-30")
        try bill("30 EUR", "2026-12-01")
        try bill("40 EUR", nil)
        #expect(try left == ["70.00 EUR 2026-11-30 3 10-01 -10.00 11-30 -20.00"])
    }

    @Test("11.7 A repeating bill counts as often as it is due before payday") mutating func repeating() throws {
        try account("Giro", "1000 EUR")
        try entry(.income, "1 EUR", "2027-01-15", of: "Giro")
        try bill("5 EUR", "2026-11-14", "FREQ=MONTHLY;BYMONTHDAY=14")
        try bill("3 EUR", "2026-11-14", "FREQ=MONTHLY;BYMONTHDAY=14", .passing)
        try bill("2 EUR", "2026-12-01", "FREQ=WEEKLY", .afterDone)
        try bill("1 EUR", "2026-12-24", "FREQ=DAILY;COUNT=2")
        // What is due on the day of the income may go out first.
        try bill("7 EUR", "2027-01-15")
        let passing = "11-14 -3.00", every = "11-14 -5.00"
        let line = try #require(try left.first)
        #expect(line.hasPrefix("965.00 EUR 2027-01-14 48 "))
        #expect(
            line.contains(passing) && line.contains(every) && line.contains("12-14 -3.00")
                && line.contains("01-14 -5.00"))
        #expect(line.contains("12-24 -1.00 12-25 -1.00 ") && !line.contains("12-26") && line.hasSuffix("01-15 -7.00"))
    }

    @Test(
        "11.7 Accounts that are closed, off the budget, loans and assets are left out, and so are bills that they pay")
    mutating func accounts() throws {
        try account("Giro", "100 EUR")
        try account("Old", "7 EUR") { $0.extraFields[.closedAt] = .time(Timestamp(milliseconds: 1)) }
        try account("Savings", "9000 EUR") { $0.budget = 1 }
        try account("House", "200000 EUR", kind: 4)
        try account("Loan", "-6000 EUR", kind: 3)
        try bill("10 EUR", "2026-11-29", from: "Savings")
        try entry(.income, "50 EUR", "2026-11-29", of: "Savings")
        try entry(.expense, "5 EUR", "2026-11-29", of: "Giro")
        try entry(.expense, "6 EUR", "2026-12-01", of: "Giro")
        var transfer = Transfer(id: id("t"), createdAt: Timestamp(milliseconds: 0))
        transfer.from = Transfer.Leg(account: id("Giro"), day: try day("2026-11-30"), amount: try amount("30 EUR"))
        transfer.to = Transfer.Leg(account: id("Savings"), day: try day("2026-11-30"), amount: try amount("30 EUR"))
        transfers = [transfer]
        #expect(try left == ["65.00 EUR 2026-11-30 3 11-29 -5.00 11-30 -30.00"])
    }

    @Test("11.7 The usual account pays the bill of one that is closed or gone, as it does when the bill is booked")
    mutating func closed() throws {
        try account("Cash", "1000 EUR", kind: 1)
        try account("Giro", "100 EUR") { $0.extraFields[.closedAt] = .time(Timestamp(milliseconds: 1)) }
        try bill("850 EUR", "2026-11-29", from: "Giro")
        try bill("5 EUR", "2026-11-30", from: "Gone")
        #expect(try left == ["145.00 EUR 2026-11-30 3 11-29 -850.00 11-30 -5.00"])
    }

    @Test("11.7 Each currency has its own payday; without an account that somebody made nothing is said")
    mutating func currencies() throws {
        #expect(try left == [])
        try account("EUR", "100 EUR") { $0.position = Position(bytes: []) }
        #expect(try left == [])
        try account("Giro", "100 EUR")
        try account("Yen", "5000 JPY")
        try entry(.income, "900 JPY", "2026-12-05", of: "Yen")
        try bill("70 JPY", "2026-12-02")
        try bill("10 EUR", "2026-11-28", from: "Giro")
        #expect(try left == ["90.00 EUR 2026-11-30 3 11-28 -10.00", "4930 JPY 2026-12-04 7 12-02 -70"])
    }

    @Test("11.7 A share of nothing isn't said, and one of yen has no decimals") mutating func share() throws {
        try account("Yen", "100 JPY")
        var told = try LeftToSpend.all(balances, [], payer: { _ in nil }, [], [], today)
        #expect(told.first?.aDay?.text == "33 JPY")
        try account("Debt", "-100 JPY", kind: 2)
        told = try LeftToSpend.all(balances, [], payer: { _ in nil }, [], [], today)
        #expect(told.first?.aDay == nil && told.first?.sum.text == "0 JPY")
    }

    @Test("11.8 A share and a change are told in whole percent, of sums of any size") func percents() throws {
        func sum(_ text: String) throws -> Sum { Sum(try amount(text)) }
        #expect(
            try sum("31.5 EUR").percent(of: sum("100 EUR")) == 32 && sum("0.001 EUR").percent(of: sum("100 EUR")) == 0)
        #expect(try sum("96 EUR").negated.percent(of: sum("100 EUR")) == -96)
        #expect(try sum("300 EUR").percent(of: sum("1 EUR")) == 30_000 && sum("1 EUR").percent(of: sum("0 EUR")) == nil)
        let huge = Sum(coefficient: 90_000_000_000_000_000_000_000_000_000, scale: 2, currency: euro)
        #expect(try huge.percent(of: huge) == 100 && huge.percent(of: sum("1 EUR")) == nil)
        #expect(try sum("1 EUR").percent(of: huge) == 0)
    }
}
