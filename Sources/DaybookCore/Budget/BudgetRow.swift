/// Money that came to the accounts on the budget, or left them: an entry or a part of one, a side of a transfer, or what an
/// account opened with.
public struct BudgetRow: Hashable, Sendable {
    /// Tells what a sheet does with it.
    public enum Role: Sendable {
        /// It is of its envelope, or of the rest.
        case spending
        /// It comes to the pool.
        case income
        /// It was there, or owed, when the account opened. What a card owed is no business of the pool where cards have debts.
        case opening
        /// It came from the pool of another currency, or went there.
        case exchange
        /// It went to a card from an account that is none: below zero where it came from the card.
        case payment
    }

    /// The entry, the transfer or the account.
    public let id: EntityID
    /// Nil for what was there before anything else.
    public let day: CivilDate?
    public let createdAt: Timestamp
    public let role: Role
    /// The envelope; nil for the rest.
    public let envelope: EntityID?
    /// The card on which it is; nil for any other account.
    public let card: EntityID?
    /// Below zero where it went out.
    public let sum: Sum

    public init(
        _ id: EntityID, _ day: CivilDate?, at createdAt: Timestamp = Timestamp(milliseconds: 0), _ role: Role,
        _ sum: Sum,
        of envelope: EntityID? = nil, on card: EntityID? = nil
    ) {
        self.id = id
        self.day = day
        self.createdAt = createdAt
        self.role = role
        self.envelope = envelope
        self.card = card
        self.sum = sum
    }

    /// A row that is alike, of another day.
    public func alike(on day: CivilDate, _ sum: Sum) -> BudgetRow {
        BudgetRow(id, day, at: createdAt, role, sum, of: envelope, on: card)
    }
}

extension MoneyAccount {
    /// True where a budget counts what is in it: neither of a loan nor of an asset.
    public var isOnBudget: Bool { budget == 0 && accountKind < 3 }
    /// True where spending is owed until it is paid.
    public var isCard: Bool { accountKind == 2 }
}

/// Finds the rows that a budget counts, and the envelope of each: the one that an entry, a part or a transfer names, or else the
/// first by place that bears one of its tags, or else the rest. So each amount is in exactly one.
public struct BudgetRows: Sendable {
    private let accounts: [Account]
    private let owners: AccountSums
    private let envelopes: EntitySet
    private var places = SortedMap<ByteString, Int>()
    private let ids: [EntityID]
    /// The places of the tags that were looked up; nil for a tag of no envelope. Those of a length share a bucket.
    private var known = [[(tag: ByteString, place: Int?)]](repeating: [], count: 64)

    /// The part of an account that counts for a row.
    private struct Account {
        let id: EntityID
        let currency: Currency
        let isOnBudget: Bool
        /// Its own id, if it is a card.
        let card: EntityID?

        init(_ account: MoneyAccount) {
            (id, currency, isOnBudget) = (account.id, account.currency, account.isOnBudget)
            card = account.isCard ? account.id : nil
        }
    }

    /// - Parameters:
    ///   - accounts: those that somebody made or changed.
    ///   - envelopes: in their order.
    public init(_ accounts: [MoneyAccount], _ envelopes: [Envelope]) {
        self.accounts = accounts.map { Account($0) }
        owners = AccountSums(accounts)
        ids = envelopes.map { $0.id }
        self.envelopes = EntitySet(ids)
        for (place, envelope) in envelopes.enumerated() {
            for tag in envelope.tags { places.change(TagNames.key(tag), from: place) { $0 = min($0, place) } }
        }
    }

    /// The envelope of something that names one, or none, and bears tags.
    public mutating func envelope(named own: EntityID?, _ tags: [String]) -> EntityID? {
        if let own { return envelopes.contains(own) ? own : nil }
        var first: Int?
        for tag in tags { if let place = place(of: ByteString(tag)) { first = min(first ?? place, place) } }
        return first.map { ids[$0] }
    }

    private mutating func place(of tag: ByteString) -> Int? {
        let bucket = tag.text.utf8.count & 63
        for index in known[bucket].indices where known[bucket][index].tag == tag { return known[bucket][index].place }
        let place = places[TagNames.key(tag.text)]
        known[bucket].append((tag, place))
        return place
    }

    /// The account that has what names one and is in a currency.
    private func account(_ id: EntityID?, _ currency: Currency) -> Account {
        let owner = owners.owner(of: id, currency)
        for account in accounts where account.id == owner { return account }
        return Account(.default(of: currency))
    }

    /// The rows of an entry: one for each of its portions.
    public mutating func rows(of entry: Entry) -> [BudgetRow] {
        var rows: [BudgetRow] = []
        each(of: Entries([entry])) { rows.append($0) }
        return rows
    }

    /// Hands over the rows of entries: one for each of their portions.
    public mutating func each<Failure: Error>(
        of entries: Entries, _ body: (BudgetRow) throws(Failure) -> Void
    ) throws(Failure) {
        for box in entries.boxes {
            guard let amount = box.value.amount, box.value.kind != .unsorted else { continue }
            if box.value.parts.isEmpty {
                if let row = row(box, Sum(amount), box.value.extraFields, box.value.tags) { try body(row) }
                continue
            }
            for portion in box.value.portions {
                let fields = portion.part?.extraFields ?? box.value.extraFields
                if let row = row(box, portion.sum, fields, portion.tags) { try body(row) }
            }
        }
    }

    /// The row of a part of an entry. That is in a box: to copy it would take as long as all else.
    private mutating func row(_ box: Entries.Box, _ sum: Sum, _ fields: FieldValues, _ tags: [String]) -> BudgetRow? {
        row(
            box.value.id, box.value.day, at: box.value.createdAt, box.value.kind,
            box.value.kind == .income ? sum : sum.negated, of: fields[.envelope]?.entity, tags,
            on: box.value.extraFields[.account]?.entity)
    }

    /// The row of a part of an entry, or of several of one day that are alike; nil where their account isn't on the budget.
    ///
    /// - Parameters:
    ///   - sum: below zero where it went out.
    ///   - own: the envelope that it names.
    ///   - account: the account that it names.
    public mutating func row(
        _ id: EntityID, _ day: CivilDate, at createdAt: Timestamp, _ kind: EntryKind, _ sum: Sum, of own: EntityID?,
        _ tags: [String], on account: EntityID?
    ) -> BudgetRow? {
        let account = self.account(account, sum.currency)
        guard account.isOnBudget else { return nil }
        let envelope = envelope(named: own, tags)
        return BudgetRow(
            id, day, at: createdAt, kind == .income && envelope == nil ? .income : .spending, sum, of: envelope,
            on: account.card)
    }

    /// The rows of a transfer: none between two accounts on the budget, unless one is a card or the currencies differ.
    public mutating func rows(of transfer: Transfer) -> [BudgetRow] {
        let from = account(transfer.from.account, transfer.from.amount.currency)
        let to = account(transfer.to.account, transfer.to.amount.currency)
        func row(
            _ leg: Transfer.Leg, isOut: Bool, _ role: BudgetRow.Role, of envelope: EntityID? = nil,
            on account: Account
        ) -> BudgetRow {
            let sum = Sum(leg.amount)
            return BudgetRow(
                transfer.id, leg.day, at: transfer.createdAt, role, isOut ? sum.negated : sum, of: envelope,
                on: account.card)
        }
        let envelope = envelope(named: transfer.extraFields[.envelope]?.entity, [])
        switch (from.isOnBudget, to.isOnBudget) {
        case (false, false): return []
        case (true, false): return [row(transfer.from, isOut: true, .spending, of: envelope, on: from)]
        case (false, true):
            return [row(transfer.to, isOut: false, envelope == nil ? .income : .spending, of: envelope, on: to)]
        case (true, true):
            if from.currency != to.currency {
                return [
                    row(transfer.from, isOut: true, .exchange, on: from),
                    row(transfer.to, isOut: false, .exchange, on: to),
                ]
            }
            // It left the one account on the day on which it is set aside no more.
            var rows: [BudgetRow] = []
            if to.card != nil { rows.append(row(transfer.from, isOut: false, .payment, on: to)) }
            if from.card != nil { rows.append(row(transfer.from, isOut: true, .payment, on: from)) }
            return rows
        }
    }

    /// The amount that an account opened with; nil for nothing.
    public static func opening(of account: MoneyAccount) -> BudgetRow? {
        guard account.isOnBudget, account.opening.coefficient > 0 else { return nil }
        return BudgetRow(
            account.id, account.openingDay, .opening, account.openingSum, on: account.isCard ? account.id : nil)
    }
}
