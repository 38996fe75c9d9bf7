/// Looks for words: each word has to occur, in upper or lower case. Words that name a day (`2026-12-24`, `dec 24`,
/// `24.12.`) also find what is of that day.
public struct SearchQuery: Hashable, Sendable {
    /// Words beside each other.
    private struct Part: Hashable {
        let words: [[UInt8]]
        /// Tells what `mark` makes of the day that they name, or its end where they name no year; empty for none.
        let day: [UInt8]
    }

    public let text: String
    private let parts: [Part]

    /// White space parts the words; a text of nothing else has none, and matches everything.
    public init(_ text: String) {
        self.text = text
        let words = text.parts { $0.isSpace }.map { String($0) }
        var parts: [Part] = []
        var index = 0
        while index < words.count {
            let (count, day) = Self.day(words[index...])
            parts.append(Part(words: words[index..<index + count].map { Self.fold($0) }, day: day))
            index += count
        }
        self.parts = parts
    }

    /// Looks for the text as it stands, white space and all.
    public init(phrase text: String) {
        self.text = text
        parts = [Part(words: [Self.fold(text)], day: Self.day(text))]
    }

    /// True where everything matches.
    public var isEmpty: Bool { parts.isEmpty }

    public var hasDigit: Bool {
        parts.contains { part in part.words.contains { $0.contains { $0 >= 48 && $0 <= 57 } } }
    }

    /// A word that is in all that matches; nil where each may be a day.
    var certainWord: [UInt8]? { parts.first { $0.day.isEmpty }?.words.first { !$0.isEmpty } }

    /// Tells whether each word occurs in `folded`, a text that `fold` made, or the day that it names.
    public func matches(_ folded: [UInt8]) -> Bool {
        parts.allSatisfy { part in
            part.words.allSatisfy { Self.contains(folded, $0) } || !part.day.isEmpty && Self.contains(folded, part.day)
        }
    }

    /// A day among the texts that are searched. Nobody types such marks, so only a day finds it.
    public static func mark(_ day: CivilDate) -> String {
        // Control characters stand for the digits and the hyphens.
        String(utf8: [1] + day.text.bytes.map { $0 == 0x2D ? 0x18 : ($0 & 0xF) + 0x0E } + [2])
    }

    /// No day has more words.
    private static let mostWords = 4

    /// How many of the first words name a day, at least one, and what they name; empty for no day.
    private static func day(_ words: ArraySlice<String>) -> (count: Int, day: [UInt8]) {
        for count in (1...max(1, min(words.count, mostWords))).reversed() {
            let day = day(words.prefix(count).joined(separator: " "))
            if !day.isEmpty { return (count, day) }
        }
        return (1, [])
    }

    /// A day without a year is the same in two years that are far apart, but for the year.
    private static func day(_ text: String) -> [UInt8] {
        guard text.utf8.count <= 40, text.utf8.contains(where: { $0 >= 48 && $0 <= 57 }),
            let first = TypedWhen(text, now: LocalTime(day: CivilDate(daysSince1970: 11_323), minute: 0)),
            first.time == nil,
            let second = TypedWhen(text, now: LocalTime(day: CivilDate(daysSince1970: 12_949), minute: 0)),
            second.time == nil,
            first.day.month == second.day.month, first.day.day == second.day.day
        else { return [] }
        let mark = mark(first.day).bytes
        return first.day == second.day ? mark : Array(mark.suffix(7))
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
        text.withUnsafeBufferPointer { find(word, in: $0, 0..<$0.count) != nil }
    }

    /// The first place of a word in a part of a text.
    static func find(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        guard let first = word.first else { return range.lowerBound }
        guard range.count >= word.count else { return nil }
        return word.withUnsafeBufferPointer { word in
            for start in range.lowerBound...(range.upperBound - word.count) where text[start] == first {
                var length = 1
                while length < word.count, text[start + length] == word[length] { length += 1 }
                if length == word.count { return start }
            }
            return nil
        }
    }

    /// Ranks a text: 0 if one of its lines begins with the first word, 1 if a word does, else 2. Nil if it doesn't
    /// match.
    ///
    /// - Parameter range: a part of `text`, which `fold` made.
    func rank(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        for part in parts {
            guard
                part.words.allSatisfy({ Self.find($0, in: text, range) != nil })
                    || !part.day.isEmpty && Self.find(part.day, in: text, range) != nil
            else { return nil }
        }
        guard let word = parts.first?.words.first else { return 0 }
        var (best, start) = (2, range.lowerBound)
        while let place = Self.find(word, in: text, start..<range.upperBound) {
            // A tag and a place begin behind their sign.
            let isSigned = place > range.lowerBound && (text[place - 1] == 0x23 || text[place - 1] == 0x40)
            let begin = isSigned ? place - 1 : place
            if begin == range.lowerBound || text[begin - 1] == 10 { return 0 }
            if Self.isBetweenWords(text[begin - 1]) { best = 1 }
            start = place + 1
        }
        return best
    }

    /// Ranks a text that `fold` made: 0 is the best match, nil is none. See `SearchIndex`.
    public func rank(_ folded: [UInt8]) -> Int? {
        folded.withUnsafeBufferPointer { rank($0, 0..<$0.count) }
    }

    private static func isBetweenWords(_ byte: UInt8) -> Bool {
        byte < 0x30 || byte > 0x39 && byte < 0x61 || byte > 0x7A && byte < 0x80
    }
}
