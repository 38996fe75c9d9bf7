/// Words with the form of a day or a time, whatever stands around them, and what joins several.
extension QuickReader {
    enum Sort {
        case time, weekday
        /// A day by its number, with a month or without.
        case date
        case otherDay
        /// A number that may be one of those.
        case number
    }

    typealias Form = (end: Int, sort: Sort)

    /// “on fri”, 3pm, 11月3日, 5號; a number, too.
    @inline(never)
    func form(_ index: Int) -> Form? {
        var place = index
        if kind(place) == .at { place += 1 }
        if isFiller(place, 0) { place += 1 }
        guard place < tokens.count, !amount.contains(tokens[place].start) else { return nil }
        switch kind(place) {
        case .weekday: return (place + 1, .weekday)
        case .day: return (place + 1, .otherDay)
        case .turn:
            guard let turn = turn(place) else { return nil }
            switch kind(turn.end) {
            case .weekday: return (turn.end + 1, .weekday)
            case .unit, .workday: return (turn.end + 1, .otherDay)
            default: return nil
            }
        case .half, .number, .month, .ordinal, .nth, .year, .end: break
        default: return nil
        }
        if let time = clock(place) { return (time.end, .time) }
        if kind(place) == .half { return tokens[place].value == 2 && !isUnspaced(place) ? (place + 1, .time) : nil }
        if let date = date(place) { return (date.end, .date) }
        if kind(place) == .end { return (endOf(place)?.end).map { ($0, .otherDay) } }
        if let number = number(place) {
            if kind(number.end) == .dayMark { return (number.end + 1, .date) }
            if let ordinal = ordinal(place) { return (ordinal.end, .date) }
            return (number.end, .number)
        }
        if kind(place) == .month, kind(place + 1) == .number, digits(place + 1) == 4 { return (place + 2, .otherDay) }
        return nil
    }

    /// Where a series of days or times ends that begins so; nil if it is but one.
    func series(_ first: Form) -> Form? {
        var last = first
        var (sort, series) = (first.sort, nil as Form?)
        // A line takes a time that grows with its length alone.
        var left = 16
        while left > 0, let link = link(last.end, last.sort), let next = form(link.end), isAlike(last.sort, next.sort) {
            // The number in “fri - 3 things” is one of things.
            if next.sort == .number, link.mayPart, next.end < tokens.count, kind(next.end) != .mark { break }
            // “3 - 5pm”.
            if sort == .number { sort = next.sort }
            (last, left) = (next, left - 1)
            if sort != .number { series = (last.end, sort) }
        }
        return series
    }

    private func isAlike(_ first: Sort, _ second: Sort) -> Bool {
        if first == .time || second == .time {
            return first == second || first == .number || second == .number
        }
        if first == .number || second == .number { return first == second || first == .date || second == .date }
        return true
    }

    /// Finds a word that joins two days or times: “and”, “or”, “to”, 到, a dash, a comma between two of a sort.
    ///
    /// - Returns: where it ends; whether it may as well part two things.
    @inline(never)
    func link(_ index: Int, _ sort: Sort) -> (end: Int, mayPart: Bool)? {
        switch kind(index) {
        case .and: return (index + 1, true)
        case .between: return tokens[index].value == 1 ? (index + 1, false) : nil
        case .until: return (index + 1, false)
        case .mark:
            if scalar(index).isOne(in: "-–—~～〜/／&＆、") { return (index + 1, true) }
            guard isMark(index, ",") else { return nil }
            if kind(index + 1) == .and { return (index + 2, true) }
            let next = form(index + 1)?.sort
            return next == sort && (sort == .weekday || sort == .time || sort == .date && ordinal(index + 1) != nil)
                ? (index + 1, true) : nil
        default:
            // 9am 9pm.
            return sort == .time && form(index)?.sort == .time ? (index, true) : nil
        }
    }

    /// Where the words end that lead a day or a time and make it another: “before”, “the second” in “the second friday”.
    @inline(never)
    func leading(_ index: Int) -> Int? {
        switch kind(index) {
        case .barrier:
            switch tokens[index].value {
            case 0, 1, 2, 5: return index + 1
            case 4: return kind(index + 1) == .turn ? index + 1 : nil
            default: return nil
            }
        case .after: return tokens[index].value == 1 ? index + 1 : nil
        case .between: return index + 1
        case .until: return index + 1
        case .another: return tokens[index].value == 1 ? index + 1 : nil
        // “The morning of 3 nov”; but money is spent on days.
        case .filler: return isComing && tokens[index].value == 1 ? index + 1 : nil
        case .nth, .ordinal: return kind(index + 1) == .weekday ? index + 1 : nil
        default: return nil
        }
    }

    /// Tells whether such words stand just before.
    @inline(never)
    func isLed(_ index: Int) -> Bool {
        if kind(index - 1) == .number, kind(index - 2) == .nth, kind(index) == .weekday { return true }
        if isFiller(index - 1, 2), kind(index - 2) == .number, kind(index - 3) == .nth { return true }
        return index > 0 && leading(index - 1) != nil
    }

    // MARK: What goes on

    /// Tells whether two parts side by side can be of one phrase: a rule and its first day, but not two days, nor a rule and a
    /// day of a week that no construction of rules has.
    func goesOn(_ first: Int, _ before: Match, _ second: Int, _ match: Match) -> Bool {
        func isSpan(_ index: Int, _ end: Int) -> Bool { kind(index) == .turn && kind(end - 1) == .unit }
        switch (before.meaning, match.meaning) {
        // “Friday” may be a name.
        case (.day(_, let isWeekday), .day): return isWeekday && kind(second) == .day
        case (.day, .rule): return !isSpan(first, before.end)
        case (.rule, .day):
            switch kind(second) {
            case .at: return tokens[second].value != 0
            case .weekday, .turn: return false
            default: return true
            }
        default: return true
        }
    }

    /// Where words end that go on with a day or a rule, and aren't understood; nil if there are none.
    ///
    /// - Parameter isOfRule: whether there is a rule before.
    @inline(never)
    func remainder(_ index: Int, _ meaning: Meaning?, ofRule isOfRule: Bool) -> Int? {
        if matches(index) != nil || index >= tokens.count || amount.contains(tokens[index].start) { return nil }
        let value = tokens[index].value
        func isDay(_ index: Int) -> Bool { form(index).map { $0.sort != .number && $0.sort != .time } ?? false }
        switch kind(index) {
        case .barrier:
            switch value {
            case 1, 3, 5: return index + 1
            case 6: return isDay(index + 1) ? index + 1 : nil
            case 8:
                // 明天中秋 is tomorrow, and 下周中秋 a day of next week.
                if case .rule? = meaning { return index + 1 }
                return kind(index - 1) == .unit ? index + 1 : nil
            default: return nil
            }
        case .after:
            return value != 1 || isDay(index + 1) || kind(index + 1) == .turn || kind(index + 1) == .done
                ? index + 1 : nil
        case .until: return isOfRule && value == 0 || form(index + 1) != nil ? index + 1 : nil
        case .between: return isDay(index + 1) || value == 1 && form(index + 1) != nil ? index + 1 : nil
        case .and:
            if isDay(index + 1) || kind(index + 1) == .every { return index + 1 }
            switch isOfRule ? kind(index + 1) : nil {
            case .workday, .ordinal, .nth: return index + 1
            default: return nil
            }
        case .nth: return index + 1
        case .filler where value == 1: return index + 1
        default: break
        }
        if scalar(index).isOne(in: "初中旬"), !tokens[index].isSpaced, kind(index - 1) == .unit { return index + 1 }
        if case .day? = meaning {
            // 周五前三天, 下个月15.
            let isTail = kind(index - 1) == .tail && tokens[index - 1].value == 1
            let isOfUnit = kind(index - 1) == .unit && isUnspaced(index - 1) && !tokens[index].isSpaced
            if kind(index) == .number, isTail && kind(index + 1) == .unit || isOfUnit { return index + 1 }
            // “I may 5 times”.
            return kind(index) == .ordinal && kind(index - 1) == .unit || kind(index) == .times ? index + 1 : nil
        }
        guard case .rule(let rule, _)? = meaning else { return nil }
        var place = index
        if kind(place) == .at, value == 0 { place += 1 }
        if isFiller(place, 0) { place += 1 }
        switch kind(place) {
        case .times, .month, .ordinal, .end, .weekday, .year, .nth, .workday: return place + 1
        case .barrier where place > index: return tokens[place].value == 8 ? place + 1 : nil
        case .turn:
            // “every day this week”, but not 每周上课.
            let next = turn(place).flatMap { kind($0.end) }
            return next == .unit || next == .weekday || next == .workday ? place + 1 : nil
        case .in:
            let next = kind(place + 1)
            return next == .month || next == .turn || next == .number && digits(place + 1) == 4 ? place + 1 : nil
        case .number:
            guard let number = number(place) else { return nil }
            switch kind(number.end) {
            case .times, .dayMark, .nth: return number.end
            case .unit: return tokens[number.end].value > 1 ? number.end : nil
            default:
                // 每月十五交租, 每周三个小时.
                return isUnspaced(index - 1) && rule.leavesDayOpen && rule.frequency.rawValue > 1 ? number.end : nil
            }
        default:
            let isCounted = kind(index - 1) == .weekday && isUnspaced(index - 1) && !rule.weekdays.isEmpty
            return isCounted && scalar(index).isOne(in: "个個次本杯顿頓节節篇件遍趟") ? index + 1 : nil
        }
    }
}
