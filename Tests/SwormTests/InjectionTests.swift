import Foundation
import Sworm
import Testing

/// Text is never SQL, whatever call takes it.
@Suite struct InjectionTests {
    private static let attacks = [
        "'; DROP TABLE members; --", "\"; DROP TABLE members; --", "x' OR '1'='1", "\" OR \"\"=\"", "?", "?1", ":name",
        "members\0; DROP TABLE members", "] ; DROP TABLE members", "`; DROP TABLE members", "a\"\"b", "a''b", "",
        "\u{1F4A3}",
        "Robert'); DROP TABLE members;--",
    ]

    private func database() throws -> Database {
        let db = try Database()
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        return db
    }

    private func isUnharmed(_ db: Database) throws -> Bool {
        try db.exists(Member.table.filter(Member.name == "Ann"))
    }

    @Test("As a value, it is stored and found letter by letter", arguments: attacks)
    func values(_ attack: String) throws {
        let db = try database()
        let id = try db.insert(Member(name: attack))
        #expect(try db.query(Member.self) { $0.where(Member.name == attack) }.map(\.id) == [id])
        #expect(try db.count(Member.table.filter(Member.name.isIn([attack, "nobody"]))) == 1)
        #expect(try db.count(Member.table.filter(Member.name.between(attack, and: attack))) == 1)
        #expect(try db.find(Member.self, Member.name, attack)?.id == id)
        #expect(try db.count(Member.table.filter(Member.name.like("no" + attack))) == 0)
        #expect(try db.count(Member.table.filter(Member.name.like("no" + attack, escape: "'"))) == 0)
        _ = try db.count(Member.table.filter(Member.name.contains(attack)))
        #expect(try db.all(Member.table.filter(Member.id == id).select(Member.name + attack)) == [attack + attack])
        #expect(try db.update(Member(name: attack + "2"), where: Member.name == attack) == 1)
        #expect(try db.upsert(Member(name: attack), Member.name, where: Member.name == attack + "2") == id)
        try db.write { db in
            try db.execute(sql: "UPDATE members SET name = ? WHERE id = ?", arguments: [attack + "3", id])
            #expect(try db.value(sql: "SELECT name FROM members WHERE id = ?", arguments: [id]) == attack + "3")
        }
        #expect(try db.run(Member.table.filter(Member.name == attack + "3").delete()) == 1)
        #expect(try isUnharmed(db))
    }

    @Test("As a name, it is a name or an error", arguments: attacks)
    func names(_ attack: String) throws {
        let db = try database()
        let table = Tablex(attack)
        let column = Column<String>(attack)
        do {
            try db.run(table.create(ifNotExists: true) { $0.column(column, default: attack) })
            try db.run(table.insert([]))
            #expect(try db.all(table.select(column)) == [attack])
            #expect(try db.all(table.alias(attack + "2").all.select(column.alias(attack))) == [attack])
            try db.run(table.createIndex(column, where: column != attack, name: attack + " index"))
            try db.run(table.update(column <- attack + "2"))
            try db.run(table.drop())
        } catch is SwormError {
            // SQLite takes no NUL inside a name, and an empty one is what an expression has that is no column.
            #expect(attack.contains("\0") || attack.isEmpty)
        }
        #expect(throws: SwormError.self) { try db.all(Member.table.select(column)) }
        #expect(throws: SwormError.self) { try db.all(Member.table.all.order(column)) }
        #expect(throws: SwormError.self) { try db.run(Member.table.insert(column <- "x")) }
        #expect(try isUnharmed(db))
    }

    @Test("As a default or a check, it is a literal", arguments: attacks)
    func literals(_ attack: String) throws {
        let db = try database()
        let text = Column<String>("text")
        let number = Column<Int>("number")
        let table = Tablex("literals")
        try db.run(
            table.create { t in
                t.column(text, default: attack, check: text == attack)
                t.column(number, default: 1)
            })
        try db.run(table.insert(number <- 1))
        #expect(try db.all(table.select(text)) == [attack])
        #expect(code { try db.run(table.insert(text <- attack + "x")) } == .checkFailed)
        #expect(try isUnharmed(db))
    }

    @Test("One call of SQL runs one statement")
    func oneStatement() throws {
        let db = try database()
        #expect(throws: SwormError.self) {
            try db.write { try $0.execute(sql: "DELETE FROM members WHERE id = 0; DROP TABLE members") }
        }
        #expect(throws: SwormError.self) { try db.read { try $0.rows(sql: "SELECT 1; SELECT 2") } }
        #expect(throws: SwormError.self) { try db.read { try $0.rows(sql: "SELECT ?", arguments: []) } }
        #expect(throws: SwormError.self) { try db.read { try $0.rows(sql: "SELECT 1", arguments: [1]) } }
        #expect(throws: SwormError.self) { try db.read { try $0.rows(sql: "") } }
        #expect(try isUnharmed(db))
    }
}
