/// An exact amount of money, zero or more: `coefficient × 10^-scale` of a currency. What it is for, and so its sign,
/// is said by the kind of the entry.
///
/// There is one form of each amount, so equal amounts are equal values: it has the currency's decimals at least, and
/// more only as far as the last digit that isn't 0.
public struct Amount: Hashable, Sendable {
    /// From 0 to 999,999,999,999,999,999.
    public let coefficient: Int64
    /// The number of decimals, from 0 to 18.
    public let scale: Int
    /// A currency of ISO 4217; it says how many decimals the amount has at the least.
    public let currency: Currency

    /// The most digits, the decimals included.
    public static let mostDigits = 18
    /// The greatest number that is written with that many.
    public static let greatestCoefficient: Int64 = 999_999_999_999_999_999

    /// The amount in its one form; nil if it is negative, or has more digits than there may be.
    public init?(coefficient: Int64, scale: Int, currency: Currency) {
        guard coefficient >= 0, coefficient <= Self.greatestCoefficient, (0...Self.mostDigits).contains(scale) else {
            return nil
        }
        var coefficient = coefficient
        var scale = scale
        while scale > currency.minorDigits, coefficient % 10 == 0 {
            coefficient /= 10
            scale -= 1
        }
        while scale < currency.minorDigits {
            guard coefficient <= Self.greatestCoefficient / 10 else { return nil }
            coefficient *= 10
            scale += 1
        }
        self.coefficient = coefficient
        self.scale = scale
        self.currency = currency
    }

    /// The number alone, with the currency's decimals, for programs: `12.50`, `38.00` of TWD.
    public var number: String { decimalText(Int128(coefficient), scale) }

    /// The number alone, for people: without decimals that are 0 where nobody uses any, `38` of TWD.
    public var shown: String { Sum(self).shown }

    /// `12.50 USD`, `38 TWD`.
    public var text: String { shown + " " + currency.code }
}

extension Amount {
    /// 12 bytes: the coefficient in 8, most significant first, the scale, the letters of the currency.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(bitPattern: coefficient))
        bytes.append(UInt8(truncatingIfNeeded: scale))
        bytes.append(contentsOf: currency.bytes)
        return bytes
    }

    /// The amount that 12 bytes spell, or nil.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 12, let bits = UInt64(bigEndian: bytes[..<8]),
            let currency = Currency(bytes: Array(bytes[9...]))
        else { return nil }
        self.init(coefficient: Int64(bitPattern: bits), scale: Int(bytes[8]), currency: currency)
    }
}
