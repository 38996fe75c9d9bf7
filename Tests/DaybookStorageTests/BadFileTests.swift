import DaybookCore
import Fixtures
import Foundation
import Sworm
import Testing

@testable import DaybookStorage

@Suite struct BadFileTests {
    let folder: TemporaryFolder
    var path: String { folder.path("book.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("A file that is no SQLite database is refused and left alone") func notSQLite() throws {
        let bytes = Data("this is a letter to my aunt, not a database\n".utf8) + Data(count: 8_192)
        try bytes.write(to: URL(filePath: path))
        #expect(throws: BookError.notABook(path: path)) { try Book(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test(
        "A database of another program is refused and left alone, even if there is no table in it",
        arguments: [
            "CREATE TABLE photos (id INTEGER PRIMARY KEY); INSERT INTO photos VALUES (7);",
            "CREATE VIEW photos AS SELECT 7;", "PRAGMA user_version = 7;", "PRAGMA application_id = 7;",
        ])
    func foreign(sql: String) throws {
        try sqlite(sql)
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: BookError.notABook(path: path)) { try Book(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("A book from a newer program is refused by its version, and left alone") func newer() throws {
        let book = try Book(path: path)
        _ = try book.write { try $0.add(todo: .todo(title: "a")) }
        try book.close()
        try sqlite("PRAGMA user_version = 99;")
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: BookError.newerThanProgram(path: path, version: 99, known: Book.schemaVersion)) {
            try Book(path: path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try sqlite("PRAGMA user_version = \(Book.schemaVersion);")
        #expect(try Book(path: path).read { try $0.count() } == 1)
    }

    @Test("A book that a newer program changed to its version since it was opened here is read, and not written")
    func newerMeanwhile() async throws {
        let book = try Book(path: path)
        _ = try await book.write { try $0.add(todo: .todo(title: "a")) }
        try sqlite("PRAGMA user_version = 99;")
        let newer = BookError.newerThanProgram(path: path, version: 99, known: Book.schemaVersion)
        func writeAtOnce() throws { try book.write { _ = try $0.add(todo: .todo(title: "b")) } }
        #expect(throws: newer) { try writeAtOnce() }
        await #expect(throws: newer) { _ = try await book.write { try $0.add(todo: .todo(title: "b")) } }
        #expect(try book.read { try $0.rows() }.map(\.todo.title) == ["a"])
    }

    @Test(
        "A book whose making was broken off opens, and is made to its end",
        arguments: [
            "PRAGMA application_id = \(0x4462_6F6B);",
            "\(tables) PRAGMA application_id = \(0x4462_6F6B);",
            // As it was left before the mark came first.
            tables,
        ])
    func brokenOff(sql: String) throws {
        if sql.contains("DELETE") { try Book(path: path).close() }
        try sqlite(sql)
        let whole = try Book(path: folder.path("whole.sqlite"))
        try whole.write { _ = try $0.add(todo: .todo(title: "kept")) }
        #expect(throws: BookError.noBackup(path: path, reason: "it is empty")) {
            try whole.restore(from: Backup(of: path))
        }
        let book = try Book(path: path)
        #expect(try book.write { try $0.add(todo: .todo(title: "a")).number } == 1)
        try book.close()
        #expect(try Book(path: path).read { try $0.rows().map(\.todo.title) } == ["a"])
    }
    private static let tables = "DELETE FROM book; PRAGMA application_id = 0;"

    @Test("Tables that only have the names of a book's don't make one") func namesakes() throws {
        try sqlite("CREATE TABLE registers (a); CREATE TABLE todos (a); CREATE TABLE book (a);")
        #expect(throws: BookError.notABook(path: path)) { try Book(path: path) }
    }

    @Test("A truncated book is reported, not crashed on") func truncated() throws {
        let book = try Book(path: path)
        for number in 0..<200 { _ = try book.write { try $0.add(todo: .todo(title: "\(number)")) } }
        try book.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        for size in [10, 100, 4_096, 5_000, whole.count / 2] {
            try whole.prefix(size).write(to: URL(filePath: path))
            #expect(throws: BookError.self) {
                let book = try Book(path: path)
                _ = try book.read { try $0.rows() }
                _ = try book.write { try $0.add(todo: .todo(title: "more")) }
            }
        }
    }

    @Test("A book of which a part was overwritten is damaged, and no backup") func damaged() throws {
        let book = try Book(path: path)
        try book.write { book in
            for number in 0..<300 { _ = try book.add(todo: .todo(title: "\(number)")) }
        }
        try book.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        let half = whole.count / 2
        try (whole.prefix(half) + Data(repeating: 0xFF, count: whole.count - half)).write(to: URL(filePath: path))
        #expect(throws: BookError.damaged(path: path)) { try Book(path: path).read { try $0.rows() } }
        #expect(throws: BookError.noBackup(path: path, reason: "it is damaged")) { try Backup(of: path) }
    }

    @Test("Reading changes no byte of a book, however damaged it is, and leaves nothing beside it") func readDamaged()
        throws
    {
        let book = try Book(path: path)
        try book.write { book in
            for number in 0..<300 { _ = try book.add(todo: .todo(title: "\(number)")) }
        }
        try book.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        #expect(try Book.read(at: path) { try $0.count() } == 300)
        var random = SeededRandom(1)
        var (readCount, refusedCount) = (0, 0)
        for number in 0..<60 {
            var bytes = whole
            // Half of them in the header, where one byte is enough to be another kind of file.
            let place = Int.random(in: 0..<(number % 2 == 0 ? 100 : bytes.count), using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
            if number % 3 == 0 { bytes = bytes.prefix(Int.random(in: 1...bytes.count, using: &random)) }
            try bytes.write(to: URL(filePath: path))
            do {
                _ = try Book.read(at: path) { try $0.rows() }
                readCount += 1
            } catch {
                refusedCount += 1
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "\(number): byte \(place)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["book.sqlite"])
        }
        #expect(readCount > 0 && refusedCount > 0)
    }

    @Test("Reading what a program left behind that was killed changes no byte of the book and its log")
    func readOnlyLog() throws {
        let (live, left) = (try Book(path: path), folder.path("left.sqlite"))
        try live.write { _ = try $0.add(todo: .todo(title: "in the log")) }
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + end, toPath: left + end) }
        func bytes() throws -> [Data] { try ["", "-wal"].map { try Data(contentsOf: URL(filePath: left + $0)) } }
        let before = try bytes()
        #expect(try Book.read(at: left) { try $0.rows().map(\.todo.title) } == ["in the log"])
        #expect(try bytes() == before)
        // And while somebody has it open.
        #expect(try Book.read(at: path) { try $0.rows().map(\.todo.title) } == ["in the log"])
        try live.write { _ = try $0.add(todo: .todo(title: "later")) }
        #expect(try live.read { try $0.count() } == 2)
    }

    @Test("The name of a folder is no name of a book", arguments: ["/", "/.", "/.."])
    func folderName(end: String) throws {
        #expect(throws: BookError.cannotOpen(path: path + end, reason: "it is the name of a folder")) {
            try Book(path: path + end)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test("A backup whose copy has no room is not what is wrong") func noRoomForCopy() {
        let error = BookError(ofBackup: BookError.diskFull(path: "copy"), path: "backup")
        #expect(error == .diskFull(path: FileManager.default.temporaryDirectory.path))
    }

    @Test("Numbers that nobody would count to, and amounts that are none, are lived with") func numbers() throws {
        let book = try Book(path: path)
        for amount in ["1", "2", "3", "4"] {
            _ = try book.write {
                try $0.add(entry: .entry(kind: .expense, amount: try Amount(amount, usual: .usDollar), day: .local()))
            }
        }
        try sqlite(
            "UPDATE book SET next_number = 9223372036854775807; UPDATE entries SET coefficient = -5 WHERE number = 1;"
                + "UPDATE entries SET scale = -1 WHERE number = 2; UPDATE entries SET scale = 1 << 40 WHERE number = 3;"
                + "UPDATE entries SET coefficient = 1000000000000000000 WHERE number = 4;"
        )
        let numbers = try book.write { book in try ["a", "b"].map { try book.add(todo: .todo(title: $0)).number } }
        #expect(Set(numbers).count == 2)
        // The list has no amount there either.
        #expect(try book.read { try $0.entryRows().compactMap(\.entry.amount) } == [])
        #expect(try book.read { try $0.days() }.isEmpty && book.read { try $0.tagTotals() }.isEmpty)
    }

    @Test("A book that can't be written refuses writes, and reads") func readOnly() throws {
        let book = try Book(path: path)
        _ = try book.write { try $0.add(todo: .todo(title: "a")) }
        try book.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        #expect(throws: BookError.readOnly(path: path)) { try book.write { try $0.add(todo: .todo(title: "b")) } }
        #expect(try book.read { try $0.count() } == 1)
    }

    @Test("A folder in the way is an error that names it") func folderInTheWay() throws {
        let error = #expect(throws: BookError.self) { try Book(path: folder.url.path) }
        #expect(error?.message.contains(folder.url.path) == true)
    }

    @Test("A pipe, which would be waited for, and a device are refused, as a book and as a backup")
    func noFile() throws {
        #expect(mkfifo(path, 0o600) == 0)
        let reason = "it is a pipe, a device or a socket"
        let book = try Book.inMemory()
        for path in [path, "/dev/null", "/dev/full"] {
            #expect(throws: BookError.cannotOpen(path: path, reason: reason)) { try Book(path: path) }
            #expect(throws: BookError.noBackup(path: path, reason: reason)) { try book.restore(from: Backup(of: path)) }
        }
    }

    @Test(
        "Where the log of a book lies without the book no other is made, and the log stays as it is",
        arguments: ["missing", "empty", "a link to nothing"])
    func logAlone(file: String) throws {
        let book = try Book(path: folder.path("open.sqlite"))
        _ = try book.write { try $0.add(todo: .todo(title: "a")) }
        let target = file == "a link to nothing" ? folder.path("target.sqlite") : path
        let bytes = try Data(contentsOf: URL(filePath: folder.path("open.sqlite-wal")))
        #expect(!bytes.isEmpty)
        try bytes.write(to: URL(filePath: target + "-wal"))
        if file == "empty" { try Data().write(to: URL(filePath: path)) }
        if target != path {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(throws: BookError.logWithoutBook(path: path, log: target + "-wal")) { try Book(path: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == before)
        #expect(try Data(contentsOf: URL(filePath: target + "-wal")) == bytes)
        // One with nothing in it is nobody's.
        try Data().write(to: URL(filePath: target + "-wal"))
        #expect(try Book(path: path).read { try $0.isEmpty() })
    }

    @Test("A journal beside an empty file is of a book whose making was broken off; one without a file is in the way")
    func journalAlone() throws {
        try Data(repeating: 1, count: 512).write(to: URL(filePath: path + "-journal"))
        #expect(throws: BookError.logWithoutBook(path: path, log: path + "-journal")) { try Book(path: path) }
        try Data().write(to: URL(filePath: path))
        #expect(try Book(path: path).read { try $0.isEmpty() })
    }

    @Test("Folders on the way to the book are made") func makesFolders() throws {
        let deep = folder.path("a/b/book.sqlite")
        _ = try Book(path: deep).write { try $0.add(todo: .todo(title: "a")) }
        #expect(FileManager.default.fileExists(atPath: deep))
    }

    @Test("A new book is for its owner's eyes alone, and so is what lies beside it") func permissions() throws {
        let book = try Book(path: folder.path("new/book.sqlite"))
        _ = try book.write { try $0.add(todo: .todo(title: "a")) }
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
        }
        #expect(try mode("new") == 0o700)
        #expect(try mode("new/book.sqlite") == 0o600)
        #expect(try mode("new/book.sqlite-wal") == 0o600)
        // Whoever let others read a book has it so.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: folder.path("new/book.sqlite"))
        try book.close()
        try Book(path: folder.path("new/book.sqlite")).close()
        #expect(try mode("new/book.sqlite") == 0o644)
    }

    @Test("A full disk is reported, loses nothing, and writing goes on when there is room")
    func diskFull() async throws {
        let book = try Book(path: path)
        _ = try await book.write { try $0.add(todo: .todo(title: "kept")) }
        try book.database.limitPages(to: 20)
        let notes = String(repeating: "x", count: 60_000)
        await #expect(throws: BookError.diskFull(path: path)) {
            for number in 0..<20 {
                _ = try await book.write { try $0.add(todo: .todo(title: "\(number)", notes: notes)) }
            }
        }
        let kept = try book.read { try $0.count() }
        await #expect(throws: BookError.diskFull(path: path)) {
            _ = try await book.write { try $0.add(todo: .todo(title: "big", notes: notes)) }
        }
        #expect(try book.read { try $0.count() } == kept)
        try book.database.limitPages(to: 100_000)
        _ = try await book.write { try $0.add(todo: .todo(title: "big", notes: notes)) }
        #expect(try book.read { try $0.count() } == kept + 1)
        try book.close()
        #expect(try Book(path: path).read { try $0.count() } == kept + 1)
    }

    @Test("Nothing is written to a book that was moved, deleted or replaced; put back, it is written again")
    func movedBook() async throws {
        let book = try Book(path: path)
        _ = try await book.write { try $0.add(todo: .todo(title: "a")) }
        func writeAtOnce() throws { try book.write { _ = try $0.add(todo: .todo(title: "b")) } }
        let elsewhere = folder.path("elsewhere.sqlite")
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        for isReplaced in [false, true] {
            if isReplaced { try Data("another".utf8).write(to: URL(filePath: path)) }
            #expect(throws: BookError.moved(path: path)) { try writeAtOnce() }
            await #expect(throws: BookError.moved(path: path)) {
                _ = try await book.write { try $0.add(todo: .todo(title: "b")) }
            }
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
        _ = try await book.write { try $0.add(todo: .todo(title: "c")) }
        try book.close()
        #expect(try Book(path: path).read { try $0.rows() }.map(\.todo.title) == ["c", "a"])
    }

    @Test("A book that is made through a link is for its owner's eyes alone, too")
    func madeThroughLink() throws {
        let target = folder.path("target.sqlite")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try Book(path: path).write { _ = try $0.add(todo: .todo(title: "a")) }
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    private func sqlite(_ sql: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", path, sql]
        try process.begin()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
