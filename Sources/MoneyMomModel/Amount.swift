import Foundation

enum Amount {
    /// An amount that can't be read as a number. It is not shown: it is what a person typed.
    struct NotANumber: Error, CustomStringConvertible {
        var description: String { "its amount is not a number" }
    }

    /// The number that the whole text says, with a point before the decimals; nil if it says none.
    /// `Decimal(string:)` alone would take "12 apples" for 12.
    static func exact(_ text: String) -> Decimal? {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            digits.count <= 38
        else { return nil }
        return Decimal(string: text)
    }
}
