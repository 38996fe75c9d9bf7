public import DaybookCore

/// The report, and the sums of a month above the list.
public struct ReportState {
    /// The period by which the sums are added up; nil for the one that goes with the range.
    public private(set) var period: ReportPeriod?
    /// The common trait by which the entries are put together.
    public private(set) var grouping = MoneySums.Grouping.category
    /// Expenses, or incomes.
    public private(set) var kind = EntryKind.expense
    /// True where a person types the days.
    public private(set) var asksDays = false
    /// The filter before a line of the report led to its rows, to come back to.
    var origin: EntryFilter?
    /// The sums of the days that are shown; worked out again only while they are on the screen.
    public private(set) var sums = MoneySums()

    /// The basis of the sums, beside the book and the filter of the list.
    struct Basis: Equatable {
        var range: ReportRange
        var period: ReportPeriod
        var grouping: MoneySums.Grouping
        var kind: EntryKind
        /// True for those above the list: neither the year nor the worth of the accounts.
        var isBrief: Bool
    }
}

/// The actions of a person on the report.
public enum ReportAction: Equatable {
    /// Adds up those days, and no others. The list has them, too.
    case range(ReportRange)
    /// Offers to type the days.
    case askDays
    /// Adds up by days, weeks or months.
    case period(ReportPeriod)
    case group(MoneySums.Grouping)
    case kind(EntryKind)
    case open
}

extension ReportState {
    mutating func reduce(_ action: ReportAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .range(let range):
            (period, asksDays) = (nil, false)
            app.next.append(.money(.filter(.days(range))))
        case .askDays: asksDays.toggle()
        case .period(let period): self.period = period
        case .group(let grouping): self.grouping = grouping
        case .kind(let kind): self.kind = kind
        case .open:
            if !state.navigation.isMoney { app.next.append(.money(.show(true))) }
            app.next.append(.screen(.visit(.sums, focus: "sums-back")))
        }
    }

    mutating func refresh(
        _ book: LocalBook, _ accounts: AccountsState, _ list: EntryFilter, _ basis: Basis, weekFrom weekday: Int64,
        in base: Currency, _ today: CivilDate
    ) {
        sums = MoneySums(book, accounts, list, basis, weekFrom: weekday, in: base, today, number: sums.number + 1)
    }
}

extension State {
    /// The days of the report, and of the sums above the list: those that are asked for, else this month.
    var shownRange: ReportRange {
        let range = entries.filter.range
        return range.from == nil && range.through == nil ? ReportRange(1, of: today) : range
    }

    /// True where the list of money shows a month, or all, and nothing narrows it: the sums of the month stand above it.
    var isMoneyHome: Bool {
        var filter = entries.filter
        filter.range = ReportRange(from: nil, through: nil)
        return navigation.isMoney && navigation.route.isOfRows && entries.wantedAccount == nil
            && filter == EntryFilter() && shownRange.months == 1
    }

    /// The basis of the sums that are on the screen; nil where none are.
    var reportBasis: ReportState.Basis? {
        let range = shownRange
        if isMoneyHome {
            return ReportState.Basis(
                range: range, period: .month, grouping: .category, kind: .expense, isBrief: true)
        }
        guard navigation.isMoney, navigation.route == .sums else { return nil }
        return ReportState.Basis(
            range: range, period: report.period ?? range.period, grouping: report.grouping, kind: report.kind,
            isBrief: false)
    }
}
