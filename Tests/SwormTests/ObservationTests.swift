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
}
