public struct AccountBalance: Equatable, Sendable {
    /// One that somebody made or changed, or a default account that has entries.
    public let account: MoneyAccount
    /// Below zero where that is owed.
    public let balance: Sum
    /// How many entries it is made of.
    public let count: Int
    /// How many sides of transfers.
    public let legs: Int

    /// The same with another balance, such as in another currency.
    public func with(_ balance: Sum) -> AccountBalance {
        AccountBalance(account: account, balance: balance, count: count, legs: legs)
    }
}

/// Adds up what is in the accounts of a book.
///
/// Looking an account up takes as long as there are accounts: a table by id would be machine code of its own in the browser.
public struct AccountSums: Sendable {
    /// The accounts that were given, then the default ones of theirs that are needed, in any order.
    private var accounts: [MoneyAccount]
    private let givenCount: Int
    private var rows: [Row]

    private struct Row: Sendable {
        let id: EntityID
        let currency: Currency
        let isDefault: Bool
        var sum: Sum?
        var count = 0
        var legs = 0

        init(_ account: MoneyAccount) {
            id = account.id
            currency = account.currency
            isDefault = account.isDefault
        }
    }

    /// - Parameter accounts: those that somebody made or changed, in their order.
    public init(_ accounts: [MoneyAccount]) {
        self.accounts = accounts
        givenCount = accounts.count
        rows = accounts.map { Row($0) }
    }

    /// Which account has the entries that name one, or none, and are in a currency.
    public func owner(of id: EntityID?, _ currency: Currency) -> EntityID {
        index(of: id, currency).map { rows[$0].id } ?? MoneyAccount.defaultID(of: currency)
    }

    private func index(of id: EntityID?, _ currency: Currency) -> Int? {
        if let id, let index = rows.firstIndex(where: { $0.id == id && $0.currency == currency }) { return index }
        return rows.firstIndex { $0.isDefault && $0.currency == currency }
    }

    /// Adds so many entries, or sides of transfers, which come to a sum.
    ///
    /// - Parameter id: the account that they name.
    public mutating func add(_ sum: Sum, _ count: Int = 1, legs: Int = 0, of id: EntityID?) throws(ItemError) {
        let place = index(of: id, sum.currency) ?? rows.count
        if place == rows.count {
            accounts.append(.default(of: sum.currency))
            rows.append(Row(accounts[place]))
        }
        rows[place].sum = try rows[place].sum?.adding(sum) ?? sum
        rows[place].count += count
        rows[place].legs += legs
    }

    /// The balance of each, with what it opened with. Default accounts that nobody has changed come last, by currency.
    ///
    /// - Parameter day: the end of which it is; nil for all time.
    public func balances(on day: CivilDate?) throws(ItemError) -> [AccountBalance] {
        var balances: [AccountBalance] = []
        let others = (givenCount..<rows.count).sorted { rows[$0].currency < rows[$1].currency }
        for place in Array(0..<givenCount) + others {
            let (account, row) = (accounts[place], rows[place])
            let opening = account.opening(on: day)
            balances.append(
                AccountBalance(
                    account: account,
                    balance: try row.sum.map { sum throws(ItemError) in try opening.adding(sum) } ?? opening,
                    count: row.count, legs: row.legs))
        }
        return balances
    }
}

extension [AccountBalance] {
    /// The sums of all of them, currency by currency.
    public var total: Sums {
        get throws(ItemError) {
            var sums = Sums()
            for balance in self { try sums.add(balance.balance) }
            return sums
        }
    }
}
