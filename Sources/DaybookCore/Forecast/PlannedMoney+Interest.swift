extension PlannedMoney {
    /// All with the interest of the accounts that bear some.
    ///
    /// A loan that to-dos pay back has interest in each payment, as it is booked when that is ticked. Any other account has it at
    /// the end of each month, on what is in it or owed then.
    ///
    /// - Parameters:
    ///   - items: what is known without interest, as `all` returns it.
    ///   - balances: at the end of today.
    ///   - last: the last day that is wanted.
    public static func withInterest(
        _ items: [PlannedMoney], _ balances: [AccountBalance], _ today: CivilDate, through last: CivilDate
    ) throws(ItemError) -> [PlannedMoney] {
        var all = items
        var parts: [PlannedMoney] = []
        for balance in balances where balance.account.interest != nil {
            let account = balance.account
            let places = items.indices
                .filter { items[$0].account == account.id && items[$0].sum.currency == account.currency }
                .sorted { max(items[$0].day, today) < max(items[$1].day, today) }
            var sum = balance.balance
            if account.isLoan, places.contains(where: { items[$0].isPaymentBack }) {
                for place in places {
                    let item = items[place]
                    var change = item.sum
                    if item.isPaymentBack, sum.coefficient < 0,
                        let interest = account.interest(on: sum, max(item.day, today), item.share)
                    {
                        change = try item.sum.adding(interest.negated)
                        all[place] = item.with(change, .transfer)
                        // The side from which it goes stands before it.
                        if place > 0, items[place - 1].id == item.id {
                            all[place - 1] = items[place - 1].with(change.negated, .transfer)
                            parts.append(items[place - 1].with(interest.negated, .expense))
                        }
                    }
                    sum = try sum.adding(change)
                }
                continue
            }
            var next = 0
            var end = today.adding(days: 1).endOfMonth
            while end <= last {
                while next < places.count, max(items[places[next]].day, today) <= end {
                    sum = try sum.adding(items[places[next]].sum)
                    next += 1
                }
                if let interest = account.interest(on: sum, end) {
                    let signed = sum.coefficient < 0 ? interest.negated : interest
                    parts.append(
                        PlannedMoney(
                            id: account.id, source: .interest, day: end, account: account.id, sum: signed,
                            flow: .interest))
                    sum = try sum.adding(signed)
                }
                end = end.adding(days: 1).endOfMonth
            }
        }
        return all.filter { $0.sum.coefficient != 0 } + parts
    }

    /// True of the side of a to-do's transfer on which it comes in.
    private var isPaymentBack: Bool { source == .todo && flow == .transfer && sum.coefficient > 0 }

    private func with(_ sum: Sum, _ flow: Flow) -> PlannedMoney {
        PlannedMoney(id: id, source: source, day: day, account: account, sum: sum, flow: flow, share: share)
    }
}

extension Sum {
    /// An amount that is about so much, as it is counted on: 7.5 % more where it goes out, and less where it comes in.
    func cautious(isIncome: Bool) -> Sum {
        guard let product = coefficient.product(isIncome ? 925 : 1_075) else { return self }
        return Sum(coefficient: product.rounded(dividedBy: 1_000), scale: scale, currency: currency)
    }

    /// The median of some sums of a currency, rounded to the decimals of that; nil for none.
    static func median(_ sums: [Sum]) throws(ItemError) -> Sum? {
        guard !sums.isEmpty else { return nil }
        let sorted = sums.sorted { $0.isBelow($1) }
        let upper = sorted[sorted.count / 2]
        if sorted.count % 2 == 1 { return upper }
        let both = try sorted[sorted.count / 2 - 1].adding(upper)
        guard let double = both.coefficient(at: both.scale + 1) else { throw .sumTooLarge(both.currency) }
        return Sum(
            coefficient: double.rounded(dividedBy: 2), scale: both.scale + 1, currency: both.currency
        ).rounded
    }

    /// The amount that a day usually costs beside what is planned: over the last twelve whole months that the book knows; nil where
    /// there is none.
    ///
    /// - Parameters:
    ///   - months: what came in and went out in each.
    ///   - booked: the same of what to-dos booked.
    ///   - first: the day of the first entry.
    public static func typicalDay(
        _ months: [PeriodTotals], booked: [PeriodTotals], since first: CivilDate?, _ today: CivilDate,
        _ currency: Currency
    ) throws(ItemError) -> Sum? {
        var unplanned: [(start: CivilDate, unplanned: Sum)] = []
        var start = today.startOfMonth
        for _ in 0..<12 {
            start = start.adding(days: -1).startOfMonth
            guard let first, first <= start else { break }
            func spent(_ months: [PeriodTotals]) -> Sum {
                months.first { $0.start == start }?.totals.expense[currency] ?? Sum(.zero(currency))
            }
            unplanned.append((start, try spent(months).adding(spent(booked).negated)))
        }
        return try typicalDay(unplanned)
    }

    /// The median over some whole months of what was spent a day; nil for no months.
    ///
    /// - Parameter months: the first day of each, and what was spent in it that no to-do booked.
    public static func typicalDay(_ months: [(start: CivilDate, unplanned: Sum)]) throws(ItemError) -> Sum? {
        var days: [Sum] = []
        for month in months {
            let (sum, currency) = (month.unplanned, month.unplanned.currency)
            let scale = max(sum.scale, currency.minorDigits)
            let count = month.start.endOfMonth.daysSince1970 - month.start.daysSince1970 + 1
            guard let exact = sum.coefficient(at: scale) else { throw .sumTooLarge(currency) }
            days.append(
                Sum(coefficient: exact.rounded(dividedBy: Int128(count)), scale: scale, currency: currency))
        }
        return try Sum.median(days)
    }
}

extension Forecast {
    /// The balance at the end of a day if so much more goes out on each day after today; nil if that has too many digits.
    public func balance(on day: CivilDate, spending typical: Sum) -> Sum? {
        guard let spent = spent(typical, by: day) else { return nil }
        return try? balance(on: day).adding(spent)
    }

    /// The first day, up to one, on which less than a floor is left if so much more goes out on each day after today.
    public func first(below floor: Sum, spending typical: Sum, through last: CivilDate) -> CivilDate? {
        if start.isBelow(floor) { return today }
        var place = 0
        var known = start
        var day = today
        while day <= last {
            var low = known
            while place < days.count, days[place].day <= day {
                low = days[place].low.isBelow(low) ? days[place].low : low
                known = days[place].end
                place += 1
            }
            let left = spent(typical, by: day).flatMap { try? low.adding($0) }
            if left?.isBelow(floor) == true { return day }
            day = day.adding(days: 1)
        }
        return nil
    }

    /// Below zero.
    private func spent(_ typical: Sum, by day: CivilDate) -> Sum? {
        let days = Int128(max(0, day.daysSince1970 - today.daysSince1970))
        return typical.coefficient.product(0 - days).map {
            Sum(coefficient: $0, scale: typical.scale, currency: typical.currency)
        }
    }
}
