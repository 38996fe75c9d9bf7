/// A moment of the years 1 to 9999: milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Negative before 1970; leap seconds don't count.
    public let milliseconds: Int64

    /// A moment outside those years, as only damage or malice makes one, counts as the first or the last of them. So
    /// every moment falls on a day, and reckoning with a few of them never overflows.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// 8 bytes, most significant first.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(bitPattern: milliseconds))
        return bytes
    }

    /// The moment that 8 bytes spell, or nil for any other count.
    public init?(bytes: [UInt8]) {
        guard let bits = UInt64(bigEndian: bytes) else { return nil }
        self.init(milliseconds: Int64(bitPattern: bits))
    }

    /// The text in ISO 8601, in UTC with milliseconds, `2026-11-21T09:30:00.000Z`.
    public var text: String {
        let (days, inDay) = milliseconds.quotientAndRemainderFloored(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        let (hour, inHour) = inDay.quotientAndRemainder(dividingBy: 3_600_000)
        let (minute, inMinute) = inHour.quotientAndRemainder(dividingBy: 60_000)
        let (second, millisecond) = inMinute.quotientAndRemainder(dividingBy: 1_000)
        return date.text + "T" + padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2) + "."
            + padded(millisecond, 3) + "Z"
    }
}

extension Int64 {
    /// The quotient by a positive `divisor` rounded down, and a remainder that is never negative.
    public func quotientAndRemainderFloored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// Decimal digits with zeros before them up to `width`.
func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
