import DaybookCore
import Sworm

/// The number of a thing that a command deleted: it has it again if that is undone. As the steps of undo, the table is made
/// when it is needed, and no version of the schema has it.
struct GoneNumber: Model {
    let id: EntityID
    let number: Int64

    static var table: Tablex { Tablex("gone") }
    static let key = Expression<EntityID>("id")
    static let number = Expression<Int64>("number")

    static func parse(_ row: Row) throws -> GoneNumber {
        GoneNumber(id: try row.get(key), number: try row.get(number))
    }

    func setter() -> [Setter] { [Self.key <- id, Self.number <- number] }
}

extension BookTransaction {
    /// Deletes the row of a thing. Its number is remembered where somebody may undo that.
    func delete<Item: BookItem>(_ kind: Item.Type, _ id: EntityID) throws {
        if keepsNumbers, let row = try Item.find(id, in: reader) { try keep(row.number, of: id) }
        try db.delete(Item.self, Expression<EntityID>("id"), id)
    }

    /// Inserts the row of a thing, with the number that it had if it went and comes back.
    func insert<Item: BookItem>(_ row: Item) throws {
        let key = Expression<Int64>("number")
        if let number = try keptNumber(of: row.id), try db.find(Item.self, key, number) == nil {
            try db.run(Item.table.insert([key <- number] + row.setter()))
        } else {
            try db.insert(row)
        }
    }

    private func keep(_ number: Int64, of id: EntityID) throws {
        if try !hasNumbers() {
            try db.run(
                GoneNumber.table.create(ifNotExists: true) { table in
                    table.column(GoneNumber.key, primaryKey: true)
                    table.column(GoneNumber.number)
                })
            hasGoneNumbers = true
        }
        try db.delete(GoneNumber.self, GoneNumber.key, id)
        try db.insert(GoneNumber(id: id, number: number))
    }

    /// The number that a thing had before it went; nil if it is known no more.
    func keptNumber(of id: EntityID) throws -> Int64? {
        guard try hasNumbers(), let kept = try db.find(GoneNumber.self, GoneNumber.key, id) else { return nil }
        try db.delete(GoneNumber.self, GoneNumber.key, id)
        return kept.number
    }

    func forgetNumbers() throws { if try hasNumbers() { try db.run(GoneNumber.table.delete()) } }

    private func hasNumbers() throws -> Bool {
        if let known = hasGoneNumbers { return known }
        let isThere =
            try db.value(
                sql: "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'gone'", as: Int.self)
            ?? 0 > 0
        hasGoneNumbers = isThere
        return isThere
    }
}
