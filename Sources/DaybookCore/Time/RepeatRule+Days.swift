extension RepeatRule {
    /// How many days are looked at before a rule counts as one that has no more: over a century of them.
    static let greatestSearch = 60_000

    /// The first day of the rule that isn't before `anchor`; nil if it has none.
    public func first(from anchor: CivilDate) -> CivilDate? {
        next(after: anchor.adding(days: -1), from: anchor)
    }

    /// The first day of the rule after `day`; nil where there is none up to its end or the year 9999. `count` is the
    /// caller's business.
    ///
    /// Takes a bounded time for every rule.
    public func next(after day: CivilDate, from anchor: CivilDate) -> CivilDate? {
        var left = Self.greatestSearch
        return next(after: day, through: nil, from: anchor, looking: &left)
    }

    /// Does the same as `next(after:from:)`, up to a day.
    ///
    /// - Parameter left: how many days may yet be looked at. At 0 nothing is found any more.
    public func next(
        after day: CivilDate, through end: CivilDate?, from anchor: CivilDate, looking left: inout Int
    ) -> CivilDate? {
        let rule = filled(from: anchor)
        let start = max(day.adding(days: 1), anchor)
        var last = CivilDate(firstOf: 12, in: 9_999).endOfMonth
        if let until { last = min(last, until) }
        if let end { last = min(last, end) }
        let first = rule.period(of: anchor)
        func period(from day: CivilDate) -> Int64 {
            first + (rule.period(of: day) - first + interval - 1) / interval * interval
        }
        var place = period(from: start)
        while left > 0 {
            let days = rule.days(of: place)
            guard days.lowerBound <= last else { return nil }
            if frequency == .daily, !months.isEmpty, !months.contains(days.lowerBound.month) {
                // No day of that month is looked at.
                left -= 1
                place = period(from: days.lowerBound.endOfMonth.adding(days: 1))
                continue
            }
            if let next = rule.first(in: days, notBefore: start, &left) { return next <= last ? next : nil }
            place += interval
        }
        return nil
    }

    /// The days of the rule from `anchor` on, at most `limit`: also no more than its count, and than are found in a bounded time.
    public func days(from anchor: CivilDate, limit: Int) -> [CivilDate] {
        var days: [CivilDate] = []
        var left = Self.greatestSearch
        var last = anchor.adding(days: -1)
        while days.count < limit, days.count < count ?? .max,
            let next = next(after: last, through: nil, from: anchor, looking: &left)
        {
            days.append(next)
            last = next
        }
        return days
    }

    /// The day that follows `slot`, of which something was done on `done`; nil where the rule has no more. `count` is the
    /// caller's business: see `gone`.
    ///
    /// A step from completion is the interval and then, where the rule says which day it is, that of the week, month or year
    /// to which the interval leads. With an interval of one it is the next such day. It is never one up to `slot`.
    ///
    /// - Parameter isSkipped: whether it was passed over instead. Then one that lay ahead counts as done on its day.
    public func next(
        after slot: CivilDate, done: CivilDate, isSkipped: Bool, _ mode: RepeatMode, from anchor: CivilDate
    ) -> CivilDate? {
        let latest = max(slot, done)
        switch mode {
        case .every: return next(after: slot, from: anchor)
        case .passing: return next(after: latest, from: anchor)
        case .afterDone:
            let base = isSkipped ? latest : done
            guard leavesDayOpen else {
                let end = interval == 1 ? base : days(of: period(of: base)).upperBound
                return next(after: max(end, slot), from: base)
            }
            guard frequency == .monthly || frequency == .yearly else { return next(after: base, from: base) }
            let step = base.adding(months: frequency == .monthly ? interval : interval * 12)
            return step.year <= 9_999 && step <= until ?? step ? step : nil
        }
    }

    /// How many of its times are gone before a day of it: of a rule that passes over what was missed these count, too.
    ///
    /// - Parameter done: how many were finished.
    func gone(before day: CivilDate, done: Int64, _ mode: RepeatMode, from anchor: CivilDate) -> Int64 {
        guard mode == .passing, let count else { return done }
        return self.count(
            after: anchor.adding(days: -1), through: day.adding(days: -1), from: anchor,
            limit: min(count, Self.mostCounted))
    }

    /// No more than so many days are counted.
    static let mostCounted: Int64 = 9_999

    /// How many days it has behind one, up to another, and up to `limit`.
    func count(after first: CivilDate, through last: CivilDate, from anchor: CivilDate, limit: Int64) -> Int64 {
        var (count, day) = (0 as Int64, first)
        var left = Self.greatestSearch
        func step(through last: CivilDate) {
            while count < limit, let next = next(after: day, through: last, from: anchor, looking: &left) {
                count += 1
                day = next
            }
        }
        // Weeks are all the same.
        if frequency == .daily || frequency == .weekly, months.isEmpty, monthDays.isEmpty, positions.isEmpty {
            let length = interval * (frequency == .daily && weekdays.isEmpty ? 1 : 7)
            let cycles = (last.daysSince1970 - first.daysSince1970) / length
            if cycles > 1, until == nil {
                step(through: first.adding(days: length))
                guard count < limit else { return limit }
                count *= cycles
                day = first.adding(days: cycles * length)
            }
        }
        step(through: last)
        return min(count, limit)
    }

    /// The rule with what it leaves open as the anchor has it.
    private func filled(from anchor: CivilDate) -> RepeatRule {
        guard monthDays.isEmpty, weekdays.isEmpty else { return self }
        var rule = self
        switch frequency {
        case .daily: break
        case .weekly: rule.weekdays = [Weekday(anchor.weekday)]
        case .monthly: rule.monthDays = [anchor.day]
        case .yearly:
            rule.monthDays = [anchor.day]
            if months.isEmpty { rule.months = [anchor.month] }
        }
        return rule
    }

    /// The number of the day, week, month or year in which a day lies.
    private func period(of day: CivilDate) -> Int64 {
        switch frequency {
        case .daily: day.daysSince1970
        case .weekly: (day.daysSince1970 + 3 - weekStart).quotientAndRemainderFloored(by: 7).quotient
        case .monthly: day.monthNumber
        case .yearly: day.year
        }
    }

    private func days(of period: Int64) -> ClosedRange<CivilDate> {
        switch frequency {
        case .daily:
            let day = CivilDate(daysSince1970: period)
            return day...day
        case .weekly:
            let day = CivilDate(daysSince1970: period * 7 - 3 + weekStart)
            return day...day.adding(days: 6)
        case .monthly:
            let day = CivilDate(monthNumber: period)
            return day...day.endOfMonth
        case .yearly:
            let day = CivilDate(monthNumber: period * 12)
            return day...day.adding(days: 364).endOfMonth
        }
    }

    /// - Parameter left: how many days may yet be looked at.
    private func first(in days: ClosedRange<CivilDate>, notBefore start: CivilDate, _ left: inout Int) -> CivilDate? {
        var found: [CivilDate] = []
        var day = positions.isEmpty ? max(days.lowerBound, start) : days.lowerBound
        // A period that ends before `start` counts, too.
        left -= 1
        while day <= days.upperBound {
            left -= 1
            if !months.isEmpty, !months.contains(day.month) {
                day = day.endOfMonth.adding(days: 1)
                continue
            }
            if weekdays.isEmpty, !monthDays.isEmpty {
                // The days between those of the month that count aren't looked at.
                let (number, length) = (day.day, day.endOfMonth.day)
                var next = length + 1
                for place in monthDays {
                    let place = place > 0 ? place : length + 1 + place
                    if place >= number, place < next { next = place }
                }
                if next > number {
                    day = day.adding(days: next - number)
                    continue
                }
            }
            if matches(day) {
                if positions.isEmpty { return day }
                found.append(day)
            }
            day = day.adding(days: 1)
        }
        for (index, day) in found.enumerated() where day >= start {
            if positions.contains(Int64(index + 1)) || positions.contains(Int64(index - found.count)) { return day }
        }
        return nil
    }

    private func matches(_ day: CivilDate) -> Bool {
        let length = day.endOfMonth.day
        if !monthDays.isEmpty, !monthDays.contains(day.day), !monthDays.contains(day.day - length - 1) { return false }
        if weekdays.isEmpty { return true }
        var (place, count) = (day.day, length)
        if frequency == .yearly, months.isEmpty {
            let start = CivilDate(monthNumber: day.year * 12)
            place = day.daysSince1970 - start.daysSince1970 + 1
            count = start.adding(days: 364).endOfMonth.daysSince1970 - start.daysSince1970 + 1
        }
        let weekday = day.weekday
        return weekdays.contains {
            $0.day == weekday
                && ($0.ordinal == 0 || $0.ordinal == (place + 6) / 7 || $0.ordinal == -(count - place) / 7 - 1)
        }
    }
}

extension CivilDate {
    /// From 0 for Monday to 6 for Sunday.
    public var weekday: Int64 { (daysSince1970 + 3).quotientAndRemainderFloored(by: 7).remainder }

    /// So many months later, on the same day or, where there is none, on the last of the month.
    public func adding(months: Int64) -> CivilDate {
        let first = CivilDate(monthNumber: monthNumber + months)
        return first.adding(days: min(day, first.endOfMonth.day) - 1)
    }

    /// Months are counted through the years.
    var monthNumber: Int64 { year * 12 + month - 1 }

    /// The first day of a month.
    init(monthNumber: Int64) {
        let (year, month) = monthNumber.quotientAndRemainderFloored(by: 12)
        self = CivilDate(firstOf: month + 1, in: year)
    }
}
