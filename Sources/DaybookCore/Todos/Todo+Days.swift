extension Todo {
    /// Tells whether it is open and its due is over: the day has ended where the person is, or the time of it has passed.
    ///
    /// - Parameter clock: what clocks show now in the zone of a name; where the person is for an empty name, and for one
    ///   that isn't known.
    public func isOverdue(_ clock: (_ zone: String) -> LocalTime) -> Bool {
        guard !isCompleted, let due else { return false }
        return Self.isOver(due, dueTime, clock)
    }

    /// Does the same as `isOverdue`, of a due by itself.
    public static func isOver(_ due: CivilDate, _ time: TimeOfDay?, _ clock: (_ zone: String) -> LocalTime) -> Bool {
        guard let time else { return due < clock("").day }
        let now = clock(time.zone)
        // A time that clocks leapt over comes as long after the leap as it would have come after its begin (RFC 5545, 3.3.5).
        let leap =
            now.day == due ? now.skipped.map { $0.contains(time.minute) ? $0.upperBound - $0.lowerBound : 0 } : nil
        return LocalTime(day: due, minute: time.minute + (leap ?? 0)) < now
    }

    /// Tells whether it is open and its start is still to come.
    public func startsLater(than today: CivilDate) -> Bool { !isCompleted && start.map { $0 > today } ?? false }

    /// A start later than the due counts as the due, also where two devices have set the two apart.
    mutating func clampStart() {
        guard let start, let due else { return }
        var isLater = start > due
        if start == due, let startTime, let dueTime, startTime.zone == dueTime.zone {
            isLater = startTime.minute > dueTime.minute
        }
        if isLater { (self.start, startTime) = (due, dueTime) }
    }

    /// Puts the due to a day, and the start by as many days.
    mutating func move(due day: CivilDate) {
        if let due, let start {
            let moved = start.adding(days: day.daysSince1970 - due.daysSince1970)
            self.start = (1...9_999).contains(moved.year) ? moved : day
        }
        due = day
    }

    /// Takes it off Today: the mark goes, and a start that has come. What is due stays due.
    public func offToday(_ today: CivilDate) -> Changes {
        var edit = Changes()
        if todayDay != nil { edit[.todayDay] = .nothing }
        if let start, start <= today { edit[.start] = .nothing }
        return edit
    }
}

extension Changes {
    /// Puts a to-do on Today.
    public static func onToday(_ today: CivilDate) -> Changes {
        return [.todayDay: .day(today)]
    }
}

extension FieldValues {
    /// With what else changes about the days of a to-do if it gets these values:
    /// - the start moves by as many days as the due, and is never later than that;
    /// - a time goes with its day, and a reminder at a moment moves by as many days as the due;
    /// - what is put off until after the day on which it was put on Today leaves Today.
    func withDays(of todo: Todo) -> FieldValues {
        var values = self
        var changed = todo
        if let due = self[.due] {
            if let day = due.day, let old = todo.due, day != old {
                values.moveReminders(of: todo, by: day.daysSince1970 - old.daysSince1970)
            }
            if let day = due.day { changed.move(due: day) } else { (changed.due, changed.dueTime) = (nil, nil) }
        }
        if let start = self[.start] {
            changed.start = start.day
            if start.isNothing { changed.startTime = nil }
        }
        if let time = self[.dueTime] { changed.dueTime = time.timeOfDay }
        if let time = self[.startTime] { changed.startTime = time.timeOfDay }
        changed.clampStart()
        if changed.dueTime != todo.dueTime { values[.dueTime] = FieldValue(changed.dueTime) }
        if self[.start] != nil || changed.start != todo.start { values[.start] = FieldValue(changed.start) }
        if self[.startTime] != nil || changed.startTime != todo.startTime {
            values[.startTime] = FieldValue(changed.startTime)
        }
        values.leaveToday(todo, for: changed)
        return values
    }

    /// Takes off Today what is put off until after the day on which it was put there. A due where there was none puts nothing
    /// off.
    mutating func leaveToday(_ todo: Todo, for changed: Todo) {
        guard self[.todayDay] == nil, let day = todo.todayDay else { return }
        func isLater(_ new: CivilDate?, _ old: CivilDate?) -> Bool { new.map { $0 > day && $0 > old ?? day } ?? false }
        let isPutOff = todo.due != nil && isLater(changed.due, todo.due)
        if isPutOff || changed.start != todo.start && isLater(changed.start, nil) { self[.todayDay] = .nothing }
    }
}
