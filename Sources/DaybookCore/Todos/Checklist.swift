/// The to-dos under one that repeats that don't repeat themselves. Each is done for one of its occurrences, and is open again
/// with the next.
///
/// The ids of what was done are made of the to-do's, the series' and the number of the occurrence. So devices that finish the
/// same occurrence without knowing of each other write the same entities. It relies on `BookSource` alone, and ends in a
/// cycle of parents, which two devices can make.
struct Checklist<Source: BookSource> {
    let source: Source
    let stamp: Stamp
    let now: Timestamp

    /// The nearest one above a to-do that repeats; nil if there is none, or it repeats itself.
    static func series(above todo: Todo, in source: Source) throws(Source.Failure) -> Todo? {
        var path = [todo.id]
        var next = todo.rule == nil ? todo.parent : nil
        // A cycle that devices made ends where it began.
        while let id = next, !path.contains(id), path.count <= ItemError.mostParents, let above = try source.todo(id) {
            if above.rule != nil { return above }
            path.append(id)
            next = above.parent
        }
        return nil
    }

    /// The to-dos under one that don't repeat themselves, nor stand under another one that does.
    private func members(of series: Todo) throws(Source.Failure) -> [Todo] {
        var seen = EntitySet([series.id])
        var members: [Todo] = []
        var level = [series.id]
        while !level.isEmpty {
            var next: [EntityID] = []
            for todo in try source.children(of: level) where !seen.contains(todo.id) && todo.rule == nil {
                seen.insert(todo.id)
                members.append(todo)
                next.append(todo.id)
            }
            level = next
        }
        return members
    }

    /// Opens them again once the open occurrence of a to-do is over and there is another. What was done for it stays
    /// done, with its money.
    ///
    /// - Parameter steps: by how many days their own days move.
    func reopened(
        with series: Todo, steps: Int64, _ today: (Timestamp) -> CivilDate
    ) throws(Source.Failure) -> [Register] {
        guard let repeats = series.repeats else { return [] }
        let previous = try source.todo(Occurrence.id(of: series.id, number: repeats.number - 1))?.completedAt
        var registers: [Register] = []
        for todo in try members(of: series) {
            // Also of what isn't done: another device may have finished it for this occurrence.
            let own = Occurrence.id(of: todo.id, under: series.id, number: repeats.number)
            registers.append(over(own, true))
            guard let completedAt = todo.completedAt else { continue }
            if let occurrence = todo.occurrence {
                guard occurrence.above != nil else { continue }
                if occurrence.id != own { registers.append(over(occurrence.id, true)) }
            } else {
                // A subtask that was done before the last occurrence was, was meant for good.
                guard repeats.number == repeats.since || previous.map({ completedAt > $0 }) == true else { continue }
                registers.append(Register(todo.id, .completedAt, stamp, []))
            }
            registers += moved(
                todo, due: todo.due?.adding(days: steps), start: todo.start?.adding(days: steps), today)
        }
        return registers
    }

    /// Makes them again what they were when an occurrence of a to-do was finished that is taken back.
    func restored(
        with series: Todo, to occurrence: Occurrence, _ today: (Timestamp) -> CivilDate
    ) throws(Source.Failure) -> [Register] {
        var registers: [Register] = []
        for todo in try members(of: series) {
            let own = Occurrence.id(of: todo.id, under: series.id, number: occurrence.number)
            registers.append(over(own, false))
            if let done = try source.todo(own), let due = done.due {
                registers += moved(todo, due: due, start: nil, today)
            }
        }
        return registers
    }

    private func over(_ id: EntityID, _ isOver: Bool) -> Register { Register(id, .over, stamp, isOver ? [1] : []) }

    private func moved(
        _ todo: Todo, due: CivilDate?, start: CivilDate?, _ today: (Timestamp) -> CivilDate
    ) -> [Register] {
        var changes = Changes()
        if todo.due != nil, let due, (1...9_999).contains(due.year) {
            changes[.due] = .day(due)
        } else if todo.due == nil, let start, (1...9_999).contains(start.year) {
            changes[.start] = .day(start)
        }
        guard !changes.values.isEmpty,
            case .success(let registers) = changes.registers(
                changing: todo, stamp, now, today, { _, _ in nil }, Todo.fields)
        else { return [] }
        return registers
    }
}

extension BookSource {
    /// The registers that say whether a to-do is done for the open occurrence of one above it that repeats, and for the
    /// occurrence before; none where nothing above it repeats.
    public func doneAbove(_ todo: Todo) throws(Failure) -> [Register] {
        guard let series = try Checklist.series(above: todo, in: self), let number = series.repeats?.number else {
            return []
        }
        var registers: [Register] = []
        for number in [number - 1, number] {
            registers += try record(Occurrence.id(of: todo.id, under: series.id, number: number)).registers
        }
        return registers
    }
}

extension TodoForest {
    /// The open to-dos that are finished with some to-dos above them, each before the one above it: what doesn't repeat, and
    /// of what does, the occurrences that are due by then. One that has come again already, and what stands under it, is left
    /// for the next time.
    ///
    /// - Parameters:
    ///   - todo: the to-do with an id.
    ///   - today: by which day it is due where the one above has no due.
    public func finished<Failure: Error>(
        with ids: [EntityID], today: CivilDate, _ todo: (EntityID) throws(Failure) -> Todo?
    ) throws(Failure) -> [EntityID] {
        var seen = EntitySet(ids)
        var finished: [EntityID] = []
        for id in ids {
            let day = try todo(id)?.due ?? today
            var under: [EntityID] = []
            // A to-do that is left out leaves out all under it.
            var leftOut: Int?
            for place in descendants(of: id) {
                if let depth = leftOut, place.depth > depth { continue }
                leftOut = nil
                guard let child = try todo(place.id), !child.isCompleted else { continue }
                if child.rule != nil, let due = child.due, due > day {
                    leftOut = place.depth
                } else if !seen.contains(place.id) {
                    seen.insert(place.id)
                    under.append(place.id)
                }
            }
            finished += under.reversed()
        }
        return finished
    }
}
