import DaybookCore

extension Language {
    /// “Nov 21, 2026”, or “Nov 2026” of a month.
    func day(_ day: CivilDate, isMonth: Bool = false) -> String {
        let months = self(.months).parts { $0 == " " }
        let index = Int(day.month) - 1
        let name = index < months.count ? String(months[index]) : ""
        return self(isMonth ? .month : .date, name, String(day.year), String(day.day))
    }

    func day(_ day: CivilDate, today: CivilDate) -> String {
        if day == today { return self(.today) }
        if day == today.adding(days: -1) { return self(.yesterday) }
        return self.day(day)
    }

    /// A moment in local time, such as “Nov 21, 2026, 09:30”.
    func moment(_ time: Timestamp, minutesAhead: Int) -> String {
        let local = Timestamp(milliseconds: time.milliseconds &+ Int64(minutesAhead) * 60_000)
        // Of 2026-11-21T09:30:00.000Z.
        let clock = String(utf8: Array(local.text.bytes[11..<16]))
        return self(.moment, day(CivilDate(local)), clock)
    }
}
