public import DaybookCore
public import Sworm

/// A rate of exchange as a copy of a book has it.
public struct RateRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let rate: Rate

    public var item: Rate { rate }
}

extension RateRow: Model {
    public static var table: Tablex { Tablex("rates") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let day = Expression<CivilDate>("day")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(Rate.fields)

    public static func parse(_ row: Row) throws -> RateRow {
        RateRow(number: try row.get(key), rate: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(rate) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The rates of some days, the newest first.
    public func rateRows(from: CivilDate? = nil, through: CivilDate? = nil) throws -> [RateRow] {
        var query = Query(RateRow.self)
        if let from { query = query.where(RateRow.day >= from) }
        if let through { query = query.where(RateRow.day <= through) }
        return try db.all(query.order(RateRow.day.descending, RateRow.id.ascending))
    }

    /// The rate with this id; nil if there is none, or it is deleted.
    public func rateRow(_ id: EntityID) throws -> RateRow? { try db.find(RateRow.self, RateRow.id, id) }
}

extension BookTransaction {
    /// Says what a currency was worth on a day. What was said of it before counts no more.
    @discardableResult
    public func set(_ rate: Rate) throws -> RateRow {
        try perform(.add(.rate, rate.id, rate.changes))
        guard let row = try reader.rateRow(rate.id) else { throw ItemError.notFound(.rate, rate.id) }
        return row
    }

    /// Writes the row of a rate, or takes it away.
    func projectRate(_ record: Record) throws {
        try write(record.id, Rate(record).map { rate in { RateRow(number: $0, rate: rate) } })
    }
}
