/// The money in one currency that is left until more comes in, or until the month ends while no income is known.
public struct LeftToSpend: Equatable, Sendable {
    /// The day on which the next known income comes; nil while none is known.
    public let payday: CivilDate?
    /// The last day for which it has to do.
    public let last: CivilDate
    /// The number of days until then, today included.
    public let days: Int64
    /// The accounts that are counted, with what is in them today.
    public let accounts: [AccountBalance]
    /// The money that goes out, or comes from an account that isn't counted, by the last day. The first day first.
    public let items: [PlannedMoney]
    /// The content of the accounts.
    public let money: Sum
    /// The money, and the items.
    public let sum: Sum

    /// A day's share, rounded down to what the currency has; nil where nothing is left.
    public var aDay: Sum? {
        let scale = max(sum.scale, sum.currency.minorDigits)
        guard days > 0, let all = sum.coefficient(at: scale), all > 0, all <= Int64.max else { return nil }
        return Sum(
            coefficient: Int128(Int64(truncatingIfNeeded: all) / days), scale: scale, currency: sum.currency)
    }

    /// Tells what is left in each currency in which somebody made an account, by code.
    ///
    /// Accounts count that are in use and on the budget: neither loans nor assets, nor the one of a currency that nobody
    /// made. What goes out on the day of the income counts, for nobody knows which of them is first.
    ///
    /// - Parameters:
    ///   - balances: at the end of today.
    ///   - todos: those that carry money and are open.
    ///   - payer: the account that pays what names none.
    ///   - sections: the entries, the newest day first.
    public static func all(
        _ balances: [AccountBalance], _ todos: [Todo], payer: (Currency) -> EntityID?, _ sections: [EntrySection],
        _ transfers: [Transfer], _ today: CivilDate
    ) throws(ItemError) -> [LeftToSpend] {
        let own = balances.filter { $0.account.isSpendable }
        var currencies: [Currency] = []
        for balance in own where !currencies.contains(balance.account.currency) {
            currencies.append(balance.account.currency)
        }
        let planned = try PlannedMoney.all(
            todos, payer: payer, sections, transfers, balances.map { $0.account }, today,
            through: today.adding(days: longestWait))
        var all: [LeftToSpend] = []
        for currency in currencies.sorted() {
            let accounts = own.filter { $0.account.currency == currency }
            let counted = planned.filter { item in
                item.sum.currency == currency && accounts.contains { $0.account.id == item.account }
            }
            var payday: CivilDate?
            for item in counted where item.flow == .income && item.day > today {
                payday = min(payday ?? item.day, item.day)
            }
            let through = payday ?? today.endOfMonth
            let items = counted.filter { $0.flow != .income && $0.day <= through }
            var money = Sum(.zero(currency))
            for account in accounts { money = try money.adding(account.balance) }
            var sum = money
            for item in items { sum = try sum.adding(item.sum) }
            let last = payday.map { $0.adding(days: -1) } ?? through
            all.append(
                LeftToSpend(
                    payday: payday, last: last, days: last.daysSince1970 - today.daysSince1970 + 1, accounts: accounts,
                    items: items.sorted { ($0.day, $0.id) < ($1.day, $1.id) }, money: money, sum: sum))
        }
        return all
    }

    /// The number of days ahead in which an income is looked for.
    private static let longestWait: Int64 = 366
}

extension Todo {
    /// The days up to one on which it costs its amount: of one that comes again as often as it does by then.
    ///
    /// One without a due day costs nothing that is known. What counts from when it was done is known once, and what passes
    /// over missed ones costs once for all that are overdue.
    public func costs(through last: CivilDate, _ today: CivilDate) -> [CivilDate] {
        guard !isCompleted, let due, due <= last else { return [] }
        guard let rule, let repeats, repeats.mode != .afterDone else { return [due] }
        var days = [due]
        var left = RepeatRule.greatestSearch
        var latest = repeats.mode == .passing ? max(repeats.anchor, today) : repeats.anchor
        var gone: Int64 = 0
        while let next = rule.next(after: latest, through: last, from: repeats.anchor, looking: &left) {
            // Missed ones are gone, too, where they are passed over.
            gone = days.count > 1 ? gone + 1 : rule.gone(before: next, done: 1, repeats.mode, from: repeats.anchor)
            guard gone < rule.count ?? .max else { break }
            days.append(next)
            latest = next
        }
        return days
    }
}

extension Sum {
    /// Tells how many percent it is of another sum of its currency, to the nearest; nil if that isn't above zero.
    public func percent(of whole: Sum) -> Int? {
        let scale = max(scale, whole.scale)
        guard let part = coefficient(at: scale), let all = whole.coefficient(at: scale), all > 0 else { return nil }
        var (above, below) = (part.magnitude, all.magnitude)
        // Digits that no percent shows are dropped until the product has room.
        while max(above, below) > 1 << 54 {
            (above, below) = (above.dividedByTen.quotient, below.dividedByTen.quotient)
        }
        let (number, divisor) = (UInt64(truncatingIfNeeded: above), UInt64(truncatingIfNeeded: below))
        guard divisor > 0 else { return nil }
        let percent = Int((number * 200 + divisor) / (divisor * 2))
        return part < 0 ? -percent : percent
    }
}
