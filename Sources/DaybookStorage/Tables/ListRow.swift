public import DaybookCore
public import Sworm

/// A list as a copy of a book has it.
public struct ListRow: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers.
    public let list: ItemList

    public var item: ItemList { list }
}

extension ListRow: Model {
    public static var table: Tablex { Tablex("lists") }
    static let key = Expression<Int64>("number")
    static let id = Expression<EntityID>("id")
    static let position = Expression<Position>("position")
    public static let synced = Expression<Bool>("synced")
    static let columns = FieldTable(ItemList.fields)

    public static func parse(_ row: Row) throws -> ListRow {
        ListRow(number: try row.get(key), list: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(list) }

    /// The table as a version of the schema had it.
    static func definition(_ version: Int) -> TableDefinition { columns.definition(of: table, upTo: version) }
}

extension BookReader {
    /// The lists in their order, those that were put away as well.
    public func lists() throws -> [ListRow] { try db.all(Query(ListRow.self).order(ListRow.position, ListRow.id)) }

    /// The list with this id; nil if there is none, or it is deleted.
    public func listRow(_ id: EntityID) throws -> ListRow? { try db.find(ListRow.self, ListRow.id, id) }

    /// Tells of rows in which list they lie; nil for the inbox.
    public func listOfRows() throws -> (TodoColumns) throws -> EntityID? {
        let lists = Set(try lists().map(\.list.id))
        let place = Todo.fields.index(of: .list) ?? 0
        return { try $0.value(at: place).entity.flatMap { lists.contains($0) ? $0 : nil } }
    }

    /// How many open to-dos lie in each list; those of the inbox under nil.
    public func listCounts() throws -> [EntityID?: Int] {
        let list = try listOfRows()
        var counts: [EntityID?: Int] = [:]
        try forEachRow(.active) { counts[try list($0), default: 0] += 1 }
        return counts
    }
}

extension BookTransaction {
    /// Writes the row of a list, or takes it away.
    func projectList(_ record: Record) throws {
        try write(record.id, ItemList(record).map { list in { ListRow(number: $0, list: list) } })
    }
}
