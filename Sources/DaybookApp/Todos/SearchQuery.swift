/// What a person looks for: each word has to occur, in upper or lower case.
public struct SearchQuery: Equatable, Sendable {
    public let text: String
    let words: [[UInt8]]

    public init(_ text: String) {
        self.text = text
        words = Self.fold(text).split(separator: 32).map { Array($0) }
    }

    public var isEmpty: Bool { words.isEmpty }

    /// Whether each word occurs in `folded`, a text that `fold` made.
    func matches(_ folded: [UInt8]) -> Bool {
        words.allSatisfy { Self.contains(folded, $0) }
    }

    /// Lower case, as UTF-8.
    static func fold(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        var isASCII = true
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x80 { isASCII = false }
            if byte >= 65, byte <= 90 { bytes[index] = byte + 32 }
        }
        return isASCII ? bytes : Array(text.lowercased().utf8)
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
