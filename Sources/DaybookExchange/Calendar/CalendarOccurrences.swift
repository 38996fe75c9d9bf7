public import DaybookCore

/// From a moment, up to another; nil for any.
public struct TimeRange: Sendable {
    let start: Timestamp
    let end: Timestamp

    public init(start: Timestamp?, end: Timestamp?) {
        self.start = start ?? Timestamp(milliseconds: .min / 2)
        self.end = end ?? Timestamp(milliseconds: .max / 2)
    }

    /// The moment that `20261127T090000Z` spells; nil for any other text.
    public static func time(_ text: String) -> Timestamp? {
        guard let line = ICalendarLine(Array("X:\(text)".utf8), 1), case .utc(let time)? = ICalendarMoment(line)
        else { return nil }
        return time
    }

    func contains(_ time: Timestamp) -> Bool { start <= time && time < end }

    /// Tells whether a VTODO with these times lies in it (RFC 4791, 9.9).
    func overlaps(_ from: Timestamp?, _ due: Timestamp?) -> Bool {
        switch (from, due) {
        case (let from?, let due?): (start < due || start <= from) && (end > from || end >= due)
        case (let from?, nil): start <= from && end > from
        case (nil, let due?): start < due && end >= due
        case (nil, nil): true
        }
    }

    func overlaps(completed: Timestamp?, created: Timestamp?) -> Bool {
        switch (completed, created) {
        case (let completed?, let created?):
            (start <= created || start <= completed) && (end >= created || end >= completed)
        case (let completed?, nil): start <= completed && end >= completed
        case (nil, let created?): end > created
        case (nil, nil): true
        }
    }
}

/// When a VTODO is to be done, each time that it comes.
struct CalendarOccurrences {
    /// How many seconds clocks of a zone are ahead of UTC at a moment; where the person is for no zone.
    typealias Offset = (_ zone: String, _ time: Timestamp) -> Int64

    struct Occurrence {
        /// How many days it is after the first.
        let shift: Int64
        let start: Timestamp?
        let due: Timestamp?
    }

    /// A DATE or a DATE-TIME, and the zone that its line names.
    private struct Time {
        let moment: ICalendarMoment
        let zone: String

        init?(_ line: ICalendarLine?) {
            guard let line, let moment = ICalendarMoment(line) else { return nil }
            self.init(moment, zone: line.parameter("TZID") ?? "")
        }

        init(_ moment: ICalendarMoment, zone: String) {
            self.moment = moment
            self.zone = zone
        }

        func time(_ shift: Int64, _ offset: Offset) -> Timestamp { moment.adding(days: shift).time(in: zone, offset) }
    }

    /// How many days of a rule are looked at, be they its own or not.
    static let mostLookedAt = 10_000
    private static let day: Int64 = 86_400_000

    private let start: Time?
    private let due: Time?
    private let rule: RepeatRule?
    private let anchor: CivilDate?
    /// The days of those that were taken out, or have a VTODO of their own.
    private let left: Set<CivilDate>
    private let offset: Offset

    /// - Parameter siblings: the components beside it.
    init(_ node: CalendarNode, among siblings: [CalendarNode], _ offset: @escaping Offset) {
        self.offset = offset
        start = Time(node.first("DTSTART"))
        if let due = Time(node.first("DUE")) {
            self.due = due
        } else if let start, let length = node.first("DURATION")?.value.trimmed {
            due = (try? start.moment.adding(length)).map { Time($0, zone: start.zone) }
        } else {
            due = nil
        }
        let isMaster = node.first("RECURRENCE-ID") == nil
        rule =
            isMaster
            ? node.first("RRULE").flatMap { try? RepeatRule($0, from: node.first("DTSTART") ?? node.first("DUE")) }
            : nil
        let first = due ?? start
        anchor = first?.moment.written.day
        guard rule != nil, let first else {
            left = []
            return
        }
        var lines = node.lines.map(\.line).filter { $0.name == "EXDATE" }
        lines += siblings.compactMap { $0.name == "VTODO" ? $0.first("RECURRENCE-ID") : nil }
        left = Set(lines.flatMap { ICalendarMoment.all($0) }.map { $0.day(in: first.zone, as: first.moment, offset) })
    }

    /// True where it has neither a start nor a due.
    var isTimeless: Bool { start == nil && due == nil }

    /// Calls `body` with the occurrences that may lie in a range, in their order, until it returns false.
    ///
    /// - Returns: whether more days would have to be looked at than may be.
    @discardableResult
    func forEach(in range: TimeRange, _ body: (Occurrence) throws -> Bool) rethrows -> Bool {
        func occurrence(_ shift: Int64) -> Occurrence {
            Occurrence(shift: shift, start: start?.time(shift, offset), due: due?.time(shift, offset))
        }
        guard let rule, let anchor else {
            _ = try body(occurrence(0))
            return false
        }
        let first = occurrence(0)
        // Clocks are less than two days away from UTC.
        let span =
            (first.start.flatMap { start in first.due.map { abs($0.milliseconds - start.milliseconds) } } ?? 0)
            / Self.day + 2
        let (from, to) = (
            Self.civil(range.start).adding(days: -span), Self.civil(range.end).adding(days: span)
        )
        if !left.contains(anchor), try !body(first) { return false }
        var looking = Self.mostLookedAt
        // All that come before have to be counted, or none.
        var last = rule.count == nil ? max(anchor, from.adding(days: -1)) : anchor
        var count: Int64 = 1
        while count < rule.count ?? .max {
            guard let next = rule.next(after: last, through: to, from: anchor, looking: &looking) else {
                return looking <= 0
            }
            count += 1
            last = next
            if next < from || left.contains(next) { continue }
            if try !body(occurrence(next.daysSince1970 - anchor.daysSince1970)) { return false }
        }
        return false
    }

    /// In the years that there are.
    private static func civil(_ time: Timestamp) -> CivilDate {
        let days = time.milliseconds / day
        return CivilDate(daysSince1970: min(max(days, -719_162), 2_932_896))
    }
}

extension ICalendarMoment {
    /// So many days later, at the same time of the day.
    func adding(days: Int64) -> ICalendarMoment {
        switch self {
        case .day(let day): .day(day.adding(days: days))
        case .shown(let day, let minute, let zone): .shown(day.adding(days: days), minute: minute, zone: zone)
        case .utc(let time): .utc(Timestamp(milliseconds: time.milliseconds + days * 86_400_000))
        }
    }

    /// The moment itself, by the clock of a zone.
    func time(in zone: String, _ offset: CalendarOccurrences.Offset) -> Timestamp {
        if case .day(let day) = self { return Timestamp(day, minute: 0) { offset("", $0) } }
        return time { offset(zone, $0) }
    }

    /// On which day it is where another is written: that may name a zone where this is in UTC.
    fileprivate func day(in zone: String, as other: ICalendarMoment, _ offset: CalendarOccurrences.Offset) -> CivilDate
    {
        guard case .utc(let time) = self, case .shown = other else { return written.day }
        return CivilDate(Timestamp(milliseconds: time.milliseconds + offset(zone, time) * 1_000))
    }
}
