/// A plan that pays several debts of one currency back with the same budget each month: all minimums and something extra.
/// The money that a paid debt frees goes to the next.
public struct PayOff: Equatable, Sendable {
    public struct Debt: Equatable, Sendable {
        public let id: EntityID
        /// Above zero for what is owed.
        public let balance: Amount
        public let rate: InterestRate
        /// The least that is paid each month while it is owed.
        public let minimum: Amount

        public init(id: EntityID, balance: Amount, rate: InterestRate, minimum: Amount) {
            (self.id, self.balance, self.rate, self.minimum) = (id, balance, rate, minimum)
        }
    }

    /// The debt that gets what is left of the budget.
    public enum Order: String, CaseIterable, Sendable {
        /// The debt with the highest rate, then the smaller balance: costs least.
        case avalanche
        /// The debt with the smallest balance, then the higher rate: ends the first debt soonest.
        case snowball
        /// The order of `avalanche`, with nothing paid beyond the minimums.
        case minimum
    }

    /// The number of the month in which each debt ends, in the order that they were given in.
    public let ends: [Int]
    /// All interest.
    public let interest: Sum

    /// The number of months until nothing is owed.
    public var months: Int { ends.max() ?? 0 }

    /// Each month has its interest first, then the minimums, then all that is left for the debt that is next.
    ///
    /// - Parameter extra: what is paid beyond the minimums each month.
    public init(_ debts: [Debt], extra: Amount, by order: Order) throws(Loan.Problem) {
        let scale = debts.reduce(extra.scale) { max($0, $1.balance.scale, $1.minimum.scale) }
        func exact(_ amount: Amount) throws(Loan.Problem) -> Int128 {
            // Sums of many have room above.
            guard amount.currency == extra.currency, let number = Sum(amount).coefficient(at: scale),
                number < 1 << 100
            else { throw .tooLarge }
            return number
        }
        var left: [Int128] = []
        var minimums: [Int128] = []
        for debt in debts {
            left.append(try exact(debt.balance))
            minimums.append(try exact(debt.minimum))
        }
        let budget = (order == .minimum ? 0 : try exact(extra)) + minimums.reduce(0, +)
        var ends = left.map { $0 > 0 ? nil : 0 as Int? }
        var interest: Int128 = 0
        var month = 0
        while left.contains(where: { $0 > 0 }) {
            let owed = left.reduce(0, +)
            month += 1
            var grown: Int128 = 0
            for place in debts.indices {
                guard let part = debts[place].rate.interest(on: left[place]) else { throw .tooLarge }
                left[place] += part
                grown += part
            }
            interest += grown
            var money = budget
            func pay(_ place: Int, _ most: Int128) {
                let paid = min(left[place], most, money)
                left[place] -= paid
                money -= paid
            }
            for place in debts.indices { pay(place, minimums[place]) }
            for place in Self.order(debts, left, order) { pay(place, money) }
            for place in debts.indices where left[place] == 0 && ends[place] == nil { ends[place] = month }
            // Where the interest takes all that is paid, the debts grow for ever.
            if left.reduce(0, +) >= owed {
                throw .neverEnds(interest: Sum(coefficient: grown, scale: scale, currency: extra.currency))
            }
            if month == Loan.mostMonths, left.contains(where: { $0 > 0 }) { throw .months(month + 1) }
        }
        self.ends = ends.map { $0 ?? month }
        self.interest = Sum(coefficient: interest, scale: scale, currency: extra.currency)
    }

    private static func order(_ debts: [Debt], _ left: [Int128], _ order: Order) -> [Int] {
        debts.indices.sorted { a, b in
            let (first, second) = (debts[a], debts[b])
            switch order {
            case .avalanche where first.rate != second.rate, .minimum where first.rate != second.rate:
                return first.rate > second.rate
            case .snowball where left[a] == left[b] && first.rate != second.rate: return first.rate > second.rate
            case .avalanche, .snowball, .minimum: return (left[a], first.id) < (left[b], second.id)
            }
        }
    }
}
