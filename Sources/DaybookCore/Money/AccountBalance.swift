/// What is in an account.
public struct AccountBalance: Equatable, Sendable {
    /// One that somebody made or changed, or a default account that has entries.
    public let account: MoneyAccount
    /// Below zero where that is owed.
    public let balance: Sum
    /// How many entries it is made of.
    public let count: Int
    /// How many sides of transfers.
    public let legs: Int
}

/// Adds up what is in the accounts of a book.
public struct AccountSums {
    private let accounts: [MoneyAccount]
    /// By the ids of the accounts.
    private var sums: [EntityID: (sum: Sum, count: Int, legs: Int)] = [:]
    /// The default accounts that are none of `accounts` but have entries.
    private var others: [Currency] = []

    /// - Parameter accounts: those that somebody made or changed, in their order.
    public init(_ accounts: [MoneyAccount]) {
        self.accounts = accounts
    }

    /// Which account has the entries that name one, or none, and are in a currency.
    public func owner(of id: EntityID?, _ currency: Currency) -> EntityID {
        let isThere = accounts.contains { $0.id == id && $0.currency == currency }
        return isThere ? id ?? MoneyAccount.defaultID(of: currency) : MoneyAccount.defaultID(of: currency)
    }

    /// Adds so many entries, or sides of transfers, which come to a sum.
    ///
    /// - Parameter id: the account that they name.
    public mutating func add(_ sum: Sum, _ count: Int = 1, legs: Int = 0, of id: EntityID?) throws(ItemError) {
        let owner = owner(of: id, sum.currency)
        if let old = sums[owner] {
            sums[owner] = (try old.sum.adding(sum), old.count + count, old.legs + legs)
        } else {
            sums[owner] = (sum, count, legs)
            if !accounts.contains(where: { $0.id == owner }) { others.append(sum.currency) }
        }
    }

    /// What is in each, with what it opened with. Default accounts that nobody has changed come last, by currency.
    ///
    /// - Parameter day: the end of which it is; nil for all time.
    public func balances(on day: CivilDate?) throws(ItemError) -> [AccountBalance] {
        var balances: [AccountBalance] = []
        for account in accounts + others.sorted().map({ MoneyAccount.default(of: $0) }) {
            var (sum, count, legs) = (account.opening(on: day), 0, 0)
            if let rows = sums[account.id] {
                (sum, count, legs) = (try sum.adding(rows.sum), rows.count, rows.legs)
            }
            balances.append(AccountBalance(account: account, balance: sum, count: count, legs: legs))
        }
        return balances
    }
}

extension [AccountBalance] {
    /// What all of them come to, currency by currency.
    public var total: Sums {
        get throws(ItemError) {
            var sums = Sums()
            for balance in self { try sums.add(balance.balance) }
            return sums
        }
    }
}
