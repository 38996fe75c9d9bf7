public import DaybookCore

/// Says what is wrong and what to do, with what is filled in kept apart, so that it can be said in another language.
public struct Sentence: Equatable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// In English, with `%` in the place of each value, and `％` for a percent sign.
    public private(set) var form: String
    public private(set) var values: [String]
    /// The error of the domain that says it, for which each language has its own words; nil for another.
    public let error: ItemError?
    /// The file or column that it is about, if it begins with that.
    public private(set) var place: String?

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sentence = Sentence(stringLiteral: "")

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { sentence.form += Sentence.form(literal) }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            sentence.form += "%"
            sentence.values.append("\(value)")
        }
    }

    public init(stringLiteral text: String) { (form, values, error) = (Self.form(text), [], nil) }
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sentence }

    /// A text that no language has other words for.
    public init(verbatim text: String) { (form, values, error) = ("%", [text], nil) }

    public init(_ error: ItemError) { (form, values, self.error) = ("%", [error.message], error) }

    public static func + (one: Sentence, other: Sentence) -> Sentence {
        var sum = one
        sum.form += other.form
        sum.values += other.values
        return sum
    }

    private static func form(_ literal: String) -> String { literal.replacing("%", with: "％") }

    /// The same of what is in a place.
    func at(_ place: String) -> Sentence {
        var sentence = self
        sentence.place = self.place.map { "\(place): \($0)" } ?? place
        return sentence
    }

    /// In English.
    public var text: String { (place.map { "\($0): " } ?? "") + filling(form) }

    public var description: String { text }

    /// The words of a language with the values in the places of `%1`, `%2` and so on, or of each `%` in their order.
    public func filling(_ words: String) -> String {
        let parts = words.split(separator: "%", omittingEmptySubsequences: false)
            .map { String($0).replacing("％", with: "%") }
        var (text, next) = (parts[0], 0)
        for part in parts.dropFirst() {
            let number = part.first.flatMap { $0.isASCII ? $0.wholeNumberValue : nil }
            let index = number.map { $0 - 1 } ?? next
            next += 1
            text += (values.indices.contains(index) ? values[index] : "") + part.dropFirst(number == nil ? 0 : 1)
        }
        return text
    }
}
