import Sworm
import Testing

/// A table as storage layers have it: a composite key without row ids, blobs, 64-bit patterns, a partial index.
@Suite struct RegisterTests {
    static let table = Tablex("registers")
    static let entity = Column<[UInt8]>("entity")
    static let field = Column<UInt16>("field")
    static let clock = Column<UInt64>("clock")
    static let value = Column<[UInt8]?>("value")
    static let isPending = Column<Bool>("pending")

    static let definition = table.definition(withoutRowID: true) { t in
        t.column(entity)
        t.column(field)
        t.column(clock)
        t.column(value)
        t.column(isPending, default: false)
        t.primaryKey(entity, field)
        t.check(field > 0)
        t.index(clock, unique: true, where: isPending == true)
    }

    let db: Database

    init() throws {
        db = try Database()
        try db.migrate(to: Schema([SchemaVersion(1, tables: [Self.definition])]))
    }

    private func put(_ clock: UInt64, _ value: [UInt8]?) -> Command {
        Self.table.insert(
            Self.entity <- [1, 2, 3], Self.field <- 7, Self.clock <- clock, Self.value <- value,
            onConflict: .update(
                Self.entity, Self.field,
                set: [Self.clock <- Self.clock.proposed, Self.value <- Self.value.proposed],
                where: Self.clock < Self.clock.proposed))
    }

    @Test("A definition is one CREATE TABLE with every constraint, and its indexes")
    func definitionSQL() {
        #expect(
            Self.definition.create().sql == """
                CREATE TABLE "registers" ("entity" BLOB NOT NULL, "field" INTEGER NOT NULL, "clock" INTEGER NOT NULL, \
                "value" BLOB, "pending" INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("entity", "field"), \
                CHECK ("field" > 0)) STRICT, WITHOUT ROWID; \
                CREATE UNIQUE INDEX "registers_on_clock" ON "registers" ("clock") WHERE "pending" = 1
                """)
    }

    @Test("An upsert with a condition keeps the greater of two rows")
    func upsert() throws {
        #expect(try db.run(put(5, [9])) == 1)
        #expect(try db.run(put(4, [8])) == 0)
        #expect(try db.run(put(6, nil)) == 1)
        let rows = try db.all(Self.table.select(Self.clock, Self.value))
        #expect(rows.count == 1)
        #expect(rows.first?.0 == 6)
        #expect(rows.first?.1 == nil)
        #expect(
            put(1, nil).sql == """
                INSERT INTO "registers" ("entity", "field", "clock", "value") VALUES (?, ?, ?, ?) \
                ON CONFLICT ("entity", "field") DO UPDATE SET "clock" = "excluded"."clock", \
                "value" = "excluded"."value" WHERE "clock" < "excluded"."clock"
                """)
    }

    @Test("A check, a partial unique index and the key refuse what breaks them")
    func constraints() throws {
        func insert(_ entity: UInt8, _ field: UInt16, _ clock: UInt64, _ pending: Bool) throws {
            try db.run(
                Self.table.insert(
                    Self.entity <- [entity], Self.field <- field, Self.clock <- clock, Self.isPending <- pending))
        }
        #expect(code { try insert(1, 0, 1, false) } == .checkFailed)
        try insert(1, 1, 1, true)
        try insert(2, 1, 1, false)
        #expect(code { try insert(3, 1, 1, true) } == .uniqueFailed)
        #expect(code { try insert(1, 1, 2, false) } == .primaryKeyFailed)
        #expect(
            code {
                try db.write { try $0.execute(sql: "UPDATE registers SET clock = ?", arguments: ["text"]) }
            } == .dataTypeFailed)
    }

    @Test("returning gives the columns of the rows that were written")
    func returning() throws {
        let clock = try db.run(put(.max, [1]).returning(Self.clock, Self.isPending))
        #expect(clock.map(\.0) == [.max])
        #expect(clock.map(\.1) == [false])
        #expect(try db.run(Self.table.delete().returning(Self.entity)) == [[1, 2, 3]])
        #expect(try !db.exists(Self.table.all))
    }

    @Test("A limited delete and an upsert by condition find rows that have no row id")
    func withoutRowID() throws {
        for number in 1...4 as ClosedRange<UInt64> {
            try db.run(
                Self.table.insert(Self.entity <- [UInt8(number)], Self.field <- 7, Self.clock <- number))
        }
        #expect(try db.run(Self.table.all.order(Self.clock.descending).limit(2).delete()) == 2)
        #expect(try db.run(Self.table.all.order(Self.clock).limit(1).update(Self.value <- [9])) == 1)
        #expect(try db.run(Self.table.all.order(Self.clock).limit(1).delete().returning(Self.clock)) == [1])
        try db.run(
            Word.table.create(withoutRowID: true) { t in
                t.column(Word.text, primaryKey: true)
                t.column(Word.count)
            })
        for count in [2, 3] {
            #expect(try db.upsert(Word(text: "two", count: count), Word.text, where: Word.text == "two") == 0)
            #expect(try db.all(Word.table.select(Word.count)) == [count])
        }
    }

    private struct Word: Model {
        var text: String
        var count: Int
        static let table = Tablex("words")
        static let text = Expression<String>("text")
        static let count = Expression<Int>("count")
        static func parse(_ row: Row) throws -> Word { Word(text: try row.get(text), count: try row.get(count)) }
        func setter() -> [Setter] { [Word.text <- text, Word.count <- count] }
    }

    @Test("Bytes of a row are read in place")
    func bytes() throws {
        try db.run(put(1, [4, 5, 6]))
        var seen: [UInt8] = []
        try db.read { db in
            try db.eachRow(Self.table.select(Self.value)) { row in
                try row.withBytes(at: 0) { seen += $0 }
                try row.withBytes(of: Self.value) { seen += $0 }
            }
        }
        #expect(seen == [4, 5, 6, 4, 5, 6])
    }
}

/// The SQLite code that `body` fails with; nil if it does not.
func code<Result>(_ body: () throws -> Result) -> SQLiteCode? {
    do {
        _ = try body()
        return nil
    } catch SwormError.sqlite(let failure) {
        return failure.code
    } catch SwormError.cannotOpen(_, let failure) {
        return failure.code
    } catch {
        return nil
    }
}
