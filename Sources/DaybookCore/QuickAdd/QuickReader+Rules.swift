/// The constructions of rules.
extension QuickReader {
    /// A rule, and where the words for it end.
    typealias Rule = (end: Int, rule: RepeatRule)

    /// “every other tue”, “daily”, “3 days after done”, “last friday of every month”, 每两周周二, 隔周周二.
    func rule(_ index: Int) -> Match? {
        if let found = price(index) { return done(found) }
        switch kind(index) {
        case .frequency: return often(index).map { done($0) }
        case .every:
            let isAfterDone = isMark(index + 1, "!")
            return every(isAfterDone ? index + 2 : index + 1).map { done($0, isAfterDone) }
        case .done:
            guard kind(index + 1) == .after, isUnspaced(index) else { return nil }
            if kind(index + 2) == .every { return every(index + 3).map { done($0, true) } }
            return span(index + 2).flatMap { span in
                frequency(span.unit, span.count).map { done((span.end, $0), true) }
            }
        case .another: return tokens[index].value == 1 ? alternate(index + 1).map { done($0) } : nil
        case .at, .filler, .ordinal, .number, .turn: return ofEveryMonth(index).map { done($0) } ?? spanAfterDone(index)
        default: return nil
        }
    }

    /// “a month” or “per month” behind an amount.
    private func price(_ index: Int) -> Rule? {
        guard index > 0, amount.contains(tokens[index - 1].start), kind(index + 1) == .unit, !isUnspaced(index + 1),
            isFiller(index, 5) || kind(index) == .number && scalar(index).isOne(in: "aA"),
            kind(index + 2) != .after, kind(index + 2) != .tail
        else { return nil }
        return frequency(tokens[index + 1].value, 1).map { within(index + 2, $0) }
    }

    /// “… after done”.
    private func done(_ found: Rule, _ isAfterDone: Bool = false) -> Match {
        let isDone = kind(found.end) == .after && tokens[found.end].value == 1 && kind(found.end + 1) == .done
        return (isDone ? found.end + 2 : found.end, .rule(found.rule, isAfterDone: isAfterDone || isDone))
    }

    /// “3 days after done”.
    private func spanAfterDone(_ index: Int) -> Match? {
        guard let span = span(index), kind(span.end) == .after, tokens[span.end].value == 1,
            kind(span.end + 1) == .done
        else { return nil }
        return frequency(span.unit, span.count).map { (span.end + 2, .rule($0, isAfterDone: true)) }
    }

    /// “daily”, “weekly on mon and thu”, “monthly on the 1st”, 每晚.
    private func often(_ index: Int) -> Rule? {
        guard let rule = frequency(tokens[index].value, 1) else { return nil }
        let found = within(index + 1, rule)
        return found.end > index + 1 || isUnspaced(index) || isClear(index + 1) ? found : nil
    }

    /// Reads the words behind “every”.
    func every(_ index: Int) -> Rule? {
        var place = isFiller(index, 2) ? index + 1 : index
        var interval: Int64 = 1
        if kind(place) == .another, tokens[place].value == 0 {
            (interval, place) = (2, isFiller(place + 1, 2) ? place + 2 : place + 1)
        } else if let ordinal = ordinal(place), kind(ordinal.end) == .unit, ordinal.value > 1,
            !isFiller(ordinal.end + 1, 1)
        {
            // Every 2nd week, but every last day, and every 15th.
            (interval, place) = (ordinal.value, ordinal.end)
        } else if kind(place) == .number, let number = number(place), kind(number.end) == .unit, ordinal(place) == nil,
            chinese(place) == nil
        {
            guard number.value > 0 else { return nil }
            (interval, place) = (number.value, number.end)
        }
        if kind(place) == .unit {
            guard let rule = frequency(tokens[place].value, interval) else { return nil }
            let found = within(place + 1, rule)
            // 每周一次.
            let isOnce =
                found.end == place + 1 && isUnspaced(place) && number(place + 1)?.value == 1
                && kind(place + 2) == .times
            return isOnce ? (place + 3, rule) : found
        }
        // “every evening”.
        if kind(place) == .part { return (place + 1, RepeatRule(.daily, interval: interval)) }
        let weekly = RepeatRule(.weekly, interval: interval)
        if let found = onWeekdays(place, weekly) { return found }
        guard interval == 1 else { return nil }
        if let found = inYear(place, RepeatRule(.yearly)) { return found }
        // “every 3rd customer”.
        guard let found = inMonth(place, RepeatRule(.monthly)), kind(found.end - 1) != .nth || isClear(found.end) else {
            return nil
        }
        return found
    }

    /// A rule and the days of its weeks, months or years that are named behind it: at its end where none are.
    private func within(_ index: Int, _ rule: RepeatRule) -> Rule {
        var place = index
        while kind(place) == .at && tokens[place].value != 1 || kind(place) == .tail { place += 1 }
        let found: Rule? =
            switch rule.frequency {
            case .daily: nil
            case .weekly: onWeekdays(place, rule)
            case .monthly: inMonth(isFiller(place, 0) ? place + 1 : place, rule)
            case .yearly: inYear(isFiller(place, 0) ? place + 1 : place, rule)
            }
        return found ?? (index, rule)
    }

    /// 隔周周二, 隔周二.
    private func alternate(_ index: Int) -> Rule? {
        let isWeek = kind(index) == .unit && tokens[index].value == 3
        return onWeekdays(isWeek ? index + 1 : index, RepeatRule(.weekly, interval: 2))
    }

    @inline(never)
    func frequency(_ unit: Int64, _ interval: Int64) -> RepeatRule? {
        guard unit > 1, interval > 0, let frequency = RepeatRule.Frequency(rawValue: UInt8(unit - 2)) else {
            return nil
        }
        return RepeatRule(frequency, interval: interval)
    }

    // MARK: Days of a week

    /// “mon, wed and fri”, “mon to fri”, “weekday”, “weekend”, 周一三五, 周一至五.
    @inline(never)
    private func onWeekdays(_ index: Int, _ rule: RepeatRule) -> Rule? {
        var rule = rule
        if workday(index) != nil || kind(index) == .workday {
            let isWeekend = kind(index) == .workday && tokens[index].value == 1
            guard isWeekend || rule.interval == 1 else { return nil }
            // Once each weekend, and on each of the other days.
            rule.take(.weekdays(isWeekend ? [5] : [0, 1, 2, 3, 4]))
            return (workday(index) ?? index + 1, rule)
        }
        guard kind(index) == .weekday else { return nil }
        var days = [tokens[index].value]
        var end = index + 1
        if let link = link(end, .weekday), !link.mayPart || kind(end) == .mark && !scalar(end).isOne(in: "/,、&"),
            let last = weekdayNumber(link.end, after: nil)
        {
            var day = days[0]
            while day != last, days.count < 7 {
                day = (day + 1) % 7
                days.append(day)
            }
            rule.take(.weekdays(days))
            return (link.end + 1, rule)
        }
        while let last = days.last, days.count < 7 {
            let link = self.link(end, .weekday)
            if let link, kind(end) == .and && tokens[end].value == 1 || !link.mayPart { break }
            // 周一三五 has nothing between.
            guard link != nil || isUnspaced(end - 1) || kind(end) == .weekday,
                let day = weekdayNumber(link?.end ?? end, after: last)
            else {
                break
            }
            if !days.contains(day) { days.append(day) }
            end = (link?.end ?? end) + 1
        }
        rule.take(.weekdays(days))
        // “every friday night”.
        return (kind(end) == .part ? end + 1 : end, rule)
    }

    /// A weekday, in Chinese also by its number alone, if that is of a later day than the last.
    @inline(never)
    private func weekdayNumber(_ index: Int, after last: Int64?) -> Int64? {
        if kind(index) == .weekday { return tokens[index].value }
        guard isUnspaced(index), !tokens[index].isSpaced else { return nil }
        var day: Int64?
        if kind(index) == .number, scalar(index).isOne(in: "一二三四五六"), tokens[index].value < 7 {
            // 每周一三点 is at three, and 每周一三个人 are three.
            switch kind(index + 1) {
            case .clock, .filler, .unit, .dayMark, .nth, .halved: return nil
            default: break
            }
            day = tokens[index].value - 1
        } else if kind(index) == .unit, scalar(index) == "日", last ?? 5 == 5 || kind(index - 1) == .mark {
            day = 6
        }
        return day.flatMap { $0 > last ?? -1 ? $0 : nil }
    }

    /// “weekday”, “working day”, 工作日.
    @inline(never)
    func workday(_ index: Int) -> Int? {
        if kind(index) == .workday, tokens[index].value == 0 { return index + 1 }
        return isFiller(index, 4) && kind(index + 1) == .unit && tokens[index + 1].value == 2 ? index + 2 : nil
    }

    // MARK: Days of a year

    /// “5 mar”, 3月5日, 年底.
    @inline(never)
    private func inYear(_ index: Int, _ rule: RepeatRule) -> Rule? {
        var rule = rule
        if kind(index) == .end, kind(index - 1) == .unit, isUnspaced(index) {
            (rule.months, rule.monthDays) = ([12], [31])
            return (index + 1, rule)
        }
        var found = dayMonth(index)
        if found == nil, kind(index) == .number, let day = chinese(index), let date = day.day {
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
        return (found.end, rule)
    }
}
