extension Changes {
    func registers(
        makingEntry id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate,
        _ fields: FieldList<Entry>
    ) -> Result<[Register], ItemError> {
        if let problem = entryProblem() { return .failure(problem) }
        var values = values
        values.fill(.createdAt, .time(now))
        values.fill(.kind, FieldValue(.unsorted))
        values.fill(.day, .day(today(now)))
        var entry = Entry(id: id, createdAt: now)
        return .success(values.registers(changing: &entry, fields, isNew: true, stamp).registers)
    }

    func registers(
        changing entry: Entry, _ stamp: Stamp, _ fields: FieldList<Entry>
    ) -> Result<[Register], ItemError> {
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
    func problem(changing tags: [String]) -> ItemError? {
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
    private(set) var problem: ItemError?

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
        if !new.isEmpty, kept.count + new.count > ItemError.mostTags {
            problem = .tooManyTags(kept.count + new.count)
        } else {
            problem = new.first { !EntryTag.isName($0.trimmed) }.map { .badTag($0) }
        }
        for tag in new.map({ Spelling($0.trimmed) }).sorted() where tag != added.last { added.append(tag) }
        removed = present.filter { !kept.contains($0) }
    }
}
