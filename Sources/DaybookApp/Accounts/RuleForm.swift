import DaybookCore

/// A rule field by field: which entries it asks for, and what it gives them. It says no more than one value of each.
public struct RuleForm: Equatable, Sendable {
    /// The fields, first those that a rule asks for.
    enum Part: Int, CaseIterable, Sendable {
        case text, payee, account, atLeast, below
        case givesPayee, givesTags, givesNote

        var isAction: Bool { rawValue >= Part.givesPayee.rawValue }

        /// Its number in a form. It is in no register.
        var field: Field { Field(rawValue: 0x200 + UInt16(rawValue)) }

        /// The words before a value in the text of a rule.
        var word: String {
            switch self {
            case .text: "text:"
            case .payee, .givesPayee: "payee:"
            case .account: "account:"
            case .atLeast: "amount>="
            case .below: "amount<"
            case .givesTags: "tag:"
            case .givesNote: "note:"
            }
        }
    }

    /// The text in each field.
    private(set) var values = Part.allCases.map { _ in "" }

    subscript(part: Part) -> String {
        get { values[part.rawValue] }
        set { values[part.rawValue] = newValue }
    }

    init() {}

    /// Reads the text of a rule; nil where the fields can't say it.
    init?(_ text: String) {
        var isBehind = false
        for term in Self.terms(text) {
            if !term.isQuoted, ByteString(term.text) == ByteString("then"), !isBehind {
                isBehind = true
                continue
            }
            let part = Part.allCases.first { $0.isAction == isBehind && term.text.begins(with: $0.word) }
            guard let part, let value = Self.value(term.text.rest(after: part.word) ?? "") else { return nil }
            if part == .givesTags, !self[part].isEmpty {
                self[part] += ", " + value
            } else if self[part].isEmpty {
                self[part] = value
            } else {
                return nil
            }
        }
    }

    /// The text of the rule, as `docs/guides/rules.md` has it; empty where a side says nothing.
    var text: String {
        var sides = ["", ""]
        for part in Part.allCases where !self[part].isBlank {
            let values = part == .givesTags ? [String](tags: self[part]) : [self[part].trimmed]
            for value in values { sides[part.isAction ? 1 : 0] += " " + part.word + Self.quoted(value) }
        }
        return sides[0].isEmpty || sides[1].isEmpty ? "" : sides[0].trimmed + " then" + sides[1]
    }

    /// The terms of a text, parted by spaces outside of quotation marks.
    private static func terms(_ text: String) -> [(text: String, isQuoted: Bool)] {
        var terms: [(text: String, isQuoted: Bool)] = []
        var term: [Unicode.Scalar] = []
        var (isInside, isQuoted, isEscaped) = (false, false, false)
        for scalar in text.scalars + [" "] {
            if scalar.isSpace, !isInside {
                if !term.isEmpty { terms.append((String(term), isQuoted)) }
                (term, isQuoted) = ([], false)
                continue
            }
            if scalar == "\"", !isEscaped { (isInside, isQuoted) = (!isInside, true) }
            isEscaped = scalar == "\\" && !isEscaped
            term.append(scalar)
        }
        if !term.isEmpty { terms.append((String(term), isQuoted)) }
        return terms
    }

    /// The value that is typed; nil for several, or none.
    private static func value(_ text: String) -> String? {
        var value: [Unicode.Scalar] = []
        var (isInside, isEscaped) = (false, false)
        for scalar in text.scalars {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                isInside.toggle()
                continue
            } else if scalar == "\\", isInside {
                isEscaped = true
                continue
            } else if scalar == "|", !isInside {
                return nil
            }
            value.append(scalar)
        }
        return isInside || value.isEmpty ? nil : String(value)
    }

    /// A value between quotation marks, where it needs them.
    private static func quoted(_ text: String) -> String {
        guard text.scalars.contains(where: { $0.isSpace || $0 == "\"" || $0 == "|" || $0 == "\\" }) else { return text }
        var quoted: [Unicode.Scalar] = ["\""]
        for scalar in text.scalars {
            if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return String(quoted + ["\""])
    }
}
