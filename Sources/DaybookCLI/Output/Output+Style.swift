import Foundation

/// How a part of a line looks on a terminal.
enum Style: String {
    case heading = "1"
    case faint = "2"
    /// Overdue to-dos, and errors.
    case alarm = "31"
    case income = "32"
    case tag = "36"
}

extension Output {
    /// True where standard output shows colours: it is a terminal that knows them, and nobody asked for none
    /// (https://no-color.org).
    static let hasStyles = hasStyles(isTerminal: isTerminal)

    /// The same as `hasStyles`, of standard error.
    static let errorsHaveStyles = hasStyles(isTerminal: isatty(STDERR_FILENO) == 1)

    private static func hasStyles(isTerminal: Bool) -> Bool {
        guard isTerminal, Environment.variable("NO_COLOR") == nil, let kind = Environment.variable("TERM") else {
            return false
        }
        return kind != "dumb"
    }

    /// Appends what `body` does, in a style; nil for the usual one.
    mutating func styled(_ style: Style?, isOn: Bool = hasStyles, _ body: (inout Output) -> Void) {
        guard let style, isOn else { return body(&self) }
        append("\u{1B}[\(style.rawValue)m")
        body(&self)
        append("\u{1B}[0m" as StaticString)
    }
}
