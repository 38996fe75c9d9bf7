/// The browser's random numbers, fetched by the dozen: asking takes longer than making them.
struct RandomNumbers: RandomNumberGenerator {
    private var numbers: [UInt64] = []
    private var used = 0

    mutating func next() -> UInt64 {
        if used == numbers.count {
            used = 0
            numbers = [UInt64](repeating: 0, count: 64)
            numbers.withUnsafeMutableBytes { bytes in
                if let address = bytes.baseAddress { fillRandomly(address, bytes.count) }
            }
        }
        defer { used += 1 }
        return numbers[used]
    }
}
