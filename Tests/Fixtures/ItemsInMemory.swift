public import DaybookCore

/// Things for planning actions on them.
public struct ItemsInMemory: BookSource {
    private let todos: TodoList
    private let entries: EntryList
    private let lists: [ItemList]
    private let accounts: [MoneyAccount]
    private let filters: [SavedFilter]
    private let transfers: [Transfer]

    public init(
        todos: TodoList = TodoList(), entries: EntryList = EntryList(), lists: [ItemList] = [],
        accounts: [MoneyAccount] = [], filters: [SavedFilter] = [], transfers: [Transfer] = []
    ) {
        self.todos = todos
        self.entries = entries
        self.lists = lists
        self.accounts = accounts
        self.filters = filters
        self.transfers = transfers
    }

    public func todo(_ id: EntityID) -> Todo? { todos[id] }
    public func entry(_ id: EntityID) -> Entry? { entries[id] }
    public func list(_ id: EntityID) -> ItemList? { lists.first { $0.id == id } }
    public func account(_ id: EntityID) -> MoneyAccount? { accounts.first { $0.id == id } }
    public func defaultAccount(in currency: Currency) -> MoneyAccount? { accounts.usual(in: currency, chosen: nil) }
    public func filter(_ id: EntityID) -> SavedFilter? { filters.first { $0.id == id } }
    public func transfer(_ id: EntityID) -> Transfer? { transfers.first { $0.id == id } }
    public func reconciliation(_ id: EntityID) -> Reconciliation? { nil }
    public func payee(_ id: EntityID) -> Payee? { nil }
    public func rule(_ id: EntityID) -> EntryRule? { nil }
    public func rate(_ id: EntityID) -> Rate? { nil }
    public func ids(in section: TodoSection) -> [EntityID] { todos.ids(in: section) }
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) -> [Todo] {
        todos.neighbours(of: todo, side, limit: limit)
    }
    public func children(of ids: [EntityID]) -> [Todo] { todos.children(of: ids) }
}
