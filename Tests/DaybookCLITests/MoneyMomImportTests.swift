import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Sworm
import Testing

@testable import MoneyMomModel

/// Stores of Money Mom as `daybook import` takes them in.
@Suite(.bounded) struct MoneyMomImportTests {
    let daybook: Program
    private var folder: URL { daybook.folder.appending(path: "moneymom") }
    private var store: String { folder.appending(path: "store.sqlite").path }

    init() throws {
        daybook = try Program()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func bring(to version: Int) throws {
        let versions = MoneyMomStore.schema { _ in true }.versions.filter { $0.number <= version }
        let database = try Database(path: store)
        try database.migrate(to: Schema(versions))
        try database.close()
    }

    /// Every file beside the store, and its bytes.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            files[name] = try Data(contentsOf: folder.appending(path: name))
        }
        return files
    }

    private func entries() throws -> [Entry] {
        let book = try Book(path: daybook.book)
        defer { try? book.close() }
        return try book.read { try $0.entryRows() }.map(\.entry)
    }

    @Test(
        "004.13 A store of any version comes in whole, a second time adds nothing, and the store is untouched",
        arguments: 1...5)
    func versions(_ version: Int) async throws {
        if version < 3 { try SampleStore.version1(40, at: store) } else { try SampleStore.version3(40, at: store) }
        try bring(to: version)
        let before = try files()
        #expect(
            try await daybook.succeed("import", store, "--format", "moneymom")
                == "Added 40 entries; 0 known already\n")
        #expect(
            try await daybook.succeed("import", store, "--format", "moneymom")
                == "Added 0 entries; 40 known already\n")
        #expect(try files() == before)
        let entries = try entries().sorted { $0.createdAt < $1.createdAt }
        for (index, entry) in entries.enumerated() {
            let record = SampleStore.record(index + 1)
            #expect(entry.amount?.number == Decimal(string: record.amount).map { "\($0)" }.map(Self.twoDecimals))
            #expect(entry.tags == Set(record.tags.split(separator: " ").map(String.init)).sorted())
            #expect(Double(entry.createdAt.milliseconds) == record.createdAt.timeIntervalSince1970 * 1_000)
            #expect(entry.day == .local(entry.createdAt))
        }
        let kinds = Dictionary(grouping: entries, by: \.kind).mapValues(\.count)
        #expect(kinds == (version < 3 ? [.unsorted: 40] : [.unsorted: 20, .income: 10, .expense: 10]))
        if version >= 3 { #expect(entries.filter { $0.kind != .unsorted }.allSatisfy { $0.place == "Market" }) }
    }

    private static func twoDecimals(_ number: String) -> String {
        let decimals = number.split(separator: ".").dropFirst().first?.count ?? 0
        return number + (decimals == 0 ? ".00" : decimals == 1 ? "0" : "")
    }

    @Test("Of a store that is taken in no copy stays behind")
    func noCopy() async throws {
        try SampleStore.version1(4, at: store)
        let temporary = daybook.folder.appending(path: "temporary").path
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        let outcome = try await daybook.run("import", store, "--format", "moneymom", environment: ["TMPDIR": temporary])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }

    @Test("004.17 An amount that is no number stops the import and names the record; nothing comes in")
    func badAmount() async throws {
        for (amount, word) in [
            ("twelve", "row 3"), ("-5", "-5"), ("1234567890123456789", "18"),
            (String(repeating: "1", count: 39), "row 3: its amount has too many digits; it can have at most 38"),
        ] {
            try? FileManager.default.removeItem(atPath: store)
            var bad = SampleStore.record(3)
            bad.amount = amount
            try SampleStore.version1(2, and: [bad], at: store)
            let outcome = try await daybook.run("import", store, "--format", "moneymom")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: daybook.book))
        }
    }

    @Test("004.16 A voice note comes along if its file is there; one that is no recording is left out, and named")
    func voice() async throws {
        try SampleStore.version1(20, at: store)
        let sound: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: 9, count: 100)
        try Data(sound).write(to: folder.appending(path: "note-10.m4a"))
        try await daybook.succeed("import", store, "--format", "moneymom")
        let voices = try entries().compactMap(\.voice)
        #expect(voices == [Digest(of: sound)])
        let book = try Book(path: daybook.book)
        #expect(try book.read { try $0.blob(Digest(of: sound)) } == sound)
        try book.close()
        try Data("<html>".utf8).write(to: folder.appending(path: "note-20.m4a"))
        let other = daybook.folder.appending(path: "other.sqlite").path
        let outcome = try await daybook.run("import", store, "--format", "moneymom", "--book", other)
        #expect(outcome.status == 0 && outcome.output == "Added 20 entries; 0 known already\n", "\(outcome)")
        #expect(outcome.errors.contains("note-20.m4a") && !outcome.errors.contains("note-10.m4a"))
        let again = try Book(path: other)
        defer { try? again.close() }
        #expect(try again.read { try $0.entryRows() }.compactMap(\.entry.voice) == [Digest(of: sound)])
    }

    @Test("004.16 A voice note that names a folder, or nothing, is none")
    func noVoice() async throws {
        var (folder, nothing) = (SampleStore.record(1), SampleStore.record(2))
        (folder.voiceNote, nothing.voiceNote) = (".", "")
        try SampleStore.version1(0, and: [folder, nothing], at: store)
        #expect(
            try await daybook.succeed("import", store, "--format", "moneymom") == "Added 2 entries; 0 known already\n")
        #expect(try entries().allSatisfy { $0.voice == nil })
    }

    @Test("004.16 A voice note that leads out of the store's folder is none; one in a folder there comes along")
    func foreignVoice() async throws {
        let files = FileManager.default
        func sound(_ name: String, _ byte: UInt8) throws -> Digest {
            let bytes: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: byte, count: 100)
            let file = folder.appending(path: name)
            try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
            return Digest(of: bytes)
        }
        let (beside, below) = (try sound("one.m4a", 1), try sound("voice/two.m4a", 2))
        let outside = daybook.folder.appending(path: "moneymom-other")
        _ = try sound("../moneymom-other/memo.m4a", 3)
        for (link, target) in [
            ("link.m4a", outside.appending(path: "memo.m4a")), ("way", outside),
            ("same.m4a", folder.appending(path: "one.m4a")),
        ] {
            try files.createSymbolicLink(at: folder.appending(path: link), withDestinationURL: target)
        }
        let names = [
            "../moneymom-other/memo.m4a", "voice/../../moneymom-other/memo.m4a", outside.path + "/memo.m4a", "link.m4a",
            "way/memo.m4a", "same.m4a", "voice/two.m4a",
        ]
        let records = names.enumerated().map { index, name in
            var record = SampleStore.record(index + 1)
            record.voiceNote = name
            return record
        }
        try SampleStore.version1(0, and: records, at: store)
        // Through a link, too, the folder is the store's own.
        let link = daybook.folder.appending(path: "store").path
        try files.createSymbolicLink(atPath: link, withDestinationPath: store)
        for path in [store, link] {
            let book = daybook.folder.appending(path: "\(UUID().uuidString).sqlite").path
            try await daybook.succeed("import", path, "--format", "moneymom", "--book", book)
            let opened = try Book(path: book)
            defer { try? opened.close() }
            let entries = try opened.read { try $0.entryRows() }.map(\.entry).sorted { $0.createdAt < $1.createdAt }
            #expect(entries.map(\.voice) == [nil, nil, nil, nil, nil, beside, below])
        }
    }

    @Test("004.13 In another time zone a store adds nothing the second time")
    func timeZone() async throws {
        try SampleStore.version3(40, at: store)
        for (zone, said) in [
            ("Asia/Taipei", "Added 40 entries; 0 known already\n"),
            ("America/Lima", "Added 0 entries; 40 known already\n"),
        ] {
            let outcome = try await daybook.run("import", store, "--format", "moneymom", environment: ["TZ": zone])
            #expect(outcome.output == said, "\(outcome.errors)")
        }
        let first = try entries().min { $0.createdAt < $1.createdAt }
        #expect(first?.createdAt.text == "2020-09-13T13:26:40.500Z")
        #expect(first?.day.text == "2020-09-13")
    }

    @Test("004.17 What can't come in is named as the store names it", arguments: [2, 4, 5])
    func names(_ version: Int) async throws {
        var late = SampleStore.record(500)
        late.createdAt = Date(timeIntervalSince1970: 1e30)
        try SampleStore.version1(3, and: [late], at: store)
        try bring(to: version)
        let outcome = try await daybook.run("import", store, "--format", "moneymom")
        let name = version == 5 ? "transaction 4" : "record 500"
        #expect(
            outcome.errors.hasPrefix("Error: \(store), \(name): \"1e+30\" isn't a valid time. "), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("004.12 A store that has lost rows, or whose rows refer to none, isn't taken in without them")
    func lostRows() async throws {
        try SampleStore.version1(300, at: store)
        try loseRows(URL(filePath: store))
        let damaged = try await daybook.run("import", store, "--format", "moneymom")
        #expect(damaged.status == 1 && damaged.errors.contains("damaged"), "\(damaged.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))

        try FileManager.default.removeItem(atPath: store)
        try SampleStore.version3(4, at: store)
        try bring(to: 4)
        let database = try Database(path: store)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: "UPDATE records SET isProcessed = 1, \"transaction\" = 99 WHERE id = 2")
        }
        try database.close()
        let dangling = try await daybook.run("import", store, "--format", "moneymom")
        #expect(dangling.status == 1)
        #expect(
            dangling.errors.contains("records, row 2: It refers to a row of transactions that isn't there."),
            "\(dangling.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("004.17 A row of the newest version that can't be read is named")
    func unreadable() async throws {
        try SampleStore.version1(3, at: store)
        try bring(to: 5)
        let database = try Database(path: store)
        try await database.write { try $0.execute(sql: "UPDATE transactions SET amount = 'abc' WHERE id = 2") }
        try database.close()
        let outcome = try await daybook.run("import", store, "--format", "moneymom")
        #expect(outcome.status == 1 && outcome.errors.contains("transactions, row 2: "), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("004.19 Tags that an entry can't bear are parted, or stand in its note; none is lost")
    func tags() async throws {
        var record = SampleStore.record(1)
        let (long, longest) = (String(repeating: "é", count: 101), String(repeating: "é", count: 100))
        record.tags = "#c a,b\tc\nd \(long) # \(longest)"
        try SampleStore.version1(0, and: [record], at: store)
        try await daybook.succeed("import", store, "--format", "moneymom")
        let entry = try #require(try entries().first)
        #expect(entry.tags == ["a", "b", "c", "d", longest])
        #expect(entry.note == long)
        var many = SampleStore.record(2)
        many.tags = (100...220).map { "t\($0)" }.joined(separator: " ")
        let other = folder.appending(path: "many.sqlite").path
        try SampleStore.version1(0, and: [many], at: other)
        try await daybook.succeed("import", other, "--format", "moneymom")
        let tagged = try #require(try entries().first { $0.tags.count > 5 })
        #expect(tagged.tags == (100..<200).map { "t\($0)" })
        #expect(tagged.note == (200...220).map { "t\($0)" }.joined(separator: " "))
    }

    @Test("004.5 What is no store of Money Mom is refused", arguments: ["text", "other", "absent"])
    func noStore(_ kind: String) async throws {
        switch kind {
        case "text": try Data("hello".utf8).write(to: URL(filePath: store))
        case "other":
            let database = try Database(path: store)
            try await database.write { _ = try $0.execute(sql: "CREATE TABLE records (x)") }
            try database.close()
        default: break
        }
        let outcome = try await daybook.run("import", store, "--format", "moneymom")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("Error: \(store) can't be read, so nothing was imported. "))
        #expect(!outcome.errors.contains("Cocoa") && !outcome.errors.contains("moneymom-"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("A folder is no store, and a link to a store is followed without changing it")
    func folderAndLink() async throws {
        let refused = try await daybook.run("import", folder.path, "--format", "moneymom")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("This isn't a store of Money Mom."))
        try bring(to: 1)
        let before = try Data(contentsOf: URL(filePath: store))
        let link = daybook.folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
        let empty = try await daybook.run("import", link, "--format", "moneymom")
        #expect(empty.status == 1 && empty.errors.contains("link has no entries"), "\(empty.errors)")
        #expect(try Data(contentsOf: URL(filePath: store)) == before)
    }
}
