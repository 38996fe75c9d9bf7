extension Target {
    /// The cost of a bill, and its day.
    public struct Bill: Hashable, Sendable {
        public let day: CivilDate
        public let amount: Amount

        public init(_ day: CivilDate, _ amount: Amount) {
            self.day = day
            self.amount = amount
        }
    }

    /// The bills that an envelope has to pay by the end of a period: what open to-dos cost by then, and of one that costs nothing
    /// by then the next time. What a to-do brings, or moves between accounts, is none.
    ///
    /// - Parameter todos: those of the envelope.
    public static func bills(_ todos: [Todo], through last: CivilDate, _ today: CivilDate) -> [Bill] {
        var bills: [Bill] = []
        for todo in todos {
            guard let amount = todo.amount, todo.books == .expense, !todo.isCompleted, let due = todo.due else {
                continue
            }
            let days = todo.costs(through: last, today)
            for day in days.isEmpty ? [due] : days { bills.append(Bill(day, amount)) }
        }
        return bills
    }
}

extension BudgetSheet {
    /// The amount that an envelope is to get in a period by its target, without what goes by weight; nil for an envelope without one, and
    /// for one that was put away.
    ///
    /// - Parameter bills: see `Target.bills`.
    public func need(of envelope: Envelope, in period: Int64, _ bills: [Target.Bill]) throws(ItemError) -> Sum? {
        guard !envelope.isArchived, let target = envelope.extraFields[.target].flatMap({ Target($0.text) }),
            let place = place(of: envelope.id)
        else { return nil }
        return sum(try need(target, place, period, bills))
    }

    func need(_ target: Target, _ place: Int, _ period: Int64, _ bills: [Target.Bill]) throws(ItemError) -> Int128 {
        let line = lines[place]
        let kept = line.state(in: period).before
        let first = plan.periods.start(of: period)
        let days = first...plan.periods.end(of: period)
        var need: Int128 = 0
        var dated: [(day: CivilDate, amount: Int128, isBill: Bool)] = []
        for goal in target.goals {
            var own: Int128 = 0
            switch goal {
            case .each(let amount): own = try units(amount)
            case .refill(let amount): own = max(0, try units(amount) - kept)
            case .cap(let amount, let top): own = min(try units(amount), max(0, try units(top) - kept))
            case .times(let amount, let step, let from, let top):
                own = try fitting(try units(amount).product(Int128(step.count(from: from, in: days))))
                if let top { own = min(own, max(0, try units(top) - kept)) }
            case .by(let amount, let day): dated.append((day, try units(amount), false))
            case .aside(let amount, let count, let month):
                dated.append((month.next(every: count, notBefore: first).endOfMonth, try units(amount), false))
            case .bills: for bill in bills { dated.append((bill.day, try units(bill.amount), true)) }
            case .percent(let share, let ofLast):
                let income = page(of: ofLast ? period - 1 : period).income.coefficient
                own = rounded(try fitting(max(0, income).product(Int128(share))), dividedBy: 10_000)
            case .average(let count):
                var spent: Int128 = 0
                for past in 1...count { spent -= line.state(in: period - past).spent }
                own = max(0, rounded(spent, dividedBy: count))
            case .copy(let count): own = max(0, line.state(in: period - count).assigned)
            case .rest: break
            }
            need = try adding(need, own)
        }
        return try adding(need, missing(dated.sorted { $0.day < $1.day }, kept, line, period))
    }

    /// Tells what dated amounts need in a period, the first day first: each takes what it can of what came along, and the rest in equal
    /// parts until its period. One whose day is past stays until so much was spent from that period on, or the bill was paid.
    private func missing(
        _ dated: [(day: CivilDate, amount: Int128, isBill: Bool)], _ kept: Int128, _ line: BudgetLine, _ period: Int64
    ) throws(ItemError) -> Int128 {
        var kept = max(0, kept)
        // All together is `whole` and `parts` by `divisor`: it is rounded once.
        var (whole, parts, divisor) = (0 as Int128, 0 as Int128, 1 as Int64)
        var paid: Int128 = 0
        for (day, all, isBill) in dated {
            var amount = all
            let last = plan.periods.number(of: day)
            if last < period, !isBill {
                let gone = min(amount, max(0, line.spent(in: last..<period) - paid))
                paid += gone
                amount -= gone
            }
            let taken = min(kept, amount)
            kept -= taken
            let left = max(1, last - period + 1)
            let common = Int64(truncatingIfNeeded: Int128(divisor).commonDivisor(Int128(left)))
            let factor = left / common
            if divisor < 1_000_000, factor < 1_000, let old = parts.product(Int128(factor)),
                let new = (amount - taken).product(Int128(divisor / common))
            {
                parts = try adding(old, new)
                divisor *= factor
            } else {
                whole = try adding(whole, rounded(amount - taken, dividedBy: left))
            }
        }
        return try adding(whole, divisor == 1 ? parts : rounded(parts, dividedBy: divisor))
    }

    /// An amount with the decimals of the sheet, as far as it has them; 0 in another currency.
    func units(_ amount: Amount) throws(ItemError) -> Int128 {
        guard amount.currency == plan.currency else { return 0 }
        if amount.scale > scale, let unit = Int128.power(amount.scale - scale) {
            return Int128(amount.coefficient).rounded(dividedBy: unit)
        }
        return try fitting(Sum(amount).coefficient(at: scale))
    }

    private func adding(_ left: Int128, _ right: Int128) throws(ItemError) -> Int128 {
        let (sum, overflows) = left.addingReportingOverflow(right)
        return try fitting(overflows ? nil : sum)
    }

    func fitting(_ units: Int128?) throws(ItemError) -> Int128 {
        guard let units, units.magnitude < 1 << 124 else { throw .sumTooLarge(plan.currency) }
        return units
    }

    /// A quotient, rounded to the decimals of the currency, a half away from 0.
    func rounded(_ units: Int128, dividedBy divisor: Int64) -> Int128 {
        guard let unit = Int128.power(scale - plan.currency.minorDigits), let all = unit.product(Int128(divisor)) else {
            return 0
        }
        return units.rounded(dividedBy: all).product(unit) ?? 0
    }
}

extension Target.Step {
    /// Counts the days that come again from one on among some days.
    fileprivate func count(from first: CivilDate, in days: ClosedRange<CivilDate>) -> Int64 {
        guard first <= days.upperBound else { return 0 }
        if unit == .month {
            var count: Int64 = 0
            // The month before may end in the period.
            var steps = max(0, (days.lowerBound.monthNumber - first.monthNumber) / self.count - 1)
            while true {
                let day = first.adding(months: steps * self.count)
                if day > days.upperBound { return count }
                if day >= days.lowerBound { count += 1 }
                steps += 1
            }
        }
        let length = unit == .week ? 7 * self.count : self.count
        func steps(through day: CivilDate) -> Int64 {
            day < first ? 0 : (day.daysSince1970 - first.daysSince1970) / length + 1
        }
        return steps(through: days.upperBound) - steps(through: days.lowerBound.adding(days: -1))
    }
}

extension CivilDate {
    /// The first of the months that come again from one on which isn't over before a day.
    fileprivate func next(every months: Int64, notBefore day: CivilDate) -> CivilDate {
        let behind = day.monthNumber - monthNumber
        return behind <= 0 ? self : adding(months: (behind + months - 1) / months * months)
    }
}
