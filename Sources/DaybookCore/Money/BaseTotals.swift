/// The income and the expenses in one currency; or what keeps them from being said.
public struct BaseTotals: Sendable {
    /// A rate that is missing.
    public struct MissingRate: Sendable {
        /// Whose worth isn't known.
        public let currency: Currency
        /// The first day on which it would be needed.
        public fileprivate(set) var day: CivilDate
    }

    public let base: Currency
    private var income: Sum
    private var expense: Sum
    /// The currencies for which a rate is missing, by code. While there are any the sums lack something, and aren't to be shown.
    public private(set) var missing: [MissingRate] = []

    public init(in base: Currency) {
        self.base = base
        (income, expense) = (Sum(.zero(base)), Sum(.zero(base)))
    }

    /// Adds what some totals are worth by the last rates up to the end of a day.
    public mutating func add(_ totals: Totals, _ rates: Rates, on day: CivilDate) throws(ItemError) {
        income = try income.adding(worth(totals.income, rates, on: day))
        expense = try expense.adding(worth(totals.expense, rates, on: day))
    }

    /// Does the same as `add`, of what is there rather than of what came in.
    public mutating func add(_ sums: Sums, _ rates: Rates, on day: CivilDate) throws(ItemError) {
        income = try income.adding(worth(sums, rates, on: day))
    }

    private mutating func worth(_ sums: Sums, _ rates: Rates, on day: CivilDate) throws(ItemError) -> Sum {
        var all = Sum(.zero(base))
        for sum in sums.all where sum.coefficient != 0 {
            if let worth = try rates.worth(sum, in: base, on: day) {
                all = try all.adding(worth)
            } else {
                missing.add([MissingRate(currency: sum.currency, day: day)])
            }
        }
        return all
    }

    /// The income, the expenses, and the one less the other; nil while a rate is missing.
    public var sums: (income: Sum, expense: Sum, balance: Sum)? {
        guard missing.isEmpty, let balance = try? income.adding(expense.negated) else { return nil }
        return (income.rounded, expense.rounded, balance.rounded)
    }
}

extension [BaseTotals.MissingRate] {
    /// Adds others. Of those of a currency the first day stays.
    public mutating func add(_ rates: [BaseTotals.MissingRate]) {
        for rate in rates {
            let place = firstIndex { $0.currency >= rate.currency } ?? count
            if place == count || self[place].currency != rate.currency {
                insert(rate, at: place)
            } else {
                self[place].day = Swift.min(self[place].day, rate.day)
            }
        }
    }
}

extension BaseTotals {
    /// The totals of periods, one for each of them: each day by its last rate.
    ///
    /// - Parameters:
    ///   - periods: what `PeriodTotals.periods` says of these days.
    ///   - days: the oldest first.
    ///   - first: the day that a week starts with, from 0 for Monday to 6 for Sunday.
    ///   - byEnd: whether the last rate of the period counts instead.
    public static func sums(
        of periods: [PeriodTotals], _ period: ReportPeriod, _ days: [PeriodTotals], weekFrom first: Int64 = 0,
        in base: Currency, _ rates: Rates, byEnd: Bool = false
    ) throws(ItemError) -> [BaseTotals] {
        var sums = Array(repeating: BaseTotals(in: base), count: periods.count)
        var index = 0
        for day in days {
            let start = period.start(of: day.start, weekFrom: first)
            while index < periods.count, periods[index].start < start { index += 1 }
            if index == periods.count { break }
            try sums[index].add(day.totals, rates, on: byEnd ? period.end(from: start) : day.start)
        }
        return sums
    }

    /// The totals of tags, one for each of them: each day by its last rate.
    ///
    /// - Parameters:
    ///   - tags: what `TagTotals.sums` says of the same entries.
    ///   - days: the entries, day by day.
    public static func sums(
        of tags: [TagTotals], _ days: [EntrySection], _ filter: EntryFilter, in base: Currency, _ rates: Rates
    ) throws(ItemError) -> [BaseTotals] {
        // No tag is empty.
        func key(_ tag: TagTotals) -> ByteString { tag.tag.map { TagNames.key($0) } ?? ByteString("") }
        let keys = tags.map { key($0) }
        var sums = Array(repeating: BaseTotals(in: base), count: tags.count)
        for day in days {
            for tag in try TagTotals.sums(of: day.entries, filter) {
                let own = key(tag)
                guard let index = keys.firstIndex(where: { $0 == own }) else { continue }
                try sums[index].add(tag.totals, rates, on: day.day)
            }
        }
        return sums
    }
}
