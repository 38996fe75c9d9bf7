// Text of people is read scalar by scalar, never character by character: where a character ends depends on the
// version of Unicode that a device knows, and all devices have to read the same.

extension StaticString {
    /// The same as a text.
    @inline(never)
    public var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}

extension String {
    @inline(never)
    public var scalars: [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in unicodeScalars { scalars.append(scalar) }
        return scalars
    }

    /// The text that bytes of UTF-8 spell; what is none becomes U+FFFD.
    @inline(never)
    public init(utf8 bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }

    /// The text of these scalars, one after the other.
    @inline(never)
    public init(_ scalars: [Unicode.Scalar]) {
        var text = ""
        for scalar in scalars { text.unicodeScalars.append(scalar) }
        self = text
    }

    /// Its UTF-8.
    @inline(never)
    public var bytes: [UInt8] { Array(utf8) }

    /// True where there is nothing to see: white space, and signs that show nothing.
    @inline(never)
    public var isBlank: Bool { scalars.allSatisfy { $0.isSpace || $0.isInvisible } }

    /// Without the white space around it.
    @inline(never)
    public var trimmed: String {
        // Nearly all texts begin and end with a sign of ASCII, and need no other look.
        let signs: ClosedRange<UInt8> = 0x21...0x7E
        if let first = utf8.first, let last = utf8.last, signs.contains(first), signs.contains(last) { return self }
        let (scalars, trimmed) = (scalars, scalars.trimming { $0.isSpace })
        return trimmed.count == scalars.count ? self : String(trimmed)
    }

    /// Without white space and invisible marks around it: what keyboards and pages leave around a word.
    public var trimmedOfMarks: String { String(scalars.trimming { $0.isSpace || $0.isStray }) }

    /// The parts between the scalars that part it, without empty ones.
    @inline(never)
    public func parts(_ isSeparator: (Unicode.Scalar) -> Bool) -> [[Unicode.Scalar]] {
        var parts: [[Unicode.Scalar]] = []
        var part: [Unicode.Scalar] = []
        for scalar in scalars {
            if !isSeparator(scalar) {
                part.append(scalar)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        if !part.isEmpty { parts.append(part) }
        return parts
    }

    /// Tells whether it is one of the words that spaces part. In the browser a list of texts is much more code.
    @inline(never)
    public func isOne(of words: String) -> Bool {
        let word = bytes
        // How much of the word is the same so far; -1 once something isn't.
        var same = 0
        for byte in words.utf8 {
            if byte == 0x20 {
                if same == word.count { return same > 0 }
                same = 0
            } else if same >= 0 {
                same = same < word.count && word[same] == byte ? same + 1 : -1
            }
        }
        return same == word.count && same > 0
    }

    /// Tells whether it begins with the same scalars as another.
    public func begins(with other: String) -> Bool { rest(after: other) != nil }

    /// The text behind `start`, or nil if it begins with something else.
    @inline(never)
    public func rest(after start: String) -> String? {
        let (bytes, start) = (bytes, start.bytes)
        return bytes.starts(with: start) ? String(utf8: Array(bytes[start.count...])) : nil
    }

    /// The part of it that a message quotes of what somebody wrote.
    public var excerpt: String { excerpt(80) }

    /// At most its first `count` scalars, and a mark where there are more.
    public func excerpt(_ count: Int) -> String {
        let start = cut(to: count)
        return start == self ? self : start + "…"
    }

    /// At most its first `count` scalars.
    public func cut(to count: Int) -> String {
        utf8.count <= count ? self : String(Array(scalars.prefix(count)))
    }
}

extension [Unicode.Scalar] {
    /// Without those at either end that are margin.
    func trimming(_ isMargin: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar] {
        guard let first = firstIndex(where: { !isMargin($0) }), let last = lastIndex(where: { !isMargin($0) })
        else { return [] }
        return Array(self[first...last])
    }
}

extension Unicode.Scalar {
    /// Tells whether a text has it.
    @inline(never)
    func isOne(in text: String) -> Bool {
        for scalar in text.unicodeScalars where scalar == self { return true }
        return false
    }

    /// True where it is white space to Unicode, as line breaks and no-break spaces are.
    public var isSpace: Bool { properties.isWhitespace }

    /// True where it shows nothing by itself, beside white space: what Unicode calls default ignorable, control characters,
    /// and the blanks of Hangul and Braille.
    var isInvisible: Bool {
        isStray || value < 0x20 || value >= 0x7F && value <= 0x9F || value == 0x34F || value == 0x115F
            || value == 0x1160
            || value == 0x17B4 || value == 0x17B5 || value == 0x2800 || value == 0x3164 || value == 0xFFA0
            || value >= 0xFE00 && value <= 0xFE0F || value >= 0xFFF0 && value <= 0xFFFB
            || value >= 0x1BCA0 && value <= 0x1BCA3 || value >= 0x1D173 && value <= 0x1D17A
            || value >= 0xE0000 && value <= 0xE0FFF
    }

    /// True where it is an invisible mark of direction, or of where lines or words may break, or joins characters: what
    /// keyboards and pages leave around numbers and tags.
    var isStray: Bool {
        value == 0xAD || value == 0x61C || value >= 0x180B && value <= 0x180F || value >= 0x200B && value <= 0x200F
            || value >= 0x202A && value <= 0x202E || value >= 0x2060 && value <= 0x206F || value == 0xFEFF
    }

    /// True where a line ends with it: U+000A to U+000D, U+0085, U+2028, U+2029.
    public var isLineBreak: Bool { value >= 0x0A && value <= 0x0D || [0x85, 0x2028, 0x2029].contains(value) }

    var isLetter: Bool { properties.isAlphabetic }
}
