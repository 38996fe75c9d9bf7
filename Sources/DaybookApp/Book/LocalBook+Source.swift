public import DaybookCore

extension LocalBook: BookSource {
    public func todo(_ id: EntityID) -> Todo? { list[id] }
    public func entry(_ id: EntityID) -> Entry? { entries[id] }
    public func list(_ id: EntityID) -> ItemList? { lists.first { $0.id == id } }
    public func filter(_ id: EntityID) -> SavedFilter? { filters.first { $0.id == id } }
    public func account(_ id: EntityID) -> MoneyAccount? {
        if let account = accounts.first(where: { $0.id == id }) { return account }
        let currency = Currency.all.first { MoneyAccount.defaultID(of: $0) == id }
        return currency.map { .default(of: $0) }
    }
    public func transfer(_ id: EntityID) -> Transfer? { transfers[id] }
    /// The app keeps and sends reconciliations. It has no screens for them, so it shows and changes none.
    public func reconciliation(_ id: EntityID) -> Reconciliation? { nil }
    public func payee(_ id: EntityID) -> Payee? { nil }
    public func rule(_ id: EntityID) -> EntryRule? { nil }
    public func registers(
        of kind: Kind, _ id: EntityID, isNew: Bool, _ changes: Changes, _ stamp: Stamp, _ now: Timestamp,
        _ today: (Timestamp) -> CivilDate
    ) -> Result<[Register], ItemError> {
        if kind == .filter, isNew { return changes.registers(makingFilter: id, stamp, now) }
        if kind == .filter, let filter = filter(id) { return changes.registers(changing: filter, stamp) }
        if kind == .account, isNew { return changes.registers(makingAccount: id, stamp, now, today) }
        if kind == .account, let account = account(id) {
            return changes.registers(changing: account, stamp, now, today)
        }
        if kind == .transfer, isNew { return changes.registers(makingTransfer: id, stamp, now, today) }
        if kind == .transfer, let transfer = transfer(id) { return changes.registers(changing: transfer, stamp) }
        return .failure(.notFound(kind, id))
    }
    public func ids(in section: TodoSection) -> [EntityID] { list.ids(in: section) }
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) -> [Todo] {
        list.neighbours(of: todo, side, limit: limit)
    }
}
