public import DaybookCore
public import Sworm

/// A part of an entry, which may not be here, or be deleted. The row of the entry has its parts as well, so that a list reads a
/// single table.
public struct PartRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    let entry: EntityID
    /// Made of the registers.
    public let part: Part

    public var item: Part { part }
}

extension PartRow: Model {
    public static var table: Tablex { Tablex("parts") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let entry = Expression<EntityID>("entry")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(Part.fields)

    public static func parse(_ row: Row) throws -> PartRow {
        PartRow(number: try row.get(key), entry: try row.get(entry), part: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(part) + [Self.entry <- entry] }

    /// The table as a version of the schema had it.
    public static func definition(_ version: Int) -> TableDefinition {
        table.definition { table in
            table.column(key, primaryKey: .autoincrement)
            table.column(id, unique: true)
            table.column(entry)
            table.column(synced)
            columns.define(&table, after: 1, upTo: version)
            table.index(entry)
        }
    }
}

extension BookReader {
    /// The part with this id; nil if there is none, or it is deleted.
    func partRow(_ id: EntityID) throws -> PartRow? { try db.find(PartRow.self, PartRow.id, id) }

    /// Tells whether there is a part of anything. Without one every sum reads whole entries.
    func hasParts() throws -> Bool { try db.exists(Query(PartRow.self)) }

    /// Calls `body` with the entries with parts that a filter lets through, in no particular order.
    func eachSplitEntry(_ filter: EntryFilter, _ body: (Entry) throws -> Void) throws {
        try db.each(entries(filter).where(EntryRow.parts.isNotNull)) { row in
            if filter.containsText(row.entry) { try body(row.entry) }
        }
    }

    /// The ids of the entries with a part that bears one of some tags.
    static func tagged(partsWith names: [String]) -> Query<EntityID> {
        PartRow.table.filter(PartRow.id.isIn(tagged(names))).select(PartRow.entry)
    }
}

extension BookTransaction {
    /// Writes the row of a part, or takes it away.
    ///
    /// - Returns: the entries of which it is a part, or was.
    func projectPart(_ id: EntityID) throws -> [EntityID] {
        let record = try reader.record(id)
        let old = try reader.partRow(id)
        guard let entry = Part.entry(of: record), let part = Part(record, tags: try tags(of: id)) else {
            try delete(PartRow.self, id)
            return [old?.entry].compactMap(\.self)
        }
        let new = PartRow(number: old?.number ?? 0, entry: entry, part: part)
        if let old {
            try db.update(new, from: old, PartRow.key, old.number)
        } else {
            try insert(new)
            hasParts = true
        }
        return [old?.entry, entry].compactMap(\.self)
    }

    func parts(of entry: EntityID) throws -> [Part] {
        guard try mayHaveParts() else { return [] }
        return try db.all(PartRow.self, PartRow.entry, entry).map(\.part)
    }

    /// Tells whether there is a part of anything.
    func mayHaveParts() throws -> Bool {
        let hasParts = try hasParts ?? reader.hasParts()
        self.hasParts = hasParts
        return hasParts
    }
}
