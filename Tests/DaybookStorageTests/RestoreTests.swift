import DaybookCore
import Fixtures
import Foundation
import Sworm
import Testing

@testable import DaybookStorage

@Suite struct RestoreTests {
    @Test("A backup with a change after which nothing could be written is refused, and nothing is replaced")
    func lastStamp() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("backup.sqlite")
        let backup = try Book(path: path)
        let row = try backup.write { try $0.add(todo: .todo(title: "a")) }
        try backup.close()
        let database = try Database(path: path)
        try database.write { try $0.execute(sql: "UPDATE registers SET clock = 9223372036854775807") }
        try database.write { try $0.execute(sql: "UPDATE book SET clock = 9223372036854775807") }
        try database.close()
        let book = try Book.inMemory()
        try book.write { _ = try $0.add(todo: .todo(title: "kept")) }
        #expect(
            throws: BookError.noBackup(path: path, reason: "a change in it is dated after the year 2500")
        ) { try book.restore(from: Backup(of: path)) }
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["kept"])
        // Where it lies in a book already, a change of it says why it can't be made.
        let old = try Book(path: path)
        #expect(throws: BookError.refused(.clockAtEnd)) {
            try old.write { try $0.perform(.edit(.todo, row.todo.id, .todo(title: "b"))) }
        }
    }

    @Test(
        "A backup whose own clock is at its end, or before all time, is put back, and its book can be written",
        arguments: [Int64.max, 1 << 60 - 1, 1 << 60 - 1 - 1 << 32, -1] as [Int64])
    func lastClock(clock: Int64) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("backup.sqlite")
        let backup = try Book(path: path)
        let row = try backup.write { try $0.add(todo: .todo(title: "a")) }
        try backup.close()
        let database = try Database(path: path)
        try database.write { db in
            try db.execute(sql: "UPDATE book SET clock = ?, time = ?", arguments: [clock, Int64.max])
        }
        try database.close()
        let book = try Book.inMemory()
        try book.restore(from: Backup(of: path))
        try book.write { try $0.perform(.edit(.todo, row.todo.id, .todo(title: "b"))) }
        let answer = try book.write { try $0.accept(PushRequest(node: 9, changes: [])) }
        guard case .accepted = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["b"])
        #expect(try book.bookRow().time(at: .now()).milliseconds < Timestamp.now().milliseconds + 60_000)
    }

    @Test("A change so near the end of all clocks that none could come after it is refused in a backup")
    func nearlyLastStamp() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("backup.sqlite")
        let backup = try Book(path: path)
        _ = try backup.write { try $0.add(todo: .todo(title: "a")) }
        try backup.close()
        let database = try Database(path: path)
        try database.write {
            try $0.execute(sql: "UPDATE registers SET clock = ?", arguments: [Int64(1) << 60 - 1_000])
        }
        try database.close()
        let reason = "a change in it is dated after the year 2500"
        #expect(throws: BookError.noBackup(path: path, reason: reason)) {
            try Book.inMemory().restore(from: Backup(of: path))
        }
    }

    @Test("A backup with money in it is put back while the book is open")
    func money() throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        let todo = try book.write { try $0.add(todo: .todo(title: "kept")) }
        let draft = Changes.entry(
            kind: .expense, amount: try Amount("12.50 EUR", usual: #require(Currency("EUR"))),
            day: CivilDate(daysSince1970: 20_000), tags: ["food", "fun"])
        let entry = try book.write { try $0.add(entry: draft) }
        try book.close()
        try Database.copy(folder.path("book.sqlite"), to: folder.path("backup.sqlite"))

        let again = try Book(path: folder.path("book.sqlite"))
        try again.write { book in
            try book.perform(.deleteAllTodos)
            try book.add(todo: .todo(title: "lost"))
            try book.perform(.delete(.entry, entry.entry.id))
        }
        try again.restore(from: Backup(of: folder.path("backup.sqlite")))
        #expect(try again.read { try $0.rows().map(\.todo.title) } == [todo.todo.title])
        #expect(try again.read { try $0.entryRow(entry.entry.id)?.entry.tags } == entry.entry.tags)
    }

    @Test("A table that somebody made in the book is no hindrance, and stays as it is")
    func foreignTable() throws {
        let folder = try TemporaryFolder()
        let (path, backup) = (folder.path("book.sqlite"), folder.path("backup.sqlite"))
        for path in [path, backup] {
            let book = try Book(path: path)
            _ = try book.write { try $0.add(todo: .todo(title: path)) }
            try book.close()
        }
        let database = try Database(path: path)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TABLE scratch (a)")
            try db.execute(sql: "INSERT INTO scratch VALUES (1)")
        }
        let book = try Book(path: path)
        try book.restore(from: Backup(of: backup))
        #expect(try book.read { try $0.rows().map(\.todo.title) } == [backup])
        #expect(try database.read { try $0.value(sql: "SELECT count(*) FROM scratch", as: Int.self) } == 1)
    }

    @Test("A log is folded where nobody reads, and nobody waits for who does")
    func foldedLog() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("book.sqlite")
        let link = folder.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let book = try Book(path: link)
        let reader = try Database(path: path)
        _ = try book.database.writeWithoutTransaction { try $0.rows(sql: "PRAGMA busy_timeout = 60000") }
        func size() throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
        }
        func fill() throws {
            let notes = String(repeating: "x", count: 60_000)
            for _ in 0..<90 { _ = try book.write { try $0.add(todo: .todo(title: "a", notes: notes)) } }
        }
        try fill()
        try reader.read { db in
            _ = try db.rows(sql: "SELECT count(*) FROM todos")
            try fill()
            // With a handler in the place of that patience, a wait shows at once.
            let waits = try Waits(of: book.database)
            book.foldLog()
            #expect(waits.count == 0)
            #expect(try size() > 4 << 20)
            _ = try book.database.writeWithoutTransaction { try $0.rows(sql: "PRAGMA busy_timeout = 60000") }
        }
        book.foldLog()
        #expect(try size() == 0)
        let patience = try book.database.writeWithoutTransaction {
            try $0.value(sql: "PRAGMA busy_timeout", as: Int.self)
        }
        #expect(patience == 60_000, "afterwards writers wait for each other as before")
    }

    @Test("After a restore no number is given that was given before, neither in the book nor in the backup")
    func numbers() throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        func add(to book: Book) throws -> [Int64] {
            let draft = Changes.entry(
                kind: .expense, amount: try Amount("1 EUR", usual: #require(Currency("EUR"))),
                day: CivilDate(daysSince1970: 20_000))
            return try book.write { [try $0.add(todo: .todo(title: "a")).number, try $0.add(entry: draft).number] }
        }
        func delete(_ number: Int64) throws {
            try book.write { book in
                if let row = try book.reader.row(number: number) { try book.perform(.delete(.todo, row.todo.id)) }
                if let row = try book.reader.entryRow(number: number) {
                    try book.perform(.delete(.entry, row.entry.id))
                }
            }
        }
        for number in 1...3 as ClosedRange<Int64> { #expect(try add(to: book) == [number, number]) }
        try delete(3)
        try Database.copy(folder.path("book.sqlite"), to: folder.path("backup.sqlite"))
        #expect(try add(to: book) == [4, 4])
        try book.restore(from: Backup(of: folder.path("backup.sqlite")))
        #expect(try add(to: book) == [5, 5])
        let other = try Book(path: folder.path("other.sqlite"))
        try other.restore(from: Backup(of: folder.path("backup.sqlite")))
        #expect(try add(to: other) == [4, 4])
    }

    @Test("An empty file, and a database with nothing in it, is no backup: the book stays as it is")
    func empty() throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        try book.write { _ = try $0.add(todo: .todo(title: "kept")) }
        let (file, database) = (folder.path("empty"), folder.path("empty.sqlite"))
        try Data().write(to: URL(filePath: file))
        let other = try Database(path: database)
        try other.writeWithoutTransaction { _ = try $0.rows(sql: "VACUUM") }
        try other.close()
        for path in [file, database] {
            #expect(throws: BookError.noBackup(path: path, reason: "it is empty")) {
                try book.restore(from: Backup(of: path))
            }
            #expect(try book.read { try $0.rows().map(\.todo.title) } == ["kept"])
        }
    }

    /// A view that never ends.
    private static func endless(_ table: String) -> String {
        """
        DROP TABLE \(table); CREATE VIEW \(table) AS
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS id FROM n;
        """
    }

    @Test(
        "A backup that holds what no book can is refused before anything is replaced",
        arguments: [
            "UPDATE registers SET entity = x'01' WHERE field = 1;",
            """
            CREATE TABLE other AS SELECT * FROM registers; DROP TABLE registers;
            ALTER TABLE other RENAME TO registers; UPDATE registers SET node = 'x';
            """,
            "UPDATE registers SET seq = 9223372036854775807;", "UPDATE registers SET seq = 0;",
            "UPDATE registers SET seq = -1;", "UPDATE registers SET seq = 1000;",
            "UPDATE book SET seq = 9223372036854775807;", "UPDATE book SET seq = -1;",
            "UPDATE todos SET id = x'01';",
            "UPDATE todos SET number = 9223372036854775807;", "UPDATE entries SET day = 'tomorrow';",
            "UPDATE entry_tags SET entry = x'01';",
            "UPDATE sqlite_sequence SET seq = 9223372036854775807;",
            "INSERT INTO blobs VALUES (zeroblob(32), x'00');", endless("todos"), endless("book"), endless("remote"),
            endless("blobs"), "DROP TABLE tags; CREATE VIRTUAL TABLE tags USING fts5(id, name);",
            "ALTER TABLE tags ADD COLUMN heavy INTEGER GENERATED ALWAYS AS (length(zeroblob(1000000000)));",
        ])
    func impossible(sql: String) throws {
        let folder = try TemporaryFolder()
        let (path, kept) = (folder.path("backup.sqlite"), folder.path("book.sqlite"))
        let backup = try Book(path: path)
        _ = try backup.write { book in
            try book.add(todo: .todo(title: "a"))
            try book.add(
                entry: .entry(kind: .expense, amount: try Amount("1", usual: .usDollar), day: .local(), tags: ["x"]))
        }
        try backup.close()
        let database = try Database(path: path)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
            try db.execute(sql: "PRAGMA foreign_keys = 0")
            for statement in sql.split(separator: ";") where !statement.allSatisfy(\.isWhitespace) {
                try db.execute(sql: String(statement))
            }
        }
        try database.close()
        let book = try Book(path: kept)
        try book.write { _ = try $0.add(todo: .todo(title: "kept")) }
        let before = try book.read { try $0.bookRow() }
        let error = #expect(throws: BookError.self) { try book.restore(from: Backup(of: path)) }
        if case .noBackup? = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["kept"])
        #expect(try book.read { try $0.bookRow() } == before)
        guard sql.contains("VIEW") || sql.contains("VIRTUAL") || sql.contains("GENERATED") else { return }
        #expect(throws: BookError.notABook(path: path)) { try Book.read(at: path) { try $0.rows() } }
        #expect(throws: BookError.notABook(path: path)) { try Book(path: path) }
    }

    @Test("A link to a backup is followed, and the backup stays as it is")
    func link() throws {
        let folder = try TemporaryFolder()
        let backup = try Book(path: folder.path("backup.sqlite"))
        try backup.write { _ = try $0.add(todo: .todo(title: "kept")) }
        try backup.close()
        let before = try Data(contentsOf: URL(filePath: folder.path("backup.sqlite")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.sqlite"), withDestinationPath: folder.path("backup.sqlite"))
        let book = try Book(path: folder.path("book.sqlite"))
        try book.restore(from: Backup(of: folder.path("link.sqlite")))
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["kept"])
        #expect(try Data(contentsOf: URL(filePath: folder.path("backup.sqlite"))) == before)
    }

    @Test("A book or a backup that can only be read is read and put back, and nothing is left beside it")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let kept = folder.path("backups/backup.sqlite")
        let backup = try Book(path: kept)
        try backup.write { _ = try $0.add(todo: .todo(title: "kept")) }
        try backup.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: kept)
        #expect(try Book.readCopy(of: kept) { try $0.rows().map(\.todo.title) } == ["kept"])
        let book = try Book(path: folder.path("book.sqlite"))
        try book.restore(from: Backup(of: kept))
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["kept"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("backups")) == ["backup.sqlite"])
    }

    @Test("A book keeps to its own server, or to none, after a restore; a new one takes the backup's")
    func remote() throws {
        let folder = try TemporaryFolder()
        let backup = try Book(path: folder.path("backup.sqlite"))
        try backup.write { try $0.setRemote(url: "http://backup") }
        try backup.close()
        func url(_ name: String, _ prepare: (BookTransaction) throws -> Void) throws -> String? {
            let book = try Book(path: folder.path(name))
            try book.write { try prepare($0) }
            try book.restore(from: Backup(of: folder.path("backup.sqlite")))
            return try book.read { try $0.remote()?.url }
        }
        #expect(try url("own") { try $0.setRemote(url: "http://own") } == "http://own")
        #expect(try url("none") { _ = try $0.add(todo: .todo(title: "a")) } == nil)
        #expect(try url("new") { _ in } == "http://backup")
    }
}
