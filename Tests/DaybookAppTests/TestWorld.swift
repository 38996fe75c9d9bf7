import DaybookApp
import DaybookCore

/// Time and randomness that are the same in each run.
final class TestWorld {
    /// In milliseconds. Each look at the clock takes one.
    var clock: Int64 = 1_790_000_000_000
    private var random: UInt64 = 0

    /// All zones have one clock. Those of Mars aren't known.
    func world(minutesAheadOfUTC: Int = 0) -> World {
        World(
            now: { [self] in
                clock += 1
                return Timestamp(milliseconds: clock)
            },
            random: { [self] in
                random &+= 0x9E37_79B9_7F4A_7C15
                return random
            }, minutesAheadOfUTC: { _ in minutesAheadOfUTC },
            minutesAheadIn: { zone, _ in zone.hasPrefix("Mars/") ? nil : minutesAheadOfUTC })
    }
}
