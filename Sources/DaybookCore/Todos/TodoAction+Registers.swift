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
    ///   - random: for the noise in positions.
    /// - Returns: the registers, or why it can't be done. Throws only what `source` throws.
    public func registers<Source: TodoSource>(
        in source: Source, clock: inout HybridClock, now: Timestamp,
        today: (Timestamp) -> CivilDate = { CivilDate($0) }, using random: inout some RandomNumberGenerator
    ) throws(Source.Failure) -> Result<[Register], TodoError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
        let stamp = clock.tick(now: now)
        switch self {
        case .add(let id, let draft):
            return draft.registers(id, stamp, now, today)
        case .edit(let id, let edit):
            guard let todo = try source.todo(id) else { return .failure(.notFound(id)) }
            return edit.registers(changing: todo, stamp, now, today)
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
        return titleProblem(title) ?? textProblem(.description, description) ?? textProblem(.notes, notes)
    }

    fileprivate func registers(
        _ id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        let title = title.trimmed
        let place = order.flatMap { Position.number($0) } ?? .first(stamp)
        var registers = [
            Register(id, .title, stamp, title.bytes),
            Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, place.bytes),
        ]
        if !description.isEmpty { registers.append(Register(id, .description, stamp, description.bytes)) }
        if !notes.isEmpty { registers.append(Register(id, .notes, stamp, notes.bytes)) }
        if isCompleted {
            registers.append(Register(id, .completedAt, stamp, now.bytes))
            registers.append(Register(id, .donePosition, stamp, Position.first(stamp).bytes))
        }
        if let amount { registers.append(Register(id, .amount, stamp, amount.bytes)) }
        if let plannedDay { registers.append(Register(id, .plannedDay, stamp, plannedDay.text.bytes)) }
        let todo = Todo(
            id: id, title: title, createdAt: now, completedAt: isCompleted ? now : nil, todoPosition: place,
            amount: amount)
        return .success(registers + todo.booking(after: nil, stamp, now, today))
    }
}

extension TodoEdit {
    /// Why this can't be applied, or nil if it can.
    public var problem: TodoError? {
        if let order, order.isNaN { return .orderNotANumber }
        return title.flatMap { titleProblem($0) } ?? description.flatMap { textProblem(.description, $0) }
            ?? notes.flatMap { textProblem(.notes, $0) }
    }

    fileprivate func registers(
        changing todo: Todo, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> Result<[Register], TodoError> {
        if let problem { return .failure(problem) }
        var registers: [Register] = []
        func write(_ field: Field, _ value: [UInt8]) { registers.append(Register(todo.id, field, stamp, value)) }

        if let title = title.map({ $0.trimmed }), Spelling(title) != Spelling(todo.title) { write(.title, title.bytes) }
        if let description, Spelling(description) != Spelling(todo.description) {
            write(.description, description.bytes)
        }
        if let notes, Spelling(notes) != Spelling(todo.notes) { write(.notes, notes.bytes) }
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
        if let amount, amount != todo.amount { write(.amount, amount?.bytes ?? []) }
        if let plannedDay, plannedDay != todo.plannedDay {
            write(.plannedDay, plannedDay.map { $0.text.bytes } ?? [])
        }
        var changed = todo
        changed.title = title.map { $0.trimmed } ?? todo.title
        changed.amount = amount ?? todo.amount
        if let isCompleted { changed.completedAt = isCompleted ? todo.completedAt ?? now : nil }
        return .success(registers + changed.booking(after: todo, stamp, now, today))
    }
}

private func titleProblem(_ title: String) -> TodoError? {
    if title.isBlank { return .blankTitle }
    // Counting characters is slow, and no character takes less than a byte.
    if title.utf8.count > TodoError.longestTitle {
        let characters = title.trimmed.scalars.count
        if characters > TodoError.longestTitle { return .titleTooLong(characters: characters) }
    }
    return textProblem(.title, title)
}

private func textProblem(_ field: Field, _ text: String) -> TodoError? {
    text.utf8.count > TodoError.longestText ? .textTooLong(field, bytes: text.utf8.count) : nil
}
