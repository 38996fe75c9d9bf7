import DaybookCore

/// Lines of values behind a letter, as `ImportAnswer` reads them.
struct AnswerLines {
    private(set) var text = ""

    mutating func append(_ sign: String, _ values: [String]) {
        text += sign
        for value in values {
            text += "\t"
            for scalar in value.unicodeScalars {
                text.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
            }
        }
        text += "\n"
    }

    /// An amount with the sign of its kind: `−12.50 EUR`.
    static func amount(_ amount: Amount?, _ kind: EntryKind?) -> String? {
        let sign = kind == .expense ? "−" : kind == .income ? "+" : ""
        return amount.map { sign + $0.text }
    }
}
