extension StatementCheck {
    /// Reconciles rows with the statement.
    ///
    /// - Parameter id: that of the reconciliation.
    /// - Throws: `ItemError` where the rows don't come to the balance.
    public func reconciling(_ rows: [StatementRow], as id: EntityID) throws(ItemError) -> [BookAction] {
        let difference = try difference(with: rows)
        if difference.coefficient != 0 { throw .unbalanced(try balance.adding(difference.negated), balance) }
        guard let changes = Changes.reconciliation(of: account, balance, on: day) else {
            throw .sumTooLarge(balance.currency)
        }
        return [.add(.reconciliation, id, changes)] + rows.map { .reconcile($0.id, $0.field, id) }
    }
}

extension BookSource {
    /// The statement with which an entry was reconciled, or a side of a transfer; nil if none was, it was taken back, or it
    /// isn't here yet.
    public func reconciliation(ofRow id: EntityID) throws(Failure) -> Reconciliation? {
        let record = try record(id)
        for field in [Field.reconciled, .toReconciled] {
            if let statement = record[field].flatMap({ EntityID(bytes: $0.value) }),
                let found = Reconciliation(try self.record(statement))
            {
                return found
            }
        }
        return nil
    }
}

extension BookAction {
    /// The statement that would not hold any more after this; nil if it leaves what was reconciled as it is. Notes and tags
    /// are in no balance.
    public func brokenStatement<Source: BookSource>(in source: Source) throws(Source.Failure) -> Reconciliation? {
        switch self {
        case .delete(.entry, let id), .delete(.transfer, let id): return try source.reconciliation(ofRow: id)
        case .edit(.entry, let id, let changes):
            guard let entry = try source.entry(id), changes.changesBalance(of: entry) else { return nil }
            return try source.reconciliation(ofRow: id)
        case .edit(.transfer, let id, let changes):
            guard let transfer = try source.transfer(id),
                let legs = changes.legs(changing: transfer, today: transfer.from.day),
                legs.from != transfer.from || legs.to != transfer.to
            else { return nil }
            return try source.reconciliation(ofRow: id)
        default: return nil
        }
    }
}

extension Changes {
    /// True where what they change of an entry is in a balance.
    fileprivate func changesBalance(of entry: Entry) -> Bool {
        self[.kind].map { $0.kind != entry.kind } ?? false || self[.amount].map { $0.amount != entry.amount } ?? false
            || self[.day].map { $0.day != entry.day } ?? false
            || self[.account].map { $0.entity != entry.extraFields[.account]?.entity } ?? false
    }
}
