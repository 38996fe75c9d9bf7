public import DaybookCore
import Foundation

extension CivilDate {
    /// The day on which a moment falls in this machine's time zone.
    public static func local(_ time: Timestamp = .now()) -> CivilDate {
        LocalTime.local(time).day
    }
}

extension LocalTime {
    /// Tells what a clock shows at a moment in this machine's time zone.
    public static func local(_ time: Timestamp = .now()) -> LocalTime {
        var seconds = time_t(time.milliseconds.quotientAndRemainderFloored(by: 1_000).quotient)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil,
            let day = CivilDate(
                year: Int64(parts.tm_year) + 1_900, month: Int64(parts.tm_mon) + 1, day: Int64(parts.tm_mday))
        else { return LocalTime(time, minutesAhead: 0) }
        return LocalTime(day: day, minute: Int64(parts.tm_hour) * 60 + Int64(parts.tm_min))
    }

    /// How many seconds this machine's clocks are ahead of UTC at a moment.
    private static func secondsAhead(_ time: Timestamp) -> Int64 {
        var seconds = time_t(time.milliseconds.quotientAndRemainderFloored(by: 1_000).quotient)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }

    /// Tells what clocks show in the zone of a name; nil if it isn't known.
    public static func clock(in zone: String) -> (@Sendable (Timestamp) -> LocalTime)? {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        return { time in
            let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
            return LocalTime(time, minutesAhead: zone.secondsFromGMT(for: date) / 60)
        }
    }

    /// Tells what clocks show at a moment in the zone of a name: this machine's for an empty name, and one that isn't known.
    public static func clocks(at time: Timestamp = .now()) -> (_ zone: String) -> LocalTime {
        let here = LocalTime(time, offset: secondsAhead)
        return { name in
            guard !name.isEmpty, let zone = TimeZone(identifier: name) else { return here }
            return LocalTime(time) { time in
                let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
                return Int64(zone.secondsFromGMT(for: date))
            }
        }
    }
}
