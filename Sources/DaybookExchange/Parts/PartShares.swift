public import DaybookCore

/// A share of an amount in percent, such as `33.3` or `12,5 %`.
public struct Percentage: Equatable, Sendable {
    /// `coefficient × 10^-scale` percent, at most 100.
    let coefficient: Int128
    let scale: Int

    /// The share that a person wrote: digits, with a point or a comma before at most 6 decimals.
    public init(_ text: String) throws(InputError) {
        var digits = text.trimmed
        if digits.hasSuffix("%") { digits = String(digits.dropLast()).trimmed }
        let parts = digits.split(separator: digits.contains(",") ? "," : ".", omittingEmptySubsequences: false)
        let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }
        guard isNumber, (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), parts[0].count <= 3,
            parts.count == 1 || parts[1].count <= 6, let coefficient = Int128(parts.joined())
        else {
            throw InputError("“\(text.excerpt)” isn't a valid percentage. Write one such as 33.3.")
        }
        (self.coefficient, scale) = (coefficient, parts.count == 1 ? 0 : parts[1].count)
    }
}

extension Amount {
    /// Parts the amount by some percentages, to the last of its decimals. What rounding leaves over goes to those that
    /// lost most by it, of equals to the first: so percentages of 100 together come to the whole amount, and others to what
    /// their sum comes to, rounded.
    public func shares(_ percentages: [Percentage]) throws(InputError) -> [Amount] {
        let scale = percentages.map(\.scale).max() ?? 0
        let whole = (0..<scale + 2).reduce(Int128(1)) { number, _ in number * 10 }
        let factors = percentages.map { percentage in
            (percentage.scale..<scale).reduce(percentage.coefficient) { number, _ in number * 10 }
        }
        let total = factors.reduce(0, +)
        guard total <= whole else { throw InputError("The percentages come to more than 100. Lower one.") }
        let products = factors.map { Int128(coefficient) * $0 }
        var shares = products.map { $0 / whole }
        // Half a unit of the sum counts as one.
        let wanted = (Int128(coefficient) * total + whole / 2) / whole
        let left = Int(wanted - shares.reduce(0, +))
        let losers = products.indices.sorted { (products[$1] % whole, $0) < (products[$0] % whole, $1) }
        for index in losers.prefix(max(0, left)) { shares[index] += 1 }
        var amounts: [Amount] = []
        for share in shares {
            guard let coefficient = Int64(exactly: share),
                let amount = Amount(coefficient: coefficient, scale: self.scale, currency: currency)
            else { throw InputError(.tooManyDigits(self.number)) }
            amounts.append(amount)
        }
        return amounts
    }
}
