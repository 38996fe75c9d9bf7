import DaybookCore

extension LocalBook {
    /// Sets one of the settings of the book.
    ///
    /// - Returns: the record that changed.
    mutating func set(_ field: Field, to value: [UInt8], now: Timestamp) -> Result<[Change], ItemError> {
        Settings.registers(setting: field, to: value, clock: &clock, now: now).map { write($0) }
    }

    /// Keeps in mind what a record says of a tag, or no longer says.
    ///
    /// - Returns: what bears or bore it, if the record is about a tag.
    @discardableResult
    mutating func noteTag(_ record: Record, before: Record? = nil) -> EntityID? {
        let tag = ItemTag(record)
        guard let owner = tag?.owner ?? before.flatMap({ ItemTag($0) })?.owner else { return nil }
        var others = (tags[owner] ?? []).filter { $0.id != record.id }
        if let tag { others.append(tag) }
        tags[owner] = others
        if budget.tag(owner, others) { moneyVersion += 1 }
        return owner
    }

    /// Keeps in mind of which entry a record is a part.
    ///
    /// - Returns: the entries of which it is a part, or was.
    @discardableResult
    mutating func notePart(_ record: Record, before: Record? = nil) -> [EntityID] {
        let (old, new) = (before.flatMap { DaybookCore.Part.entry(of: $0) }, DaybookCore.Part.entry(of: record))
        if let old, old != new { parts[old] = parts[old]?.filter { $0 != record.id } }
        if let new, new != old { parts[new] = (parts[new] ?? []) + [record.id] }
        return [old, new].compactMap { $0 }
    }

    /// The entry that has a part; none if nothing is one.
    func entries(withPart id: EntityID?) -> [EntityID] {
        id.flatMap { records[$0] }.flatMap { DaybookCore.Part.entry(of: $0) }.map { [$0] } ?? []
    }

    /// The entry that a record holds; nil if there is none, or it stands in a transfer.
    func shownEntry(_ record: Record) -> Entry? {
        if joined.contains(record.id) { return nil }
        let parts = (parts[record.id] ?? []).compactMap { id in
            records[id].flatMap { DaybookCore.Part($0, tags: tags[id] ?? []) }
        }
        return Entry(record, tags: tags[record.id] ?? [], parts: parts)
    }

    /// Shows entries as their records and their tags say.
    mutating func showEntries(_ ids: [EntityID]) {
        if !ids.isEmpty { moneyVersion += 1 }
        var shown: [Entry] = []
        for id in ids {
            budget.touch(id, entries[id])
            if let entry = records[id].flatMap({ shownEntry($0) }) {
                shown.append(entry)
            } else {
                entries.remove(id)
            }
        }
        entries.insert(contentsOf: shown)
    }

    /// Keeps a transfer, or forgets one that is gone; and those that count since, or no more.
    ///
    /// - Returns: the entries that may stand in a transfer since, or in none any more.
    mutating func noteTransfer(_ record: Record, before: Record? = nil) -> [EntityID] {
        guard record.isOf(.transfer) || before?.isOf(.transfer) == true else { return [] }
        let entries = joined.note(record)
        moneyVersion += 1
        // Another of the transfers that were made of the same entries may count.
        for id in [record.id] + joined.transfers(naming: entries) {
            budget.touch(id, transfer: transfers[id])
            let known = id == record.id ? record : records[id]
            transfers[id] = joined.counts(id) ? known.flatMap { Transfer($0) } : nil
        }
        return entries
    }
}
