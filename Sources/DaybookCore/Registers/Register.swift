/// The unit of everything that is kept, merged and sent: one field of one entity, as one device wrote it.
///
/// A value of a field. The *winner* of two with the same key stays: the greater in `(clock, node, value bytes)`. Taking the
/// winner is commutative, associative and idempotent, so replicas agree whatever the order in which they learn.
public struct Register: Hashable, Sendable {
    /// The key for which it competes: of the registers with one key one stays.
    public let key: RegisterKey
    /// When and where it was written. All that one action writes bears the same.
    public let stamp: Stamp
    /// The bytes, whose meaning is the field's business: see `Field`. May be empty.
    public let value: [UInt8]

    public init(_ entity: EntityID, _ field: Field, _ stamp: Stamp, _ value: [UInt8]) {
        self.key = RegisterKey(entity: entity, field: field)
        self.stamp = stamp
        self.value = value
    }

    public var entity: EntityID { key.entity }
    public var field: Field { key.field }

    /// Tells whether this register replaces `other`, which has the same key.
    public func wins(over other: Register) -> Bool {
        stamp == other.stamp
            ? other.value.lexicographicallyPrecedes(value)
            : other.stamp < stamp
    }

    /// The same written again at `stamp`. A first or last place, which follows from the stamp, follows the new one.
    public func restamped(_ stamp: Stamp) -> Register {
        let isPlace = field == .todoPosition || field == .donePosition
        if isPlace, value == Position.first(self.stamp).bytes {
            return Register(entity, field, stamp, Position.first(stamp).bytes)
        }
        if isPlace, value == Position.last(self.stamp).bytes {
            return Register(entity, field, stamp, Position.last(stamp).bytes)
        }
        return Register(entity, field, stamp, value)
    }
}

/// The key under which one winner is kept.
public struct RegisterKey: Hashable, Comparable, Sendable {
    /// Keys are in the order of their entities first.
    public let entity: EntityID
    /// Keys of one entity are in the order of the fields' numbers.
    public let field: Field

    public init(entity: EntityID, field: Field) {
        self.entity = entity
        self.field = field
    }

    public static func < (left: RegisterKey, right: RegisterKey) -> Bool {
        left.entity == right.entity ? left.field < right.field : left.entity < right.entity
    }
}
