import Flux
import Foundation
import Sworm
import Testing

@testable import TodoEvents

@Suite struct TodoEventsTests {
    let database: Database
    let interactor: EventInteractor
    let view: EventView
    let now = Date(timeIntervalSinceReferenceDate: 7)

    init() throws {
        database = try Database()
        let now = now
        let interactor = EventInteractor(try EventRepository(database), now: { now })
        self.interactor = interactor
        view = EventView { interactor.store.dispatch($0) }
        interactor.start()
    }

    private var shown: [String] { view.lines(interactor.store.state) }

    @Test("000.1 000.2 An event has id, title, creation date and completeness, in columns of these names")
    func columns() throws {
        view.tapCreate(title: "Milk")
        let rows = try database.read { try $0.rows(sql: "SELECT * FROM events") }
        #expect(rows.first?.columns == ["id", "title", "create_at", "complete"])
        #expect(try database.query(Event.self) == [Event(id: 1, title: "Milk", createdAt: now, isComplete: false)])
    }

    @Test("000.3 Creating the table twice changes nothing") func twice() throws {
        view.tapCreate(title: "Milk")
        try database.migrate([Event.self])
        #expect(try EventRepository(database).all().map(\.title) == ["Milk"])
    }

    @Test("000.4 A missing or a mistyped column throws", arguments: ["id", "title", "create_at", "complete"])
    func badRows(column: String) throws {
        let good = ["id": "1", "title": "'a'", "create_at": "0", "complete": "0"]
        func parse(_ row: [String: String]) throws {
            let sql = "SELECT " + row.map { "\($1) AS \($0)" }.joined(separator: ", ")
            try database.read { db in try db.eachRow(sql: sql) { _ = try Event.parse($0) } }
        }
        try parse(good)
        for value in [nil, "x'00'"] {
            var row = good
            row[column] = value
            #expect(throws: SwormError.self) { try parse(row) }
        }
    }

    @Test("000.5 The setter writes every field but the id") func setter() {
        let event = Event(id: 9, title: "Milk", createdAt: now, isComplete: true)
        #expect(event.setter().map(\.column) == ["title", "create_at", "complete"])
    }

    @Test("000.7 A created event comes back with its id, is in the state, and the view shows all") func create() throws
    {
        view.tapCreate(title: "Milk")
        view.tapCreate(title: "Bread")
        #expect(interactor.store.state.events.map(\.id) == [1, 2])
        #expect(shown == ["1 [ ] Milk", "2 [ ] Bread"])
        #expect(try EventRepository(database).all() == interactor.store.state.events)
    }

    @Test("000.8 A deleted event leaves the database, the state and the view") func delete() throws {
        view.tapCreate(title: "Milk")
        view.tapCreate(title: "Bread")
        view.tapDelete(id: 1)
        #expect(shown == ["2 [ ] Bread"])
        #expect(try EventRepository(database).all().map(\.id) == [2])
    }

    @Test("000.9 A delete or an insert that fails in the database leaves state and view as they were, and says why")
    func failure() throws {
        view.tapCreate(title: "Milk")
        try database.write { db in
            try db.execute(
                sql: "CREATE TRIGGER keep BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'events are kept'); END")
            try db.execute(
                sql: "CREATE TRIGGER closed BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'no more'); END")
        }
        view.tapDelete(id: 1)
        #expect(interactor.store.state.events.map(\.title) == ["Milk"])
        #expect(shown.count == 2)
        #expect(shown.last?.contains("events are kept") == true)
        view.tapCreate(title: "Bread")
        #expect(interactor.store.state.events.map(\.title) == ["Milk"])
        #expect(shown.last?.contains("no more") == true)
        view.tapDelete(id: 99)
        #expect(shown.last == "! There is no event 99.")
    }

    @Test("The interactor goes with its last reference, and the store with it") func lifetime() throws {
        weak var store: Store<EventList, EventList.Action, EventList.Effect>?
        do {
            let interactor = EventInteractor(try EventRepository(database), now: { Date(timeIntervalSince1970: 0) })
            interactor.start()
            interactor.store.dispatch(.create(title: "Milk"))
            store = interactor.store
            #expect(store?.state.events.count == 1)
        }
        #expect(store == nil)
    }

    @Test("000.10 The view is given a state and a dispatch, and reaches neither repository nor database")
    func viewAlone() throws {
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Examples/TodoEvents/EventView.swift"), encoding: .utf8)
        for word in ["import", "Repository", "Database", "Interactor"] { #expect(!source.contains(word)) }
        var dispatched: [EventList.Action] = []
        let alone = EventView { dispatched.append($0) }
        alone.tapCreate(title: "a")
        alone.tapDelete(id: 3)
        #expect(dispatched == [.create(title: "a"), .delete(id: 3)])
    }
}
