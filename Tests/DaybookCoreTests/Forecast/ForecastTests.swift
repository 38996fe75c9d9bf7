@testable import DaybookCore
import Fixtures
import Testing

/// The balance day by day. It is Thursday 2026-11-26.
@Suite struct ForecastTests {
    private let today = date("2026-11-26")
    private let giro = EntityID(high: 1, low: 1)
    private let visa = EntityID(high: 1, low: 2)
    private var todos: [Todo] = []

    private func eur(_ text: String) throws -> Amount { try Amount(text, usual: currency("EUR")) }

    private var accounts: [MoneyAccount] {
        [(giro, "Giro"), (visa, "Visa")].map { id, name in
            var account = MoneyAccount(id: id, createdAt: Timestamp(milliseconds: 0))
            (account.name, account.opening) = (name, .zero(currency("EUR")))
            return account
        }
    }

    private mutating func add(
        _ title: String, _ cost: String, _ due: String, _ rule: String? = nil, _ mode: RepeatMode = .every,
        _ values: [(Field, FieldValue)] = []
    ) throws {
        var todo = Todo(
            id: EntityID(high: 2, low: UInt64(todos.count)), title: title, createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: [1]), amount: try eur(cost))
        todo.due = date(due)
        if let rule { todo.repeats = Repeat(rule, mode, anchor: date(due)) }
        for (field, value) in values { todo.others[field] = value }
        todos.append(todo)
    }

    private func forecast(of account: EntityID, _ balance: String, through last: String) throws -> Forecast {
        let items = try PlannedMoney.all(
            todos, payer: { _ in giro }, [], [], accounts, today, through: date(last))
        return try Forecast(Sum(eur(balance)), items.filter { $0.account == account }, today)
    }

    private mutating func fill() throws {
        try add("Card", "450", "2026-11-27", nil, .every, [(.paysInto, .entity(visa))])
        try add("Music", "13.99", "2026-11-30", "FREQ=MONTHLY;BYMONTHDAY=-1")
        try add("Salary", "2400", "2026-11-30", "FREQ=MONTHLY;BYMONTHDAY=30", .every, [(.books, .choice(1))])
        try add("Rent", "850", "2026-12-01", "FREQ=MONTHLY;BYMONTHDAY=1")
        try add("Gym", "9.90", "2026-12-23", "FREQ=DAILY;INTERVAL=28")
    }

    @Test("14.2 F1 The balance is told for each day, what goes out before what comes in, with its lowest point")
    mutating func line() throws {
        try fill()
        let forecast = try forecast(of: giro, "1200", through: "2026-12-31")
        #expect(
            forecast.days.map { "\($0.day.text.dropFirst(5)) \($0.low.number) \($0.end.number)" } == [
                "11-27 750.00 750.00", "11-30 736.01 3136.01", "12-01 2286.01 2286.01", "12-23 2276.11 2276.11",
                "12-30 2276.11 4676.11", "12-31 4662.12 4662.12",
            ])
        #expect(forecast.lowest.day == date("2026-11-30") && forecast.lowest.sum.number == "736.01")
        #expect(forecast.payday == date("2026-11-30"))
        #expect(try forecast.free(above: Sum(eur("0"))).number == "736.01")
        #expect(try forecast.free(above: Sum(eur("100"))).number == "636.01")
        #expect(forecast.first(below: Sum(try eur("0"))) == nil)
        #expect(forecast.first(below: Sum(try eur("740"))) == date("2026-11-30"))
        #expect(forecast.first(below: Sum(try eur("1200.01"))) == today)
        #expect(forecast.balance(on: date("2026-12-22")).number == "2286.01")
        #expect(forecast.balance(on: today).number == "1200.00")
        #expect(try self.forecast(of: visa, "0", through: "2026-12-31").days.map(\.end.number) == ["450.00"])
    }

    @Test("14.2 Money from one of the accounts to another lowers none of what they have together")
    mutating func together() throws {
        try fill()
        let items = try PlannedMoney.all(
            todos, payer: { _ in giro }, [], [], accounts, today, through: date("2026-12-01"))
        let both = try Forecast(Sum(eur("1200")), items, today)
        #expect(both.days.map { "\($0.day.text.dropFirst(5)) \($0.low.number)" } == ["11-30 1186.01", "12-01 2736.01"])
        #expect(both.lowest.sum.number == "1186.01")
        // Money on its way for some days is in neither.
        let legs = [("2026-11-27", giro, "450"), ("2026-11-28", visa, "450")]
        let underWay = try legs.map { day, account, sum in
            PlannedMoney(
                id: EntityID(high: 3, low: 3), source: .transfer, day: date(day), account: account,
                sum: account == giro ? Sum(try eur(sum)).negated : Sum(try eur(sum)), flow: .transfer)
        }
        #expect(try Forecast(Sum(eur("1200")), underWay, today).lowest.sum.number == "750.00")
    }

    @Test("14.2 The last of each month follows from its rule, not from the month before") mutating func clamped() throws
    {
        try add("Music", "13.99", "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        let days = try forecast(of: giro, "100", through: "2027-04-30").days.map(\.day.text)
        #expect(days == ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"])
    }

    @Test("14.2 What is overdue counts today, what was finished early is gone, and what has no day isn't known")
    mutating func overdue() throws {
        try add("Old", "20", "2026-11-01")
        try add("Missed", "5", "2026-11-10", "FREQ=WEEKLY")
        let forecast = try forecast(of: giro, "10", through: "2026-11-26")
        #expect(forecast.days.count == 1 && forecast.days.first?.day == today)
        #expect(forecast.lowest.sum.number == "-25.00" && forecast.days.first?.items.count == 4)
        #expect(forecast.first(below: Sum(try eur("0"))) == today)
        todos[0].completedAt = Timestamp(milliseconds: 1)
        #expect(try self.forecast(of: giro, "10", through: "2026-11-26").lowest.sum.number == "-5.00")
    }

    @Test("14.2 Without a known income all that is known counts") mutating func noIncome() throws {
        try add("Tax", "300", "2027-03-01")
        let forecast = try forecast(of: giro, "1000", through: "2027-12-31")
        #expect(forecast.payday == nil)
        #expect(try forecast.free(above: Sum(eur("0"))).number == "700.00")
        #expect(try Forecast(Sum(eur("5")), [], today).lowest.day == today)
    }
}
