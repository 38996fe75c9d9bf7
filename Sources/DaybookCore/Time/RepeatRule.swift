/// On which days something comes again: the part of RFC 5545's recurrence rules (3.3.10) that steps by days or more.
///
/// A rule has no first day. What asks for its days gives it one, the anchor: steps are taken from there, never from
/// the step before, and what the rule leaves open (the weekday, the day of the month) is the anchor's.
public struct RepeatRule: Hashable, Sendable {
    /// The unit of a step.
    public enum Frequency: UInt8, CaseIterable, Sendable {
        case daily, weekly, monthly, yearly
    }

    /// A weekday, or the n-th of a month or year.
    public struct Weekday: Hashable, Sendable {
        /// From 0 for Monday to 6 for Sunday.
        public let day: Int64
        /// 1 for the first of the month or year, -1 for the last; 0 for each of them.
        public let ordinal: Int64

        public init(_ day: Int64, ordinal: Int64 = 0) {
            self.day = day
            self.ordinal = ordinal
        }
    }

    /// The unit of a step.
    public var frequency: Frequency
    /// How many of them a step has: from 1 to `greatestInterval`.
    public var interval: Int64 = 1
    /// The months that count, from 1 to 12; all if it is empty.
    public var months: [Int64] = []
    /// The days of the month that count, from 1 to 31, or from -1 for the last to -31.
    public var monthDays: [Int64] = []
    /// The weekdays that count.
    public var weekdays: [Weekday] = []
    /// Which of the days of each period are taken, 1 for the first, -1 for the last; all if it is empty.
    public var positions: [Int64] = []
    /// The weekday that weeks start with, from 0 for Monday.
    public var weekStart: Int64 = 0
    /// How many times in all. What asks for days counts them.
    public var count: Int64?
    /// The last day that may be one.
    public var until: CivilDate?

    /// More than the years that there are hold days, so that nothing overflows.
    public static let greatestInterval: Int64 = 9_999_999

    public init(_ frequency: Frequency, interval: Int64 = 1) {
        self.frequency = frequency
        self.interval = min(max(interval, 1), Self.greatestInterval)
    }

    /// Says what becomes of the 29th to the 31st in months that lack them.
    public enum MonthEnd: UInt8, CaseIterable, Sendable {
        /// They are passed over.
        case dayOnly
        /// The last day stands in.
        case dayOrLast
        /// It is the last day in every month.
        case lastDay
    }

    /// Takes one day of each month, or of one month of each year.
    ///
    /// - Parameter end: counts from the 29th on.
    public mutating func take(dayOfMonth day: Int64, _ end: MonthEnd) {
        positions = []
        monthDays = [day]
        guard day > 28 else { return }
        switch end {
        case .dayOnly: break
        case .dayOrLast:
            monthDays = []
            for day in 28...min(day, 31) { monthDays.append(day) }
            positions = [-1]
        case .lastDay: monthDays = [-1]
        }
    }

    /// Takes a day's place in the month, or in the year, where nothing else says which one is meant and some months lack it.
    public mutating func settle(on day: CivilDate, _ end: MonthEnd = .dayOrLast) {
        guard leavesDayOpen, day.day > 28 else { return }
        if frequency == .monthly { take(dayOfMonth: day.day, end) }
        if frequency == .yearly, day.month == 2 {
            months = [2]
            take(dayOfMonth: 29, end)
        }
    }

    /// True where the anchor's day of the month is all that says which one it is.
    var leavesDayOpen: Bool { months.isEmpty && monthDays.isEmpty && weekdays.isEmpty && positions.isEmpty }
}

/// How a day follows from the one before.
public enum RepeatMode: UInt8, CaseIterable, Sendable {
    /// Every one counts: the next is the rule's next, be it long past.
    case every = 0
    /// Missed ones are passed over: the next is the rule's first one after the day on which the last was done.
    case passing = 1
    /// A step from the day on which the last was done.
    case afterDone = 2
}
