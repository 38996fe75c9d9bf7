public import DaybookCore
import Sworm

/// An account as a copy of a book has it.
public typealias MoneyAccountRow = KindRow<MoneyAccount>

extension KindRow<MoneyAccount> {
    public var account: MoneyAccount { item }
}

extension BookReader {
    /// The accounts that somebody made or changed, in their order, those that were closed as well.
    public func accounts() throws -> [MoneyAccountRow] { try all() }

    /// The account with this id, a default one also where nobody has changed it; nil if there is none, or it is deleted.
    public func accountRow(_ id: EntityID) throws -> MoneyAccountRow? { try find(MoneyAccount.self, id) }

    /// Which entries are those of an account.
    public func scope(of account: MoneyAccount) throws -> AccountScope {
        AccountScope(account, among: try accounts().map(\.account))
    }

    /// The balance of each account at the end of a day: what it opened with, its entries and its sides of
    /// transfers up to then. In the order of
    /// `accounts`, and behind them the default accounts that nobody has changed but that have entries, by currency.
    ///
    /// - Parameter day: nil for all entries, those of days to come as well.
    public func balances(on day: CivilDate? = nil) throws -> [AccountBalance] {
        let accounts = try accounts().map(\.account)
        var sums = AccountSums(accounts)
        try eachAccountSum(through: day) { try sums.add($0, $1, legs: $2, of: $3) }
        return try sums.balances(on: day)
    }
}

extension BookTransaction {
    /// Moves all that an account has to another one of its currency, but for what was reconciled.
    public func moveAll(from account: MoneyAccount, to other: MoneyAccount) throws -> AccountMove {
        let move = try AccountMove(
            from: account, to: other, among: reader.accounts().map(\.account), reader.entryRows().map(\.entry),
            reader.transferRows().map(\.transfer)
        ) { id throws(any Error) in try reader.reconciliation(ofRow: id) != nil }
        for action in move.actions { try perform(action) }
        return move
    }
}
