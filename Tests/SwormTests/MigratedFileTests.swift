import Fixtures
import Foundation
import Sworm
import Testing

/// What a migration does with the file around the tables of the schema.
@Suite struct MigratedFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let copy: String
    private static let books = Tablex("books")
    private static let id = Column<Int64>("id")
    private static let title = Column<String>("title")
    private static let year = Column<Int?>("year")
    private static let version1 = SchemaVersion(
        1,
        tables: [
            books.definition { t in
                t.column(id, primaryKey: true)
                t.column(title)
                t.column(year)
            },
            Tablex("log").definition { $0.column(title) },
        ])

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.sqlite")
        copy = path + ".before-migration"
    }

    private static func next(
        _ table: Tablex = books, keeps year: Bool = true, renames: [Rename] = [], drops: [Tablex] = []
    ) -> Schema {
        let table = table.definition { t in
            t.column(id, primaryKey: true)
            t.column(title)
            if year { t.column(Self.year) }
            t.column(Column<String?>("place"))
        }
        return Schema([
            version1, SchemaVersion(2, tables: [table, version1.tables[1]], renames: renames, drops: drops),
        ])
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { $0.contains("before-migration") }
    }

    private func store() throws -> Database {
        let db = try Database(path: path, schema: Schema([Self.version1]))
        try db.write { db in
            for number in 1...3 { try db.run(Self.books.insert(Self.title <- "book \(number)", Self.year <- number)) }
            try db.execute(sql: "CREATE INDEX by_year ON books (year)")
            try db.execute(
                sql: """
                    CREATE TRIGGER logged AFTER UPDATE ON Books BEGIN \
                    INSERT INTO log VALUES (NEW.title || NEW.year); END
                    """)
        }
        return db
    }

    @Test(
        "An error of a version says that the content wasn't changed, since bytes of the file's header may be",
        arguments: [
            SwormError.newerFile(version: 9, newest: 1), .unknownShape(version: 1, difference: "books has no year"),
            .noMapping(from: 1, to: 2, table: "books", reason: "year is gone"),
            .migrationFailed(from: 1, to: 2, table: "books", record: "row 1", reason: "it has no title"),
        ])
    func content(error: SwormError) {
        #expect(error.description.contains("content was not changed."), "\(error)")
        #expect(!error.description.contains("file was not changed"), "\(error)")
    }

    @Test("A trigger and an index that were made by SQL stay on a table that is copied, and do not see the copying")
    func extras() throws {
        let db = try store()
        try db.write { db in
            try db.execute(sql: "CREATE VIEW titles AS SELECT title FROM books")
            try db.execute(sql: "CREATE VIEW broken AS SELECT * FROM nowhere")
        }
        try db.migrate(to: Self.next())
        #expect(try db.count(Tablex("titles").all) == 3)
        #expect(try db.count(Tablex("log").all) == 0)
        let temporary = try db.writeWithoutTransaction { try $0.rows(sql: "SELECT name FROM temp.sqlite_schema") }
        #expect(temporary.isEmpty)
        try db.run(Self.books.filter(Self.id == 2).update(Self.title <- "changed"))
        #expect(try db.all(Tablex("log").select(Self.title)) == ["changed2"])
        #expect(try db.read { try $0.rows(sql: "SELECT 1 FROM sqlite_schema WHERE name = 'by_year'").count } == 1)
    }

    @Test(
        "A trigger, an index or a view that fits no more stops the migration, and the error names it",
        arguments: ["trigger", "index", "name", "view"])
    func misfits(_ kind: String) throws {
        let db = try store()
        try db.write { db in
            if ["trigger", "view"].contains(kind) { try db.execute(sql: "DROP INDEX by_year") }
            if kind == "view" {
                try db.execute(sql: "DROP TRIGGER logged")
                try db.execute(sql: "CREATE VIEW years AS SELECT year FROM books")
            }
        }
        let before = try dump(db)
        let schema =
            kind == "name"
            ? Self.next(Tablex("works"), renames: [.table("books", to: "works")]) : Self.next(keeps: false)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: schema) }
        let text = try #require(error?.description)
        let named = ["trigger": "trigger logged", "view": "view years"][kind] ?? "index by_year"
        #expect(text.contains("at \(named): it was made outside"))
        #expect(text.hasSuffix("The file's content was not changed."))
        #expect(text.contains(kind == "name" ? "works" : "no such column"), "\(text)")
        #expect(try dump(db) == before)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("A trigger that fits no more stops the migration also behind one that fits")
    func secondMisfit() throws {
        let db = try store()
        try db.write { db in
            try db.execute(sql: "DROP INDEX by_year")
            try db.execute(sql: "DROP TRIGGER logged")
            for (name, column) in [("sound", "title"), ("broken", "year")] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER \(name) AFTER UPDATE ON books BEGIN \
                        INSERT INTO log VALUES (NEW.\(column)); END
                        """)
            }
        }
        let before = try dump(db)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Self.next(keeps: false)) }
        #expect(error?.description.contains("at trigger broken: it was made outside") == true)
        #expect(try dump(db) == before)
    }

    @Test("A trigger of a table that stays stops the migration if it fits no more what it reaches into")
    func reachingMisfit() throws {
        let db = try store()
        try db.write { db in
            try db.execute(sql: "DROP INDEX by_year")
            try db.execute(sql: "DROP TRIGGER logged")
            try db.execute(sql: "CREATE TRIGGER reaching AFTER INSERT ON Log BEGIN UPDATE books SET year = 1; END")
            // Broken before, so nothing that a migration does.
            try db.execute(sql: "CREATE TABLE others (id INTEGER)")
            try db.execute(sql: "CREATE TRIGGER broken AFTER INSERT ON others BEGIN DELETE FROM nowhere; END")
        }
        let before = try dump(db)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Self.next(keeps: false)) }
        #expect(error?.description.contains("at a trigger of table log: it was made outside") == true)
        #expect(try dump(db) == before)
        try db.migrate(to: Self.next())
        try db.run(Tablex("log").insert(Self.title <- "x"))
        #expect(try db.all(Self.books.select(Self.year)) == [1, 1, 1])
    }

    @Test("What was made on a table that goes for good goes with it")
    func gone() throws {
        let db = try store()
        try db.migrate(to: Self.next(Tablex("works"), drops: [Self.books]))
        #expect(try dump(db).contains { $0.contains("logged") || $0.contains("by_year") } == false)
    }

    @Test("Read-only, a file of the last version opens and its copy stays; an older one says why it can't be opened")
    func readOnly() throws {
        var options = Database.Options()
        options.isReadOnly = true
        try store().close()
        let error = #expect(throws: SwormError.self) {
            _ = try Database(path: path, options: options, schema: Self.next())
        }
        #expect(error?.description.contains("is opened read-only, so it can't be brought to version 2") == true)
        try Database(path: path, schema: Self.next()).close()
        #expect(FileManager.default.fileExists(atPath: copy))
        let reader = try Database(path: path, options: options, schema: Self.next())
        #expect(try reader.count(Self.books.all) == 3)
        #expect(FileManager.default.fileExists(atPath: copy))
        try Database(path: path, schema: Self.next()).close()
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("A migration on a disk that gets full leaves no copy behind")
    func full() throws {
        let db = try store()
        try db.writeWithoutTransaction { db in
            let pages = try db.value(sql: "PRAGMA page_count", as: Int.self) ?? 0
            _ = try db.rows(sql: "PRAGMA max_page_count = \(pages)")
        }
        let before = try dump(db)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Self.next()) }
        #expect(error?.description.contains("full") == true, "\(error?.description ?? "")")
        #expect(try dump(db) == before)
        #expect(try copies() == [])
    }

    @Test("A copy that a killed program left unfinished stops no migration, and goes when the file is opened")
    func unfinishedCopy() throws {
        let unfinished = copy + ".unfinished"
        let db = try store()
        for _ in ["migrated", "of the last version"] {
            try Data("x".utf8).write(to: URL(filePath: unfinished))
            try db.migrate(to: Self.next())
            #expect(!FileManager.default.fileExists(atPath: unfinished))
        }
        #expect(try db.count(Self.books.all) == 3)
    }

    @Test("A copy that can't be written to its end leaves nothing behind")
    func brokenCopy() throws {
        let db = try store()
        try db.write { db in
            for _ in 0..<200 { try db.run(Self.books.insert(Self.title <- String(repeating: "x", count: 1_000))) }
        }
        try db.close()
        // The last page is of the table's rows. Only reading all of them, as the copy does, meets it.
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: size - 4_096)
        try file.write(contentsOf: [UInt8](repeating: 0xFF, count: 4_096))
        try file.close()
        #expect(throws: SwormError.self) { _ = try Database(path: path, schema: Self.next()) }
        #expect(try copies() == [])
    }
}
