extension BookAction {
    /// The registers that carry this action out: what to store and to send. Nothing is changed by asking.
    ///
    /// All of them bear one stamp, so an action is as new as a whole. A field that already has its value isn't
    /// written again; an action that changes nothing gives no registers.
    ///
    /// - Parameters:
    ///   - source: the things as they are.
    ///   - now: the wall clock.
    ///   - today: the day that it is at a moment where the person is: the one on which money is booked.
    ///   - zoned: the same in the zone of a name; nil for a zone that isn't known.
    ///   - todos: the fields of a to-do that may be given values.
    ///   - entries: those of an entry.
    ///   - random: for the noise in positions.
    /// - Returns: the registers, or why it can't be done. Throws only what `source` throws.
    public func registers<Source: BookSource>(
        in source: Source, clock: inout HybridClock, now: Timestamp,
        today: (Timestamp) -> CivilDate = { CivilDate($0) },
        zoned: (_ zone: String, Timestamp) -> CivilDate? = { _, _ in nil }, todos: FieldList<Todo> = Todo.fields,
        entries: FieldList<Entry> = Entry.fields, using random: inout some RandomNumberGenerator
    ) throws(Source.Failure) -> Result<[Register], ItemError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
        let stamp = clock.tick(now: now)
        switch self {
        case .add(.todo, let id, let changes):
            if let problem = try changes.parentProblem(of: id, in: source) { return .failure(problem) }
            return try source.settled(
                changes.registers(makingTodo: id, stamp, now, today, zoned, todos), tags: changes[.tag]?.texts ?? [])
        case .add(.entry, let id, var changes):
            guard changes[.account] == nil, let account = try source.account(ofNew: changes[.amount]?.amount) else {
                return changes.registers(makingEntry: id, stamp, now, today, entries)
            }
            changes[.account] = .entity(account)
            return changes.registers(makingEntry: id, stamp, now, today, entries).map {
                $0 + [Register(id, .assumedAccount, stamp, account.bytes)]
            }
        case .add(let kind, let id, let changes):
            return try source.registers(of: kind, id, isNew: true, changes, stamp, now, today)
        case .edit(.todo, let id, let changes):
            guard let todo = try source.todo(id) else { return .failure(.notFound(.todo, id)) }
            let checklist = Checklist(source: source, stamp: stamp, now: now)
            var more: [Register] = []
            if changes.isCompleted == false, todo.isPastOccurrence, let occurrence = todo.occurrence {
                guard let series = try source.todo(occurrence.series), let repeats = series.repeats,
                    occurrence.above == nil, repeats.number == occurrence.number + 1, repeats.number > repeats.since
                else { return .failure(.pastOccurrence(id)) }
                more = try checklist.restored(with: series, to: occurrence, today)
            }
            let finishes = changes.isCompleted == true && !todo.isCompleted
            let above = finishes ? try Checklist.series(above: todo, in: source) : nil
            if changes[.parent]?.entity != todo.parent,
                let problem = try changes.parentProblem(of: id, in: source)
            {
                return .failure(problem)
            }
            let done = min(changes.doneAt ?? now, now)
            if finishes, let steps = todo.steps(skipping: false, done, today, zoned) {
                more = try checklist.reopened(with: todo, steps: steps, today)
            }
            let planned = try source.settled(
                changes.registers(changing: todo, for: above, stamp, now, today, zoned, todos),
                tags: changes[.tag]?.texts ?? todo.tags, of: todo, todo.share(under: above))
            let (entry, transfer) = (todo.bookedEntry, todo.bookedTransfer)
            let booked = try source.transfer(transfer)
            // Something that a person has deleted stays so when the to-do gets a tag.
            if todo.isCompleted, todo.amount != nil, changes.isCompleted == nil, changes[.amount] == nil, booked == nil,
                try source.entry(entry) == nil
            {
                let gone = [entry, transfer, todo.bookedInterest]
                return planned.map { $0.filter { !gone.contains($0.entity) } + more }
            }
            guard let booked else { return planned.map { $0 + more } }
            return planned.map { $0.map { $0.entity == transfer ? $0.keepingDays(of: booked) : $0 } + more }
        case .edit(.entry, let id, let changes):
            guard let entry = try source.entry(id) else { return .failure(.notFound(.entry, id)) }
            return changes.registers(changing: entry, stamp, entries)
        case .edit(let kind, let id, let changes):
            return try source.registers(of: kind, id, isNew: false, changes, stamp, now, today)
        case .delete(.todo, let id):
            guard let todo = try source.todo(id) else { return .failure(.notFound(.todo, id)) }
            return .success(todo.deletion(stamp))
        case .delete(let kind, let id):
            let isThere =
                switch kind {
                case .entry: try source.entry(id) != nil
                // Also one that doesn't count.
                case .transfer: Transfer(try source.record(id)) != nil
                case .move: EnvelopeMove(try source.record(id)) != nil
                // A part goes with a change of its entry.
                default: try kind.holds(source.record(id))
                }
            return isThere ? .success([Register(id, .deleted, stamp, [])]) : .failure(.notFound(kind, id))
        case .move(let id, let place):
            guard let todo = try source.todo(id) else { return .failure(.notFound(.todo, id)) }
            return try Move(todo: todo, source: source, stamp: stamp).registers(to: place, using: &random)
        case .reconcile(let id, let field, let statement):
            return .success([Register(id, field, stamp, statement?.bytes ?? [])])
        case .clearCompleted:
            return .success(try deletions(of: source.ids(in: .done), in: source, stamp))
        case .deleteAllTodos:
            let ids = try source.ids(in: .todo) + source.ids(in: .done)
            return .success(try deletions(of: ids, in: source, stamp))
        case .skip(let id):
            guard let todo = try source.todo(id) else { return .failure(.notFound(.todo, id)) }
            guard todo.rule != nil else { return .failure(.notRepeating(id)) }
            let checklist = Checklist(source: source, stamp: stamp, now: now)
            var registers = todo.finish(skipping: true, stamp, now, today, zoned)
            if let steps = todo.steps(skipping: true, now, today, zoned) {
                registers += try checklist.reopened(with: todo, steps: steps, today)
            }
            return .success(registers)
        }
    }

    private func deletions<Source: BookSource>(
        of ids: [EntityID], in source: Source, _ stamp: Stamp
    ) throws(Source.Failure) -> [Register] {
        var registers: [Register] = []
        for id in ids { registers += try source.todo(id)?.deletion(stamp) ?? [] }
        return registers
    }
}

extension BookSource {
    /// The account of something new that names none; nil for the one that nobody made.
    fileprivate func account(ofNew amount: Amount?) throws(Failure) -> EntityID? {
        guard let amount, let account = try defaultAccount(in: amount.currency), !account.isDefault else { return nil }
        return account.id
    }

    /// With the account of what a to-do books, where it names none that can have it, and with the interest in what it pays to a
    /// loan.
    fileprivate func settled(
        _ planned: Result<[Register], ItemError>, tags: [String], of todo: Todo? = nil, _ share: YearShare = .month
    ) throws(Failure) -> Result<[Register], ItemError> {
        guard case .success(var registers) = planned else { return planned }
        if let place = registers.firstIndex(where: { $0.field == .legs }),
            let legs = Transfer.sides(registers[place].value)
        {
            var from = legs.from
            let isNamed = from.account != MoneyAccount.defaultID(of: from.amount.currency)
            let isUsable = try isUsable(from.account, in: from.amount.currency)
            if !isNamed || !isUsable, let account = try account(ofNew: from.amount) {
                from.account = account
                registers[place] = Register(
                    registers[place].entity, .legs, registers[place].stamp, from.bytes + legs.to.bytes)
            }
            let entry = registers.first { $0.field == .fromEntry }.flatMap { EntityID(bytes: $0.value) }
            guard let booked = entry ?? todo?.bookedEntry else { return .success(registers) }
            return .success(try parted(registers, tags: tags, booked, share))
        }
        guard let kind = registers.first(where: { $0.field == .kind }),
            let amount = registers.first(where: { $0.entity == kind.entity && $0.field == .amount })
                .flatMap({ Amount(bytes: $0.value) })
        else { return planned }
        let place = registers.firstIndex { $0.entity == kind.entity && $0.field == .account }
        if let id = place.flatMap({ EntityID(bytes: registers[$0].value) }), try isUsable(id, in: amount.currency) {
            return planned
        }
        let account = try account(ofNew: amount)
        if let place { registers.remove(at: place) }
        for field in [Field.account, .assumedAccount] {
            if let account { registers.append(Register(kind.entity, field, kind.stamp, account.bytes)) }
        }
        return .success(registers)
    }

    private func isUsable(_ id: EntityID, in currency: Currency) throws(Failure) -> Bool {
        guard let account = try account(id) else { return false }
        return account.currency == currency && !account.isClosed
    }

    /// Creates a thing that is neither a to-do nor an entry, or changes it.
    fileprivate func registers(
        of kind: Kind, _ id: EntityID, isNew: Bool, _ changes: Changes, _ stamp: Stamp, _ now: Timestamp,
        _ today: (Timestamp) -> CivilDate
    ) throws(Failure) -> Result<[Register], ItemError> {
        let record = try record(id)
        switch kind {
        case .transfer:
            if isNew { return changes.registers(makingTransfer: id, stamp, now, today) }
            guard let transfer = try transfer(id) else { return .failure(.notFound(kind, id)) }
            return changes.registers(changing: transfer, stamp)
        case .account:
            let account = isNew ? nil : try account(id)
            guard isNew || account != nil else { return .failure(.notFound(kind, id)) }
            return changes.registers(ofAccount: id, account, in: record, stamp, now, today(now))
        case .rate where isNew: return Rate.registers(changes, of: id, in: record, stamp)
        case .cell where isNew || kind.holds(record): return BudgetCell.registers(changes, of: id, in: record, stamp)
        case .carry where isNew || kind.holds(record): return CarryFlag.registers(changes, of: id, in: record, stamp)
        case .envelope:
            let envelope = isNew ? nil : try envelope(id)
            guard isNew || envelope != nil else { return .failure(.notFound(kind, id)) }
            if let problem = changes.values.problem(changing: envelope?.tags ?? []) { return .failure(problem) }
            return kind.registers(changes, of: id, in: isNew ? nil : record, stamp, now).map {
                guard let tags = changes[.tag]?.texts else { return $0 }
                return $0
                    + TagChange(from: envelope?.tags ?? [], to: tags).registers(of: id, isNew: isNew, stamp)
            }
        case .move:
            let move = isNew ? nil : EnvelopeMove(record)
            guard isNew || move != nil else { return .failure(.notFound(kind, id)) }
            return changes.registers(ofMove: id, move, stamp, now)
        // Reconciled rows stay as they are.
        case .reconciliation where !isNew: return .success([])
        case .part, .rate, .cell, .carry: return .failure(.notFound(kind, id))
        default:
            guard isNew || kind.holds(record) else { return .failure(.notFound(kind, id)) }
            return kind.registers(changes, of: id, in: isNew ? nil : record, stamp, now)
        }
    }
}

extension Changes {
    /// Why no to-do can have these; nil if it can.
    ///
    /// - Parameter todo: that which is to have them, whose tags may stay as they are; nil for a new one.
    public func todoProblem(changing todo: Todo? = nil) -> ItemError? {
        if todo == nil, self[.title] == nil { return .blankTitle(.todo) }
        return values.titleProblem(.todo) ?? values.tagProblem(changing: todo?.tags ?? [])
            ?? values.reminderProblem(changing: todo)
    }

    /// Why no entry can have these; nil if it can.
    ///
    /// - Parameter entry: that which is to have them, whose tags may stay as they are; nil for a new one.
    public func entryProblem(changing entry: Entry? = nil) -> ItemError? {
        if self[.amount]?.amount == nil, self[.kind]?.kind ?? .unsorted != .unsorted || self[.voice]?.digest == nil {
            return .noAmount
        }
        return values.problem(changing: entry?.tags ?? [])
    }
}
