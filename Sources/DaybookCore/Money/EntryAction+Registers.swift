extension EntryAction {
    /// The registers that carry this action out: what to store and to send. Nothing is changed by asking.
    ///
    /// All of them bear one stamp. A field that already has its value isn't written again.
    ///
    /// - Parameter fields: those that may be given values.
    /// - Returns: the registers, or why it can't be done. Throws only what `source` throws.
    public func registers<Source: EntrySource>(
        in source: Source, clock: inout HybridClock, now: Timestamp, fields: FieldList<Entry> = Entry.fields
    ) throws(Source.Failure) -> Result<[Register], MoneyError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
        let stamp = clock.tick(now: now)
        switch self {
        case .add(let id, let draft):
            return draft.registers(id, stamp, now, fields)
        case .edit(let id, let edit):
            guard let entry = try source.entry(id) else { return .failure(.notFound(id)) }
            return edit.registers(changing: entry, stamp, fields)
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
        return values.problem(changing: entry?.tags ?? [])
    }

    fileprivate func registers(
        _ id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ fields: FieldList<Entry>
    ) -> Result<[Register], MoneyError> {
        if let problem { return .failure(problem) }
        var draft = self
        draft.createdAt = createdAt ?? now
        draft.kind = kind
        var entry = Entry(id: id, createdAt: now)
        return .success(draft.values.registers(changing: &entry, fields, isNew: true, stamp).registers)
    }
}

extension EntryEdit {
    fileprivate func registers(
        changing entry: Entry, _ stamp: Stamp, _ fields: FieldList<Entry>
    ) -> Result<[Register], MoneyError> {
        if let problem = values.problem(changing: entry.tags) { return .failure(problem) }
        var changed = entry
        var (registers, hasTags) = values.registers(changing: &changed, fields, isNew: false, stamp)
        let loses = entry.amount != nil || entry.voice != nil && changed.voice == nil
        if changed.amount == nil, changed.kind != .unsorted || loses { return .failure(.noAmount) }
        if hasTags { registers.append(Register(entry.id, .tagsChanged, stamp, [])) }
        return .success(registers)
    }
}

extension FieldValues {
    /// - Parameter tags: those that the entry has.
    fileprivate func problem(changing tags: [String]) -> MoneyError? {
        longText.map { .textTooLong($0.field, bytes: $0.bytes) }
            ?? self[.tag].flatMap { TagChange(from: tags, to: $0.texts).problem }
    }

    /// As of any thing, without the white space around texts; tags have registers of their own.
    ///
    /// - Returns: the registers, and whether some are of tags.
    fileprivate func registers(
        changing entry: inout Entry, _ fields: FieldList<Entry>, isNew: Bool, _ stamp: Stamp
    ) -> (registers: [Register], hasTags: Bool) {
        var values = self
        values[.tag] = nil
        for element in all {
            if case .text(let text) = element.value { values[element.field] = .text(text.trimmed) }
        }
        var registers: [Register] = values.registers(changing: &entry, fields, isNew: isNew, stamp)
        guard let tags = self[.tag] else { return (registers, false) }
        let change = TagChange(from: entry.tags, to: tags.texts)
        for (tags, isPresent) in [(change.added, true), (change.removed, false)] {
            for tag in tags {
                registers.append(EntryTag.register(tag.text, of: entry.id, isPresent: isPresent, stamp))
            }
        }
        return (registers, !change.added.isEmpty || !change.removed.isEmpty)
    }
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
