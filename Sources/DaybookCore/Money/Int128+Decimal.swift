// Multiplying and dividing 128 bits needs functions of a C runtime that the browser doesn't have; shifting and adding
// doesn't.

extension Int128 {
    /// Ten times the number, or nil if that would be too large.
    var tenfold: Int128? {
        guard magnitude < 1 << 123 else { return nil }
        return (self << 3) + (self << 1)
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
