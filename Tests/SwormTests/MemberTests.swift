import Foundation
import Sworm
import Testing

@Suite struct MemberTests {
    let db: Database

    init() throws {
        db = try Database()
        try db.migrate([Member.self])
    }

    @Test("001.3 A model with table, migrate, parse and setter is kept and read back")
    func roundTrip() throws {
        let id = try db.insert(Member(name: "Ann", position: .tester))
        #expect(try db.query(Member.self) == [Member(id: id, name: "Ann", position: .tester)])
    }

    @Test("001.4 A column of a type of one's own is compared with values of that type")
    func customValue() throws {
        try db.insert(Member(name: "Ann", position: .tester))
        try db.insert(Member(name: "Bob", position: .developer))
        let testers = try db.query(Member.self) { $0.where(Member.position == .tester) }
        #expect(testers.map(\.name) == ["Ann"])
        #expect(try db.all(Member.table.select(Expression<String>("position"))) == ["tester", "developer"])
    }

    @Test("001.5 An autoincrement key is never given twice")
    func autoincrement() throws {
        let first = try db.insert(Member(name: "Ann"))
        try db.run(Member.table.filter(Member.id == first).delete())
        #expect(try db.insert(Member(name: "Bob")) == first + 1)
    }

    @Test("001.6 A unique column refuses the second insert")
    func unique() throws {
        try db.insert(Member(name: "Ann"))
        let error = try #require(throws: SwormError.self) { try db.insert(Member(name: "Ann")) }
        guard case .sqlite(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == .uniqueFailed)
        #expect(failure.model == "Member")
        #expect(failure.column == "name")
        #expect(failure.sql == #"INSERT INTO "members" ("name", "position") VALUES (?, ?)"#)
        #expect(!error.description.contains("Ann"))
        #expect(try db.count(Query(Member.self)) == 1)
    }

    @Test("001.7 createIndex(ifNotExists:) can be repeated, and without it the second throws")
    func index() throws {
        try db.run(Member.table.createIndex(Member.name, ifNotExists: true))
        #expect(throws: SwormError.self) { try db.run(Member.table.createIndex(Member.name)) }
        let names = try db.read {
            try $0.rows(sql: "PRAGMA index_list(members)").map { try $0.get(at: 1, as: String.self) }
        }
        #expect(names.contains("members_on_name"))
    }

    @Test("001.10 migrate runs each model's migrate, and again changes nothing")
    func migrate() throws {
        let fresh = try Database()
        try fresh.migrate([Member.self, Note.self])
        try fresh.insert(Member(name: "Ann"))
        try fresh.insert(Note(text: "x"))
        try fresh.migrate([Member.self, Note.self])
        #expect(try fresh.count(Query(Member.self)) == 1)
        #expect(try fresh.count(Query(Note.self)) == 1)
    }

    @Test("001.12 A query with a condition gives the rows that parse maps")
    func queryRows() throws {
        let id = try db.insert(Member(name: "Ann"))
        try db.insert(Member(name: "Bob"))
        let parsed = try db.query(Member.self) { $0.where(Member.id == id) }.map(Member.parse)
        #expect(parsed == [Member(id: id, name: "Ann")])
        // As the document has it: each that is found is parsed, whatever it is by then.
        let result = try db.query(Member.self) { $0.where(Member.id == id) }
        var each: [Member] = []
        for r in result { each.append(try Member.parse(r)) }
        #expect(try each == result.map { try Member.parse($0) } && each == [Member(id: id, name: "Ann")])
        let members: [Member] = try db.query(Member.self) { $0.where(Member.id == id) }
        #expect(members == parsed)
        let rows: [Row] = try db.query(Member.self) { $0.where(Member.id == id) }
        #expect(try Member.parse(rows[0]) == parsed[0])
    }

    @Test("001.13 insert gives the row id")
    func insert() throws {
        let id: Int64 = try db.insert(Member(name: "Ann"))
        #expect(try db.find(Member.self, Member.id, id)?.name == "Ann")
        #expect(try db.find(Member.self, Member.id, id + 1) == nil)
    }

    @Test("001.14 update gives the number of rows changed")
    func update() throws {
        let id = try db.insert(Member(name: "Ann"))
        let changed: Int = try db.update(Member(name: "Ann B."), where: Member.id == id)
        #expect(changed == 1)
        #expect(try db.update(Member(name: "Nobody"), where: Member.id == 99) == 0)
        #expect(try db.query(Member.self).map(\.name) == ["Ann B."])
        try db.migrate([Note.self])
        for text in ["a", "b", "c"] { try db.insert(Note(text: text)) }
        #expect(try db.update(Note(text: "x"), where: Note.text != "c") == 2)
        #expect(try db.query(Note.self).map(\.text) == ["x", "x", "c"])
    }

    @Test("001.15 upsert inserts when absent, updates when present and never duplicates")
    func upsert() throws {
        let ann = Member(id: 7, name: "Ann")
        let id: Int64 = try db.upsert(ann, Member.id, where: Member.id == ann.id)
        #expect(id == 7)
        #expect(try db.upsert(Member(name: "Ann B."), Member.id, where: Member.id == id) == 7)
        #expect(try db.query(Member.self) == [Member(id: 7, name: "Ann B.")])
        // By a unique column that the setter writes.
        #expect(try db.upsert(Member(name: "Bob"), Member.name, where: Member.name == "Bob") == 8)
        #expect(try db.upsert(Member(name: "Bob", position: .tester), Member.name, where: Member.name == "Bob") == 8)
        // The update changes what the condition looks at.
        #expect(try db.upsert(Member(name: "Bob B."), Member.name, where: Member.name == "Bob") == 8)
        #expect(try db.upsert(Member(name: "Ann C."), Member.id, where: Member.name == "Ann B.") == 7)
        #expect(try db.count(Query(Member.self)) == 2)
    }

    @Test("001.16 A filtered delete gives the number of rows deleted")
    func delete() throws {
        for name in ["Ann", "Bob", "Cy"] { try db.insert(Member(name: name)) }
        let deleted: Int = try db.run(Member.table.filter(Member.name != "Bob").delete())
        #expect(deleted == 2)
        #expect(try db.query(Member.self).map(\.name) == ["Bob"])
    }

    @Test("A change is written where the new value is that which another column had")
    func changedPair() throws {
        try db.run(Pair.definition.create())
        try db.run(Pair.table.insert(Pair.id <- 1, Pair.a <- "x", Pair.b <- "y"))
        // The one has a setter more than the other, so that equal values stand at one place.
        let (old, new) = (Pair(id: 1, a: "x", b: "y"), Pair(id: nil, a: "new", b: "x"))
        _ = try db.write { try $0.update(new, from: old, Pair.id, 1) }
        let found = try #require(try db.find(Pair.self, Pair.id, 1))
        #expect(found.a == "new" && found.b == "x")
    }

    @Test("An upsert by one column after one by two goes by the one")
    func upsertKeys() throws {
        try db.run(Pair.definition.create())
        try db.write { db in
            try db.upsert(Pair(id: nil, a: "x", b: "y"), Pair.a, and: Pair.b)
            try db.upsert(Pair(id: nil, a: "x", b: "z"), Pair.a)
        }
        #expect(try db.all(Pair.table.select(Pair.b)) == ["z"])
    }

    @Test("migrate makes the tables of all its models or of none, also outside of a transaction")
    func migrateAll() throws {
        struct Broken: Migrator {
            static let table = Tablex("broken")
            static func parse(_ row: Row) throws -> Broken { Broken() }
            func setter() -> [Setter] { [] }
            static func migrate(_ db: Connection) throws {
                try db.execute(sql: "CREATE TABLE broken (a)")
                throw SwormError.misuse("broken")
            }
        }
        let fresh = try Database()
        try fresh.writeWithoutTransaction { db in
            #expect(throws: SwormError.misuse("broken")) { try db.migrate([Member.self, Broken.self]) }
        }
        #expect(try fresh.read { try $0.rows(sql: "SELECT 1 FROM sqlite_schema").count } == 0)
    }

    @Test("Many are inserted all or none, and one is deleted by its key")
    func contents() throws {
        #expect(throws: SwormError.self) { try db.insert(contentsOf: ["Ann", "Ann"].map { Member(name: $0) }) }
        #expect(try db.count(Member.self) == 0)
        try db.insert(contentsOf: ["Ann", "Bob"].map { Member(name: $0) })
        #expect(try db.delete(Member.self, Member.name, "Ann") == 1)
        #expect(try db.delete(Member.self, Member.name, "Ann") == 0)
        #expect(try db.query(Member.self).map(\.name) == ["Bob"])
    }

    @Test("001.17 Every call throws on an SQL error, migrate included")
    func everyCallThrows() throws {
        let bare = try Database()
        #expect(throws: SwormError.self) { try bare.insert(Member(name: "Ann")) }
        #expect(throws: SwormError.self) { try bare.update(Member(name: "Ann"), where: Member.id == 1) }
        #expect(throws: SwormError.self) { try bare.upsert(Member(name: "Ann"), Member.id, where: Member.id == 1) }
        #expect(throws: SwormError.self) { try bare.query(Member.self) }
        #expect(throws: SwormError.self) { try bare.find(Member.self, Member.id, 1) }
        #expect(throws: SwormError.self) { try bare.count(Query(Member.self)) }
        #expect(throws: SwormError.self) { try bare.exists(Query(Member.self)) }
        #expect(throws: SwormError.self) { try bare.run(Member.table.filter(Member.id == 1).delete()) }
        #expect(throws: SwormError.self) { try bare.run(Member.table.createIndex(Member.name)) }
        // A table of this name that lacks the column: the index can't be made.
        try bare.run(Member.table.create { $0.column(Expression<Int64>("other")) })
        #expect(throws: SwormError.self) { try bare.migrate([Member.self]) }
    }
}

private struct Pair: Model {
    var id: Int64?
    var a: String
    var b: String
    static let table = Tablex("pairs")
    static let id = Expression<Int64>("id")
    static let a = Expression<String>("a")
    static let b = Expression<String>("b")
    static let definition = table.definition { t in
        t.column(id, primaryKey: true)
        t.column(a, unique: true)
        t.column(b)
        t.unique(a, b)
    }
    static func parse(_ row: Row) throws -> Pair { Pair(id: try row.get(id), a: try row.get(a), b: try row.get(b)) }
    func setter() -> [Setter] { (id.map { [Pair.id <- $0] } ?? []) + [Pair.a <- a, Pair.b <- b] }
}

struct Note: Migrator {
    var text: String
    static var table: Tablex { Tablex("notes") }
    static let text = Column<String>("text")
    static func migrate(_ db: Connection) throws {
        try db.run(table.create(ifNotExists: true) { $0.column(text) })
    }
    static func parse(_ row: Row) throws -> Note { Note(text: try row.get(text)) }
    func setter() -> [Setter] { [Note.text <- text] }
}
