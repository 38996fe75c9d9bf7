/// The name of anything that is kept: 128 random bits, made on the device that creates the thing.
///
/// Its text form is 32 lowercase hexadecimal digits, its byte form 16 bytes, most significant first.
/// Both forms sort as the id does.
public struct EntityID: Hashable, Comparable, Sendable {
    /// The first 8 bytes, most significant first.
    public let high: UInt64
    /// The last 8 bytes.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new id from `random`.
    public init(using random: inout some RandomNumberGenerator) {
        self.init(high: random.next(), low: random.next())
    }

    /// The id that `bytes` spell, or nil unless there are exactly 16.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        self.init(high: high, low: low)
    }

    /// The id that 32 hexadecimal digits of either case spell, or nil.
    public init?(_ text: String) {
        guard text.utf8.count == 32 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for digit in text.utf8 {
            guard let value = Self.digitValue(digit) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(value)
        }
        self.init(high: high, low: low)
    }

    /// 16 bytes, most significant first.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
        return bytes
    }

    /// 32 lowercase hexadecimal digits.
    public var text: String {
        String(unsafeUninitializedCapacity: 32) { digits in
            for (half, start) in [(high, 0), (low, 16)] {
                for place in 0..<16 {
                    let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * place)) & 15
                    digits[start + place] = Self.hexDigit(digit)
                }
            }
            return 32
        }
    }

    public static func < (left: EntityID, right: EntityID) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// The smallest and the greatest id whose text starts with `prefix` (1 to 32 hexadecimal digits), or nil if
    /// `prefix` is none: what a person types to name an item is looked up as a range of the primary key.
    public static func range(ofPrefix prefix: String) -> ClosedRange<EntityID>? {
        let count = prefix.utf8.count
        guard count >= 1, count <= 32 else { return nil }
        let lower = prefix + String(repeating: "0", count: 32 - count)
        let upper = prefix + String(repeating: "f", count: 32 - count)
        guard let first = EntityID(lower), let last = EntityID(upper) else { return nil }
        return first...last
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x57 + value
    }

    private static func digitValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
