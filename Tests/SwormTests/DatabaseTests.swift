import Fixtures
import Foundation
import Sworm
import Synchronization
import Testing

@Suite struct DatabaseTests {
    @Test("A file whose checks calculate with decimals is copied")
    func copyWithFunctions() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (Column<Decimal>("first"), Column<Decimal>("second"))
        let table = Tablex("amounts")
        let db = try Database(path: folder.path("store.sqlite"))
        try db.run(
            table.create { table in
                table.column(first)
                table.column(second)
                table.check(first - second > 0)
            })
        try db.run(table.insert(first <- 3, second <- 1))
        try db.close()
        let copy = folder.path("copy.sqlite")
        try Database.copy(folder.path("store.sqlite"), to: copy)
        #expect(try Database(path: copy).all(table.select(first)) == [3])
    }

    @Test("A copy of a file that has lost rows is refused: it would look sound")
    func damagedCopy() throws {
        let folder = try TemporaryFolder()
        let (path, copy) = (folder.path("store.sqlite"), folder.path("copy.sqlite"))
        let db = try Database(path: path)
        try db.write { db in
            try db.execute(sql: "CREATE TABLE texts (text TEXT)")
            for number in 0..<500 { try db.execute(sql: "INSERT INTO texts VALUES ('number \(number)')") }
        }
        try db.close()
        try loseRows(URL(filePath: path))
        let error = #expect(throws: SwormError.self) { try Database.copy(path, to: copy) }
        guard case .sqlite(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.code == .corrupt)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("A file is in WAL mode, with every commit on the disk, and foreign keys hold")
    func pragmas() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        func pragma(_ name: String) throws -> StoredValue? {
            try db.writeWithoutTransaction { try $0.rows(sql: "PRAGMA \(name)").first?.stored(at: 0) }
        }
        #expect(try pragma("journal_mode") == .text("wal"))
        #expect(try pragma("synchronous") == .integer(2))
        #expect(try pragma("foreign_keys") == .integer(1))
        #expect(try pragma("busy_timeout") == .integer(5_000))
    }

    @Test("A copy is whole while others write, for its owner alone, and leaves what it was made of alone")
    func copy() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a ?#'.sqlite")
        let db = try Database(path: path)
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        for isOpen in [true, false] {
            if !isOpen { try db.close() }
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
            let copy = folder.path("copy")
            try Database.copy(path, to: copy)
            let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(throws: SwormError.self) { try Database.copy(path, to: copy) }
            let other = try Database(path: copy)
            #expect(try other.query(Member.self).map(\.name) == ["Ann"])
            try other.close()
            try FileManager.default.removeItem(atPath: copy)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == before)
        }
        for name in ["missing", "text"] {
            try Data("no database at all, but a text that is long enough".utf8).write(
                to: folder.url.appending(path: "text"))
            let error = #expect(throws: SwormError.self) {
                try Database.copy(folder.path(name), to: folder.path("copy"))
            }
            #expect(error?.description.hasPrefix("Cannot open \(folder.path(name)): ") == true)
            #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
        }
    }

    @Test("A write that throws leaves nothing; an inner write that throws leaves the outer one's work")
    func transactions() throws {
        let db = try Database()
        try db.migrate([Member.self])
        #expect(throws: Stop.self) {
            try db.write { db in
                try db.insert(Member(name: "Ann"))
                throw Stop()
            }
        }
        #expect(try db.count(Query(Member.self)) == 0)
        try db.write { outer in
            try outer.insert(Member(name: "Ann"))
            try? db.write { inner in
                try inner.insert(Member(name: "Bob"))
                throw Stop()
            }
            try? outer.savepoint {
                try outer.insert(Member(name: "Cy"))
                throw Stop()
            }
        }
        #expect(try db.query(Member.self).map(\.name) == ["Ann"])
    }

    @Test("A transaction of one's own that an error leaves open is rolled back, and so is one that was never ended")
    func openTransaction() throws {
        let db = try Database()
        try db.migrate([Member.self])
        let error = #expect(throws: SwormError.self) {
            try db.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN")
                try db.insert(Member(name: "Ann"))
                try db.insert(Member(name: "Ann"))
                try db.execute(sql: "COMMIT")
            }
        }
        guard case .sqlite(let failure) = error else { throw Stop() }
        #expect(failure.code == .uniqueFailed)
        let other = #expect(throws: SwormError.self) {
            try db.writeWithoutTransaction { db in
                try db.execute(sql: "SAVEPOINT mine")
                try db.insert(Member(name: "Ann"))
            }
        }
        #expect(other?.description == "A transaction was begun and not ended, so it was rolled back.")
        #expect(try db.count(Query(Member.self)) == 0)
        // An inner scope leaves the outer one's transaction as it is.
        try db.writeWithoutTransaction { outer in
            try outer.execute(sql: "BEGIN")
            try db.writeWithoutTransaction { _ = try $0.insert(Member(name: "Ann")) }
            try? db.writeWithoutTransaction { _ in throw Stop() }
            try outer.execute(sql: "COMMIT")
        }
        #expect(try db.count(Query(Member.self)) == 1)
    }

    @Test("What was read in a write still holds as it writes: nobody else writes meanwhile")
    func readThenWrite() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate([Note.self])
        var hurried = Database.Options()
        hurried.busyTimeout = 0
        let other = try Database(path: folder.path("a.sqlite"), options: hurried)
        try db.write { db in
            let count = try db.count(Note.self)
            #expect(throws: SwormError.self) { try other.insert(Note(text: "of the other")) }
            try db.insert(Note(text: "number \(count + 1)"))
        }
        try other.insert(Note(text: "of the other"))
        #expect(try db.query(Note.self).map(\.text) == ["number 1", "of the other"])
    }

    @Test("async reads and writes do the same")
    func asynchronous() async throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try await db.write { db in
            try db.migrate([Member.self])
            try db.insert(Member(name: "Ann"))
        }
        let names = try await db.read { db in try db.query(Member.self).map(\.name) }
        #expect(names == ["Ann"])
        await #expect(throws: SwormError.self) { try await db.write { try $0.insert(Member(name: "Ann")) } }
    }

    @Test("The version changes with every commit, whoever makes it, and with nothing else")
    func version() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        let other = try Database(path: folder.path("a.sqlite"))
        try db.migrate([Member.self])
        var seen: Set<Int64> = [try #require(db.version())]
        for number in 1...20 {
            try (number.isMultiple(of: 2) ? db : other).write { try $0.insert(Member(name: "\(number)")) }
            #expect(seen.insert(try #require(db.version())).inserted)
            try? other.write { db in
                try db.insert(Member(name: "no"))
                throw Stop()
            }
            #expect(!seen.insert(try #require(db.version())).inserted)
        }
        try other.close()
        #expect(other.version() == nil)
        try db.close()
        // Whoever closes last leaves the file alone behind, without its log.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a.sqlite"])
        #expect(try Database().version() == nil)
    }

    @Test("A write inside a read is refused, in memory too")
    func writeInRead() throws {
        let db = try Database()
        try db.migrate([Member.self])
        #expect(throws: SwormError.self) { try db.read { try $0.insert(Member(name: "Ann")) } }
        #expect(try db.count(Query(Member.self)) == 0)
    }

    @Test("What is written beside a read stays when the read throws, in a file as in memory", arguments: [true, false])
    func writeBesideRead(_ inMemory: Bool) throws {
        let folder = try TemporaryFolder()
        let db = try inMemory ? Database() : Database(path: folder.path("a.sqlite"))
        try db.migrate([Member.self])
        #expect(throws: Stop.self) {
            try db.read { reader in
                try db.insert(Member(name: "Ann"))
                try? db.write { db in
                    try db.insert(Member(name: "Bob"))
                    throw Stop()
                }
                throw Stop()
            }
        }
        #expect(try db.query(Member.self).map(\.name) == ["Ann"])
    }

    @Test("Closing inside a read or a write is refused, and works after it", arguments: [true, false])
    func closeInside(_ inMemory: Bool) async throws {
        let folder = try TemporaryFolder()
        let db = try inMemory ? Database() : Database(path: folder.path("a.sqlite"))
        @Sendable func refused() {
            let error = #expect(throws: SwormError.self) { try db.close() }
            #expect(error?.description.contains("`close` was called inside") == true)
        }
        try await db.read { _ in refused() }
        try await db.write { _ in refused() }
        try { () throws in
            try db.read { _ in refused() }
            try db.write { _ in try db.read { _ in refused() } }
            try db.writeWithoutTransaction { _ in refused() }
        }()
        try db.close()
        #expect(throws: SwormError.self) { try db.migrate([Member.self]) }
    }

    @Test("A read sees one state, whatever is written meanwhile")
    func snapshot() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate([Member.self])
        try db.read { reader in
            #expect(try reader.count(Query(Member.self)) == 0)
            try db.insert(Member(name: "Ann"))
            #expect(try reader.count(Query(Member.self)) == 0)
        }
        #expect(try db.count(Query(Member.self)) == 1)
    }

    @Test("Many readers beside one writer always see whole transactions")
    func concurrency() async throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate([Member.self])
        let writes = 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<writes {
                    try await db.write { db in
                        try db.insert(Member(name: "left \(number)"))
                        try db.insert(Member(name: "right \(number)"))
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    var seen = 0
                    while seen < writes * 2 {
                        let count = try await db.read { try $0.count(Query(Member.self)) }
                        #expect(count.isMultiple(of: 2))
                        #expect(count >= seen)
                        seen = count
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try db.count(Query(Member.self)) == writes * 2)
    }

    @Test("A database goes on reading the file that was opened when the program moves to another folder")
    func workingFolder() async {
        // The working folder is the whole process's.
        await #expect(processExitsWith: .success) {
            let files = FileManager.default
            let folder = try TemporaryFolder()
            for name in ["here", "there"] {
                try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
                #expect(files.changeCurrentDirectoryPath(folder.path(name)))
                let db = try Database(path: "a.sqlite")
                try db.migrate([Member.self])
                try db.insert(Member(name: name))
                #expect(files.changeCurrentDirectoryPath("/"))
                #expect(try db.query(Member.self).map(\.name) == [name])
                #expect(db.version() != nil)
                try db.close()
            }
        }
    }

    @Test("A database opened read-only reads, and says so when it is to write")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        let writer = try Database(path: path)
        try writer.migrate([Member.self])
        try writer.insert(Member(name: "Ann"))
        var options = Database.Options()
        options.isReadOnly = true
        let reader = try Database(path: path, options: options)
        #expect(try reader.query(Member.self).map(\.name) == ["Ann"])
        #expect(code { try reader.insert(Member(name: "Bob")) }?.primary == .readOnly)
        #expect(code { _ = try Database(path: folder.path("missing.sqlite"), options: options) } == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: folder.path("missing.sqlite")))
    }

    @Test("Opened read-only, not a byte of a file changes, and nothing stays beside it", arguments: ["WAL", "DELETE"])
    func untouched(mode: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        let writer = try Database(path: path)
        try writer.migrate([Member.self])
        try writer.insert(Member(name: "Ann"))
        _ = try writer.writeWithoutTransaction { try $0.rows(sql: "PRAGMA journal_mode = \(mode)") }
        try writer.close()
        let before = try Data(contentsOf: URL(filePath: path))
        var options = Database.Options()
        options.isReadOnly = true
        let reader = try Database(path: path, options: options)
        #expect(try reader.query(Member.self).map(\.name) == ["Ann"])
        #expect(code { try reader.insert(Member(name: "Bob")) }?.primary == .readOnly)
        #expect(reader.version() != nil)
        try reader.close()
        // What can't be migrated is refused before it is opened for writing, which would turn WAL on.
        let other = Tablex("members").definition { $0.column(Expression<Int64>("other")) }
        for number in [0, 3] {
            #expect(throws: SwormError.self) {
                try Database(path: path, schema: Schema([SchemaVersion(number, tables: [other])]))
            }
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.sqlite"])
    }

    @Test("A file that is no database, and a folder that is not there, say so")
    func notADatabase() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("picture.png")
        let bytes = Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) })
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: SwormError.self) { _ = try Database(path: path) }
        #expect(error?.description.contains("not an SQLite database") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(code { _ = try Database(path: folder.path("no/such/folder.sqlite")) }?.primary == .cannotOpen)
    }

    @Test("A full disk is an error that says so, and what was there stays")
    func full() throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        try db.migrate([Note.self])
        try db.insert(Note(text: "first"))
        try db.writeWithoutTransaction { db in
            let pages = try db.value(sql: "PRAGMA page_count", as: Int.self) ?? 0
            _ = try db.rows(sql: "PRAGMA max_page_count = \(pages)")
        }
        let error = #expect(throws: SwormError.self) {
            try db.write { db in
                for _ in 0..<1_000 { try db.insert(Note(text: String(repeating: "x", count: 1_000))) }
            }
        }
        #expect(error?.description.contains("The disk is full") == true)
        #expect(try db.query(Note.self).map(\.text) == ["first"])
        // The connection goes on working.
        try db.run(Note.table.update(Note.text <- "second"))
        #expect(try db.query(Note.self).map(\.text) == ["second"])
    }

    @Test("An error shows bound values only when asked")
    func values() throws {
        var options = Database.Options()
        options.errorsShowValues = true
        for (database, shows) in [(try Database(), false), (try Database(options: options), true)] {
            try database.migrate([Member.self])
            try database.insert(Member(name: "Ann secret"))
            let error = #expect(throws: SwormError.self) { try database.insert(Member(name: "Ann secret")) }
            #expect(error?.description.contains("secret") == shows)
        }
    }

    @Test("An error names its columns where SQLite does, and nothing that only looks like one")
    func places() throws {
        let db = try Database()
        let (things, weight) = (Tablex("things"), Column<Double>("weight"))
        let (first, second) = (Column<String?>("first"), Column<String?>("second"))
        let third = Column<String?>("third")
        try db.run(
            things.create { t in
                t.column(weight, check: weight < 7.5)
                t.column(first, unique: true)
                t.column(second)
                t.column(third)
                t.unique(second, weight)
            })
        try db.write { try $0.execute(sql: "CREATE UNIQUE INDEX 'a.b' ON things (lower(third))") }
        func place(_ setters: Setter...) throws -> String {
            let error = #expect(throws: SwormError.self) { try db.run(things.insert(setters)) }
            guard case .sqlite(let failure) = error else { throw Stop() }
            return "\(failure.model)|\(failure.column)"
        }
        try db.run(things.insert(weight <- 1, first <- "a", second <- "b", third <- "c"))
        #expect(try place(weight <- 8) == "|")
        #expect(try place(weight <- 2, first <- "a") == "things|first")
        #expect(try place(weight <- 2, third <- "C") == "|")
        #expect(try place(weight <- 1, second <- "b") == "things|second, weight")
        #expect(try place(second <- "c") == "things|weight")
        #expect(try place(Column<String>("weight") <- "x") == "things|weight")
    }

    @Test("interrupt breaks off a running statement")
    func interrupt() async throws {
        let folder = try TemporaryFolder()
        let db = try Database(path: folder.path("a.sqlite"))
        let started = AsyncStream<Void>.makeStream()
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        let task = Task {
            try await db.read { db in
                try db.eachRow(sql: endless) { row in
                    if try row.get(at: 0, as: Int.self) == 1 { started.continuation.finish() }
                }
            }
        }
        for await _ in started.stream {}
        db.interrupt()
        let error = await #expect(throws: SwormError.self) { try await task.value }
        #expect(error?.description.contains("interrupted") == true)

        let cancelled = AsyncStream<Void>.makeStream()
        let second = Task {
            try await db.read { db in
                try db.eachRow(sql: endless) { row in
                    if try row.get(at: 0, as: Int.self) == 1 { cancelled.continuation.finish() }
                }
            }
        }
        for await _ in cancelled.stream {}
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    @Test("A row that was carried off its statement throws, and a kept one does not")
    func rowLifetime() throws {
        let db = try Database()
        try db.migrate([Member.self])
        try db.insert(Member(name: "Ann"))
        var live: Row?
        var kept: Row?
        try db.read { db in
            try db.eachRow(Query(Member.self)) { row in
                live = row
                kept = try row.kept()
                _ = try row.get(Member.name)
            }
        }
        let carried = try #require(live)
        let misuse = SwormError.misuse(
            "A row was read after its statement was done. Read it inside, or keep a copy: kept().")
        #expect(throws: misuse) { try carried.get(Member.name) }
        #expect(throws: misuse) { try carried.get(at: 1, as: String.self) }
        #expect(throws: misuse) { try carried.get(Column<String?>("name")) }
        #expect(throws: misuse) { try carried.get(at: 1, as: String?.self) }
        #expect(throws: misuse) { try carried.stored(at: 1) }
        #expect(throws: misuse) { try carried.withBytes(at: 1) { $0.count } }
        #expect(throws: misuse) { try carried.withBytes(of: Member.name) { $0.count } }
        #expect(throws: misuse) { try carried.kept() }
        #expect(try kept?.get(Member.name) == "Ann")
    }

    @Test("000.4 A missing column and a mistyped one throw, and say which")
    func parsing() throws {
        let db = try Database()
        try db.write { try $0.execute(sql: "CREATE TABLE members (id INTEGER PRIMARY KEY, name, position)") }
        try db.write { try $0.execute(sql: "INSERT INTO members VALUES (1, 5, 'tester')") }
        #expect(throws: SwormError.mistyped(column: "name", model: "Member", expected: "String", found: "integer")) {
            try db.query(Member.self)
        }
        try db.write { try $0.execute(sql: "UPDATE members SET name = 'Ann', position = 'clown'") }
        #expect(throws: SwormError.mistyped(column: "position", model: "Member", expected: "Position", found: "text")) {
            try db.query(Member.self)
        }
        try db.write { try $0.execute(sql: "ALTER TABLE members DROP COLUMN position") }
        #expect(throws: SwormError.missingColumn("position", model: "Member")) { try db.query(Member.self) }
    }
}

private struct Stop: Error {}
