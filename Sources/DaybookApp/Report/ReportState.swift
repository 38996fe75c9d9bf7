public import DaybookCore

/// Chart and sums of some days.
public struct ReportState {
    /// The days of the sums.
    public private(set) var range = ReportRange.thisMonth
    /// The period by which the sums are added up.
    public private(set) var period = ReportPeriod.day
    /// The sums of these days; worked out again only while they are on the screen.
    public private(set) var sums = MoneySums()
}

/// The actions of a person on the report.
public enum ReportAction: Equatable {
    /// Adds up those days, and no others.
    case range(ReportRange)
    /// Adds up by days, weeks or months.
    case period(ReportPeriod)
    /// Shows chart and sums as a screen, where they have no place beside the list.
    case open
}

extension ReportState {
    mutating func reduce(_ action: ReportAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .range(let range):
            self.range = range
            period = range.period
            let filter = state.entries.filter
            if filter.from != nil || filter.through != nil { app.next.append(.money(.filter(.anyDay))) }
        case .period(let period): self.period = period
        case .open: app.next.append(.screen(.visit(.sums, focus: "sums-back")))
        }
    }

    /// Is of the days that the list asks for, or of this month where it asks for none.
    mutating func follow(_ filter: EntryFilter) {
        let isAny = filter.from == nil && filter.through == nil
        range = isAny ? .thisMonth : .days(from: filter.from, through: filter.through)
    }

    /// Which entries it adds up: those of the list's kinds, text and tags, and of days of its own.
    private func filter(_ list: EntryFilter, _ today: CivilDate) -> EntryFilter {
        var filter = list
        (filter.from, filter.through) = range.days(today)
        return filter
    }

    mutating func refresh(
        _ book: LocalBook, _ accounts: AccountsState, _ list: EntryFilter, weekFrom weekday: Int64, in base: Currency,
        _ today: CivilDate
    ) {
        sums = MoneySums(
            book, accounts, filter(list, today), by: period, weekFrom: weekday, in: base, today, number: sums.number + 1
        )
    }
}
