/// The answers of a book to six questions, in one currency: what is over, for how long it lasts, what is mine, what I owe, how
/// much stays, and what a year costs. What can't be said yet is nil.
public struct SixQuestions: Equatable, Sendable {
    /// Income and expenses of a month.
    public struct Month: Equatable, Sendable {
        /// Its first day.
        public let start: CivilDate
        public let income: Sum
        public let expense: Sum

        public init(start: CivilDate, income: Sum, expense: Sum) {
            (self.start, self.income, self.expense) = (start, income, expense)
        }
    }

    /// The end of what is owed, where it is known what is paid back each month, with nothing extra.
    public struct DebtPlan: Equatable, Sendable {
        /// The number of months until nothing is owed; nil where that is never, or can't be told.
        public let months: Int?
        /// All interest until then.
        public let interest: Sum?
        /// The sum by which the debts grow in a month, where they never end.
        public let growth: Sum?
        /// False where some of what is owed isn't in it.
        public let isWhole: Bool
    }

    /// The least number of days that a book must reach back for what is said of a year.
    public static let leastDays: Int64 = 14

    public let currency: Currency
    /// Income less expenses of this month so far.
    public let surplus: Sum
    /// The same at the month's end, with all that is known to come.
    public let surplusAtEnd: Sum
    /// The median surplus of the last twelve whole months, or of as many as there are; nil while there is none.
    public let usualSurplus: Sum?
    /// The number of days that the money that may be spent lasts without income, at the pace of the last 365 days, or of as many as the
    /// book knows.
    public let runway: Int64?
    /// The first day on which that money wouldn't pay for the known bills and the typical spending if nothing came in; nil where it lasts
    /// for a year, or can't be told.
    public let lastsUntil: CivilDate?
    /// The median of what a day cost beside what was planned, over the last twelve whole months; nil while there is none.
    public let typicalDay: Sum?
    /// The accounts above 0.
    public let assets: Sum
    /// The part of these that may be spent.
    public let liquid: Sum
    /// The accounts below 0, as a number above.
    public let debts: Sum
    /// Nil where no debt says what is paid back.
    public let debtPlan: DebtPlan?
    /// The share of the income of the last 365 days that wasn't spent, in tenths of a percent; below zero where more was.
    public let saving: Int?
    /// The known bills of the next 365 days, today included, each as often as its rule says.
    public let yearOfBills: Sum
    /// The expenses of the last 365 days that no to-do booked.
    public let yearOfRest: Sum
    /// The income and the expenses of this month so far.
    public let month: Month
    /// Income and expenses of the last 365 days; their `start` is the first of these days that the book knows.
    public let year: Month
    /// The number of these days, at most 365.
    public let days: Int
    /// The day from which on the rest can be said, where the book is too young for it.
    public let since: CivilDate?

    /// - Parameters:
    ///   - balances: at the end of today, in the currency.
    ///   - months: the whole months before this one, in any order, and this one.
    ///   - year: what came in and went out in the last 365 days, today included.
    ///   - rest: the part of what went out that no to-do booked.
    ///   - typical: what a day usually costs beside what is planned; nil where that isn't known.
    ///   - planned: what is known of the next 365 days.
    ///   - debtPlan: the end of what the accounts owe; nil where it isn't known.
    ///   - first: the day of the first entry; nil if there is none.
    public init(
        _ balances: [AccountBalance], _ months: [Month], year: (income: Sum, expense: Sum), rest: Sum,
        typical: Sum? = nil, planned: [PlannedMoney], debtPlan: DebtPlan? = nil, first: CivilDate?, _ today: CivilDate,
        _ currency: Currency
    ) throws(ItemError) {
        self.currency = currency
        let zero = Sum(.zero(currency))
        func sum(_ sums: [Sum]) throws(ItemError) -> Sum {
            var all = zero
            for sum in sums { all = try all.adding(sum) }
            return all
        }
        let own = planned.filter { $0.sum.currency == currency }
        let month = today.startOfMonth
        let present = months.first { $0.start == month } ?? Month(start: month, income: zero, expense: zero)
        self.month = present
        let known = first.map { today.daysSince1970 - $0.daysSince1970 + 1 } ?? 0
        let days = min(max(known, 0), 365)
        self.days = Int(days)
        self.year = Month(start: today.adding(days: 1 - days), income: year.income, expense: year.expense)
        surplus = try present.income.adding(present.expense.negated)
        let coming = own.filter { $0.flow != .transfer && $0.day <= today.endOfMonth }
        surplusAtEnd = try surplus.adding(sum(coming.map { $0.sum }))
        var surpluses: [Sum] = []
        var start = month
        for _ in 0..<12 {
            start = start.adding(days: -1).startOfMonth
            // The month in which the book begins isn't whole, and one with nothing in it is.
            guard let first, first <= start else { break }
            let whole = months.first { $0.start == start }
            surpluses.append(
                try whole.map { month throws(ItemError) in try month.income.adding(month.expense.negated) } ?? zero)
        }
        usualSurplus = try Sum.median(surpluses)
        assets = try sum(balances.filter { zero.isBelow($0.balance) }.map { $0.balance })
        let spendable = balances.filter { $0.account.isSpendable && zero.isBelow($0.balance) }
        liquid = try sum(spendable.map { $0.balance })
        debts = try sum(balances.filter { $0.balance.isBelow(zero) }.map { $0.balance }).negated
        self.debtPlan = debtPlan
        yearOfBills = try sum(own.filter { $0.source == .todo && $0.flow == .expense }.map { $0.sum }).negated
        yearOfRest = rest
        let isOld = known >= Self.leastDays
        since = isOld ? nil : (first ?? today).adding(days: Self.leastDays - 1)
        typicalDay = typical
        if isOld {
            let bills = own.filter { $0.flow == .expense }
            lastsUntil = try Forecast(liquid, bills, today)
                .first(below: zero, spending: typical ?? zero, through: today.adding(days: 365))
        } else {
            lastsUntil = nil
        }
        runway = isOld ? Self.quotient(liquid, Int128(days), by: year.expense) : nil
        saving = isOld ? try Self.share(year) : nil
    }

    private static func debtPlan(
        _ balances: [AccountBalance], _ today: CivilDate, _ currency: Currency
    ) throws(ItemError) -> DebtPlan? {
        guard
            let plans = try PayOffPlans.all(balances, by: [.minimum], today).first(where: { $0.currency == currency }),
            let plan = plans.plans.first
        else { return nil }
        let isWhole = balances.count(where: { $0.balance.coefficient < 0 }) == plans.debts.count
        return switch plan.result {
        case .ends(let paid):
            DebtPlan(months: paid.months, interest: paid.interest, growth: nil, isWhole: isWhole)
        case .grows(let growth): DebtPlan(months: nil, interest: nil, growth: growth, isWhole: isWhole)
        case .fails: nil
        }
    }

    /// The answers in each currency that an account or an entry of the last 365 days has, by code.
    ///
    /// - Parameters:
    ///   - balances: at the end of today.
    ///   - days: those up to today on which something came in or went out, the oldest first.
    ///   - rest: the expenses of the last 365 days that no to-do booked.
    ///   - planned: what is known of the next 365 days.
    ///   - first: the day of the first entry; nil for that of the first of `days`.
    ///   - typical: what a day usually costs beside what is planned; nil where that isn't known.
    public static func all(
        _ balances: [AccountBalance], _ days: [PeriodTotals], rest: Sums, planned: [PlannedMoney], _ today: CivilDate,
        first: CivilDate? = nil, typical: (Currency) throws(ItemError) -> Sum? = { _ in nil }
    ) throws(ItemError) -> [SixQuestions] {
        var year = Totals()
        for day in days where day.start > today.adding(days: -365) { try year.add(day.totals) }
        let months = try PeriodTotals.periods(.month, of: days)
        var currencies: [Currency] = []
        for currency in balances.map({ $0.account.currency }) + year.currencies where !currencies.contains(currency) {
            currencies.append(currency)
        }
        var all: [SixQuestions] = []
        for currency in currencies.sorted() {
            func sum(_ sums: Sums) -> Sum { sums[currency] ?? Sum(.zero(currency)) }
            let own = balances.filter { $0.account.currency == currency }
            all.append(
                try SixQuestions(
                    own,
                    months.map {
                        Month(start: $0.start, income: sum($0.totals.income), expense: sum($0.totals.expense))
                    },
                    year: (sum(year.income), sum(year.expense)), rest: sum(rest),
                    typical: typical(currency), planned: planned, debtPlan: debtPlan(own, today, currency),
                    first: first ?? days.first?.start, today, currency))
        }
        return all
    }

    /// `sum · factor / divisor`, rounded down; nil where nothing divides it.
    private static func quotient(_ sum: Sum, _ factor: Int128, by divisor: Sum) -> Int64? {
        let scale = max(sum.scale, divisor.scale)
        guard let above = sum.coefficient(at: scale)?.product(factor), let below = divisor.coefficient(at: scale),
            below > 0, above >= 0
        else { return nil }
        let rounded = above.rounded(dividedBy: below)
        let floor = (rounded.product(below) ?? 0) > above ? rounded - 1 : rounded
        return Int64(clamping: floor)
    }

    private static func share(_ year: (income: Sum, expense: Sum)) throws(ItemError) -> Int? {
        let left = try year.income.adding(year.expense.negated)
        guard let above = left.coefficient(at: left.scale)?.product(1_000),
            let below = year.income.coefficient(at: left.scale), below > 0
        else { return nil }
        return Int(clamping: above.rounded(dividedBy: below))
    }
}
