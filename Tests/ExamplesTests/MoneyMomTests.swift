import Fixtures
import Foundation
import Sworm
import Synchronization
import Testing

@testable import MoneyMomModel

@Suite struct MoneyMomTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store.sqlite")
    }

    private static func schema(upTo number: Int) -> Schema {
        Schema(
            MoneyMomStore.schema { !["note-15.m4a", "note-20.m4a"].contains($0) }.versions.filter {
                $0.number <= number
            })
    }

    @Test("004.6 Five versions stand side by side; the last is the current one, and each leads there")
    func versions() throws {
        let schema = MoneyMomStore.schema { _ in true }
        #expect(schema.versions.map(\.number) == [1, 2, 3, 4, 5])
        for number in 1...5 {
            let db = try Database(path: folder.path("\(number).sqlite"))
            func version() throws -> Int? { try db.read { try $0.value(sql: "PRAGMA user_version", as: Int.self) } }
            try db.migrate(to: Self.schema(upTo: number))
            #expect(try version() == number)
            let report = try db.migrate(to: schema)
            #expect(report.from == number && report.to == 5)
            #expect(try version() == 5)
        }
    }

    @Test(
        "004.7 004.8 004.9 004.10 004.11 Version 1 → 2: id, voice note, tags and date come over, the amount is exact, nothing is processed",
        arguments: [0, 1, 1_000])
    func firstStep(_ count: Int) throws {
        try SampleStore.version1(count, at: path)
        let db = try Database(path: path)
        let old = try db.query(Version1.Record.self) { $0.order(Version1.Record.id) }
        let report = try db.migrate(to: Self.schema(upTo: 2))
        #expect(report.tables.map(\.rowsIn) == [count])
        #expect(report.tables.map(\.rowsOut) == [count])
        let new = try db.query(Version2.Record.self) { $0.order(Version2.Record.id) }
        #expect(new.map(\.id) == old.map(\.id))
        #expect(new.map(\.voiceNote) == old.map(\.voiceNote))
        #expect(new.map(\.tags) == old.map(\.tags))
        #expect(new.map(\.createdAt) == old.map(\.createdAt))
        #expect(new.map(\.amount) == old.map { Decimal(string: $0.amount) })
        #expect(new.allSatisfy { !$0.isProcessed && $0.transaction == nil })
        #expect(try db.count(Query(Version2.Transaction.self)) == 0)
        #expect(try db.all(Version2.Record.table.all).first?.columns.contains("created_at") != true)
    }

    @Test("004.11 In version 1 → 2 each old record is associated with the new one")
    func association() throws {
        try SampleStore.version1(20, at: path)
        // One that was deleted, so that numbers and places differ.
        let db = try Database(path: path)
        try db.run(Version1.Record.table.filter(Version1.Record.id == 3).delete())
        let found = Mutex<[Int64: [Int64]]>([:])
        let looking = Mapping(
            from: Version1.Record.self, name: "looking", rows: { _, _ in },
            relate: { old, migration in
                let new = try migration.destinations(of: old.id, in: "records")
                found.withLock { $0[old.id] = new }
            })
        let second = SchemaVersion(
            2, tables: Version2.schema.tables, mappings: Version2.schema.mappings + [looking])
        try db.migrate(to: Schema([Version1.schema, second]))
        let ids = (1...20).filter { $0 != 3 }.map(Int64.init)
        #expect(found.withLock { $0 } == Dictionary(uniqueKeysWithValues: ids.map { ($0, [$0]) }))
    }

    @Test("004.13 After the whole way 1 → 5 every record is there as a transaction", arguments: [0, 1, 1_000, 100_000])
    func wholeWay(_ count: Int) throws {
        try SampleStore.version1(count, at: path)
        let db = try Database(path: path)
        let old = try db.all(Version1.Record.table.select(Version1.Record.amount).order(Version1.Record.createdAt))
        try db.migrate(to: Self.schema(upTo: 5))
        let new = try db.query(Version5.Transaction.self) { $0.order(Version5.Transaction.createdAt) }
        #expect(new.count == count)
        #expect(new.map(\.amount) == old.map { Decimal(string: $0) })
        #expect(new.allSatisfy { $0.kind == .unsorted })
    }

    @Test("004.5 A store that no mapping leads away from is refused with a clear error, and untouched")
    func noMapping() throws {
        try SampleStore.version1(3, at: path)
        let db = try Database(path: path)
        let before = try db.query(Version1.Record.self)
        let bare = SchemaVersion(2, tables: Version2.schema.tables)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Schema([Version1.schema, bare])) }
        #expect(error?.description.hasPrefix("There is no mapping of table records from version 1 to 2: ") == true)
        #expect(try db.query(Version1.Record.self) == before)
        #expect(try db.read { try $0.value(sql: "PRAGMA user_version", as: Int.self) } == 1)
    }

    @Test(
        "004.17 An amount that is no number stops the migration and names the record",
        arguments: ["", "abc", "12 apples", "1.2.3", "1,5", "NaN", "nan", "0x10", "1e5", "--1", ".5", "5.", "∞", "١٢"])
    func badAmount(_ amount: String) throws {
        var bad = SampleStore.record(18)
        bad.amount = amount
        try SampleStore.version1(17, and: [bad, SampleStore.record(19)], at: path)
        let db = try Database(path: path)
        let before = try db.query(Version1.Record.self)
        let error = #expect(throws: SwormError.self) { try db.migrate(to: Self.schema(upTo: 5)) }
        #expect(
            error
                == .migrationFailed(
                    from: 1, to: 2, table: "records", record: "row 18", reason: "its amount is not a number"))
        #expect(try db.query(Version1.Record.self) == before)
        let report = try db.dryRun(to: Self.schema(upTo: 2))
        #expect(report.tables.first?.failures.map(\.record) == ["row 18"])
        #expect(report.tables.first?.rowsOut == 18)
    }

    @Test("An amount of 38 digits comes over exactly, and one of 39 is said to have too many")
    func longAmount() throws {
        let digits = String(repeating: "9", count: 38)
        var long = SampleStore.record(1)
        long.amount = "-\(digits.prefix(36)).\(digits.suffix(2))"
        try SampleStore.version1(0, and: [long], at: path)
        let db = try Database(path: path)
        try db.migrate(to: Self.schema(upTo: 2))
        #expect(try db.query(Version2.Record.self) { $0 }.map { "\($0.amount)" } == [long.amount])
        let zeros = String(repeating: "0", count: 60)
        for (text, number) in [
            ("0." + digits, "0." + digits), ("0.\(zeros)1", "0.\(zeros)1"), ("1.5\(zeros)", "1.5"), ("\(zeros)7", "7"),
            ("-\(zeros)7.25\(zeros)", "-7.25"),
        ] {
            #expect(try "\(Amount.exact(text))" == number, "zeros at either end are no digits")
        }
        for amount in [digits + "9", "9." + digits, "0." + String(repeating: "0", count: 128) + "1"] {
            #expect(throws: Amount.Unreadable.tooManyDigits) { try Amount.exact(amount) }
        }
        #expect("\(Amount.Unreadable.tooManyDigits)" == "its amount has too many digits; it can have at most 38")
    }

    /// Makes a store that isn't in WAL mode, and changes it by some SQL beforehand.
    private func makeStoreAtRest(_ records: [Version1.Record], sql: String) throws {
        let made = folder.path("made.sqlite")
        try SampleStore.version1(3, and: records, at: made)
        let db = try Database(path: made)
        if !sql.isEmpty { try db.writeWithoutTransaction { try $0.execute(sql: sql) } }
        try db.close()
        try Database.copy(made, to: path)
        try FileManager.default.removeItem(atPath: made)
    }

    @Test(
        "004.5 004.12 A store that can't be migrated, or is only checked, stays as it is byte for byte",
        arguments: [
            ("PRAGMA user_version = 9", ""), ("PRAGMA user_version = 0", ""),
            ("ALTER TABLE records ADD COLUMN more TEXT", ""), ("", "12 apples"), ("", "12.50"),
        ])
    func untouched(sql: String, amount: String) throws {
        var last = SampleStore.record(4)
        last.amount = amount.isEmpty ? last.amount : amount
        try makeStoreAtRest([last], sql: sql)
        let before = try Data(contentsOf: URL(filePath: path))
        for command in amount == "12.50" ? ["check"] : ["check", "migrate"] {
            let status = try program(command, path, in: folder)
            #expect(status == (amount == "12.50" ? 0 : 1))
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store.sqlite"])
        }
    }

    @Test("The report counts the tags that come along from records, and those that go with a processed one")
    func countedTags() throws {
        try SampleStore.version3(40, at: path)
        let db = try Database(path: path)
        try db.migrate(to: Self.schema(upTo: 4))
        let tags = try db.count(Tag.ofRecords.table.all)
        let before = try db.count(Tag.ofTransactions.table.all)
        let report = try db.migrate(to: Self.schema(upTo: 5))
        let counted = try #require(report.tables.first { $0.name == "record_tags" })
        #expect(try db.count(Tag.ofTransactions.table.all) == before + counted.rowsOut)
        #expect(counted.rowsIn == tags)
        #expect(counted.rowsOut > 0 && counted.dropped == tags - counted.rowsOut)
    }

    @Test("004.14 Version 2 → 3 adds the exact sum of every UTC day and kind")
    func dailySums() throws {
        try SampleStore.version3(200, at: path)
        let db = try Database(path: path)
        let sums = try db.query(Version3.DailySum.self) { $0.order(Version3.DailySum.day, Version3.DailySum.kind) }
        var expected: [String: Decimal] = [:]
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let epoch = Date(timeIntervalSince1970: 0)
        for transaction in try db.query(Version2.Transaction.self) {
            let day = calendar.dateComponents([.day], from: epoch, to: transaction.createdAt).day ?? -1
            expected["\(day) \(transaction.kind)", default: 0] += transaction.amount
        }
        #expect(Dictionary(uniqueKeysWithValues: sums.map { ("\($0.day) \($0.kind)", $0.sum) }) == expected)
        #expect(sums.count > 8)
    }

    @Test("004.14 In version 2 → 3 each transaction is associated with the sum that it is in")
    func sumAssociation() throws {
        let db = try Database(path: path)
        try db.migrate(to: Self.schema(upTo: 2))
        let days = [1, 2, 1, 3, 2]
        for (index, day) in days.enumerated() {
            try db.insert(
                Version2.Transaction(
                    id: Int64(index + 1), amount: 1, voiceNote: nil,
                    createdAt: Date(timeIntervalSince1970: Double(day) * 86_400), tags: "", place: nil, kind: .expense,
                    record: nil))
        }
        let found = Mutex<[Int]>([])
        let looking = Mapping(
            from: Version2.Transaction.self, name: "looking", keepsSource: true, rows: { _, _ in },
            relate: { old, migration in
                let sums = try migration.destinations(of: old.id, in: "transactions")
                let day = try migration.db.all(
                    Version3.DailySum.table.filter(Column("rowid").isIn(sums)).select(Version3.DailySum.day))
                found.withLock { $0 += day }
            })
        let third = SchemaVersion(3, tables: Version3.schema.tables, mappings: Version3.schema.mappings + [looking])
        try db.migrate(to: Schema([Version1.schema, Version2.schema, third]))
        #expect(found.withLock { $0 } == days)
    }

    @Test("A transaction of the number 0 keeps it and its tags")
    func numberZero() throws {
        try SampleStore.version3(4, at: path)
        let db = try Database(path: path)
        try db.migrate(to: Self.schema(upTo: 4))
        try db.write { db in
            let zero = Version4.Transaction(
                id: 0, amount: 7, voiceNote: nil, createdAt: .distantPast, place: nil, kind: .expense, record: nil)
            try db.insert(zero)
            try Tag.ofTransactions.tag(0, with: "rent", db)
        }
        try db.migrate(to: Self.schema(upTo: 5))
        #expect(try db.find(Version5.Transaction.self, Version5.Transaction.id, 0)?.amount == 7)
        #expect(try db.read { try Tag.ofTransactions.names(of: 0, $0) } == ["rent"])
        #expect(try db.count(Version5.Transaction.self) == 5)
    }

    @Test("004.14 Before 1970, too, a moment belongs to the UTC day in which it lies")
    func daysBefore1970() {
        for (seconds, day) in [(-1.0, -1), (-86_400, -1), (-86_400.5, -2), (0, 0), (86_399.9, 0), (86_400, 1)] {
            #expect(Version3.DailySum.day(of: Date(timeIntervalSince1970: seconds)) == day)
        }
    }

    @Test("A store with times beyond any calendar migrates", arguments: [1e30, -1e30, .infinity])
    func absurdTime(_ seconds: Double) throws {
        var odd = SampleStore.record(1_000)
        odd.createdAt = Date(timeIntervalSince1970: seconds)
        try SampleStore.version1(2, and: [odd], at: path)
        let db = try Database(path: path)
        try db.migrate(to: Self.schema(upTo: 5))
        #expect(try db.count(Query(Version5.Transaction.self)) == 3)
        #expect(Version3.DailySum.day(of: odd.createdAt) == (seconds < 0 ? .min : .max))
    }

    private func program(_ arguments: String..., in folder: TemporaryFolder) throws -> Int32 {
        let process = Process()
        process.executableURL = try MoneyMomProgram.url()
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        try process.begin()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test("What isn't there is neither checked nor migrated, and isn't made")
    func noStore() throws {
        for command in ["check", "migrate"] { #expect(try program(command, path, in: folder) == 1) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A database of another program is neither checked nor migrated")
    func foreignDatabase() throws {
        let db = try Database(path: path)
        try db.run(Tablex("notes").create { $0.column(Column<String>("text")) })
        try db.close()
        let before = try Data(contentsOf: URL(filePath: path))
        for command in ["check", "migrate"] {
            #expect(try program(command, path, in: folder) == 1)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    @Test("A migrated store is one file again")
    func oneFile() throws {
        try SampleStore.version1(20, at: path)
        #expect(try program("migrate", path, in: folder) == 0)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.url.path).contains("store.sqlite-wal"))
    }

    @Test("004.16 The program looks for the recordings beside the store, wherever it is called")
    func recordings() throws {
        try SampleStore.version1(20, at: path)
        try Data().write(to: URL(filePath: folder.path("note-10.m4a")))
        try FileManager.default.createDirectory(atPath: folder.path("note-20.m4a"), withIntermediateDirectories: false)
        #expect(try program("migrate", path, in: TemporaryFolder()) == 0)
        let db = try Database(path: path)
        #expect(try db.query(Version5.Transaction.self) { $0 }.compactMap(\.voiceNote) == ["note-10.m4a"])
    }

    @Test("004.15 Version 3 → 4 shares tags by name and keeps what record and transaction know of each other")
    func sharedTags() throws {
        try SampleStore.version3(40, at: path)
        let db = try Database(path: path)
        let old = try db.query(Version3.Record.self) { $0.order(Version3.Record.id) }
        let oldTransactions = try db.query(Version3.Transaction.self) { $0.order(Version3.Transaction.id) }
        try db.migrate(to: Self.schema(upTo: 4))
        let new = try db.query(Version4.Record.self) { $0.order(Version4.Record.id) }
        #expect(new.map(\.transaction) == old.map(\.transaction))
        let transactions = try db.query(Version4.Transaction.self) { $0.order(Version4.Transaction.id) }
        #expect(transactions.map(\.record) == oldTransactions.map(\.record))
        #expect(transactions.count == 20)
        #expect(try db.query(Tag.self).map(\.name).sorted() == ["bus", "food", "gift", "home", "school"])
        try db.read { db in
            for record in old {
                let words = Set(record.tags.split(separator: " ").map(String.init)).sorted()
                let names = try Tag.ofRecords.names(of: record.id, db)
                #expect(names == words)
            }
            for transaction in oldTransactions {
                let words = Set(transaction.tags.split(separator: " ").map(String.init)).sorted()
                let names = try Tag.ofTransactions.names(of: transaction.id, db)
                #expect(names == words)
            }
        }
    }

    @Test(
        "004.16 Version 4 → 5 keeps transactions, turns the unprocessed into unsorted ones, drops sums and dead notes")
    func lastStep() throws {
        try SampleStore.version3(40, at: path)
        let db = try Database(path: path)
        try db.migrate(to: Self.schema(upTo: 4))
        let records = try db.query(Version4.Record.self) { $0.order(Version4.Record.id) }
        let transactions = try db.query(Version4.Transaction.self) { $0.order(Version4.Transaction.id) }
        let tags = try db.read { db in try records.map { try Tag.ofRecords.names(of: $0.id, db) } }
        let report = try db.migrate(to: Self.schema(upTo: 5))
        #expect(report.tables.first { $0.name == "records" }?.dropped == 20)

        let new = try db.query(Version5.Transaction.self) { $0.order(Version5.Transaction.createdAt) }
        #expect(new.count == 40)
        let sorted = new.filter { $0.kind != .unsorted }.sorted { $0.id ?? 0 < $1.id ?? 0 }
        #expect(sorted.map(\.id) == transactions.map(\.id))
        #expect(sorted.map(\.kind.rawValue) == transactions.map(\.kind.rawValue))
        #expect(sorted.map(\.place) == transactions.map(\.place))
        let unsorted = new.filter { $0.kind == .unsorted }
        let unprocessed = records.filter { !$0.isProcessed }
        #expect(unsorted.map(\.amount) == unprocessed.map(\.amount))
        #expect(unsorted.map(\.createdAt) == unprocessed.map(\.createdAt))
        // The files of notes 15 and 20 are gone.
        #expect(transactions.compactMap(\.voiceNote) == [5, 15, 25, 35].map { "note-\($0).m4a" })
        #expect(sorted.compactMap(\.voiceNote) == [5, 25, 35].map { "note-\($0).m4a" })
        #expect(unprocessed.compactMap(\.voiceNote) == ["note-10.m4a", "note-20.m4a", "note-30.m4a", "note-40.m4a"])
        #expect(unsorted.compactMap(\.voiceNote) == ["note-10.m4a", "note-30.m4a", "note-40.m4a"])
        try db.read { db in
            for (record, names) in zip(records, tags) where !record.isProcessed {
                let transaction = try #require(unsorted.first { $0.createdAt == record.createdAt })
                #expect(try Tag.ofTransactions.names(of: try #require(transaction.id), db) == names)
            }
            let tables = try db.rows(sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            #expect(
                try tables.map { try $0.get(at: 0, as: String.self) } == ["tags", "transaction_tags", "transactions"])
        }
    }
}
