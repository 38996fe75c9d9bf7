public import DaybookCore

/// What some entries come to, by period and by tag.
public struct MoneySums: Equatable {
    /// Which entries these are.
    private(set) var filter = EntryFilter()
    /// Those in which something is, the oldest first, and last that of today, or of the last day.
    public private(set) var periods: [PeriodTotals] = []
    /// What each tag comes to, by name, and last what has none; an entry with several counts for each.
    public private(set) var tags: [TagTotals] = []
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

    /// - Parameter first: the day that a week starts with, as `CivilDate.startOfWeek` takes it.
    init(
        _ entries: EntryList, _ filter: EntryFilter, _ period: ReportPeriod, weekFrom first: Int64, _ today: CivilDate,
        number: Int
    ) {
        self.filter = filter
        self.number = number
        // What is left out is said, whatever kind is asked for.
        var wanted = filter
        wanted.kinds = []
        do {
            var list: [Entry] = []
            for entry in entries.items(wanted) {
                if entry.kind == .unsorted {
                    leftOutCount += 1
                    if let amount = entry.amount { try leftOut.add(Sum(amount)) }
                } else if filter.kinds.isEmpty || filter.kinds.contains(entry.kind) {
                    list.append(entry)
                    if entry.tags.count > 1 { try ofSeveralTags.add(entry) }
                }
            }
            let days = try EntrySection.sections(of: list).reversed().filter { !$0.totals.isEmpty }
                .map { PeriodTotals(start: $0.day, totals: $0.totals) }
            periods = try PeriodTotals.periods(period, of: days, weekFrom: first)
            let present = period.start(of: filter.through.map { min($0, today) } ?? today, weekFrom: first)
            if let last = periods.last, last.start < present { periods.append(PeriodTotals(start: present)) }
            for day in days { try all.add(day.totals) }
            tags = try TagTotals.sums(of: list)
        } catch {
            problem = error
        }
    }
}
