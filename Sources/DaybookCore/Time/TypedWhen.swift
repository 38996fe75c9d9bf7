/// A day, and perhaps a time on it, as a person types it into a field of its own: `fri`, `tomorrow 15:00`, `in 3 weeks`,
/// `24.11.`, `下週三`, `明天下午三點`, `15:00[Europe/Berlin]`. A day without a year and a weekday are the next such day, today
/// included.
public struct TypedWhen: Equatable, Sendable {
    public let day: CivilDate
    /// Nil where none was named.
    public let time: TimeOfDay?

    /// Nil for text that names no day that exists, or may name two.
    public init?(_ text: String, today: CivilDate) {
        var (scalars, time) = (text.trimmed.scalars, nil as TimeOfDay?)
        // With a zone.
        if scalars.last == "]" {
            let start = scalars.lastIndex { $0.isSpace }.map { $0 + 1 } ?? 0
            time = TimeOfDay(String(Array(scalars[start...])))
            guard time != nil else { return nil }
            scalars = Array(scalars[..<start])
        }
        let reader = QuickReader(scalars, today: today, isComing: true)
        var day: CivilDate?
        var index = 0
        while index < reader.tokens.count {
            guard let match = reader.matches[index] else { return nil }
            switch match.meaning {
            case .day(let named?, _) where day == nil: day = named
            case .time(let minute) where time == nil: time = TimeOfDay(minute: minute)
            case .day, .time, .minutes, .rule, .until, .times: return nil
            }
            index = match.end
        }
        guard let day = day ?? (time == nil ? nil : today) else { return nil }
        self.day = day
        self.time = time
    }
}

extension RepeatRule {
    /// The rule that words say, such as `every 2 weeks` or 每月最后一天, and whether it counts from completion; nil for any
    /// other text.
    public static func typed(_ text: String, today: CivilDate) -> (rule: RepeatRule, isAfterDone: Bool)? {
        let reader = QuickReader(text.scalars, today: today, isComing: true)
        guard let match = reader.matches.first ?? nil, match.end == reader.tokens.count,
            case .rule(let rule, let isAfterDone) = match.meaning
        else { return nil }
        return (rule, isAfterDone)
    }
}
