/// Makes stamps that grow strictly, stay close to the wall clock, and come after every stamp that was seen.
///
/// It relies on `observe` for each stamp from elsewhere, before the next `tick`. Then what a person writes wins over all that
/// the device has seen, whatever its wall clock says. The clock runs ahead of the wall clock as far as the greatest stamp
/// that was seen, and no further but for the counter. A server refuses stamps that are too far ahead: `restamp` writes these
/// again.
public struct HybridClock: Equatable, Sendable {
    /// The writer that its stamps name.
    public let node: UInt64
    /// The clock of the latest stamp that was made or seen.
    public private(set) var latest: UInt64

    /// - Parameter latest: the clock that stamps come after; beyond `Stamp.greatestClock` it counts as that.
    public init(node: UInt64, latest: UInt64 = 0) {
        self.node = node
        self.latest = min(latest, Stamp.greatestClock)
    }

    /// True where it nears the last stamp that anybody takes: what is written then would change nothing, or go nowhere.
    public var isNearEnd: Bool { latest >= Stamp.greatestClock - 1 << 32 }

    /// Tells whether it would near its end with the next stamp.
    func nearsEnd(now: Timestamp) -> Bool {
        var next = self
        _ = next.tick(now: now)
        return next.isNearEnd
    }

    /// A stamp that is later than all before it, but for those at the end of the clock (`isNearEnd`).
    ///
    /// - Parameter now: the wall clock. One that stands still or jumps back is made up for by the counter.
    public mutating func tick(now: Timestamp) -> Stamp {
        let wall = min(UInt64(clamping: now.milliseconds), Stamp.greatestClock >> 16)
        latest = max(min(latest + 1, Stamp.greatestClock), wall << 16)
        return Stamp(clock: latest, node: node)
    }

    /// Makes later stamps come after `stamp`.
    public mutating func observe(_ stamp: Stamp) {
        latest = max(latest, min(stamp.clock, Stamp.greatestClock))
    }

    /// Writes the `pending` registers that are later than `limit` again, with stamps from `time` on, and forgets that
    /// the clock ran ahead: for a server that refused them. What isn't later may be there already, so it stays, and
    /// they come after it.
    ///
    /// Their order stays, and those that shared a stamp share one again. A first or last place is made for the new
    /// stamp.
    public mutating func restamp(_ pending: [Register], after limit: Timestamp, from time: Timestamp) -> [Register] {
        reset(to: time)
        for register in pending where register.stamp.time <= limit { observe(register.stamp) }
        var restamped: [Register] = []
        var old: Stamp?
        var new = Stamp(clock: latest, node: node)
        for register in pending.sorted(by: { ($0.stamp, $0.key) < ($1.stamp, $1.key) })
        where register.stamp.time > limit {
            if register.stamp != old {
                old = register.stamp
                new = tick(now: time)
            }
            restamped.append(register.restamped(new))
        }
        return restamped
    }

    /// Forgets a clock that ran ahead, so that stamps start from `time`: for a server that refused them.
    mutating func reset(to time: Timestamp) {
        latest = min(UInt64(clamping: time.milliseconds), Stamp.greatestClock >> 16) << 16
    }
}
