import Foundation
import Sworm

/// A store as the app itself left it on a phone, in version 1 or 2 of its model: Core Data puts a `Z` before the names of
/// tables and attributes, numbers rows by `Z_PK`, and counts seconds from 2001.
struct CoreDataStore {
    /// Why a store can't be read as a whole.
    struct Unknown: Error, CustomStringConvertible {
        let reason: String

        var description: String {
            "This is a Core Data store of Money Mom, and \(reason). Daybook reads versions 1 and 2 of its model. Keep the "
                + "file."
        }
    }

    private let records: String
    private let transactions: String?
    /// Of the store's file, beside which recordings lie.
    private let path: String

    /// Nil for a file that isn't a store of Core Data.
    init?(_ db: Connection, at path: String) throws {
        self.path = path
        let names = try db.rows(sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            .map { try $0.get(at: 0, as: String.self) }
        func table(_ wanted: String...) -> String? { names.first { wanted.contains($0.uppercased()) } }
        let transactions = table("ZTRANSACTION", "ZTRANSACTIONS")
        guard table("Z_METADATA") != nil, let records = table("ZQUICKRECORD", "ZRECORD") ?? transactions else {
            return nil
        }
        guard records != transactions else { throw Unknown(reason: "it has no quick records") }
        if names.contains(where: { ["ZTAG", "ZDAILYSUM"].contains($0.uppercased()) }) {
            throw Unknown(reason: "its model is a later one")
        }
        (self.records, self.transactions) = (records, transactions)
    }

    /// The oldest first.
    func all(_ db: Connection) throws -> [StoredTransaction] {
        var all: [StoredTransaction] = []
        var made: [Int64: Int64] = [:]
        try each(records, in: db) { row in
            if let transaction = try row.integer("TRANSACTION"), transactions != nil {
                made[transaction] = row.number
            } else {
                all.append(try stored(row, record: row.number, .unsorted))
            }
        }
        if let transactions {
            try each(transactions, in: db) { row in
                let kind: StoredKind =
                    switch try row.integer("TYPE", "KIND", "TRANSACTIONTYPE") {
                    case 0: .income
                    case 1: .expense
                    default: throw row.unreadable("its type is neither income nor expense")
                    }
                all.append(try stored(row, record: made.removeValue(forKey: row.number), kind))
            }
        }
        if let (transaction, record) = made.first {
            throw MoneyMomStore.Unreadable(
                table: records, row: record, reason: "It refers to transaction \(transaction), which isn't there.")
        }
        return all.sorted { ($0.createdAt, $0.kind.rawValue, $0.id) < ($1.createdAt, $1.kind.rawValue, $1.id) }
    }

    private func stored(_ row: StoreRow, record: Int64?, _ kind: StoredKind) throws -> StoredTransaction {
        let note = try row.text("VOICENOTE") ?? ""
        // A phone may have written the whole path, of a folder that is there alone.
        let file = note.split(separator: "/").last.map { String($0) } ?? ""
        return StoredTransaction(
            id: row.number, record: record, amount: try row.amount(), createdAt: try row.time(), kind: kind,
            place: try row.text("PLACE"), tags: try row.words().sorted(),
            recording: note.isEmpty
                ? nil
                : MoneyMomStore.recording(note, besideStoreAt: path)
                    ?? MoneyMomStore.recording(file, besideStoreAt: path))
    }

    private func each(_ table: String, in db: Connection, _ body: (StoreRow) throws -> Void) throws {
        let name = table.replacingOccurrences(of: "\"", with: "\"\"")
        try db.eachRow(sql: "SELECT * FROM \"\(name)\"") { try body(StoreRow(table, $0)) }
    }
}

/// One row of a table of Core Data.
private struct StoreRow {
    let table: String
    let number: Int64
    private let row: Row
    private let places: [String: Int]

    init(_ table: String, _ row: Row) throws {
        (self.table, self.row) = (table, row)
        // Version 1 called `created_at` what version 2 calls `createdAt`.
        places = Dictionary(
            row.columns.enumerated().map { ($1.uppercased().filter { $0 != "_" }, $0) },
            uniquingKeysWith: { first, _ in first })
        guard let place = places["ZPK"], case .integer(let number) = try row.stored(at: place) else {
            throw MoneyMomStore.Unreadable(table: table, row: nil, reason: "It has a row without a number.")
        }
        self.number = number
    }

    func unreadable(_ reason: String) -> MoneyMomStore.Unreadable {
        MoneyMomStore.Unreadable(table: table, row: number, reason: reason)
    }

    private func value(_ names: [String]) throws -> StoredValue? {
        for name in names { if let place = places["Z" + name] { return try row.stored(at: place) } }
        return nil
    }

    func integer(_ names: String...) throws -> Int64? {
        if case .integer(let number)? = try value(names) { return number }
        return nil
    }

    func text(_ name: String) throws -> String? {
        if case .text(let text)? = try value([name]) { return text }
        return nil
    }

    /// Text in version 1, a number later.
    func amount() throws -> Decimal {
        switch try value(["AMOUNT"]) {
        case .text(let text)?:
            do {
                return try Amount.exact(text)
            } catch {
                throw unreadable(error.description)
            }
        case .integer(let number)?: return Decimal(number)
        case .real(let number)?:
            // The shortest number that is the same one: as many decimals as the person wrote.
            guard number.isFinite, let amount = Decimal(string: "\(number)") else {
                throw unreadable("its amount is not a number")
            }
            return amount
        default: throw unreadable("it has no amount")
        }
    }

    /// Core Data counts from the start of 2001 in UTC.
    func time() throws -> Date {
        switch try value(["CREATEDAT"]) {
        case .integer(let seconds)?: Date(timeIntervalSinceReferenceDate: Double(seconds))
        case .real(let seconds)?: Date(timeIntervalSinceReferenceDate: seconds)
        default: throw unreadable("it has no time")
        }
    }

    func words() throws -> [String] {
        switch try value(["TAGS"]) {
        case .blob(let bytes)?:
            do {
                return try ArchivedWords.words(in: bytes)
            } catch {
                throw unreadable(error.description)
            }
        case .text(let text)?: return text.split(separator: " ").map { String($0) }
        default: return []
        }
    }
}
