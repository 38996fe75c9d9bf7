/// The time on a wall's clock: the day, and the minute of it.
public struct LocalTime: Comparable, Sendable {
    public let day: CivilDate
    /// From 0 to 1,439.
    public let minute: Int64
    /// The minutes of the day that clocks have leapt over, if they did today, as far as that is known.
    public private(set) var skipped: Range<Int64>?

    public init(day: CivilDate, minute: Int64) {
        self.day = day
        self.minute = minute
    }

    /// At a moment, where clocks are so many minutes ahead of UTC.
    public init(_ time: Timestamp, minutesAhead: Int) {
        let local = Timestamp(milliseconds: time.milliseconds + Int64(minutesAhead) * 60_000)
        day = CivilDate(local)
        minute = local.milliseconds.quotientAndRemainderFloored(by: 86_400_000).remainder / 60_000
    }

    /// Gives the time so many minutes later.
    public func adding(minutes: Int64) -> LocalTime {
        let (days, minute) = (minute + minutes).quotientAndRemainderFloored(by: 1_440)
        return LocalTime(day: day.adding(days: days), minute: minute)
    }

    /// At a moment, with what clocks leapt over that day.
    ///
    /// - Parameter offset: how many seconds clocks are ahead of UTC at a moment.
    public init(_ time: Timestamp, offset: (Timestamp) -> Int64) {
        let now = offset(time)
        self.init(time, minutesAhead: Int(now / 60))
        var (low, high) = (time.milliseconds - 86_400_000, time.milliseconds)
        let before = offset(Timestamp(milliseconds: low))
        guard before < now else { return }
        while high - low > 1_000 {
            let middle = (low + high) / 2
            if offset(Timestamp(milliseconds: middle)) == before { low = middle } else { high = middle }
        }
        // Clocks leap at whole minutes.
        let leap = Timestamp(milliseconds: high.quotientAndRemainderFloored(by: 60_000).quotient * 60_000)
        let start = LocalTime(leap, minutesAhead: Int(before / 60))
        if start.day == day { skipped = start.minute..<start.minute + (now - before) / 60 }
    }

    /// `2026-11-21T09:30`.
    public var text: String { day.text + "T" + (TimeOfDay(minute: minute)?.clock ?? "") }

    /// Reads the form of `text`; nil for any other.
    public init?(_ text: String) {
        let bytes = text.bytes
        guard bytes.count == 16, bytes[10] == 0x54, let day = CivilDate(String(utf8: Array(bytes[..<10]))),
            let time = TimeOfDay(String(utf8: Array(bytes[11...])))
        else { return nil }
        self.init(day: day, minute: time.minute)
    }

    public static func < (left: LocalTime, right: LocalTime) -> Bool {
        (left.day, left.minute) < (right.day, right.minute)
    }

    public static func == (left: LocalTime, right: LocalTime) -> Bool {
        (left.day, left.minute) == (right.day, right.minute)
    }
}
