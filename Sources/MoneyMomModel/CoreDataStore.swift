import Foundation
import Sworm

/// A store as the app itself left it on a phone: Core Data puts a `Z` before the names of tables and attributes, numbers
/// rows by `Z_PK`, counts seconds from 2001, and keeps entities that inherit from one another in one table, where `Z_ENT`
/// says which a row is.
struct CoreDataStore {
    /// Why a store can't be read as a whole.
    struct Unknown: Error, CustomStringConvertible {
        let reason: String

        var description: String { "This is a Core Data store of Money Mom, and \(reason). Keep the file." }
    }

    /// The kinds of rows.
    private enum Role {
        case record, transaction, tag
        /// Sums that the app made of the rest.
        case sum

        /// Finds it by the name of its entity or its table.
        init?(_ name: String) {
            switch name.uppercased() {
            case "QUICKRECORD", "RECORD": self = .record
            case "TRANSACTION", "TRANSACTIONS": self = .transaction
            case "TAG", "TAGS": self = .tag
            case let name where name.contains("SUM"): self = .sum
            default: return nil
            }
        }
    }

    /// The names of tables: of entities, and of what joins rows of two.
    private let (tables, joins): ([String], [String])
    /// The names of entities by their numbers.
    private let entities: [Int64: String]
    /// The path of the store's file, beside which recordings lie.
    private let path: String

    /// Nil for a file that isn't a store of Core Data with records or transactions in it.
    init?(_ db: Connection, at path: String) throws {
        self.path = path
        let names = try db.rows(sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .map { try $0.get(at: 0, as: String.self) }
        guard names.contains(where: { $0.uppercased() == "Z_METADATA" }) else { return nil }
        var entities: [Int64: String] = [:]
        if let table = names.first(where: { $0.uppercased() == "Z_PRIMARYKEY" }) {
            for row in try db.rows(sql: "SELECT Z_ENT, Z_NAME FROM \(Self.quoted(table))") {
                if let name = try row.get(at: 1, as: String?.self) { entities[try row.get(at: 0)] = name }
            }
        }
        self.entities = entities
        tables = names.filter { $0.uppercased().hasPrefix("Z") && !$0.hasPrefix("Z_") }
        joins = names.filter { name in name.hasPrefix("Z_") && name.dropFirst(2).first?.isNumber == true }
        let all = tables.map { String($0.dropFirst()) } + entities.values
        guard all.contains(where: { [.record, .transaction].contains(Role($0)) }) else { return nil }
    }

    /// The oldest first.
    func all(_ db: Connection) throws -> [StoredTransaction] {
        var (records, transactions, words): ([StoreRow], [StoreRow], [StoreKey: String]) = ([], [], [:])
        for table in tables {
            try each(table, in: db) { row in
                let name = row.entity.flatMap { entities[$0] } ?? String(table.dropFirst())
                guard let role = Role(name) else {
                    throw Unknown(reason: "it has rows of “\(name)”, which Daybook doesn't know")
                }
                switch role {
                case .record: records.append(row)
                case .transaction: transactions.append(row)
                case .tag: words[row.key] = try row.word()
                case .sum: return
                }
                try row.check()
            }
        }
        let tags = try tags(words, db)
        let recordings = Recordings(besideStoreAt: path)
        var made: [Int64: Int64] = [:]
        for record in records {
            if let transaction = try record.integer("TRANSACTION") { made[transaction] = record.key.number }
        }
        var all: [StoredTransaction] = []
        for row in transactions {
            let record = try made.removeValue(forKey: row.key.number) ?? row.integer("QUICKRECORD", "RECORD")
            all.append(try stored(row, record: record, row.kind(), tags[row.key] ?? [], recordings))
        }
        if let (transaction, record) = made.first {
            throw MoneyMomStore.Unreadable(
                table: records.first { $0.key.number == record }?.key.table ?? "", row: record,
                reason: "It refers to transaction \(transaction), which isn't there.")
        }
        let settled = Set(all.compactMap(\.record))
        for row in records where !settled.contains(row.key.number) {
            all.append(try stored(row, record: row.key.number, .unsorted, tags[row.key] ?? [], recordings))
        }
        return all.sorted { ($0.createdAt, $0.kind.rawValue, $0.id) < ($1.createdAt, $1.kind.rawValue, $1.id) }
    }

    private func stored(
        _ row: StoreRow, record: Int64?, _ kind: StoredKind, _ tags: [String], _ recordings: Recordings
    ) throws -> StoredTransaction {
        StoredTransaction(
            id: row.key.number, record: record, amount: try row.amount(), createdAt: try row.time(), kind: kind,
            place: try row.text("PLACE", "LOCATION"), tags: Set(try row.words() + tags).sorted(),
            recording: try recordings.file(row.text("VOICENOTE"), row.uuid("AUDIOUUID")))
    }

    /// The tags of records and transactions, of which each may have many. A table that joins two entities has a column
    /// for each, named after its number.
    private func tags(_ words: [StoreKey: String], _ db: Connection) throws -> [StoreKey: [String]] {
        var tags: [StoreKey: [String]] = [:]
        for join in joins {
            try db.eachRow(sql: "SELECT * FROM \(Self.quoted(join))") { row in
                var ends: [Bool: (number: Int64, entity: String)] = [:]
                for (place, column) in row.columns.enumerated() {
                    guard let match = column.uppercased().wholeMatch(of: /Z_(\d+)(.+)/), let entity = Int64(match.1),
                        case .integer(let number) = try row.stored(at: place)
                    else { continue }
                    let name = entities[entity] ?? String(match.2)
                    ends[Role(name) == .tag] = (number, name)
                }
                guard let tag = ends[true], let owner = ends[false] else {
                    throw Unknown(reason: "it has rows in \(join), which Daybook doesn't know")
                }
                let word = words.first { $0.key.number == tag.number }?.value
                guard let word else {
                    throw MoneyMomStore.Unreadable(
                        table: join, row: nil, reason: "It refers to tag \(tag.number), which isn't there.")
                }
                tags[StoreKey(table: table(of: owner.entity), number: owner.number), default: []].append(word)
            }
        }
        return tags
    }

    /// The table of an entity: one of its own, or the only one there is for all that inherit.
    private func table(of entity: String) -> String {
        let own = tables.first { $0.dropFirst().uppercased() == entity.uppercased() }
        let shared = tables.first { table in
            let name = String(table.dropFirst())
            return Role(name) != .tag && Role(name) != .sum
        }
        return own ?? shared ?? ""
    }

    private func each(_ table: String, in db: Connection, _ body: (StoreRow) throws -> Void) throws {
        try db.eachRow(sql: "SELECT * FROM \(Self.quoted(table))") { try body(StoreRow(table, $0)) }
    }

    private static func quoted(_ table: String) -> String {
        "\"" + table.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}

/// The recordings beside a store.
private struct Recordings {
    private let path: String
    /// Where those lie that bear a UUID, with or without an ending.
    private let files: [UUID: String]

    init(besideStoreAt path: String) {
        self.path = path
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        let manager = FileManager.default
        func names(_ folder: String) -> [String] { ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
        var files: [UUID: String] = [:]
        func take(_ file: String) {
            let name = file.split(separator: "/").last ?? ""
            guard let stem = name.split(separator: ".").first, let uuid = UUID(uuidString: String(stem)) else { return }
            if files[uuid] == nil { files[uuid] = file }
        }
        for name in names(folder) {
            take(name)
            // In the app's own folder for them; no deeper.
            for file in names(folder + "/" + name) { take(name + "/" + file) }
        }
        self.files = files
    }

    func file(_ note: String?, _ uuid: UUID?) -> URL? {
        if let uuid { return files[uuid].flatMap { MoneyMomStore.recording($0, besideStoreAt: path) } }
        guard let note, !note.isEmpty else { return nil }
        // A phone may have written the whole path, of a folder that is there alone.
        let file = note.split(separator: "/").last.map { String($0) } ?? ""
        return MoneyMomStore.recording(note, besideStoreAt: path)
            ?? MoneyMomStore.recording(file, besideStoreAt: path)
    }
}
