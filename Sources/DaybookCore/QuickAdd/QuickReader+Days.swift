/// The constructions of days.
extension QuickReader {
    /// The sorts of words that name a day.
    enum DaySort {
        /// “tomorrow”.
        case word
        case weekday
        /// A number of the day, with a month or without.
        case date
        /// A week, by its first day.
        case week
        case other
    }

    typealias Day = (end: Int, day: CivilDate?, sort: DaySort)

    /// The day, or the moment, that begins at a token.
    @inline(never)
    func day(_ index: Int) -> Match? {
        if isComing, let match = afterSpan(index) { return match }
        guard let one = oneDay(index) else { return nil }
        let found = joined(one) ?? one
        if let day = found.day, !(1...9_999).contains(day.year) { return nil }
        if found.sort == .week, !isComing { return nil }
        return (found.end, .day(found.day, isWeekday: found.sort == .weekday))
    }

    @inline(never)
    private func oneDay(_ index: Int) -> Day? {
        switch kind(index) {
        case .day: return dayWord(index)
        case .weekday:
            // Days to come are no days of spending, and 每周一 is a rule.
            if kind(index - 1) == .turn || kind(index - 1) == .every || isFiller(index - 1, 2) { return nil }
            // 週六夜 begins a name.
            if isUnspaced(index), isUnspaced(index + 1), scalar(index + 1) == "夜" { return nil }
            let isShort =
                tokens[index].value > 4 && tokens[index].end - tokens[index].start == 3 && !isUnspaced(index)
            return isShort && !isClear(index + 1) ? nil : weekdayAlone(index)
        case .turn: return kind(index - 1) == .turn ? nil : turned(index)
        case .end where isComing: return endOf(index)
        case .filler where isComing && tokens[index].value == 0 && kind(index + 1) == .end: return endOf(index + 1)
        case .unit
        where isComing && kind(index + 1) == .end && isUnspaced(index) && kind(index - 1) != .number
            && kind(index - 1) != .every && !isFiller(index - 1, 2):
            // 月底.
            return (index + 2, end(of: tokens[index].value, 0), .other)
        default: return dated(index)
        }
    }

    /// “tomorrow”, “tomorrow morning”, 明晚.
    private func dayWord(_ index: Int) -> Day? {
        let value = tokens[index].value
        let days = value > 5 ? (value + 5) % 10 - 5 : value
        guard isComing || days < 1 else { return nil }
        return (kind(index + 1) == .part ? index + 2 : index + 1, today.adding(days: days), .word)
    }

    /// “friday”, “friday night”.
    private func weekdayAlone(_ index: Int) -> Day? {
        guard kind(index) == .weekday else { return nil }
        return (kind(index + 1) == .part ? index + 2 : index + 1, named(tokens[index].value), .weekday)
    }

    /// A weekday, also where words follow that make it a name elsewhere.
    func weekday(_ index: Int) -> Match? {
        weekdayAlone(index).map { ($0.end, .day($0.day, isWeekday: true)) }
    }

    /// “next friday”, 下下周一, 下个月15号, 下个月底, “this weekend”, “last night”.
    private func turned(_ index: Int) -> Day? {
        guard let turn = turn(index) else { return nil }
        let (next, step, isSpaced) = (turn.end, turn.step, !isUnspaced(index))
        let value = next < tokens.count ? tokens[next].value : 0
        let week = monday.adding(days: step * 7)
        switch kind(next) {
        case .weekday:
            if !isComing, step > -1 { return nil }
            // “this monday” is the next one, 这周一 that of this week.
            if isSpaced, step < 1 { return (next + 1, step == 0 ? named(value) : last(value, isBefore: true), .other) }
            return (next + 1, week.adding(days: value), .other)
        case .part:
            guard isSpaced, step == 0 || step == -1 && value == 3 else { return nil }
            return (next + 1, today.adding(days: step), .word)
        case .workday where value == 1 && step > -1 && isComing:
            let saturday = week.adding(days: 5)
            return (next + 1, step == 0 ? max(saturday, today) : saturday, .other)
        case .unit where value == 3:
            guard step > -1 else { return nil }
            if kind(next + 1) == .end, !isSpaced { return (next + 2, week.adding(days: 6), .other) }
            return step > 0 || weekday(next + 1) != nil ? (next + 1, week, .week) : nil
        case .unit where value == 4:
            let month = today.startOfMonth.adding(months: step)
            let place = kind(next + 1) == .tail ? next + 2 : next + 1
            if !isSpaced, let day = number(place),
                kind(day.end) == .dayMark || kind(day.end) == .unit && tokens[day.end].value == 2
            {
                return (day.end + 1, CivilDate(year: month.year, month: month.month, day: day.value), .date)
            }
            if kind(next + 1) == .end, !isSpaced { return (next + 2, month.endOfMonth, .other) }
            return step > 0 && isComing ? (next + 1, month, .other) : nil
        case .unit where value == 5:
            return step > 0 && isComing ? (next + 1, CivilDate(firstOf: 1, in: today.year + step), .other) : nil
        default: return nil
        }
    }

    /// How many weeks, months or years from this one “next”, 下下 or 这 leads, and where it ends.
    @inline(never)
    func turn(_ index: Int) -> (end: Int, step: Int64)? {
        guard kind(index) == .turn else { return nil }
        var (end, step) = (index + 1, tokens[index].value - 1)
        // 下下, but not “next next”.
        if kind(end) == .turn {
            guard isUnspaced(index), step != 0, tokens[end].value == tokens[index].value else { return nil }
            (end, step) = (end + 1, step * 2)
            if kind(end) == .turn { return nil }
        }
        return (isFiller(end, 2) ? end + 1 : end, step)
    }

    /// “end of month”, “end of the year”, “end of next week”, “end of march”.
    @inline(never)
    func endOf(_ index: Int) -> Day? {
        guard isFiller(index + 1, 1) else { return nil }
        let place = isFiller(index + 2, 0) ? index + 3 : index + 2
        if let turn = turn(place), turn.step > -1, kind(turn.end) == .unit {
            return (turn.end + 1, end(of: tokens[turn.end].value, turn.step), .other)
        }
        if let month = month(place) { return (month.end, month.day, .other) }
        return kind(place) == .unit ? (place + 1, end(of: tokens[place].value, 0), .other) : nil
    }

    /// The last day of a week, month or year.
    private func end(of unit: Int64, _ step: Int64) -> CivilDate? {
        switch unit {
        case 3: monday.adding(days: 6 + step * 7)
        case 4: today.startOfMonth.adding(months: step).endOfMonth
        case 5: CivilDate(year: today.year + step, month: 12, day: 31)
        default: nil
        }
    }

    /// The last day of “dec 2027”, “december”, 2027年12月, 明年3月.
    @inline(never)
    func month(_ index: Int) -> (end: Int, day: CivilDate)? {
        var (place, year, month) = (index, nil as Int64?, 0 as Int64)
        if kind(index) == .month {
            month = tokens[index].value
            place += 1
            if kind(place) == .number, digits(place) == 4 {
                year = tokens[place].value
                place += 1
            }
        } else {
            if let named = yearBefore(index) { (place, year) = (named.end, named.year) }
            guard let number = number(place), kind(number.end) == .unit, tokens[number.end].value == 4,
                isUnspaced(number.end)
            else { return nil }
            (month, place) = (number.value, number.end + 1)
        }
        guard (1...12).contains(month) else { return nil }
        let first = CivilDate(firstOf: month, in: year ?? today.year)
        guard (1...9_999).contains(first.year) else { return nil }
        let day = first.endOfMonth
        return (place, year == nil && day < today ? first.adding(months: 12).endOfMonth : day)
    }

    /// 2027年, 明年.
    @inline(never)
    func yearBefore(_ index: Int) -> (end: Int, year: Int64)? {
        if kind(index) == .year { return (index + 1, today.year + tokens[index].value) }
        guard let number = number(index), kind(number.end) == .unit, tokens[number.end].value == 5,
            isUnspaced(number.end)
        else { return nil }
        return (number.end + 1, number.value)
    }

    // MARK: Spans

    /// “in 3 weeks”, “3 days later”, 3天后, “2 days ago”.
    private func afterSpan(_ index: Int) -> Match? {
        if kind(index) == .in { return span(index + 1).flatMap { after($0.end, $0.unit, $0.count) } }
        guard let span = span(index), kind(span.end) == .after, tokens[span.end].value != 1 else { return nil }
        return after(span.end + 1, span.unit, span.count)
    }

    /// “3 weeks”, “半小時”.
    @inline(never)
    func span(_ index: Int) -> (end: Int, unit: Int64, count: Int64)? {
        let isHalf = kind(index) == .halved
        guard let count = isHalf ? (1, index + 1) : number(index), kind(count.end) == .unit else { return nil }
        let unit = tokens[count.end].value
        return isHalf ? unit == 1 ? (count.end + 1, 0, 30) : nil : (count.end + 1, unit, count.value)
    }

    func after(_ end: Int, _ unit: Int64, _ count: Int64) -> Match? {
        guard unit > 1 else { return count > 0 ? (end, .minutes(unit == 1 ? count * 60 : count)) : nil }
        let day = today.adding(count, unit)
        return (1...9_999).contains(day.year) ? (end, .day(day, isWeekday: false)) : nil
    }

    // MARK: Dates

    /// A day by its number.
    private func dated(_ index: Int) -> Day? {
        if !isComing, let span = span(index), kind(span.end) == .tail, (1...2).contains(tokens[span.end].value),
            case .day(let day, _)? = after(span.end + 1, span.unit, -span.count)?.meaning
        {
            return (span.end + 1, day, .other)
        }
        if let date = date(index) { return (date.end, date.day, .date) }
        guard isComing else { return nil }
        // 3月底, 明年底.
        if let month = month(index), isUnspaced(month.end - 1), kind(month.end) == .end {
            return (month.end + 1, month.day, .other)
        }
        if kind(index) == .year, kind(index + 1) == .end {
            return (index + 2, end(of: 5, tokens[index].value), .other)
        }
        // 27號, 27th.
        if let day = number(index), kind(day.end) == .dayMark, !scalar(day.end + 1).isOne(in: "楼樓线線店门門房") {
            return next(day.value).map { (day.end + 1, $0, .date) }
        }
        guard let day = ordinal(index), day.value > 0, tokens[index].kind == .number else { return nil }
        // 15th of next month.
        if isFiller(day.end, 1), let turn = turn(day.end + 1), kind(turn.end) == .unit, tokens[turn.end].value == 4 {
            let month = today.startOfMonth.adding(months: turn.step)
            return (turn.end + 1, CivilDate(year: month.year, month: month.month, day: day.value), .date)
        }
        guard isClear(day.end), !isFiller(index - 1, 0) || kind(index - 2) == .at else { return nil }
        return next(day.value).map { (day.end, $0, .date) }
    }

    /// 2026-11-03, 3 Nov, 11月3日.
    @inline(never)
    func date(_ index: Int) -> (end: Int, day: CivilDate?)? {
        numeric(index) ?? chinese(index) ?? dayMonth(index).map { named($0) }
    }

    /// A day and what says of which week or year it is, or names it again: “friday next week”, “fri 23 oct”, 10月23日（周五）. Two
    /// names of two days are none.
    @inline(never)
    private func joined(_ first: Day) -> Day? {
        let next = first.end
        guard let day = first.day else { return nil }
        switch first.sort {
        case .weekday:
            if let turn = turn(next), kind(turn.end) == .unit, tokens[turn.end].value == 3, isComing, turn.step > -1 {
                return (turn.end + 1, monday.adding(days: turn.step * 7 + day.weekday), .other)
            }
            guard let date = date(isMark(next, ",") ? next + 1 : next), let named = date.day else { return nil }
            return (date.end, named.weekday == day.weekday ? named : nil, .other)
        case .word:
            if kind(next) == .weekday, tokens[next].value == day.weekday { return (next + 1, day, .other) }
            guard let date = date(next), date.day == day else { return nil }
            return (date.end, day, .other)
        case .date:
            let isOpen = isMark(next, "(") || isMark(next, "（")
            let place = isOpen || isMark(next, ",") ? next + 1 : next
            if kind(place) == .weekday, !isOpen || isMark(place + 1, ")") || isMark(place + 1, "）") {
                let end = isOpen ? place + 2 : place + 1
                return (end, tokens[place].value == day.weekday ? day : nil, .other)
            }
            guard let turn = turn(next), kind(turn.end) == .unit, tokens[turn.end].value == 5 else { return nil }
            return (
                turn.end + 1, CivilDate(year: today.year + turn.step, month: day.month, day: day.day), .other
            )
        case .week:
            let place = kind(next) == .at || kind(next) == .tail ? next + 1 : next
            return kind(place) == .weekday ? (place + 1, day.adding(days: tokens[place].value), .other) : nil
        case .other: return nil
        }
    }
}

extension CivilDate {
    /// So many days, weeks, months or years later, by their unit.
    func adding(_ count: Int64, _ unit: Int64) -> CivilDate {
        unit < 4
            ? adding(days: unit == 3 ? count * 7 : count) : adding(months: unit == 5 ? count * 12 : count)
    }
}
