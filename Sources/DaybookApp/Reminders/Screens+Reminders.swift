import DaybookCore

extension Screens {
    /// Shows the to-do that reminds now, with what can be done about it.
    var reminder: Node {
        guard let ringing = state.reminders.ringing, let todo = state.book[ringing.id] else { return .empty }
        let isCovered = state.navigation.overlay != .none
        let day = todo.due.map {
            " · " + texts.day($0, from: state.today) + (todo.dueTime.map { " " + $0.clock } ?? "")
        }
        return .element(
            .div, [.class("notice")],
            [
                .element(.p, text: todo.title.excerpt(80) + (day ?? "")),
                isCovered ? .empty : button(texts(.check), class: "undo", .reminders(.finish)),
                isCovered ? .empty : button(texts(.inAnHour), class: "undo", .reminders(.putOff)),
                isCovered ? .empty : icon(texts(.close), class: "close", .reminders(.dismiss)),
            ])
    }

    /// The usual reminders and those that a to-do has, each to be switched on and off; and a field of those at a moment.
    func reminderControls(_ todo: Todo) -> Node {
        let own = todo.reminders
        var shown: [Reminder] = []
        if todo.due != nil || todo.start != nil { shown = [0, 10, 60, 1_440].map { .beforeDue($0) } }
        // The field of the form has the reminders at a moment.
        for reminder in own where !isNew && !shown.contains(reminder) { shown.append(reminder) }
        let draft = draft(.reminders)
        var hint = Node.empty
        if let snoozed = todo.extraFields[.snoozedUntil]?.time, snoozed > world.now() {
            let moment = texts.moment(snoozed, minutesAhead: world.minutesAheadOfUTC(snoozed))
            hint = .element(.p, [.class("hint")], text: texts(.putOffUntil, moment))
        }
        return field(
            .reminders, texts(.reminders), draft ?? todo.momentsTyped,
            draft.flatMap { state.problem(of: $0, in: .reminders, world) },
            more: [.attribute(.placeholder, texts(.dayHint))],
            below: .element(
                .div, [],
                [
                    choices(
                        "filters segment", texts(.reminders),
                        shown.map { reminder in
                            let isOn = own.contains(reminder)
                            let others = own.filter { $0 != reminder && !(isNew && $0.moment != nil) }
                            return choice(
                                texts.reminder(reminder), isOn,
                                .editing(
                                    .set(.reminders, .texts((others + (isOn ? [] : [reminder])).map { $0.text }))))
                        }),
                    hint,
                ]))
    }
}

extension Language {
    /// “1 hour before”.
    func reminder(_ reminder: Reminder) -> String {
        switch reminder {
        case .beforeDue(let minutes): before(minutes)
        case .beforeStart(let minutes): self(.start) + self(.colon) + before(minutes)
        case .at(let day, let time): self.day(day) + " " + time.text
        }
    }

    private func before(_ minutes: Int64) -> String {
        if minutes == 0 { return self(.atTime) }
        if minutes % 1_440 == 0 { return self(.daysBefore, Int(minutes / 1_440)) }
        return minutes % 60 == 0 ? self(.hoursBefore, Int(minutes / 60)) : self(.minutesBefore, Int(minutes))
    }
}
