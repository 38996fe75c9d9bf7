import DaybookCore

/// Finds the addresses in a text.
enum Link {
    /// Each `http:` and `https:` address once, in order. What ends a sentence or closes a bracket does not belong to
    /// it, nor does anything from U+2000 on: in Chinese no space parts an address from the sentence around it.
    static func all(in text: String) -> [String] {
        var links: [String] = []
        let ends = ".,;:!?)]}'".scalars
        for word in text.parts({ $0.isSpace || $0 == "<" || $0 == ">" || $0 == "\"" || $0.value >= 0x2000 }) {
            var start = 0
            while start < word.count, !Self.begins(word, start, "https://"), !Self.begins(word, start, "http://") {
                start += 1
            }
            var link = Array(word[start...])
            // Brackets that it opens itself it closes, too.
            var excess = 0
            for scalar in link { excess += scalar == ")" ? 1 : scalar == "(" ? -1 : 0 }
            while let last = link.last, ends.contains(last), last != ")" || excess > 0 {
                if last == ")" { excess -= 1 }
                link.removeLast()
            }
            let address = String(link)
            if link.count > "https://".utf8.count, !links.contains(address) { links.append(address) }
        }
        return links
    }

    /// Whether `scheme` stands there, in letters of either case.
    private static func begins(_ word: [Unicode.Scalar], _ start: Int, _ scheme: String) -> Bool {
        var place = start
        for scalar in scheme.scalars {
            guard place < word.count, word[place].value | 0x20 == scalar.value, word[place] >= "/" else { return false }
            place += 1
        }
        return true
    }
}
