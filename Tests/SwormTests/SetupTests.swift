import Fixtures
import Foundation
import Sworm
import Testing

/// One after another: they share the program's one driver.
@Suite(.serialized) struct SetupTests {
    @Test("001.8 A named file keeps its data when it is opened again")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("members.sqlite")
        let first = try SQL.setup(dbName: path, isMock: false)
        try first.migrate([Member.self])
        try first.insert(Member(name: "Ann"))
        try first.close()
        #expect(FileManager.default.fileExists(atPath: path))

        let second = try SQL.setup(dbName: path, isMock: false)
        try second.migrate([Member.self])
        #expect(try second.query(Member.self).map(\.name) == ["Ann"])
    }

    @Test("001.9 A mock is in memory and leaves no file")
    func mock() throws {
        let folder = try TemporaryFolder()
        let db = try SQL.setup(dbName: folder.path("mock.sqlite"), isMock: true)
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        #expect(try db.count(Query(Member.self)) == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("001.11 The driver is the database that was set up")
    func driver() throws {
        let db = try SQL.setup(dbName: "unused", isMock: true)
        #expect(try SQL.getDriver() === db)
    }
}
