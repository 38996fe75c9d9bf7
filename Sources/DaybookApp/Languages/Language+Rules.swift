public import DaybookCore

extension Language {
    /// How a to-do comes again, in words; as it is written where Daybook can't follow it.
    public func rule(_ repeats: Repeat) -> String {
        guard let rule = repeats.parsed else { return repeats.rule }
        let days = days(rule)
        var text = every(rule) + (days.isEmpty ? "" : self(.colon) + days)
        if let count = rule.count { text = self(.followed, text, times(count)) }
        if let until = rule.until { text = self(.untilDay, text, day(until)) }
        return repeats.mode == .afterDone ? self(.sinceDone, text) : text
    }

    /// “5 times”, “once”.
    func times(_ count: Int64) -> String { count == 1 ? self(.once) : self(.timesChip, String(count)) }

    /// “every 2 weeks”.
    func every(_ rule: RepeatRule) -> String {
        let (one, many): (Phrase, Phrase) =
            switch rule.frequency {
            case .daily: (.everyDay, .everyDays)
            case .weekly: (.everyWeek, .everyWeeks)
            case .monthly: (.everyMonth, .everyMonths)
            case .yearly: (.everyYear, .everyYears)
            }
        return rule.interval == 1 ? self(one) : self(many, String(rule.interval))
    }

    /// Which days of the week, month or year; empty where the first one says it.
    private func days(_ rule: RepeatRule) -> String {
        switch rule.place {
        case .open: ""
        case .weekdays(let days): list(days.map { shortWeekday($0) })
        case .day(let day, let end):
            (rule.frequency == .yearly ? self(.february) + self(.listComma) : "") + place(day, end)
        case .weekday(let day, let ordinal): nth(day, ordinal)
        case .other: otherDays(rule)
        }
    }

    /// The rules that nobody picks in the app.
    private func otherDays(_ rule: RepeatRule) -> String {
        // “Mar 5, Sep 5” is shorter than “day 5 in Mar, Sep”.
        if rule.weekdays.isEmpty, rule.positions.isEmpty, !rule.months.isEmpty, rule.monthDays.allSatisfy({ $0 > 0 }),
            !rule.monthDays.isEmpty, rule.months.count * rule.monthDays.count <= 4
        {
            return list(
                rule.months.flatMap { month in
                    rule.monthDays.map { self(.shortDate, word(month - 1, of: .months), String($0)) }
                })
        }
        if let days = daysOrLast(rule) { return days }
        var text = list(rule.monthDays.map { dayOfMonth($0) })
        if !rule.weekdays.isEmpty {
            let days = weekdays(rule)
            text = text.isEmpty ? days : self(.ifWeekday, text, days)
        }
        if !rule.positions.isEmpty {
            let isOne = rule.monthDays.isEmpty && Self.group(rule.weekdays) != nil
            text =
                isOne
                ? self(.nthWeekday, list(rule.positions.map { ordinal($0) }), text)
                : self(.nthOf, list(rule.positions.map { ordinal($0) }), text)
        }
        let months = list(rule.months.map { self(.monthOfRule, word($0 - 1, of: .months)) })
        if !months.isEmpty { return text.isEmpty ? months : self(.inMonths, text, months) }
        return rule.frequency == .yearly && !rule.monthDays.isEmpty ? self(.inMonths, text, self(.everyMonth)) : text
    }

    /// Says days of each month of which the last is its end where the month is shorter: “day 15, day 30 or the last”. Nil for others.
    private func daysOrLast(_ rule: RepeatRule) -> String? {
        let early = rule.positions.count - 1
        guard rule.weekdays.isEmpty, rule.months.isEmpty, early > 0, let last = rule.monthDays.last,
            rule.positions == (1...Int64(early)) + [-1]
        else { return nil }
        var end = RepeatRule(rule.frequency)
        end.take(dayOfMonth: last, .dayOrLast)
        guard end.monthDays.elementsEqual(rule.monthDays.dropFirst(early)) else { return nil }
        return list(rule.monthDays.prefix(early).map { dayOfMonth($0) } + [place(last, .dayOrLast)])
    }

    private func weekdays(_ rule: RepeatRule) -> String {
        if !rule.positions.isEmpty, let group = Self.group(rule.weekdays) { return self(group) }
        return list(rule.weekdays.map { $0.ordinal == 0 ? shortWeekday($0.day) : nth($0.day, $0.ordinal) })
    }

    /// Names weekdays together, where there is a word for it.
    private static func group(_ weekdays: [RepeatRule.Weekday]) -> Phrase? {
        guard weekdays.allSatisfy({ $0.ordinal == 0 }) else { return nil }
        let days = weekdays.map { $0.day }.sorted()
        return days == [0, 1, 2, 3, 4] ? .workday : days == [5, 6] ? .weekendDay : nil
    }

    private func list(_ words: [String]) -> String { words.joined(separator: self(.listComma)) }

    private func dayOfMonth(_ day: Int64) -> String {
        day == -1 ? self(.lastDay) : day > 0 ? self(.dayOfMonth, String(day)) : self(.dayFromEnd, nth: -day)
    }

    /// “day 31 or the last”.
    func place(_ day: Int64, _ end: RepeatRule.MonthEnd) -> String {
        switch end {
        case .dayOnly: self(.dayOfMonth, String(day))
        case .dayOrLast: self(.dayOrLast, String(day))
        case .lastDay: self(.lastDay)
        }
    }

    /// “2nd Tue”, “last Fri”.
    func nth(_ day: Int64, _ ordinal: Int64) -> String {
        self(.nthWeekday, self.ordinal(ordinal), shortWeekday(day))
    }

    /// “2nd”, “last”; of many, or of those before the last, by number.
    private func ordinal(_ number: Int64) -> String {
        if number == -1 { return word(5, of: .ordinals) }
        if number < 0 { return self(.nthFromEnd, nth: -number) }
        return number <= 5 ? word(number - 1, of: .ordinals) : self(.nth, nth: number)
    }

    /// - Parameter day: from 0 for Monday.
    func shortWeekday(_ day: Int64) -> String { word(day, of: .weekdays) }

    /// One of the words of a phrase that has them parted by spaces.
    func word(_ index: Int64, of phrase: Phrase) -> String {
        let words = self(phrase).parts { $0 == " " }
        return index >= 0 && index < words.count ? String(words[Int(index)]) : ""
    }

    /// A text with the number of one among many, whose forms are those of “4th”, “1st”, “2nd” and “3rd”.
    private func callAsFunction(_ phrase: Phrase, nth number: Int64) -> String {
        let form = (11...13).contains(number % 100) || number % 10 > 3 ? 0 : Int(number % 10)
        return text(on: phrase.rawValue).text(form: form, String(number))
    }
}
