/// Which entries stand in transfers, so that they are entries no more: neither income nor expenses.
///
/// Devices that don't hear of each other may make transfers of the same entry. Of these the one with the smallest id counts.
/// The others aren't there, and what else they were made of are entries again: so nothing is there twice, and nothing lost.
public struct JoinedEntries: Sendable {
    /// The entries of which a transfer was made.
    private var entries = EntityTable<[EntityID]>()
    private var transfers = EntityTable<[EntityID]>()

    public init() {}

    /// Tells whether an entry stands in a transfer that counts.
    public func contains(_ entry: EntityID) -> Bool { (transfers[entry] ?? []).contains { counts($0) } }

    public func transfers(naming entries: [EntityID]) -> [EntityID] { entries.flatMap { transfers[$0] ?? [] } }

    /// Takes over what a record says.
    ///
    /// - Returns: the entries that may stand in a transfer since, or in none any more.
    public mutating func note(_ record: Record) -> [EntityID] {
        let id = record.id
        let old = entries[id] ?? []
        guard !old.isEmpty || record.isOf(.transfer) else { return [] }
        let new = Transfer.entries(of: record)
        if old == new { return [] }
        for entry in old { transfers[entry] = (transfers[entry] ?? []).filter { $0 != id } }
        for entry in new { transfers[entry] = (transfers[entry] ?? []) + [id] }
        entries[id] = new.isEmpty ? nil : new
        var changed = old + new
        for entry in old + new {
            for transfer in transfers[entry] ?? [] { changed += entries[transfer] ?? [] }
        }
        return changed
    }

    /// Tells whether a transfer counts. One that isn't known does, as one that was made of no entry.
    public func counts(_ transfer: EntityID) -> Bool {
        !(entries[transfer] ?? []).contains { entry in (transfers[entry] ?? []).contains { $0 < transfer } }
    }
}
