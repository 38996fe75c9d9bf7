/// Moves all that an account has to another one of its currency.
public struct AccountMove: Sendable {
    public private(set) var actions: [BookAction] = []
    /// How many entries and transfers go along.
    public private(set) var count = 0
    /// How many stay: they were reconciled with a statement of the account, or are transfers between the two.
    public private(set) var kept = 0

    /// - Parameters:
    ///   - accounts: those that somebody made or changed.
    ///   - entries: those of the book.
    ///   - transfers: those of the book.
    ///   - isReconciled: whether an entry or a transfer was held against a statement.
    public init<Failure: Error>(
        from account: MoneyAccount, to other: MoneyAccount, among accounts: [MoneyAccount],
        _ entries: some Sequence<Entry>, _ transfers: some Sequence<Transfer>,
        isReconciled: (EntityID) throws(Failure) -> Bool
    ) throws(Failure) {
        let owners = AccountSums(accounts)
        let wanted: FieldValue = other.isDefault ? .nothing : .entity(other.id)
        func owner(_ id: EntityID?, _ amount: Amount) -> EntityID { owners.owner(of: id, amount.currency) }
        for entry in entries {
            guard let amount = entry.amount, owner(entry.extraFields[.account]?.entity, amount) == account.id else {
                continue
            }
            try add(.edit(.entry, entry.id, [.account: wanted]), unless: isReconciled(entry.id))
        }
        for transfer in transfers {
            let sides = [(Field.account, transfer.from), (.toAccount, transfer.to)]
            let own = sides.filter { owner($0.1.account, $0.1.amount) == account.id }
            guard let side = own.first else { continue }
            let changes: Changes = [side.0: .entity(other.id)]
            let isBetween = sides.contains { owner($0.1.account, $0.1.amount) == other.id }
            let stays = try isReconciled(transfer.id)
            add(.edit(.transfer, transfer.id, changes), unless: isBetween || stays)
        }
    }

    private mutating func add(_ action: BookAction, unless stays: Bool) {
        if stays {
            kept += 1
        } else {
            actions.append(action)
            count += 1
        }
    }
}
