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
}
