import DaybookCore

extension LocalBook {
    /// Carries `action` out in memory.
    ///
    /// - Returns: the records that changed, one more than once if other records changed in between.
    mutating func perform(_ action: EntryAction, now: Timestamp) -> Result<[Change], MoneyError> {
        action.registers(in: entries, clock: &clock, now: now).map { write($0) }
    }

    /// What is known of an entry's tags.
    func tags(of entry: EntityID) -> [EntryTag] {
        (tagEntities[entry] ?? []).compactMap { records[$0].flatMap { EntryTag($0) } }
    }

    /// Keeps in mind to which entry a tag belongs.
    ///
    /// - Returns: the entry, if the record is about a tag.
    @discardableResult
    mutating func noteTag(_ record: Record) -> EntityID? {
        guard let tag = EntryTag(record) else { return nil }
        let known = tagEntities[tag.entry] ?? []
        if !known.contains(tag.id) { tagEntities[tag.entry] = known + [tag.id] }
        return tag.entry
    }

    /// Shows entries as their records and their tags say.
    mutating func showEntries(_ ids: [EntityID]) {
        var shown: [Entry] = []
        for id in ids {
            if let record = records[id], let entry = Entry(record, tags: tags(of: id)) {
                shown.append(entry)
            } else {
                entries.remove(id)
            }
        }
        entries.insert(contentsOf: shown)
    }
}
