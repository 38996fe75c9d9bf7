import Fixtures
import Foundation
import Sworm
import Testing

/// Mistakes that are easily made: they are told, and nothing is lost or taken for something else.
@Suite struct MistakeTests {
    private static let id = Column<Int64>("id")
    private static let name = Column<String>("name")
    private static let owner = Column<Int64>("owner")
    private static let people = Tablex("people")
    private static let pets = Tablex("pets")

    private func database() throws -> Database {
        let db = try Database()
        try db.run(
            Self.people.create { table in
                table.column(Self.id, primaryKey: true)
                table.column(Self.name)
            })
        try db.run(
            Self.pets.create { table in
                table.column(Self.id, primaryKey: true)
                table.column(Self.owner)
                table.column(Self.name)
            })
        try db.run(Self.people.insert(Self.id <- 1, Self.name <- "Ann"))
        try db.run(Self.pets.insert(Self.id <- 7, Self.owner <- 1, Self.name <- "Rex"))
        return db
    }

    @Test("A row of a join gives no column for another table's of the same name")
    func joins() throws {
        let db = try database()
        let join = Self.people.all.join(Self.pets, on: Self.pets[Self.owner] == Self.people[Self.id])
        let row = try #require(try db.all(join).first)
        #expect(try row.get(Self.people[Self.name]) == "Ann")
        #expect(try row.get(Self.name) == "Ann")
        #expect(throws: SwormError.missingColumn("pets.name", model: "")) { try row.get(Self.pets[Self.name]) }

        // Also where a row before it was read in the same way.
        for column in [Self.people[Self.name], Self.pets[Self.name]] {
            try db.read { db in
                try db.eachRow(join) { row in
                    #expect((try? row.get(column)) == (column.sql.contains("people") ? "Ann" : nil))
                }
            }
        }

        let both = join.select(Self.people[Self.name], Self.pets[Self.name])
        #expect(try db.first(both)?.1 == "Rex")
        try db.read { db in
            try db.eachRow(both) { row in
                let error = #expect(throws: SwormError.self) { try row.get(Self.pets[Self.name]) }
                #expect(error?.description.contains("several columns called name") == true)
                #expect(throws: SwormError.self) { try row.withBytes(of: Self.name) { $0.count } }
                let pet = try row.get(at: 1, as: String.self)
                #expect(pet == "Rex")
            }
        }
        let named = join.select(Self.people[Self.name], Self.pets[Self.name].alias("pet"))
        try db.read { db in
            try db.eachRow(named) { row in
                let pet = try row.get(Column<String>("pet"))
                #expect(pet == "Rex")
            }
        }
        let other = Self.people.alias("others")
        #expect(try db.all(other.all).first?.get(other[Self.name]) == "Ann")
    }

    @Test("An insert that is ignored where its key is there already throws where it breaks another rule")
    func ignoring() throws {
        let db = try Database()
        let value = Column<Int>("value")
        let table = Tablex("numbers")
        try db.run(
            table.create { table in
                table.column(Self.id, primaryKey: true)
                table.column(value, default: 7, check: value > 0)
            })
        #expect(try db.run(table.insert(Self.id <- 1, value <- 5, onConflict: .ignore)) == 1)
        #expect(try db.run(table.insert(Self.id <- 1, value <- 6, onConflict: .ignore)) == 0)
        #expect(throws: SwormError.self) { try db.run(table.insert(Self.id <- 2, value <- -1, onConflict: .ignore)) }
        let missing = Column<Int?>("value")
        #expect(throws: SwormError.self) { try db.run(table.insert(Self.id <- 2, missing <- nil, onConflict: .ignore)) }
        #expect(try db.all(table.select(value)) == [5])
        #expect(try db.run(table.insert([], onConflict: .ignore)) == 1)
    }

    @Test("A column that is renamed without a word about it isn't lost")
    func forgottenRename() throws {
        let (note, memo) = (Column<String?>("note"), Column<String?>("memo"))
        func version(_ number: Int, _ column: Column<String?>, renames: [Rename] = []) -> SchemaVersion {
            let table = Self.people.definition { table in
                table.column(Self.id, primaryKey: true)
                table.column(column)
            }
            return SchemaVersion(number, tables: [table], renames: renames)
        }
        let db = try Database()
        try db.migrate(to: Schema([version(1, note)]))
        try db.run(Self.people.insert(Self.id <- 1, note <- "kept"))
        let error = #expect(throws: SwormError.self) {
            try db.migrate(to: Schema([version(1, note), version(2, memo)]))
        }
        #expect(error?.description.contains("column note is gone and column memo") == true)
        #expect(try db.all(Self.people.select(note)) == ["kept"])
        let renamed = version(2, memo, renames: [.column("note", to: "memo", of: "people")])
        try db.migrate(to: Schema([version(1, note), renamed]))
        #expect(try db.all(Self.people.select(memo)) == ["kept"])
    }

    @Test("A column whose values mean something else from now on needs a mapping, also where SQLite sees no difference")
    func otherType() throws {
        let (text, decimal) = (Column<String>("amount"), Column<Decimal>("amount"))
        let first = SchemaVersion(1, tables: [Self.people.definition { $0.column(text) }])
        let second = SchemaVersion(2, tables: [Self.people.definition { $0.column(decimal) }])
        let db = try Database()
        try db.migrate(to: Schema([first]))
        try db.run(Self.people.insert(text <- "12.50"))
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([first, second])) }
        #expect(error?.description.contains("amount was") == true)
        #expect(try db.all(Self.people.select(text)) == ["12.50"])
    }

    /// A table with a column that is called as the row id is.
    private struct Thing: Model {
        var number: Int
        var name: String
        static let table = Tablex("things")
        static let number = Expression<Int>("RowID")
        static let name = Expression<String>("name")
        static func parse(_ row: Row) throws -> Thing { Thing(number: try row.get(number), name: try row.get(name)) }
        func setter() -> [Setter] { [Thing.number <- number, Thing.name <- name] }
    }

    @Test("A column that is called as the row id isn't taken for it", arguments: [false, true])
    func columnCalledRowID(_ isKey: Bool) throws {
        let db = try Database()
        try db.run(
            Thing.table.create { table in
                table.column(Thing.number)
                table.column(Thing.name, unique: true)
                if isKey { table.primaryKey(Thing.number, Thing.name) }
            })
        try db.write { try $0.insert(contentsOf: ["a", "b", "c", "d"].map { Thing(number: 7, name: $0) }) }
        #expect(try db.run(Thing.table.all.order(Thing.name).limit(1).delete()) == 1)
        #expect(try db.run(Thing.table.all.order(Thing.name).limit(1).update(Thing.name <- "e")) == 1)
        #expect(try db.run(Thing.table.all.order(Thing.name).limit(1).delete().returning(Thing.name)) == ["c"])
        #expect(try db.all(Thing.table.select(Thing.name).order(Thing.name)) == ["d", "e"])
        guard !isKey else { return }
        #expect(try db.upsert(Thing(number: 8, name: "d"), Thing.name, where: Thing.name == "d") == 4)
        #expect(try db.upsert(Thing(number: 8, name: "f"), Thing.name, where: Thing.name == "f") == 5)
        #expect(try db.all(Thing.table.select(Thing.number).order(Thing.name)) == [8, 7, 8])
    }

    @Test("Where columns have every name of the row id, what needs it is refused")
    func noNameForRowID() throws {
        let db = try Database()
        try db.run(
            Thing.table.create { table in
                table.column(Thing.number)
                for name in ["_rowid_", "oid"] { table.column(Column<Int?>(name)) }
                table.column(Thing.name)
            })
        try db.write { try $0.insert(contentsOf: ["a", "b"].map { Thing(number: 7, name: $0) }) }
        for body in [
            { try db.run(Thing.table.all.limit(1).delete()) },
            { Int(try db.upsert(Thing(number: 7, name: "b"), Thing.name, where: Thing.name == "b")) },
        ] {
            let error = #expect(throws: SwormError.self) { try body() }
            #expect(error?.description.contains("row id of") == true)
        }
        #expect(try db.count(Thing.table.all) == 2)
    }

    @Test("A version's number that no file can keep is refused", arguments: [-1, 2_147_483_648, 202_611_231_200])
    func numbers(_ number: Int) throws {
        let version = SchemaVersion(number, tables: [Self.people.definition { $0.column(Self.name) }])
        let db = try Database()
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([version])) }
        #expect(error?.description.contains("2147483647") == true)
        #expect(try db.read { try $0.value(sql: "SELECT count(*) FROM sqlite_schema", as: Int.self) } == 0)
    }

    @Test("Versions that come out of order, or twice, are refused", arguments: [[2, 1], [1, 1]])
    func order(_ numbers: [Int]) throws {
        let versions = numbers.map { SchemaVersion($0, tables: [Self.people.definition { $0.column(Self.name) }]) }
        #expect(throws: SwormError.misuse("A schema needs versions, in ascending order.")) {
            try Database().migrate(to: Schema(versions))
        }
    }

    @Test("What differs in a table is told")
    func difference() throws {
        let folder = try TemporaryFolder()
        let first = SchemaVersion(1, tables: [Self.people.definition { $0.column(Self.name) }])
        let changed = SchemaVersion(1, tables: [Self.people.definition { $0.column(Self.name, unique: true) }])
        let path = folder.path("people.sqlite")
        try Database(path: path, schema: Schema([first])).close()
        let error = #expect(throws: SwormError.self) { try Database(path: path, schema: Schema([changed])) }
        #expect(error?.description.contains("UNIQUE") == true, "\(String(describing: error))")
    }

    @Test("A file with a schema is waited for as any other", .timeLimit(.minutes(25)))
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("people.sqlite")
        let schema = Schema([SchemaVersion(1, tables: [Self.people.definition { $0.column(Self.name) }])])
        // A rollback journal: its writer keeps readers out.
        let holder = try Database(path: path)
        try holder.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        let end = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "holder").async {
                try? holder.writeWithoutTransaction { db in
                    try db.execute(sql: "BEGIN EXCLUSIVE")
                    continuation.resume()
                    end.wait()
                    try db.execute(sql: "COMMIT")
                }
            }
        }
        var hurried = Database.Options()
        hurried.busyTimeout = 0
        #expect(throws: SwormError.self) { try Database(path: path, options: hurried, schema: schema) }
        let (beginnings, begins) = AsyncStream.makeStream(of: Void.self)
        async let opened = Self.open(path, schema: schema) { begins.yield() }
        for await _ in beginnings { break }
        // Each that comes meanwhile meets the lock and gives up; so would that one.
        for _ in 0..<20 {
            #expect(throws: SwormError.self) { try Database(path: path, options: hurried, schema: schema) }
        }
        end.signal()
        try await opened
    }

    /// Opens the file on a thread of its own, and waits for a lock as long as it lasts.
    private static func open(_ path: String, schema: Schema, begins: @escaping @Sendable () -> Void) async throws {
        var patient = Database.Options()
        patient.busyTimeout = 240
        let options = patient
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "patient").async {
                begins()
                continuation.resume(
                    with: Result { try Database(path: path, options: options, schema: schema).close() })
            }
        }
    }

    @Test("An observation ends when its database is closed, and when it is gone", .timeLimit(.minutes(25)))
    func observations() async throws {
        let folder = try TemporaryFolder()
        for closes in [true, false] {
            var db: Database? = try Database(path: folder.path("\(closes).sqlite"))
            let values = try #require(db?.observe { try $0.value(sql: "SELECT 1", as: Int.self) })
            var iterator = values.makeAsyncIterator()
            #expect(try await iterator.next() == .some(1))
            if closes { try db?.close() } else { db = nil }
            // The first value may come twice.
            while try await iterator.next() != nil {}
        }
    }

    @Test("A connection that was carried off is of no use")
    func carriedOff() throws {
        var carried: Connection?
        do {
            let db = try database()
            try db.write { carried = $0 }
            #expect(throws: SwormError.self) { try carried?.count(Self.people.all) }
            #expect(throws: SwormError.self) { try carried?.run(Self.people.delete()) }
            #expect(throws: SwormError.self) { try carried?.execute(sql: "DELETE FROM people") }
            #expect(try db.count(Self.people.all) == 1)
        }
        #expect(throws: SwormError.self) { try carried?.count(Self.people.all) }
    }

    @Test("Setters that say nothing, or two things of one column, and a path with a NUL are refused")
    func setters() throws {
        let db = try database()
        #expect(throws: SwormError.self) { try db.run(Self.people.all.update([])) }
        #expect(throws: SwormError.self) {
            try db.run(Self.people.insert(Self.id <- 2, Self.name <- "a", Self.name <- "b"))
        }
        #expect(throws: SwormError.self) { try db.run(Self.people.update(Self.name <- "a", Self.name <- "b")) }
        #expect(throws: SwormError.self) {
            let update = Conflict.update(Self.id, set: [Self.name <- "a", Self.name <- "b"])
            try db.run(Self.people.insert(Self.id <- 1, Self.name <- "c", onConflict: update))
        }
        struct Nothing: Model {
            static let table = MistakeTests.people
            static func parse(_ row: Row) throws -> Nothing { Nothing() }
            func setter() -> [Setter] { [] }
        }
        let error = #expect(throws: SwormError.self) { try db.write { try $0.update(Nothing(), Self.id, 1) } }
        #expect(error?.description.hasPrefix("An update needs a setter") == true)
        #expect(try db.all(Self.people.select(Self.name)) == ["Ann"])
        #expect(throws: SwormError.self) { try Database(path: "/tmp/nul\0b.sqlite") }
    }

    @Test("A column that may be NULL takes what an expression gives that never is")
    func optionalSetter() throws {
        let db = try Database()
        let age = Column<Int?>("age")
        try db.run(Self.people.create { $0.column(age) })
        try db.run(Self.people.insert(age <- nil))
        try db.run(Self.people.update(age <- age.or(3) + 1))
        #expect(try db.all(Self.people.select(age)) == [4])
    }
}
