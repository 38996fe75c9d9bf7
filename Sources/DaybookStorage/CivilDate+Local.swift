public import DaybookCore
import Foundation

extension CivilDate {
    /// The day on which a moment falls in this machine's time zone.
    public static func local(_ time: Timestamp = .now()) -> CivilDate {
        var seconds = time_t(time.milliseconds.quotientAndRemainderFloored(by: 1_000).quotient)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return CivilDate(time) }
        return CivilDate(
            year: Int64(parts.tm_year) + 1_900, month: Int64(parts.tm_mon) + 1, day: Int64(parts.tm_mday))
            ?? CivilDate(time)
    }
}
