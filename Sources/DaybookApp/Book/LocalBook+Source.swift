public import DaybookCore

extension LocalBook: BookSource {
    public func todo(_ id: EntityID) -> Todo? { list[id] }
    public func entry(_ id: EntityID) -> Entry? { entries[id] }
    public func record(_ id: EntityID) -> Record { records[id] ?? Record(id: id) }
    public func list(_ id: EntityID) -> ItemList? { lists.first { $0.id == id } }
    public func filter(_ id: EntityID) -> SavedFilter? { filters.first { $0.id == id } }
    public func account(_ id: EntityID) -> MoneyAccount? {
        accounts.first { $0.id == id } ?? .assumed(id)
    }
    public func defaultAccount(in currency: Currency) -> MoneyAccount? {
        accounts.usual(in: currency, chosen: settings.account)
    }
    public func balance(of account: MoneyAccount, on day: CivilDate) -> Sum? {
        var sums = AccountSums(accounts)
        try? sums.add(entries.byDay, transfers.values, through: day)
        return (try? sums.balances(on: day))?.first { $0.account.id == account.id }?.balance
    }
    public func envelope(_ id: EntityID) -> Envelope? { budget.envelopes.first { $0.id == id } }
    public func transfer(_ id: EntityID) -> Transfer? { transfers[id] }
    public func payee(_ id: EntityID) -> Payee? { payees.first { $0.id == id } }
    public func rule(_ id: EntityID) -> EntryRule? { rules.first { $0.id == id } }
    public func rate(_ id: EntityID) -> Rate? { rates[id] }
    public func transfers(naming entry: EntityID) -> [EntityID] { joined.transfers(naming: [entry]) }
    public func names(of kind: Kind) -> [(id: EntityID, name: String)] {
        switch kind {
        case .list: Self.names(lists)
        case .filter: Self.names(filters)
        case .account: Self.names(accounts)
        case .payee: Self.names(payees)
        case .envelope: Self.names(budget.envelopes)
        default: things(of: kind).map { ($0.id, $0.name) }
        }
    }
    private static func names(_ things: [some NamedEntity]) -> [(id: EntityID, name: String)] {
        things.map { ($0.id, $0.name) }
    }
    public func ids(in section: TodoSection) -> [EntityID] { list.ids(in: section) }
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) -> [Todo] {
        list.neighbours(of: todo, side, limit: limit)
    }
    public func children(of ids: [EntityID]) -> [Todo] { list.children(of: ids) }
}

/// A thing of a kind of which the app knows no more than its fields: see `Kind.plain`.
public typealias PlainThing = (kind: Kind, id: EntityID, name: String)

extension LocalBook {
    /// The things of a plain kind by name.
    public func things(of kind: Kind) -> [PlainThing] { things.filter { $0.kind == kind } }

    /// Keeps what a record holds in its place, or forgets what is gone. Answers whether anything may have changed.
    mutating func note(plain record: Record) -> Bool {
        let known = things.firstIndex { $0.id == record.id }
        if let known { things.remove(at: known) }
        for kind in Kind.plain {
            guard let name = kind.title(in: record) else { continue }
            let next = things.firstIndex { ($0.name, $0.id) > (name, record.id) }
            things.insert((kind, record.id, name), at: next ?? things.count)
            return true
        }
        return known != nil
    }
}
