public import DaybookCore
public import Sworm

/// A row of `entries`. These columns have a part of their own in queries; `columns` has all.
extension EntryRow: Model {
    public static var table: Tablex { Tablex("entries") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let kind = Expression<EntryKind>("kind")
    static let coefficient = Expression<Int64?>("coefficient")
    static let scale = Expression<Int?>("scale")
    static let currency = Expression<Currency?>("currency")
    static let account = Expression<EntityID?>("account")
    static let day = Expression<CivilDate>("day")
    static let createdAt = Expression<Timestamp>("created_at")
    static let voice = Expression<Digest?>("voice")
    static let todo = Expression<EntityID?>("todo")
    static let tags = Expression<String>("tags")
    static let parts = Expression<[UInt8]?>("parts")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(Entry.fields)
    /// The columns at which sums look.
    static let summed = FieldTable(
        FieldList<Entry>(
            Entry.fields.specs.filter {
                [.kind, .amount, .day, .createdAt, .account, .envelope, .tag, .parts].contains($0.field)
            }))

    public static func parse(_ row: Row) throws -> EntryRow {
        EntryRow(number: try row.get(key), entry: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(entry) }

    /// The table as a version of the schema had it. Those that were there from the first on stand in the order of the
    /// list, and the tags behind them.
    static func definition(_ version: Int, _ columns: FieldTable<Entry> = columns) -> TableDefinition {
        table.definition { table in
            table.column(key, primaryKey: .autoincrement)
            table.column(id, unique: true)
            for column in columns.columns where column.spec.since == 2 && column.spec.field != .tag {
                column.codec.define(&table)
            }
            table.column(tags)
            table.column(synced)
            columns.define(&table, after: 2, upTo: version)
            table.check(coefficient.isNotNull || kind == EntryKind.unsorted)
            table.index(day, createdAt, id, name: "entries_by_day")
            // Holds all that sums are made of, so that they read the index alone.
            table.index(day, kind, currency, scale, coefficient, name: "entries_sums")
            guard version >= 19 else { return }
            // The same of the few that a to-do booked.
            table.index(day, kind, currency, scale, coefficient, where: todo != nil, name: "entries_booked")
        }
    }
}
