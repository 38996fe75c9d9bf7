/// A set of ids, made of an `EntityTable` so that it needs no machine code of its own.
public struct EntitySet: Equatable, Sendable {
    private var table = EntityTable<EntityID>()

    public init(_ ids: [EntityID] = []) {
        for id in ids { insert(id) }
    }

    public var count: Int { table.count }
    public var isEmpty: Bool { table.isEmpty }
    /// In no order.
    public var ids: [EntityID] { table.values }

    public func contains(_ id: EntityID) -> Bool { table.contains(id) }
    public mutating func insert(_ id: EntityID) { table[id] = id }
    public mutating func remove(_ id: EntityID) { table[id] = nil }
}
