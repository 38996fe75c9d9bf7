public import DaybookCore

/// The to-dos that remind while the app is open.
public struct RemindersState {
    /// A to-do, and the moment for which it reminds.
    public struct Ringing: Equatable {
        public let id: EntityID
        public let moment: Timestamp
    }

    /// The first of what does so now.
    public private(set) var ringing: Ringing?
    /// The version of the book's to-dos for which that holds; -1 where the moment of one may have come.
    private(set) var version = -1
}

/// The actions of a person on reminders.
public indirect enum RemindersAction: Equatable {
    case finish
    /// Lets it remind once more, in an hour.
    case putOff
    /// Lets it be.
    case dismiss
    /// Says whether the server is to notify this device.
    case notify(Bool)
}

extension RemindersState {
    func reduce(_ action: RemindersAction, _ texts: Language, _ app: inout Reducer) {
        switch action {
        case .finish: if let ringing { app.next.append(.item(.toggle(ringing.id))) }
        case .putOff: deal(Timestamp(milliseconds: app.world.now().milliseconds + 3_600_000), &app)
        case .dismiss: deal(nil, &app)
        case .notify(let isOn): app.notify(isOn, texts)
        }
    }

    /// - Parameter snoozed: when it reminds once more.
    private func deal(_ snoozed: Timestamp?, _ app: inout Reducer) {
        guard let ringing else { return }
        let moment = ringing.moment
        let changes = Changes.reminded(
            until: moment, local: LocalTime(moment, minutesAhead: app.world.minutesAheadOfUTC(moment)),
            snoozed: snoozed)
        app.next.append(.perform([.edit(.todo, ringing.id, changes)]))
    }

    /// Has the next action find out again what reminds.
    mutating func lookAgain() { version = -1 }

    /// Finds out what reminds now, and when something will.
    mutating func refresh(_ book: LocalBook, _ app: inout Reducer) {
        guard version != book.todosVersion else { return }
        version = book.todosVersion
        let (now, world) = (app.world.now(), app.world)
        let offset: Todo.Offset = { zone, time in
            Int64((zone.isEmpty ? nil : world.minutesAheadIn(zone, time)) ?? world.minutesAheadOfUTC(time)) * 60
        }
        ringing = nil
        var next: Timestamp?
        for id in book.reminding.ids {
            guard let todo = book[id] else { continue }
            if let moment = todo.ringing(at: now, offset),
                ringing.map({ (moment, id) < ($0.moment, $0.id) }) ?? true
            {
                ringing = Ringing(id: id, moment: moment)
            }
            if let moment = todo.nextRing(after: now, offset) { next = min(moment, next ?? moment) }
        }
        guard let next else { return }
        // A clock that is set meanwhile makes it late by no more than a minute.
        app.effects.append(.wake(.remind, milliseconds: Int(min(next.milliseconds - now.milliseconds, 60_000))))
    }
}

extension Reducer {
    mutating func notify(_ isOn: Bool?, _ texts: Language) {
        effects.append(.notify(isOn, texts(.check) + "\n" + texts(.inAnHour)))
    }
}
