public import DaybookCore
import Sworm

/// A text of a to-do that a client of CalDAV was told: see `ToldText`.
///
/// The table is made with the first one. No version of the schema has it, since it says nothing of the book. It doesn't sync.
struct ToldRow {
    /// The number: texts that were told later have greater ones.
    var number: Int64 = 0
    let client: EntityID
    let text: ToldText
}

extension ToldRow: Model {
    static var table: Tablex { Tablex("told_texts") }
    static let number = Expression<Int64>("id")
    static let client = Expression<EntityID>("client")
    static let todo = Expression<EntityID>("todo")
    static let tag = Expression<[UInt8]>("tag")
    static let base = Expression<[UInt8]>("base")

    static func parse(_ row: Row) throws -> ToldRow {
        ToldRow(
            number: try row.get(number), client: try row.get(client),
            text: ToldText(todo: try row.get(todo), tag: try row.get(tag), base: try row.get(base)))
    }

    func setter() -> [Setter] {
        [Self.client <- client, Self.todo <- text.todo, Self.tag <- text.tag, Self.base <- text.base]
    }
}

extension BookReader {
    private func hasTold() throws -> Bool {
        let sql = "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'told_texts'"
        return try db.value(sql: sql, as: Int.self) ?? 0 > 0
    }

    /// The tags of what a client was told last of some to-dos.
    public func toldTags(_ client: EntityID, _ todos: [EntityID]) throws -> [EntityID: [UInt8]] {
        guard try hasTold() else { return [:] }
        var tags: [EntityID: [UInt8]] = [:]
        for todo in todos {
            let row = ToldRow.table.filter(ToldRow.client == client && ToldRow.todo == todo)
            if let tag = try db.first(row.select(ToldRow.tag)) { tags[todo] = tag }
        }
        return tags
    }

    /// Reads what a client was told of a to-do, the last first; empty for nothing.
    public func toldBases(_ client: EntityID, _ todo: EntityID) throws -> [UInt8] {
        guard try hasTold() else { return [] }
        let row = ToldRow.table.filter(ToldRow.client == client && ToldRow.todo == todo)
        return try db.first(row.select(ToldRow.base)) ?? []
    }
}

extension BookTransaction {
    /// Remembers what a client was told of to-dos, or wrote of them, before what it was told earlier.
    ///
    /// - Parameter most: how many there are at most, over all clients.
    public func tell(_ client: EntityID, _ texts: [ToldText], most: Int = ToldText.most) throws {
        // The keeper of a copy remembers it.
        if isCopy { return told.append((client, texts)) }
        if texts.isEmpty { return }
        try db.run(
            ToldRow.table.create(ifNotExists: true) { table in
                table.column(ToldRow.number, primaryKey: true)
                table.column(ToldRow.client)
                table.column(ToldRow.todo)
                table.column(ToldRow.tag)
                table.column(ToldRow.base)
            })
        try db.run(ToldRow.table.createIndex(ToldRow.client, ToldRow.todo, unique: true, ifNotExists: true))
        for text in texts {
            let former = try reader.toldBases(client, text.todo)
            let base = (text.base + former).prefix(max(ToldText.mostBytes, text.base.count))
            try db.run(ToldRow.table.filter(ToldRow.client == client && ToldRow.todo == text.todo).delete())
            try db.insert(ToldRow(client: client, text: ToldText(todo: text.todo, tag: text.tag, base: Array(base))))
        }
        let first = try db.value(sql: "SELECT min(id) FROM told_texts", as: Int64.self) ?? 0
        // Numbers may have gaps: what is told once more gets a new one.
        guard db.lastInsertedID - first >= Int64(most) else { return }
        try db.execute(
            sql: "DELETE FROM told_texts WHERE id <= (SELECT id FROM told_texts ORDER BY id DESC LIMIT 1 OFFSET ?)",
            arguments: [Int64(most)])
    }

    /// Forgets what all clients were told: the book is another than they know.
    func forgetTold() throws { try db.execute(sql: "DROP TABLE IF EXISTS told_texts") }
}
