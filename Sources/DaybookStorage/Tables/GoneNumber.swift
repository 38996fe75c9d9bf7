import DaybookCore
import Sworm

/// The number of a to-do that a command deleted: it has it again if that is undone. As the steps of undo, the table is made
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
    /// Remembers the number of a to-do that goes, where somebody may undo that.
    func keepNumber(of id: EntityID) throws {
        guard keepsNumbers, let row = try reader.row(id) else { return }
        if try !hasNumbers() {
            try db.run(
                GoneNumber.table.create(ifNotExists: true) { table in
                    table.column(GoneNumber.key, primaryKey: true)
                    table.column(GoneNumber.number)
                })
            hasGoneNumbers = true
        }
        try db.delete(GoneNumber.self, GoneNumber.key, id)
        try db.insert(GoneNumber(id: id, number: row.number))
    }

    /// The number that a to-do had before it went; nil if it is known no more.
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
