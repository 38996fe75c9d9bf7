import DaybookCore

/// Finds the addresses in a text.
enum Link {
    /// Each `http:` and `https:` address once, in order. What ends a sentence or closes a bracket does not belong to
    /// it, nor does anything from U+2000 on: in Chinese no space parts an address from the sentence around it.
    static func all(in text: String) -> [String] {
        var links: [String] = []
        let ends = ".,;:!?)]}'".scalars
        let (secure, plain) = ("https://".scalars, "http://".scalars)
        for word in text.parts({ $0.isSpace || $0 == "<" || $0 == ">" || $0 == "\"" || $0.value >= 0x2000 }) {
            var start = 0
            while start < word.count, !Self.begins(word, start, secure), !Self.begins(word, start, plain) {
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

    /// Tells whether `scheme` stands there, in letters of either case: they differ by 0x20, as do `:` and `/` from control
    /// characters.
    private static func begins(_ word: [Unicode.Scalar], _ start: Int, _ scheme: [Unicode.Scalar]) -> Bool {
        var place = start
        for scalar in scheme {
            guard place < word.count, word[place].value | 0x20 == scalar.value, word[place] >= "/" else { return false }
            place += 1
        }
        return true
    }
}
