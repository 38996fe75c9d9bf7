extension SixQuestions {
    /// The answers for all currencies in one: what came and went by the rates of its day, all else by those of today.
    public struct InOne: Sendable {
        public let currency: Currency
        /// Nil while a rate is missing.
        public private(set) var told: SixQuestions?
        public private(set) var missing: [BaseTotals.MissingRate]
        /// The sources of the answers, in the currency.
        public private(set) var balances: [AccountBalance] = []
        public private(set) var planned: [PlannedMoney] = []

        /// - Parameters:
        ///   - all: the answers in each currency.
        ///   - balances: at the end of today.
        ///   - days: those up to today on which something came in or went out, the oldest first.
        ///   - rest: the expenses of the last 365 days that no to-do booked, as its income.
        ///   - planned: what is known of the next 365 days.
        ///   - first: the day of the first entry; nil for that of the first of `days`.
        public init(
            _ all: [SixQuestions], _ balances: [AccountBalance], _ days: [PeriodTotals], rest: BaseTotals,
            planned: [PlannedMoney], _ rates: Rates, _ today: CivilDate, first: CivilDate? = nil
        ) throws(ItemError) {
            let base = rest.base
            (currency, missing) = (base, rest.missing)
            var year = BaseTotals(in: base)
            let earliest = today.startOfMonth.adding(months: -12)
            let recent = days.filter { $0.start >= earliest }
            for day in recent where day.start > today.adding(days: -365) {
                try year.add(day.totals, rates, on: day.start)
            }
            missing.add(year.missing)
            let own = try PeriodTotals.periods(.month, of: recent)
            var months: [Month] = []
            for (month, sum) in zip(own, try BaseTotals.sums(of: own, .month, recent, in: base, rates)) {
                missing.add(sum.missing)
                if let sums = sum.sums {
                    months.append(Month(start: month.start, income: sums.income, expense: sums.expense))
                }
            }
            var worths: [AccountBalance] = []
            for balance in balances {
                if let sum = try worth(balance.balance, rates, today) { worths.append(balance.with(sum)) }
            }
            var typical: Sum?
            for day in all.compactMap({ $0.typicalDay }) {
                if let sum = try worth(day, rates, today) { typical = try typical?.adding(sum) ?? sum }
            }
            var known: [PlannedMoney] = []
            for item in planned {
                if let sum = try worth(item.sum, rates, today) { known.append(item.with(sum)) }
            }
            let debtPlan = try debtPlan(of: all, rates, today)
            guard missing.isEmpty, let year = year.sums, let rest = rest.sums else { return }
            told = try SixQuestions(
                worths, months, year: (year.income, year.expense), rest: rest.income, typical: typical,
                planned: known, debtPlan: debtPlan, first: first ?? days.first?.start, today, base)
            (self.balances, self.planned) = (worths, known)
        }

        private mutating func worth(_ sum: Sum, _ rates: Rates, _ today: CivilDate) throws(ItemError) -> Sum? {
            if let worth = try rates.worth(sum, in: currency, on: today) { return worth }
            var (one, sums) = (BaseTotals(in: currency), Sums())
            try sums.add(sum)
            try one.add(sums, rates, on: today)
            missing.add(one.missing)
            return nil
        }

        /// The end of all debts, each paid back in its own currency.
        private mutating func debtPlan(
            of all: [SixQuestions], _ rates: Rates, _ today: CivilDate
        ) throws(ItemError) -> DebtPlan? {
            let owing = all.filter { $0.debts.coefficient > 0 }
            var months: [Int] = []
            var (interest, growth): (Sum?, Sum?)
            for plan in owing.compactMap({ $0.debtPlan }) {
                if let own = plan.months { months.append(own) }
                if let sum = plan.interest, let worth = try worth(sum, rates, today) {
                    interest = try interest?.adding(worth) ?? worth
                }
                if let sum = plan.growth, let worth = try worth(sum, rates, today) {
                    growth = try growth?.adding(worth) ?? worth
                }
            }
            if months.isEmpty, growth == nil { return nil }
            return DebtPlan(
                months: growth == nil ? months.max() : nil, interest: growth == nil ? interest : nil, growth: growth,
                isWhole: owing.allSatisfy { $0.debtPlan?.isWhole == true })
        }
    }
}
