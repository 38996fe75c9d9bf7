/// Which entries stand in transfers, so that they are entries no more: neither income nor expenses.
///
/// Devices that don't hear of each other may make transfers of the same entry. Of these the one with the smallest id counts.
/// The others aren't there, and what else they were made of are entries again: so nothing is there twice, and nothing lost.
public struct JoinedEntries: Sendable {
    private var transfers = EntityTable<Transfer>()
    private var taken = EntitySet()

    /// None.
    public init() {}

    /// Whether an entry stands in a transfer that counts.
    public func contains(_ entry: EntityID) -> Bool { taken.contains(entry) }

    /// Takes over what a record says.
    ///
    /// - Returns: the entries that may stand in a transfer since, or in none any more.
    public mutating func note(_ record: Record) -> [EntityID] {
        let old = transfers[record.id]
        guard old != nil || record.isTransfer else { return [] }
        let new = Transfer(record).flatMap { $0.entries.isEmpty ? nil : $0 }
        guard new?.entries != old?.entries else { return [] }
        transfers[record.id] = new
        let all = transfers.values.sorted { $0.id < $1.id }
        var (seen, counted) = (EntitySet(), EntitySet())
        for transfer in all {
            let isFirst = !transfer.entries.contains { seen.contains($0) }
            for entry in transfer.entries {
                seen.insert(entry)
                if isFirst { counted.insert(entry) }
            }
        }
        let before = taken
        let changed = counted.ids.filter { !before.contains($0) } + before.ids.filter { !counted.contains($0) }
        taken = counted
        return changed
    }
}
