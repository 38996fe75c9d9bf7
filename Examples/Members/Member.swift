import Foundation
import Sworm

/// Somebody on a team.
struct Member: Equatable {
    var id: Int64 = 0
    var name: String
    var position: Position

    /// A value of a type of one's own, kept as its raw value.
    enum Position: String, Value {
        case developer
        case designer
        case tester
    }
}

extension Member: Migrator {
    static var table: Tablex { Tablex("members") }
    static let id = Expression<Int64>("id")
    static let name = Expression<String>("name")
    static let position = Expression<Position>("position")
    static func migrate(_ db: Connection) throws {
        try db.run(
            table.create(ifNotExists: true) { t in
                t.column(id, primaryKey: .autoincrement)
                t.column(name, unique: true)
                t.column(position)
            })
        try db.run(table.createIndex(name, ifNotExists: true))
    }
    static func parse(_ row: Row) throws -> Member {
        Member(id: try row.get(id), name: try row.get(name), position: try row.get(position))
    }
    func setter() -> [Setter] { [Member.name <- name, Member.position <- position] }
}
