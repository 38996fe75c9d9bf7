import ArgumentParser
import DaybookApp
import DaybookCore
import DaybookStorage

/// How a to-do is to come again, as somebody typed it: an RRULE, or words such as `every 2 weeks`.
struct TypedRule {
    private let rule: RepeatRule
    private let isAfterDone: Bool
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
            isAfterDone = false
            text = typed
        } else {
            guard let (rule, isAfterDone) = RepeatRule.typed(typed, today: .local()) else {
                throw ValidationError(
                    "“\(typed.excerpt)” isn't a valid rule. Use words such as “every 2 weeks”, “every mon, fri”, "
                        + "“every last friday” or “every 15th”, or an RRULE such as FREQ=MONTHLY;BYMONTHDAY=-1.")
            }
            self.rule = rule
            self.isAfterDone = isAfterDone
            text = nil
        }
    }

    /// - Parameters:
    ///   - due: the day on which it is due first.
    ///   - mode: nil for the usual one.
    func repeats(due: CivilDate?, hasAmount: Bool, _ mode: RepeatMode?) -> Repeat {
        let mode = mode ?? (isAfterDone ? .afterDone : .usual(hasAmount: hasAmount))
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
}

extension Repeat {
    /// In words where there are some, else the rule as it is.
    var words: String { Language.english.rule(self) }
}
