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
            return edit.registers(changing: todo, stamp, now, today, fields)
        case .move(let id, let place):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            return try Move(todo: todo, source: source, stamp: stamp).registers(to: place, using: &random)
        case .delete(let id):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            return .success([Register(todo.id, .deleted, stamp, [])])
        case .clearCompleted:
            return .success(try source.ids(in: .done).map { Register($0, .deleted, stamp, []) })
        case .deleteAll:
            let ids = try source.ids(in: .todo) + source.ids(in: .done)
            return .success(ids.map { Register($0, .deleted, stamp, []) })
        }
    }
}

extension TodoDraft {
    /// Why this can't become a to-do, or nil if it can.
    public var problem: TodoError? {
        if let order, order.isNaN { return .orderNotANumber }
        return titleProblem(title) ?? values.textProblem
    }

    fileprivate func registers(
        _ id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate, _ fields: FieldList<Todo>
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        var todo = Todo(
            id: id, title: "", createdAt: now, completedAt: isCompleted ? now : nil,
            todoPosition: order.flatMap { Position.number($0) } ?? .first(stamp))
        var registers = [
            Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, todo.todoPosition.bytes),
        ]
        registers += values.registers(changing: &todo, fields, stamp)
        if isCompleted {
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
        return values[.title].flatMap { titleProblem($0.text) } ?? values.textProblem
    }

    fileprivate func registers(
        changing todo: Todo, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ fields: FieldList<Todo>
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        var changed = todo
        var registers = values.registers(changing: &changed, fields, stamp)
        func write(_ field: Field, _ value: [UInt8]) { registers.append(Register(todo.id, field, stamp, value)) }

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
    /// Gives a to-do these values, where people may and it hasn't them, and what follows from them.
    ///
    /// - Returns: what says so.
    fileprivate func registers(changing todo: inout Todo, _ fields: FieldList<Todo>, _ stamp: Stamp) -> [Register] {
        var registers: [Register] = []
        let values = withDays(of: todo)
        for spec in fields.specs where spec.surfaces.contains(.form) {
            guard var value = values[spec.field] else { continue }
            if spec.field == .title { value = .text(value.text.trimmed) }
            let bytes = value.bytes
            if bytes == spec.get(todo).bytes { continue }
            spec.set(&todo, value)
            registers.append(Register(todo.id, spec.field, stamp, bytes))
        }
        return registers
    }

    /// A text that is too long.
    fileprivate var textProblem: TodoError? {
        for (field, value) in all where value.text.utf8.count > TodoError.longestText {
            return .textTooLong(field, bytes: value.text.utf8.count)
        }
        return nil
    }
}

private func titleProblem(_ title: String) -> TodoError? {
    if title.isBlank { return .blankTitle }
    // Counting characters is slow, and no character takes less than a byte.
    guard title.utf8.count > TodoError.longestTitle else { return nil }
    let characters = title.trimmed.scalars.count
    return characters > TodoError.longestTitle ? .titleTooLong(characters: characters) : nil
}
