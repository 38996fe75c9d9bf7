/// Why a rule can't be followed.
public enum RepeatError: Error, Equatable, Sendable {
    /// It isn't a list of parts such as `FREQ=DAILY;INTERVAL=2`, or a part (quoted) has no valid value.
    case malformed(String)
    /// The part (quoted) means something that Daybook doesn't step by.
    case unsupported(String)
    /// It ends twice.
    case countAndUntil
    case noDay
    /// It is longer than `RepeatError.longestRule`.
    case tooLong(bytes: Int)

    /// The longest rule, in bytes of UTF-8.
    public static let longestRule = 500

    /// Says what happened and what to do, in English.
    public var message: String {
        switch self {
        case .malformed(let part):
            "“" + part.excerpt + "” isn't a valid part of a rule. Use a rule such as FREQ=WEEKLY;BYDAY=MO,FR."
        case .unsupported(let part):
            "A rule with “" + part.excerpt + "” isn't supported. Use days, weeks, months or years."
        case .countAndUntil: "A rule has either COUNT or UNTIL. Leave out one of them."
        case .noDay: "The rule has no day. Change it so that there is one."
        case .tooLong(let bytes):
            "The rule has " + String(bytes) + " bytes, and can have at most " + String(Self.longestRule)
                + ". Shorten it."
        }
    }
}
