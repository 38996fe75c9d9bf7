extension TodoAction {
    /// The registers that carry this action out: what to store and to send. Nothing is changed by asking.
    ///
    /// All of them bear one stamp, so an action is as new as a whole. A field that already has its value isn't
    /// written again; an action that changes nothing gives no registers.
    ///
    /// - Parameters:
    ///   - source: the to-dos as they are.
    ///   - now: the wall clock.
    ///   - today: the day that it is at a moment where the person is: the one on which money is booked.
    ///   - fields: those that may be given values.
    ///   - random: for the noise in positions.
    /// - Returns: the registers, or why it can't be done. Throws only what `source` throws.
    public func registers<Source: TodoSource>(
        in source: Source, clock: inout HybridClock, now: Timestamp,
        today: (Timestamp) -> CivilDate = { CivilDate($0) }, fields: FieldList<Todo> = Todo.fields,
        using random: inout some RandomNumberGenerator
    ) throws(Source.Failure) -> Result<[Register], TodoError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
        let stamp = clock.tick(now: now)
        switch self {
        case .add(let id, let draft):
            return draft.registers(id, stamp, now, today, fields)
        case .edit(let id, let edit):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            if edit.isCompleted == false, todo.isPastOccurrence, let occurrence = todo.occurrence {
                let series = try source.todo(occurrence.series)?.repeats
                guard let series, series.number == occurrence.number + 1, series.number > series.since else {
                    return .failure(.pastOccurrence(id))
                }
            }
            return edit.registers(changing: todo, stamp, now, today, fields)
        case .move(let id, let place):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            return try Move(todo: todo, source: source, stamp: stamp).registers(to: place, using: &random)
        case .delete(let id):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            return .success(todo.deletion(stamp))
        case .clearCompleted:
            return .success(try deletions(of: source.ids(in: .done), in: source, stamp))
        case .deleteAll:
            let ids = try source.ids(in: .todo) + source.ids(in: .done)
            return .success(try deletions(of: ids, in: source, stamp))
        case .skip(let id):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            guard todo.rule != nil else { return .failure(.notRepeating(id)) }
            return .success(todo.finish(skipping: true, stamp, now, today))
        }
    }

    private func deletions<Source: TodoSource>(
        of ids: [EntityID], in source: Source, _ stamp: Stamp
    ) throws(Source.Failure) -> [Register] {
        var registers: [Register] = []
        for id in ids { registers += try source.todo(id)?.deletion(stamp) ?? [] }
        return registers
    }
}

extension TodoDraft {
    /// Why this can't become a to-do, or nil if it can.
    public var problem: TodoError? {
        if let order, order.isNaN { return .orderNotANumber }
        return values[.title] == nil ? .blankTitle : values.problem
    }

    fileprivate func registers(
        _ id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate, _ fields: FieldList<Todo>
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        var todo = Todo(
            id: id, title: "", createdAt: now, completedAt: nil,
            todoPosition: order.flatMap { Position.number($0) } ?? .first(stamp))
        var registers = [
            Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, todo.todoPosition.bytes),
        ]
        switch values.withSeries(of: &todo, stamp, today(now)) {
        case .failure(let error): return .failure(error)
        case .success(let more):
            registers += more.values.of(todo).registers(changing: &todo, fields, isNew: true, stamp)
        }
        if isCompleted, todo.rule != nil {
            return .success(registers + todo.finish(skipping: false, stamp, now, today))
        }
        if isCompleted {
            todo.completedAt = now
            registers.append(Register(id, .completedAt, stamp, now.bytes))
            registers.append(Register(id, .donePosition, stamp, Position.first(stamp).bytes))
        }
        return .success(registers + todo.booking(after: nil, stamp, now, today))
    }
}

extension TodoEdit {
    /// Why this can't be applied, or nil if it can.
    public var problem: TodoError? {
        if let order, order.isNaN { return .orderNotANumber }
        return values.problem
    }

    fileprivate func registers(
        changing todo: Todo, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ fields: FieldList<Todo>
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        var changed = todo
        var registers: [Register]
        switch values.withSeries(of: &changed, stamp, today(now)) {
        case .failure(let error): return .failure(error)
        case .success(let more):
            registers =
                more.values.of(changed).registers(changing: &changed, fields, isNew: false, stamp) + more.registers
        }
        // The start of a series is as far before the due as the one that is written is before the other.
        if todo.repeats != nil, registers.contains(where: { [.due, .start].contains($0.field) }) {
            registers.removeAll { [.due, .start].contains($0.field) }
            registers.append(Register(todo.id, .due, stamp, FieldValue(changed.due).bytes))
            if changed.start != nil || todo.start != nil {
                registers.append(Register(todo.id, .start, stamp, FieldValue(changed.start).bytes))
            }
        }
        // The last occurrence of one that comes no more has an amount of its own.
        if let occurrence = changed.occurrence, !changed.isPastOccurrence, changed.amount != todo.amount {
            registers.append(Register(occurrence.id, .amount, stamp, changed.amount?.bytes ?? []))
        }
        func write(_ field: Field, _ value: [UInt8]) { registers.append(Register(todo.id, field, stamp, value)) }

        if let isCompleted, isCompleted != todo.isCompleted, isCompleted ? changed.rule != nil : todo.occurrence != nil
        {
            registers +=
                isCompleted
                ? changed.finish(skipping: false, stamp, now, today)
                : todo.occurrence.map { todo.takeBack($0, stamp) } ?? []
            return .success(registers)
        }
        if let isCompleted, isCompleted != todo.isCompleted {
            write(.completedAt, isCompleted ? now.bytes : [])
            if isCompleted {
                write(.donePosition, Position.first(stamp).bytes)
            } else if order == nil {
                write(.todoPosition, Position.last(stamp).bytes)
            }
        }
        if let place = order.flatMap({ Position.number($0) }), place != todo.todoPosition {
            write(.todoPosition, place.bytes)
        }
        if let isCompleted { changed.completedAt = isCompleted ? todo.completedAt ?? now : nil }
        return .success(registers + changed.booking(after: todo, stamp, now, today))
    }
}

extension FieldValues {
    /// With what follows from them for a to-do, and without the white space around the title.
    fileprivate func of(_ todo: Todo) -> FieldValues {
        var values = withDays(of: todo)
        if let title = self[.title] { values[.title] = .text(title.text.trimmed) }
        return values
    }

    /// Why a thing with a title can't have these, or nil if it can.
    var problem: TodoError? {
        if let title = self[.title], let problem = titleProblem(title.text) { return problem }
        return longText.map { .textTooLong($0.field, bytes: $0.bytes) }
    }
}

private func titleProblem(_ title: String) -> TodoError? {
    if title.isBlank { return .blankTitle }
    // Counting characters is slow, and no character takes less than a byte.
    guard title.utf8.count > TodoError.longestTitle else { return nil }
    let characters = title.trimmed.scalars.count
    return characters > TodoError.longestTitle ? .titleTooLong(characters: characters) : nil
}
