/// What a person looks for: each word has to occur, in upper or lower case.
public struct SearchQuery: Hashable, Sendable {
    /// As it was typed.
    public let text: String
    let words: [[UInt8]]

    /// White space parts the words; a text of nothing else has none, and matches everything.
    public init(_ text: String) {
        self.text = text
        words = text.parts { $0.isSpace }.map { Self.fold(String($0)) }
    }

    /// Looks for the text as it stands, white space and all.
    public init(phrase text: String) {
        self.text = text
        words = [Self.fold(text)]
    }

    /// Whether everything matches.
    public var isEmpty: Bool { words.isEmpty }

    var hasDigit: Bool { words.contains { $0.contains { $0 >= 48 && $0 <= 57 } } }

    /// Whether each word occurs in `folded`, a text that `fold` made.
    public func matches(_ folded: [UInt8]) -> Bool {
        words.allSatisfy { Self.contains(folded, $0) }
    }

    /// Lower case, as UTF-8, a character for each: İ is an i without a second dot, as people type it.
    @inline(never)
    public static func fold(_ text: String) -> [UInt8] {
        var bytes = text.bytes
        var isASCII = true
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x80 { isASCII = false }
            if byte >= 65, byte <= 90 { bytes[index] = byte + 32 }
        }
        if isASCII { return bytes }
        var lower = ""
        for written in text.unicodeScalars {
            // The small sigma has a second form, at the end of a word.
            let scalar: Unicode.Scalar = written == "\u{3C2}" ? "\u{3C3}" : written
            #if hasFeature(Embedded)
                // The browser gives one character.
                lower += scalar.properties.lowercaseMapping
            #else
                lower.unicodeScalars.append(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar)
            #endif
        }
        return lower.bytes
    }

    /// The texts as one to search in. A line break keeps a match from running over two of them.
    public static func fold(_ texts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in texts where !text.isEmpty {
            if !bytes.isEmpty { bytes.append(10) }
            bytes += fold(text)
        }
        return bytes
    }

    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        return text.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                for start in 0...(text.count - word.count) where text[start] == first {
                    var length = 1
                    while length < word.count, text[start + length] == word[length] { length += 1 }
                    if length == word.count { return true }
                }
                return false
            }
        }
    }
}
