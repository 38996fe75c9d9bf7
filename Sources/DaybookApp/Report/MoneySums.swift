public import DaybookCore

/// The totals of some entries, by period and by tag.
public struct MoneySums {
    /// Which entries these are.
    private(set) var filter = EntryFilter()
    /// The totals, each currency by itself; not to be shown where there is a `problem`.
    public private(set) var figures = Figures()
    /// The totals in the usual currency, where there are several and any rate is known.
    public private(set) var inBase: BaseFigures?
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
        /// The totals of each tag, by name, and last of what has none; an entry with several counts for each.
        public fileprivate(set) var tags: [TagTotals] = []
        /// The totals of each account, in the order of the accounts; none where those of one account are added up.
        public fileprivate(set) var accounts: [AccountTotals] = []
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
        public fileprivate(set) var missing: [BaseTotals.Hole] = []
    }

    /// The totals of the entries of an account.
    public struct AccountTotals {
        public let account: MoneyAccount
        public var totals = Totals()
    }

    init() {}

    /// - Parameters:
    ///   - own: the accounts that there are, and the rates.
    ///   - weekday: with which a week starts.
    ///   - base: the usual currency.
    init(
        _ book: LocalBook, _ own: AccountsState, _ filter: EntryFilter, by period: ReportPeriod,
        weekFrom weekday: Int64, in base: Currency, _ today: CivilDate, number: Int
    ) {
        self.filter = filter
        self.number = number
        let accounts = own.balances.map { $0.account }
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
            let list = Entries(sections)
            try list.each { entry throws(ItemError) in
                for portion in entry.portions where portion.tags.count > 1 && filter.contains(portion, of: entry) {
                    try figures.ofSeveralTags.add(portion.sum, entry.kind)
                }
            }
            let days = sections.reversed().filter { !$0.totals.isEmpty }
                .map { PeriodTotals(start: $0.day, totals: $0.totals) }
            figures.periods = try PeriodTotals.periods(period, of: days, weekFrom: weekday)
            for day in days { try figures.all.add(day.totals) }
            figures.tags = try TagTotals.sums(of: list, filter)
            let end = filter.through.map { min($0, today) } ?? today
            if filter.account == nil, accounts.count > 1 { try figures.addAccounts(list, accounts) }
            if filter.kinds.isEmpty, filter.tags.isEmpty, filter.text.isBlank, filter.payee == nil {
                figures.worths = try Worth.periods(
                    period, weekFrom: weekday, from: filter.from, through: end,
                    book.entries.byDay, book.transfers.values, book.accounts, of: filter.account)
            }
            if !own.rates.isEmpty, figures.currencies.count > 1 {
                inBase = try BaseFigures(
                    figures, sections, days, filter, own.rates, by: period, weekFrom: weekday, in: base, through: end)
            }
            let present = period.start(of: end, weekFrom: weekday)
            figures.reach(present)
        } catch {
            problem = error
        }
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

    fileprivate mutating func addAccounts(_ list: Entries, _ accounts: [MoneyAccount]) throws(ItemError) {
        let owners = AccountSums(accounts)
        var ids = accounts.map { $0.id }
        var sums = accounts.map { MoneySums.AccountTotals(account: $0) }
        try list.each { entry throws(ItemError) in
            guard let amount = entry.amount else { return }
            let owner = owners.owner(of: entry.others[.account]?.entity, amount.currency)
            let place = ids.firstIndex(of: owner) ?? ids.count
            if place == ids.count {
                ids.append(owner)
                sums.append(MoneySums.AccountTotals(account: .default(of: amount.currency)))
            }
            try sums[place].totals.add(entry)
        }
        self.accounts = sums.filter { !$0.totals.isEmpty }
    }
}

extension MoneySums.BaseFigures {
    /// - Parameters:
    ///   - own: the same figures, each currency by itself.
    ///   - last: the last day that counts.
    fileprivate init(
        _ own: MoneySums.Figures, _ sections: [EntrySection], _ days: [PeriodTotals], _ filter: EntryFilter,
        _ rates: Rates, by period: ReportPeriod, weekFrom weekday: Int64, in base: Currency, through last: CivilDate
    ) throws(ItemError) {
        currency = base
        var all = BaseTotals(in: base)
        for day in days { try all.add(day.totals, rates, on: day.start) }
        missing = all.missing
        figures.all = try all.totals
        let periods = try BaseTotals.sums(
            of: own.periods, period, days, weekFrom: weekday, in: base, rates)
        for (index, sum) in periods.enumerated() {
            figures.periods.append(PeriodTotals(start: own.periods[index].start, totals: try sum.totals))
        }
        let tags = try BaseTotals.sums(of: own.tags, sections, filter, in: base, rates)
        for (index, sum) in tags.enumerated() {
            figures.tags.append(TagTotals(tag: own.tags[index].tag, totals: try sum.totals))
        }
        for worth in own.worths {
            var sum = BaseTotals(in: base)
            try sum.add(worth.sums, rates, on: min(period.end(from: worth.start), last))
            missing.add(sum.missing)
            var sums = Sums()
            if let balance = sum.sums?.balance { try sums.add(balance) }
            figures.worths.append(Worth(start: worth.start, sums: sums))
        }
    }
}

extension BaseTotals {
    /// Both sides; empty while a rate is missing.
    fileprivate var totals: Totals {
        get throws(ItemError) {
            var totals = Totals()
            guard let sums else { return totals }
            try totals.add(sums.income, .income)
            try totals.add(sums.expense, .expense)
            return totals
        }
    }
}
