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

    /// The digits that a `Decimal` holds, whichever they are.
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
        // Zeros in front of the first digit and behind the last decimal are no digits: Foundation counts them.
        let zero = UInt8(ascii: "0")
        let whole = [UInt8](parts[0].drop { $0 == zero })
        var decimals = parts.count == 2 ? [UInt8](parts[1]) : []
        while decimals.last == zero { decimals.removeLast() }
        let count = whole.isEmpty ? decimals.count - decimals.prefix { $0 == zero }.count : whole.count + decimals.count
        // A `Decimal` has no more than 128 places behind the point.
        guard count <= mostDigits, decimals.count <= 128 else { throw .tooManyDigits }
        let sign = text.hasPrefix("-") ? [UInt8(ascii: "-")] : []
        let bytes = sign + [zero] + whole + [UInt8(ascii: ".")] + (decimals.isEmpty ? [zero] : decimals)
        guard let number = Decimal(string: String(decoding: bytes, as: UTF8.self)) else { throw .notANumber }
        return number
    }
}
