public import DaybookCore

/// What some entries come to, by period and by tag.
public struct MoneySums: Equatable {
    /// Which entries these are.
    private(set) var filter = EntryFilter()
    /// Those in which something is, the oldest first, and last that of today, or of the last day.
    public private(set) var periods: [PeriodTotals] = []
    /// What each tag comes to, by name, and last what has none; an entry with several counts for each.
    public private(set) var tags: [TagTotals] = []
    /// What each account comes to, in the order of the accounts; nothing where those of one account are added up.
    public private(set) var accounts: [AccountTotals] = []
    /// What is in the accounts at the end of each period in which that changed, the oldest first, and last at the end of
    /// today; nothing where kinds, tags or a text are asked for.
    public private(set) var worths: [Worth] = []
    /// What all of them come to; not to be shown where there is a `problem`.
    public private(set) var all = Totals()
    /// How many entries wait to be sorted, which no sum has.
    public private(set) var leftOutCount = 0
    /// What those come to.
    public private(set) var leftOut = Sums()
    /// What the entries that count for more than one tag come to.
    private(set) var ofSeveralTags = Totals()
    /// Why there are none.
    public private(set) var problem: ItemError?
    /// Another one for each time they were added up.
    private(set) var number = 0

    init() {}

    /// What the entries of an account come to.
    public struct AccountTotals: Equatable {
        public let account: MoneyAccount
        public var totals = Totals()
    }

    /// - Parameters:
    ///   - accounts: those with entries, and others.
    ///   - first: the day that a week starts with, as `CivilDate.startOfWeek` takes it.
    init(
        _ book: LocalBook, _ accounts: [MoneyAccount], _ filter: EntryFilter, _ period: ReportPeriod,
        weekFrom first: Int64, _ today: CivilDate, number: Int
    ) {
        self.filter = filter
        self.number = number
        // What is left out is said, whatever kind is asked for.
        var wanted = filter
        wanted.kinds = []
        do {
            var list: [Entry] = []
            let entries = book.entries.all
            for entry in entries where wanted.contains(entry) {
                if entry.kind == .unsorted {
                    leftOutCount += 1
                    if let amount = entry.amount { try leftOut.add(Sum(amount)) }
                } else if filter.kinds.isEmpty || filter.kinds.contains(entry.kind) {
                    list.append(entry)
                    for portion in entry.portions where portion.tags.count > 1 && filter.contains(portion, of: entry) {
                        try ofSeveralTags.add(portion.sum, entry.kind)
                    }
                }
            }
            let days = try EntrySection.sections(of: list, filter).reversed().filter { !$0.totals.isEmpty }
                .map { PeriodTotals(start: $0.day, totals: $0.totals) }
            periods = try PeriodTotals.periods(period, of: days, weekFrom: first)
            let present = period.start(of: filter.through.map { min($0, today) } ?? today, weekFrom: first)
            if let last = periods.last, last.start < present { periods.append(PeriodTotals(start: present)) }
            for day in days { try all.add(day.totals) }
            tags = try TagTotals.sums(of: list, filter)
            if filter.account == nil, accounts.count > 1 { try addAccounts(list, accounts) }
            if filter.kinds.isEmpty, filter.tags.isEmpty, filter.text.isBlank, filter.payee == nil {
                worths = try Worth.periods(
                    period, weekFrom: first, from: filter.from, through: filter.through.map { min($0, today) } ?? today,
                    entries.reversed(), book.transfers.values, book.accounts, of: filter.account)
            }
        } catch {
            problem = error
        }
    }

    private mutating func addAccounts(_ list: [Entry], _ accounts: [MoneyAccount]) throws(ItemError) {
        let owners = AccountSums(accounts)
        var ids = accounts.map { $0.id }
        var sums = accounts.map { AccountTotals(account: $0) }
        for entry in list {
            guard let amount = entry.amount else { continue }
            let owner = owners.owner(of: entry.others[.account]?.entity, amount.currency)
            let place = ids.firstIndex(of: owner) ?? ids.count
            if place == ids.count {
                ids.append(owner)
                sums.append(AccountTotals(account: .default(of: amount.currency)))
            }
            try sums[place].totals.add(entry)
        }
        self.accounts = sums.filter { !$0.totals.isEmpty }
    }
}
