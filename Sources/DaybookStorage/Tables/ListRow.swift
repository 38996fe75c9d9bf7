public import DaybookCore
import Sworm

/// A list as a copy of a book has it.
public typealias ListRow = KindRow<ItemList>

extension KindRow<ItemList> {
    public var list: ItemList { item }
}

extension BookReader {
    /// The lists in their order, those that were put away as well.
    public func lists() throws -> [ListRow] { try all() }

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
