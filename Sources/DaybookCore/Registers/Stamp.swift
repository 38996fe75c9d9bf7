/// When and where a register was written. Stamps are totally ordered: by clock, then by node.
public struct Stamp: Hashable, Comparable, Sendable {
    /// The hybrid logical clock: 48 bits of Unix milliseconds, then a counter of 16 bits.
    public let clock: UInt64
    /// Who wrote: a device or, in the browser, a page from its loading on. 64 random bits.
    public let node: UInt64

    /// The greatest clock that is taken from anybody (in the year 2527). A device that took one for which there is none
    /// later could never write over it.
    public static let greatestClock: UInt64 = 1 << 60 - 1

    public init(clock: UInt64, node: UInt64) {
        self.clock = clock
        self.node = node
    }

    /// The wall time in the clock, cut to milliseconds.
    public var time: Timestamp { Timestamp(milliseconds: Int64(clock >> 16)) }

    public static func < (left: Stamp, right: Stamp) -> Bool {
        left.clock == right.clock ? left.node < right.node : left.clock < right.clock
    }
}
