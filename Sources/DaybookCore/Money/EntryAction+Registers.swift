extension EntryAction {
    /// The registers that carry this action out: what to store and to send. Nothing is changed by asking.
    ///
    /// All of them bear one stamp. A field that already has its value isn't written again.
    ///
    /// - Returns: the registers, or why it can't be done. Throws only what `source` throws.
    public func registers<Source: EntrySource>(
        in source: Source, clock: inout HybridClock, now: Timestamp
    ) throws(Source.Failure) -> Result<[Register], MoneyError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
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
    public var problem: MoneyError? { problem(changing: nil) }

    /// The same of what an entry is to become, whose tags may stay as they are.
    public func problem(changing entry: Entry?) -> MoneyError? {
        if amount == nil, kind != .unsorted || voice == nil { return .noAmount }
        return textProblem(.place, place) ?? textProblem(.note, note)
            ?? TagChange(from: entry?.tags ?? [], to: tags).problem
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
        for tag in TagChange(from: [], to: tags).added {
            registers.append(EntryTag.register(tag.text, of: id, isPresent: true, stamp))
        }
        return .success(registers)
    }
}

extension EntryEdit {
    fileprivate func registers(changing entry: Entry, _ stamp: Stamp) -> Result<[Register], MoneyError> {
        let change = tags.map { TagChange(from: entry.tags, to: $0) }
        let problem =
            place.flatMap { textProblem(.place, $0) } ?? note.flatMap { textProblem(.note, $0) } ?? change?.problem
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
        if let change {
            for (tags, isPresent) in [(change.added, true), (change.removed, false)] {
                for tag in tags {
                    registers.append(EntryTag.register(tag.text, of: entry.id, isPresent: isPresent, stamp))
                }
            }
            if !change.added.isEmpty || !change.removed.isEmpty { write(.tagsChanged, []) }
        }
        return .success(registers)
    }
}

private func textProblem(_ field: Field, _ text: String) -> MoneyError? {
    text.utf8.count > MoneyError.longestText ? .textTooLong(field, bytes: text.utf8.count) : nil
}

/// What becomes of the tags of an entry. Those that it has may stay as they are: devices together may have given it more
/// than one is given at once, and another program may have spelled them as none is written here.
private struct TagChange {
    /// Each once, sorted, without white space around them.
    private(set) var added: [Spelling] = []
    private(set) var removed: [Spelling] = []
    /// Why they can't become so.
    private(set) var problem: MoneyError?

    /// - Parameter wanted: all that it is to bear, in any order.
    init(from present: [String], to wanted: [String]) {
        let present = present.map { Spelling($0) }
        var kept: [Spelling] = []
        var new: [String] = []
        for tag in wanted {
            if let tag = present.first(where: { $0 == Spelling(tag) || $0 == Spelling(tag.trimmed) }) {
                if !kept.contains(tag) { kept.append(tag) }
            } else {
                new.append(tag)
            }
        }
        if !new.isEmpty, kept.count + new.count > MoneyError.mostTags {
            problem = .tooManyTags(kept.count + new.count)
        } else {
            problem = new.first { !EntryTag.isName($0.trimmed) }.map { .badTag($0) }
        }
        for tag in new.map({ Spelling($0.trimmed) }).sorted() where tag != added.last { added.append(tag) }
        removed = present.filter { !kept.contains($0) }
    }
}
