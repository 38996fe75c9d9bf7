/// How a to-do comes again: one value, so that what two devices change at the same time never mixes.
public struct Repeat: Hashable, Sendable {
    /// How a day follows from the one before.
    public var mode: RepeatMode
    /// The number of the first occurrence that the rule is for: 1 unless there was another rule before.
    public var since: Int64 = 1
    /// The number of the occurrence that is open. Where it is kept this is `since`, for it follows from what is done.
    public var number: Int64 = 1
    /// The day on which that is due by the rule.
    public var anchor: CivilDate
    /// An RRULE, as it was written; empty once the to-do comes no more.
    public var rule: String

    /// No occurrence has a greater number.
    public static let greatestNumber: Int64 = 1_000_000

    /// - Parameter anchor: the earliest day that may be the first; the action that sets the rule settles on the day.
    public init(_ rule: String, _ mode: RepeatMode, anchor: CivilDate) {
        self.rule = rule
        self.mode = mode
        self.anchor = anchor
    }

    /// The rule, if Daybook can follow it.
    public var parsed: RepeatRule? { rule.isEmpty ? nil : try? RepeatRule(rule) }

    /// Such as `every 1 1 2026-11-30 FREQ=MONTHLY;BYMONTHDAY=30`.
    public var text: String {
        mode.name + " " + String(since) + " " + String(number) + " " + anchor.text + " " + rule
    }

    /// Reads the form of `text`; nil for any other.
    public init?(_ text: String) {
        let parts = text.parts { $0 == " " }.map { String($0) }
        guard parts.count == 4 || parts.count == 5, let mode = RepeatMode(name: parts[0]),
            let since = Self.number(parts[1]), let number = Self.number(parts[2]), let anchor = CivilDate(parts[3])
        else { return nil }
        self.init(parts.count == 5 ? parts[4] : "", mode, anchor: anchor)
        self.since = since
        self.number = number
    }

    /// How many of its days are passed over if the open one is done on a day; `RepeatRule.mostCounted` at most, and no more
    /// than it has. None unless the mode passes over what was missed.
    public func missed(by day: CivilDate) -> Int {
        guard mode == .passing, let rule = parsed, anchor < day else { return 0 }
        let limit = min(RepeatRule.mostCounted, (rule.count ?? .max) - 1)
        return Int(rule.count(after: anchor, through: day, from: anchor, limit: limit))
    }

    static func number(_ text: String) -> Int64? {
        // One behind the last is what comes after it.
        guard let number = Int64(text), (1...greatestNumber + 1).contains(number) else { return nil }
        return number
    }
}

extension RepeatMode {
    /// `every`, `passing`, `after-done`: how files and messages spell it.
    public var name: String {
        switch self {
        case .every: "every"
        case .passing: "passing"
        case .afterDone: "after-done"
        }
    }

    /// The mode that `name` spells, in small letters alone; nil for any other text.
    public init?(name: String) {
        guard let mode = Self.allCases.first(where: { ByteString($0.name) == ByteString(name) }) else { return nil }
        self = mode
    }

    /// The mode unless somebody says another: of what costs something every one counts.
    public static func usual(hasAmount: Bool) -> RepeatMode { hasAmount ? .every : .passing }
}
