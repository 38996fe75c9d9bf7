import Foundation
import Sworm

/// Something to do, as the table `events` keeps it.
struct Event: Equatable, Sendable {
    /// 0 until it is stored.
    var id: Int64 = 0
    var title: String
    var createdAt: Date
    var isComplete = false
}

extension Event: Migrator {
    static var table: Tablex { Tablex("events") }
    static let id = Expression<Int64>("id")
    static let title = Expression<String>("title")
    static let createdAt = Expression<Date>("create_at")
    static let isComplete = Expression<Bool>("complete")

    static func migrate(_ db: Connection) throws {
        try db.run(
            table.create(ifNotExists: true) { t in
                t.column(id, primaryKey: .autoincrement)
                t.column(title)
                t.column(createdAt)
                t.column(isComplete, default: false)
            })
    }

    static func parse(_ row: Row) throws -> Event {
        Event(
            id: try row.get(id), title: try row.get(title), createdAt: try row.get(createdAt),
            isComplete: try row.get(isComplete))
    }

    func setter() -> [Setter] {
        [Event.title <- title, Event.createdAt <- createdAt, Event.isComplete <- isComplete]
    }
}
