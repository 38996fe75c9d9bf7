/// A day, and perhaps a time on it, as a person types it into a field of its own: `fri`, `tomorrow 15:00`, `in 3 weeks`,
/// `24.11.`, `下週三`, `明天下午3點`. A day without a year and a weekday are the next such day, today included.
public struct TypedWhen: Equatable, Sendable {
    public let day: CivilDate
    /// Nil where none was named.
    public let time: TimeOfDay?

    /// Nil for text that names no day that exists, or may name two.
    public init?(_ text: String, today: CivilDate) {
        let (words, time) = TimeOfDay.atEnd(of: text)
        self.time = time
        if words.isEmpty {
            guard time != nil else { return nil }
            day = today
            return
        }
        let quick = QuickDay(today: today, isComing: true)
        let parts = words.parts { $0.isSpace }.map { String($0) }
        let scalars = words.scalars
        // What doesn't exist is as good as what can't be read.
        if let found = try? quick.day(in: parts[...], before: ""), found.count == parts.count {
            day = found.day
        } else if let found = try? quick.day(in: scalars, at: 0), found.end == scalars.count {
            day = found.day
        } else {
            return nil
        }
    }
}

extension TimeOfDay {
    /// The time of day that stands at the end of a text, and what stands before it: `15:00`, `9:30`, `3pm`, `3:30 pm`,
    /// `下午3點`, `晚上8點半`, and `15:00[Europe/Berlin]`.
    public static func atEnd(of text: String) -> (rest: String, time: TimeOfDay?) {
        let text = text.trimmed
        let scalars = text.scalars
        for start in scalars.indices {
            let isWord = start == 0 || scalars[start - 1].isSpace
            // In Chinese no space parts the two.
            guard isWord || !isDigit(scalars[start - 1]) && scalars[start - 1].value > 0x7F,
                let time = TimeOfDay(typed: String(Array(scalars[start...])))
            else { continue }
            var rest = String(Array(scalars[..<start])).trimmed
            if String(utf8: Array(rest.bytes.suffix(3))) == " at" { rest = String(utf8: Array(rest.bytes.dropLast(3))) }
            return (rest, time)
        }
        return (text, nil)
    }

    /// Nil unless all of the text is one time.
    private init?(typed text: String) {
        if let time = TimeOfDay(text) {
            self = time
            return
        }
        let words = String(utf8: SearchQuery.fold(String(text.scalars.filter { !$0.isSpace })))
        if let time = Self.chinese(words.scalars) {
            self = time
            return
        }
        let bytes = words.bytes
        let end = bytes.firstIndex { !isDigit($0) && $0 != 0x3A } ?? bytes.count
        let half = String(utf8: Array(bytes[end...]))
        guard half.isOne(of: "am pm") || half.isEmpty else { return nil }
        let parts = bytes[..<end].split(separator: 0x3A, omittingEmptySubsequences: false)
        // 15 alone may be anything.
        guard parts.count == 2 || parts.count == 1 && !half.isEmpty, let first = parts.first,
            var hour = Self.number(Array(first)), let minute = parts.count == 1 ? 0 : Self.minute(Array(parts[1]))
        else { return nil }
        if !half.isEmpty {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        self.init(minute: hour * 60 + minute)
    }

    /// 下午3點半, 15点, 晚上8點15分.
    private static func chinese(_ scalars: [Unicode.Scalar]) -> TimeOfDay? {
        var rest = String(scalars)
        var isAfternoon: Bool?
        for (word, half) in [
            ("早上", false), ("上午", false), ("凌晨", false), ("中午", true), ("下午", true), ("傍晚", true), ("晚上", true),
        ] {
            if let after = rest.rest(after: word) { (rest, isAfternoon) = (after, half) }
        }
        let clock = rest.scalars
        guard let mark = clock.firstIndex(where: { $0 == "點" || $0 == "点" }),
            var hour = number(String(Array(clock[..<mark])).bytes), hour < 24
        else { return nil }
        let tail = String(Array(clock[(mark + 1)...]))
        let digits = tail.scalars.last == "分" ? Array(tail.scalars.dropLast()) : tail.scalars
        guard let minute = tail.isEmpty ? 0 : tail == "半" ? 30 : Self.minute(String(digits).bytes) else { return nil }
        if let isAfternoon, hour <= 12 { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        return TimeOfDay(minute: hour * 60 + minute)
    }

    /// One or two digits.
    private static func number(_ bytes: [UInt8]) -> Int64? {
        guard bytes.count == 1 || bytes.count == 2, bytes.allSatisfy({ isDigit($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func minute(_ bytes: [UInt8]) -> Int64? {
        bytes.count == 2 ? number(bytes).flatMap { $0 < 60 ? $0 : nil } : nil
    }
}
