public import DaybookCore
public import Sworm
import Synchronization

/// A thing as a copy of a book has it, of any kind of which a row holds nothing but the fields.
public struct KindRow<Owner: RecordEntity>: ItemRow, Equatable, Sendable {
    /// Given once in this copy of the book; 0 for what is there without a row.
    public let number: Int64
    /// Made of the registers.
    public let item: Owner
}

extension KindRow: KindTable {
    public static var table: Tablex { Tablex(Owner.kind.nouns.text) }
    public static var synced: Expression<Bool> { Expression<Bool>("synced") }
    static var key: Expression<Int64> { Expression<Int64>("number") }
    static var id: Expression<EntityID> { Expression<EntityID>("id") }

    /// The columns, planned once.
    static var columns: FieldTable<Owner> {
        plans.withLock { plans in
            let kind = ObjectIdentifier(Owner.kind)
            if let plan = plans[kind] as? FieldTable<Owner> { return plan }
            let plan = FieldTable(Owner.fields)
            plans[kind] = plan
            return plan
        }
    }

    public static func parse(_ row: Row) throws -> KindRow {
        KindRow(number: try row.get(key), item: try columns.item(row))
    }

    /// All but the number, which SQLite gives.
    public func setter() -> [Setter] { Self.columns.setters(item) }

    public static func definition(_ version: Int) -> TableDefinition {
        columns.definition(of: table, upTo: version)
    }

    public static func find(_ id: EntityID, in book: BookReader) throws -> KindRow? {
        try book.db.find(Self.self, self.id, id) ?? Owner.assumed(id).map { KindRow(number: 0, item: $0) }
    }

    public static func project(_ record: Record, in book: BookTransaction) throws -> [EntityID] {
        guard var item = Owner(record) else {
            try book.delete(Self.self, record.id)
            return []
        }
        if let tags = Owner.fields.index(of: .tag) {
            let known = try book.tags(of: record.id)
            Owner.fields.specs[tags].set(&item, .texts(ItemTag.names(known, of: record.id)))
            item.isSynced = item.isSynced && known.allSatisfy(\.isSynced)
        }
        if let old = try book.db.find(Self.self, id, record.id) {
            try book.db.update(KindRow(number: old.number, item: item), from: old, key, old.number)
        } else {
            try book.insert(KindRow(number: 0, item: item))
        }
        return []
    }

    /// All of them in their order.
    static var all: Query<KindRow> {
        let query = Query(Self.self)
        return switch Owner.kind.order {
        case .position: query.order(Expression<Position>("position"), id)
        case .name: query.order(Expression<String>("name"), id)
        case .day: query.order(Expression<CivilDate>("day").descending, id.ascending)
        }
    }
}

private let plans = Mutex<[ObjectIdentifier: any Sendable]>([:])

extension BookReader {
    /// The things of a kind in their order, those that were put away or closed as well.
    public func all<Owner>(_: Owner.Type = Owner.self) throws -> [KindRow<Owner>] {
        try db.all(KindRow<Owner>.all)
    }

    /// The thing of a kind with this id; nil if there is none, or it is deleted.
    public func find<Owner>(_: Owner.Type, _ id: EntityID) throws -> KindRow<Owner>? {
        try KindRow<Owner>.find(id, in: self)
    }
}

extension BookTransaction {
    /// Adds a thing of a kind.
    ///
    /// - Parameter id: one of its own, if it comes from elsewhere.
    @discardableResult
    public func add<Owner>(_: Owner.Type, _ changes: Changes, id: EntityID? = nil) throws -> KindRow<Owner> {
        let id = id ?? EntityID(using: &random)
        try carryOut(.add(Owner.kind, id, changes))
        guard let row = try reader.find(Owner.self, id) else { throw ItemError.notFound(Owner.kind, id) }
        return row
    }
}
