/// A day, and perhaps a time on it, as a person types it into a field of its own: `fri`, `tomorrow 15:00`, `in 3 weeks`,
/// `24.11.`, `下週三`, `明天下午三點`, `15:00[Europe/Berlin]`. A day without a year and a weekday are the next such day, today
/// included.
public struct TypedWhen: Equatable, Sendable {
    public let day: CivilDate
    /// Nil where none was named.
    public let time: TimeOfDay?

    /// Nil for text that names no day that exists, or may name two.
    ///
    /// - Parameter now: what clocks show where the person is; “in 20 minutes” is counted from there.
    public init?(_ text: String, now: LocalTime) {
        var (scalars, time) = (text.trimmed.scalars, nil as TimeOfDay?)
        // With a zone.
        if scalars.last == "]" {
            let start = scalars.lastIndex { $0.isSpace }.map { $0 + 1 } ?? 0
            time = TimeOfDay(String(Array(scalars[start...])))
            guard time != nil else { return nil }
            scalars = Array(scalars[..<start])
        }
        let reader = QuickReader(scalars, today: now.day, isComing: true)
        var day: CivilDate?
        var index = 0
        while index < reader.tokens.count {
            guard let match = reader.matches[index] else { return nil }
            switch match.meaning {
            case .day(let named?, _) where day == nil: day = named
            case .time(let minute) where time == nil: time = TimeOfDay(minute: minute)
            case .minutes(let count) where day == nil && time == nil:
                let moment = now.adding(minutes: count)
                (day, time) = (moment.day, TimeOfDay(minute: moment.minute))
            case .day, .time, .minutes, .rule, .start, .until, .times, .lasting: return nil
            }
            index = match.end
        }
        guard let day = day ?? (time == nil ? nil : now.day) else { return nil }
        self.day = day
        self.time = time
    }
}

extension RepeatRule {
    /// The rule that words say, such as `every 2 weeks`, `every 1st until dec 2027` or 每月最后一天, and whether it counts from
    /// completion; nil for any other text.
    public static func typed(_ text: String, today: CivilDate) -> (rule: RepeatRule, isAfterDone: Bool)? {
        let reader = QuickReader(text.scalars, today: today, isComing: true)
        guard let match = reader.matches.first ?? nil, case .rule(var rule, let isAfterDone) = match.meaning else {
            return nil
        }
        guard match.end < reader.tokens.count else { return (rule, isAfterDone) }
        guard let end = reader.matches[match.end], end.end == reader.tokens.count else { return nil }
        rule.take(end.meaning, from: rule.first(from: today) ?? today)
        return rule.until == nil && rule.count == nil ? nil : (rule, isAfterDone)
    }
}
