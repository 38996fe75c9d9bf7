/// The time that counts on a server, which no client has a part in.
public struct ServerClock: Equatable, Sendable {
    /// The time that counted when something was written last, in milliseconds since 1970.
    public var time: Int64
    /// The time of the machine's clock then.
    public var wall: Int64

    public init(time: Int64, wall: Int64) { (self.time, self.wall) = (time, wall) }

    /// The time of the machine's clock, or, where that was set back, the one that counted before and from then on half of
    /// what goes by, until the clock has caught up: otherwise nobody could write over what is there.
    public func time(at now: Timestamp) -> Timestamp {
        let passed = max(0, now.milliseconds - wall) / 2
        return max(now, Timestamp(milliseconds: min(time, Int64.max - passed) + passed))
    }
}
