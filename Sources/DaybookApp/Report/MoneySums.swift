public import DaybookCore

/// The totals of some entries, by period and by what they have in common.
public struct MoneySums {
    /// Which entries these are.
    private(set) var filter = EntryFilter()
    /// The totals, each currency by itself; not to be shown where there is a `problem`.
    public private(set) var figures = Figures()
    /// The totals in the usual currency, where there are several and any rate is known.
    public private(set) var inBase: BaseFigures?
    /// The totals of what entries have in common, those of what has nothing in common with others without a name.
    public private(set) var lines: [Line] = []
    /// Above the list: the largest lines of each currency, or of all in the usual one.
    private(set) var few: [(currency: Currency, lines: [Line])] = []
    /// True where there is a range before, with which the lines are compared.
    private(set) var isCompared = false
    /// How many entries wait to be sorted, which no sum has.
    public private(set) var leftOutCount = 0
    /// The totals of those.
    public private(set) var leftOut = Sums()
    /// Why there are none.
    public private(set) var problem: ItemError?
    /// Another one for each time they were added up.
    private(set) var number = 0

    /// Sums of entries.
    public struct Figures {
        /// True where these are in one currency. What is empty then has a hole: a rate is missing.
        var isInBase = false
        /// The periods in which something is, the oldest first, and last that of today, or of the last day.
        public fileprivate(set) var periods: [PeriodTotals] = []
        /// The twelve months up to the last day, those alone in which something is.
        public fileprivate(set) var year: [PeriodTotals] = []
        /// The worth of the accounts at the end of each period in which that changed, the oldest first, and last at the end of
        /// today; nothing where kinds, tags or a text are asked for.
        public fileprivate(set) var worths: [Worth] = []
        /// The totals of all of them.
        public fileprivate(set) var all = Totals()
        /// The totals of the entries that count for more than one tag.
        fileprivate(set) var ofSeveralTags = Totals()
    }

    /// Sums in one currency, each day by its last rate. Where a rate is missing a sum is empty.
    public struct BaseFigures {
        public let currency: Currency
        public fileprivate(set) var figures = Figures(isInBase: true)
        /// The rates that are missing.
        public fileprivate(set) var missing: [BaseTotals.MissingRate] = []
    }

    init() {}

    /// - Parameters:
    ///   - own: the accounts that there are, and the rates.
    ///   - list: the filter of the list, whose days are those of the basis.
    ///   - weekday: with which a week starts.
    ///   - base: the usual currency.
    init(
        _ book: LocalBook, _ own: AccountsState, _ list: EntryFilter, _ basis: ReportState.Basis,
        weekFrom weekday: Int64, in base: Currency, _ today: CivilDate, number: Int
    ) {
        filter = list
        filter.range = basis.range
        self.number = number
        let period = basis.period
        // The part that is left out is said, whatever kind is asked for.
        var wanted = filter
        wanted.kinds = []
        do {
            let all = book.entries.sections(wanted)
            let unsorted = Entries(all).those { $0.kind == .unsorted }
            leftOutCount = unsorted.count
            try unsorted.each { entry throws(ItemError) in
                if let amount = entry.amount { try leftOut.add(Sum(amount)) }
            }
            let sections = filter.kinds.isEmpty ? all : book.entries.sections(filter)
            try sections.checked()
            try Entries(sections).each { entry throws(ItemError) in
                for portion in entry.portions where portion.tags.count > 1 && filter.contains(portion, of: entry) {
                    try figures.ofSeveralTags.add(portion.sum, entry.kind)
                }
            }
            let days = Self.days(sections)
            figures.periods = try PeriodTotals.periods(period, of: days, weekFrom: weekday)
            for day in days { try figures.all.add(day.totals) }
            let end = filter.through.map { min($0, today) } ?? today
            var months: [PeriodTotals] = []
            if !basis.isBrief {
                var year = filter
                year.range = ReportRange(from: end.startOfMonth.adding(months: -11), through: end.endOfMonth)
                let sections = book.entries.sections(year)
                try sections.checked()
                months = Self.days(sections)
                figures.year = try PeriodTotals.periods(.month, of: months)
            }
            if !basis.isBrief, filter.kinds.isEmpty, filter.tags.isEmpty, filter.text.isBlank, filter.payee == nil {
                figures.worths = try Worth.periods(
                    period, weekFrom: weekday, from: filter.from, through: end,
                    book.entries.byDay, book.transfers.values, book.accounts, of: filter.account)
            }
            let hasRates = !own.rates.isEmpty && figures.currencies.count > 1
            if hasRates {
                inBase = try BaseFigures(
                    figures, days, months, own.rates, by: period, weekFrom: weekday, in: base, through: end)
            }
            let groups = Groups(basis.grouping, own, book.accounts, rates: hasRates ? own.rates : nil, in: base)
            var now = groups
            try now.add(sections, filter)
            var then = groups
            if let range = basis.range.before(today) {
                isCompared = true
                var earlier = filter
                earlier.range = range
                let sections = book.entries.sections(earlier)
                try sections.checked()
                try then.add(sections, earlier)
            }
            lines = try now.lines(filter, before: then, own, tags: book.entries.tags.map { $0.name })
            if basis.isBrief {
                let isInBase = inBase?.missing.isEmpty == true
                let currencies = isInBase ? [base] : figures.currencies
                // A scale of their own for each currency, and few of each.
                few = currencies.map {
                    ($0, fewLines(max(2, 6 / currencies.count), $0, isInBase: isInBase, book, own.rates))
                }
            }
            figures.reach(period.start(of: end, weekFrom: weekday))
        } catch {
            problem = error
        }
    }

    /// The totals of days on which something came in or went out, the oldest first.
    private static func days(_ sections: [EntrySection]) -> [PeriodTotals] {
        sections.reversed().filter { !$0.totals.isEmpty }.map { PeriodTotals(start: $0.day, totals: $0.totals) }
    }
}

extension MoneySums.Figures {
    /// The currencies in which anything is, by code.
    var currencies: [Currency] {
        var currencies = all.currencies
        for sum in worths.last?.sums.all ?? [] where !currencies.contains(sum.currency) {
            currencies.append(sum.currency)
        }
        return currencies
    }

    /// Ends the periods with this one, unless they end later.
    fileprivate mutating func reach(_ present: CivilDate) {
        if let last = periods.last, last.start < present { periods.append(PeriodTotals(start: present)) }
    }
}

extension MoneySums.BaseFigures {
    /// - Parameters:
    ///   - own: the same figures, each currency by itself.
    ///   - months: the days of the year.
    ///   - last: the last day that counts.
    fileprivate init(
        _ own: MoneySums.Figures, _ days: [PeriodTotals], _ months: [PeriodTotals], _ rates: Rates,
        by period: ReportPeriod, weekFrom weekday: Int64, in base: Currency, through last: CivilDate
    ) throws(ItemError) {
        currency = base
        var all = BaseTotals(in: base)
        for day in days { try all.add(day.totals, rates, on: day.start) }
        missing = all.missing
        figures.all = try all.totals
        figures.periods = try Self.periods(own.periods, period, days, weekFrom: weekday, in: base, rates)
        figures.year = try Self.periods(own.year, .month, months, weekFrom: weekday, in: base, rates)
        for worth in own.worths {
            var sum = BaseTotals(in: base)
            try sum.add(worth.sums, rates, on: min(period.end(from: worth.start), last))
            missing.add(sum.missing)
            var sums = Sums()
            if let balance = sum.sums?.balance { try sums.add(balance) }
            figures.worths.append(Worth(start: worth.start, sums: sums))
        }
    }

    private static func periods(
        _ own: [PeriodTotals], _ period: ReportPeriod, _ days: [PeriodTotals], weekFrom weekday: Int64,
        in base: Currency, _ rates: Rates
    ) throws(ItemError) -> [PeriodTotals] {
        let sums = try BaseTotals.sums(of: own, period, days, weekFrom: weekday, in: base, rates)
        var periods: [PeriodTotals] = []
        for (index, sum) in sums.enumerated() {
            periods.append(PeriodTotals(start: own[index].start, totals: try sum.totals))
        }
        return periods
    }
}

extension BaseTotals {
    /// Both sides; empty while a rate is missing.
    var totals: Totals {
        get throws(ItemError) {
            var totals = Totals()
            guard let sums else { return totals }
            try totals.add(sums.income, .income)
            try totals.add(sums.expense, .expense)
            return totals
        }
    }
}
