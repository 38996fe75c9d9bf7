import DaybookCore

/// Finds the addresses in a text.
enum Link {
    /// Each `http:` and `https:` address once, in order. What ends a sentence or closes a bracket does not belong to
    /// it, nor does anything from U+2000 on: in Chinese no space parts an address from the sentence around it.
    static func all(in text: String) -> [String] {
        var links: [String] = []
        let ends = ".,;:!?)]}'".scalars
        for word in text.parts({ $0.isSpace || $0 == "<" || $0 == ">" || $0 == "\"" || $0.value >= 0x2000 }) {
            guard var start = word.firstIndex(of: "h") else { continue }
            while start < word.count, !Self.begins(word, start, "https://"), !Self.begins(word, start, "http://") {
                start += 1
            }
            var link = Array(word[start...])
            while let last = link.last, ends.contains(last), last != ")" || !link.contains("(") { link.removeLast() }
            let address = String(link)
            if link.count > "https://".utf8.count, !links.contains(address) { links.append(address) }
        }
        return links
    }

    private static func begins(_ word: [Unicode.Scalar], _ start: Int, _ scheme: String) -> Bool {
        let scheme = scheme.scalars
        return start + scheme.count <= word.count && Array(word[start..<start + scheme.count]) == scheme
    }
}
