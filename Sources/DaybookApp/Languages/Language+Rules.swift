public import DaybookCore

extension Language {
    /// How a to-do comes again, in words where there are some, else the rule as it is.
    public func rule(_ repeats: Repeat) -> String {
        guard let rule = repeats.parsed, var text = days(rule) else { return repeats.rule }
        text = every(rule) + text
        if let count = rule.count { text = self(.thatOften, text, String(count)) }
        if let until = rule.until { text = self(.untilDay, text, day(until)) }
        return repeats.mode == .afterDone ? self(.sinceDone, text) : text
    }

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

    /// What follows that, if anything does; nil for what there are no words for.
    private func days(_ rule: RepeatRule) -> String? {
        switch rule.place {
        case .open: ""
        case .weekdays(let days):
            self(.colon) + days.map { shortWeekday($0) }.joined(separator: self(.listComma))
        case .day(let day, let end):
            self(.colon) + (rule.frequency == .yearly ? self(.february) + self(.listComma) : "")
                + place(day, end)
        case .weekday(let day, let ordinal): self(.colon) + nth(day, ordinal)
        case .other: nil
        }
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
        self(.nthWeekday, word(ordinal > 0 ? ordinal - 1 : 5, of: .ordinals), shortWeekday(day))
    }

    /// - Parameter day: from 0 for Monday.
    func shortWeekday(_ day: Int64) -> String { word(day, of: .weekdays) }

    /// One of the words of a phrase that has them parted by spaces.
    func word(_ index: Int64, of phrase: Phrase) -> String {
        let words = self(phrase).parts { $0 == " " }
        return index >= 0 && index < words.count ? String(words[Int(index)]) : ""
    }
}
