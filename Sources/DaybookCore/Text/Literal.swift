/// A text that stands in the program, known by its address alone: two lengths less at each of hundreds of places.
///
/// It may have places for values and several forms: see `text`.
public struct Literal {
    /// UTF-8 up to a zero, which the compiler puts behind each literal.
    @usableFromInline let start: UnsafePointer<UInt8>

    /// The text with values in the places of `%1`, `%2` and `%3`; `%` alone stands for the first.
    ///
    /// - Parameter form: which of the forms that `|` parts; the last one, if there are fewer.
    @inline(never)
    public func text(form: Int = 0, _ first: String = "", _ second: String = "", _ third: String = "") -> String {
        var bytes: [UInt8] = []
        var (place, form) = (start, form)
        while place.pointee != 0 {
            let byte = place.pointee
            place += 1
            if byte == 0x7C {
                if form == 0 { break }
                form -= 1
                bytes = []
            } else if byte == 0x25 {
                let number = place.pointee
                if number >= 0x31, number <= 0x33 { place += 1 }
                bytes.append(contentsOf: (number == 0x32 ? second : number == 0x33 ? third : first).bytes)
            } else {
                bytes.append(byte)
            }
        }
        return String(utf8: bytes)
    }
}

extension Literal: ExpressibleByStringLiteral {
    @inlinable @inline(__always)
    public init(stringLiteral text: StaticString) { start = text.utf8Start }
}
