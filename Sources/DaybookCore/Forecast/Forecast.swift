/// The balance of one or more accounts of a currency day by day, as far as it is known. Nothing of it is written anywhere.
public struct Forecast: Equatable, Sendable {
    /// A day on which something comes or goes.
    public struct Day: Equatable, Sendable {
        public let day: CivilDate
        /// The balance once all has gone out and nothing has come in yet: nobody knows which of a day's rows is first.
        public let low: Sum
        /// The balance at its end.
        public let end: Sum
        /// The money of that day: what goes out first.
        public let items: [PlannedMoney]
    }

    /// The balance at the end of today.
    public let start: Sum
    /// The days on which something is known, the first one first. What is overdue counts today.
    public let days: [Day]
    public let today: CivilDate

    /// - Parameters:
    ///   - balance: what is in the accounts at the end of today.
    ///   - items: what comes and goes there. Money from one of the accounts to another on one day stands there twice, and is
    ///     left out: together they have neither more nor less.
    public init(_ balance: Sum, _ items: [PlannedMoney], _ today: CivilDate) throws(ItemError) {
        start = balance
        self.today = today
        let inner = Self.inner(items)
        // Numbers are sorted many times faster than items.
        let keys = items.map { max($0.day, today).daysSince1970 * 2 + ($0.sum.coefficient < 0 ? 0 : 1) }
        let sorted = items.indices.filter { items[$0].flow != .transfer || !inner.contains(items[$0].id) }
            .sorted { keys[$0] == keys[$1] ? items[$0].id < items[$1].id : keys[$0] < keys[$1] }
            .map { items[$0] }
        var days: [Day] = []
        var sum = balance
        var place = 0
        while place < sorted.count {
            let day = max(sorted[place].day, today)
            let first = place
            var low = sum
            while place < sorted.count, max(sorted[place].day, today) == day {
                sum = try sum.adding(sorted[place].sum)
                if sorted[place].sum.coefficient < 0 { low = sum }
                place += 1
            }
            days.append(Day(day: day, low: low, end: sum, items: Array(sorted[first..<place])))
        }
        self.days = days
    }

    /// The transfers of which both sides are there, on the same day.
    private static func inner(_ items: [PlannedMoney]) -> EntitySet {
        let transfers = items.filter { $0.flow == .transfer }.sorted { ($0.id, $0.day) < ($1.id, $1.day) }
        var inner = EntitySet()
        var last: PlannedMoney?
        for item in transfers {
            if let last, last.id == item.id, last.day == item.day, last.sum == item.sum.negated {
                inner.insert(item.id)
            }
            last = item
        }
        return inner
    }

    /// The lowest balance, and the first day that has it.
    public var lowest: (day: CivilDate, sum: Sum) {
        var lowest = (day: today, sum: start)
        for day in days where day.low.isBelow(lowest.sum) { lowest = (day.day, day.low) }
        return lowest
    }

    /// The first day on which the balance falls below a floor; nil if it never does.
    public func first(below floor: Sum) -> CivilDate? {
        start.isBelow(floor) ? today : days.first { $0.low.isBelow(floor) }?.day
    }

    /// The day of the next income; nil while none is known.
    public var payday: CivilDate? { days.first { $0.day > today && $0.items.contains { $0.flow == .income } }?.day }

    /// The money that can go out by the next income, or while none is known by the last day, without any day falling below a
    /// floor: the lowest balance until then, less the floor. What goes out on the day of the income counts.
    public func free(above floor: Sum) throws(ItemError) -> Sum {
        let payday = payday
        var lowest = start
        for day in days where payday.map({ day.day <= $0 }) ?? true {
            if day.low.isBelow(lowest) { lowest = day.low }
        }
        return try lowest.adding(floor.negated)
    }

    /// The balance at the end of a day.
    public func balance(on day: CivilDate) -> Sum { days.last { $0.day <= day }?.end ?? start }
}

extension Sum {
    /// Tells whether it is less than another sum of its currency.
    public func isBelow(_ other: Sum) -> Bool {
        let scale = max(scale, other.scale)
        // One that is too large to be told at this scale is far from the other.
        guard let left = coefficient(at: scale) else { return coefficient < 0 }
        guard let right = other.coefficient(at: scale) else { return other.coefficient > 0 }
        return left < right
    }
}
