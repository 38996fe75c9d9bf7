import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Sworm
import Testing

@testable import MoneyMomModel

/// Stores of Money Mom as Core Data left them on a phone, in the layout that it writes.
@Suite(.bounded) struct CoreDataStoreTests {
    let daybook: Program
    private var path: String { daybook.folder.appending(path: "MoneyMom.sqlite").path }

    init() throws { daybook = try Program() }

    /// Seconds since 2001 of 2026-03-04 10:00 UTC.
    private static let time = 794_311_200.5

    private static func archive(_ words: [String]) throws -> [UInt8] {
        [UInt8](try NSKeyedArchiver.archivedData(withRootObject: NSSet(array: words), requiringSecureCoding: true))
    }

    /// - Parameter version: 0 for a store without rows and tables for them.
    private func start(_ version: Int) throws -> Database {
        let store = try Database(path: path)
        try store.write { db in
            for table in [
                "Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
                "Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
                "Z_MODELCACHE (Z_CONTENT BLOB)",
                version == 0
                    ? "Z_MODEL (Z_CONTENT BLOB)"
                    : version == 1
                        ? "ZQUICKRECORD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCREATED_AT TIMESTAMP, "
                            + "ZAMOUNT VARCHAR, ZVOICE_NOTE VARCHAR, ZID BLOB, ZTAGS BLOB)"
                        : "ZQUICKRECORD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISPROCESSED INTEGER, "
                            + "ZTRANSACTION INTEGER, ZCREATEDAT TIMESTAMP, ZAMOUNT DECIMAL, ZVOICENOTE VARCHAR, ZTAGS BLOB)",
            ] {
                try db.execute(sql: "CREATE TABLE \(table)")
            }
            try db.execute(sql: "INSERT INTO Z_PRIMARYKEY VALUES (1, 'QuickRecord', 0, 9)")
            if version == 2 {
                try db.execute(
                    sql:
                        "CREATE TABLE ZTRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTYPE INTEGER, "
                        + "ZRECORD INTEGER, ZCREATEDAT TIMESTAMP, ZAMOUNT DECIMAL, ZPLACE VARCHAR, ZVOICENOTE VARCHAR, ZTAGS BLOB)"
                )
            }
        }
        return store
    }

    private func add(_ amount: StoredValue, tags: StoredValue, note: StoredValue = .null, to store: Database) throws {
        try store.write { db in
            try db.execute(
                sql:
                    "INSERT INTO ZQUICKRECORD (Z_ENT, Z_OPT, ZCREATED_AT, ZAMOUNT, ZVOICE_NOTE, ZTAGS) VALUES (1, 1, ?, ?, ?, ?)",
                arguments: [Self.time, amount.value, note.value, tags.value])
        }
    }

    private func entries() throws -> [String] {
        let book = try Book(path: daybook.book)
        defer { try? book.close() }
        return try book.read { try $0.entryRows() }.map(\.entry).map { entry in
            "\(entry.kind) \(entry.amount?.number ?? "") \(entry.createdAt.milliseconds) \(entry.place) \(entry.tags) "
                + (entry.voice == nil ? "" : "voice")
        }.sorted()
    }

    @Test("008.12 A store of version 1: amounts as text, archived tags, seconds from 2001, rows in the log beside it")
    func version1() async throws {
        let store = try start(1)
        let sound: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: 9, count: 100)
        try Data(sound).write(to: daybook.folder.appending(path: "note.m4a"))
        try add(.text("12.50"), tags: .blob(Self.archive(["Essen & Trinken", "吃飯"])), to: store)
        try add(.text("7"), tags: .null, note: .text("/var/mobile/Documents/note.m4a"), to: store)
        // The store is open, so what was written lies in its log.
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(
            try await daybook.succeed("import", path, "--format", "moneymom") == "Added 2 entries; 0 known already\n")
        try store.close()
        #expect(
            try await daybook.succeed("import", path, "--format", "moneymom") == "Added 0 entries; 2 known already\n")
        let time = Int64((Self.time + 978_307_200) * 1_000)
        #expect(
            try entries() == [
                "unsorted 12.50 \(time)  [\"Essen & Trinken\", \"吃飯\"] ", "unsorted 7.00 \(time)  [] voice",
            ])
    }

    @Test("008.12 A store of version 2: decimals, and a record that became a transaction comes once") func version2()
        async throws
    {
        let store = try start(2)
        let tags = try Self.archive(["food"])
        try await store.write { db in
            try db.execute(
                sql:
                    "INSERT INTO ZQUICKRECORD VALUES (1, 1, 1, 1, 7, ?, 12.34, NULL, NULL), (2, 1, 1, 0, NULL, ?, 0.1, NULL, ?)",
                arguments: [Self.time, Self.time, tags])
            try db.execute(
                sql:
                    "INSERT INTO ZTRANSACTION VALUES (7, 2, 1, 1, 1, ?, 12.34, 'Market', NULL, ?), (8, 2, 1, 0, NULL, ?, 2000, NULL, NULL, NULL)",
                arguments: [Self.time, tags, Self.time])
        }
        try store.close()
        #expect(
            try await daybook.succeed("import", path, "--format", "moneymom") == "Added 3 entries; 0 known already\n")
        let time = Int64((Self.time + 978_307_200) * 1_000)
        #expect(
            try entries() == [
                "expense 12.34 \(time) Market [\"food\"] ", "income 2000.00 \(time)  [] ",
                "unsorted 0.10 \(time)  [\"food\"] ",
            ])
    }

    @Test(
        "008.12 What can't be read in a store of Core Data stops the import, and says which row",
        arguments: [
            (StoredValue.text("twelve"), StoredValue.null, "ZQUICKRECORD, row 1: its amount is not a number"),
            (.null, .null, "it has no amount"), (.text("5"), .blob(Array("bplist00".utf8)), "its tags can't be read"),
        ])
    func refused(amount: StoredValue, tags: StoredValue, reason: String) async throws {
        let store = try start(1)
        try add(amount, tags: tags, to: store)
        try store.close()
        let outcome = try await daybook.run("import", path, "--format", "moneymom")
        #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: daybook.book))
    }

    @Test("008.12 A record without its transaction, and rows or values that mean nothing here, are refused by name")
    func unknown() async throws {
        let store = try start(2)
        try await store.write {
            try $0.execute(sql: "INSERT INTO ZQUICKRECORD VALUES (1, 1, 1, 1, 7, 1, 1, NULL, NULL)")
        }
        #expect(throws: MoneyMomStore.Unreadable.self) { try MoneyMomStore.transactions(at: path) }
        func refusal(_ sql: String...) throws -> String {
            try store.write { db in
                for sql in sql { try db.execute(sql: sql) }
            }
            var reason = ""
            do { _ = try MoneyMomStore.transactions(at: path) } catch { reason = "\(error)" }
            return reason
        }
        #expect(try refusal("UPDATE ZQUICKRECORD SET ZTRANSACTION = NULL") == "")
        #expect(try refusal("ALTER TABLE ZQUICKRECORD ADD ZMOOD VARCHAR") == "", "nothing is in it")
        let mood = try refusal("UPDATE ZQUICKRECORD SET ZMOOD = 'good'")
        #expect(mood.contains("ZQUICKRECORD, row 1") && mood.contains("ZMOOD"), "\(mood)")
        _ = try refusal("UPDATE ZQUICKRECORD SET ZMOOD = NULL", "CREATE TABLE ZBUDGET (Z_PK INTEGER, Z_ENT INTEGER)")
        let budget = try refusal("INSERT INTO ZBUDGET VALUES (1, 9)")
        #expect(budget.contains("“BUDGET”") && budget.contains("Keep the file"), "\(budget)")
        try store.close()
    }

    /// As `NSKeyedArchiver` archives an object with a number called `rawValue`.
    private static func archive(type: Int) throws -> [UInt8] {
        let archive: [String: Any] = [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": Reference(1)],
            "$objects": [
                "$null", ["rawValue": type, "$class": Reference(2)],
                ["$classname": "MoneyMom.TransactionType", "$classes": ["MoneyMom.TransactionType", "NSObject"]],
            ],
        ]
        return PropertyList.bytes(of: archive)
    }

    private static func bytes(_ uuid: UUID) -> [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }

    private func sound(_ name: String, _ byte: UInt8) throws -> Digest {
        let bytes: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: byte, count: 100)
        let file = daybook.folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return Digest(of: bytes)
    }

    @Test("008.12 Records and transactions in one table: the place, an archived type, and recordings by their UUIDs")
    func inherited() async throws {
        let store = try start(0)
        let (first, second) = (UUID(), UUID())
        let sounds = [try sound("\(first.uuidString).m4a", 1), try sound("audio/\(second.uuidString.lowercased())", 2)]
        try await store.write { [time = Self.time] db in
            try db.execute(sql: "DELETE FROM Z_PRIMARYKEY")
            try db.execute(
                sql:
                    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'QuickRecordBase', 0, 9), (2, 'QuickRecord', 1, 0), (3, 'Transaction', 1, 0)"
            )
            try db.execute(
                sql:
                    "CREATE TABLE ZQUICKRECORDBASE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTRANSACTION INTEGER, "
                    + "ZQUICKRECORD INTEGER, ZCREATEDAT TIMESTAMP, ZAMOUNT DECIMAL, ZLOCATION VARCHAR, ZID BLOB, ZAUDIOUUID BLOB, ZTAGS BLOB, ZTYPE BLOB)"
            )
            func add(
                _ number: Int, _ entity: Int, _ transaction: Int?, _ record: Int?, _ amount: Double, _ place: String?,
                _ audio: UUID?, _ tags: [String], _ type: Int?
            ) throws {
                try db.execute(
                    sql: "INSERT INTO ZQUICKRECORDBASE VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        number, entity, transaction, record, time, amount, place, Self.bytes(UUID()),
                        audio.map { Self.bytes($0) },
                        try Self.archive(tags), try type.map { try Self.archive(type: $0) },
                    ])
            }
            try add(1, 2, 2, nil, 12.34, nil, first, ["food"], nil)
            try add(2, 3, nil, 1, 12.34, "Market", first, ["food"], 1)
            try add(3, 3, nil, nil, 2_000, "Office", nil, [], 0)
            try add(4, 2, nil, nil, 0.1, nil, second, ["吃飯"], nil)
        }
        try store.close()
        #expect(
            try await daybook.succeed("import", path, "--format", "moneymom") == "Added 3 entries; 0 known already\n")
        let time = Int64((Self.time + 978_307_200) * 1_000)
        #expect(
            try entries() == [
                "expense 12.34 \(time) Market [\"food\"] voice", "income 2000.00 \(time) Office [] ",
                "unsorted 0.10 \(time)  [\"吃飯\"] voice",
            ])
        let book = try Book(path: daybook.book)
        #expect(try sounds.allSatisfy { digest in try book.read { try $0.blob(digest) != nil } })
        try book.close()
    }

    @Test(
        "008.12 A store of version 5: tags of their own, a date, a type of three; one bad recording stops nothing else")
    func version5() async throws {
        let store = try start(0)
        let (good, bad) = (UUID(), UUID())
        _ = try sound("\(good.uuidString).caf", 1)
        try Data("<html>".utf8).write(to: daybook.folder.appending(path: "\(bad.uuidString).caf"))
        try await store.write { [time = Self.time] db in
            for sql in [
                "DELETE FROM Z_PRIMARYKEY",
                "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Tag', 0, 2), (2, 'Transaction', 0, 3)",
                "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
                "INSERT INTO ZTAG VALUES (1, 1, 1, 'food'), (2, 1, 1, '吃 飯')",
                "CREATE TABLE Z_1TRANSACTIONS (Z_1TAGS INTEGER, Z_2TRANSACTIONS INTEGER, PRIMARY KEY (Z_1TAGS, Z_2TRANSACTIONS))",
                "INSERT INTO Z_1TRANSACTIONS VALUES (1, 1), (2, 1), (1, 3)",
                "CREATE TABLE ZTRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTYPE INTEGER, ZDATE TIMESTAMP, "
                    + "ZAMOUNT DECIMAL, ZLOCATION VARCHAR, ZAUDIOUUID BLOB)",
            ] {
                try db.execute(sql: sql)
            }
            for (number, type, amount, audio) in [(1, 1, 5.5, bad), (2, 0, 7, good), (3, 2, 1, UUID())] {
                try db.execute(
                    sql: "INSERT INTO ZTRANSACTION VALUES (?, 2, 1, ?, ?, ?, 'Market', ?)",
                    arguments: [number, type, time, amount, Self.bytes(audio)])
            }
        }
        try store.close()
        let outcome = try await daybook.run("import", path, "--format", "moneymom")
        #expect(outcome.status == 0 && outcome.output == "Added 3 entries; 0 known already\n", "\(outcome)")
        #expect(outcome.errors.contains("transaction 1") && outcome.errors.contains("recording"), "\(outcome.errors)")
        let time = Int64((Self.time + 978_307_200) * 1_000)
        #expect(
            try entries() == [
                "expense 5.50 \(time) Market [\"food\", \"吃 飯\"] ", "income 7.00 \(time) Market [] voice",
                "unsorted 1.00 \(time) Market [\"food\"] ",
            ])
    }

    @Test("008.12 Damaged archives of tags are read or refused, and never stop the program") func damaged() throws {
        var random = SeededRandom(12)
        let whole = try Self.archive(["food", "home", "吃飯"])
        #expect(try ArchivedObject.words(in: whole).sorted() == ["food", "home", "吃飯"])
        #expect(try ArchivedObject.words(in: Self.archive([])) == [])
        let type = try Self.archive(type: 1)
        #expect(try ArchivedObject.number("rawValue", in: type) == 1)
        for turn in 0..<3_000 {
            var bytes = turn % 2 == 0 ? whole : type
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count)
                if random.chance(70) {
                    bytes[place] = UInt8(truncatingIfNeeded: random.next())
                } else {
                    bytes = random.chance(50) ? Array(bytes.prefix(place + 1)) : Array(bytes.suffix(place + 1))
                }
            }
            _ = try? ArchivedObject.words(in: bytes)
            _ = try? ArchivedObject.number("rawValue", in: bytes)
        }
    }
}

extension StoredValue {
    /// What binds it.
    fileprivate var value: any Value {
        switch self {
        case .integer(let number): number
        case .real(let number): number
        case .text(let text): text
        case .blob(let bytes): bytes
        case .null, .refused: String?.none
        }
    }
}

/// What an archive calls an object by its number. Only Apple's own archivers write one, so a test has to.
private struct Reference {
    let number: UInt8

    init(_ number: UInt8) { self.number = number }
}

/// A binary property list of few and short values.
private enum PropertyList {
    static func bytes(of value: Any) -> [UInt8] {
        var objects: [[UInt8]] = []
        func add(_ value: Any) -> UInt8 {
            let place = objects.count
            objects.append([])
            switch value {
            case let text as String:
                let bytes = Array(text.utf8)
                objects[place] =
                    (bytes.count < 15 ? [0x50 | UInt8(bytes.count)] : [0x5F, 0x10, UInt8(bytes.count)]) + bytes
            case let number as Int: objects[place] = [0x12] + (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) }
            case let reference as Reference: objects[place] = [0x80, reference.number]
            case let list as [Any]: objects[place] = [0xA0 | UInt8(list.count)] + list.map { add($0) }
            case let members as [String: Any]:
                let pairs = members.sorted { $0.key < $1.key }
                let keys = pairs.map { add($0.key) }
                objects[place] = [0xD0 | UInt8(pairs.count)] + keys + pairs.map { add($0.value) }
            default: break
            }
            return UInt8(place)
        }
        _ = add(value)
        var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let table = bytes.count
        func wide(_ number: Int) -> [UInt8] { (0..<8).map { UInt8(number >> (56 - 8 * $0) & 0xFF) } }
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1] + wide(objects.count) + wide(0) + wide(table)
    }
}
