/// The occurrences that count, of all repeating to-dos, in memory.
public struct PastOccurrences: Sendable {
    /// In no order.
    private var ofSeries = EntityTable<[PastOccurrence]>()

    /// None.
    public init() {}

    /// The one of a to-do with the greatest number.
    public func latest(of series: EntityID) -> PastOccurrence? {
        (ofSeries[series] ?? []).max { $0.occurrence.number < $1.occurrence.number }
    }

    /// Takes over what a record says.
    ///
    /// - Parameter before: what it said before.
    /// - Returns: the to-dos of which an occurrence came, went or changed.
    public mutating func note(_ record: Record, before: Record?) -> [EntityID] {
        var changed: [EntityID] = []
        if let old = before.flatMap({ Occurrence($0) }) {
            ofSeries[old.series] = (ofSeries[old.series] ?? []).filter { $0.occurrence.number != old.number }
            changed.append(old.series)
        }
        if let new = PastOccurrence(record) {
            let series = new.occurrence.series
            ofSeries[series] = (ofSeries[series] ?? []) + [new]
            if !changed.contains(series) { changed.append(series) }
        }
        return changed
    }
}
