/// Reads the days, times and rules in a line: the one reader of such words.
///
/// A day that may be either of two (`11/3`) is none. What may be something else as well (`27th`, `25/9`, `daily`) counts
/// where nothing but other days, times and rules follows.
struct QuickReader {
    /// What words mean.
    indirect enum Meaning: Equatable {
        /// Nil for a day that doesn't exist.
        case day(CivilDate?, isWeekday: Bool)
        /// A minute of the day.
        case time(Int64)
        /// So many minutes from now.
        case minutes(Int64)
        case rule(RepeatRule, isAfterDone: Bool)
        /// The last day of a rule.
        case until(CivilDate)
        /// How many times a rule counts.
        case times(Int64)
    }

    let tokens: [QuickToken]
    let scalars: [Unicode.Scalar]
    let today: CivilDate
    /// Whether days are to come; else they are past.
    let isComing: Bool
    /// The places of an amount.
    let amount: Range<Int>
    /// What begins at each token, without what stands before it.
    private(set) var matches: [(end: Int, meaning: Meaning)?] = []

    /// - Parameters:
    ///   - isComing: whether a day without a year, or a weekday, is the next one; else it is the nearest, or the
    ///     last.
    ///   - amount: where an amount stands; nil for none.
    init(_ scalars: [Unicode.Scalar], today: CivilDate, isComing: Bool, amount: Range<Int>? = nil) {
        self.scalars = scalars
        self.amount = amount ?? 0..<0
        self.today = today
        self.isComing = isComing
        tokens = QuickToken.tokens(of: scalars)
        matches = tokens.map { _ in nil }
        // From the end, as what may follow decides.
        for index in tokens.indices.reversed() where isStart(index) {
            if let match = match(at: index), isEnd(match.end) { matches[index] = match }
        }
    }

    /// The places of a match in the scalars.
    func range(_ start: Int, _ end: Int) -> Range<Int> { tokens[start].start..<tokens[end - 1].end }

    func match(at index: Int) -> (end: Int, meaning: Meaning)? {
        if kind(index - 1) != .between, kind(index - 1) != .until,
            var found = day(index) ?? time(index).map({ ($0.end, .time($0.minute)) })
        {
            if isUnspaced(found.end - 1), kind(found.end) == .tail, tokens[found.end].value < 2 { found.end += 1 }
            return isRange(found) ? nil : found
        }
        switch kind(index) {
        case .at:
            let isDay = tokens[index].value == 0
            if let next = matches(index + 1) {
                switch next.meaning {
                case .day: return isDay ? next : nil
                case .time: return next
                case .minutes, .rule, .until, .times: return nil
                }
            }
            return isDay ? weekday(index + 1) ?? (isFiller(index + 1, 0) ? day(index + 2) : nil) : nil
        case .until where isComing:
            guard let found = day(index + 1), case .day(let day?, _) = found.meaning else { return nil }
            return (found.end, .until(day))
        case .filler where isComing && tokens[index].value == 3:
            // “5 times” by itself may be meant for each day.
            if let count = number(index + 1), count.value > 0, kind(count.end) == .times {
                return (count.end + 1, .times(count.value))
            }
        default: break
        }
        return isComing ? rule(index) : nil
    }

    /// Whether it is the first of two days or times: neither is the one that is meant.
    func isRange(_ found: (end: Int, meaning: Meaning)) -> Bool {
        guard kind(found.end) == .between || kind(found.end) == .until else { return false }
        if case .time = found.meaning { return time(found.end + 1) != nil }
        return day(found.end + 1) != nil
    }

    // MARK: Days

    /// The day, or the moment, that begins at a token.
    @inline(never)
    func day(_ index: Int) -> (end: Int, meaning: Meaning)? {
        func found(_ end: Int, _ day: CivilDate?) -> (end: Int, meaning: Meaning)? {
            if let day, !(1...9_999).contains(day.year) { return nil }
            return (end, .day(day, isWeekday: false))
        }
        let value = index < tokens.count ? tokens[index].value : 0
        switch kind(index) {
        case .day:
            let days = value > 5 ? value % 10 : value
            return isComing || days < 1 ? found(index + 1, today.adding(days: days)) : nil
        case .weekday:
            // What comes is nothing that was spent, and 每周一 is a rule.
            if kind(index - 1) == .turn || kind(index - 1) == .every || isFiller(index - 1, 2) { return nil }
            let isShort = value > 4 && tokens[index].end - tokens[index].start == 3 && !isUnspaced(index)
            return isShort && !isClear(index + 1) ? nil : weekday(index)
        case .turn:
            let next = isFiller(index + 1, 2) ? index + 2 : index + 1
            if let weekday = weekday(next)?.meaning, case .day(_, true) = weekday {
                let day = tokens[next].value
                switch value {
                case 0: return found(next + 1, last(day, isBefore: true))
                case 1: return isComing ? found(next + 1, named(day)) : nil
                default: return isComing ? found(next + 1, monday.adding(days: 7 + day)) : nil
                }
            }
            guard isComing, value == 2, kind(next) == .unit else { return nil }
            switch tokens[next].value {
            case 3: return found(next + 1, monday.adding(days: 7))
            case 4: return found(next + 1, today.endOfMonth.adding(days: 1))
            case 5: return found(next + 1, CivilDate(firstOf: 1, in: today.year + 1))
            default: return nil
            }
        case .in where isComing:
            return span(index + 1).flatMap { after($0.end, $0.unit, $0.count) }
        case .end where isComing:
            guard isFiller(index + 1, 1) else { return nil }
            let next = isFiller(index + 2, 0) ? index + 3 : index + 2
            return kind(next) == .unit ? found(next + 1, end(of: tokens[next].value)) : nil
        case .unit where isComing && kind(index + 1) == .end && tokens[index + 1].value == 0 && isUnspaced(index):
            return found(index + 2, end(of: value))
        default: break
        }
        if let span = span(index) {
            if kind(span.end) == .after, tokens[span.end].value != 1, isComing {
                return after(span.end + 1, span.unit, span.count)
            }
            if !isComing, kind(span.end) == .tail, tokens[span.end].value > 0 {
                return after(span.end + 1, span.unit, -span.count)
            }
        }
        if let date = numeric(index) ?? chinese(index) ?? dayMonth(index).map({ named($0) }) {
            return found(date.end, date.day)
        }
        guard isComing else { return nil }
        // 27號, 27th.
        if let day = number(index), kind(day.end) == .dayMark, !scalar(day.end + 1).isOne(in: "楼樓線线店門门房") {
            return next(day.value).flatMap { found(day.end + 1, $0) }
        }
        guard let day = ordinal(index), day.value > 0, tokens[index].kind == .number, isClear(day.end),
            !isFiller(index - 1, 0) || kind(index - 2) == .at
        else { return nil }
        return next(day.value).flatMap { found(day.end, $0) }
    }

    func weekday(_ index: Int) -> (end: Int, meaning: Meaning)? {
        kind(index) == .weekday ? (index + 1, .day(named(tokens[index].value), isWeekday: true)) : nil
    }

    /// “3 weeks”, “半小時”.
    @inline(never)
    func span(_ index: Int) -> (end: Int, unit: Int64, count: Int64)? {
        let isHalf = kind(index) == .halved
        guard let count = isHalf ? (1, index + 1) : number(index), kind(count.end) == .unit else { return nil }
        let unit = tokens[count.end].value
        return isHalf ? unit == 1 ? (count.end + 1, 0, 30) : nil : (count.end + 1, unit, count.value)
    }

    func after(_ end: Int, _ unit: Int64, _ count: Int64) -> (end: Int, meaning: Meaning)? {
        guard unit > 1 else { return count > 0 ? (end, .minutes(unit == 1 ? count * 60 : count)) : nil }
        let day =
            unit < 4
            ? today.adding(days: unit == 3 ? count * 7 : count)
            : today.adding(months: unit == 5 ? count * 12 : count)
        return (1...9_999).contains(day.year) ? (end, .day(day, isWeekday: false)) : nil
    }

    func end(of unit: Int64) -> CivilDate? {
        switch unit {
        case 3: monday.adding(days: 6)
        case 4: today.endOfMonth
        default: CivilDate(year: today.year, month: 12, day: 31)
        }
    }

    /// 3 Nov, 3rd of November, Nov 3, and perhaps a year behind them; 11月3日, and perhaps a year before it.
    @inline(never)
    func dayMonth(_ index: Int) -> (end: Int, year: Int64?, month: Int64, day: Int64)? {
        var end: Int
        let (month, day): (Int64, Int64)
        if let counted = dayNumber(index) {
            end = isFiller(counted.end, 1) ? counted.end + 1 : counted.end
            guard kind(end) == .month else { return nil }
            (month, day) = (tokens[end].value, counted.value)
            end += 1
        } else if kind(index) == .month,
            let counted = dayNumber(isFiller(index + 1, 0) || isMark(index + 1, ".") ? index + 2 : index + 1)
        {
            (month, day, end) = (tokens[index].value, counted.value, counted.end)
        } else {
            return nil
        }
        if isMark(end, "."), !tokens[end].isSpaced, isMonthCut(end - 1) { end += 1 }
        let place = isMark(end, ",") ? end + 1 : end
        if kind(place) == .number, digits(place) == 4, tokens[place].value > 999, tokens[place].value < 3_000 {
            return (place + 1, tokens[place].value, month, day)
        }
        return (end, nil, month, day)
    }

    /// Whether a point may end a name of a month.
    func isMonthCut(_ index: Int) -> Bool { kind(index) == .month && isEnd(index + 2) }

    /// 1 to 2 digits, and perhaps what makes them an ordinal.
    @inline(never)
    func dayNumber(_ index: Int) -> (value: Int64, end: Int)? {
        guard kind(index) == .number, (1...2).contains(digits(index)) else { return nil }
        return ordinal(index) ?? (tokens[index].value, index + 1)
    }

    func named(
        _ found: (end: Int, year: Int64?, month: Int64, day: Int64)
    ) -> (end: Int, day: CivilDate?) {
        (
            found.end,
            found.year.map { CivilDate(year: $0, month: found.month, day: found.day) } ?? near(found.month, found.day)
        )
    }

    @inline(never)
    func chinese(_ index: Int) -> (end: Int, day: CivilDate?)? {
        var year: Int64?
        var index = index
        if kind(index + 1) == .unit, tokens[index + 1].value == 5, isUnspaced(index + 1), let number = number(index) {
            year = number.value
            index += 2
        }
        guard let month = number(index), kind(month.end) == .unit, tokens[month.end].value == 4, isUnspaced(month.end),
            let day = number(month.end + 1),
            kind(day.end) == .dayMark || kind(day.end) == .unit && tokens[day.end].value == 2 && isUnspaced(day.end)
        else { return nil }
        return named((day.end + 1, year, month.value, day.value))
    }

    /// 2026-11-03, 24.11.2026, 24/11, and of what is to come 24.11.
    func numeric(_ index: Int) -> (end: Int, day: CivilDate?)? {
        var values: [Int64] = []
        var lengths: [Int] = []
        let mark = index + 1 < tokens.count ? tokens[index + 1].value : 0
        var end = index
        while values.count < 3, kind(end) == .number, values.isEmpty || !tokens[end].isSpaced {
            values.append(tokens[end].value)
            lengths.append(digits(end))
            guard kind(end + 1) == .mark, tokens[end + 1].value == mark, !tokens[end + 1].isSpaced else {
                end += 1
                break
            }
            end += 2
        }
        let isClosed = end > index && kind(end - 1) == .number
        guard mark == 0x2D || mark == 0x2E || mark == 0x2F else { return nil }
        func isShort(_ range: Range<Int>) -> Bool { lengths[range].allSatisfy { $0 < 3 } }
        if values.count == 3 {
            // What is behind the third isn't of it, but for a point that ends a sentence.
            if !isClosed { end -= 1 }
            if lengths[0] == 4, isShort(1..<3) {
                return (end, CivilDate(year: values[0], month: values[1], day: values[2]))
            }
            guard lengths[2] == 4, isShort(0..<2) else { return nil }
            // With points, and in no other way, the day comes first everywhere.
            if mark == 0x2E { return (end, CivilDate(year: values[2], month: values[1], day: values[0])) }
            return Self.order(values).map { (end, CivilDate(year: values[2], month: $0.month, day: $0.day)) }
        }
        guard values.count == 2, isShort(0..<2) else { return nil }
        // 24.11. is 24 November everywhere.
        if mark == 0x2E, !isClosed, isComing { return near(values[1], values[0]).map { (end, $0) } }
        // Open at all hours.
        guard mark == 0x2F, isClosed, values != [24, 7], let (month, day) = Self.order(values),
            CivilDate(year: 2_000, month: month, day: day) != nil, !isComing || isClear(end)
        else { return nil }
        return (end, near(month, day))
    }

    static func order(_ values: [Int64]) -> (month: Int64, day: Int64)? {
        let (first, second) = (values[0], values[1])
        if first > 12, first < 32, second < 13, second > 0 { return (second, first) }
        if second > 12, second < 32, first < 13, first > 0 { return (first, second) }
        return first == second && first > 0 && first < 13 ? (first, second) : nil
    }

    var monday: CivilDate { today.startOfWeek() }

    /// The day that a weekday alone means: the last or the next one, today included.
    func named(_ weekday: Int64) -> CivilDate {
        guard isComing else { return last(weekday, isBefore: false) }
        let day = monday.adding(days: weekday)
        return day < today ? day.adding(days: 7) : day
    }

    func last(_ weekday: Int64, isBefore: Bool) -> CivilDate {
        let day = monday.adding(days: weekday)
        return day > today || isBefore && day == today ? day.adding(days: -7) : day
    }

    /// The nearest day of these numbers, or the next; nil if there is none.
    func near(_ month: Int64, _ day: Int64) -> CivilDate? {
        var nearest: CivilDate?
        // A leap day may be eight years off.
        for year in today.year - 1...today.year + (isComing ? 8 : 1) {
            guard let date = CivilDate(year: year, month: month, day: day), !isComing || date >= today else { continue }
            func distance(_ date: CivilDate) -> Int64 { abs(date.daysSince1970 - today.daysSince1970) }
            if nearest.map({ distance(date) < distance($0) }) ?? true { nearest = date }
        }
        return nearest
    }

    /// The next day of a month with a number.
    func next(_ day: Int64) -> CivilDate? {
        var month = today.startOfMonth
        for _ in 0..<3 {
            if let date = CivilDate(year: month.year, month: month.month, day: day), date >= today { return date }
            month = month.endOfMonth.adding(days: 1)
        }
        return nil
    }
}
