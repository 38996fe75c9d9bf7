extension Todo {
    /// The to-do that a record holds, as the latest of its occurrences makes it.
    ///
    /// Which occurrence is open, and when it is due, is never written: it follows from the rule and from what is done.
    /// It starts as many days before as the start that is written is before the due that is.
    ///
    /// - Parameters:
    ///   - latest: of those that count, the one with the greatest number; nil if there is none.
    ///   - finishing: of those that it was done for as a subtask, the one for which it is finished; nil if there is none.
    public init?(
        _ record: Record, latest: PastOccurrence?, finishing: PastOccurrence? = nil, tags: [ItemTag] = [],
        fields: FieldList<Todo> = Todo.fields
    ) {
        self.init(record, tags: tags, fields: fields)
        guard occurrence == nil else { return }
        if let finishing, repeats?.parsed == nil { finish(for: finishing, record) }
        guard var repeats else { return }
        let number = max(repeats.since, (latest?.occurrence.number ?? 0) + 1)
        repeats.number = number
        if var rule = repeats.parsed {
            let count = number - repeats.since
            if let (day, gone) = Self.day(of: number, repeats, rule, latest?.occurrence) {
                if let total = rule.count, gone > 0 {
                    rule.count = total - gone
                    repeats.rule = rule.text
                }
                repeats.anchor = day
                move(due: movedDay(of: number) ?? day)
            } else if count > 0, completedAt == nil, let latest {
                // The last one stands for all of it.
                completedAt = latest.doneAt
                donePosition = latest.donePosition
                isSynced = isSynced && latest.isSynced
                occurrence = latest.occurrence
                move(due: latest.due)
            }
        }
        clampStart()
        passReminders(by: latest, record)
        // It was put there for an occurrence that is over.
        if let put = record[.todayDay], let latest, put.stamp < latest.doneStamp { todayDay = nil }
        if let put = record[.todayPosition], let latest, put.stamp < latest.doneStamp {
            extraFields[.todayPosition] = nil
        }
        self.repeats = repeats
    }

    /// Stands for what was done of it as a subtask, unless somebody has said since what it is.
    private mutating func finish(for past: PastOccurrence, _ record: Record) {
        guard completedAt == nil, record[.completedAt].map({ $0.stamp < past.doneStamp }) ?? true else { return }
        completedAt = past.doneAt
        donePosition = past.donePosition
        isSynced = isSynced && past.isSynced
        occurrence = past.occurrence
    }

    /// - Returns: also how many times of the rule are gone by then.
    private static func day(
        of number: Int64, _ repeats: Repeat, _ rule: RepeatRule, _ latest: Occurrence?
    ) -> (day: CivilDate, gone: Int64)? {
        let count = number - repeats.since
        guard number <= Repeat.greatestNumber, count < rule.count ?? .max else { return nil }
        guard count > 0, let latest else { return rule.first(from: repeats.anchor).map { ($0, 0) } }
        let next = rule.next(
            after: latest.slot, done: latest.day, isSkipped: latest.isSkipped, repeats.mode, from: repeats.anchor)
        guard let next else { return nil }
        let gone = rule.gone(before: next, done: count, repeats.mode, from: repeats.anchor)
        return gone < rule.count ?? .max ? (next, gone) : nil
    }

    /// The rule by which it comes again once it is finished; nil if it doesn't.
    public var rule: RepeatRule? {
        guard occurrence == nil, !isCompleted, let repeats, let rule = repeats.parsed,
            rule.first(from: repeats.anchor) != nil
        else { return nil }
        return rule
    }

    /// The entity that its open occurrence becomes; nil if it doesn't come again.
    public var openOccurrence: EntityID? {
        rule == nil ? nil : repeats.map { Occurrence.id(of: id, number: $0.number) }
    }

    /// True where it is an occurrence of a repeating to-do, and not that itself.
    public var isPastOccurrence: Bool { occurrence.map { $0.series != id } ?? false }

    /// The id of the last occurrence of a series that is finished, which this to-do shows.
    public var lastOccurrence: EntityID? { isPastOccurrence ? nil : occurrence?.id }

    /// The day to which somebody put the occurrence of a number.
    private func movedDay(of number: Int64) -> CivilDate? {
        let parts = (extraFields[.moved] ?? .nothing).text.parts { $0 == " " }.map { String($0) }
        guard parts.count == 2, Repeat.number(parts[0]) == number else { return nil }
        return CivilDate(parts[1])
    }

    /// Puts the open occurrence to another day; nil puts it back to the day that the rule gives it.
    func moved(to day: CivilDate?, _ stamp: Stamp) -> Register {
        let text = day.map { String(repeats?.number ?? 1) + " " + $0.text } ?? ""
        return Register(id, .moved, stamp, text.bytes)
    }

    /// The day that it is where its time is that of a zone, else where the person is.
    private func day(
        at now: Timestamp, _ today: (Timestamp) -> CivilDate, _ zoned: (_ zone: String, Timestamp) -> CivilDate?
    ) -> CivilDate {
        let zone = dueTime?.zone ?? ""
        return zone.isEmpty ? today(now) : zoned(zone, now) ?? today(now)
    }

    /// How many days the next occurrence is behind the open one, once that is finished or passed over; nil if none follows.
    func steps(
        skipping: Bool, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ zoned: (_ zone: String, Timestamp) -> CivilDate?
    ) -> Int64? {
        guard let rule, let repeats, repeats.number < Repeat.greatestNumber else { return nil }
        let next = rule.next(
            after: repeats.anchor, done: day(at: now, today, zoned), isSkipped: skipping, repeats.mode,
            from: repeats.anchor)
        guard let next, rule.gone(before: next, done: 1, repeats.mode, from: repeats.anchor) < rule.count ?? .max else {
            return nil
        }
        return next.daysSince1970 - repeats.anchor.daysSince1970
    }

    /// Finishes the open occurrence, or passes it over, and books what it costs.
    ///
    /// - Parameter above: the to-do of whose open occurrence it is a part; nil for one that repeats itself.
    func finish(
        skipping: Bool, for above: Todo? = nil, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ zoned: (_ zone: String, Timestamp) -> CivilDate?
    ) -> [Register] {
        let own = rule == nil ? nil : repeats
        guard let repeats = own ?? above?.repeats else { return [] }
        let occurrence = Occurrence(
            of: id, under: own == nil ? above?.id : nil, number: repeats.number, isSkipped: skipping,
            slot: own?.anchor ?? due ?? repeats.anchor, day: day(at: now, today, zoned))
        let entity = occurrence.id
        func register(_ field: Field, _ value: [UInt8]) -> Register { Register(entity, field, stamp, value) }
        var registers = [
            register(.type, Record.occurrenceType), register(.occurrence, occurrence.text.bytes),
            register(.createdAt, now.bytes), register(.completedAt, now.bytes),
            register(.donePosition, Position.first(stamp).bytes),
        ]
        var done = Todo(
            id: entity, title: title, createdAt: now, completedAt: now, todoPosition: todoPosition, amount: amount)
        done.occurrence = occurrence
        guard !skipping else {
            // Another device may have booked it, unknown to this one.
            return registers + done.unbooked(stamp)
        }
        registers.append(register(.title, title.bytes))
        if let due { registers.append(register(.due, due.text.bytes)) }
        if let amount { registers.append(register(.amount, amount.bytes)) }
        for field in [Field.list, .account, .books, .paysInto] {
            guard let value = extraFields[field] else { continue }
            registers.append(register(field, value.bytes))
            done.extraFields[field] = value
        }
        done.tags = tags
        registers += TagChange(from: [], to: tags).registers(of: entity, isNew: true, stamp)
        return registers + done.booking(after: nil, stamp, now, today)
    }

    /// Takes its finished occurrence back, with the money.
    func takeBack(_ occurrence: Occurrence, _ stamp: Stamp) -> [Register] {
        var registers = [Register(occurrence.id, .completedAt, stamp, [])] + unbooking(stamp)
        // The next completion may cost nothing any more.
        if amount != nil { registers.append(Register(occurrence.id, .amount, stamp, [])) }
        if !isPastOccurrence { registers.append(Register(id, .todoPosition, stamp, Position.last(stamp).bytes)) }
        return registers
    }

    /// Takes it out of the list. Of an occurrence that is done it stays known that it is.
    func deletion(_ stamp: Stamp) -> [Register] {
        var registers: [Register] = []
        if !isPastOccurrence { registers.append(Register(id, .deleted, stamp, [])) }
        if let occurrence, let completedAt {
            registers.append(Register(occurrence.id, .cleared, stamp, completedAt.bytes))
        }
        return registers
    }
}

extension Record {
    /// True where its ends may lie in occurrences: it repeats, or may stand under one that does.
    public var mayHaveOccurrences: Bool { self[.repeats] != nil || self[.parent] != nil }
}

extension FieldValues {
    /// With what else changes about a to-do that comes again, or is to.
    ///
    /// - Parameter todo: gets the day to which its open occurrence is put.
    /// - Returns: also what isn't a value.
    func withSeries(
        of todo: inout Todo, _ stamp: Stamp, _ today: CivilDate
    ) -> Result<(values: FieldValues, registers: [Register]), ItemError> {
        var values = self
        guard let wanted = self[.repeats] else {
            guard todo.rule != nil, let due = self[.due] else { return .success((self, [])) }
            values[.due] = nil
            if due.day == todo.due { return .success((values, [])) }
            let before = todo
            if let day = due.day ?? todo.repeats?.anchor { todo.move(due: day) }
            todo.clampStart()
            values.leaveToday(before, for: todo)
            return .success((values, [todo.moved(to: due.day, stamp)]))
        }
        if todo.isPastOccurrence { return .failure(.pastOccurrence(todo.id)) }
        guard var repeats = wanted.repeats, !repeats.rule.isEmpty else {
            values[.repeats] = nil
            guard todo.rule != nil, var ended = todo.repeats else { return .success((values, [])) }
            ended.rule = ""
            ended.since = ended.number
            values[.repeats] = .repeats(ended)
            let registers = values.keep(self[.due] ?? FieldValue(todo.due), of: todo, stamp)
            return .success((values, registers))
        }
        if let old = todo.repeats, old.mode == repeats.mode, ByteString(old.rule) == ByteString(repeats.rule) {
            // The same rule stays; a day beside it moves the open one.
            values[.repeats] = nil
            return values.withSeries(of: &todo, stamp, today)
        }
        do throws(RepeatError) {
            let rule = try RepeatRule(repeats.rule)
            let start =
                todo.occurrence.map { $0.slot.adding(days: 1) } ?? self[.due]?.day ?? todo.due ?? startDay(of: todo)
            guard let first = rule.first(from: start ?? today) else { throw .noDay }
            repeats.anchor = first
            repeats.since = todo.repeats?.number ?? 1
            repeats.number = repeats.since
            values[.repeats] = .repeats(repeats)
            // Older programs show it, and it is there when the series ends.
            let registers = values.keep(.day(first), of: todo, stamp)
            return .success((values, registers))
        } catch {
            return .failure(.repeating(error))
        }
    }

    private func startDay(of todo: Todo) -> CivilDate? { self[.start].map { $0.day } ?? todo.start }

    /// Makes a day the one that is written, also where it is shown already, as that of the open occurrence.
    private mutating func keep(_ day: FieldValue, of todo: Todo, _ stamp: Stamp) -> [Register] {
        let isShown = day.day == todo.due
        self[.due] = isShown ? nil : day
        return isShown && todo.repeats != nil ? [Register(todo.id, .due, stamp, day.bytes)] : []
    }
}
