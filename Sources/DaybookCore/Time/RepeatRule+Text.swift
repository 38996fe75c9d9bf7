extension RepeatRule {
    /// The rule that the text of an RRULE spells, such as `FREQ=MONTHLY;BYMONTHDAY=-1`, in letters of either case.
    ///
    /// - Parameter offset: how many seconds clocks are ahead of UTC at a moment, where the rule's days are: for an end that
    ///   is a moment.
    public init(_ text: String, offset: (Timestamp) -> Int64 = { _ in 0 }) throws(RepeatError) {
        guard text.utf8.count <= RepeatError.longestRule else { throw .tooLong(bytes: text.utf8.count) }
        let text = uppercased(text.trimmed)
        let parts = (text.rest(after: "RRULE:") ?? text).parts { $0 == ";" }.map { String($0) }
        self.init(.daily)
        var names: [String] = []
        for part in parts {
            let sides = part.parts { $0 == "=" }.map { String($0) }
            guard sides.count == 2, !names.contains(where: { ByteString($0) == ByteString(sides[0]) }) else {
                throw .malformed(part)
            }
            names.append(sides[0])
            guard try read(sides[0], sides[1], part, offset) else { throw .malformed(part) }
        }
        guard names.contains(where: { ByteString($0) == ByteString("FREQ") }) else { throw .malformed(text) }
        if count != nil, until != nil { throw .countAndUntil }
        if frequency == .daily || frequency == .weekly, let day = weekdays.first(where: { $0.ordinal != 0 }) {
            throw .malformed("BYDAY=" + day.text)
        }
    }

    /// The rule as an RRULE, without what is so anyway.
    public var text: String {
        var text = "FREQ=" + Self.names[Int(frequency.rawValue)]
        func append(_ name: String, _ numbers: [Int64]) {
            if !numbers.isEmpty { text += ";" + name + "=" + numbers.map { String($0) }.joined(separator: ",") }
        }
        if interval > 1 { append("INTERVAL", [interval]) }
        append("BYMONTH", months)
        append("BYMONTHDAY", monthDays)
        if !weekdays.isEmpty { text += ";BYDAY=" + weekdays.map { $0.text }.joined(separator: ",") }
        append("BYSETPOS", positions)
        if weekStart != 0 { text += ";WKST=" + Weekday(weekStart).text }
        if let count { append("COUNT", [count]) }
        if let until {
            text += ";UNTIL=" + padded(until.year, 4) + padded(until.month, 2) + padded(until.day, 2)
        }
        return text
    }

    private static let names = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]

    /// - Returns: whether the value is valid.
    private mutating func read(
        _ name: String, _ value: String, _ part: String, _ offset: (Timestamp) -> Int64
    ) throws(RepeatError) -> Bool {
        switch name {
        case "FREQ":
            guard let index = Self.names.firstIndex(where: { ByteString($0) == ByteString(value) }),
                let frequency = Frequency(rawValue: UInt8(index))
            else {
                if value.isOne(of: "SECONDLY MINUTELY HOURLY") { throw .unsupported(part) }
                return false
            }
            self.frequency = frequency
        case "INTERVAL":
            guard let number = number(value, 1...Self.greatestInterval) else { return false }
            interval = number
        case "COUNT":
            count = number(value, 1...1_000_000_000)
            return count != nil
        case "UNTIL":
            until = Self.day(value, offset)
            return until != nil
        case "WKST":
            guard let start = Weekday(value), start.ordinal == 0 else { return false }
            weekStart = start.day
        case "BYDAY":
            for text in value.parts({ $0 == "," }) {
                guard let day = Weekday(String(text)) else { return false }
                weekdays.append(day)
            }
            return !weekdays.isEmpty
        case "BYMONTH":
            months = numbers(value, 1...12)
            return !months.isEmpty
        case "BYMONTHDAY":
            monthDays = numbers(value, -31...31)
            return !monthDays.isEmpty
        case "BYSETPOS":
            positions = numbers(value, -366...366)
            return !positions.isEmpty
        default: throw .unsupported(part)
        }
        return true
    }

    /// `20261231`, or a moment such as `20261231T225959Z`, or a time of any place, which has no `Z`.
    private static func day(_ text: String, _ offset: (Timestamp) -> Int64) -> CivilDate? {
        let digits = Array(text.bytes.prefix(8))
        guard digits.count == 8 else { return nil }
        func date(_ range: Range<Int>) -> String { String(utf8: Array(text.bytes[range])) }
        guard let day = CivilDate(date(0..<4) + "-" + date(4..<6) + "-" + date(6..<8)) else { return nil }
        if text.utf8.count == 8 { return day }
        guard text.utf8.count == 15 || text.utf8.count == 16 && text.utf8.last == 0x5A, text.bytes[8] == 0x54,
            let time = Timestamp(
                day.text + "T" + date(9..<11) + ":" + date(11..<13) + ":" + date(13..<15) + "Z")
        else { return nil }
        if text.utf8.count == 15 { return day }
        return CivilDate(Timestamp(milliseconds: time.milliseconds + offset(time) * 1_000))
    }
}

extension RepeatRule.Weekday {
    private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// `MO`, `2TU`, `-1FR`.
    fileprivate init?(_ text: String) {
        let bytes = text.bytes
        guard bytes.count >= 2 else { return nil }
        let name = ByteString(String(utf8: Array(bytes.suffix(2))))
        guard let day = Self.names.firstIndex(where: { ByteString($0) == name }) else { return nil }
        let count = String(utf8: Array(bytes.dropLast(2)))
        guard !count.isEmpty else {
            self.init(Int64(day))
            return
        }
        guard let ordinal = number(count, -53...53), ordinal != 0 else { return nil }
        self.init(Int64(day), ordinal: ordinal)
    }

    fileprivate var text: String { (ordinal == 0 ? "" : String(ordinal)) + Self.names[Int(day)] }
}

/// The numbers between commas; none if one of them isn't valid. 0 never is.
private func numbers(_ text: String, _ range: ClosedRange<Int64>) -> [Int64] {
    var numbers: [Int64] = []
    for part in text.parts({ $0 == "," }) {
        guard let number = number(String(part), range), number != 0 else { return [] }
        numbers.append(number)
    }
    return numbers
}

private func number(_ text: String, _ range: ClosedRange<Int64>) -> Int64? {
    guard let number = Int64(text), range.contains(number) else { return nil }
    return number
}

/// Letters of ASCII alone.
private func uppercased(_ text: String) -> String {
    String(utf8: text.bytes.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 })
}
