import DaybookCore

extension Language {
    /// “Nov 21, 2026”, or “Nov 2026” of a month.
    func day(_ day: CivilDate, isMonth: Bool = false) -> String {
        self(isMonth ? .month : .date, monthName(of: day), String(day.year), String(day.day))
    }

    func day(_ day: CivilDate, today: CivilDate) -> String {
        if day == today { return self(.today) }
        if day == today.adding(days: -1) { return self(.yesterday) }
        return self.day(day)
    }

    /// “Today”, “Yesterday”, “Sat, Nov 21”, and with another year “Sat, Nov 21, 2027”.
    func day(headingOf day: CivilDate, today: CivilDate) -> String {
        day == today || day == today.adding(days: -1)
            ? self.day(day, today: today) : longDay(day, isShort: day.year == today.year)
    }

    /// Names a day as near as people say it: “Today”, “Tomorrow”, “Mon” of the next six days, “Nov 21”, and with another
    /// “Nov 21, 2027”.
    func day(_ day: CivilDate, from today: CivilDate) -> String {
        let ahead = day.daysSince1970 - today.daysSince1970
        if ahead == 1 { return self(.tomorrow) }
        if ahead > 1, ahead < 7 { return weekday(of: day) }
        if ahead == 0 || ahead == -1 || day.year != today.year { return self.day(day, today: today) }
        return shortDay(day)
    }

    /// “Sat, Nov 21, 2026”, or “Sat, Nov 21”.
    func longDay(_ day: CivilDate, isShort: Bool = false) -> String {
        self(.longDate, weekday(of: day), isShort ? shortDay(day) : self.day(day))
    }

    func shortDay(_ day: CivilDate) -> String { self(.shortDate, monthName(of: day), String(day.day)) }

    private func weekday(of day: CivilDate) -> String { shortWeekday(day.weekday) }

    private func monthName(of day: CivilDate) -> String { word(day.month - 1, of: .months) }

    /// A moment in local time, such as “Nov 21, 2026, 09:30”.
    func moment(_ time: Timestamp, minutesAhead: Int) -> String {
        let local = Timestamp(milliseconds: time.milliseconds &+ Int64(minutesAhead) * 60_000)
        // The clock in 2026-11-21T09:30:00.000Z.
        let clock = String(utf8: Array(local.text.bytes[11..<16]))
        return self(.moment, day(CivilDate(local)), clock)
    }
}
