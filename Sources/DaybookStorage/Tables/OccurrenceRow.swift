public import DaybookCore
import Sworm

/// A row of `occurrences`: one of a repeating to-do that counts, to find the latest by, or one for which a subtask is
/// finished.
struct OccurrenceRow {
    let id: EntityID
    /// The repeating to-do or the subtask, which may not be here yet.
    let series: EntityID
    /// Below zero where it is a subtask's.
    let number: Int64
}

extension OccurrenceRow: Model {
    static var table: Tablex { Tablex("occurrences") }
    static let id = Expression<EntityID>("id")
    static let series = Expression<EntityID>("series")
    static let number = Expression<Int64>("number")

    static func parse(_ row: Row) throws -> OccurrenceRow {
        OccurrenceRow(id: try row.get(id), series: try row.get(series), number: try row.get(number))
    }

    func setter() -> [Setter] { [Self.id <- id, Self.series <- series, Self.number <- number] }
}

extension BookReader {
    /// The occurrence of a repeating to-do that counts and has the greatest number.
    public func latest(of series: EntityID) throws -> PastOccurrence? {
        let query = Query(OccurrenceRow.self).where(OccurrenceRow.series == series && OccurrenceRow.number > 0)
            .order(OccurrenceRow.number.descending).limit(1)
        return try db.first(query).flatMap { PastOccurrence(try record($0.id)) }
    }

    /// The occurrence of the to-do above for which a subtask is finished.
    func finishing(_ subtask: EntityID) throws -> PastOccurrence? {
        let query = Query(OccurrenceRow.self).where(OccurrenceRow.series == subtask && OccurrenceRow.number < 0)
        return PastOccurrence.last(try db.all(query).compactMap { PastOccurrence(try record($0.id)) })
    }

    /// All occurrences of a repeating to-do that count.
    public func occurrences(of series: EntityID) throws -> [PastOccurrence] {
        let query = Query(OccurrenceRow.self).where(OccurrenceRow.series == series && OccurrenceRow.number > 0)
            .order(OccurrenceRow.number)
        return try db.all(query).compactMap { PastOccurrence(try record($0.id)) }
    }
}
