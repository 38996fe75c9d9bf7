import Sworm

/// Where events are kept. The interactor alone knows it.
struct EventRepository {
    let database: Database

    /// Makes the table if it isn't there.
    init(_ database: Database) throws {
        self.database = database
        try database.migrate([Event.self])
    }

    func all() throws -> [Event] {
        try database.query(Event.self) { $0.order(Event.id) }
    }

    /// Stores a new event and gives it back with its id.
    func insert(_ event: Event) throws -> Event {
        var stored = event
        stored.id = try database.insert(event)
        return stored
    }

    /// Whether there was one to delete.
    func delete(id: Int64) throws -> Bool {
        try database.run(Event.table.filter(Event.id == id).delete()) > 0
    }
}
