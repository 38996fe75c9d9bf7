/// When a rule begins and ends.
extension QuickReader {
    /// “until 1 nov”, “until dec 2027”, “until 2027”, 到年底, by what stands behind the first word.
    func until(_ index: Int) -> Match? {
        let place = isFiller(index, 0) ? index + 1 : index
        if date(place) == nil, let month = month(place), kind(month.end) != .end {
            return (month.end, .until(month.day))
        }
        if kind(place) == .number, digits(place) == 4, (1_000..<3_000).contains(tokens[place].value) {
            let isYear = kind(place + 1) == .unit && tokens[place + 1].value == 5
            guard isYear || isEnd(place + 1) else { return nil }
            return CivilDate(year: tokens[place].value, month: 12, day: 31).map {
                (isYear ? place + 2 : place + 1, .until($0))
            }
        }
        // The day before “next week” or the last of it?
        if let turn = turn(place), kind(turn.end) == .unit, kind(turn.end + 1) == .at || isEnd(turn.end + 1),
            number(turn.end + 1) == nil, kind(turn.end + 1) != .end, kind(turn.end + 1) != .weekday
        {
            return nil
        }
        guard case .day(let day?, _)? = day(place)?.meaning, let end = self.day(place)?.end else { return nil }
        return (end, .until(day))
    }

    /// “for 5 days”, “for 10 times”, 共10次, 連續5天, by what stands behind the first word.
    func lasting(_ index: Int) -> Match? {
        guard let count = number(index), count.value > 0 else { return nil }
        // “5 times” by itself may be meant for each day.
        if kind(count.end) == .times { return (count.end + 1, .times(count.value)) }
        guard kind(count.end) == .unit, tokens[count.end].value > 1 else { return nil }
        return (count.end + 1, .lasting(count.value, tokens[count.end].value))
    }

    /// “from 1 nov”, 从周一开始, by what stands behind the first word.
    func start(_ index: Int) -> Match? {
        guard case .day(let day?, _)? = day(index)?.meaning, var end = self.day(index)?.end else { return nil }
        if kind(end) == .tail, tokens[end].value == 3 { end += 1 }
        return (end, .start(day))
    }
}

extension RepeatRule {
    /// Takes the end that words say.
    ///
    /// - Parameter first: its first day.
    mutating func take(_ end: QuickReader.Meaning, from first: CivilDate) {
        switch end {
        case .until(let day): until = day
        case .times(let number): count = number
        case .lasting(let count, let unit):
            let day = first.adding(count, unit).adding(days: -1)
            until = day.year > 9_999 ? CivilDate(year: 9_999, month: 12, day: 31) : day
        case .day, .time, .minutes, .rule, .start: break
        }
    }
}
