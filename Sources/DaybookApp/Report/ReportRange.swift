public import DaybookCore

/// Days in a row, of which sums are told.
public struct ReportRange: Equatable, Sendable {
    /// The first day; nil for no limit.
    public var from: CivilDate?
    /// The last day; nil for no limit.
    public var through: CivilDate?

    public init(from: CivilDate?, through: CivilDate?) { (self.from, self.through) = (from, through) }

    /// The month, quarter or year of a day.
    ///
    /// - Parameter months: 1, 3 or 12.
    public init(_ months: Int64, of day: CivilDate) {
        let start = day.startOfMonth.adding(months: -((day.month - 1) % months))
        self.init(from: start, through: start.adding(months: months - 1).endOfMonth)
    }

    /// The number of its months if it is a month, a quarter or a year; else 0.
    var months: Int64 {
        guard let from else { return 0 }
        return [1, 3, 12].first { self == ReportRange($0, of: from) } ?? 0
    }

    /// The range as long so many times later; nil for one without a limit.
    func moved(by step: Int64) -> ReportRange? {
        guard let from, let through else { return nil }
        let months = months
        if months > 0 { return ReportRange(months, of: from.adding(months: months * step)) }
        let days = (through.daysSince1970 - from.daysSince1970 + 1) * step
        return ReportRange(from: from.adding(days: days), through: through.adding(days: days))
    }

    /// The range before, with which it is compared: of one that isn't over as many days as have passed.
    func before(_ today: CivilDate) -> ReportRange? {
        guard var before = moved(by: -1), let from, let through, let start = before.from, let end = before.through
        else { return nil }
        if from <= today, today < through {
            before.through = min(end, start.adding(days: today.daysSince1970 - from.daysSince1970))
        }
        return before
    }

    /// The period by which its sums are best added up.
    var period: ReportPeriod {
        guard let from, let through else { return .month }
        return through.daysSince1970 - from.daysSince1970 < 40 ? .day : .month
    }

    /// The part of an address for it, such as `2026-07-01..2026-09-30`.
    var word: String { (from?.text ?? "") + ".." + (through?.text ?? "") }

    /// Reads the form of `word`; nil for any other text.
    init?(word: String) {
        let days = word.parts { $0 == "." }.map { CivilDate(String($0)) }
        guard word.bytes.contains(0x2E), days.count == 1 || days.count == 2, let first = days[0],
            let last = days[days.count - 1], first <= last
        else { return nil }
        let isOpen = days.count == 1
        self.init(
            from: isOpen && word.begins(with: ".") ? nil : first,
            through: isOpen && !word.begins(with: ".") ? nil : last)
    }
}

extension EntryFilter {
    /// Its days.
    var range: ReportRange {
        get { ReportRange(from: from, through: through) }
        set { (from, through) = (newValue.from, newValue.through) }
    }

    /// The part of it that lies in a period.
    func of(_ period: ReportPeriod, from start: CivilDate) -> EntryFilter {
        var part = self
        let end = period.end(from: start)
        part.from = from.map { max($0, start) } ?? start
        part.through = through.map { min($0, end) } ?? end
        return part
    }
}
