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

    private func start(_ version: Int) throws -> Database {
        let store = try Database(path: path)
        try store.write { db in
            for table in [
                "Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
                "Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
                "Z_MODELCACHE (Z_CONTENT BLOB)",
                version == 1
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

    @Test("008.12 A store of a later model, or a record without its transaction, is refused") func later() async throws
    {
        let store = try start(2)
        try await store.write {
            try $0.execute(sql: "INSERT INTO ZQUICKRECORD VALUES (1, 1, 1, 1, 7, 1, 1, NULL, NULL)")
        }
        #expect(throws: MoneyMomStore.Unreadable.self) { try MoneyMomStore.transactions(at: path) }
        try await store.write { try $0.execute(sql: "CREATE TABLE ZTAG (Z_PK INTEGER)") }
        #expect(throws: CoreDataStore.Unknown.self) { try MoneyMomStore.transactions(at: path) }
        try store.close()
    }

    @Test("008.12 Damaged archives of tags are read or refused, and never stop the program") func damaged() throws {
        var random = SeededRandom(12)
        let whole = try Self.archive(["food", "home", "吃飯"])
        #expect(try ArchivedWords.words(in: whole).sorted() == ["food", "home", "吃飯"])
        #expect(try ArchivedWords.words(in: Self.archive([])) == [])
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count)
                if random.chance(70) {
                    bytes[place] = UInt8(truncatingIfNeeded: random.next())
                } else {
                    bytes = random.chance(50) ? Array(bytes.prefix(place + 1)) : Array(bytes.suffix(place + 1))
                }
            }
            _ = try? ArchivedWords.words(in: bytes)
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
