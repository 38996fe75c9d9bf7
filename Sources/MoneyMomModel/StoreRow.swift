import Foundation
import Sworm

/// Tells a row of a store from all others.
struct StoreKey: Hashable {
    let table: String
    let number: Int64
}

/// One row of a table of Core Data.
struct StoreRow {
    let key: StoreKey
    /// The number of its entity.
    let entity: Int64?
    private let values: [String: StoredValue]

    /// The columns that rows are known to have. The names that other versions of the model used stand beside those of this one.
    private static let known: Set = [
        "ZID", "ZAMOUNT", "ZAUDIOUUID", "ZVOICENOTE", "ZCREATEDAT", "ZDATE", "ZTAGS", "ZISPROCESSED", "ZTRANSACTION",
        "ZTYPE", "ZKIND", "ZTRANSACTIONTYPE", "ZPLACE", "ZLOCATION", "ZRECORD", "ZQUICKRECORD",
    ]
    private static let ofTags = ["NAME", "CONTENT", "TEXT", "WORD", "TITLE", "TAG", "LABEL"]

    init(_ table: String, _ row: Row) throws {
        var values: [String: StoredValue] = [:]
        for (place, column) in row.columns.enumerated() {
            // Version 1 called `created_at` what version 2 calls `createdAt`.
            let name = column.uppercased().filter { $0 != "_" }
            if values[name] == nil { values[name] = try row.stored(at: place) }
        }
        guard case .integer(let number)? = values["ZPK"] else {
            throw MoneyMomStore.Unreadable(table: table, row: nil, reason: "It has a row without a number.")
        }
        key = StoreKey(table: table, number: number)
        self.values = values
        entity = if case .integer(let entity)? = values["ZENT"] { entity } else { nil }
    }

    /// Throws where it has a value in a column that means nothing here, rather than to leave it out.
    func check() throws {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            if case .null = value { continue }
            // Beside a reference to one of several entities stands the entity's number: `Z2_TRANSACTION`.
            let isOfCoreData = ["ZPK", "ZENT", "ZOPT"].contains(name) || name.dropFirst().first?.isNumber == true
            guard isOfCoreData || Self.known.contains(name) || Self.ofTags.contains(String(name.dropFirst())) else {
                throw unreadable("It has \(name), which Daybook doesn't know.")
            }
        }
    }

    func unreadable(_ reason: String) -> MoneyMomStore.Unreadable {
        MoneyMomStore.Unreadable(table: key.table, row: key.number, reason: reason)
    }

    private func value(_ names: [String]) -> StoredValue? {
        for name in names {
            guard let value = values["Z" + name] else { continue }
            if case .null = value { continue }
            return value
        }
        return nil
    }

    func integer(_ names: String...) throws -> Int64? {
        switch value(names) {
        case .integer(let number)?: return number
        case nil: return nil
        default: throw unreadable("Z\(names[0]) isn't the number of a row")
        }
    }

    func text(_ names: String...) throws -> String? {
        switch value(names) {
        case .text(let text)?: return text
        case nil: return nil
        default: throw unreadable("Z\(names[0]) isn't a text")
        }
    }

    /// The 16 bytes of one, or its text.
    func uuid(_ name: String) throws -> UUID? {
        switch value([name]) {
        case nil: return nil
        case .blob(let bytes)? where bytes.count == 16:
            return UUID(
                uuid: (
                    bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                    bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
                ))
        case .text(let text)? where UUID(uuidString: text) != nil: return UUID(uuidString: text)
        default: throw unreadable("Z\(name) isn't a UUID")
        }
    }

    /// A number, or a `TransactionType` that was archived.
    func kind() throws -> StoredKind {
        let number: Int64?
        switch value(["TYPE", "KIND", "TRANSACTIONTYPE"]) {
        case .integer(let type)?: number = type
        case .blob(let bytes)?:
            do {
                number = try Int64(ArchivedObject.number("rawValue", in: bytes))
            } catch {
                throw unreadable("its type can't be read")
            }
        default: number = nil
        }
        guard let kind = number.flatMap({ Int(exactly: $0) }).flatMap({ StoredKind(rawValue: $0) }) else {
            throw unreadable("its type is neither income nor expense")
        }
        return kind
    }

    /// Text in version 1, a number later.
    func amount() throws -> Decimal {
        switch value(["AMOUNT"]) {
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
        switch value(["CREATEDAT", "DATE"]) {
        case .integer(let seconds)?: Date(timeIntervalSinceReferenceDate: Double(seconds))
        case .real(let seconds)?: Date(timeIntervalSinceReferenceDate: seconds)
        default: throw unreadable("it has no time")
        }
    }

    /// The tags that lie in the row itself, before they were entities of their own.
    func words() throws -> [String] {
        switch value(["TAGS"]) {
        case nil: return []
        case .blob(let bytes)?:
            do {
                return try ArchivedObject.words(in: bytes)
            } catch {
                throw unreadable("its tags can't be read")
            }
        case .text(let text)?: return text.split(separator: " ").map { String($0) }
        default: throw unreadable("its tags can't be read")
        }
    }

    /// The text of a tag.
    func word() throws -> String {
        guard case .text(let word)? = value(Self.ofTags) else { throw unreadable("its text isn't there") }
        return word
    }
}
