extension QuickReader {
    /// “every other tue”, “daily”, “3 days after done”, 每两周周二.
    func rule(_ index: Int) -> (end: Int, meaning: Meaning)? {
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

    func every(_ index: Int) -> (end: Int, rule: RepeatRule)? {
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
    func frequency(_ unit: Int64, _ interval: Int64) -> RepeatRule? {
        guard unit > 1, interval > 0, let frequency = RepeatRule.Frequency(rawValue: UInt8(unit - 2)) else {
            return nil
        }
        return RepeatRule(frequency, interval: interval)
    }

    /// “mon, wed and fri”.
    @inline(never)
    func weekdays(_ index: Int, _ rule: inout RepeatRule) -> Int? {
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
    func inMonth(_ index: Int, _ rule: inout RepeatRule) -> Int? {
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
    func inYear(_ index: Int, _ rule: inout RepeatRule) -> Int? {
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
}
