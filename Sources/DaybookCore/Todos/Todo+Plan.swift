extension Changes {
    func registers(
        makingTodo id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ zoned: (_ zone: String, Timestamp) -> CivilDate?, _ fields: FieldList<Todo>
    ) -> Result<[Register], ItemError> {
        if let problem = todoProblem() { return .failure(problem) }
        var todo = Todo(
            id: id, title: "", createdAt: now, completedAt: nil,
            todoPosition: self[.todoPosition]?.position ?? .first(stamp))
        var registers = [
            Register(id, .createdAt, stamp, now.bytes),
            Register(id, .todoPosition, stamp, todo.todoPosition.bytes),
        ]
        switch values.withSeries(of: &todo, stamp, today(now)) {
        case .failure(let error): return .failure(error)
        case .success(let more):
            registers += more.values.of(todo).registers(changing: &todo, fields, isNew: true, stamp)
        }
        todo.passReminders(&registers, self, stamp, now)
        let done = min(doneAt ?? now, now)
        if isCompleted == true, todo.rule != nil {
            return .success(registers + todo.finish(skipping: false, stamp, done, today, zoned))
        }
        if isCompleted == true {
            todo.completedAt = done
            registers.append(Register(id, .completedAt, stamp, done.bytes))
            registers.append(Register(id, .donePosition, stamp, Position.first(stamp).bytes))
        }
        return .success(registers + todo.booking(after: nil, stamp, isCompleted == true ? done : now, today))
    }

    /// - Parameter above: the to-do for whose open occurrence this one is finished, if it is finished for one.
    func registers(
        changing todo: Todo, for above: Todo? = nil, _ stamp: Stamp, _ now: Timestamp,
        _ today: (Timestamp) -> CivilDate, _ zoned: (_ zone: String, Timestamp) -> CivilDate?, _ fields: FieldList<Todo>
    ) -> Result<[Register], ItemError> {
        if let problem = todoProblem(changing: todo) { return .failure(problem) }
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
        // A to-do that is finished already was done when it was.
        let done = isCompleted == true && !todo.isCompleted ? min(doneAt ?? now, now) : now

        if let isCompleted, isCompleted != todo.isCompleted,
            isCompleted ? changed.rule != nil || above != nil : todo.occurrence != nil
        {
            registers +=
                isCompleted
                ? changed.finish(skipping: false, for: above, stamp, done, today, zoned)
                : todo.occurrence.map { todo.takeBack($0, stamp) } ?? []
            changed.passReminders(&registers, self, stamp, now)
            return .success(registers)
        }
        let place = self[.todoPosition]?.position
        if let isCompleted, isCompleted != todo.isCompleted {
            write(.completedAt, isCompleted ? done.bytes : [])
            if isCompleted {
                write(.donePosition, Position.first(stamp).bytes)
            } else if place == nil {
                write(.todoPosition, Position.last(stamp).bytes)
            }
        }
        if let place, place != todo.todoPosition { write(.todoPosition, place.bytes) }
        if let local = self[.remindedLocal], local.bytes != (todo.extraFields[.remindedLocal] ?? .nothing).bytes {
            write(.remindedLocal, local.bytes)
        }
        if let place = self[.todayPosition]?.position, place != todo.extraFields[.todayPosition]?.position {
            write(.todayPosition, place.bytes)
        }
        if let isCompleted { changed.completedAt = isCompleted ? todo.completedAt ?? done : nil }
        changed.passReminders(&registers, self, stamp, now)
        return .success(registers + changed.booking(after: todo, stamp, done, today))
    }
}

extension FieldValues {
    /// With what follows from them for a to-do, and without the white space around the title.
    fileprivate func of(_ todo: Todo) -> FieldValues { withDays(of: todo).withTrimmedTitle }

    /// Without the white space around the title.
    var withTrimmedTitle: FieldValues {
        var values = self
        if let title = self[.title] { values[.title] = .text(title.text.trimmed) }
        return values
    }

    /// Why a thing with a title can't have these, or nil if it can.
    func titleProblem(_ kind: Kind) -> ItemError? {
        if let title = self[.title]?.text {
            if title.isBlank { return .blankTitle(kind) }
            // Counting characters is slow, and no character takes less than a byte.
            if title.utf8.count > ItemError.longestTitle {
                let characters = title.trimmed.scalars.count
                if characters > ItemError.longestTitle { return .titleTooLong(characters: characters) }
            }
        }
        return longText.map { .textTooLong($0.field, bytes: $0.bytes) }
    }
}
