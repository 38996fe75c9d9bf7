import DaybookCore

/// A VALARM that says what a reminder of Daybook can say.
struct CalendarAlarm: Sendable {
    private enum Trigger {
        /// So many minutes after the start, or the due.
        case start(Int64)
        case due(Int64)
        case at(Timestamp)
    }

    /// Its lines, with BEGIN and END.
    let lines: Range<Int>
    private let trigger: Trigger

    /// Nil for one that sends mail or waits for a place, and for one without a time that Daybook can keep.
    init?(_ all: [CalendarObject.Line], _ lines: Range<Int>) {
        func first(_ name: String) -> ICalendarLine? {
            all[lines].first { $0.depth == 3 && $0.line.name == name }?.line
        }
        let action = first("ACTION")?.value.trimmed.uppercased() ?? "DISPLAY"
        guard action == "DISPLAY" || action == "AUDIO", first("X-APPLE-PROXIMITY") == nil, let line = first("TRIGGER")
        else { return nil }
        self.lines = lines
        if case .utc(let time)? = ICalendarMoment(line) {
            // Programs of Apple write 1976 where nothing is to ring.
            guard time.milliseconds >= 631_152_000_000, time.milliseconds % 60_000 == 0 else { return nil }
            trigger = .at(time)
            return
        }
        let text = line.value.trimmed
        let isBefore = text.hasPrefix("-")
        guard let seconds = ICalendarMoment.seconds(isBefore ? String(text.dropFirst()) : text),
            seconds.isMultiple(of: 60)
        else { return nil }
        let minutes = isBefore ? -seconds / 60 : seconds / 60
        trigger = line.parameter("RELATED")?.uppercased() == "END" ? .due(minutes) : .start(minutes)
    }

    /// The reminder that it is of a to-do with these days; nil where there is none like it.
    func reminder(_ days: CalendarValues.Days) -> Reminder? {
        switch trigger {
        case .at(let time):
            let shown = LocalTime(time, minutesAhead: 0)
            return TimeOfDay(minute: shown.minute, zone: TimeOfDay.utc).map { .at(shown.day, $0) }
        case .start(let minutes):
            // A to-do that comes again has a start for the sake of its rule.
            if days.start == nil { return Self.before(days.due, days.dueTime, minutes).map { .beforeDue($0) } }
            return Self.before(days.start, days.startTime, minutes).map { .beforeStart($0) }
        case .due(let minutes): return Self.before(days.due, days.dueTime, minutes).map { .beforeDue($0) }
        }
    }

    /// Alarms count from the beginning of a day, reminders from `Reminder.wholeDay`.
    private static func before(_ day: CivilDate?, _ time: TimeOfDay?, _ minutes: Int64) -> Int64? {
        let before = (time == nil ? Reminder.wholeDay : 0) - minutes
        return day != nil && (0...Reminder.longest).contains(before) ? before : nil
    }
}

extension Reminder {
    /// The reminder that clients of CalDAV are shown; nil where no alarm can say it. An alarm at a moment has that in UTC.
    func shown(_ days: CalendarValues.Days) -> Reminder? {
        switch self {
        case .at(_, let time): time.zone == TimeOfDay.utc ? self : nil
        case .beforeDue(let minutes):
            days.due != nil ? self : days.start != nil ? .beforeStart(minutes) : nil
        case .beforeStart: days.start != nil ? self : nil
        }
    }
}

extension ICalendarWriter {
    /// Writes the alarms of reminders that are `shown`.
    mutating func alarms(_ reminders: [String], of todo: Todo) {
        for text in reminders {
            guard let reminder = Reminder(text) else { continue }
            line("BEGIN", "VALARM")
            line("ACTION", "DISPLAY")
            self.text("DESCRIPTION", todo.title)
            switch reminder {
            case .at(let day, let time): line("TRIGGER;VALUE=DATE-TIME", Self.moment(day, time))
            case .beforeDue(let minutes): trigger("END", minutes, todo.dueTime)
            case .beforeStart(let minutes): trigger("START", minutes, todo.startTime)
            }
            line("END", "VALARM")
        }
    }

    private mutating func trigger(_ related: String, _ before: Int64, _ time: TimeOfDay?) {
        let minutes = (time == nil ? Reminder.wholeDay : 0) - before
        let (days, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 1_440)
        let duration = rest == 0 && days > 0 ? "P\(days)D" : days == 0 ? "PT\(rest)M" : "P\(days)DT\(rest)M"
        line("TRIGGER;RELATED=\(related)", (minutes < 0 ? "-" : "") + duration)
    }
}
