import DaybookCore

/// A date, and a time of day where there is one, as RFC 3339 writes them: `2026-11-21`, `2026-11-21T09:30:00.0000000`,
/// `2026-11-21T09:30:00+01:00`.
struct WrittenMoment {
    /// The day as it is written, wherever that is.
    let day: CivilDate
    /// Milliseconds of that day, from 0 to 86,399,999.
    let milliseconds: Int64
    /// How far clocks are ahead of UTC there; nil where the text doesn't say it.
    let minutesAhead: Int64?

    /// Nil for any other text, and for a date or a time that doesn't exist.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, let day = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)) else { return nil }
        self.day = day
        guard bytes.count > 10 else {
            milliseconds = 0
            minutesAhead = nil
            return
        }
        guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") || bytes[10] == 0x20,
            let seconds = Self.seconds(bytes[11...].prefix(8))
        else { return nil }
        var rest = bytes[11...].dropFirst(8)
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { Self.isDigit($0) }
            guard !digits.isEmpty else { return nil }
            for place in 0..<3 {
                fraction = fraction * 10 + (digits.dropFirst(place).first.map { Int64($0 - 0x30) } ?? 0)
            }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let ahead = Self.minutesAhead(rest) else { return nil }
        milliseconds = seconds * 1_000 + fraction
        minutesAhead = ahead.minutes
    }

    var isMidnight: Bool { milliseconds == 0 }

    /// The moment itself; nil where the text doesn't say where clocks show it.
    var time: Timestamp? { minutesAhead.map { time(minutesAhead: $0) } }

    /// The moment where the text says nothing else and means UTC.
    var timeInUTC: Timestamp { time(minutesAhead: minutesAhead ?? 0) }

    private func time(minutesAhead: Int64) -> Timestamp {
        Timestamp(milliseconds: day.daysSince1970 * 86_400_000 + milliseconds - minutesAhead * 60_000)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Reads `09:30:00`.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], below: 24), let minute = number(parts[1], below: 60),
            let second = number(parts[2], below: 60)
        else { return nil }
        return (hour * 60 + minute) * 60 + second
    }

    /// Reads `Z`, `+01:00` or nothing; nil for anything else.
    private static func minutesAhead(_ text: ArraySlice<UInt8>) -> (minutes: Int64?, Void)? {
        guard let sign = text.first else { return (nil, ()) }
        if text.count == 1, sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return (0, ()) }
        let parts = text.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
            let hours = number(parts[0], below: 24), let minutes = number(parts[1], below: 60)
        else { return nil }
        return ((hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1), ())
    }

    /// Reads two digits.
    private static func number(_ digits: ArraySlice<UInt8>, below limit: Int64) -> Int64? {
        guard digits.count == 2, digits.allSatisfy({ isDigit($0) }) else { return nil }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return number < limit ? number : nil
    }
}
