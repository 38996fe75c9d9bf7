extension BookAction {
    /// Why a person can't do this on any device; nil if they can, as far as this can tell.
    ///
    /// It isn't asked of what another device wrote, an import brings, or an app for calendars stores: that is written as it
    /// comes.
    ///
    /// - Parameter source: the things as they are.
    public func problem<Source: BookSource>(in source: Source) throws(Source.Failure) -> ItemError? {
        switch self {
        case .add(.todo, _, _), .edit(.todo, _, _): break
        case .add(let kind, let id, let changes), .edit(let kind, let id, let changes):
            if let problem = changes.planProblem() { return problem }
            if let problem = try changes.envelopeProblem(of: id, in: source) { return problem }
            if let problem = try changes.groupProblem(of: kind, id, in: source) { return problem }
        case .delete, .move, .skip, .clearCompleted, .deleteAllTodos, .reconcile: return nil
        }
        switch self {
        case .add(.transfer, _, let changes): return try changes.transferProblem(changing: nil, in: source)
        case .edit(.transfer, let id, let changes):
            return try changes.transferProblem(changing: source.transfer(id), in: source)
        case .add(.entry, _, let changes): return try changes.payingProblem(of: nil, nil, in: source)
        case .add(.todo, _, let changes): return try changes.bookingProblem(of: nil, in: source)
        case .edit(.entry, let id, let changes):
            guard changes[.account] != nil || changes[.amount] != nil else { return nil }
            let entry = try source.entry(id)
            return try changes.payingProblem(of: entry?.extraFields[.account]?.entity, entry?.amount, in: source)
        case .edit(.todo, let id, let changes):
            return try changes.bookingProblem(of: source.todo(id), in: source)
        case .add(let kind, let id, let changes), .edit(let kind, let id, let changes):
            if let problem = try changes.nameProblem(of: kind, id, in: source) { return problem }
            return kind == .account ? changes.currencyProblem(of: try source.account(id)) : nil
        case .delete, .move, .skip, .clearCompleted, .deleteAllTodos, .reconcile: return nil
        }
    }
}

extension Changes {
    /// Says what keeps a thing from an envelope, or an envelope from standing under another one.
    fileprivate func envelopeProblem<Source: BookSource>(
        of id: EntityID, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        for field in [Field.envelope, .toEnvelope] {
            // The amount that is set aside to pay a card is of the card.
            if let named = self[field]?.entity, try source.envelope(named) == nil, try source.account(named) == nil {
                return .noEnvelope
            }
        }
        guard let group = self[.group]?.entity else { return nil }
        guard let above = try source.envelope(group) else { return .noEnvelope }
        if group == id || above.group != nil { return .badGroup }
        for other in try source.names(of: .envelope) where try source.envelope(other.id)?.group == id {
            return .badGroup
        }
        return nil
    }

    /// Says what keeps a group from being the envelope of something, and from having tags. What it has already it keeps.
    fileprivate func groupProblem<Source: BookSource>(
        of kind: Kind, _ id: EntityID, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        var named = (self[.parts]?.parts ?? []).compactMap { $0.extraFields[.envelope]?.entity }
        var present: [EntityID] = []
        if kind == .entry || kind == .transfer {
            if let envelope = self[.envelope]?.entity { named.append(envelope) }
            if named.isEmpty { return nil }
            let entry = try source.entry(id)
            present = (entry?.parts ?? []).compactMap { $0.extraFields[.envelope]?.entity }
            for fields in [entry?.extraFields, try source.transfer(id)?.extraFields] {
                if let envelope = fields?[.envelope]?.entity { present.append(envelope) }
            }
        } else if kind == .envelope, let tags = self[.tag]?.texts, !tags.isEmpty {
            let old = try source.envelope(id)?.tags ?? []
            if tags.contains(where: { !old.contains($0) }) { named.append(id) }
        }
        for envelope in named where !present.contains(envelope) {
            for other in try source.names(of: .envelope) where try source.envelope(other.id)?.group == envelope {
                return .groupEnvelope(try source.envelope(envelope)?.name ?? "")
            }
        }
        return nil
    }

    /// Says what keeps an account from an amount in another currency than its own.
    ///
    /// - Parameter account: the account as it is; nil for a new one.
    fileprivate func currencyProblem(of account: MoneyAccount?) -> ItemError? {
        let opening = self[.amount]?.amount?.currency
        guard let own = account?.currency ?? opening else { return nil }
        let name = self[.title]?.text ?? account?.name ?? ""
        let goal = self[.goal].flatMap { SavingsGoal($0.text) }?.amount.currency
        for currency in [opening, self[.payment]?.amount?.currency, goal] {
            if let currency, currency != own { return .keepsCurrency(name, own, currency) }
        }
        return nil
    }

    /// Why a thing can't be called so: another one of its kind is, in upper or lower case.
    fileprivate func nameProblem<Source: BookSource>(
        of kind: Kind, _ id: EntityID, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        guard let name = self[.title]?.text, !name.isBlank else { return nil }
        let key = PayeeNames.key(name)
        let named = try source.names(of: kind).filter { PayeeNames.key($0.name) == key }
        // People name what is to budget so.
        if kind == .envelope, key == "pool".bytes, named.isEmpty { return .nameTaken(name) }
        // Devices together may have called two so. These keep their names.
        return named.isEmpty || named.contains { $0.id == id } ? nil : .nameTaken(name)
    }

    /// Why no entry or to-do can name this account.
    ///
    /// - Parameters:
    ///   - present: the account that it names now.
    ///   - amount: its amount now.
    fileprivate func payingProblem<Source: BookSource>(
        of present: EntityID?, _ amount: Amount?, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        if let id = self[.account]?.entity, id != present, let account = try source.account(id), account.isClosed {
            return .closedAccount(.account, account.name)
        }
        return try accountProblem(of: present, amount) { id throws(Source.Failure) in try source.account(id) }
    }

    /// Says what keeps a to-do from booking what it says.
    ///
    /// - Parameter todo: the to-do as it is; nil for a new one.
    fileprivate func bookingProblem<Source: BookSource>(
        of todo: Todo?, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        if let problem = try payingProblem(of: todo?.account, todo?.amount, in: source) { return problem }
        let present = todo?.extraFields[.paysInto]?.entity
        guard self[.paysInto] != nil || self[.amount] != nil || self[.account] != nil,
            let id = self[.paysInto].map({ $0.entity }) ?? present
        else { return nil }
        guard let account = try source.account(id) else { return id == present ? nil : .noAccount(.toAccount) }
        if id != present, account.isClosed { return .closedAccount(.toAccount, account.name) }
        if let currency = (self[.amount].map { $0.amount } ?? todo?.amount)?.currency, currency != account.currency {
            return .otherCurrency(.toAccount, account.name, account.currency, currency)
        }
        let from = self[.account].map { $0.entity } ?? todo?.account
        return id == from ? .sameAccount : nil
    }

    /// Why an entry or a to-do would be of another account than it names: that isn't there, or is of another currency.
    ///
    /// - Parameters:
    ///   - present: the account that it names now.
    ///   - amount: its amount now.
    ///   - find: the account with an id; nil if there is none.
    public func accountProblem<Failure: Error>(
        of present: EntityID?, _ amount: Amount?, _ find: (EntityID) throws(Failure) -> MoneyAccount?
    ) throws(Failure) -> ItemError? {
        guard self[.account] != nil || self[.amount] != nil,
            let id = self[.account].map({ $0.entity }) ?? present
        else { return nil }
        // An account that was deleted since is in the way of nothing.
        guard let account = try find(id) else { return id == present ? nil : .noAccount(.account) }
        return account.problem(taking: self[.amount].map { $0.amount } ?? amount)
    }

    /// Why no transfer can be so.
    ///
    /// - Parameter present: the transfer as it is; nil for a new one.
    fileprivate func transferProblem<Source: BookSource>(
        changing present: Transfer?, in source: Source
    ) throws(Source.Failure) -> ItemError? {
        guard let legs = legs(changing: present, today: CivilDate(daysSince1970: 0)) else { return .noAmount }
        for side in Transfer.Side.both {
            let (leg, old) = (side.leg(of: legs), present.map { side.leg(of: ($0.from, $0.to)) })
            if leg.account == old?.account, leg.amount.currency == old?.amount.currency { continue }
            guard let account = try source.account(leg.account) else { return .noAccount(side.account) }
            // The entry of which it is made is there already.
            if account.isClosed, leg.account != old?.account, self[side.entry] == nil {
                return .closedAccount(side.account, account.name)
            }
            if account.currency != leg.amount.currency {
                return .otherCurrency(side.account, account.name, account.currency, leg.amount.currency)
            }
        }
        return Transfer.problem(legs.from, legs.to)
    }
}

extension Transfer {
    /// Why no transfer has these sides, whatever the accounts are; nil if one can.
    public static func problem(_ from: Leg, _ to: Leg) -> ItemError? {
        if from.account == to.account { return .sameAccount }
        if from.amount.coefficient == 0 || to.amount.coefficient == 0 { return .emptyTransfer }
        return mayBeSides(from.amount, to.amount) ? nil : .unequalSides(from.amount, to.amount)
    }
}

extension MoneyAccount {
    /// The reason for which no amount can lie in it; nil if one can.
    public func problem(taking amount: Amount?) -> ItemError? {
        guard let amount, amount.currency != currency else { return nil }
        return .otherCurrency(.account, name, currency, amount.currency)
    }
}
