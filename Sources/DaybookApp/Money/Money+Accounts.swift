import DaybookCore

extension Money {
    /// The account whose entries and transfers are shown; nil for all.
    var shownAccount: AccountBalance? {
        filter.account.flatMap { scope in accounts.first { scope.isOf($0.account) } }
    }

    /// Where the address of a list of entries says of which account they are.
    static let accountPrefix = "/in/"

    /// The part of the address for the account that is shown; empty where all are.
    var accountPath: String { shownID.map { Money.accountPrefix + $0.text } ?? "" }

    /// The account that is shown, or will be once it is known.
    var shownID: EntityID? { wantedAccount ?? shownAccount?.account.id }

    /// The accounts themselves.
    private var ownAccounts: [MoneyAccount] { accounts.map { $0.account } }

    /// Which entries those of an account are.
    func scope(of account: MoneyAccount) -> AccountScope { AccountScope(account, among: ownAccounts) }

    /// The account that a side of a transfer is of, or an entry, by what it names and its currency.
    func account(_ id: EntityID?, _ currency: Currency) -> MoneyAccount {
        let own = ownAccounts.filter { $0.currency == currency }
        return own.first { $0.id == id } ?? own.first { $0.isDefault } ?? .default(of: currency)
    }

    /// The account that a side of a transfer is of.
    func account(_ leg: Transfer.Leg) -> MoneyAccount { account(leg.account, leg.amount.currency) }

    /// From where to where a transfer goes.
    func title(_ transfer: Transfer) -> String { account(transfer.from).name + " → " + account(transfer.to).name }

    /// The accounts among which one can choose: neither closed ones nor, while another of its currency is there, the one that
    /// nobody made or has.
    ///
    /// - Parameter present: one that is chosen already.
    func offered(in currency: Currency? = nil, present: EntityID?) -> [MoneyAccount] {
        var own = ownAccounts.filter { $0.id == present || !$0.isClosed }
        if let currency {
            own = own.filter { $0.currency == currency }
            if own.isEmpty { own.append(.default(of: currency)) }
        }
        return own
    }

    /// Works out what is in each account. The one that is shown stays so, if it is there.
    mutating func balance(_ book: LocalBook, _ today: CivilDate) {
        let shown = shownAccount?.account.id
        accountsProblem = nil
        var sums = AccountSums(book.accounts)
        do throws(ItemError) {
            try book.entries.byDay.checked()
            for section in book.entries.byDay where section.day <= today {
                for change in section.changes { try sums.add(change.sum, change.count, of: change.account) }
            }
            for transfer in book.transfers.values {
                for (leg, isOut) in [(transfer.from, true), (transfer.to, false)] where leg.day <= today {
                    let sum = Sum(leg.amount)
                    try sums.add(isOut ? sum.negated : sum, 0, legs: 1, of: leg.account)
                }
            }
            accounts = try sums.balances(on: today)
        } catch {
            accountsProblem = error
            accounts = (try? AccountSums(book.accounts).balances(on: today)) ?? []
        }
        guard filter.account != nil else { return }
        filter.account = accounts.first { $0.account.id == shown }.map { scope(of: $0.account) }
    }
}

extension State {
    /// The account to which what is recorded goes: the one that is shown, if it is in use.
    var recordingAccount: MoneyAccount? {
        guard money.isShown, let account = money.shownAccount?.account, !account.isClosed else { return nil }
        return account
    }

    /// The currency of an amount of an entry that names none.
    var entryCurrency: Currency { recordingAccount?.currency ?? usualCurrency }

    /// Says that a new entry is of the account that is shown, if it is of its currency.
    func assign(_ draft: inout Changes) {
        guard let account = recordingAccount, draft[.amount]?.amount?.currency == account.currency else { return }
        draft[.account] = account.isDefault ? .nothing : .entity(account.id)
    }
}
