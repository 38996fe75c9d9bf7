extension EntryAction {
    /// The registers that carry this action out: what to store and to send. Nothing is changed by asking.
    ///
    /// All of them bear one stamp. A field that already has its value isn't written again.
    ///
    /// - Returns: the registers, or why it can't be done. Throws only what `source` throws.
    public func registers<Source: EntrySource>(
        in source: Source, clock: inout HybridClock, now: Timestamp
    ) throws(Source.Failure) -> Result<[Register], MoneyError> {
        let stamp = clock.tick(now: now)
        switch self {
        case .add(let id, let draft):
            return draft.registers(id, stamp, now)
        case .edit(let id, let edit):
            guard let entry = try source.entry(id) else { return .failure(.notFound(id)) }
            return edit.registers(changing: entry, stamp)
        case .delete(let id):
            guard let entry = try source.entry(id) else { return .failure(.notFound(id)) }
            return .success([Register(entry.id, .deleted, stamp, [])])
        }
    }
}

extension EntryDraft {
    /// Why this can't become an entry, or nil if it can.
    public var problem: MoneyError? {
        if amount == nil, kind != .unsorted || voice == nil { return .noAmount }
        return textProblem(.place, place) ?? textProblem(.note, note) ?? tagProblem(tags)
    }

    fileprivate func registers(_ id: EntityID, _ stamp: Stamp, _ now: Timestamp) -> Result<[Register], MoneyError> {
        if let problem { return .failure(problem) }
        var registers = [
            Register(id, .createdAt, stamp, (createdAt ?? now).bytes),
            Register(id, .kind, stamp, [kind.rawValue]),
            Register(id, .day, stamp, day.text.bytes),
        ]
        if let amount { registers.append(Register(id, .amount, stamp, amount.bytes)) }
        if !place.trimmed.isEmpty { registers.append(Register(id, .place, stamp, place.trimmed.bytes)) }
        if !note.trimmed.isEmpty { registers.append(Register(id, .note, stamp, note.trimmed.bytes)) }
        if let voice { registers.append(Register(id, .voice, stamp, voice.bytes)) }
        if let todo { registers.append(Register(id, .todo, stamp, todo.bytes)) }
        for tag in cleaned(tags) { registers.append(EntryTag.register(tag.text, of: id, isPresent: true, stamp)) }
        return .success(registers)
    }
}

extension EntryEdit {
    /// Why this can't be applied, or nil if it can be to an entry with an amount.
    public var problem: MoneyError? {
        place.flatMap { textProblem(.place, $0) } ?? note.flatMap { textProblem(.note, $0) }
            ?? tags.flatMap { tagProblem($0) }
    }

    fileprivate func registers(changing entry: Entry, _ stamp: Stamp) -> Result<[Register], MoneyError> {
        if let problem { return .failure(problem) }
        if amount ?? entry.amount == nil, kind ?? entry.kind != .unsorted { return .failure(.noAmount) }
        var registers: [Register] = []
        func write(_ field: Field, _ value: [UInt8]) { registers.append(Register(entry.id, field, stamp, value)) }

        if let kind, kind != entry.kind { write(.kind, [kind.rawValue]) }
        if let amount, amount != entry.amount { write(.amount, amount.bytes) }
        if let day, day != entry.day { write(.day, day.text.bytes) }
        if let place = place.map({ $0.trimmed }), Spelling(place) != Spelling(entry.place) {
            write(.place, place.bytes)
        }
        if let note = note.map({ $0.trimmed }), Spelling(note) != Spelling(entry.note) { write(.note, note.bytes) }
        if let voice, voice != entry.voice {
            if voice == nil, amount ?? entry.amount == nil { return .failure(.noAmount) }
            write(.voice, voice?.bytes ?? [])
        }
        if let tags {
            let wanted = cleaned(tags)
            let present = entry.tags.map { Spelling($0) }
            let added = wanted.filter { !present.contains($0) }
            let removed = present.filter { !wanted.contains($0) }
            for tag in added { registers.append(EntryTag.register(tag.text, of: entry.id, isPresent: true, stamp)) }
            for tag in removed { registers.append(EntryTag.register(tag.text, of: entry.id, isPresent: false, stamp)) }
            if !added.isEmpty || !removed.isEmpty { write(.tagsChanged, []) }
        }
        return .success(registers)
    }
}

private func textProblem(_ field: Field, _ text: String) -> MoneyError? {
    text.utf8.count > MoneyError.longestText ? .textTooLong(field, bytes: text.utf8.count) : nil
}

private func tagProblem(_ tags: [String]) -> MoneyError? {
    if tags.count > MoneyError.mostTags { return .tooManyTags(tags.count) }
    return tags.first { !EntryTag.isName($0.trimmed) }.map { .badTag($0) }
}

/// Without white space around them, each once, sorted.
private func cleaned(_ tags: [String]) -> [Spelling] {
    var cleaned: [Spelling] = []
    for tag in tags.map({ Spelling($0.trimmed) }).sorted() where tag != cleaned.last { cleaned.append(tag) }
    return cleaned
}
