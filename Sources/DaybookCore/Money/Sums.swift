/// Exact sums of money, one for each currency; currencies are never added up with each other.
public struct Sums: Hashable, Sendable {
    /// In the order of the currencies' codes.
    public private(set) var all: [Sum] = []

    /// Nothing added up yet.
    public init() {}

    /// True where nothing was added. A sum of 0 is something.
    public var isEmpty: Bool { all.isEmpty }

    /// The sum in a currency; nil if there was nothing to add up.
    public subscript(currency: Currency) -> Sum? { all.first { $0.currency == currency } }

    /// Throws `sumTooLarge` where a sum would have more than 38 digits, as all that follow do; what was added before
    /// stays.
    public mutating func add(_ sum: Sum) throws(ItemError) {
        guard let index = all.firstIndex(where: { $0.currency >= sum.currency }) else { return all.append(sum) }
        if all[index].currency == sum.currency {
            all[index] = try all[index].adding(sum)
        } else {
            all.insert(sum, at: index)
        }
    }

    /// Adds currency by currency, in the order of their codes.
    public mutating func add(_ sums: Sums) throws(ItemError) {
        for sum in sums.all { try add(sum) }
    }

    /// Does the same as `add`, less each sum: what wasn't there goes below zero.
    public mutating func subtract(_ sums: Sums) throws(ItemError) {
        for sum in sums.all { try add(sum.negated) }
    }
}

/// An exact sum, below zero too: `coefficient × 10^-scale` of a currency.
public struct Sum: Sendable {
    /// Below zero where more was taken away than added, as in a balance.
    public let coefficient: Int128
    /// The number of decimals: the currency's, or as many as the finest amount has.
    public let scale: Int
    /// A currency of ISO 4217.
    public let currency: Currency

    public init(coefficient: Int128, scale: Int, currency: Currency) {
        self.coefficient = coefficient
        self.scale = scale
        self.currency = currency
    }

    public init(_ amount: Amount) {
        self.init(coefficient: Int128(amount.coefficient), scale: amount.scale, currency: amount.currency)
    }

    /// The number alone, with the currency's decimals, or as many as it takes: `-12.50`.
    public var number: String {
        let (coefficient, scale) = shortened(to: currency.minorDigits)
        return decimalText(coefficient, scale)
    }

    /// The number alone, for people: without decimals that are 0 where nobody uses any, `-38` of TWD.
    public var shown: String {
        let (coefficient, scale) = shortened(to: 0)
        return scale == 0 && !currency.hasDecimalsInUse ? decimalText(coefficient, 0) : number
    }

    /// `-12.50 USD`, `-38 TWD`.
    public var text: String { shown + " " + currency.code }

    /// The same below zero, or above.
    public var negated: Sum { Sum(coefficient: -coefficient, scale: scale, currency: currency) }

    /// Both together.
    public func adding(_ other: Sum) throws(ItemError) -> Sum {
        let scale = max(scale, other.scale)
        guard let left = coefficient(at: scale), let right = other.coefficient(at: scale) else {
            throw .sumTooLarge(currency)
        }
        let (sum, overflows) = left.addingReportingOverflow(right)
        if overflows || sum == .min { throw .sumTooLarge(currency) }
        return Sum(coefficient: sum, scale: scale, currency: currency)
    }

    /// The coefficient with more decimals, or nil if it would be too large.
    func coefficient(at scale: Int) -> Int128? {
        var coefficient = coefficient
        for _ in self.scale..<scale {
            guard let product = coefficient.tenfold else { return nil }
            coefficient = product
        }
        return coefficient
    }

    /// The coefficient and scale without zeros at the end, but with so many decimals, if it has them.
    private func shortened(to decimals: Int) -> (Int128, Int) {
        var coefficient = coefficient
        var scale = scale
        while scale > decimals {
            let (tenth, digit) = coefficient.magnitude.dividedByTen
            guard digit == 0 else { break }
            coefficient = coefficient < 0 ? -Int128(truncatingIfNeeded: tenth) : Int128(truncatingIfNeeded: tenth)
            scale -= 1
        }
        return (coefficient, scale)
    }
}

/// Sums are the same if they are worth the same.
extension Sum: Hashable {
    public static func == (left: Sum, right: Sum) -> Bool {
        left.currency == right.currency && left.shortened(to: 0) == right.shortened(to: 0)
    }

    public func hash(into hasher: inout Hasher) {
        let (coefficient, scale) = shortened(to: 0)
        hasher.combine(coefficient)
        hasher.combine(scale)
        hasher.combine(currency)
    }
}
