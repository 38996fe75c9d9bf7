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
    private let scalars: [Unicode.Scalar]
    private let today: CivilDate
    /// Whether days are to come; else they are past.
    private let isComing: Bool
    /// The places of an amount.
    private let amount: Range<Int>
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

    private func match(at index: Int) -> (end: Int, meaning: Meaning)? {
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
    private func isRange(_ found: (end: Int, meaning: Meaning)) -> Bool {
        guard kind(found.end) == .between || kind(found.end) == .until else { return false }
        if case .time = found.meaning { return time(found.end + 1) != nil }
        return day(found.end + 1) != nil
    }

    // MARK: Days

    /// The day, or the moment, that begins at a token.
    @inline(never)
    private func day(_ index: Int) -> (end: Int, meaning: Meaning)? {
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

    private func weekday(_ index: Int) -> (end: Int, meaning: Meaning)? {
        kind(index) == .weekday ? (index + 1, .day(named(tokens[index].value), isWeekday: true)) : nil
    }

    /// “3 weeks”, “半小時”.
    @inline(never)
    private func span(_ index: Int) -> (end: Int, unit: Int64, count: Int64)? {
        let isHalf = kind(index) == .halved
        guard let count = isHalf ? (1, index + 1) : number(index), kind(count.end) == .unit else { return nil }
        let unit = tokens[count.end].value
        return isHalf ? unit == 1 ? (count.end + 1, 0, 30) : nil : (count.end + 1, unit, count.value)
    }

    private func after(_ end: Int, _ unit: Int64, _ count: Int64) -> (end: Int, meaning: Meaning)? {
        guard unit > 1 else { return count > 0 ? (end, .minutes(unit == 1 ? count * 60 : count)) : nil }
        let day =
            unit < 4
            ? today.adding(days: unit == 3 ? count * 7 : count)
            : today.adding(months: unit == 5 ? count * 12 : count)
        return (1...9_999).contains(day.year) ? (end, .day(day, isWeekday: false)) : nil
    }

    private func end(of unit: Int64) -> CivilDate? {
        switch unit {
        case 3: monday.adding(days: 6)
        case 4: today.endOfMonth
        default: CivilDate(year: today.year, month: 12, day: 31)
        }
    }

    /// 3 Nov, 3rd of November, Nov 3, and perhaps a year behind them; 11月3日, and perhaps a year before it.
    @inline(never)
    private func dayMonth(_ index: Int) -> (end: Int, year: Int64?, month: Int64, day: Int64)? {
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
    private func isMonthCut(_ index: Int) -> Bool { kind(index) == .month && isEnd(index + 2) }

    /// 1 to 2 digits, and perhaps what makes them an ordinal.
    @inline(never)
    private func dayNumber(_ index: Int) -> (value: Int64, end: Int)? {
        guard kind(index) == .number, (1...2).contains(digits(index)) else { return nil }
        return ordinal(index) ?? (tokens[index].value, index + 1)
    }

    private func named(
        _ found: (end: Int, year: Int64?, month: Int64, day: Int64)
    ) -> (end: Int, day: CivilDate?) {
        (
            found.end,
            found.year.map { CivilDate(year: $0, month: found.month, day: found.day) } ?? near(found.month, found.day)
        )
    }

    @inline(never)
    private func chinese(_ index: Int) -> (end: Int, day: CivilDate?)? {
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
    private func numeric(_ index: Int) -> (end: Int, day: CivilDate?)? {
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

    private static func order(_ values: [Int64]) -> (month: Int64, day: Int64)? {
        let (first, second) = (values[0], values[1])
        if first > 12, first < 32, second < 13, second > 0 { return (second, first) }
        if second > 12, second < 32, first < 13, first > 0 { return (first, second) }
        return first == second && first > 0 && first < 13 ? (first, second) : nil
    }

    private var monday: CivilDate { today.startOfWeek() }

    /// The day that a weekday alone means: the last or the next one, today included.
    private func named(_ weekday: Int64) -> CivilDate {
        guard isComing else { return last(weekday, isBefore: false) }
        let day = monday.adding(days: weekday)
        return day < today ? day.adding(days: 7) : day
    }

    private func last(_ weekday: Int64, isBefore: Bool) -> CivilDate {
        let day = monday.adding(days: weekday)
        return day > today || isBefore && day == today ? day.adding(days: -7) : day
    }

    /// The nearest day of these numbers, or the next; nil if there is none.
    private func near(_ month: Int64, _ day: Int64) -> CivilDate? {
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
    private func next(_ day: Int64) -> CivilDate? {
        var month = today.startOfMonth
        for _ in 0..<3 {
            if let date = CivilDate(year: month.year, month: month.month, day: day), date >= today { return date }
            month = month.endOfMonth.adding(days: 1)
        }
        return nil
    }

    // MARK: Times

    /// 15:00, 9:30 am, 3pm, noon, 下午三點半, 15点20分.
    @inline(never)
    private func time(_ index: Int) -> (end: Int, minute: Int64)? {
        guard isComing else { return nil }
        var half: Int64?
        var place = index
        if kind(index) == .half {
            half = tokens[index].value
            place += 1
            // 中午 without an hour.
            if half == 2, number(place) == nil, !isUnspaced(index) || isBeside(index) { return (place, 720) }
            guard isUnspaced(index) else { return nil }
        } else if kind(index - 1) == .day, tokens[index - 1].value > 5 {
            half = tokens[index - 1].value < 20 ? 0 : 3
        }
        guard kind(place) == .number, digits(place) < 3, var hour = number(place)?.value, hour < 24 else { return nil }
        place += 1
        var minute: Int64 = 0
        if isClock(place, 0) {
            guard isUnspaced(place) else { return nil }
            place += 1
            if kind(place) == .halved {
                (minute, place) = (30, place + 1)
            } else if isClock(place, 3) {
                place += 1
            } else if kind(place) == .number, !tokens[place].isSpaced, let number = number(place) {
                guard number.value < 60, isClock(number.end, 2) || isClock(number.end, 1) || digits(place) == 2 else {
                    return nil
                }
                let isQuarter = isClock(number.end, 2)
                minute = isQuarter ? number.value * 15 : number.value
                guard minute < 60 else { return nil }
                place = isQuarter || isClock(number.end, 1) ? number.end + 1 : number.end
            } else if half == nil, index > 0, !isBeside(index), !isClear(place) {
                // 整理三点建议.
                return nil
            }
        } else {
            let isExact = isMark(place, ":") && !tokens[place].isSpaced
            if isExact {
                guard digits(place - 1) > 0, kind(place + 1) == .number, !tokens[place + 1].isSpaced,
                    digits(place + 1) == 2, tokens[place + 1].value < 60
                else { return nil }
                minute = tokens[place + 1].value
                place += 2
            }
            if half == nil, kind(place) == .half, !isUnspaced(place), digits(place - 1) > 0 {
                half = tokens[place].value
                place += 1
                guard (1...12).contains(hour), half != 2 || hour == 12 else { return nil }
            } else if !isExact {
                // 15 alone may be anything.
                return nil
            }
        }
        if let half, hour <= 12 {
            // 晚上12點 may be either midnight.
            if hour == 12, half == 3 { return nil }
            hour = hour % 12 + (half == 0 ? 0 : 12)
        }
        return (place, hour * 60 + minute)
    }

    // MARK: Rules

    /// “every other tue”, “daily”, “3 days after done”, 每两周周二.
    private func rule(_ index: Int) -> (end: Int, meaning: Meaning)? {
        func found(_ rule: (end: Int, rule: RepeatRule)?, isAfterDone: Bool = false) -> (end: Int, meaning: Meaning)? {
            rule.map { ($0.end, .rule($0.rule, isAfterDone: isAfterDone)) }
        }
        switch kind(index) {
        case .frequency:
            guard var rule = frequency(tokens[index].value, 1) else { return nil }
            if rule.frequency == .weekly, let end = weekdays(kind(index + 1) == .at ? index + 2 : index + 1, &rule) {
                return found((end, rule))
            }
            return isClear(index + 1) ? found((index + 1, rule)) : nil
        case .every:
            let isAfterDone = isMark(index + 1, "!")
            return found(every(isAfterDone ? index + 2 : index + 1), isAfterDone: isAfterDone)
        case .done:
            guard kind(index + 1) == .after, isUnspaced(index), let span = span(index + 2) else { return nil }
            return found(frequency(span.unit, span.count).map { (span.end, $0) }, isAfterDone: true)
        default:
            guard let span = span(index), kind(span.end) == .after, tokens[span.end].value == 1,
                kind(span.end + 1) == .done
            else { return nil }
            return found(frequency(span.unit, span.count).map { (span.end + 2, $0) }, isAfterDone: true)
        }
    }

    private func every(_ index: Int) -> (end: Int, rule: RepeatRule)? {
        var place = isFiller(index, 2) ? index + 1 : index
        var interval: Int64 = 1
        if kind(place) == .another {
            (interval, place) = (2, place + 1)
        } else if let ordinal = ordinal(place) {
            // Every 2nd week, but every last day, and every 15th.
            if kind(ordinal.end) == .unit, ordinal.value > 1 {
                (interval, place) = (ordinal.value, ordinal.end)
            } else if dayMonth(place) == nil {
                var rule = RepeatRule(.monthly)
                return inMonth(place, &rule).map { ($0, rule) }
            }
        } else if kind(place) == .number, dayMonth(place) == nil, chinese(place) == nil, let number = number(place) {
            guard number.value > 0 else { return nil }
            (interval, place) = (number.value, number.end)
        }
        if kind(place) == .unit, var rule = frequency(tokens[place].value, interval) {
            place += 1
            // 每周一次.
            let isOnce = isUnspaced(place) && number(place)?.value == 1 && kind(place + 1) == .times
            let whole = isOnce ? place + 2 : place
            while kind(place) == .at || isFiller(place, 1) || kind(place) == .tail { place += 1 }
            switch rule.frequency {
            case .daily: return (whole, rule)
            case .weekly: return (weekdays(place, &rule) ?? whole, rule)
            case .monthly: return (inMonth(isFiller(place, 0) ? place + 1 : place, &rule) ?? whole, rule)
            case .yearly: return (inYear(place, &rule) ?? whole, rule)
            }
        }
        var rule = RepeatRule(.weekly, interval: interval)
        if kind(place) == .workday, interval == 1 {
            rule.take(.weekdays([0, 1, 2, 3, 4]))
            return (place + 1, rule)
        }
        if let end = weekdays(place, &rule) { return (end, rule) }
        rule = RepeatRule(.yearly)
        return inYear(place, &rule).map { ($0, rule) }
    }

    @inline(never)
    private func frequency(_ unit: Int64, _ interval: Int64) -> RepeatRule? {
        guard unit > 1, interval > 0, let frequency = RepeatRule.Frequency(rawValue: UInt8(unit - 2)) else {
            return nil
        }
        return RepeatRule(frequency, interval: interval)
    }

    /// “mon, wed and fri”.
    @inline(never)
    private func weekdays(_ index: Int, _ rule: inout RepeatRule) -> Int? {
        var days: [Int64] = []
        var (end, place) = (index, index)
        while kind(place) == .weekday, days.count < 7 {
            if !days.contains(tokens[place].value) { days.append(tokens[place].value) }
            end = place + 1
            place = end
            while isMark(place, ",") || isMark(place, "、") || kind(place) == .and { place += 1 }
        }
        guard !days.isEmpty else { return nil }
        rule.take(.weekdays(days))
        return end
    }

    /// “15th”, “last day”, “3rd friday”, 15號, 最後一天, 第三個週五.
    @inline(never)
    private func inMonth(_ index: Int, _ rule: inout RepeatRule) -> Int? {
        var end: Int
        if let ordinal = ordinal(index) {
            let place = isFiller(ordinal.end, 2) ? ordinal.end + 1 : ordinal.end
            if kind(place) == .weekday {
                guard ordinal.value < 6 else { return nil }
                rule.take(.weekday(tokens[place].value, ordinal: ordinal.value))
                end = place + 1
            } else {
                let isDay = kind(place) == .unit && tokens[place].value == 2
                guard isDay || ordinal.value > 0 && tokens[index].kind == .number else { return nil }
                guard ordinal.value < 32 else { return nil }
                rule.take(.day(ordinal.value, .dayOrLast))
                end = isDay ? place + 1 : place
            }
        } else if let day = number(index), (1...31).contains(day.value),
            kind(day.end) == .dayMark || kind(day.end) == .unit && tokens[day.end].value == 2 && isUnspaced(day.end)
        {
            rule.take(.day(day.value, .dayOrLast))
            end = day.end + 1
        } else {
            return nil
        }
        // Of the month.
        if isFiller(end, 1) {
            let place = isFiller(end + 1, 0) || kind(end + 1) == .every ? end + 2 : end + 1
            if kind(place) == .unit, tokens[place].value == 4 { end = place + 1 }
        }
        return end
    }

    /// “5 mar”, 3月5日.
    @inline(never)
    private func inYear(_ index: Int, _ rule: inout RepeatRule) -> Int? {
        var found = dayMonth(isFiller(index, 0) ? index + 1 : index)
        if found == nil, let day = chinese(index), let date = day.day {
            found = (day.end, nil, date.month, date.day)
        }
        guard let found, found.year == nil, CivilDate(year: 2_000, month: found.month, day: found.day) != nil else {
            return nil
        }
        if found.month == 2 {
            rule.take(.day(found.day, .dayOrLast))
        } else {
            rule.monthDays = [found.day]
        }
        rule.months = [found.month]
        return found.end
    }

    // MARK: Parts

    @inline(never)
    private func kind(_ index: Int) -> QuickToken.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

    @inline(never)
    private func matches(_ index: Int) -> (end: Int, meaning: Meaning)? {
        matches.indices.contains(index) ? matches[index] : nil
    }

    @inline(never)
    private func isFiller(_ index: Int, _ value: Int64) -> Bool {
        kind(index) == .filler && tokens[index].value == value
    }

    @inline(never)
    private func isClock(_ index: Int, _ value: Int64) -> Bool { kind(index) == .clock && tokens[index].value == value }

    @inline(never)
    private func isMark(_ index: Int, _ scalar: Unicode.Scalar) -> Bool {
        kind(index) == .mark && tokens[index].value == Int64(scalar.value)
    }

    /// A number, and a counter behind it: 3個.
    @inline(never)
    private func number(_ index: Int) -> (value: Int64, end: Int)? {
        guard kind(index) == .number, tokens[index].value >= 0 else { return nil }
        return (tokens[index].value, isFiller(index + 1, 2) ? index + 2 : index + 1)
    }

    /// 3rd, third, 第三, last.
    @inline(never)
    private func ordinal(_ index: Int) -> (value: Int64, end: Int)? {
        switch kind(index) {
        case .ordinal: return (tokens[index].value, index + 1)
        case .turn: return tokens[index].value == 0 && !isUnspaced(index) ? (-1, index + 1) : nil
        case .nth: return number(index + 1)
        case .number:
            guard kind(index + 1) == .nth, !tokens[index + 1].isSpaced, digits(index) > 0, tokens[index].value > 0,
                !isUnspaced(index + 1)
            else { return nil }
            return (tokens[index].value, index + 2)
        default: return nil
        }
    }

    /// How many digits a number has; none where it is a word.
    @inline(never)
    private func digits(_ index: Int) -> Int {
        guard kind(index) == .number, isDigit(half(scalar: index)) else { return 0 }
        return tokens[index].end - tokens[index].start
    }

    private func half(scalar index: Int) -> Unicode.Scalar {
        let scalar = scalar(index)
        return scalar.value >= 0xFF10 && scalar.value <= 0xFF19 ? "0" : scalar
    }

    @inline(never)
    private func scalar(_ index: Int) -> Unicode.Scalar {
        tokens.indices.contains(index) ? scalars[tokens[index].start] : " "
    }

    @inline(never)
    private func isUnspaced(_ index: Int) -> Bool { QuickToken.isUnspaced(scalar(index)) }

    /// Whether a day or a rule ends just before.
    private func isBeside(_ index: Int) -> Bool {
        switch kind(index - 1) {
        case .day, .weekday, .workday, .unit, .dayMark, .tail: true
        default: false
        }
    }

    /// Whether words may begin there.
    private func isStart(_ index: Int) -> Bool {
        if index == 0 || tokens[index].isSpaced || isUnspaced(index) || isUnspaced(index - 1) { return true }
        return kind(index - 1) == .mark && scalar(index - 1).isOne(in: "(（,;，、。；：！？")
            || isComing && kind(index - 1) == .at && tokens[index - 1].value == 1
    }

    /// Whether words may end before a token.
    private func isEnd(_ index: Int) -> Bool {
        if index >= tokens.count || tokens[index].isSpaced || isUnspaced(index) || isUnspaced(index - 1) { return true }
        return kind(index) == .mark && scalar(index).isOne(in: ",;:.!?)，；：。！？）、")
            && (isEnd(index + 1) || scalar(index).value > 0x7F)
    }

    /// Whether it is neither punctuation nor of an amount.
    func isWord(_ index: Int) -> Bool { tokens[index].kind != .mark && !amount.contains(tokens[index].start) }

    /// Whether nothing but days, times, rules and an amount follows.
    private func isClear(_ index: Int) -> Bool {
        var index = index
        while index < tokens.count, !isWord(index) { index += 1 }
        return index >= tokens.count || matches(index) != nil
    }
}
