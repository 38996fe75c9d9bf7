/// How sums are put together.
public enum ReportPeriod: String, CaseIterable, Sendable {
    case day
    /// From Monday.
    case week
    case month

    /// The first day of the period in which `day` lies.
    public func start(of day: CivilDate) -> CivilDate {
        switch self {
        case .day: day
        case .week: day.startOfWeek
        case .month: day.startOfMonth
        }
    }

    /// How many periods lie between the first and the second, which starts later or with it.
    public func count(from first: CivilDate, to second: CivilDate) -> Int {
        switch self {
        case .day: Int(second.daysSince1970 - first.daysSince1970)
        case .week: Int(second.daysSince1970 - first.daysSince1970) / 7
        case .month: Int((second.year - first.year) * 12 + second.month - first.month)
        }
    }

    /// What to call the period that starts on `start`: its first day, or its month.
    public func label(_ start: CivilDate) -> String {
        self == .month ? start.text.cut(to: 7) : start.text
    }
}

/// What one period comes to.
public struct PeriodTotals: Equatable, Sendable {
    /// The first day of the period.
    public let start: CivilDate
    /// May be empty: of a period in which nothing came in or went out.
    public var totals: Totals

    public init(start: CivilDate, totals: Totals = Totals()) {
        self.start = start
        self.totals = totals
    }

    /// Sums by period, the oldest first: those periods alone in which something is.
    public static func periods(
        _ period: ReportPeriod, of days: some Sequence<PeriodTotals>
    ) throws(MoneyError) -> [PeriodTotals] {
        var sums = Tally<CivilDate, Totals>()
        for day in days {
            try sums.change(period.start(of: day.start), from: Totals()) { sum throws(MoneyError) in
                try sum.add(day.totals)
            }
        }
        return sums.all.map { PeriodTotals(start: $0.key, totals: $0.value) }
    }
}

/// What the entries with one tag come to; those without any are put together under nil.
public struct TagTotals: Equatable, Sendable {
    /// Nil for the entries without any.
    public let tag: String?
    /// An entry with several tags counts for each of them, so these may come to more than all entries do.
    public var totals: Totals

    public init(tag: String?, totals: Totals = Totals()) {
        self.tag = tag
        self.totals = totals
    }

    /// What each tag comes to, by name, those without one last. An entry with several tags counts for each.
    public static func sums(of entries: some Sequence<Entry>) throws(MoneyError) -> [TagTotals] {
        var sums = Tally<Spelling, Totals>()
        var rest = Totals()
        for entry in entries {
            for tag in entry.tags {
                try sums.change(Spelling(tag), from: Totals()) { sum throws(MoneyError) in try sum.add(entry) }
            }
            if entry.tags.isEmpty { try rest.add(entry) }
        }
        let tagged = sums.all.map { TagTotals(tag: $0.key.text, totals: $0.value) }
        return (tagged + [TagTotals(tag: nil, totals: rest)]).filter { !$0.totals.isEmpty }
    }
}

extension EntryList {
    /// What each day comes to on which something came in or went out, the oldest first.
    public func days(_ filter: EntryFilter = EntryFilter()) throws(MoneyError) -> [PeriodTotals] {
        try EntrySection.sections(of: items(filter)).reversed().filter { !$0.totals.isEmpty }
            .map { PeriodTotals(start: $0.day, totals: $0.totals) }
    }

    /// What each tag comes to, by name, those without one last. An entry with several tags counts for each.
    public func tagTotals(_ filter: EntryFilter = EntryFilter()) throws(MoneyError) -> [TagTotals] {
        try TagTotals.sums(of: items(filter))
    }
}
