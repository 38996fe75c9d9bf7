extension RepeatRule {
    /// Which days of a week, a month or a year are meant, as far as people pick them.
    public enum Place: Equatable, Sendable {
        /// The place of the first day.
        case open
        /// From 0 for Monday, in that order.
        case weekdays([Int64])
        /// A day of the month, or of February.
        case day(Int64, MonthEnd)
        /// The n-th weekday of the month; -1 for the last.
        case weekday(Int64, ordinal: Int64)
        /// Something that a rule can say and people don't pick.
        case other
    }

    /// Which days are meant.
    public var place: Place {
        if leavesDayOpen { return .open }
        if frequency == .yearly, months != [2] || monthDays.isEmpty { return .other }
        if frequency == .yearly || months.isEmpty, weekdays.isEmpty, let last = monthDays.last {
            if frequency == .daily || frequency == .weekly { return .other }
            if monthDays.count == 1, positions.isEmpty {
                return last == -1 ? .day(-1, .lastDay) : last > 0 ? .day(last, .dayOnly) : .other
            }
            var rule = RepeatRule(frequency)
            rule.take(dayOfMonth: last, .dayOrLast)
            return rule.monthDays == monthDays && rule.positions == positions ? .day(last, .dayOrLast) : .other
        }
        guard months.isEmpty, monthDays.isEmpty, positions.isEmpty, let first = weekdays.first else { return .other }
        if frequency == .weekly { return .weekdays(weekdays.map { $0.day }) }
        guard frequency == .monthly, weekdays.count == 1, first.ordinal >= -1, first.ordinal <= 5, first.ordinal != 0
        else {
            return .other
        }
        return .weekday(first.day, ordinal: first.ordinal)
    }

    /// Takes the days that somebody picked. What isn't picked stays.
    public mutating func take(_ place: Place) {
        (months, monthDays, weekdays, positions) = ([], [], [], [])
        switch place {
        case .open, .other: break
        case .weekdays(let days): weekdays = days.sorted().map { Weekday($0) }
        case .day(let day, let end):
            take(dayOfMonth: day, end)
            if day == -1 { monthDays = [-1] }
            if frequency == .yearly { months = [2] }
        case .weekday(let day, let ordinal): weekdays = [Weekday(day, ordinal: ordinal)]
        }
    }
}
