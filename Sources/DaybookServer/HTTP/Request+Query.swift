import Hummingbird
import HummingbirdCore

extension Request {
    var query: Parameters { Parameters(form: uri.query ?? "") }
}

extension Parameters {
    /// Reads a query, or the body of a form: `name=Ann+Lee&…`. A `+` is a space there, and a `#` itself.
    init(form: String) {
        let needsEscape = form.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
        let text = needsEscape ? form.replacing("+", with: "%20").replacing("#", with: "%23") : form
        self = URI("/?" + text).queryParameters
    }
}

extension Problem {
    /// A parameter that is to be a whole number from 0.
    static func wholeNumber<Number: FixedWidthInteger>(_ text: String, _ name: String) throws(Problem) -> Number {
        if let number = Number(text), number >= 0 { return number }
        let isTooLarge = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        throw Problem(
            .badRequest,
            isTooLarge
                ? "The \(name) \(text) is too large; the greatest is \(Number.max)."
                : "The \(name) \"\(text)\" is not a whole number from 0.",
            field: name)
    }
}
