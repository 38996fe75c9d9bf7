public import DaybookCore

/// The days of the report.
public enum ReportRange: Equatable, Sendable {
    case thisMonth, lastMonth, thisYear, all
    /// The days that were asked for in the filter of the list.
    case days(from: CivilDate?, through: CivilDate?)

    /// The ranges that are one tap away.
    static let offered = [ReportRange.thisMonth, .lastMonth, .thisYear, .all]

    /// The first day and the last; nil for no limit.
    func days(_ today: CivilDate) -> (from: CivilDate?, through: CivilDate?) {
        switch self {
        case .thisMonth: return (today.startOfMonth, today.endOfMonth)
        case .lastMonth:
            let last = today.startOfMonth.adding(days: -1)
            return (last.startOfMonth, last)
        case .thisYear:
            return (
                CivilDate(year: today.year, month: 1, day: 1), CivilDate(year: today.year, month: 12, day: 31)
            )
        case .all: return (nil, nil)
        case .days(let from, let through): return (from, through)
        }
    }

    /// The period by which the sums of so many days are best added up.
    var period: ReportPeriod {
        switch self {
        case .thisMonth, .lastMonth: .day
        case .thisYear, .all, .days: .month
        }
    }
}

extension EntryFilter {
    /// The part of it that lies in a period.
    func of(_ period: ReportPeriod, from start: CivilDate) -> EntryFilter {
        var part = self
        let end = period.end(from: start)
        part.from = from.map { max($0, start) } ?? start
        part.through = through.map { min($0, end) } ?? end
        return part
    }
}
