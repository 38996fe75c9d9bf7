/// Which transfers are wanted. What is nil or empty asks for nothing.
public struct TransferFilter: Hashable, Sendable {
    /// One side at least is on this day or later.
    public var from: CivilDate?
    /// One side at least is on this day or earlier.
    public var through: CivilDate?
    /// One side at least is of this account, on a day that is wanted.
    public var account: AccountScope?
    /// Words that all have to occur in the note, the days or the amounts, in upper or lower case.
    public var text: String

    public init(
        from: CivilDate? = nil, through: CivilDate? = nil, account: AccountScope? = nil, text: String = ""
    ) {
        self.from = from
        self.through = through
        self.account = account
        self.text = text
    }

    /// Tells whether a transfer is all that is asked for.
    public func contains(_ transfer: Transfer) -> Bool {
        guard contains(transfer.from) || contains(transfer.to) else { return false }
        let query = SearchQuery(text)
        return query.isEmpty || query.matches(SearchQuery.fold(transfer.searchTexts(hasDigits: query.hasDigit)))
    }

    /// Tells whether one side is what is asked for, whatever the text is.
    public func contains(_ leg: Transfer.Leg) -> Bool {
        if let from, leg.day < from { return false }
        if let through, leg.day > through { return false }
        return account?.contains(leg) ?? true
    }
}

extension AccountScope {
    /// Tells whether a side of a transfer is of the account.
    public func contains(_ leg: Transfer.Leg) -> Bool {
        contains(leg.account, leg.amount.currency)
    }
}
