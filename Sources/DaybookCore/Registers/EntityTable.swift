/// A value of each entity, by its id.
///
/// Each value stands in a box, so that all tables are the same machine code whatever they hold, and looking a large
/// value up doesn't copy it: in the browser a dictionary for each kind of value is several KB.
public struct EntityTable<Value> {
    final class Box {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private var boxes: [EntityID: Box] = [:]

    public init() {}

    /// How many entities have a value.
    public var count: Int { boxes.count }
    /// True where no entity has a value.
    public var isEmpty: Bool { boxes.isEmpty }
    /// In no order.
    public var values: [Value] { boxes.values.map { $0.value } }

    /// Makes room for so many values in all, so that putting them in moves none.
    public mutating func reserveCapacity(_ count: Int) { boxes.reserveCapacity(count) }

    /// Tells whether an entity has a value, without a copy of it.
    public func contains(_ id: EntityID) -> Bool { boxes[id] != nil }

    /// Where the value of an entity stands.
    func box(_ id: EntityID) -> Box? { boxes[id] }

    /// In no order.
    var allBoxes: [Box] { Array(boxes.values) }

    /// Gives an entity a value, which stands there then.
    mutating func put(_ value: Value, _ id: EntityID) -> Box {
        let box = Box(value)
        boxes[id] = box
        return box
    }

    /// The value of an entity; nil takes it away.
    public subscript(id: EntityID) -> Value? {
        get { boxes[id]?.value }
        set { boxes[id] = newValue.map { Box($0) } }
    }
}

extension EntityTable: Equatable where Value: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.boxes.allSatisfy { right[$0.key] == $0.value.value }
    }
}

extension EntityTable: Sendable where Value: Sendable {}
extension EntityTable.Box: Sendable where Value: Sendable {}
