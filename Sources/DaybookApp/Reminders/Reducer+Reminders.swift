import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: RemindersAction) {
        let ringing = state.reminders.ringing
        switch action {
        case .finish: if let ringing { reduce(&state, ItemAction.toggle(ringing.id)) }
        case .putOff: deal(with: ringing, &state, isPutOff: true)
        case .dismiss: deal(with: ringing, &state, isPutOff: false)
        case .notify(let isOn): notify(isOn, state.settings.language)
        }
    }

    private mutating func deal(with ringing: RemindersState.Ringing?, _ state: inout State, isPutOff: Bool) {
        guard let ringing else { return }
        let hour = Timestamp(milliseconds: world.now().milliseconds + 3_600_000)
        let moment = ringing.moment
        let changes = Changes.reminded(
            until: moment, local: LocalTime(moment, minutesAhead: world.minutesAheadOfUTC(moment)),
            snoozed: isPutOff ? hour : nil)
        _ = perform([.edit(.todo, ringing.id, changes)], &state)
    }

    mutating func notify(_ isOn: Bool?, _ texts: Language) {
        effects.append(.notify(isOn, texts(.check) + "\n" + texts(.inAnHour)))
    }

    /// Finds out what reminds now, and when something will.
    mutating func remind(_ state: inout State) {
        guard !state.isTakingOver, state.reminders.isDue || state.reminders.version != state.book.todosVersion else {
            return
        }
        state.reminders.isDue = false
        state.reminders.version = state.book.todosVersion
        let (now, world) = (world.now(), world)
        let offset: Todo.Offset = { zone, time in
            Int64((zone.isEmpty ? nil : world.minutesAheadIn(zone, time)) ?? world.minutesAheadOfUTC(time)) * 60
        }
        var first: RemindersState.Ringing?
        var next: Timestamp?
        for id in state.book.reminding.ids {
            guard let todo = state.book[id] else { continue }
            if let moment = todo.ringing(at: now, offset),
                first.map({ (moment, id) < ($0.moment, $0.id) }) ?? true
            {
                first = RemindersState.Ringing(id: id, moment: moment)
            }
            if let moment = todo.nextRing(after: now, offset) { next = min(moment, next ?? moment) }
        }
        state.reminders.ringing = first
        guard let next else { return }
        // A clock that is set meanwhile makes it late by no more than a minute.
        effects.append(.wake(.remind, milliseconds: Int(min(next.milliseconds - now.milliseconds, 60_000))))
    }
}
