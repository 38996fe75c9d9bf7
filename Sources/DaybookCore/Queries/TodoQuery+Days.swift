extension TodoQuery {
    /// Some days in a row, as a query names them. Which they are depends on today.
    enum Day: Equatable, Sendable {
        case date(CivilDate)
        case fromToday(Int64)
        /// So many weeks, months or years after this one.
        case period(Period, Int64)
        case month(CivilDate)
        case year(Int64)
        /// A day as people type it: `friday`, `dec 24`, 明天.
        case words(String)

        enum Period: CaseIterable, Sendable { case week, month, year }

        /// The farthest from today, in days, weeks, months or years.
        static let farthest: Int64 = 36_525
    }
}

extension TodoQuery.Day {
    /// The day or days that a text names; nil for any other text.
    init?(_ text: String) {
        let word = String(utf8: SearchQuery.fold(text.trimmed))
        if let offset = Self.offset(word, "today") ?? Self.offset(word, from: Self.days) {
            self = .fromToday(offset)
        } else if let (period, offset) = Self.period(word) {
            self = .period(period, offset)
        } else if let day = CivilDate(word) {
            self = .date(day)
        } else if word.utf8.count == 7, let month = CivilDate(word + "-01") {
            self = .month(month)
        } else if word.utf8.count == 4, let year = Self.number(word), (1...9_999).contains(year) {
            self = .year(year)
        } else if Self.typed(word, CivilDate(daysSince1970: 20_000)) != nil {
            self = .words(word)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .date(let day): day.text
        case .fromToday(let days): "today" + Self.signed(days)
        case .period(let period, let count): period.word + Self.signed(count)
        case .month(let day): String(utf8: Array(day.text.bytes.prefix(7)))
        case .year(let year): padded(year, 4)
        case .words(let words): words
        }
    }

    /// The days themselves; nil where there are none in the years from 1 to 9999.
    ///
    /// - Parameter isPast: whether a day without a year, or a weekday, is the last one, today included; else the next.
    func resolved(_ today: CivilDate, isPast: Bool) -> ClosedRange<CivilDate>? {
        let days: ClosedRange<CivilDate>
        switch self {
        case .date(let day): days = day...day
        case .fromToday(let count):
            let day = today.adding(days: count)
            days = day...day
        case .period(.week, let count):
            let day = today.startOfWeek().adding(days: count * 7)
            days = day...day.adding(days: 6)
        case .period(.month, let count):
            let day = today.startOfMonth.adding(months: count)
            days = day...day.endOfMonth
        case .period(.year, let count): return Self.year(today.year + count)
        case .month(let day): days = day...day.endOfMonth
        case .year(let year): return Self.year(year)
        case .words(let words):
            guard let day = isPast ? Self.last(words, today) : Self.typed(words, today) else { return nil }
            days = day...day
        }
        return days.lowerBound.year > 0 && days.upperBound.year <= 9_999 ? days : nil
    }

    private static func year(_ year: Int64) -> ClosedRange<CivilDate>? {
        guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
        else { return nil }
        return first...last
    }

    /// The day that people mean by some words: the next one, today included. Nil where they name a time as well.
    private static func typed(_ words: String, _ today: CivilDate) -> CivilDate? {
        guard words.utf8.count <= 100, let when = TypedWhen(words, now: LocalTime(day: today, minute: 0)),
            when.time == nil
        else { return nil }
        return when.day
    }

    /// The last day that people may mean by some words.
    private static func last(_ words: String, _ today: CivilDate) -> CivilDate? {
        guard let next = typed(words, today) else { return nil }
        // A day that is so many days from today isn't named by its place in a week or a year.
        if next <= today || typed(words, today.adding(days: -1))?.adding(days: 1) == next { return next }
        for days: Int64 in [6, 31, 366, 2_922] {
            if let day = typed(words, today.adding(days: -days)), day <= today { return day }
        }
        return next
    }

    /// Days as people call them in a query, with how far they are from today.
    private static let days: [(words: String, offset: Int64)] = [
        ("today 今天 今日", 0), ("tomorrow 明天 明日", 1), ("yesterday 昨天 昨日", -1), ("后天 後天", 2), ("前天", -2),
    ]
    private static let periods: [(words: String, period: Period, offset: Int64)] = [
        ("this week", .week, 0), ("next week", .week, 1), ("last week", .week, -1),
        ("this month", .month, 0), ("next month", .month, 1), ("last month", .month, -1),
        ("this year", .year, 0), ("next year", .year, 1), ("last year", .year, -1),
        ("本周", .week, 0), ("本週", .week, 0), ("这周", .week, 0), ("這週", .week, 0), ("下周", .week, 1), ("下週", .week, 1),
        ("上周", .week, -1), ("上週", .week, -1), ("本月", .month, 0), ("这个月", .month, 0), ("這個月", .month, 0),
        ("下个月", .month, 1), ("下個月", .month, 1), ("下月", .month, 1), ("上个月", .month, -1), ("上個月", .month, -1),
        ("上月", .month, -1), ("今年", .year, 0), ("明年", .year, 1), ("去年", .year, -1),
    ]

    private static func offset(_ word: String, from days: [(words: String, offset: Int64)]) -> Int64? {
        for day in days where word.isOne(of: day.words) { return day.offset }
        return nil
    }

    private static func period(_ word: String) -> (Period, Int64)? {
        for period in Period.allCases { if let count = offset(word, period.word) { return (period, count) } }
        for period in periods where ByteString(period.words) == ByteString(word) {
            return (period.period, period.offset)
        }
        return nil
    }

    /// Reads the number in `today`, `today+7` or `today-3`.
    private static func offset(_ word: String, _ name: String) -> Int64? {
        guard let rest = word.rest(after: name) else { return nil }
        if rest.isEmpty { return 0 }
        if let digits = rest.rest(after: "+") { return number(digits) }
        return rest.rest(after: "-").flatMap { number($0) }.map { -$0 }
    }

    /// Digits alone, of a number that isn't too large.
    private static func number(_ text: String) -> Int64? {
        var number: Int64 = 0
        for byte in text.utf8 {
            guard byte >= 48, byte <= 57 else { return nil }
            number = number * 10 + Int64(byte - 48)
            guard number <= farthest else { return nil }
        }
        return text.utf8.isEmpty ? nil : number
    }

    private static func signed(_ count: Int64) -> String {
        count == 0 ? "" : (count > 0 ? "+" : "") + String(count)
    }
}

extension TodoQuery.Day.Period {
    fileprivate var word: String {
        switch self {
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}
