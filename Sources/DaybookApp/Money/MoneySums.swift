public import DaybookCore

/// What the shown entries come to, by period and by tag.
public struct MoneySums: Equatable {
    /// Those in which something is, the oldest first, and last that of today.
    public private(set) var periods: [PeriodTotals] = []
    /// What each tag comes to, by name, and last what has none; an entry with several counts for each.
    public private(set) var tags: [TagTotals] = []
    /// What all of them come to; not to be shown where there is a `problem`.
    public private(set) var all = Totals()
    /// Why there are none.
    public private(set) var problem: MoneyError?
    /// Another one for each time they were added up.
    private(set) var number = 0

    init() {}

    init(_ sections: [EntrySection], _ period: ReportPeriod, _ today: CivilDate, number: Int) {
        self.number = number
        let days = sections.reversed().filter { !$0.totals.isEmpty }
            .map { PeriodTotals(start: $0.day, totals: $0.totals) }
        do {
            periods = try PeriodTotals.periods(period, of: days)
            let present = period.start(of: today)
            if let last = periods.last, last.start < present { periods.append(PeriodTotals(start: present)) }
            for day in days { try all.add(day.totals) }
            var list: [Entry] = []
            for section in sections { list += section.entries }
            tags = try TagTotals.sums(of: list)
        } catch {
            problem = error
        }
    }
}
