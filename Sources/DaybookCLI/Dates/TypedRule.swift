import ArgumentParser
import DaybookApp
import DaybookCore
import DaybookStorage

/// How a to-do is to come again, as somebody typed it: an RRULE, or words such as `every 2 weeks`.
struct TypedRule {
    private let rule: RepeatRule
    /// An RRULE as it was typed; nil for words.
    private let text: String?

    /// - Throws: `ValidationError` if the text isn't a valid rule.
    init(_ typed: String) throws {
        let typed = TypedText.plain(typed).trimmed
        if typed.contains("=") {
            do throws(RepeatError) {
                rule = try RepeatRule(typed)
            } catch {
                throw ValidationError(error.message)
            }
            text = typed
        } else {
            guard let rule = Self.rule(typed.lowercased()) else {
                throw ValidationError(
                    "“\(typed.excerpt)” isn't a valid rule. Use words such as “every 2 weeks”, “every mon, fri”, "
                        + "“every last friday” or “every 15th”, or an RRULE such as FREQ=MONTHLY;BYMONTHDAY=-1.")
            }
            self.rule = rule
            text = nil
        }
    }

    /// - Parameters:
    ///   - due: the day on which it is due first.
    ///   - mode: nil for the usual one.
    func repeats(due: CivilDate?, hasAmount: Bool, _ mode: RepeatMode?) -> Repeat {
        let mode = mode ?? .usual(hasAmount: hasAmount)
        let first = due ?? .local()
        var rule = rule
        if mode != .afterDone { rule.settle(on: rule.first(from: first) ?? first) }
        return Repeat(text ?? rule.text, mode, anchor: first)
    }

    /// How it goes on, by its name.
    static func mode(_ typed: String) throws -> RepeatMode {
        guard let mode = RepeatMode(name: TypedText.plain(typed)) else {
            throw ValidationError(
                "“\(TypedText.plain(typed).excerpt)” isn't a valid mode. Use every, passing or after-done.")
        }
        return mode
    }

    private static func rule(_ text: String) -> RepeatRule? {
        var words = text.parts { $0.isSpace || $0 == "," }.map { String($0) }.filter { $0 != "and" && $0 != "on" }
        let adverbs = ["daily", "weekly", "monthly", "yearly"]
        if words.count == 1, let index = adverbs.firstIndex(of: words[0]) {
            return RepeatRule.Frequency(rawValue: UInt8(index)).map { RepeatRule($0) }
        }
        guard words.count > 1, words.removeFirst() == "every" else { return nil }
        var interval: Int64 = 1
        if words.count > 1, let number = words[0] == "other" ? 2 : Int64(words[0]) {
            guard (1...RepeatRule.greatestInterval).contains(number) else { return nil }
            interval = number
            words.removeFirst()
        }
        if words.count == 1,
            let index = ["day", "week", "month", "year"].firstIndex(where: { [$0, $0 + "s"].contains(words[0]) })
        {
            return RepeatRule.Frequency(rawValue: UInt8(index)).map { RepeatRule($0, interval: interval) }
        }
        if ["weekday", "weekdays", "workday", "workdays"].contains(words[0]), words.count == 1, interval == 1 {
            var rule = RepeatRule(.weekly)
            rule.weekdays = (0..<5).map { .init($0) }
            return rule
        }
        if let ordinal = ordinal(words[0]) {
            var rule = RepeatRule(.monthly, interval: interval)
            if words.count == 1 || words.count == 2 && words[1] == "day" {
                rule.take(dayOfMonth: ordinal, .dayOrLast)
                return rule
            }
            guard words.count == 2, let day = weekday(words[1]), abs(ordinal) <= 5 else { return nil }
            rule.weekdays = [.init(day, ordinal: ordinal)]
            return rule
        }
        let days = words.compactMap { weekday($0) }
        guard days.count == words.count else { return nil }
        var rule = RepeatRule(.weekly, interval: interval)
        rule.weekdays = Set(days).sorted().map { .init($0) }
        return rule
    }

    /// `1st`, `15th`, `last`.
    private static func ordinal(_ word: String) -> Int64? {
        if word == "last" { return -1 }
        guard ["st", "nd", "rd", "th"].contains(word.suffix(2)), let number = Int64(word.dropLast(2)),
            (1...31).contains(number)
        else { return nil }
        return number
    }

    private static func weekday(_ word: String) -> Int64? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        guard word.utf8.count >= 3 else { return nil }
        return names.firstIndex { $0.hasPrefix(word) || $0 + "s" == word }.map { Int64($0) }
    }
}

extension Repeat {
    /// In words where there are some, else the rule as it is.
    var words: String { Language.english.rule(self) }
}
