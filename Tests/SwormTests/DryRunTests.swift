import Sworm
import Synchronization
import Testing

/// What a dry run tells of rows that a migration can't take.
@Suite struct DryRunTests {
    private static let events = Tablex("events")
    private static let others = Tablex("others")
    private static let id = Column<Int64>("id")
    private static let title = Column<String>("title")

    private static func definition(_ table: Tablex) -> TableDefinition {
        table.definition { t in
            t.column(id, primaryKey: true)
            t.column(title)
        }
    }

    private func store(_ first: SchemaVersion, count: Int64) throws -> Database {
        let db = try Database()
        try db.migrate(to: Schema([first]))
        for id in 1...count { try db.run(Self.events.insert(Self.id <- id, Self.title <- "event \(id)")) }
        return db
    }

    @Test("A row that fails leaves nothing of what it made, and isn't counted as a row that came out")
    func failedRow() throws {
        let mapping = Mapping(from: Self.events) { row, migration in
            let id = try row.get(Self.id)
            try migration.insert(into: Self.others, Self.id <- (id == 1 ? 2 : id), Self.title <- "x")
            if id == 1 { throw SwormError.misuse("bad") }
        }
        let first = SchemaVersion(1, tables: [Self.definition(Self.events)])
        let second = SchemaVersion(2, tables: [Self.definition(Self.others)], mappings: [mapping])
        let report = try store(first, count: 3).dryRun(to: Schema([first, second]))
        #expect(report.tables.map(\.rowsIn) == [3] && report.tables.map(\.rowsOut) == [2])
        #expect(report.tables.map(\.dropped) == [0])
        #expect(report.tables.first?.failures.map(\.record) == ["row 1"])
    }

    @Test("Every row is looked at behind one that fails, also where there are no row ids")
    func everyRow() throws {
        let people = Tablex("people")
        let name = Column<String>("name")
        let first = SchemaVersion(
            1, tables: [people.definition(withoutRowID: true) { $0.column(name, primaryKey: true) }])
        let db = try Database()
        try db.migrate(to: Schema([first]))
        for text in ["a", "b", "c", "d"] { try db.run(people.insert(name <- text)) }
        let seen = Mutex<[String]>([])
        let mapping = Mapping(from: people) { row, _ in
            let text = try row.get(name)
            seen.withLock { $0.append(text) }
            if text == "a" || text == "c" { throw SwormError.misuse("bad") }
        }
        let second = SchemaVersion(2, tables: [Self.others.definition { $0.column(name) }], mappings: [mapping])
        let report = try db.dryRun(to: Schema([first, second]))
        #expect(seen.withLock { $0 } == ["a", "b", "c", "d"])
        #expect(report.tables.map(\.rowsIn) == [4] && report.tables.first?.failures.count == 2)
    }

    @Test("A row that fails is told, and not that another refers to it")
    func referredTo() throws {
        let tags = Tablex("tags")
        let owner = Column<Int64>("owner")
        let tagged = tags.definition { $0.column(owner, references: Reference(Self.events, Self.id)) }
        let first = SchemaVersion(1, tables: [Self.definition(Self.events), tagged])
        let db = try store(first, count: 2)
        for id in 1...2 as ClosedRange<Int64> { try db.run(tags.insert(owner <- id)) }
        let mapping = Mapping(from: Self.events) { row, migration in
            let id = try row.get(Self.id)
            if id == 1 { throw SwormError.misuse("bad") }
            try migration.insert(into: Self.events, Self.id <- id, Self.title <- "x")
        }
        let second = SchemaVersion(2, tables: first.tables, mappings: [mapping])
        let report = try db.dryRun(to: Schema([first, second]))
        #expect(report.tables.flatMap(\.failures).map(\.record) == ["row 1"])
    }
}
