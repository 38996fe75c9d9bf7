import Sworm
import Synchronization
import Testing

/// What a mapping reads, and what it knows of the rows that it made.
@Suite struct MappedRowTests {
    private static let id = Column<Int64>("id")
    private static let title = Column<String>("title")
    private static let records = Tablex("records")
    private static let notes = Tablex("notes")

    private static func version(
        _ number: Int, keyed names: [String] = [], tables: [Tablex], mappings: [Mapping] = []
    ) -> SchemaVersion {
        SchemaVersion(
            number,
            tables: tables.map { table in
                let isKeyed = names.contains(table.name)
                return table.definition(withoutRowID: isKeyed) { t in
                    if isKeyed { t.column(id, primaryKey: true) }
                    t.column(title)
                    if !isKeyed { t.column(id, primaryKey: true) }
                }
            }, mappings: mappings)
    }

    private func database(_ schema: [SchemaVersion]) throws -> Database {
        let db = try Database()
        try db.migrate(to: Schema(schema))
        for id in [7, 8] as [Int64] { try db.run(Self.records.insert(Self.id <- id, Self.title <- "r\(id)")) }
        return db
    }

    @Test("A file without a version that has a table of any version is refused, and keeps its rows")
    func withoutVersion() throws {
        let db = try Database()
        let first = Self.version(1, tables: [Self.records])
        try db.run(try #require(first.tables.first).create())
        try db.run(Self.records.insert(Self.id <- 1, Self.title <- "a"))
        let second = SchemaVersion(
            2, tables: Self.version(2, tables: [Self.notes]).tables, renames: [.table("records", to: "notes")])
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([first, second])) }
        #expect(error?.description.contains("SchemaVersion(0, …)") == true)
        #expect(try db.count(Self.records.all) == 1)
    }

    @Test("A mapping that keeps its table reads the rows that were there, and not those that it adds")
    func kept() throws {
        let first = Self.version(1, tables: [Self.records])
        let doubling = Mapping(from: Self.records, keepsSource: true) { row, migration in
            #expect(migration.made(atMost: 2))
            let id = try row.get(Self.id)
            try migration.insert(into: Self.records, Self.id <- id + 10, Self.title <- "more")
        }
        let db = try database([first])
        let second = Self.version(2, tables: [Self.records], mappings: [doubling])
        for report in [
            try db.dryRun(to: Schema([first, second])), try db.migrate(to: Schema([first, second])),
        ] {
            #expect(report.tables.map(\.rowsIn) == [2] && report.tables.map(\.rowsOut) == [2])
        }
        #expect(try db.all(Self.records.select(Self.id).order(Self.id)) == [7, 8, 17, 18])

        // Without row ids there is no telling them apart.
        let keyed = Self.version(1, keyed: ["records"], tables: [Self.records])
        let other = try database([keyed])
        let next = Self.version(2, keyed: ["records"], tables: [Self.records], mappings: [doubling])
        let error = #expect(throws: SwormError.self) { try other.migrate(to: Schema([keyed, next])) }
        #expect(error?.description.contains("WITHOUT ROWID") == true && error?.description.contains("..") == false)
        #expect(try other.count(Self.records.all) == 2)
    }

    @Test("A row without a row id is associated with nothing, rather than with another row's number")
    func withoutRowID() throws {
        let first = Self.version(1, tables: [Self.records])
        let related = Mutex(0)
        let mapping = Mapping(
            from: Self.records,
            rows: { row, migration in
                try migration.insert(
                    into: Self.notes, Self.id <- (try row.get(Self.id)), Self.title <- (try row.get(Self.title)))
            },
            relate: { row, migration in
                let made = try migration.destinations(of: try row.get(Self.id), in: "records")
                #expect(made == [])
                related.withLock { $0 += 1 }
            })
        let second = Self.version(2, keyed: ["notes"], tables: [Self.notes], mappings: [mapping])
        let report = try database([first]).migrate(to: Schema([first, second]))
        #expect(report.tables.map(\.rowsOut) == [2])
        #expect(related.withLock { $0 } == 2)
    }

    @Test("A row comes to a mapping with its columns in the table's order")
    func places() throws {
        let first = Self.version(1, tables: [Self.records])
        let mapping = Mapping(from: Self.records) { row, migration in
            let title = try row.get(at: 0, as: String.self)
            try migration.insert(into: Self.notes, Self.id <- (try row.get(at: 1)), Self.title <- title)
        }
        let second = Self.version(2, tables: [Self.notes], mappings: [mapping])
        let db = try database([first])
        try db.migrate(to: Schema([first, second]))
        #expect(try db.all(Self.notes.select(Self.title).order(Self.id)) == ["r7", "r8"])
    }

    @Test("A mapping tells the rows of a table apart that has a column called rowid")
    func columnCalledRowID() throws {
        let number = Column<Int>("rowid")
        let first = SchemaVersion(1, tables: [Self.records.definition { $0.column(number) }])
        let seen = Mutex<[Int64?]>([])
        let mapping = Mapping(from: Self.records) { row, migration in
            seen.withLock { $0.append(migration.source) }
            if migration.source == 2 { throw SwormError.misuse("bad") }
            try migration.insert(into: Self.notes, Self.title <- "\(try row.get(number))")
        }
        let second = Self.version(2, tables: [Self.notes], mappings: [mapping])
        let db = try Database()
        try db.migrate(to: Schema([first]))
        for _ in 1...3 { try db.run(Self.records.insert(number <- 7)) }
        let report = try db.dryRun(to: Schema([first, second]))
        #expect(seen.withLock { $0 } == [1, 2, 3])
        #expect(report.tables.flatMap(\.failures).map(\.record) == ["row 2"])
    }

    @Test("A row that fails in a dry run doesn't take along the index by which later ones find their sources")
    func sourcesAfterFailure() throws {
        let first = Self.version(1, tables: [Self.records])
        let indexes = Mutex<[Int?]>([])
        let mapping = Mapping(
            from: Self.records,
            rows: { row, migration in
                try migration.insert(into: Self.notes, Self.id <- row.get(Self.id), Self.title <- row.get(Self.title))
            },
            relate: { row, migration in
                let count = try migration.db.value(
                    sql: "SELECT count(*) FROM temp.sqlite_schema WHERE type = 'index'", as: Int.self)
                indexes.withLock { $0.append(count) }
                let id = try row.get(Self.id)
                let sources = try migration.sources(of: id, in: "records")
                #expect(sources == [id])
                throw SwormError.misuse("bad")
            })
        let second = Self.version(2, tables: [Self.notes], mappings: [mapping])
        let report = try database([first]).dryRun(to: Schema([first, second]))
        #expect(report.tables.first?.failures.count == 2)
        #expect(indexes.withLock { $0 } == [0, 1])
    }

    @Test("What one row was made of comes in order, each once; both passes over the rows are told to their end")
    func sourcesInOrder() throws {
        let found = Mutex<(sources: [Int64], destinations: [Int64])>(([], []))
        let mapping = Mapping(
            from: Self.records,
            rows: { row, migration in
                if try row.get(Self.id) == 7 {
                    let made = try migration.insert(into: Self.notes, Self.id <- 10, Self.title <- "x")
                    // What is known already is nothing new.
                    try migration.associate(made)
                } else {
                    try migration.associate(10)
                }
            },
            relate: { row, migration in
                let sources = try migration.sources(of: 10, in: "records")
                let destinations = try migration.destinations(of: 7, in: "records")
                found.withLock { $0 = (sources, destinations) }
            })
        let first = Self.version(1, tables: [Self.records])
        let second = Self.version(2, tables: [Self.notes], mappings: [mapping])
        let db = try database([first])
        var progress: [MigrationProgress] = []
        try db.migrate(to: Schema([first, second])) { progress.append($0) }
        #expect(found.withLock { $0.sources } == [7, 8] && found.withLock { $0.destinations } == [10])
        #expect(progress.map(\.rows) == [4] && progress.map(\.total) == [4])
    }

    @Test("A migration inside a write is refused in Sworm's words")
    func insideWrite() throws {
        let db = try Database()
        let error = #expect(throws: SwormError.self) {
            try db.write { _ in
                _ = try db.migrate(to: Schema([Self.version(1, tables: [Self.records])]))
            }
        }
        #expect(error?.description.contains("`migrate(to:)` was called inside") == true)
    }
}

extension Migration {
    /// Tells whether there are no more rows than the two before and so many new ones: a mapping that read its own would go on.
    fileprivate func made(atMost count: Int) -> Bool {
        ((try? db.count(Tablex("records").all)) ?? .max) < 2 + count
    }
}
