import Fixtures
import Foundation
import Sworm
import Testing

@Suite struct ObservationTests {
    @Test("An observed query gives its value now and after each commit that changes it", arguments: [true, false])
    func observe(_ inMemory: Bool) async throws {
        let folder = try TemporaryFolder()
        let db = try inMemory ? Database() : Database(path: folder.path("a.sqlite"))
        try await db.write { try $0.migrate([Member.self, Note.self]) }
        var seen: [[String]] = []
        for try await names in db.observe({ try $0.all(Member.table.select(Member.name).order(Member.id)) }) {
            // The first may come twice.
            if names == seen.last { continue }
            seen.append(names)
            switch seen.count {
            case 1: try await db.write { _ = try $0.insert(Member(name: "Ann")) }
            case 2:
                // Another table, a write that fails and one that is taken back: nothing to tell.
                try await db.write { _ = try $0.insert(Note(text: "x")) }
                try? await db.write { _ = try $0.insert(Member(name: "Ann")) }
                try await db.write { db in try db.update(Member(name: "Ann B."), Member.name, "Ann") }
            case 3: try await db.write { db in try db.delete(Member.self, Member.name, "Ann B.") }
            default: break
            }
            if seen.count == 4 { break }
        }
        #expect(seen == [[], ["Ann"], ["Ann B."], []])
    }

    @Test("An observation whose reading fails throws that error, rather than ending", .timeLimit(.minutes(25)))
    func failure() async throws {
        struct Bad: Error {}
        let db = try Database()
        await #expect(throws: Bad.self) { for try await _ in db.observe({ _ -> Int in throw Bad() }) {} }
        await #expect(throws: SwormError.self) {
            for try await _ in db.observe({ try $0.value(sql: "SELECT x FROM nowhere", as: Int.self) }) {}
        }
    }

    @Test(
        "A table without row ids is observed as any other, also through a cascade and outside of `write`",
        .timeLimit(.minutes(25)))
    func withoutRowID() async throws {
        let db = try Database()
        let teams = Tablex("teams")
        let players = Tablex("players")
        let name = Column<String>("name")
        let team = Column<String>("team")
        try db.run(teams.create(withoutRowID: true) { $0.column(name, primaryKey: true) })
        try db.run(
            players.create(withoutRowID: true) { t in
                t.column(name, primaryKey: true)
                t.column(team, references: Reference(teams, name, onDelete: .cascade))
            })
        try db.run(teams.insert(name <- "A"))
        var seen: [[String]] = []
        for try await names in db.observe({ try $0.all(players.select(name).order(name)) }) {
            if names == seen.last { continue }
            seen.append(names)
            switch seen.count {
            case 1: try await db.write { _ = try $0.run(players.insert(name <- "Ann", team <- "A")) }
            case 2:
                try db.writeWithoutTransaction { _ = try $0.run(players.insert(name <- "Bob", team <- "A")) }
            case 3:
                try db.writeWithoutTransaction { db in
                    try db.execute(sql: "BEGIN")
                    try db.run(players.filter(name == "Ann").delete())
                    try db.execute(sql: "COMMIT")
                }
            case 4: try await db.write { _ = try $0.run(teams.delete()) }
            default: break
            }
            if seen.count == 5 { break }
        }
        #expect(seen == [[], ["Ann"], ["Ann", "Bob"], ["Bob"], []])
    }
}
