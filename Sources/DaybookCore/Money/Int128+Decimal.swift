// Multiplying and dividing 128 bits needs functions of a C runtime that the browser doesn't have; shifting and adding
// doesn't.

extension Int128 {
    /// Ten times the number, or nil if that would be too large.
    var tenfold: Int128? {
        guard magnitude < 1 << 123 else { return nil }
        return (self << 3) + (self << 1)
    }

    /// Ten to the power of a small exponent, or nil if that would be too large.
    static func power(_ exponent: Int) -> Int128? {
        var power: Int128? = 1
        for _ in 0..<Swift.max(0, exponent) { power = power?.tenfold }
        return power
    }

    /// The product, or nil if it would be too large.
    func product(_ other: Int128) -> Int128? {
        var product: UInt128 = 0
        var summand = magnitude
        var rest = other.magnitude
        while rest > 0 {
            if rest & 1 == 1 {
                let (sum, overflows) = product.addingReportingOverflow(summand)
                guard !overflows, sum >> 127 == 0 else { return nil }
                product = sum
            }
            rest >>= 1
            guard rest == 0 || summand >> 127 == 0 else { return nil }
            summand <<= 1
        }
        let isNegative = (self < 0) != (other < 0)
        return isNegative ? -Int128(truncatingIfNeeded: product) : Int128(truncatingIfNeeded: product)
    }

    /// The quotient, rounded to the nearest number, away from 0 from a half on.
    ///
    /// - Parameter divisor: above 0.
    func rounded(dividedBy divisor: Int128) -> Int128 {
        let divisor = divisor.magnitude
        var dividend = magnitude
        var quotient: UInt128 = 0
        var rest: UInt128 = 0
        // A bit after the other, the highest first.
        for _ in 0..<128 {
            rest = rest << 1 | dividend >> 127
            dividend <<= 1
            quotient <<= 1
            if rest >= divisor {
                rest -= divisor
                quotient |= 1
            }
        }
        if rest >= divisor - rest { quotient += 1 }
        return self < 0 ? -Int128(truncatingIfNeeded: quotient) : Int128(truncatingIfNeeded: quotient)
    }

    /// The greatest number by which both can be divided. Both are above 0.
    func commonDivisor(_ other: Int128) -> Int128 {
        var (a, b) = (magnitude, other.magnitude)
        var twos = 0
        while (a | b) & 1 == 0, b > 0 {
            a >>= 1
            b >>= 1
            twos += 1
        }
        while b > 0 {
            while a & 1 == 0, a > 0 { a >>= 1 }
            while b & 1 == 0 { b >>= 1 }
            if a > b { swap(&a, &b) }
            b -= a
        }
        for _ in 0..<twos { a <<= 1 }
        return Int128(truncatingIfNeeded: a)
    }
}

extension UInt128 {
    /// The quotient and the remainder of a division by 10, 32 bits after 32 bits.
    var dividedByTen: (quotient: UInt128, remainder: UInt64) {
        let high = UInt64(truncatingIfNeeded: self >> 64)
        let low = UInt64(truncatingIfNeeded: self)
        var rest: UInt64 = 0
        func next(_ part: UInt64) -> UInt64 {
            let dividend = rest << 32 | part
            rest = dividend % 10
            return dividend / 10
        }
        let newHigh = next(high >> 32) << 32 | next(high & 0xFFFF_FFFF)
        let newLow = next(low >> 32) << 32 | next(low & 0xFFFF_FFFF)
        return (UInt128(newHigh) << 64 | UInt128(newLow), rest)
    }
}

/// `coefficient × 10^-scale` in digits, with a point if `scale` isn't 0.
func decimalText(_ coefficient: Int128, _ scale: Int) -> String {
    var digits: [UInt8] = []
    var rest = coefficient.magnitude
    var count = 0
    while rest > 0 || count <= scale {
        let (tenth, digit) = rest.dividedByTen
        if count == scale, scale > 0 { digits.append(0x2E) }
        digits.append(0x30 + UInt8(truncatingIfNeeded: digit))
        rest = tenth
        count += 1
    }
    if coefficient < 0 { digits.append(0x2D) }
    return String(utf8: digits.reversed())
}
