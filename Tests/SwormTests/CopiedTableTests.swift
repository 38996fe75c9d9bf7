import Fixtures
import Sworm
import Testing

/// What a migration does with a table whose rows it writes into a new one.
@Suite struct CopiedTableTests {
    private static let events = Tablex("events")
    private static let id = Column<Int64>("id")
    private static let title = Column<String>("title")

    private static func version(
        _ number: Int, unique: Bool = false, mappings: [Mapping] = [], more: (inout TableDefinition) -> Void = { _ in }
    ) -> SchemaVersion {
        let definition = events.definition { t in
            t.column(id, primaryKey: .autoincrement)
            t.column(title, unique: unique)
            more(&t)
        }
        return SchemaVersion(number, tables: [definition], mappings: mappings)
    }

    private func store() throws -> Database {
        let db = try Database()
        try db.migrate(to: Schema([Self.version(1)]))
        for number in 1...3 { try db.run(Self.events.insert(Self.title <- "event \(number)")) }
        return db
    }

    @Test("Rows that a new unique column refuses stop the migration, which takes none of them, and a dry run tells so")
    func refusedByColumn() throws {
        let db = try store()
        try db.run(Self.events.update(Self.title <- "same"))
        let schema = Schema([Self.version(1), Self.version(2, unique: true)])
        let before = try dump(db)
        #expect(try db.dryRun(to: schema).tables.first?.failures.map(\.record) == ["copying its rows"])
        let error = #expect(throws: SwormError.self) { try db.migrate(to: schema) }
        #expect(error?.description.contains("copying its rows") == true, "\(error?.description ?? "")")
        #expect(try dump(db) == before)
    }

    @Test("Numbers go on from the greatest that a mapping gave")
    func mappedNumbers() throws {
        let db = try store()
        let mapping = Mapping(from: Self.events) { row, migration in
            let id = try row.get(Self.id)
            try migration.insert(into: Self.events, Self.id <- id + 100, Self.title <- row.get(Self.title))
        }
        try db.migrate(to: Schema([Self.version(1), Self.version(2, mappings: [mapping])]))
        try db.run(Self.events.filter(Self.id == 103).delete())
        try db.run(Self.events.insert(Self.title <- "next"))
        #expect(try db.first(Self.events.select(Self.id.max)) == 104)
    }

    @Test("Two columns of one type that change their names with each other keep their values")
    func swappedNames() throws {
        let db = try Database()
        let (a, b) = (Column<String>("a"), Column<String>("b"))
        let pairs = Tablex("pairs")
        let definition = pairs.definition { t in
            t.column(a)
            t.column(b)
        }
        let first = SchemaVersion(1, tables: [definition])
        try db.migrate(to: Schema([first]))
        try db.run(pairs.insert(a <- "was a", b <- "was b"))
        let second = SchemaVersion(
            2, tables: [definition],
            renames: [.column("a", to: "b", of: "pairs"), .column("b", to: "a", of: "pairs")])
        try db.migrate(to: Schema([first, second]))
        #expect(try db.all(pairs.select(a)) == ["was b"] && db.all(pairs.select(b)) == ["was a"])
    }

    @Test("After a migration references hold, and follow a table that is renamed, as before")
    func settings() throws {
        let db = try store()
        try db.migrate(to: Schema([Self.version(1), Self.version(2) { $0.column(Column<Int?>("rank")) }]))
        for (pragma, value) in [("foreign_keys", 1), ("legacy_alter_table", 0)] {
            #expect(try db.writeWithoutTransaction { try $0.value(sql: "PRAGMA \(pragma)", as: Int.self) } == value)
        }
    }
}
