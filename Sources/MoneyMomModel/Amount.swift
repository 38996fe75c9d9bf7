import Foundation

enum Amount {
    /// Why an amount can't be read as a number. It is not shown: it is what a person typed.
    enum Unreadable: Error, CustomStringConvertible {
        case notANumber
        case tooManyDigits

        var description: String {
            switch self {
            case .notANumber: "its amount is not a number"
            case .tooManyDigits: "its amount has too many digits; it can have at most \(mostDigits)"
            }
        }
    }

    /// What a `Decimal` holds, whichever digits they are.
    static let mostDigits = 38

    /// The number that the whole text says, with a point before the decimals.
    /// `Decimal(string:)` alone would take "12 apples" for 12.
    static func exact(_ text: String) throws(Unreadable) -> Decimal {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { throw .notANumber }
        guard parts.map(\.count).reduce(0, +) <= mostDigits else { throw .tooManyDigits }
        guard let number = Decimal(string: text) else { throw .notANumber }
        return number
    }
}
