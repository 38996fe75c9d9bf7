/// Finds the addresses in a text.
enum Link {
    /// Each `http:` and `https:` address once, in order. What ends a sentence or closes a bracket does not belong to it.
    static func all(in text: String) -> [String] {
        var links: [String] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "<" || $0 == ">" || $0 == "\"" }) {
            guard let start = start(in: word) else { continue }
            var link = word[start...]
            while let last = link.last, ".,;:!?)]}'”’」』。，、；：！？）】".contains(last) {
                if last == ")", link.contains("(") { break }
                link.removeLast()
            }
            let address = String(link)
            if address.utf8.count > "https://".utf8.count, !links.contains(address) { links.append(address) }
        }
        return links
    }

    private static func start(in word: Substring) -> Substring.Index? {
        var index = word.startIndex
        while index < word.endIndex {
            let rest = word[index...]
            if rest.hasPrefix("https://") || rest.hasPrefix("http://") { return index }
            index = word.index(after: index)
        }
        return nil
    }
}
