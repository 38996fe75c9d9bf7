public import DaybookCore
public import Sworm

/// A filter as a copy of a book has it.
public struct FilterRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let filter: SavedFilter

    public var item: SavedFilter { filter }
}

extension FilterRow: Model {
    public static var table: Tablex { Tablex("filters") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let position = Expression<Position>("position")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(SavedFilter.fields)

    public static func parse(_ row: Row) throws -> FilterRow {
        FilterRow(number: try row.get(key), filter: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(filter) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The filters in their order.
    public func filters() throws -> [FilterRow] {
        try db.all(Query(FilterRow.self).order(FilterRow.position, FilterRow.id))
    }

    /// The filter with this id; nil if there is none, or it is deleted.
    public func filterRow(_ id: EntityID) throws -> FilterRow? { try db.find(FilterRow.self, FilterRow.id, id) }
}

extension BookTransaction {
    /// Adds a filter.
    @discardableResult
    public func add(filter: Changes) throws -> FilterRow {
        let id = EntityID(using: &random)
        try perform(.add(.filter, id, filter))
        guard let row = try reader.filterRow(id) else { throw ItemError.notFound(.filter, id) }
        return row
    }

    /// Writes the row of a filter, or takes it away.
    func projectFilter(_ record: Record) throws {
        try write(record.id, SavedFilter(record).map { filter in { FilterRow(number: $0, filter: filter) } })
    }
}
