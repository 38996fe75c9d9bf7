public import Foundation
public import Sworm
import Synchronization

/// The store of an expense app whose data has changed shape four times.
public enum MoneyMomStore {
    /// All five versions.
    ///
    /// - Parameters:
    ///   - fileExists: whether the recording of this name is still there.
    ///   - moved: gets the number of a record that nobody had looked at, and of the transaction that it became.
    public static func schema(
        fileExists: @escaping @Sendable (String) -> Bool,
        moved: @escaping @Sendable (_ record: Int64, _ transaction: Int64) -> Void = { _, _ in }
    ) -> Schema {
        Schema([
            Version1.schema, Version2.schema, Version3.schema, Version4.schema,
            Version5.schema(fileExists: fileExists, moved: moved),
        ])
    }

    /// The file of the voice note with this name; nil if there is none. Recordings lie beside the store, or in folders
    /// there: a name that leads anywhere else, by `..` or a link, would take in what the store's maker never had.
    public static func recording(_ name: String, besideStoreAt path: String) -> URL? {
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent()
        let file = folder.appending(path: name).resolvingSymlinksInPath()
        guard file.pathComponents.starts(with: folder.pathComponents) else { return nil }
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        return type == .typeRegular ? file : nil
    }

    /// Tells what a store of any version holds today, the oldest first. The store itself isn't touched: a copy is migrated.
    ///
    /// - Throws: `NotAStore`, or what makes it impossible to read or migrate it.
    public static func transactions(at path: String) throws -> [StoredTransaction] {
        try withCopy(of: path) { database in
            if let all = try database.read({ try CoreDataStore($0, at: path)?.all($0) }) { return all }
            try checkVersion(database)
            try checkReferences(database)
            let records = Mutex<[Int64: Int64]>([:])
            let schema = schema(
                fileExists: { recording($0, besideStoreAt: path) != nil },
                moved: { record, transaction in records.withLock { $0[transaction] = record } })
            try database.migrate(to: schema)
            return try database.read { db in
                let all = Version5.Transaction.table
                let inOrder = Query(Version5.Transaction.self)
                    .order(Version5.Transaction.createdAt, all[Version5.Transaction.id])
                var result: [StoredTransaction] = []
                try db.eachRow(inOrder) { row in
                    let id = try row.get(Version5.Transaction.id)
                    let transaction: Version5.Transaction
                    do {
                        transaction = try Version5.Transaction.parse(row)
                    } catch {
                        throw Unreadable(table: all.name, row: id, reason: "\(error)")
                    }
                    result.append(
                        StoredTransaction(
                            id: id, record: records.withLock { $0[id] }, amount: transaction.amount,
                            createdAt: transaction.createdAt, kind: transaction.kind, place: transaction.place,
                            tags: try Tag.ofTransactions.names(of: id, db),
                            recording: transaction.voiceNote.flatMap { recording($0, besideStoreAt: path) }))
                }
                return result
            }
        }
    }

    /// Throws where a row refers to one that isn't there: what the two were together can't be known, and a migration
    /// would leave it out.
    private static func checkReferences(_ database: Database) throws {
        let dangling = try database.read { try $0.rows(sql: "PRAGMA foreign_key_check").first }
        guard let dangling else { return }
        throw Unreadable(
            table: try dangling.get(at: 0), row: try dangling.get(at: 1, as: Int64?.self),
            reason: "It refers to a row of \(try dangling.get(at: 2, as: String.self)) that isn't there.")
    }

    /// Tells what migrating a store of any version would do. The store itself isn't touched, byte for byte: a copy is tried.
    ///
    /// - Throws: `NotAStore`, also for a store of Core Data, or what makes it impossible to migrate, but for rows that fail:
    ///   those are in the report.
    public static func dryRun(
        at path: String, progress: (MigrationProgress) -> Void = { _ in }
    ) throws -> MigrationReport {
        try withCopy(of: path) {
            try checkVersion($0)
            return try $0.dryRun(to: schema { recording($0, besideStoreAt: path) != nil }, progress: progress)
        }
    }

    /// Calls `body` with a copy of the store, since opening a file for writing changes it already.
    private static func withCopy<Result>(of path: String, _ body: (Database) throws -> Result) throws -> Result {
        let files = FileManager.default
        // The log of a link's file, and the recordings, lie beside the file.
        let store = URL(filePath: path).resolvingSymlinksInPath()
        guard try files.attributesOfItem(atPath: store.path)[.type] as? FileAttributeType == .typeRegular else {
            throw NotAStore()
        }
        let folder = files.temporaryDirectory.appending(path: "moneymom-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        let copy = folder.appending(path: "store").path
        do {
            try Database.copy(store.path, to: copy)
        } catch SwormError.cannotOpen(_, let failure) where failure.code.primary == .notADatabase {
            throw NotAStore()
        }
        let database = try Database(path: copy)
        defer { try? database.close() }
        return try body(database)
    }

    private static func checkVersion(_ database: Database) throws {
        guard try database.read({ try $0.value(sql: "PRAGMA user_version", as: Int.self) }) ?? 0 > 0 else {
            throw NotAStore()
        }
    }

    /// Makes a store of version 1 with so many records.
    public static func generate(_ count: Int, at path: String) throws {
        try SampleStore.version1(count, at: path)
    }

    /// A row that can't be taken over.
    struct Unreadable: Error, CustomStringConvertible {
        let table: String
        /// Its number, where it has one.
        let row: Int64?
        let reason: String

        var description: String { "\(table)\(row.map { ", row \($0)" } ?? ""): \(reason)" }
    }

    /// Thrown for a file that isn't a store of Money Mom, such as one without a version.
    public struct NotAStore: Error, CustomStringConvertible {
        public var description: String { "This isn't a store of Money Mom." }
    }
}

/// Something that was spent or earned, or that nobody has looked at yet.
public struct StoredTransaction: Sendable {
    /// Its number in the newest version.
    public let id: Int64
    /// The number of the quick record that it is in the store itself, where that is older than version 5.
    public let record: Int64?
    /// The amount as it is stored: Money Mom knew no currencies.
    public let amount: Decimal
    /// When it was recorded.
    public let createdAt: Date
    /// The kind.
    public let kind: StoredKind
    /// Where it was; nil if nobody said so.
    public let place: String?
    /// Sorted.
    public let tags: [String]
    /// The file of the voice note.
    public let recording: URL?
}

/// The kind of a transaction. The numbers are those that are stored.
public enum StoredKind: Int, Value {
    /// Something earned.
    case income = 0
    /// Something spent.
    case expense = 1
    /// Nobody has looked at it yet.
    case unsorted = 2
}
