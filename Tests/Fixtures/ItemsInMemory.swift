public import DaybookCore

/// Things for planning actions on them.
public struct ItemsInMemory: BookSource {
    private let todos: TodoList
    private let entries: EntryList
    private let lists: [ItemList]
    private let accounts: [MoneyAccount]
    private let transfers: [Transfer]

    public init(
        todos: TodoList = TodoList(), entries: EntryList = EntryList(), lists: [ItemList] = [],
        accounts: [MoneyAccount] = [], transfers: [Transfer] = []
    ) {
        self.todos = todos
        self.entries = entries
        self.lists = lists
        self.accounts = accounts
        self.transfers = transfers
    }

    public func todo(_ id: EntityID) -> Todo? { todos[id] }
    public func entry(_ id: EntityID) -> Entry? { entries[id] }
    public func record(_ id: EntityID) -> Record {
        Self.record(id, in: lists) ?? Self.record(id, in: accounts.filter { $0.isMade })
            ?? transfers.first { $0.id == id }.map { Self.record($0) } ?? Record(id: id)
    }
    public func account(_ id: EntityID) -> MoneyAccount? { accounts.first { $0.id == id } ?? .assumed(id) }
    public func defaultAccount(in currency: Currency) -> MoneyAccount? { accounts.usual(in: currency, chosen: nil) }
    public func balance(of account: MoneyAccount, on day: CivilDate) -> Sum? {
        var sums = AccountSums(accounts)
        try? sums.add(entries.byDay, transfers, through: day)
        return (try? sums.balances(on: day))?.first { $0.account.id == account.id }?.balance
    }
    public func envelope(_ id: EntityID) -> Envelope? { nil }
    public func transfer(_ id: EntityID) -> Transfer? { transfers.first { $0.id == id } }
    public func transfers(naming entry: EntityID) -> [EntityID] {
        transfers.filter { $0.entries.contains(entry) }.map(\.id)
    }
    public func names(of kind: Kind) -> [(id: EntityID, name: String)] {
        kind == .list ? lists.map { ($0.id, $0.name) } : kind == .account ? accounts.map { ($0.id, $0.name) } : []
    }
    public func ids(in section: TodoSection) -> [EntityID] { todos.ids(in: section) }
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) -> [Todo] {
        todos.neighbours(of: todo, side, limit: limit)
    }
    public func children(of ids: [EntityID]) -> [Todo] { todos.children(of: ids) }

    /// The registers of a thing, as old as can be.
    private static func record<Owner: Entity>(_ id: EntityID, in things: [Owner]) -> Record? {
        things.first { $0.id == id }.map { thing in
            let stamp = Stamp(clock: 1, node: 1)
            var record = Record(id: id)
            record.merge(Register(id, .type, stamp, Owner.kind.type), isPending: false)
            for spec in Owner.fields.specs {
                record.merge(Register(id, spec.field, stamp, spec.get(thing).bytes), isPending: false)
            }
            return record
        }
    }

    private static func record(_ transfer: Transfer) -> Record {
        let stamp = Stamp(clock: 1, node: 1)
        var record = Record(id: transfer.id)
        record.merge(Register(transfer.id, .type, stamp, Transfer.kind.type), isPending: false)
        record.merge(Register(transfer.id, .legs, stamp, transfer.from.bytes + transfer.to.bytes), isPending: false)
        return record
    }
}
