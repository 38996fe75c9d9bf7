/// The occurrences that count, of all repeating to-dos and of what stands under them, in memory.
public struct PastOccurrences: Sendable {
    /// In no order.
    private var ofSeries = EntityTable<[PastOccurrence]>()

    public init() {}

    /// The one of a to-do with the greatest number.
    public func latest(of series: EntityID) -> PastOccurrence? {
        (ofSeries[series] ?? []).filter { $0.occurrence.above == nil }.max {
            $0.occurrence.number < $1.occurrence.number
        }
    }

    /// The one for which a subtask is finished: the last that was done, of those whose to-do above hasn't come again.
    public func finishing(_ subtask: EntityID) -> PastOccurrence? {
        PastOccurrence.last((ofSeries[subtask] ?? []).filter { $0.occurrence.above != nil })
    }

    /// Takes over what a record says.
    ///
    /// - Parameter before: what it said before.
    /// - Returns: the to-dos of which an occurrence came, went or changed.
    public mutating func note(_ record: Record, before: Record?) -> [EntityID] {
        var changed: [EntityID] = []
        if let old = before.flatMap({ Occurrence($0) }) {
            ofSeries[old.series] = (ofSeries[old.series] ?? []).filter { $0.occurrence.id != old.id }
            changed.append(old.series)
        }
        if let new = PastOccurrence(record) {
            let series = new.occurrence.series
            if !new.isOver { ofSeries[series] = (ofSeries[series] ?? []) + [new] }
            if !changed.contains(series) { changed.append(series) }
        }
        return changed
    }
}
