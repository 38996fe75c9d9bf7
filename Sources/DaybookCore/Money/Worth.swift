/// The balances of accounts at the end of a period.
public struct Worth: Equatable, Sendable {
    /// The first day of the period.
    public let start: CivilDate
    /// The sum of each currency, below zero where more is owed.
    public private(set) var sums: Sums

    public init(start: CivilDate, sums: Sums) {
        self.start = start
        self.sums = sums
    }

    /// The worth at the end of the periods in which something changed, the oldest first, and of the last one.
    ///
    /// - Parameters:
    ///   - first: the day that a week starts with, from 0 for Monday to 6 for Sunday.
    ///   - from: the first day that is wanted; what was there before counts in its period. Nil for no limit.
    ///   - last: the last day that is wanted. What comes later counts nowhere.
    ///   - days: the entries, the newest day first.
    ///   - accounts: those that somebody made or changed.
    ///   - scope: the account that is wanted; nil for all.
    public static func periods(
        _ period: ReportPeriod, weekFrom first: Int64 = 0, from: CivilDate?, through last: CivilDate,
        _ days: [EntrySection], _ transfers: [Transfer], _ accounts: [MoneyAccount],
        of scope: AccountScope? = nil
    ) throws(ItemError) -> [Worth] {
        let start = from.map { period.start(of: $0, weekFrom: first) }
        func place(_ day: CivilDate) -> CivilDate {
            let own = period.start(of: day, weekFrom: first)
            return start.map { max($0, own) } ?? own
        }
        var changes = SortedMap<CivilDate, Sums>()
        func add(_ sum: Sum, _ day: CivilDate) throws(ItemError) {
            guard day <= last else { return }
            try changes.change(place(day), from: Sums()) { sums throws(ItemError) in try sums.add(sum) }
        }
        try days.checked()
        for day in days.reversed() {
            for change in day.changes where scope?.contains(change.account, change.sum.currency) != false {
                try add(change.sum, day.day)
            }
        }
        for transfer in transfers {
            if scope?.contains(transfer.from) != false { try add(Sum(transfer.from.amount).negated, transfer.from.day) }
            if scope?.contains(transfer.to) != false { try add(Sum(transfer.to.amount), transfer.to.day) }
        }
        var sums = Sums()
        for account in accounts where scope?.isOf(account) != false && account.opening.coefficient != 0 {
            if let day = account.openingDay {
                try add(account.openingSum, day)
            } else {
                try sums.add(account.openingSum)
            }
        }
        var worths: [Worth] = []
        for change in changes.all {
            try sums.add(change.value)
            worths.append(Worth(start: change.key, sums: sums))
        }
        if !sums.isEmpty, worths.last.map({ $0.start < place(last) }) ?? true {
            worths.append(Worth(start: place(last), sums: sums))
        }
        return worths
    }
}
