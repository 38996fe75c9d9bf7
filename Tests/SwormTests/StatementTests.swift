import Fixtures
import Foundation
import Testing

@testable import Sworm

/// SQL of one's own, and what errors say about statements.
@Suite struct StatementTests {
    private let db: Database
    private static let people = Tablex("people")
    private static let name = Column<String>("name")
    private static let weight = Column<Double?>("weight")

    init() throws {
        db = try Database()
        try db.run(
            Self.people.create { t in
                t.column(Self.name)
                t.column(Self.weight)
            })
        for name in ["Ann", "Bob", "Cy"] { try db.run(Self.people.insert(Self.name <- name, Self.weight <- 1)) }
    }

    private func message<Result>(_ body: () throws -> Result) -> String {
        do {
            _ = try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test("execute counts the rows that its own statement changed, and none for any other kind")
    func changes() throws {
        func rows(_ sql: String) throws -> Int { try db.writeWithoutTransaction { try $0.execute(sql: sql) } }
        #expect(try rows(" update people SET weight = 2") == 3)
        for sql in [
            "CREATE TABLE other (a)", "CREATE INDEX i ON people (name)", "SELECT * FROM people", "ANALYZE",
            "ALTER TABLE people ADD COLUMN more TEXT", "DROP TABLE other", "PRAGMA user_version = 1", "VACUUM",
            "UPDATE people SET weight = 3 WHERE name = 'nobody'",
        ] {
            #expect(try rows(sql) == 0, "\(sql)")
        }
        #expect(try rows("WITH n AS (SELECT 'Ann' AS a) DELETE FROM people WHERE name IN n") == 1)
        // Nor has a definition those of the statement before.
        let made = try db.write { db in
            try db.run(Self.people.update(Self.weight <- 3))
            return try db.run(Tablex("others").create { $0.column(Self.name) })
        }
        #expect(made == 0)
    }

    @Test("SQL with a NUL is refused as a whole")
    func nul() throws {
        let text = message { try db.write { try $0.execute(sql: "DELETE FROM people\0 WHERE name = 'Ann'") } }
        #expect(text.hasPrefix("The SQL contains a NUL"))
        #expect(throws: SwormError.self) { try db.read { try $0.rows(sql: "SELECT 1\0") } }
        #expect(try db.count(Self.people.all) == 3)
    }

    @Test("Two statements in one call are refused, in Sworm's words")
    func several() {
        let text = message { try db.write { try $0.execute(sql: "DELETE FROM people; SELECT 1") } }
        #expect(text == "One call runs one statement. This SQL has several: DELETE FROM people; SELECT 1")
    }

    @Test(
        "A statement that would end the transaction of `write` is refused, and the transaction goes on",
        arguments: [
            "COMMIT", "end", " rollback", "-- a\n/* b */ ;Commit", "ROLLBACK TRANSACTION", "COMMIT TRANSACTION",
        ])
    func transactions(_ sql: String) throws {
        try db.write { db in
            try db.run(Self.people.delete())
            #expect(message { try db.execute(sql: sql) }.contains("writeWithoutTransaction"))
            try db.run(Self.people.insert(Self.name <- "Dan"))
        }
        #expect(try db.all(Self.people.select(Self.name)) == ["Dan"])
        try? db.write { db in
            try db.run(Self.people.delete())
            try db.execute(sql: sql)
        }
        #expect(try db.count(Self.people.all) == 1)
    }

    @Test("Once SQLite has rolled a transaction back by itself, nothing more is written as if it still ran")
    func rolledBack() throws {
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        let again = "INSERT OR ROLLBACK INTO members (name, position) VALUES ('Ann', 'tester')"
        var text = ""
        #expect(throws: SwormError.self) {
            try db.write { db in
                #expect(message { try db.execute(sql: again) }.contains("UNIQUE"))
                text = message { try db.insert(Member(name: "Bob")) }
            }
        }
        #expect(text.hasPrefix("SQLite rolled the transaction back"), "\(text)")
        #expect(try db.query(Member.self).map(\.name) == ["Ann"])
    }

    @Test("Savepoints and transactions of one's own go on working")
    func ownTransactions() throws {
        try db.write { db in
            try db.execute(sql: "SAVEPOINT mine")
            try db.run(Self.people.delete())
            try db.execute(sql: "ROLLBACK TO mine")
            try db.execute(sql: "RELEASE mine")
        }
        try db.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            try db.run(Self.people.delete())
            try db.execute(sql: "ROLLBACK")
        }
        #expect(try db.count(Self.people.all) == 3)
    }

    @Test("Too many values are counted, not printed; a long statement is shortened")
    func long() throws {
        let names = (0..<300_000).map { "\($0)" }
        let text = message { try db.count(Self.people.filter(Self.name.isIn(names))) }
        #expect(text.hasPrefix("300000 values are too many for one statement of SQLite"))
        let sql = "SELECT missing FROM people WHERE name IN ('" + String(repeating: "x", count: 9_000) + "')"
        let other = message { try db.read { try $0.rows(sql: sql) } }
        #expect(other.count < 1_300)
        #expect(other.contains("no such column: missing"))
    }

    @Test("An error says the same as any error")
    func localized() {
        let error: any Error = SwormError.missingColumn("name", model: "Person")
        #expect(error.localizedDescription == "\(error)")
    }

    @Test("A reference to nothing is told in words, and no room for what connections share is a full disk")
    func codes() {
        #expect(SQLiteCode.foreignKeyFailed.meaning.hasPrefix("A row refers to"))
        #expect(SQLiteCode.noSharedMemory.isDiskFull && SQLiteCode.full.isDiskFull && !SQLiteCode.busy.isDiskFull)
    }

    @Test("A NULL says where it is and how to read it")
    func null() throws {
        #expect(
            message { try db.read { try $0.rows(sql: "SELECT max(weight) FROM people WHERE 0")[0].get(at: 0) as Int } }
                == "Column max(weight) holds NULL. Read it as Int?, if it may.")
        let pets = Tablex("pets")
        try db.run(pets.create { $0.column(Self.name) })
        let joined = Self.people.all.leftJoin(pets, on: pets[Self.name] == Self.people[Self.name])
            .select(pets[Self.name])
        #expect(message { try db.all(joined) } == "Column name holds NULL. Read it as String?, if it may.")
    }

    @Test("The one value of a query is nil where it is NULL, and where there is no row")
    func oneValue() throws {
        let none = Self.people.filter(Self.name == "nobody")
        let greatest: Double? = try db.first(none.select(Self.weight.max))
        #expect(greatest == nil)
        let weight: Double? = try db.first(none.select(Self.weight))
        #expect(weight == nil)
        if let known = try db.first(Self.people.select(Self.weight)) { #expect(known + 1 == 2) }
        #expect(try db.read { try $0.first(Self.people.select(Self.weight.max)) } == 1)
        try db.read { db in
            let most: Int? = try db.value(sql: "SELECT max(weight) FROM people WHERE 0")
            #expect(most == nil)
            let one = try db.value(sql: "SELECT weight FROM people WHERE 0", as: Int.self)
            #expect(one == nil)
        }
    }

    @Test("The first of sorted rows is asked for alone")
    func firstOfSorted() throws {
        let sorted = Self.people.all.order(Self.name.descending)
        #expect(try db.first(sorted.select(Self.name)) == "Cy")
        #expect(try db.first(sorted.limit(2, offset: 1).select(Self.name)) == "Bob")
        #expect(try db.first(sorted.limit(0).select(Self.name)) == nil)
        let missing = Self.people.all.order(Column<Int>("missing"))
        #expect(message { try db.first(missing) }.hasSuffix(#"ORDER BY "missing" LIMIT ?"#))
    }

    @Test("A value that can't be stored is named by its column")
    func unstorable() throws {
        for _ in 1...2 {
            let expected = "The value for column weight can't be stored: NaN isn't a number."
            #expect(message { try db.run(Self.people.insert(Self.name <- "Dan", Self.weight <- .nan)) } == expected)
            #expect(message { try db.run(Self.people.update(Self.weight <- .nan)) } == expected)
            let person = Person(name: "Dan", weight: .nan)
            #expect(
                message { try db.insert(person) }
                    == "The value for column weight of Person can't be stored: NaN isn't a number.")
            try db.insert(Person(name: "Eve", weight: 1))
        }
        #expect(
            message { try db.count(Self.people.filter(Self.weight == .nan)) }
                == "A value can't be stored: NaN isn't a number.")
        #expect(
            message { try db.read { try $0.rows(sql: "SELECT ?", arguments: [Double.nan]) } }
                == "A value can't be stored: NaN isn't a number.")
    }

    @Test("A default that can't be stored, and such a value in a check or an index, stop a table from being made")
    func unstorableDefinition() throws {
        let pets = Tablex("pets")
        let weight = Column<Double>("weight")
        let commands = [
            pets.create { $0.column(weight, default: .nan) },
            pets.create { $0.column(weight, check: weight < .nan) },
            pets.create { t in
                t.column(weight)
                t.index(weight, where: weight < .nan)
            },
            Self.people.createIndex(Self.name, where: Self.weight < .nan),
        ]
        for (index, command) in commands.enumerated() {
            let value = index == 0 ? "The value for column weight" : "A value"
            #expect(message { try db.run(command) } == "\(value) can't be stored: NaN isn't a number.")
        }
        let schema = Schema([SchemaVersion(1, tables: [pets.definition { $0.column(weight, default: .nan) }])])
        #expect(throws: SwormError.self) { try Database().migrate(to: schema) }
        #expect(try db.read { try $0.rows(sql: "SELECT name FROM sqlite_schema").count } == 1)
    }

    @Test("A statement that is asked for again and again stays compiled among many that are not")
    func hotStatements() throws {
        try db.write { db in
            let hot = try db.prepared(model: "") { $0.text("SELECT name FROM people") }
            for number in 0..<1_000 {
                _ = try db.rows(sql: "SELECT \(number)")
                #expect(try db.prepared(model: "") { $0.text("SELECT name FROM people") } === hot)
            }
        }
    }

    @Test("What EXPLAIN says is of the tables as they are", arguments: ["EXPLAIN", "EXPLAIN QUERY PLAN"])
    func explained(_ explain: String) throws {
        try db.writeWithoutTransaction { db in
            let sql = "\(explain) SELECT name FROM people"
            #expect(try !db.rows(sql: sql).isEmpty)
            try db.execute(sql: "DROP TABLE people")
            #expect(message { try db.rows(sql: sql) }.contains("no such table: people"))
        }
    }

    @Test("A number is read the same from a running statement and from a copy, and a text is none")
    func numbers() throws {
        try db.read { db in
            try db.eachRow(sql: "SELECT 1, 1.5, '12', x'31', NULL") { row in
                for row in [row, try row.kept()] {
                    #expect(
                        try (0..<5).map { try row.get(at: $0, as: Numbers.self).integer } == [1, nil, nil, nil, nil])
                    #expect(try (0..<5).map { try row.get(at: $0, as: Numbers.self).real } == [1, 1.5, nil, nil, nil])
                }
            }
        }
    }

    /// What a field is as a number.
    private struct Numbers: Value {
        var integer: Int64?
        var real: Double?
        static let columnType = ColumnType.real
        static func read(_ field: Field) throws -> Numbers { Numbers(integer: field.integer, real: field.real) }
        var stored: StoredValue { .null }
    }

    @Test("A path that is no file points to the database in memory", arguments: [":memory:", ""])
    func memoryPath(_ path: String) {
        #expect(message { try Database(path: path) }.hasSuffix("For a database in memory, use Database()."))
    }

    private struct Person: Model {
        var name: String
        var weight: Double
        static let table = people
        static func parse(_ row: Row) throws -> Person {
            Person(name: try row.get(StatementTests.name), weight: try row.get(StatementTests.weight) ?? 0)
        }
        func setter() -> [Setter] { [StatementTests.name <- name, StatementTests.weight <- weight] }
    }

    @Test("001.15 An upsert whose setter leaves out the key is refused, rather than adding a row each time")
    func upsertWithoutKey() throws {
        let db = try Database()
        try db.migrate([Member.self])
        let ann = Member(name: "Ann")
        #expect(message { try db.write { try $0.upsert(ann, Member.id) } }.contains("leaves out the key id"))
        #expect(
            message { try db.write { try $0.insert(ann, onConflict: .update(Member.id)) } }
                .contains("leaves out the key id"))
        try db.write { db in
            try db.upsert(ann, Member.name)
            try db.upsert(ann, Member.name)
        }
        #expect(try db.upsert(ann, Member.id, where: Member.id == 1) == 1)
        #expect(try db.count(Member.table.all) == 1)
    }

    @Test("A chain of hundreds of conditions is one statement")
    func chain() throws {
        let ors = (0..<300).map { Self.name == "\($0)" }.reduce(Self.name == "Ann") { $0 || $1 }
        let ands = (0..<300).map { Self.name != "\($0)" }.reduce(Self.name != "Bob") { $0 && $1 }
        #expect(try db.count(Self.people.filter(ors)) == 1)
        #expect(try db.count(Self.people.filter(ands)) == 2)
        // What is not a chain keeps its meaning.
        let mixed = (Self.name == "Ann" || Self.name == "Bob") && (Self.name == "Ann" || Self.name == "Cy")
        #expect(try db.count(Self.people.filter(mixed)) == 1)
    }

    @Test("A chain of any length is refused as too large, and its memory given back")
    func endlessChain() throws {
        for join in [{ $0 || $1 }, { $1 && $0 }] as [(Column<Bool>, Column<Bool>) -> Column<Bool>] {
            let chain = (0..<300_000).reduce(Self.name == "Ann") { join($0, Self.weight > Double($1)) }
            #expect(message { try db.count(Self.people.filter(chain)) }.contains("Expression tree is too large"))
        }
    }

    @Test("A chain or a nesting of thousands is refused as too large, and doesn't end the process")
    func longChain() throws {
        let names = (0..<10_000).map { Self.name == "\($0)" }
        for condition in [
            names.reduce(Self.name == "Ann") { $0 || $1 }, names.reduce(Self.name == "Ann") { $1 && $0 },
            names.indices.reduce(Self.name == "Ann") { condition, _ in !condition },
        ] {
            #expect(message { try db.count(Self.people.filter(condition)) }.contains("Expression tree is too large"))
        }
        let price = Column<Decimal>("price")
        let sum = names.indices.reduce(price) { sum, _ in sum + price }
        #expect(message { try db.all(Self.people.select(sum)) }.contains("Expression tree is too large"))
        #expect(try db.count(Self.people.filter(Self.name == "Ann")) == 1)
    }

    @Test("What is computed is no column: nothing is made, found or set by it")
    func computed() throws {
        let id = Column<Int64>("id")
        let text = "What is computed, such as `id + 1`, isn't a column"
        #expect(message { try db.run(Tablex("x").create { $0.column(id + 1) }) }.contains(text))
        #expect(message { try db.run(Self.people.insert((id + 1) <- 5)) }.contains(text))
        try db.migrate([Member.self])
        #expect(message { try db.find(Member.self, Member.id + 1, 2) }.contains(text))
    }
}
