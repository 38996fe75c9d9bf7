/// A thing that one record holds.
public protocol RecordEntity: Entity {
    /// Reads what a record holds; nil if it is deleted, or of another kind.
    init?(_ record: Record)
    /// The thing with this id that is there without anybody having made it; nil if there is none.
    static func assumed(_ id: EntityID) -> Self?
}

extension RecordEntity {
    public static func assumed(_ id: EntityID) -> Self? { nil }

    public init?(_ record: Record) {
        guard let name = Self.kind.name(in: record) else { return nil }
        self.init(id: record.id, createdAt: name.stamp.time)
        Self.fields.read(record, into: &self)
        isSynced = record.isSynced
    }
}

/// A thing that people arrange by name in an order of their own, such as lists, filters and accounts.
public protocol NamedEntity: RecordEntity {
    /// The name; not blank.
    var name: String { get }
    /// Its place among those of its kind.
    var position: Position { get }
}

extension ItemList: NamedEntity {}
extension SavedFilter: NamedEntity {}
extension MoneyAccount: NamedEntity {}
extension Transfer: RecordEntity {}
extension Reconciliation: RecordEntity {}

/// Payees have no order of their own.
extension Payee: NamedEntity {
    public var position: Position { Position(bytes: []) }
}

extension EntryRule: NamedEntity {
    public var name: String { text }
}

extension Array where Element: NamedEntity {
    /// Puts one of them at another place, counted from 0. All get places by number: there are few.
    public func moving(_ id: EntityID, to place: Int) -> [BookAction] {
        guard let index = firstIndex(where: { $0.id == id }) else { return [] }
        var things = self
        things.insert(things.remove(at: index), at: Swift.max(0, Swift.min(place, count - 1)))
        var actions: [BookAction] = []
        for (index, thing) in things.enumerated() {
            guard let position = Position.number(Double(index)), thing.position != position else { continue }
            actions.append(.edit(Element.kind, thing.id, [.todoPosition: .position(position)]))
        }
        return actions
    }

    /// Keeps what a record holds in its place, or forgets what is gone. Answers whether anything may have changed.
    @inline(never)
    public mutating func note(_ record: Record) -> Bool {
        let known = firstIndex { $0.id == record.id }
        guard known != nil || record.isOf(Element.kind) else { return false }
        if let known { remove(at: known) }
        guard let thing = Element(record) else { return known != nil }
        insert(thing, at: firstIndex { (thing.position, thing.id) < ($0.position, $0.id) } ?? count)
        return true
    }
}
