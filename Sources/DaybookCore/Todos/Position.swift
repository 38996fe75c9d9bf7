/// A place among the to-dos or among the finished: bytes that are compared as bytes, ties decided by the id.
///
/// The first byte is a range, what follows says where in it:
/// - `first`: added and checked items, by the inverted clock, so that the newest comes first;
/// - `number`: places that a client gave as a number;
/// - `last`: unchecked items, by the clock, so that the newest comes last.
///
/// A drag makes a key between those of the new neighbours. It starts with a range byte, too, since they do.
public struct Position: Hashable, Comparable, Sendable {
    /// Empty stands before all others. Those that are made here have at most 64.
    public let bytes: [UInt8]

    /// A key is no longer than this; where a drag would make a longer one, the neighbours get fresh keys.
    static let greatestLength = 64

    private enum Range {
        static let first: UInt8 = 0x40
        static let number: UInt8 = 0x80
        static let last: UInt8 = 0xC0
    }

    /// The place that a register or a book holds, whatever the bytes are.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Before everything that was there at `stamp`.
    public static func first(_ stamp: Stamp) -> Position {
        var bytes = [Range.first]
        bytes.append(bigEndian: ~stamp.clock)
        return Position(bytes: bytes)
    }

    /// After everything that was there at `stamp`.
    public static func last(_ stamp: Stamp) -> Position {
        var bytes = [Range.last]
        bytes.append(bigEndian: stamp.clock)
        return Position(bytes: bytes)
    }

    /// Where `number` belongs, lower first; nil for a number that is none.
    public static func number(_ number: Double) -> Position? {
        guard !number.isNaN else { return nil }
        // Negative zero is zero. The sign bit flipped, or all bits if it is set, sorts as the numbers do.
        let bits = (number == 0 ? 0 : number).bitPattern
        var bytes = [Range.number]
        bytes.append(bigEndian: bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits)
        return Position(bytes: bytes)
    }

    /// The number by which a client sorts it; nil if Daybook made the place.
    public var number: Double? {
        guard bytes.count == 9, bytes[0] == Range.number, let key = UInt64(bigEndian: bytes[1...]) else { return nil }
        return Double(bitPattern: key >> 63 == 1 ? key ^ 1 << 63 : ~key)
    }

    public static func < (left: Position, right: Position) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// A key strictly between two others: the middle of the gap, then 4 random bytes, so that two devices that drop
    /// something into the same gap don't make equal keys. Nil if there is no gap, or only one for too long a key.
    static func between(
        _ lower: Position, _ upper: Position, using random: inout some RandomNumberGenerator
    ) -> Position? {
        guard lower < upper else { return nil }
        var key: [UInt8] = []
        var index = 0
        var isBelowUpper = false
        while key.count < greatestLength - 4 {
            let low = index < lower.bytes.count ? Int(lower.bytes[index]) : 0
            let high = isBelowUpper ? 256 : index < upper.bytes.count ? Int(upper.bytes[index]) : 0
            let middle = (low + high) / 2
            if middle > low {
                key.append(UInt8(middle))
                var noise = random.next()
                for _ in 0..<4 {
                    key.append(UInt8(truncatingIfNeeded: noise))
                    noise >>= 8
                }
                return Position(bytes: key)
            }
            key.append(UInt8(low))
            if high > low { isBelowUpper = true }
            index += 1
        }
        return nil
    }

    /// `count` keys in order, evenly between two others, or nil if there is no room for all of them.
    static func spread(
        _ count: Int, between lower: Position, _ upper: Position, using random: inout some RandomNumberGenerator
    ) -> [Position]? {
        guard count > 0 else { return [] }
        guard let middle = between(lower, upper, using: &random),
            let before = spread(count / 2, between: lower, middle, using: &random),
            let after = spread(count - count / 2 - 1, between: middle, upper, using: &random)
        else { return nil }
        return before + [middle] + after
    }
}
