public import DaybookCore
public import Sworm

/// A payee, or another name of one, as a copy of a book has it.
public struct PayeeRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let payee: Payee

    public var item: Payee { payee }
}

extension PayeeRow: Model {
    public static var table: Tablex { Tablex("payees") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let name = Expression<String>("name")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(Payee.fields)

    public static func parse(_ row: Row) throws -> PayeeRow {
        PayeeRow(number: try row.get(key), payee: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(payee) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The payees and their other names, by name.
    public func payees() throws -> [PayeeRow] {
        try db.all(Query(PayeeRow.self).order(PayeeRow.name, PayeeRow.id))
    }

    /// The payee with this id, or the other name of one; nil if there is none, or it is deleted.
    public func payeeRow(_ id: EntityID) throws -> PayeeRow? { try db.find(PayeeRow.self, PayeeRow.id, id) }
}

extension BookTransaction {
    /// Adds a payee, or another name of one.
    @discardableResult
    public func add(payee: Changes) throws -> PayeeRow {
        let id = EntityID(using: &random)
        try perform(.add(.payee, id, payee))
        guard let row = try reader.payeeRow(id) else { throw ItemError.notFound(.payee, id) }
        return row
    }

    /// Writes the row of a payee, or takes it away.
    func projectPayee(_ record: Record) throws {
        try write(record.id, Payee(record).map { payee in { PayeeRow(number: $0, payee: payee) } })
    }
}
