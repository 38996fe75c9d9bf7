import Fixtures
import Foundation
import Sworm
import Synchronization
import Testing

@Suite struct MigrationTests {
    private static let events = Tablex("events")
    private static let id = Column<Int64>("id")
    private static let title = Column<String>("title")
    private static let note = Column<String?>("note")
    private static let place = Column<String>("place")
    private static let tags = Tablex("tags")
    private static let owner = Column<Int64>("owner")

    private static let version1 = SchemaVersion(
        1,
        tables: [
            events.definition { t in
                t.column(id, primaryKey: .autoincrement)
                t.column(title)
                t.column(note)
                t.index(title)
            },
            tags.definition { t in
                t.column(title)
                t.column(owner, references: Reference(events, id, onDelete: .cascade))
            },
        ])

    private static func version2(
        columns: (inout TableDefinition) -> Void, renames: [Rename] = [], mappings: [Mapping] = []
    ) -> SchemaVersion {
        SchemaVersion(
            2, tables: [events.definition(columns), version1.tables[1]], renames: renames, mappings: mappings)
    }

    private func store() throws -> Database {
        let db = try Database()
        try db.migrate(to: Schema([Self.version1]))
        try db.write { db in
            for number in 1...3 {
                try db.run(Self.events.insert(Self.title <- "event \(number)", Self.note <- "note \(number)"))
                try db.run(Self.tags.insert(Self.title <- "tag", Self.owner <- Int64(number)))
            }
        }
        return db
    }

    @Test("000.6 A later version adds columns, and old rows survive with the default")
    func addedColumn() throws {
        let db = try store()
        let version2 = Self.version2 { t in
            t.column(Self.id, primaryKey: .autoincrement)
            t.column(Self.title)
            t.column(Self.place, default: "here")
            t.column(Self.note)
            t.column(Column<Int?>("rank"))
            t.index(Self.title)
        }
        let report = try db.migrate(to: Schema([Self.version1, version2]))
        #expect(report.from == 1)
        #expect(report.tables.map(\.rowsIn) == [3])
        #expect(report.tables.map(\.rowsOut) == [3])
        let rows = try db.all(Self.events.select(Self.title, Self.place, Self.note).order(Self.id))
        #expect(rows.map(\.0) == ["event 1", "event 2", "event 3"])
        #expect(rows.map(\.1) == ["here", "here", "here"])
        #expect(rows.map(\.2) == ["note 1", "note 2", "note 3"])
        // The references of other tables still hold, and still work.
        try db.run(Self.events.filter(Self.id == 1).delete())
        #expect(try db.count(Self.tags.all) == 2)
        // A row number that was given before the migration is not given again.
        try db.run(Self.events.filter(Self.id == 3).delete())
        try db.run(Self.events.insert(Self.title <- "event 4"))
        #expect(try db.first(Self.events.select(Self.id.max)) == 4)
    }

    @Test("A dropped column, a declared rename and a new index need no mapping")
    func inferred() throws {
        let db = try store()
        let name = Column<String>("name")
        let version2 = Self.version2(
            columns: { t in
                t.column(Self.id, primaryKey: .autoincrement)
                t.column(name)
                t.index(name, unique: true)
            }, renames: [.column("title", to: "name", of: "events")])
        try db.migrate(to: Schema([Self.version1, version2]))
        #expect(try db.all(Self.events.select(name).order(Self.id)) == ["event 1", "event 2", "event 3"])
        #expect(try db.all(Self.events.all).first?.columns == ["id", "name"])
        #expect(code { try db.run(Self.events.insert(name <- "event 1")) } == .uniqueFailed)

        let moved = Tablex("happenings")
        let version3 = SchemaVersion(
            3,
            tables: [
                moved.definition { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(name)
                },
                Self.tags.definition { t in
                    t.column(Self.title)
                    t.column(Self.owner, references: Reference(moved, Self.id, onDelete: .cascade))
                },
            ], renames: [.table("events", to: "happenings")])
        try db.migrate(to: Schema([Self.version1, version2, version3]))
        try db.run(moved.filter(Self.id == 2).delete())
        #expect(try db.all(Self.tags.select(Self.owner)) == [1, 3])
    }

    @Test(
        "004.5 Without a mapping the error names versions, table and column, and the file is untouched",
        arguments: [
            ("type", "column title was text and is integer"), ("required", "column place is new and neither has"),
            ("strict", "column note could be NULL and no longer can"), ("none", "none of its columns stays"),
            ("gone", "version 2 has no such table"),
        ])
    func noMapping(_ change: String, _ reason: String) throws {
        let db = try store()
        let before = try dump(db)
        let version2: SchemaVersion =
            switch change {
            case "type":
                Self.version2 { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(Column<Int>("title"))
                }
            case "required":
                Self.version2 { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(Self.title)
                    t.column(Self.place)
                }
            case "strict":
                Self.version2 { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(Self.title)
                    t.column(Column<String>("note"))
                }
            case "none": Self.version2 { $0.column(Column<Double>("weight"), default: 0) }
            default: SchemaVersion(2, tables: [Self.version1.tables[1]])
            }
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([Self.version1, version2])) }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("There is no mapping of table events from version 1 to 2: " + reason), "\(text)")
        #expect(try dump(db) == before)
    }

    @Test("A file whose version the schema does not list is refused, and the error says what to add")
    func unlisted() throws {
        let db = try store()
        let before = try dump(db)
        let error = #expect(throws: SwormError.self) {
            try db.migrate(to: Schema([SchemaVersion(3, tables: Self.version1.tables)]))
        }
        #expect(
            error?.description == """
                There is no way from version 1 to 3: the schema does not list version 1. Add a SchemaVersion(1, …). \
                The file's content was not changed.
                """)
        #expect(try dump(db) == before)
    }

    @Test("A file that Migrator made has version 0, and goes on from there")
    func fromMigrator() throws {
        let definition = Member.table.definition { t in
            t.column(Member.id, primaryKey: .autoincrement)
            t.column(Member.name, unique: true)
            t.column(Member.position)
            t.index(Member.name)
        }
        let later = Member.table.definition { t in
            t.column(Member.id, primaryKey: .autoincrement)
            t.column(Member.name, unique: true)
            t.column(Member.position)
            t.column(Self.note)
            t.index(Member.name)
        }
        let schema = Schema([SchemaVersion(0, tables: [definition]), SchemaVersion(1, tables: [later])])
        let db = try Database()
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        let error = #expect(throws: SwormError.self) {
            try db.migrate(to: Schema([SchemaVersion(1, tables: [later])]))
        }
        #expect(error?.description.contains("List its shape as SchemaVersion(0, …)") == true)
        #expect(try db.migrate(to: schema).from == 0)
        #expect(try db.all(Member.table.select(Member.name, Self.note)).map(\.0) == ["Ann"])
        let fresh = try Database()
        try fresh.migrate(to: schema)
        #expect(try dump(fresh).first == "version 1")
    }

    @Test("A file without a version and without a table of the schema is let be, and gets the last version beside")
    func foreignFile() throws {
        let db = try Database()
        let foreign = Tablex("foreign")
        try db.run(foreign.create { $0.column(Self.title) })
        try db.run(foreign.insert(Self.title <- "stays"))
        let schema = Schema([SchemaVersion(0, tables: [Self.version1.tables[1]]), Self.version1])
        let report = try db.migrate(to: schema)
        #expect(report.from == 0 && report.to == 1)
        #expect(try db.count(Self.events.all) == 0)
        #expect(try db.all(foreign.select(Self.title)) == ["stays"])
    }

    @Test("A column that may be NULL from now on needs no mapping")
    func relaxed() throws {
        let db = try store()
        let title = Column<String?>("title")
        let version2 = Self.version2 { t in
            t.column(Self.id, primaryKey: .autoincrement)
            t.column(title)
        }
        try db.migrate(to: Schema([Self.version1, version2]))
        try db.run(Self.events.insert(title <- nil))
        #expect(try db.all(Self.events.select(title).order(Self.id)) == ["event 1", "event 2", "event 3", nil])
    }

    @Test(
        "A rename that names what isn't there stops the migration before anything is done",
        arguments: [
            [.column("nott", to: "name", of: "happenings"), .table("events", to: "happenings")],
            [.column("title", to: "nome", of: "happenings"), .table("events", to: "happenings")],
            [.column("title", to: "name", of: "events"), .table("events", to: "happenings")],
            [.column("title", to: "name", of: "happenings"), .table("evnts", to: "happenings")],
            [.column("title", to: "name", of: "happenings"), .table("events", to: "hapenings")],
            [
                .column("title", to: "name", of: "happenings"), .column("note", to: "name", of: "happenings"),
                .table("events", to: "happenings"),
            ],
            [.table("events", to: "happenings"), .table("events", to: "tags")],
        ] as [[Rename]])
    func badRename(_ renames: [Rename]) throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate(to: Schema([Self.version1]))
        try db.run(Self.events.insert(Self.title <- "event", Self.note <- "note"))
        let before = try dump(db)
        let happenings = Tablex("happenings").definition { t in
            t.column(Self.id, primaryKey: .autoincrement)
            t.column(Column<String>("name"), default: "")
        }
        let version2 = SchemaVersion(2, tables: [happenings, Self.version1.tables[1]], renames: renames)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([Self.version1, version2])) }
        #expect(error?.description.hasPrefix("Version 2 renames ") == true, "\(error?.description ?? "")")
        #expect(try dump(db) == before)
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.sqlite.before-migration")))
    }

    @Test("Two columns change their names with each other, and a new one takes a name that has become free")
    func swapped() throws {
        let db = try store()
        let text = Column<String>("note")
        let swapped = SchemaVersion(
            2,
            tables: [
                Self.events.definition { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(Column<String?>("title"))
                    t.column(text)
                }, Self.version1.tables[1],
            ],
            renames: [.column("title", to: "note", of: "events"), .column("note", to: "title", of: "events")])
        let freed = SchemaVersion(
            3,
            tables: [
                Self.events.definition { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(Column<String?>("title"))
                    t.column(text, default: "new")
                    t.column(Self.place)
                }, Self.version1.tables[1],
            ], renames: [.column("note", to: "place", of: "events")])
        try db.migrate(to: Schema([Self.version1, swapped, freed]))
        let rows = try db.all(Self.events.select(Column<String?>("title"), text, Self.place).order(Self.id))
        #expect(rows.map(\.0) == ["note 1", "note 2", "note 3"])
        #expect(rows.map(\.1) == ["new", "new", "new"])
        #expect(rows.map(\.2) == ["event 1", "event 2", "event 3"])
    }

    @Test("A number that was given and deleted before the migration is not given again")
    func numbersGoOn() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate(to: Schema([Self.version1]))
        for number in 1...5 { try db.run(Self.events.insert(Self.title <- "event \(number)")) }
        try db.run(Self.events.filter(Self.id > 2).delete())
        let wider = Self.version2 { t in
            t.column(Self.id, primaryKey: .autoincrement)
            t.column(Self.title)
            t.column(Self.note)
            t.column(Self.place, default: "here")
        }
        let moved = SchemaVersion(
            3,
            tables: [
                Tablex("happenings").definition { t in
                    t.column(Self.id, primaryKey: .autoincrement)
                    t.column(Self.title)
                }, Self.tags.definition { $0.column(Self.title) },
            ], renames: [.table("events", to: "happenings")])
        try db.migrate(to: Schema([Self.version1, wider]))
        let next = try db.write { db in
            try db.run(Self.events.insert(Self.title <- "event"))
            return db.lastInsertedID
        }
        #expect(next == 6)
        try db.run(Self.events.delete())
        try db.migrate(to: Schema([Self.version1, wider, moved]))
        let last = try db.write { db in
            try db.run(Tablex("happenings").insert(Self.title <- "event"))
            return db.lastInsertedID
        }
        #expect(last == 7)
    }

    @Test("A file of a newer version is refused, and so is one whose tables are not those of its version")
    func refused() throws {
        let db = try store()
        try db.write { try $0.execute(sql: "PRAGMA user_version = 9") }
        var before = try dump(db)
        #expect(throws: SwormError.newerFile(version: 9, newest: 1)) { try db.migrate(to: Schema([Self.version1])) }
        #expect(try dump(db) == before)
        try db.write { db in
            try db.execute(sql: "PRAGMA user_version = 1")
            try db.execute(sql: "ALTER TABLE events ADD COLUMN stray TEXT")
        }
        before = try dump(db)
        let difference =
            "events differs from this version's definition. It has stray TEXT where the version has nothing more before ) STRICT"
        #expect(throws: SwormError.unknownShape(version: 1, difference: difference)) {
            try db.migrate(to: Schema([Self.version1]))
        }
        #expect(try dump(db) == before)
    }

    @Test("A newer file is refused before it is opened for writing: not a byte of it changes")
    func untouched() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("newer.sqlite")
        let newer = Schema([Self.version1, SchemaVersion(7, tables: Self.version1.tables)])
        let kept = try Database(path: path, schema: newer)
        // As other programs keep files. Opened for writing, it would get a log, and say so in its first page.
        try kept.writeWithoutTransaction { _ = try $0.rows(sql: "PRAGMA journal_mode = DELETE") }
        try kept.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: SwormError.newerFile(version: 7, newest: 1)) {
            _ = try Database(path: path, schema: Schema([Self.version1]))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        let db = try Database(path: path, schema: newer)
        #expect(try db.count(Self.events.all) == 0)
    }

    @Test("Rows keep their row ids where no column is one: an index that SQL of one's own made still finds them")
    func keptRowIDs() throws {
        let notes = Tablex("notes")
        let name = Column<String>("name")
        func version(_ number: Int, _ more: (inout TableDefinition) -> Void) -> SchemaVersion {
            SchemaVersion(
                number,
                tables: [
                    notes.definition { t in
                        t.column(name, primaryKey: true)
                        more(&t)
                    }
                ])
        }
        let first = version(1) { _ in }
        let db = try Database()
        try db.migrate(to: Schema([first]))
        try db.write { db in
            for text in ["a", "b", "c"] { try db.run(notes.insert(name <- text)) }
            try db.run(notes.filter(name == "a").delete())
            try db.execute(sql: "CREATE VIRTUAL TABLE found USING fts5(name, content='notes', content_rowid='rowid')")
            try db.execute(sql: "INSERT INTO found (found) VALUES ('rebuild')")
        }
        try db.migrate(to: Schema([first, version(2) { $0.column(Column<Int?>("rank")) }]))
        let found = try db.read { try $0.value(sql: "SELECT name FROM found WHERE found MATCH 'b'", as: String.self) }
        let rowIDs = try db.read { try $0.value(sql: "SELECT group_concat(rowid) FROM notes", as: String.self) }
        #expect(found == "b" && rowIDs == "2,3")
    }

    @Test("What a migration can't take is named by its key where there are no row ids, wherever the key was declared")
    func namedByKey() throws {
        let people = Tablex("people")
        let email = Column<String>("email")
        let first = SchemaVersion(
            1, tables: [people.definition(withoutRowID: true) { $0.column(email, primaryKey: true) }])
        let db = try Database()
        try db.migrate(to: Schema([first]))
        try db.write { try $0.run(people.insert(email <- "a@b.example")) }
        struct Refusal: Error {}
        let second = SchemaVersion(
            2, tables: first.tables, mappings: [Mapping(from: people, rows: { _, _ in throw Refusal() })])
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([first, second])) }
        #expect(
            error?.description.contains("the row with email text(\"a@b.example\")") == true,
            "\(error?.description ?? "")")
    }

    @Test("Two mappings of one name can't be asked for what they made, and a table can't be listed twice")
    func ambiguous() throws {
        let db = try store()
        let mapping = Mapping(
            from: Self.events, keepsSource: true, rows: { _, _ in },
            relate: { _, migration in _ = try migration.destination(of: 1, in: "events") })
        let second = SchemaVersion(2, tables: Self.version1.tables, mappings: [mapping, mapping])
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([Self.version1, second])) }
        #expect(error?.description.contains("several mappings events") == true, "\(error?.description ?? "")")
        let twice = SchemaVersion(1, tables: Self.version1.tables + [Self.version1.tables[0]])
        #expect(throws: SwormError.misuse("Version 1 lists table events twice.")) {
            try Database().migrate(to: Schema([twice]))
        }
    }

    @Test("Two passes: rows first, then relations through what came from what")
    func relations() throws {
        let db = try Database()
        let people = Tablex("people")
        let name = Column<String>("name")
        let friend = Column<Int64?>("friend")
        let old = SchemaVersion(
            1,
            tables: [
                people.definition { t in
                    t.column(Self.id, primaryKey: true)
                    t.column(name)
                    t.column(friend)
                }
            ])
        let persons = Tablex("persons")
        let new = SchemaVersion(
            2,
            tables: [
                persons.definition { t in
                    t.column(Self.id, primaryKey: true)
                    t.column(name)
                    t.column(friend, references: Reference(persons, Self.id))
                }
            ],
            mappings: [
                Mapping(
                    from: people,
                    rows: { row, migration in
                        // Other numbers than before, and 4 is left out.
                        let id = try row.get(Self.id)
                        guard id != 4 else { return }
                        try migration.insert(
                            into: persons, Self.id <- 100 - id, name <- (try row.get(name)), friend <- nil)
                    },
                    relate: { row, migration in
                        guard let friendID = try row.get(friend), let source = migration.source,
                            let me = try migration.destination(of: source, in: "people")
                        else { return }
                        let other = try migration.destination(of: friendID, in: "people")
                        if let other {
                            let sources = try migration.sources(of: other, in: "people")
                            #expect(sources == [friendID])
                        }
                        try migration.db.run(persons.filter(Self.id == me).update(friend <- other))
                    })
            ])
        try db.migrate(to: Schema([old]))
        try db.write { db in
            for id in 1...4 as ClosedRange<Int64> {
                try db.run(people.insert(Self.id <- id, name <- "p\(id)", friend <- id % 4 + 1))
            }
        }
        let report = try db.migrate(to: Schema([old, new]))
        #expect(report.tables.map(\.dropped) == [1])
        let rows = try db.all(persons.select(Self.id, friend).order(Self.id))
        #expect(rows.map(\.0) == [97, 98, 99])
        #expect(rows.map(\.1) == [nil, 97, 98])
    }

    @Test("004.12 An error in a later step takes back what the steps before it did")
    func laterFailure() throws {
        struct Bad: Error, CustomStringConvertible {
            let description = "it is bad"
        }
        let db = try Database()
        try db.migrate(to: Schema([Self.version1]))
        try db.run(Self.events.insert(Self.title <- "event"))
        let before = try dump(db)
        let second = Self.version2(
            columns: { t in
                t.column(Self.id, primaryKey: .autoincrement)
                t.column(Column<Int>("title"))
            },
            mappings: [
                Mapping(from: Self.events) { row, migration in
                    try migration.insert(into: Self.events, Self.id <- row.get(Self.id), Column<Int>("title") <- 1)
                }
            ])
        let third = SchemaVersion(
            3, tables: second.tables, mappings: [Mapping(from: Self.events) { _, _ in throw Bad() }])
        #expect(
            throws: SwormError.migrationFailed(from: 2, to: 3, table: "events", record: "row 1", reason: "it is bad")
        ) {
            try db.migrate(to: Schema([Self.version1, second, third]))
        }
        #expect(try dump(db) == before)
        #expect(try db.read { try $0.value(sql: "PRAGMA user_version", as: Int.self) } == 1)
        #expect(try db.migrate(to: Schema([Self.version1, second])).to == 2)
    }

    @Test("004.12 An error at any row leaves the file exactly as before, and says which row")
    func failure() throws {
        struct Bad: Error, CustomStringConvertible {
            let description = "it is bad"
        }
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        let db = try Database(path: path)
        try db.migrate(to: Schema([Self.version1]))
        for number in 1...3 { try db.run(Self.events.insert(Self.title <- "event \(number)")) }
        let before = try dump(db)
        func schema(failing: Int64) -> Schema {
            Schema([
                Self.version1,
                Self.version2(
                    columns: { t in
                        t.column(Self.id, primaryKey: .autoincrement)
                        t.column(Column<Int>("title"))
                    },
                    mappings: [
                        Mapping(from: Self.events) { row, migration in
                            let id = try row.get(Self.id)
                            if id == failing { throw Bad() }
                            try migration.insert(into: Self.events, Self.id <- id, Column<Int>("title") <- Int(id))
                        }
                    ]),
            ])
        }
        for failing in 1...3 as ClosedRange<Int64> {
            #expect(
                throws: SwormError.migrationFailed(
                    from: 1, to: 2, table: "events", record: "row \(failing)", reason: "it is bad")
            ) {
                try db.migrate(to: schema(failing: failing))
            }
            #expect(try dump(db) == before)
        }
        // A dry run reports, goes on after the bad row, and changes nothing.
        let report = try db.dryRun(to: schema(failing: 2))
        #expect(report.tables.map(\.rowsIn) == [3])
        #expect(report.tables.map(\.rowsOut) == [2])
        #expect(report.tables.first?.failures.map(\.record) == ["row 2"])
        #expect(report.tables.first?.failures.map(\.reason) == ["it is bad"])
        #expect(!report.isClean)
        #expect(try dump(db) == before)
        // The good one goes through, telling how far it is. The copy stays until the file was opened once more.
        let copy = path + ".before-migration"
        var progress: [MigrationProgress] = []
        try db.migrate(to: schema(failing: 0)) { progress.append($0) }
        #expect(progress.map(\.table) == ["events"])
        #expect(progress.map(\.rows) == [3])
        #expect(progress.map(\.total) == [3])
        #expect(try db.all(Self.events.select(Column<Int>("title"))) == [1, 2, 3])
        #expect(try dump(Database(path: copy)) == before)
        try db.migrate(to: schema(failing: 0))
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("A migration that leaves a reference to nothing is taken back")
    func foreignKeys() throws {
        let db = try store()
        let before = try dump(db)
        let version2 = Self.version2(
            columns: { t in
                t.column(Self.id, primaryKey: .autoincrement)
                t.column(Self.title)
            },
            mappings: [
                Mapping(from: Self.events) { row, migration in
                    let id = try row.get(Self.id)
                    if id != 2 { try migration.insert(into: Self.events, Self.id <- id, Self.title <- "kept") }
                }
            ])
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([Self.version1, version2])) }
        #expect(error?.description.contains("at row 2: it refers to a row of events that doesn't exist") == true)
        #expect(try dump(db) == before)
    }

    @Test(
        "Rows that a new unique index refuses stop the migration, and a dry run reports them", arguments: [true, false])
    func refusedByIndex(_ isCopied: Bool) throws {
        let db = try store()
        try db.run(Self.events.filter(Self.id == 3).update(Self.title <- "event 1"))
        let before = try dump(db)
        let version2 = Self.version2 { t in
            t.column(Self.id, primaryKey: .autoincrement)
            t.column(Self.title)
            t.column(Self.note)
            if isCopied { t.column(Self.place, default: "here") }
            t.index(Self.title, unique: true)
        }
        let schema = Schema([Self.version1, version2])
        let report = try db.dryRun(to: schema)
        #expect(report.tables.map(\.name) == ["events"])
        #expect(report.tables.first?.failures.map(\.record) == ["index events_on_title"])
        #expect(report.tables.first?.rowsIn == (isCopied ? 3 : 0))
        let error = #expect(throws: SwormError.self) { try db.migrate(to: schema) }
        guard case .migrationFailed(1, 2, "events", "index events_on_title", let reason) = error else {
            Issue.record("\(error?.description ?? "")")
            return
        }
        #expect(reason.contains("UNIQUE constraint failed: events.title"))
        #expect(try dump(db) == before)
    }
}
