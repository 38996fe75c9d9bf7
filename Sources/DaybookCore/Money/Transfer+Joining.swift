extension Transfer {
    /// The fields of one side of a transfer.
    struct Side {
        let isOut: Bool
        let entry: Field
        let account: Field
        let amount: Field
        let day: Field
        /// With which statement it was reconciled.
        let reconciled: Field

        /// Lists the side that goes out, then the one that comes in.
        static var both: [Side] {
            [
                Side(
                    isOut: true, entry: .fromEntry, account: .account, amount: .amount, day: .day,
                    reconciled: .reconciled),
                Side(
                    isOut: false, entry: .toEntry, account: .toAccount, amount: .toAmount, day: .toDay,
                    reconciled: .toReconciled),
            ]
        }

        func leg(of legs: (from: Leg, to: Leg)) -> Leg { isOut ? legs.from : legs.to }
    }
}

extension BookSource {
    /// Makes a transfer of what went out and what came in. Neither is an entry while it is there. With which statement they
    /// were reconciled goes along.
    ///
    /// - Parameters:
    ///   - from: the entry that says what went out; nil where none does.
    ///   - to: the same as `from`, of what came in.
    ///   - changes: what the transfer is to be beside what the entries say.
    /// - Returns: the id of the transfer, and what makes it; or why none can be.
    public func joining(
        from: Entry?, to: Entry?, _ changes: Changes = Changes()
    ) throws(Failure) -> Result<(id: EntityID, actions: [BookAction]), ItemError> {
        var changes = changes
        if let note = [from, to].compactMap({ $0?.note }).first(where: { !$0.isEmpty }) {
            changes.values.fill(.note, .text(note))
        }
        let id = Transfer.id(from: from?.id, to: to?.id)
        var actions: [BookAction] = []
        var marks: [BookAction] = []
        for side in Transfer.Side.both {
            guard let entry = side.isOut ? from : to, let amount = entry.amount else { continue }
            changes[side.entry] = .entity(entry.id)
            changes[side.account] = .entity(try owner(of: entry.extraFields[.account]?.entity, amount.currency))
            changes[side.amount] = .amount(amount)
            changes[side.day] = .day(entry.day)
            // One of those that don't count would take the entry away from this one.
            for other in try transfers(naming: entry.id) where other != id { actions.append(.delete(.transfer, other)) }
            marks += try handing(entry.id, .reconciled, to: id, side.reconciled)
        }
        // One entry's word counts for the other side as well.
        if from == nil, let to {
            changes.values.fill(.amount, FieldValue(to.amount))
            changes.values.fill(.day, .day(to.day))
        }
        let made = BookAction.add(.transfer, id, changes)
        if let problem = try made.problem(in: self) { return .failure(problem) }
        return .success((id, actions + [made] + marks))
    }

    /// Takes a transfer apart: what it was made of are entries again, as they were. One that never came here, or was deleted
    /// since, is made again. With which statement the sides were reconciled goes back with them.
    public func parting(_ transfer: Transfer) throws(Failure) -> [BookAction] {
        var actions = [BookAction.delete(.transfer, transfer.id)]
        for side in Transfer.Side.both {
            guard let id = transfer.extraFields[side.entry]?.entity else { continue }
            if try !isThere(id) {
                let leg = side.leg(of: (transfer.from, transfer.to))
                var entry = Changes.entry(
                    kind: side.isOut ? .expense : .income, amount: leg.amount, day: leg.day, note: transfer.note,
                    createdAt: transfer.createdAt)
                let owner = try owner(of: leg.account, leg.amount.currency)
                entry[.account] = owner == MoneyAccount.defaultID(of: leg.amount.currency) ? .nothing : .entity(owner)
                actions.append(.add(.entry, id, entry))
            }
            actions += try handing(transfer.id, side.reconciled, to: id, .reconciled)
        }
        return actions
    }

    /// Deletes a transfer, and the entries of which it was made.
    public func deleting(_ transfer: Transfer) throws(Failure) -> [BookAction] {
        var actions = [BookAction.delete(.transfer, transfer.id)]
        for id in transfer.entries {
            // Another transfer of it counts from then on.
            let others = try transfers(naming: id)
            let isAlive = try isThere(id)
            if isAlive, others.allSatisfy({ $0 == transfer.id }) { actions.append(.delete(.entry, id)) }
        }
        return actions
    }

    /// Copies with which statement something was reconciled to what it is from now on.
    private func handing(
        _ from: EntityID, _ own: Field, to: EntityID, _ other: Field
    ) throws(Failure) -> [BookAction] {
        let (old, new) = (try record(from)[own]?.value ?? [], try record(to)[other]?.value ?? [])
        return old == new ? [] : [.reconcile(to, other, EntityID(bytes: old))]
    }

    /// The account that has what names one, or none, and is in a currency.
    private func owner(of id: EntityID?, _ currency: Currency) throws(Failure) -> EntityID {
        if let id, try account(id)?.currency == currency { return id }
        return MoneyAccount.defaultID(of: currency)
    }

    private func isThere(_ id: EntityID) throws(Failure) -> Bool {
        let record = try record(id)
        return record.isAlive && !record.registers.isEmpty
    }
}
