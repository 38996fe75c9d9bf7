/// Days by their numbers, and which one a name means.
extension QuickReader {
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

    /// Tells whether a point may end a name of a month.
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
        let year = yearBefore(index)
        guard let month = number(year?.end ?? index), kind(month.end) == .unit, tokens[month.end].value == 4,
            isUnspaced(month.end),
            let day = number(month.end + 1),
            kind(day.end) == .dayMark || kind(day.end) == .unit && tokens[day.end].value == 2 && isUnspaced(day.end)
        else { return nil }
        return named((day.end + 1, year?.year, month.value, day.value))
    }

    /// 2026-11-03, 24.11.2026, 24/11, 24.11.
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
            // Signs behind the third aren't of it, but for a point that ends a sentence.
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
        if mark == 0x2E, !isClosed { return near(values[1], values[0]).map { (end, $0) } }
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
