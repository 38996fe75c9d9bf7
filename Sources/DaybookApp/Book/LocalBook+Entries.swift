import DaybookCore

extension LocalBook {
    /// Makes a currency the one of amounts that name none.
    ///
    /// - Returns: the record that changed.
    mutating func setCurrency(_ currency: Currency, isGuess: Bool, now: Timestamp) -> Result<[Change], ItemError> {
        Settings.registers(settingCurrency: currency, isGuess: isGuess, clock: &clock, now: now).map { write($0) }
    }

    /// Keeps in mind what a record says of a tag, or no longer says.
    ///
    /// - Returns: the entry that bears or bore it, if the record is about a tag.
    @discardableResult
    mutating func noteTag(_ record: Record, before: Record? = nil) -> EntityID? {
        let tag = EntryTag(record)
        guard let entry = tag?.entry ?? before.flatMap({ EntryTag($0) })?.entry else { return nil }
        var others = (tags[entry] ?? []).filter { $0.id != record.id }
        if let tag { others.append(tag) }
        tags[entry] = others
        return entry
    }

    /// Shows entries as their records and their tags say.
    mutating func showEntries(_ ids: [EntityID]) {
        var shown: [Entry] = []
        for id in ids {
            if let record = records[id], let entry = Entry(record, tags: tags[id] ?? []) {
                shown.append(entry)
            } else {
                entries.remove(id)
            }
        }
        entries.insert(contentsOf: shown)
    }
}
