import DaybookCore

extension RepeatRule {
    /// Reads the RRULE of a VTODO. An end in UTC is compared by the clock of the zone in which it begins.
    ///
    /// - Parameter first: its DTSTART, or else its DUE.
    init(_ line: ICalendarLine, from first: ICalendarLine?) throws(RepeatError) {
        let zone = first?.parameter("TZID") ?? ""
        var end: LocalTime?
        try self.init(line.value) { time in
            let offset = CalendarZone.offset(zone, time)
            end = LocalTime(time, minutesAhead: Int(offset / 60))
            return offset
        }
        guard let end, let until, let first = first.flatMap({ ICalendarMoment($0) })?.written, let time = first.time,
            end.minute < time.minute, first.day < until
        else { return }
        // It ends before the time of its last day.
        self.until = until.adding(days: -1)
    }
}
