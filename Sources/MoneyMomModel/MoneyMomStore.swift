public import Foundation
public import Sworm

/// The store of an expense app whose data has changed shape four times.
public enum MoneyMomStore {
    /// All five versions.
    ///
    /// - Parameter fileExists: whether the recording of this name is still there.
    public static func schema(fileExists: @escaping @Sendable (String) -> Bool) -> Schema {
        Schema([
            Version1.schema, Version2.schema, Version3.schema, Version4.schema, Version5.schema(fileExists: fileExists),
        ])
    }

    /// What a store of any version holds today, the oldest first. The store itself isn't touched: a copy is migrated.
    ///
    /// Recordings lie beside the store.
    public static func transactions(at path: String) throws -> [StoredTransaction] {
        let files = FileManager.default
        // Of a link the copy would be a link, too.
        let store = URL(filePath: path).resolvingSymlinksInPath()
        guard try files.attributesOfItem(atPath: store.path)[.type] as? FileAttributeType == .typeRegular else {
            throw NotAStore()
        }
        let folder = files.temporaryDirectory.appending(path: "moneymom-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        // What is committed and not yet in the file itself lies in the log beside it.
        for suffix in ["", "-wal"] where suffix.isEmpty || files.fileExists(atPath: store.path + suffix) {
            try files.copyItem(at: URL(filePath: store.path + suffix), to: folder.appending(path: "store" + suffix))
        }
        let database = try Database(path: folder.appending(path: "store").path)
        defer { try? database.close() }
        guard try database.read({ try $0.value(sql: "PRAGMA user_version", as: Int.self) }) ?? 0 > 0 else {
            throw NotAStore()
        }
        let beside = store.deletingLastPathComponent()
        @Sendable func recording(_ name: String) -> URL? {
            let file = beside.appending(path: name)
            return FileManager.default.fileExists(atPath: file.path) ? file : nil
        }
        try database.migrate(to: schema { recording($0) != nil })
        return try database.read { db in
            let all = Version5.Transaction.table
            return try db.query(Version5.Transaction.self) {
                $0.order(Version5.Transaction.createdAt, all[Version5.Transaction.id])
            }.map { transaction in
                StoredTransaction(
                    id: transaction.id, amount: transaction.amount, createdAt: transaction.createdAt,
                    kind: transaction.kind, place: transaction.place,
                    tags: try Tag.ofTransactions.names(of: transaction.id, db),
                    recording: transaction.voiceNote.flatMap { recording($0) })
            }
        }
    }

    /// Makes a store of version 1 with so many records.
    public static func generate(_ count: Int, at path: String) throws {
        try SampleStore.version1(count, at: path)
    }

    /// A file without a version is no store of Money Mom.
    public struct NotAStore: Error, CustomStringConvertible {
        public var description: String { "This is no store of Money Mom." }
    }
}

/// Something that was spent or earned, or that nobody has looked at yet.
public struct StoredTransaction: Sendable {
    public let id: Int64
    public let amount: Decimal
    public let createdAt: Date
    public let kind: StoredKind
    public let place: String?
    /// Sorted.
    public let tags: [String]
    /// The file of the voice note.
    public let recording: URL?
}

/// The numbers are those that are stored.
public enum StoredKind: Int, Value {
    case income = 0
    case expense = 1
    case unsorted = 2
}
