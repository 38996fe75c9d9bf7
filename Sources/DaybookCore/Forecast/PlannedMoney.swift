/// Money that is known to come or go: of an open to-do, of an entry or a transfer whose day is still to come, or the interest of
/// an account.
public struct PlannedMoney: Equatable, Sendable {
    public enum Source: Sendable { case todo, entry, transfer, interest }

    /// The to-do, the entry or the transfer, or the account that bears interest.
    public let id: EntityID
    public let source: Source
    /// The day on which it is due, or was due if it is overdue.
    public let day: CivilDate
    /// The account from which it goes, or to which it comes.
    public let account: EntityID
    /// Below zero where it goes out.
    public let sum: Sum
    public let flow: Flow
    /// The share of a year for which a payment has interest.
    var share = YearShare.month

    /// Interest is neither income nor an expense to anything that looks for the next payday.
    public enum Flow: Sendable { case expense, income, transfer, interest }

    /// The same with another sum, such as in another currency.
    public func with(_ sum: Sum) -> PlannedMoney {
        PlannedMoney(id: id, source: source, day: day, account: account, sum: sum, flow: flow, share: share)
    }

    /// All that is known from tomorrow on, and what is overdue, in no particular order.
    ///
    /// - Parameters:
    ///   - todos: those that carry money and are open.
    ///   - payer: the account of what names none, or one that takes nothing new.
    ///   - sections: the entries, the newest day first.
    ///   - last: the last day that is wanted.
    public static func all(
        _ todos: [Todo], payer: (Currency) -> EntityID?, _ sections: [EntrySection], _ transfers: [Transfer],
        _ accounts: [MoneyAccount], _ today: CivilDate, through last: CivilDate
    ) throws(ItemError) -> [PlannedMoney] {
        let owners = AccountSums(accounts)
        var all: [PlannedMoney] = []
        func add(
            _ id: EntityID, _ source: Source, _ day: CivilDate, _ account: EntityID?, _ sum: Sum, _ flow: Flow,
            _ share: YearShare = .month
        ) {
            all.append(
                PlannedMoney(
                    id: id, source: source, day: day, account: owners.owner(of: account, sum.currency), sum: sum,
                    flow: flow, share: share))
        }
        for todo in todos {
            guard let amount = todo.amount, amount.coefficient > 0 else { continue }
            let sum = todo.isAbout ? Sum(amount).cautious(isIncome: todo.books == .income) : Sum(amount)
            let own = todo.payer(in: amount.currency, accounts, payer)
            let share = todo.books == .expense || todo.books == .income ? .month : todo.share()
            for day in todo.costs(through: last, today) {
                switch todo.books {
                case .expense: add(todo.id, .todo, day, own, sum.negated, .expense)
                case .income: add(todo.id, .todo, day, own, sum, .income)
                case .transfer(let into):
                    add(todo.id, .todo, day, own, sum.negated, .transfer)
                    add(todo.id, .todo, day, into, sum, .transfer, share)
                }
            }
        }
        for section in sections.prefix(while: { $0.day > today }) where section.day <= last {
            try section.entries.each { entry throws(ItemError) in
                guard let amount = entry.amount, entry.kind != .unsorted else { return }
                let isIncome = entry.kind == .income
                let sum = isIncome ? Sum(amount) : Sum(amount).negated
                let account = entry.extraFields[.account]?.entity
                add(entry.id, .entry, section.day, account, sum, isIncome ? .income : .expense)
            }
        }
        for transfer in transfers {
            for (leg, isOut) in [(transfer.from, true), (transfer.to, false)] where leg.day > today && leg.day <= last {
                let sum = Sum(leg.amount)
                add(transfer.id, .transfer, leg.day, leg.account, isOut ? sum.negated : sum, .transfer)
            }
        }
        return all
    }
}

extension Todo {
    /// The account that pays, or is paid, by which booking goes: the usual one in place of one that is closed, gone or in
    /// another currency. Nil for the one that nobody made.
    fileprivate func payer(
        in currency: Currency, _ accounts: [MoneyAccount], _ usual: (Currency) -> EntityID?
    ) -> EntityID? {
        let usual = usual(currency)
        guard let named = account else { return usual }
        let nobodys = MoneyAccount.defaultID(of: currency)
        let known = accounts.first { $0.id == named }
        if known.map({ $0.currency == currency && !$0.isClosed }) ?? (named == nobodys) { return named }
        // A transfer keeps its side where there is no other account that somebody made.
        if case .transfer = books, usual == nil || usual == nobodys { return named }
        return usual
    }
}
