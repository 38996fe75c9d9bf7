/// When a to-do is to remind of itself.
public enum Reminder: Hashable, Sendable {
    /// So many minutes before it is due, or before its start where it has no due.
    case beforeDue(Int64)
    /// So many minutes before its start.
    case beforeStart(Int64)
    /// At a moment: a day, and the time of it where the person is, or in a zone.
    case at(CivilDate, TimeOfDay)

    /// The longest time before, in minutes.
    public static let longest: Int64 = 366 * 1_440
    /// How many a to-do is given at most. Devices together may have given it more.
    public static let most = 20
    /// If a due or a start has no time, reminders count from this minute of its day: 09:00.
    public static let wholeDay: Int64 = 9 * 60
    /// For so many milliseconds what was missed still reminds.
    public static let longestDelay: Int64 = 7 * 86_400_000

    /// `-30m`, `-2h`, `-1d`, `-0m`; with `start` before it, `start-30m`, of the start; or `2026-12-24T09:00`, with a zone
    /// `2026-12-24T09:00[Europe/Berlin]`.
    public var text: String {
        switch self {
        case .beforeDue(let minutes): Self.text(minutes)
        case .beforeStart(let minutes): "start" + Self.text(minutes)
        case .at(let day, let time): day.text + "T" + time.text
        }
    }

    private static func text(_ minutes: Int64) -> String {
        if minutes == 0 || minutes % 60 != 0 { return "-" + String(minutes) + "m" }
        return "-" + (minutes % 1_440 == 0 ? String(minutes / 1_440) + "d" : String(minutes / 60) + "h")
    }

    /// The day on which it reminds of a to-do, by the clock of its days; nil where the to-do has no day from which it counts.
    func day(of todo: Todo) -> CivilDate? {
        func day(_ day: CivilDate?, _ time: TimeOfDay?, before minutes: Int64) -> CivilDate? {
            guard let day else { return nil }
            let minute = (time?.minute ?? Self.wholeDay) - minutes
            return day.adding(days: minute.quotientAndRemainderFloored(by: 1_440).quotient)
        }
        switch self {
        case .at(let day, _): return day
        case .beforeDue(let minutes):
            return day(todo.due ?? todo.start, todo.due == nil ? todo.startTime : todo.dueTime, before: minutes)
        case .beforeStart(let minutes): return day(todo.start, todo.startTime, before: minutes)
        }
    }

    /// Reads the form of `text`, also with another unit; nil for any other text.
    public init?(_ text: String) {
        let start = text.rest(after: "start")
        var rest = (start ?? text).bytes[...]
        guard rest.popFirst() == 0x2D else {
            let bytes = text.bytes
            guard bytes.count > 11, bytes[10] == 0x54, let day = CivilDate(String(utf8: Array(bytes[..<10]))),
                let time = TimeOfDay(String(utf8: Array(bytes[11...])))
            else { return nil }
            self = .at(day, time)
            return
        }
        let unit: Int64
        switch rest.popLast() {
        case 0x6D: unit = 1
        case 0x68: unit = 60
        case 0x64: unit = 1_440
        default: return nil
        }
        guard (1...6).contains(rest.count), rest.allSatisfy({ isDigit($0) }) else { return nil }
        let minutes = rest.reduce(0) { $0 * 10 + Int64($1 - 0x30) } * unit
        guard minutes <= Self.longest else { return nil }
        self = start == nil ? .beforeDue(minutes) : .beforeStart(minutes)
    }

    /// Each in its one form. A text that isn't a reminder stays as it is.
    public static func canonical(_ texts: [String]) -> [String] {
        texts.map { Reminder($0.trimmed)?.text ?? $0 }
    }
}

extension Todo {
    /// In the order of their texts.
    public var reminders: [Reminder] { (extraFields[.reminders]?.texts ?? []).compactMap { Reminder($0) } }

    /// Takes the tags and reminders that are known of it, in any order.
    public mutating func take(_ tags: [ItemTag]) {
        self.tags = ItemTag.names(tags, of: id)
        let reminders = ItemTag.reminders(tags, of: id)
        extraFields[.reminders] = reminders.isEmpty ? nil : .texts(reminders)
    }

    /// How many seconds clocks are ahead of UTC at a moment, in the zone of a name; where the person is for an empty name,
    /// and for one that isn't known.
    public typealias Offset = (_ zone: String, Timestamp) -> Int64

    /// The moment for which it reminds now: the last one that has come, unless that is dealt with. So of several that were
    /// missed only one does. Nil for what is finished.
    public func ringing(at now: Timestamp, _ offset: Offset) -> Timestamp? {
        let earliest = now.milliseconds - Reminder.longestDelay
        return rings(offset).filter { $0 <= now && $0.milliseconds > earliest }.max()
    }

    /// The first moment behind `now` at which it reminds.
    public func nextRing(after now: Timestamp, _ offset: Offset) -> Timestamp? {
        rings(offset).filter { $0 > now }.min()
    }

    /// True where there is anything by which it could.
    public var mayRemind: Bool { !isCompleted && (extraFields[.reminders] != nil || extraFields[.snoozedUntil] != nil) }

    /// The moments that aren't dealt with, in no order.
    private func rings(_ offset: Offset) -> [Timestamp] {
        guard mayRemind else { return [] }
        let until = extraFields[.remindedUntil]?.time
        let local = (extraFields[.remindedLocal]?.text).flatMap { LocalTime($0) }
        var rings: [Timestamp] = []
        func add(_ day: CivilDate, _ time: TimeOfDay?, before minutes: Int64) {
            let ring = Self.moment(day, time, before: minutes, offset)
            // One of the clock where the person is was dealt with by that clock, wherever it goes by now.
            if let local, time?.zone.isEmpty ?? true, LocalTime(ring, minutesAhead: Int(offset("", ring) / 60)) <= local
            {
                return
            }
            rings.append(ring)
        }
        for reminder in reminders {
            switch reminder {
            case .at(let day, let time): add(day, time, before: 0)
            case .beforeDue(let minutes):
                if let day = due ?? start { add(day, due == nil ? startTime : dueTime, before: minutes) }
            case .beforeStart(let minutes): if let start { add(start, startTime, before: minutes) }
            }
        }
        if let snoozed = extraFields[.snoozedUntil]?.time { rings.append(snoozed) }
        return until.map { until in rings.filter { $0 > until } } ?? rings
    }

    /// Days are stepped on the calendar, then the zone applies, then hours and minutes go by.
    private static func moment(
        _ day: CivilDate, _ time: TimeOfDay?, before minutes: Int64, _ offset: Offset
    ) -> Timestamp {
        let (days, rest) = minutes.quotientAndRemainder(dividingBy: 1_440)
        let base = Timestamp(day.adding(days: -days), minute: time?.minute ?? Reminder.wholeDay) {
            offset(time?.zone ?? "", $0)
        }
        return Timestamp(milliseconds: base.milliseconds - rest * 60_000)
    }

    /// Bounds what is dealt with: it can't lie behind the moment at which that was written, whatever a wrong clock said.
    mutating func clampReminded(_ record: Record) {
        guard let register = record[.remindedUntil], let until = extraFields[.remindedUntil]?.time else { return }
        extraFields[.remindedUntil] = .time(min(until, register.stamp.time))
        // Nowhere are clocks further ahead.
        let latest = Timestamp(milliseconds: register.stamp.time.milliseconds + 14 * 3_600_000)
        if let local = (extraFields[.remindedLocal]?.text).flatMap({ LocalTime($0) }),
            local > LocalTime(latest, minutesAhead: 0)
        {
            extraFields[.remindedLocal] = nil
        }
    }

    /// Silences the reminders of the occurrences that are over.
    mutating func passReminders(by latest: PastOccurrence?, _ record: Record) {
        guard let latest, !reminders.isEmpty || extraFields[.snoozedUntil] != nil else { return }
        let done = min(latest.doneAt, latest.doneStamp.time)
        extraFields[.remindedUntil] = .time(max(done, extraFields[.remindedUntil]?.time ?? done))
        if let snoozed = record[.snoozedUntil], snoozed.stamp < latest.doneStamp { extraFields[.snoozedUntil] = nil }
    }

    /// Silences a reminder whose moment has passed when it, or a day from which it counts, is set.
    /// Nor does what has passed while it was finished. What was put off ends with the day for which it was.
    ///
    /// - Parameters:
    ///   - registers: what makes this to-do of what it was.
    ///   - changes: what was asked for.
    func passReminders(_ registers: inout [Register], _ changes: Changes, _ stamp: Stamp, _ now: Timestamp) {
        guard !reminders.isEmpty || extraFields[.snoozedUntil] != nil, changes[.remindedUntil] == nil else { return }
        let isMoved = registers.contains {
            switch $0.field {
            case .due, .dueTime, .start, .startTime, .repeats, .moved, .reminders:
                $0.entity == id || $0.field == .reminders
            default: false
            }
        }
        guard isMoved || changes.isCompleted == false else { return }
        registers.append(Register(id, .remindedUntil, stamp, now.bytes))
        if isMoved, extraFields[.snoozedUntil] != nil, changes[.snoozedUntil] == nil {
            registers.append(Register(id, .snoozedUntil, stamp, []))
        }
    }
}

extension Changes {
    /// Deals with what reminded for a moment, and with all before it, also with what was put off before.
    ///
    /// - Parameters:
    ///   - local: what clocks showed at that moment where the person is.
    ///   - snoozed: when it is to remind once more; nil for not any more.
    public static func reminded(until moment: Timestamp, local: LocalTime? = nil, snoozed: Timestamp? = nil) -> Changes
    {
        return [
            .remindedUntil: .time(moment), .remindedLocal: local.map { .text($0.text) } ?? .nothing,
            .snoozedUntil: snoozed.map { .time($0) } ?? .nothing,
        ]
    }
}

extension FieldValues {
    /// Moves the reminders at a moment by so many days, unless reminders are given.
    mutating func moveReminders(of todo: Todo, by days: Int64) {
        guard self[.reminders] == nil else { return }
        var isMoved = false
        var texts: [String] = []
        for reminder in todo.reminders {
            guard case .at(let day, let time) = reminder, (1...9_999).contains(day.adding(days: days).year) else {
                texts.append(reminder.text)
                continue
            }
            texts.append(Reminder.at(day.adding(days: days), time).text)
            isMoved = true
        }
        if isMoved { self[.reminders] = .texts(texts) }
    }

    /// Why a to-do can't have these reminders, or nil if it can.
    func reminderProblem(changing todo: Todo?) -> ItemError? {
        guard let wanted = self[.reminders]?.texts else { return nil }
        for text in wanted where Reminder(text.trimmed) == nil { return .badReminder(text) }
        let isMore = wanted.count > max(Reminder.most, todo?.reminders.count ?? 0)
        return isMore ? .tooManyReminders(wanted.count) : nil
    }
}
