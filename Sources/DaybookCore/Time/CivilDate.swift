/// A day of the Gregorian calendar, which is taken to hold for all time.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// From 1 to 9999, unless days were counted beyond them.
    public let year: Int64
    /// From 1 to 12.
    public let month: Int64
    /// From 1 to 31.
    public let day: Int64

    /// The calendar repeats every 400 years of 146,097 days; years here start in March, so that the leap day is last.
    public init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFloored(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// A day that exists in a year from 1 to 9999, or nil.
    public init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The first day of a month; the years 1 to 9999 are no limit to it.
    init(firstOf month: Int64, in year: Int64) {
        self.year = year
        self.month = month
        day = 1
    }

    /// The day that text such as `2026-11-21` names, or nil for any other text and for a day that doesn't exist.
    public init?(_ text: String) {
        var numbers: [Int64] = [0]
        for (index, byte) in text.bytes.enumerated() {
            if index == 4 || index == 7 {
                guard byte == 0x2D else { return nil }
                numbers.append(0)
            } else {
                guard byte >= 0x30, byte <= 0x39, index < 10 else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte - 0x30)
            }
        }
        guard text.utf8.count == 10 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The day on which a moment falls in UTC.
    public init(_ time: Timestamp) {
        self.init(daysSince1970: time.milliseconds.quotientAndRemainderFloored(by: 86_400_000).quotient)
    }

    /// 0 for 1970-01-01, negative before.
    public var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.quotientAndRemainderFloored(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// So many days later, or earlier; the years 1 to 9999 are no limit to it.
    public func adding(days: Int64) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    /// The day itself if a week starts with it, else the last one before it that does.
    ///
    /// - Parameter first: the day that a week starts with, from 0 for Monday to 6 for Sunday.
    public func startOfWeek(from first: Int64 = 0) -> CivilDate {
        adding(days: -(daysSince1970 + 3 - first).quotientAndRemainderFloored(by: 7).remainder)
    }

    /// The first day of its month.
    public var startOfMonth: CivilDate { CivilDate(firstOf: month, in: year) }

    /// The last day of its month.
    public var endOfMonth: CivilDate { adding(days: Self.length(ofMonth: month, in: year) - day) }

    /// `2026-11-21`.
    public var text: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
