/// How sums are put together.
public enum ReportPeriod: String, CaseIterable, Sendable {
    case day
    /// From Monday, unless another day is asked for.
    case week
    case month

    /// The first day of the period in which `day` lies.
    ///
    /// - Parameter first: the day that a week starts with, from 0 for Monday to 6 for Sunday.
    public func start(of day: CivilDate, weekFrom first: Int64 = 0) -> CivilDate {
        switch self {
        case .day: day
        case .week: day.startOfWeek(from: first)
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

    /// The last day of the period that starts on `start`.
    public func end(from start: CivilDate) -> CivilDate {
        switch self {
        case .day: start
        case .week: start.adding(days: 6)
        case .month: start.endOfMonth
        }
    }

    /// Tells what to call the period that starts on `start`: its first day, or its month.
    public func label(_ start: CivilDate) -> String {
        self == .month ? start.text.cut(to: 7) : start.text
    }
}

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
    ///
    /// - Parameter first: the day that a week starts with, from 0 for Monday to 6 for Sunday.
    public static func periods(
        _ period: ReportPeriod, of days: some Sequence<PeriodTotals>, weekFrom first: Int64 = 0
    ) throws(ItemError) -> [PeriodTotals] {
        var sums = SortedMap<CivilDate, Totals>()
        for day in days {
            try sums.change(period.start(of: day.start, weekFrom: first), from: Totals()) { sum throws(ItemError) in
                try sum.add(day.totals)
            }
        }
        return sums.all.map { PeriodTotals(start: $0.key, totals: $0.value) }
    }
}

/// The totals of the entries with one tag; those without any are put together under nil.
public struct TagTotals: Equatable, Sendable {
    /// Nil for the entries without any.
    public let tag: String?
    /// An entry with several tags counts for each of them, so these may come to more than all entries do.
    public var totals: Totals

    public init(tag: String?, totals: Totals = Totals()) {
        self.tag = tag
        self.totals = totals
    }

    /// True where money is spent under the tag: in a currency something was, and no more than that came in.
    public var isOfSpending: Bool {
        totals.expense.all.contains { spent in
            totals.income[spent.currency].map { !spent.isLess(than: $0) } ?? true
        }
    }

    /// Tells what each tag comes to, by name, those without one last. An entry with several tags counts for each, and of one with
    /// parts each portion by itself.
    ///
    /// - Parameter filter: as `Totals.add` takes it.
    public static func sums(
        of entries: Entries, _ filter: EntryFilter = EntryFilter()
    ) throws(ItemError) -> [TagTotals] {
        var sums = SortedMap<ByteString, Totals>()
        var names = TagNames()
        var rest = Totals()
        try entries.each { entry throws(ItemError) in
            if entry.amount == nil || entry.kind == .unsorted { return }
            let isWhole = entry.parts.isEmpty || filter.asksForNoPortion
            for portion in entry.portions where isWhole || filter.contains(portion, of: entry) {
                for key in names.add(portion.tags) {
                    try sums.change(key, from: Totals()) { sum throws(ItemError) in
                        try sum.add(portion.sum, entry.kind)
                    }
                }
                if portion.tags.isEmpty { try rest.add(portion.sum, entry.kind) }
            }
        }
        return arranged(sums.all.map { $0.value }, names, rest)
    }

    /// - Parameter sums: one for each of the names, in the order of their keys.
    public static func arranged(_ sums: [Totals], _ names: TagNames, _ rest: Totals) -> [TagTotals] {
        let tagged = zip(names.all, sums).map { TagTotals(tag: $0.name, totals: $1) }
            .sorted { ByteString($0.tag ?? "") < ByteString($1.tag ?? "") }
        return (tagged + [TagTotals(tag: nil, totals: rest)]).filter { !$0.totals.isEmpty }
    }
}

extension Sum {
    /// Tells whether it is less than another of the same currency.
    public func isLess(than other: Sum) -> Bool {
        let scale = max(scale, other.scale)
        // A sum that is too large to be told at this scale is more than any other.
        return coefficient(at: scale) ?? .max < other.coefficient(at: scale) ?? .max
    }
}

extension EntryList {
    /// Tells what each day comes to on which something came in or went out, the oldest first.
    public func days(_ filter: EntryFilter = EntryFilter()) throws(ItemError) -> [PeriodTotals] {
        let sections = sections(filter)
        try sections.checked()
        return sections.reversed().filter { !$0.totals.isEmpty }.map { PeriodTotals(start: $0.day, totals: $0.totals) }
    }

    /// Tells what each tag comes to, by name, those without one last. An entry with several tags counts for each.
    public func tagTotals(_ filter: EntryFilter = EntryFilter()) throws(ItemError) -> [TagTotals] {
        try TagTotals.sums(of: Entries(sections(filter)), filter)
    }
}
