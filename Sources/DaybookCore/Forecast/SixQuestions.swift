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

    /// The least number of days that a book must reach back for what is said of a year.
    public static let leastDays: Int64 = 14

    public let currency: Currency
    /// Income less expenses of this month so far.
    public let surplus: Sum
    /// The same at the month's end, with all that is known to come.
    public let surplusAtEnd: Sum
    /// The median surplus of the last twelve whole months, or of as many as there are; nil while there is none.
    public let usualSurplus: Sum?
    /// The number of days that the money that may be spent lasts without income, at the pace of the last 365 days.
    public let runway: Int64?
    /// The accounts above 0.
    public let assets: Sum
    /// The part of these that may be spent.
    public let liquid: Sum
    /// The accounts below 0, as a number above.
    public let debts: Sum
    /// The share of the income of the last 365 days that wasn't spent, in tenths of a percent; below zero where more was.
    public let saving: Int?
    /// The known bills of the next 365 days, today included, each as often as its rule says.
    public let yearOfBills: Sum
    /// The expenses of the last 365 days that no to-do booked.
    public let yearOfRest: Sum
    /// The income and the expenses of this month so far.
    public let month: Month
    /// Those of the last 365 days; their `start` is the first of these days.
    public let year: Month
    /// The day from which on the rest can be said, where the book is too young for it.
    public let since: CivilDate?

    /// - Parameters:
    ///   - balances: at the end of today, in the currency.
    ///   - months: the whole months before this one, in any order, and this one.
    ///   - year: what came in and went out in the last 365 days, today included.
    ///   - rest: the part of what went out that no to-do booked.
    ///   - planned: what is known of the next 365 days.
    ///   - first: the day of the first entry; nil if there is none.
    public init(
        _ balances: [AccountBalance], _ months: [Month], year: (income: Sum, expense: Sum), rest: Sum,
        planned: [PlannedMoney], first: CivilDate?, _ today: CivilDate, _ currency: Currency
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
        self.year = Month(start: today.adding(days: -364), income: year.income, expense: year.expense)
        surplus = try present.income.adding(present.expense.negated)
        let coming = own.filter { $0.flow != .transfer && $0.day <= today.endOfMonth }
        surplusAtEnd = try surplus.adding(sum(coming.map { $0.sum }))
        let whole = months.filter { $0.start < month && first.map { $0 <= month } ?? false }
            .sorted { $0.start > $1.start }.prefix(12)
        var surpluses: [Sum] = []
        for month in whole { surpluses.append(try month.income.adding(month.expense.negated)) }
        usualSurplus = try Self.median(surpluses)
        assets = try sum(balances.filter { zero.isBelow($0.balance) }.map { $0.balance })
        let spendable = balances.filter { $0.account.isSpendable && zero.isBelow($0.balance) }
        liquid = try sum(spendable.map { $0.balance })
        debts = try sum(balances.filter { $0.balance.isBelow(zero) }.map { $0.balance }).negated
        yearOfBills = try sum(own.filter { $0.source == .todo && $0.flow == .expense }.map { $0.sum }).negated
        yearOfRest = rest
        let known = first.map { today.daysSince1970 - $0.daysSince1970 + 1 } ?? 0
        let isOld = known >= Self.leastDays
        since = isOld ? nil : (first ?? today).adding(days: Self.leastDays - 1)
        let days = min(known, 365)
        runway = isOld ? Self.quotient(liquid, Int128(days), by: year.expense) : nil
        saving = isOld ? try Self.share(year) : nil
    }

    /// The answers in each currency that an account or an entry of the last 365 days has, by code.
    ///
    /// - Parameters:
    ///   - balances: at the end of today.
    ///   - days: those up to today on which something came in or went out, the oldest first.
    ///   - rest: the expenses of the last 365 days that no to-do booked.
    ///   - planned: what is known of the next 365 days.
    public static func all(
        _ balances: [AccountBalance], _ days: [PeriodTotals], rest: Sums, planned: [PlannedMoney], _ today: CivilDate
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
            all.append(
                try SixQuestions(
                    balances.filter { $0.account.currency == currency },
                    months.map {
                        Month(start: $0.start, income: sum($0.totals.income), expense: sum($0.totals.expense))
                    },
                    year: (sum(year.income), sum(year.expense)), rest: sum(rest), planned: planned,
                    first: days.first?.start, today, currency))
        }
        return all
    }

    private static func median(_ sums: [Sum]) throws(ItemError) -> Sum? {
        guard !sums.isEmpty else { return nil }
        let sorted = sums.sorted { $0.isBelow($1) }
        let upper = sorted[sorted.count / 2]
        if sorted.count % 2 == 1 { return upper }
        let both = try sorted[sorted.count / 2 - 1].adding(upper)
        guard let double = both.coefficient(at: both.scale + 1) else { throw .sumTooLarge(both.currency) }
        return Sum(
            coefficient: double.rounded(dividedBy: 2), scale: both.scale + 1, currency: both.currency
        ).rounded
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
