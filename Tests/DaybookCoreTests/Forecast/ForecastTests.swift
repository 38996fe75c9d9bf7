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
        for (field, value) in values { todo.extraFields[field] = value }
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

    @Test("14.2 A closed account pays nothing, and is paid where a to-do pays into it, as booking has it")
    mutating func closed() throws {
        try add("Rent", "850", "2026-12-01", nil, .every, [(.account, .entity(visa))])
        try add("Card", "450", "2026-12-02", nil, .every, [(.account, .entity(visa)), (.paysInto, .entity(giro))])
        try add("Back", "20", "2026-12-03", nil, .every, [(.paysInto, .entity(visa))])
        var accounts = accounts
        accounts[1].extraFields[.closedAt] = .time(Timestamp(milliseconds: 1))
        let names = [giro: "Giro", visa: "Visa"]
        func items(payer: EntityID?) throws -> [String] {
            let items = try PlannedMoney.all(
                todos, payer: { _ in payer }, [], [], accounts, today, through: date("2026-12-31"))
            return items.map { item in
                [String(item.day.text.dropFirst(5)), names[item.account] ?? "EUR", item.sum.number]
                    .joined(separator: " ")
            }
        }
        #expect(
            try items(payer: giro) == [
                "12-01 Giro -850.00", "12-02 Giro -450.00", "12-02 Giro 450.00", "12-03 Giro -20.00",
                "12-03 Visa 20.00",
            ])
        // Without a usual account, booking leaves a transfer on the side that it names.
        #expect(
            try items(payer: nil) == [
                "12-01 EUR -850.00", "12-02 Visa -450.00", "12-02 Giro 450.00", "12-03 EUR -20.00", "12-03 Visa 20.00",
            ])
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

    @Test("14.2 An amount that is about so much counts with more where it goes out, and with less where it comes in")
    mutating func estimates() throws {
        try add("Power", "80", "2026-12-01", nil, .every, [(.estimate, .choice(1))])
        try add("Bonus", "100", "2026-12-02", nil, .every, [(.estimate, .choice(1)), (.books, .choice(1))])
        let days = try forecast(of: giro, "100", through: "2026-12-31").days
        #expect(days.map(\.end.number) == ["14.00", "106.50"])
    }

    private func line(of account: MoneyAccount, _ balance: Sum, through last: String) throws -> Forecast {
        let balances = [
            AccountBalance(account: account, balance: balance, count: 0, legs: 0),
            AccountBalance(account: accounts[0], balance: Sum(try eur("0")), count: 0, legs: 0),
        ]
        let known = try PlannedMoney.all(
            todos, payer: { _ in giro }, [], [], [account, accounts[0]], today, through: date(last))
        let items = try PlannedMoney.withInterest(known, balances, today, through: date(last))
        return try Forecast(balance, items.filter { $0.account == account.id }, today)
    }

    @Test("14.2 Savings and debts bear interest at the end of each month, and it is no payday") mutating func interest()
        throws
    {
        var savings = accounts[1]
        savings.extraFields[.interest] = .text("1.2 from 2026-12-01")
        let line = try line(of: savings, Sum(eur("1000")), through: "2027-02-28")
        #expect(
            line.days.map { "\($0.day.text) \($0.end.number)" } == [
                "2026-12-31 1001.00", "2027-01-31 1002.00", "2027-02-28 1003.00",
            ])
        #expect(line.payday == nil)
        savings.accountKind = 2
        let card = try self.line(of: savings, Sum(eur("1000")).negated, through: "2026-12-31")
        #expect(card.days.map(\.end.number) == ["-1001.00"])
    }

    @Test("14.2 The payments of a loan have the interest and the rest of its table") mutating func instalments() throws
    {
        var loan = accounts[1]
        loan.accountKind = 3
        loan.extraFields[.interest] = .text("6")
        try add("Loan", "860.66", "2026-12-01", "FREQ=MONTHLY", .every, [(.paysInto, .entity(visa))])
        let debt = Sum(try eur("10000")).negated
        #expect(
            try line(of: loan, debt, through: "2027-02-15").days.map(\.end.number) == [
                "-9189.34", "-8374.63", "-7555.84",
            ])
        let balances = [AccountBalance(account: loan, balance: debt, count: 0, legs: 0)]
        let known = try PlannedMoney.all(
            todos, payer: { _ in giro }, [], [], [loan, accounts[0]], today, through: date("2027-01-15"))
        let all = try PlannedMoney.withInterest(known, balances, today, through: date("2027-01-15"))
        let paid = all.filter { $0.account == giro }.map { "\($0.flow) \($0.sum.number)" }.sorted()
        #expect(paid == ["expense -45.95", "expense -50.00", "transfer -810.66", "transfer -814.71"])
    }

    @Test(
        "14.2 An instalment has the interest of its share of the year, and a debt that it doesn't cover grows",
        arguments: [
            ("FREQ=WEEKLY", "11.51", "100.00"), ("FREQ=WEEKLY;INTERVAL=2", "23.01", "100.00"),
            ("FREQ=DAILY;INTERVAL=28", "46.03", "100.00"), ("FREQ=WEEKLY;BYDAY=MO,TU", "5.75", "100.00"),
            ("FREQ=MONTHLY", "50.00", "100.00"), ("FREQ=MONTHLY;INTERVAL=3", "150.00", "100.00"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "25.00", "100.00"),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "50.00", "100.00"),
            ("FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=1", "300.00", "700.00"), ("FREQ=YEARLY", "600.00", "700.00"),
        ])
    mutating func shares(rule: String, interest: String, payment: String) throws {
        var loan = accounts[1]
        loan.accountKind = 3
        loan.extraFields[.interest] = .text("6")
        try add("Loan", payment, "2026-12-01", rule, .every, [(.paysInto, .entity(visa))])
        let balances = [AccountBalance(account: loan, balance: Sum(try eur("10000")).negated, count: 0, legs: 0)]
        let known = try PlannedMoney.all(
            todos, payer: { _ in giro }, [], [], [loan, accounts[0]], today, through: date("2026-12-01"))
        let all = try PlannedMoney.withInterest(known, balances, today, through: date("2026-12-01"))
        let paid = try Sum(eur(payment)).adding(Sum(eur(interest)).negated)
        #expect(all.first { $0.flow == .expense }?.sum.number == "-" + interest)
        #expect(all.first { $0.account == visa }?.sum.number == paid.number)
        #expect(all.first { $0.account == giro && $0.flow == .transfer }?.sum.number == paid.negated.number)
    }

    @Test("14.2 What comes every day, or on the same days of months, is known for as long as a forecast goes")
    mutating func longSeries() throws {
        try add("Coffee", "1", "2026-11-27", "FREQ=DAILY")
        try add("Rent", "1", "2026-12-15", "FREQ=MONTHLY")
        try add("Half", "1", "2026-12-15", "FREQ=MONTHLY;BYMONTHDAY=15,-1")
        let counts = todos.map { $0.costs(through: date("2036-11-25"), today).count }
        #expect(counts == [3_652, 120, 239])
        todos = []
        for mode in [RepeatMode.every, .passing, .afterDone] {
            try add("Course", "1", "2026-11-02", "FREQ=WEEKLY;COUNT=5", mode)
        }
        // Today is the 26th: three are missed, and the fifth is on the 30th.
        #expect(todos.map { $0.costs(through: date("2036-11-25"), today).count } == [5, 2, 1])
    }

    @Test("14.2 With a typical day the line falls each day, and says when the floor is reached") mutating func typical()
        throws
    {
        let months = try [("2026-10-01", "310"), ("2026-09-01", "600"), ("2026-08-01", "31")].map {
            (start: date($0.0), unplanned: Sum(try eur($0.1)))
        }
        let typical = try #require(try Sum.typicalDay(months))
        #expect(typical.number == "10.00")
        #expect(try Sum.typicalDay([]) == nil)
        try add("Rent", "50", "2026-12-01")
        let line = try forecast(of: giro, "100", through: "2026-12-31")
        #expect(line.balance(on: date("2026-11-30"), spending: typical)?.number == "60.00")
        #expect(line.balance(on: date("2026-12-01"), spending: typical)?.number == "0.00")
        let zero = Sum(try eur("0"))
        #expect(line.first(below: zero, spending: typical, through: date("2026-12-31")) == date("2026-12-02"))
        #expect(line.first(below: zero, spending: typical, through: date("2026-12-01")) == nil)
        #expect(line.first(below: zero, spending: zero, through: date("2026-12-31")) == nil)
    }

    @Test("14.4 T9 A goal takes its rest in equal parts, and several in one account what the ones before left")
    func goals() throws {
        var savings = accounts[1]
        savings.extraFields[.goal] = .text("1000.00 EUR by 2026-12-15")
        func plans(_ balance: String, _ day: String, _ names: [String]) throws -> [GoalPlan] {
            let envelopes = names.enumerated().map { index, name in
                var envelope = Envelope(
                    id: EntityID(high: 5, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
                envelope.name = name
                envelope.extraFields[.goal] = .text("100.00 EUR by 2027-01")
                envelope.extraFields[.earmark] = index < 2 ? .entity(visa) : nil
                return envelope
            }
            return try GoalPlan.all(
                [AccountBalance(account: savings, balance: Sum(eur(balance)), count: 0, legs: 0)], envelopes,
                left: { _, _ in nil }, date(day))
        }
        let shared = try plans("150", "2026-11-28", ["Bike", "Trip", "Own"])
        #expect(
            shared.map { "\($0.name) \($0.saved.number) \($0.need.number) \($0.months)" } == [
                "Bike 100.00 0.00 3", "Trip 50.00 16.67 3", "Visa 0.00 500.00 2", "Own 0.00 33.33 3",
            ])
        #expect(try plans("33.33", "2026-12-28", ["Bike"])[0].need.number == "33.34")
        #expect(try plans("66.67", "2027-01-28", ["Bike"])[0].need.number == "33.33")
        #expect(try plans("66.67", "2027-09-28", ["Bike"])[0].months == 1)
    }

    @Test("14.5 A year's cost goes by the rule, never by twelve, the dearest first") mutating func bills() throws {
        try add("Rent", "1", "2026-12-01", "FREQ=MONTHLY")
        try add("Gym", "9.90", "2026-11-26", "FREQ=DAILY;INTERVAL=28")
        try add("Once", "500", "2026-12-01")
        try add("Salary", "500", "2026-12-01", "FREQ=MONTHLY", .every, [(.books, .choice(1))])
        try add("Power", "1", "2026-12-01", "FREQ=MONTHLY", .every, [(.estimate, .choice(1))])
        try add("Loan", "860.66", "2026-12-01", "FREQ=MONTHLY", .every, [(.paysInto, .entity(visa))])
        var loan = accounts[1]
        loan.accountKind = 3
        loan.extraFields[.interest] = .text("6")
        let known = try PlannedMoney.all(
            todos, payer: { _ in giro }, [], [], [accounts[0], loan], today, through: today.adding(days: 364))
        let debt = AccountBalance(account: loan, balance: Sum(try eur("10000")).negated, count: 0, legs: 0)
        let bills = try Bill.all(
            todos, PlannedMoney.withInterest(known, [debt], today, through: today.adding(days: 364)))
        #expect(
            bills.map { "\($0.todo.title) \($0.count) \($0.year.number)" } == [
                // The interest of L1. The other half of a cent of 1.075 counts as well.
                "Loan 12 327.96", "Gym 14 138.60", "Power 12 12.96", "Rent 12 12.00",
            ])
    }

    @Test("14.5 Three rows of a payee at regular distances are offered as a bill, once") func proposals() throws {
        func entries(_ days: [String], _ costs: [String]) throws -> [Entry] {
            try zip(days, costs).enumerated().map { index, row in
                var entry = Entry(
                    id: EntityID(high: 6, low: UInt64(index)), createdAt: Timestamp(milliseconds: 0))
                (entry.kind, entry.day, entry.amount) = (.expense, date(row.0), try eur(row.1))
                entry.extraFields[.payee] = .text("Music")
                return entry
            }
        }
        func offered(_ days: [String], _ costs: [String], known: Bool = false) throws -> [BillProposal] {
            BillProposal.all(
                try entries(days, costs), PayeeNames([]), isAnswered: { (_: EntityID) throws(Never) in known }, today)
        }
        let monthly = ["2026-08-31", "2026-10-01", "2026-10-30"]
        let made = try #require(try offered(monthly, ["13.99", "13.99", "13.99"]).first)
        #expect(made.rule.hasPrefix("FREQ=MONTHLY") && !made.isAbout && made.due >= today)
        #expect(made.draft[.title]?.text == "Music" && made.draft[.estimate] == nil)
        #expect(try offered(monthly, ["13.99", "13.99", "13.99"], known: true).isEmpty)
        #expect(try offered(monthly, ["100", "105", "100"]).first?.isAbout == true)
        #expect(try offered(monthly, ["100", "105.01", "100"]).isEmpty, "more than 5 %")
        #expect(try offered(Array(monthly.dropLast()), ["1", "1"]).isEmpty, "two rows")
        #expect(try offered(["2026-08-31", "2026-09-10", "2026-10-30"], ["1", "1", "1"]).isEmpty, "irregular")
        #expect(try offered(["2026-01-31", "2026-02-28", "2026-03-30"], ["1", "1", "1"]).isEmpty, "it has ended")
        #expect(
            try offered(["2026-11-10", "2026-11-17", "2026-11-24"], ["1", "1", "1"]).first?.due == date("2026-12-01"))
    }
}
