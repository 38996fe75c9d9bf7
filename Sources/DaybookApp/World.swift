public import DaybookCore

/// The questions of the app to its surroundings while it decides: the time and randomness.
public struct World {
    /// The device's own clock, be it right or wrong.
    public var now: () -> Timestamp
    /// 64 random bits at each call.
    public var random: () -> UInt64
    /// How many minutes the local time is ahead of UTC at a moment.
    public var minutesAheadOfUTC: (Timestamp) -> Int
    /// The same of the zone of a name; nil for a zone that isn't known.
    public var minutesAheadIn: (_ zone: String, Timestamp) -> Int?

    public init(
        now: @escaping () -> Timestamp, random: @escaping () -> UInt64,
        minutesAheadOfUTC: @escaping (Timestamp) -> Int = { _ in 0 },
        minutesAheadIn: @escaping (_ zone: String, Timestamp) -> Int? = { _, _ in 0 }
    ) {
        self.now = now
        self.random = random
        self.minutesAheadOfUTC = minutesAheadOfUTC
        self.minutesAheadIn = minutesAheadIn
    }

    /// The day that it is at a moment, where the person is.
    func day(at time: Timestamp) -> CivilDate {
        CivilDate(Timestamp(milliseconds: time.milliseconds &+ Int64(minutesAheadOfUTC(time)) * 60_000))
    }

    /// The day where the person is, by their own clock, whatever the server's says.
    var today: CivilDate { day(at: now()) }

    /// Tells whether clocks are known for a time: it names no zone, or one that is known here.
    func knowsZone(of time: TimeOfDay?) -> Bool {
        guard let zone = time?.zone, !zone.isEmpty else { return true }
        return minutesAheadIn(zone, now()) != nil
    }

    var generator: Generator { Generator(random: random) }

    struct Generator: RandomNumberGenerator {
        let random: () -> UInt64
        mutating func next() -> UInt64 { random() }
    }
}
