import DaybookCore

extension RuleText {
    /// The rule that a text says.
    ///
    /// - Throws: what is wrong, with its column.
    public init(_ text: String) throws(RuleError) {
        var reader = RuleReader(text)
        self = try reader.rule()
    }
}

/// Reads the terms of a rule, one after the other.
private struct RuleReader {
    typealias Value = (text: String, column: Int)

    private struct Term {
        let column: Int
        let isNegated: Bool
        /// Empty for a text by itself.
        let name: String
        let comparison: TodoQuery.Comparison
        /// One at least.
        let values: [Value]
        /// True where it is the word between what a rule asks for and what it does.
        let isThen: Bool
    }

    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) { scalars = text.scalars }

    mutating func rule() throws(RuleError) -> RuleText {
        var conditions: [RuleText.Condition] = []
        var steps: [RuleText.Step] = []
        var isBehind = false
        while let term = try term(isAction: isBehind) {
            if term.isThen {
                guard !isBehind else {
                    throw RuleError(term.column, "a rule has one “then”. Quote the text, if you look for the word.")
                }
                guard !conditions.isEmpty else {
                    throw RuleError(
                        term.column,
                        "nothing stands before “then”. Say there which entries the rule is about, such as text:rewe.")
                }
                isBehind = true
            } else if isBehind {
                steps.append(RuleText.Step(column: term.column, action: try Self.action(term)))
            } else {
                var checks: [RuleText.Check] = []
                for value in term.values { checks.append(try Self.check(term, value)) }
                conditions.append(
                    RuleText.Condition(column: term.column, isNegated: term.isNegated, checks: checks))
            }
        }
        guard isBehind else {
            throw RuleError(
                scalars.count + 1,
                "there is no “then”. Put it between what the rule asks for and what it does: text:rewe then payee:Rewe."
            )
        }
        guard !steps.isEmpty else {
            throw RuleError(
                scalars.count + 1, "nothing stands behind “then”. Say there what the rule does, such as payee:Rewe.")
        }
        return RuleText(conditions: conditions, steps: steps)
    }

    /// - Parameter isAction: whether it stands behind `then`.
    private mutating func term(isAction: Bool) throws(RuleError) -> Term? {
        while place < scalars.count, scalars[place].isSpace { place += 1 }
        guard place < scalars.count else { return nil }
        let start = place
        let isNegated = !isAction && scalars[place] == "-"
        if isNegated { place += 1 }
        guard place < scalars.count, !scalars[place].isSpace else {
            throw RuleError(start + 1, "nothing stands behind -. Put a condition there, such as -payee:Rewe.")
        }
        let first = place
        while place < scalars.count, scalars[place].properties.isAlphabetic { place += 1 }
        let name = String(Array(scalars[first..<place]))
        guard !name.isEmpty, let comparison = comparison() else {
            place = first
            let values = try values(nil)
            let isThen = !isNegated && values.count == 1 && scalars[first] != "\"" && values[0].text == "then"
            return Term(
                column: start + 1, isNegated: isNegated, name: "", comparison: .equal, values: values, isThen: isThen)
        }
        let known = isAction ? RuleText.actionNames : RuleText.conditionNames
        guard known.contains(name) else {
            let names = known.joined(separator: ", ")
            if isAction {
                throw RuleError(first + 1, "“\(name.excerpt)” isn't an action. Use one of \(names).")
            }
            throw RuleError(
                first + 1, "“\(name.excerpt)” isn't a condition. Use one of \(names), or quote the text.")
        }
        let values = try values(name)
        return Term(
            column: start + 1, isNegated: isNegated, name: name, comparison: comparison, values: values, isThen: false)
    }

    private mutating func comparison() -> TodoQuery.Comparison? {
        guard place < scalars.count else { return nil }
        let isLonger = place + 1 < scalars.count && scalars[place + 1] == "="
        let comparison: TodoQuery.Comparison
        switch scalars[place] {
        case "<": comparison = isLonger ? .atMost : .less
        case ">": comparison = isLonger ? .atLeast : .greater
        case ":", "=": comparison = .equal
        default: return nil
        }
        place += comparison == .atMost || comparison == .atLeast ? 2 : 1
        return comparison
    }

    /// Reads values up to the next space, parted by `|`; each may stand between quotation marks.
    ///
    /// - Parameter name: of the term; nil for a text by itself.
    private mutating func values(_ name: String?) throws(RuleError) -> [Value] {
        var values: [Value] = []
        while true {
            let column = place + 1
            let text = try value()
            guard !text.isBlank else {
                guard let name else {
                    throw RuleError(column, "a text is empty. Write one there, or several with | between them.")
                }
                throw RuleError(column, "\(name) has no value. Put one there, or several with | between them.")
            }
            values.append((text, column))
            guard place < scalars.count, scalars[place] == "|" else { break }
            place += 1
        }
        guard place == scalars.count || scalars[place].isSpace else {
            throw RuleError(place + 1, "a value ends before this. Put a space or | here.")
        }
        return values
    }

    private mutating func value() throws(RuleError) -> String {
        let start = place
        guard place < scalars.count, scalars[place] == "\"" else {
            while place < scalars.count, !scalars[place].isSpace, scalars[place] != "|" { place += 1 }
            return String(Array(scalars[start..<place]))
        }
        place += 1
        var text: [Unicode.Scalar] = []
        while place < scalars.count, scalars[place] != "\"" {
            if scalars[place] == "\\", place + 1 < scalars.count { place += 1 }
            text.append(scalars[place])
            place += 1
        }
        guard place < scalars.count else {
            throw RuleError(start + 1, "the quotation mark has no end. Put a second one behind the text.")
        }
        place += 1
        return String(text)
    }

    private static func check(_ term: Term, _ value: Value) throws(RuleError) -> RuleText.Check {
        if term.name == "amount" {
            do throws(ItemError) {
                let amount = try Amount(value.text, usual: .usDollar)
                return .amount(term.comparison, amount, isOfCurrency: Amount.namesCurrency(value.text))
            } catch {
                throw RuleError(value.column, Sentence(error))
            }
        }
        if term.name == "day" { return .day(term.comparison, try days(value)) }
        guard term.comparison == .equal else {
            throw RuleError(value.column, "\(term.name) can't be compared. Use \(term.name): and a value.")
        }
        switch term.name {
        case "payee": return .payee(value.text)
        case "account": return .account(value.text)
        case "kind": return .kind(try kind(value, among: EntryKind.allCases))
        default: return .text(value.text)
        }
    }

    private static func action(_ term: Term) throws(RuleError) -> RuleText.Action {
        guard term.comparison == .equal, !term.name.isEmpty else {
            throw RuleError(
                term.column,
                "this isn't an action. Use one of \(RuleText.actionNames.map { $0 + ":" }.joined(separator: ", ")) with a value."
            )
        }
        guard term.values.count == 1 else {
            throw RuleError(
                term.values[1].column, "an action has one value. Write another \(term.name): for a second one.")
        }
        let value = term.values[0]
        switch term.name {
        case "payee":
            guard value.text.utf8.count <= ItemError.longestTitle else {
                throw RuleError(value.column, "the name has more than \(ItemError.longestTitle) bytes. Shorten it.")
            }
            return .payee(value.text.trimmed)
        case "tag":
            let tag = (value.text.rest(after: "#") ?? value.text).trimmed
            guard ItemTag.isName(tag) else { throw RuleError(value.column, Sentence(.badTag(tag))) }
            return .tag(tag)
        case "kind": return .kind(try kind(value, among: [.income, .expense]))
        case "parts":
            do { return .parts(try PartShare.all(value.text)) } catch { throw RuleError(value.column, error.reason) }
        case "transfer": return .transfer(value.text)
        default: return .note(value.text.trimmed)
        }
    }

    private static func kind(_ value: Value, among kinds: [EntryKind]) throws(RuleError) -> EntryKind {
        guard let kind = EntryKind(name: value.text), kinds.contains(kind) else {
            let names = kinds.map(\.name).joined(separator: ", ")
            throw RuleError(value.column, "“\(value.text.excerpt)” isn't a kind. Use one of \(names).")
        }
        return kind
    }

    private static func days(_ value: Value) throws(RuleError) -> ClosedRange<CivilDate> {
        let text = value.text
        let first = [text, text + "-01", text + "-01-01"].lazy.compactMap { CivilDate($0) }.first
        let lasts = [text, text + "-31", text + "-30", text + "-29", text + "-28", text + "-12-31"]
        guard let first, let last = lasts.lazy.compactMap({ CivilDate($0) }).first, first <= last else {
            throw RuleError(
                value.column,
                "“\(text.excerpt)” isn't a day. Use the form 2026-11-21, 2026-11 or 2026. A rule doesn't move with the calendar."
            )
        }
        return first...last
    }
}
