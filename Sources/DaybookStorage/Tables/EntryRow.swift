public import DaybookCore
public import Sworm

/// A row of `entries`.
extension EntryRow: Model {
    public static var table: Tablex { Tablex("entries") }
    /// What `number` lies in.
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let kind = Expression<EntryKind>("kind")
    static let coefficient = Expression<Int64?>("coefficient")
    static let scale = Expression<Int?>("scale")
    static let currency = Expression<Currency?>("currency")
    static let day = Expression<CivilDate>("day")
    static let createdAt = Expression<Timestamp>("created_at")
    static let place = Expression<String>("place")
    static let note = Expression<String>("note")
    static let voice = Expression<Digest?>("voice")
    static let todo = Expression<EntityID?>("todo")
    /// One on each line, so that the list reads a single table.
    static let tags = Expression<String>("tags")
    static let synced = Expression<Bool>("synced")

    public static func parse(_ row: Row) throws -> EntryRow {
        EntryRow(
            number: try row.get(key),
            entry: Entry(
                id: try row.get(id), kind: try row.get(kind),
                amount: Amount(
                    coefficient: try row.get(coefficient), scale: try row.get(scale),
                    currency: try row.get(currency)),
                day: try row.get(day), createdAt: try row.get(createdAt), place: try row.get(place),
                note: try row.get(note), voice: try row.get(voice), todo: try row.get(todo),
                tags: try row.get(tags).split(separator: "\n").map { String($0) }, isSynced: try row.get(synced)))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] {
        [
            Self.id <- entry.id, Self.kind <- entry.kind, Self.coefficient <- entry.amount?.coefficient,
            Self.scale <- entry.amount?.scale, Self.currency <- entry.amount?.currency, Self.day <- entry.day,
            Self.createdAt <- entry.createdAt, Self.place <- entry.place, Self.note <- entry.note,
            Self.voice <- entry.voice, Self.todo <- entry.todo, Self.tags <- entry.tags.joined(separator: "\n"),
            Self.synced <- entry.isSynced,
        ]
    }
}
