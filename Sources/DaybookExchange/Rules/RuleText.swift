import DaybookCore

/// The conditions and the actions of a rule, on one line: `text:rewe amount<50 then payee:Rewe tag:food`. Every condition has to hold.
///
/// docs/guides/rules.md lists the conditions and the actions. No condition moves with the calendar, so that a rule says the
/// same of an entry for ever.
public struct RuleText: Equatable, Sendable {
    /// The alternatives of one term: one of these, or none of them.
    struct Condition: Equatable, Sendable {
        /// Where it begins: 1 is the first character.
        let column: Int
        let isNegated: Bool
        let checks: [Check]
    }

    enum Check: Equatable, Sendable {
        /// In what the bank said, or in the note where it said nothing.
        case text(String)
        case payee(String)
        case account(String)
        case kind(EntryKind)
        /// An amount of any currency, or of that of the amount alone.
        case amount(TodoQuery.Comparison, Amount, isOfCurrency: Bool)
        /// From the first to the last day of a year, a month or a day.
        case day(TodoQuery.Comparison, ClosedRange<CivilDate>)
    }

    enum Action: Equatable, Sendable {
        case payee(String)
        case tag(String)
        case note(String)
        case kind(EntryKind)
        case parts([PartShare])
        /// To or from the account of this name.
        case transfer(String)
    }

    /// One thing that it does.
    struct Step: Equatable, Sendable {
        let column: Int
        let action: Action
    }

    let conditions: [Condition]
    let steps: [Step]

    static let conditionNames = ["text", "payee", "account", "amount", "day", "kind"]
    static let actionNames = ["payee", "tag", "note", "kind", "parts", "transfer"]

    /// A value as it is typed: between quotation marks, where it needs them.
    public static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text != "then"
            && text.unicodeScalars.allSatisfy { !$0.isSpace && $0 != "\"" && $0 != "|" && $0 != "\\" }
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\"" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

/// Why a text isn't a rule, or one can't be followed.
public struct RuleError: Error, Equatable, Sendable {
    /// Where it lies: 1 is the first character, as Unicode counts its scalars.
    public let column: Int
    /// Says what is wrong, and what to do.
    public let problem: Sentence

    init(_ column: Int, _ problem: Sentence) { (self.column, self.problem) = (column, problem) }

    /// In English, with the column.
    public var message: String { "Column \(column): \(problem.text)" }
}
