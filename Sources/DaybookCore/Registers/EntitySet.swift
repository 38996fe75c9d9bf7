/// A set of ids, made of an `EntityTable` so that it needs no machine code of its own.
public struct EntitySet: Equatable, Sendable {
    private var table = EntityTable<EntityID>()

    /// Ids in any order; one that comes twice is there once.
    public init(_ ids: [EntityID] = []) {
        for id in ids { insert(id) }
    }

    /// How many ids there are. Takes constant time, as all that follow but `ids` do.
    public var count: Int { table.count }
    public var isEmpty: Bool { table.isEmpty }
    /// In no order.
    public var ids: [EntityID] { table.values }

    /// Tells whether the id is there.
    public func contains(_ id: EntityID) -> Bool { table.contains(id) }
    /// Changes nothing if the id is there already.
    public mutating func insert(_ id: EntityID) { table[id] = id }
    /// Changes nothing if the id isn't there.
    public mutating func remove(_ id: EntityID) { table[id] = nil }
}
