/// A text that stands in the program, known by its address alone: two lengths less at each of hundreds of places.
///
/// It may have places for values and several forms: see `text`.
public struct Literal {
    /// UTF-8 up to the end of the line, or to a zero, which the compiler puts behind each literal.
    @usableFromInline let start: UnsafePointer<UInt8>

    /// A text that stays where it is as long as the program runs.
    public init(at start: UnsafePointer<UInt8>) { self.start = start }

    /// Each line of a text that stays where it is as long as the program runs. A line break or a zero ends the last one.
    public static func lines(of text: UnsafePointer<UInt8>, count: Int) -> [Literal] {
        var lines: [Literal] = []
        var start = text
        for place in 0..<count where text[place] == 0x0A {
            lines.append(Literal(at: start))
            start = text + place + 1
        }
        if start < text + count { lines.append(Literal(at: start)) }
        return lines
    }

    public var line: String {
        var end = start
        while end.pointee != 0, end.pointee != 0x0A { end += 1 }
        return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }

    /// The text with values in the places of `%1`, `%2` and `%3`; `%` alone stands for the first.
    ///
    /// - Parameter form: which of the forms that `|` parts; the last one, if there are fewer.
    @inline(never)
    public func text(form: Int = 0, _ first: String = "", _ second: String = "", _ third: String = "") -> String {
        var bytes: [UInt8] = []
        var (place, form) = (start, form)
        while place.pointee != 0, place.pointee != 0x0A {
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

/// Nobody writes where a text stands.
extension Literal: @unchecked Sendable {}

extension Literal: Equatable {
    public static func == (one: Literal, other: Literal) -> Bool {
        var place = 0
        while one.start[place] == other.start[place], one.start[place] != 0, one.start[place] != 0x0A { place += 1 }
        return (one.start[place] == 0 || one.start[place] == 0x0A)
            && (other.start[place] == 0 || other.start[place] == 0x0A)
    }
}

extension Literal: ExpressibleByStringLiteral {
    @inlinable @inline(__always)
    public init(stringLiteral text: StaticString) { start = text.utf8Start }
}
