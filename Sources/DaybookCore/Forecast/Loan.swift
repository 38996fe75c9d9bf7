/// A debt that is paid back month by month, and what each payment is made of.
///
/// Interest is rounded half up to the decimals of the debt each month, and the last payment takes the rest.
public struct Loan: Equatable, Sendable {
    /// A month's payment.
    public struct Payment: Equatable, Sendable {
        public let interest: Sum
        /// The share that the debt falls by.
        public let principal: Sum
        /// The debt afterwards.
        public let left: Sum
    }

    public enum Problem: Error, Equatable, Sendable {
        /// Not from 1 to `mostMonths`.
        case months(Int)
        /// A payment that the first month's interest takes whole: the debt would never end.
        case neverEnds(interest: Sum)
        /// Numbers with more than 38 digits on the way.
        case tooLarge
    }

    /// The longest term, in months.
    public static let mostMonths = 600

    /// The level payment: what all months pay but the last one.
    public let level: Sum
    /// The first month first.
    public let payments: [Payment]

    /// The debt is to be paid in so many months.
    public init(_ debt: Amount, at rate: InterestRate, months: Int) throws(Problem) {
        guard (1...Self.mostMonths).contains(months) else { throw .months(months) }
        guard let level = Self.level(Int128(debt.coefficient), rate, months) else { throw .tooLarge }
        try self.init(Sum(debt), rate, level, months: months)
    }

    /// So much is paid each month, until nothing is left. Both amounts are of one currency.
    public init(_ debt: Amount, at rate: InterestRate, paying payment: Amount) throws(Problem) {
        let scale = max(debt.scale, payment.scale)
        guard let level = Sum(payment).coefficient(at: scale), let exact = Sum(debt).coefficient(at: scale) else {
            throw .tooLarge
        }
        try self.init(Sum(coefficient: exact, scale: scale, currency: debt.currency), rate, level, months: nil)
    }

    /// - Parameter months: nil for as many as it takes.
    private init(_ debt: Sum, _ rate: InterestRate, _ level: Int128, months: Int?) throws(Problem) {
        func sum(_ coefficient: Int128) -> Sum {
            Sum(coefficient: coefficient, scale: debt.scale, currency: debt.currency)
        }
        self.level = sum(level)
        var payments: [Payment] = []
        var left = debt.coefficient
        while months.map({ payments.count < $0 }) ?? (left > 0) {
            guard let interest = rate.interest(on: left) else { throw .tooLarge }
            if months == nil, level <= interest { throw .neverEnds(interest: sum(interest)) }
            if payments.count == Self.mostMonths { throw .months(Self.mostMonths + 1) }
            let isLast = months.map { payments.count + 1 == $0 } ?? false
            let principal = isLast ? left : min(left, max(level - interest, 0))
            left -= principal
            payments.append(Payment(interest: sum(interest), principal: sum(principal), left: sum(left)))
        }
        self.payments = payments
    }

    /// The payment that is the same each month: `debt · r / (1 − (1 + r)^−n)`, rounded half up.
    private static func level(_ debt: Int128, _ rate: InterestRate, _ months: Int) -> Int128? {
        let (numerator, denominator) = rate.aMonth
        guard numerator > 0 else { return debt.rounded(dividedBy: Int128(months)) }
        // (1 + r)^−n in 2^−62ths: it is below 1.
        let one = Int128(1) << 62
        var factor = one
        for _ in 0..<months {
            guard let product = factor.product(denominator) else { return nil }
            factor = product.rounded(dividedBy: denominator + numerator)
        }
        let divisor = one - factor
        guard divisor > 0, let interest = debt.product(numerator) else { return nil }
        // A factor that can be left out of both makes room for products.
        let common = interest == 0 ? 1 : interest.commonDivisor(denominator)
        guard let dividend = interest.rounded(dividedBy: common).product(one),
            let whole = divisor.product(denominator.rounded(dividedBy: common))
        else { return nil }
        return dividend.rounded(dividedBy: whole)
    }

    /// All interest.
    public var interest: Sum { total { $0.interest } }
    /// The last payment, which takes the rest.
    public var last: Sum { payments.last.map { $0.amount } ?? level }

    private func total(_ part: (Payment) -> Sum) -> Sum {
        let sum = payments.reduce(Int128(0)) { $0 &+ part($1).coefficient }
        return Sum(coefficient: sum, scale: level.scale, currency: level.currency)
    }
}

extension Loan.Payment {
    /// Interest and principal.
    public var amount: Sum {
        Sum(
            coefficient: interest.coefficient + principal.coefficient, scale: interest.scale,
            currency: interest.currency)
    }
}
