/// The constructions of the days of a month that come again.
extension QuickReader {
    /// “1st and 15th”, “last day”, “2nd and 4th tuesday”, “last workday”, 1号和15号, 最後一個工作日, 底.
    @inline(never)
    func inMonth(_ index: Int, _ rule: RepeatRule) -> Rule? {
        if kind(index) == .end, kind(index - 1) == .unit, isUnspaced(index) {
            var rule = rule
            rule.monthDays = [-1]
            return (index + 1, rule)
        }
        guard let found = ordinals(index, rule) ?? numbers(index, rule) else { return nil }
        return (ofMonth(found.end) ?? found.end, found.rule)
    }

    /// “last friday of every month”, “on the 1st of each month”.
    func ofEveryMonth(_ index: Int) -> Rule? {
        var place = index
        if kind(place) == .at, tokens[place].value != 1 { place += 1 }
        if isFiller(place, 0) { place += 1 }
        guard let days = ordinals(place, RepeatRule(.monthly)), isFiller(days.end, 1), kind(days.end + 1) == .every
        else { return nil }
        guard let month = every(days.end + 2), month.rule.frequency == .monthly, month.rule.leavesDayOpen else {
            return nil
        }
        var rule = days.rule
        rule.interval = month.rule.interval
        return (month.end, rule)
    }

    /// “of the month”, of the days behind “every”.
    private func ofMonth(_ index: Int) -> Int? {
        guard isFiller(index, 1) else { return nil }
        let place = isFiller(index + 1, 0) || kind(index + 1) == .every ? index + 2 : index + 1
        return kind(place) == .unit && tokens[place].value == 4 ? place + 1 : nil
    }

    /// “1st, 10th and last day”, “2nd and 4th tuesday”, “last workday”, 第一和第三个周六.
    @inline(never)
    private func ordinals(_ index: Int, _ rule: RepeatRule) -> Rule? {
        guard var next = ordinal(index) else { return nil }
        var (values, end, isNumber) = ([] as [Int64], index, true)
        while values.count < 31 {
            if !values.contains(next.value) { values.append(next.value) }
            // “first” alone is no day of the month, and 第三 none.
            isNumber = isNumber && (kind(end) == .number || next.value == -1)
            end = isFiller(next.end, 2) ? next.end + 1 : next.end
            // “15th and last day”.
            guard let link = link(end, .date), link.mayPart, !scalar(end).isOne(in: "-–—~～〜/／"),
                tokens[end].value != 1 || kind(end) != .and
            else { break }
            let bare = kind(index) == .nth ? number(link.end) : nil
            guard let another = ordinal(link.end) ?? bare else { break }
            (next, end) = (another, link.end)
        }
        var rule = rule
        if kind(end) == .weekday {
            guard values.allSatisfy({ $0 < 6 }) else { return nil }
            rule.weekdays = values.map { RepeatRule.Weekday(tokens[end].value, ordinal: $0) }
            return (end + 1, rule)
        }
        if let workday = workday(end) {
            guard values.allSatisfy({ $0 < 24 }) else { return nil }
            rule.take(.weekdays([0, 1, 2, 3, 4]))
            rule.positions = values
            return (workday, rule)
        }
        let isDay = kind(end) == .unit && tokens[end].value == 2
        // “first” and “last” alone don't name a day.
        guard isDay || (isNumber || ofMonth(end) != nil) && values.last ?? -1 > 0, takes(values, &rule) else {
            return nil
        }
        switch isDay ? nil : kind(end) {
        case .month, .unit, .workday, .part: return nil
        default: break
        }
        return (isDay ? end + 1 : end, rule)
    }

    /// 1号和15号, 5、20号, 1号15号.
    @inline(never)
    private func numbers(_ index: Int, _ rule: RepeatRule) -> Rule? {
        var (values, place) = ([] as [Int64], index)
        var end: Int?
        while values.count < 31, let number = number(place), !amount.contains(tokens[place].start) {
            if !values.contains(number.value) { values.append(number.value) }
            let isDay =
                kind(number.end) == .dayMark
                || kind(number.end) == .unit && tokens[number.end].value == 2 && isUnspaced(number.end)
            place = isDay ? number.end + 1 : number.end
            if isDay { end = place }
            guard let link = link(place, .date) else {
                if isDay { continue }
                break
            }
            guard link.mayPart, kind(place) != .and || tokens[place].value == 0, !scalar(place).isOne(in: "-–—~～〜/／")
            else { break }
            place = link.end
        }
        var rule = rule
        // A number behind the last day was no day of it.
        guard let end, place == end || number(place) == nil, takes(values, &rule) else { return nil }
        return (end, rule)
    }

    /// Takes some days of the month, of which one may be lacking in short months.
    private func takes(_ values: [Int64], _ rule: inout RepeatRule) -> Bool {
        guard values.allSatisfy({ $0 == -1 || (1...31).contains($0) }), let first = values.first else { return false }
        if values.count == 1 {
            rule.take(.day(first, .dayOrLast))
            if first == -1 { rule.monthDays = [-1] }
            return true
        }
        let days = values.filter { $0 > 0 && $0 < 29 }.sorted()
        let late = values.filter { $0 > 28 }
        guard late.isEmpty || late.count == 1 && !values.contains(-1) else { return false }
        rule.monthDays = days + (values.contains(-1) ? [-1] : [])
        guard let last = late.first else { return true }
        // The last of those up to it, where there is none.
        rule.monthDays += (28...last).filter { !days.contains($0) }
        rule.positions = (1...Int64(days.count)).map { $0 } + [-1]
        return true
    }
}
