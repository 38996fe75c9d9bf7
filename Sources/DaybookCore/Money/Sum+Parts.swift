extension Sum {
    /// How large each of some sums of one currency is beside the largest, in thousandths and with its sign: what a
    /// chart draws. All are 0 if there is none but 0.
    public static func parts(_ sums: [Sum?]) -> [Int] {
        let scale = sums.reduce(0) { max($0, $1?.scale ?? 0) }
        // A sum that is too large to be told at this scale is the largest there can be.
        let numbers = sums.map { $0.map { $0.coefficient(at: scale) ?? ($0.coefficient < 0 ? -.max : .max) } ?? 0 }
        let largest = numbers.reduce(UInt128(0)) { max($0, $1.magnitude) }
        // Digits that a chart can't show are dropped until a factor of 1,000 has room in 64 bits.
        var dropped = 0
        var rest = largest
        while rest > 1 << 50 {
            rest = rest.dividedByTen.quotient
            dropped += 1
        }
        guard rest > 0 else { return numbers.map { _ in 0 } }
        return numbers.map { number in
            var magnitude = number.magnitude
            for _ in 0..<dropped { magnitude = magnitude.dividedByTen.quotient }
            let part = Int(UInt64(truncatingIfNeeded: magnitude) * 1_000 / UInt64(truncatingIfNeeded: rest))
            return number < 0 ? -part : part
        }
    }
}
