public import DaybookCore

/// The content of the accounts, and what belongs to them.
public struct AccountsState {
    /// The balance of each account at the end of today: those that somebody made or changed, in their order, then the default
    /// ones that have entries.
    public private(set) var balances: [AccountBalance] = []
    /// The reason why their content can't be told.
    private(set) var problem: ItemError?
    /// The rates between currencies.
    private(set) var rates = Rates([])
    /// The money in all accounts, in the usual currency; nil where all of it is in one, or no rate is known at all.
    private(set) var worth: BaseTotals?
    /// The money that is left until payday, in each currency.
    private(set) var left: [LeftToSpend] = []
    /// Who is meant by what entries say.
    public private(set) var payees = PayeeNames([])
    /// The change of a row that was reconciled, while a person is asked about it.
    var asked: Action?

    /// The accounts themselves.
    private var all: [MoneyAccount] { balances.map { $0.account } }

    /// Which entries those of an account are.
    func scope(of account: MoneyAccount) -> AccountScope { AccountScope(account, among: all) }

    /// The account that a side of a transfer is of, or an entry, by what it names and its currency.
    func account(_ id: EntityID?, _ currency: Currency) -> MoneyAccount {
        let own = all.filter { $0.currency == currency }
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
        var own = all.filter { $0.id == present || !$0.isClosed }
        if let currency {
            own = own.filter { $0.currency == currency }
            if own.isEmpty { own.append(.default(of: currency)) }
        }
        return own
    }

    /// Works out what is in each account, and what all of it comes to.
    mutating func refresh(_ book: LocalBook, in base: Currency, _ today: CivilDate) {
        balance(book, today)
        let total = (try? balances.total) ?? Sums()
        // With one currency no rate is needed.
        let isMixed = total.all.count > 1 || book.entries.haveSeveralCurrencies
        rates = isMixed ? Rates(book.rates.values, transfers: book.transfers.values) : Rates([])
        worth = nil
        if !rates.isEmpty, total.all.count > 1 {
            var sum = BaseTotals(in: base)
            if (try? sum.add(total, rates, on: today)) != nil { worth = sum }
        }
        payees = PayeeNames(book.payees)
        left =
            (try? LeftToSpend.all(
                balances, book.list.upcoming, payer: { book.defaultAccount(in: $0)?.id }, book.entries.byDay,
                book.transfers.values, today)) ?? []
    }

    private mutating func balance(_ book: LocalBook, _ today: CivilDate) {
        problem = nil
        var sums = AccountSums(book.accounts)
        do throws(ItemError) {
            try sums.add(book.entries.byDay, book.transfers.values, through: today)
            balances = try sums.balances(on: today)
        } catch {
            problem = error
            balances = (try? AccountSums(book.accounts).balances(on: today)) ?? []
        }
    }
}

extension State {
    /// The account whose entries and transfers are shown; nil for all.
    var shownAccount: AccountBalance? {
        entries.filter.account.flatMap { scope in accounts.balances.first { scope.isOf($0.account) } }
    }

    /// The account that is shown, or will be once it is known.
    var shownAccountID: EntityID? { entries.wantedAccount ?? shownAccount?.account.id }

    /// The part of the address for the account and the days that are shown; empty where all are.
    var moneyPath: String {
        let range = entries.filter.range
        return (shownAccountID.map { Route.accountPrefix + $0.text } ?? "")
            + (range.from == nil && range.through == nil ? "" : "/" + range.word)
    }

    /// The account to which what is recorded goes: the one that is shown, if it is in use.
    var recordingAccount: MoneyAccount? {
        guard navigation.isMoney, let account = shownAccount?.account, !account.isClosed else { return nil }
        return account
    }

    /// The account to which a new entry in a currency goes: the one that is shown, or the default one, if somebody made it.
    func account(ofNew currency: Currency) -> MoneyAccount? {
        let shown = recordingAccount.flatMap { $0.currency == currency ? $0 : nil }
        return (shown ?? book.defaultAccount(in: currency)).flatMap { $0.isMade ? $0 : nil }
    }

    /// The currency of an amount of an entry that names none.
    var entryCurrency: Currency { recordingAccount?.currency ?? usualCurrency }

    /// Says that a new entry is of the account that is shown, if it is of its currency.
    func assign(_ draft: inout Changes) {
        guard let account = recordingAccount, draft[.amount]?.amount?.currency == account.currency else { return }
        draft[.account] = account.isDefault ? .nothing : .entity(account.id)
    }
}
