import DaybookCore

@testable import DaybookStorage

/// What holds of repeating to-dos, worked out from the registers alone.
extension Simulation {
    private struct Past {
        let id: EntityID
        let series: EntityID
        /// Of a subtask the to-do above whose number it is.
        let above: EntityID?
        let number: Int64
        let isSkipped: Bool
        let said: Stamp
        let isTakenBack: Bool
        let isCleared: Bool
        /// True where the to-do above has come again.
        let isOver: Bool
        let hasAmount: Bool
    }

    /// - Returns: the occurrences that aren't to be seen in the list.
    func checkSeries(of replica: Replica, _ isAlive: (EntityID) -> Bool) throws -> Set<EntityID> {
        var past: [Past] = []
        for register in replica.committed.values.map(\.register) where register.field == .occurrence {
            past.append(try occurrence(register, value: { value(replica, register.entity, $0) }))
        }
        let numbers = past.map { "\($0.series.text) \($0.above?.text ?? "") \($0.number)" }
        guard Set(numbers).count == numbers.count else {
            throw Violation(16, "\(replica.name) has an occurrence of one number twice")
        }
        let counted = past.filter { !$0.isTakenBack }
        let greatest = Dictionary(counted.filter { $0.above == nil }.map { ($0.series, $0.number) }) { max($0, $1) }
        var hidden = Set(past.filter { $0.isTakenBack || $0.isSkipped || $0.isCleared }.map(\.id))
        hidden.formUnion(try checkSubtasks(counted, of: replica))
        for row in try replica.read({ try $0.rows() }) {
            let todo = row.todo
            guard let repeats = todo.repeats, !todo.isPastOccurrence else { continue }
            guard repeats.number == max(repeats.since, (greatest[todo.id] ?? 0) + 1) else {
                throw Violation(16, "\(replica.name) has another occurrence open than the one after the last")
            }
            if let last = todo.occurrence, last.above == nil {
                hidden.insert(last.id)
                guard last.number == greatest[todo.id] else {
                    throw Violation(16, "\(replica.name) ends a series with another occurrence than the last")
                }
            }
            guard todo.rule != nil else { continue }
            let moved = String(decoding: value(replica, todo.id, .moved) ?? [], as: UTF8.self).split(separator: " ")
            let isMoved = moved.count == 2 && moved[0] == "\(repeats.number)"
            guard todo.due?.text == (isMoved ? String(moved[1]) : repeats.anchor.text) else {
                throw Violation(16, "\(replica.name) shows \(todo) on another day than it is moved to, or due")
            }
        }
        try checkBooked(past, of: replica, isAlive)
        return hidden
    }

    /// - Returns: the occurrences for which subtasks stand.
    private func checkSubtasks(_ counted: [Past], of replica: Replica) throws -> Set<EntityID> {
        func done(_ id: EntityID) -> Register? {
            replica.committed[RegisterKey(entity: id, field: .completedAt)]?.register
        }
        var finishing: [EntityID: Register] = [:]
        for one in counted where one.above != nil && !one.isOver {
            guard let new = done(one.id), finishing[one.series].map({ $0.stamp < new.stamp }) ?? true else { continue }
            finishing[one.series] = new
        }
        var shown: Set<EntityID> = []
        for todo in try replica.read({ try $0.rows() }).map(\.todo) where !todo.isPastOccurrence {
            if let occurrence = todo.occurrence, occurrence.above != nil { shown.insert(occurrence.id) }
            guard todo.repeats?.parsed == nil else { continue }
            let own = done(todo.id)
            let isDone = own.map { $0.value.count == 8 } ?? false
            let isFinished = finishing[todo.id].map { new in own.map { $0.stamp < new.stamp } ?? true } ?? false
            guard todo.isCompleted == (isDone || isFinished) else {
                throw Violation(
                    18, "\(replica.name) shows \(todo) open where it is done, or done where it is open again")
            }
        }
        return shown
    }

    /// Finishes a to-do with what is open under it, as the app and the command line do.
    func finishWithSubtasks(_ todo: Todo, _ transaction: BookTransaction, today: CivilDate) throws {
        let forest = TodoForest(try transaction.reader.rows().map(\.todo))
        let under = try forest.finished(with: [todo.id], today: today) { try transaction.reader.row($0)?.todo }
        let day = todo.due ?? today
        for id in under {
            guard let child = try transaction.reader.row(id)?.todo else { continue }
            if child.rule != nil, let due = child.due, due > day {
                throw Violation(18, "\(child) is finished with \(todo), which is due before it")
            }
            try transaction.perform(.check(id))
        }
        try transaction.perform(.check(todo.id))
        guard todo.rule != nil, try transaction.reader.row(todo.id)?.todo.rule != nil else { return }
        for row in try transaction.reader.rows() where !row.todo.isPastOccurrence {
            guard let occurrence = row.todo.occurrence, occurrence.above == todo.id else { continue }
            if occurrence.number == todo.repeats?.number {
                throw Violation(18, "\(row.todo) is still finished for an occurrence that is over")
            }
        }
    }

    private func value(_ replica: Replica, _ id: EntityID, _ field: DaybookCore.Field) -> [UInt8]? {
        replica.committed[RegisterKey(entity: id, field: field)]?.register.value
    }

    private func occurrence(_ register: Register, value: (DaybookCore.Field) -> [UInt8]?) throws -> Past {
        let id = register.entity
        let parts = String(decoding: register.value, as: UTF8.self).split(separator: " ")
        let above = parts.count == 6 ? EntityID(String(parts[5])) : nil
        guard parts.count == (above == nil ? 5 : 6), let number = Int64(parts[1]),
            let series = EntityID(String(parts[4]))
        else {
            throw Violation(16, "\(id.text) is no occurrence: \(parts)")
        }
        var bytes = series.bytes + (above?.bytes ?? [])
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        guard id == EntityID(derivedFrom: bytes, for: "occurrence") else {
            throw Violation(16, "\(id.text) isn't the entity that every device makes of its number")
        }
        guard value(.deleted) == nil else { throw Violation(16, "\(id.text) is deleted, and so the series goes back") }
        let done = value(.completedAt) ?? []
        return Past(
            id: id, series: series, above: above, number: number, isSkipped: parts[0] == "skipped",
            said: register.stamp,
            isTakenBack: done.isEmpty, isCleared: value(.cleared) == done && !done.isEmpty,
            isOver: value(.over)?.isEmpty == false, hasAmount: value(.amount).flatMap { Amount(bytes: $0) } != nil)
    }

    /// What is done is booked once; what isn't, isn't, unless somebody wrote in the entry since.
    private func checkBooked(_ past: [Past], of replica: Replica, _ isAlive: (EntityID) -> Bool) throws {
        var entries: [EntityID: [EntityID]] = [:]
        for row in replica.committed.values where row.register.field == .todo {
            guard let todo = EntityID(bytes: row.register.value) else { continue }
            entries[todo, default: []].append(row.register.entity)
        }
        // What is deleted may be purged, and a device that starts isn't told of it.
        let lacksGone = hasPurged || devices.contains { $0.replica === replica && $0.isBootstrapped }
        for one in past {
            let all = entries[one.id] ?? []
            // An instalment has its interest beside it.
            let interest = Set(all.map { Transfer.interest(of: $0) })
            let booked = all.filter { !interest.contains($0) }
            let shown = booked.filter { isAlive($0) }
            // A transfer hides the entry that it names: another device may have booked that.
            let hidden = shown.compactMap { value(replica, $0, .fromEntry).flatMap { EntityID(bytes: $0) } }
            if shown.count(where: { !hidden.contains($0) }) > 1 {
                throw Violation(16, "\(replica.name) booked \(one.id.text) twice")
            }
            let isDone = !one.isSkipped && !one.isTakenBack
            if isDone, one.hasAmount, booked.isEmpty, !lacksGone {
                throw Violation(16, "\(replica.name) didn't book \(one.id.text), which is done")
            }
            guard !isDone, let entry = shown.first else { continue }
            let end = replica.committed[RegisterKey(entity: one.id, field: .completedAt)]?.register.stamp ?? one.said
            let isWritten = replica.committed.values.contains {
                $0.register.entity == entry && $0.register.field != .deleted && $0.register.stamp > end
            }
            if !isWritten { throw Violation(16, "\(replica.name) has \(one.id.text) booked, which isn't done") }
        }
    }
}
