import DaybookCore

/// A DATE or a DATE-TIME.
enum ICalendarMoment: Equatable {
    case day(CivilDate)
    /// The time that clocks show in a zone, or where the person is; nil for the zone where its name can't be kept.
    case shown(CivilDate, minute: Int64, zone: String?)
    case utc(Timestamp)

    /// Nil for what isn't one, and for a day or a time that doesn't exist.
    init?(_ line: ICalendarLine) { self.init(line, line.value) }

    private init?(_ line: ICalendarLine, _ value: String) {
        let bytes = Array(value.trimmed.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16 && bytes[15] == UInt8(ascii: "Z"),
            let day = CivilDate("\(text(0..<4))-\(text(4..<6))-\(text(6..<8))")
        else { return nil }
        guard bytes.count > 8 else {
            self = .day(day)
            return
        }
        // A leap second is the one before it.
        let second = text(13..<15) == "60" ? "59" : text(13..<15)
        guard bytes[8] == UInt8(ascii: "T"),
            let time = Timestamp("\(day.text)T\(text(9..<11)):\(text(11..<13)):\(second)Z")
        else { return nil }
        if bytes.count == 16 {
            self = .utc(time)
        } else {
            let zone = line.parameter("TZID") ?? ""
            let minute = LocalTime(time, minutesAhead: 0).minute
            self = .shown(day, minute: minute, zone: TimeOfDay(minute: minute, zone: zone)?.zone)
        }
    }

    /// Reads the moments between the commas of a line.
    static func all(_ line: ICalendarLine) -> [ICalendarMoment] {
        line.value.split(separator: ",").compactMap { ICalendarMoment(line, String($0)) }
    }

    /// True where it is in a zone whose name can't be kept.
    var hasLostZone: Bool { if case .shown(_, _, nil) = self { true } else { false } }

    /// The day and the time to keep.
    func shown(by clock: (Timestamp) -> LocalTime) -> (day: CivilDate, time: TimeOfDay?) {
        switch self {
        case .day(let day): return (day, nil)
        case .shown(let day, let minute, let zone): return (day, TimeOfDay(minute: minute, zone: zone ?? ""))
        case .utc(let time):
            let shown = clock(time)
            return (shown.day, shown.timeOfDay)
        }
    }

    /// The moment itself; of a day 12:00 in UTC.
    ///
    /// - Parameter offset: how many seconds clocks are ahead of UTC where the person is.
    func time(_ offset: (Timestamp) -> Int64) -> Timestamp {
        switch self {
        case .day(let day): day.noon
        case .shown(let day, let minute, _): Timestamp(day, minute: minute, offset: offset)
        case .utc(let time): time
        }
    }

    /// The moment that is later by a duration such as `P2DT3H`.
    func adding(_ duration: String) throws(InputError) -> ICalendarMoment {
        guard let seconds = Self.seconds(duration) else {
            throw InputError("its duration “\(duration.excerpt)” isn't valid. Use the form P2DT3H.")
        }
        switch self {
        case .day(let day):
            guard seconds.isMultiple(of: 86_400) else {
                throw InputError(
                    "its duration “\(duration.excerpt)” has hours, and its start is a day. Give the start a time.")
            }
            return .day(day.adding(days: seconds / 86_400))
        case .shown(let day, let minute, let zone):
            let minutes = minute + seconds / 60
            return .shown(day.adding(days: minutes / 1_440), minute: minutes % 1_440, zone: zone)
        case .utc(let time): return .utc(Timestamp(milliseconds: time.milliseconds + seconds * 1_000))
        }
    }

    /// Nil for what isn't one, for one of less than nothing, and for one of more than 9999 years.
    static func seconds(_ duration: String) -> Int64? {
        var rest = Array(duration.uppercased().utf8)[...]
        if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard rest.first == UInt8(ascii: "P"), rest.count > 1 else { return nil }
        rest = rest.dropFirst()
        var (sum, isTime): (Int64, Bool) = (0, false)
        while let byte = rest.first {
            if byte == UInt8(ascii: "T"), !isTime, rest.count > 1 {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 12, let number = Int64(String(decoding: digits, as: UTF8.self)),
                let unit = rest.popFirst(), let seconds = seconds(unit, isTime: isTime)
            else { return nil }
            sum += number * seconds
            guard sum <= 9_999 * 366 * 86_400 else { return nil }
        }
        return sum
    }

    private static func seconds(_ unit: UInt8, isTime: Bool) -> Int64? {
        switch (unit, isTime) {
        case (UInt8(ascii: "W"), false): 604_800
        case (UInt8(ascii: "D"), false): 86_400
        case (UInt8(ascii: "H"), true): 3_600
        case (UInt8(ascii: "M"), true): 60
        case (UInt8(ascii: "S"), true): 1
        default: nil
        }
    }
}
