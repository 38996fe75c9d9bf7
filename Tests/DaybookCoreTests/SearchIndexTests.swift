import DaybookCore
import Testing

@Suite struct SearchIndexTests {
    private static func index(_ items: [[String]]) -> SearchIndex {
        var index = SearchIndex()
        for texts in items { index.append(SearchQuery.fold(texts)) }
        return index
    }

    @Test("11.2 The best match comes first: a title that begins so, then a word, then the middle of one")
    func ranks() {
        let index = Self.index([
            ["A scarf"], ["Wash the car"], ["Car papers"], ["Notes", "car is blue"], ["Post", "#car"], ["Bus"],
            ["@Cars"],
        ])
        let matches = index.matches(SearchQuery("CAR"), limit: 10)
        #expect(matches.all == [0, 1, 2, 3, 4, 6])
        #expect(matches.best == [2, 3, 4, 6, 1, 0])
        #expect(index.matches(SearchQuery("car"), limit: 3).best == [2, 3, 4])
        #expect(index.matches(SearchQuery("car w"), limit: 3).all == [1])
        #expect(index.matches(SearchQuery("train"), limit: 3).all.isEmpty)
        #expect(index.matches(SearchQuery("  "), limit: 9).best.count == 7)
    }

    @Test("Each item is searched by itself, also where texts are empty, and among some only these are")
    func bounds() {
        let index = Self.index([["ab"], [""], ["cd"], []])
        for text in ["bc", "b c", "abcd"] { #expect(index.matches(SearchQuery(text), limit: 9).all.isEmpty, "\(text)") }
        #expect(index.matches(SearchQuery("d"), limit: 9).all == [2])
        #expect(index.matches(SearchQuery("a"), among: [1, 2], limit: 9).all.isEmpty)
        #expect(
            index.matches(SearchQuery("a"), among: [-1, 0, 4, 9], limit: 9).all == [0], "what isn't there isn't found")
    }

    @Test("It finds what the query matches, whatever the texts")
    func law() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let items = (0..<20).map { _ in
                (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    String(
                        (0..<Int.random(in: 0...6, using: &random)).map { _ in
                            "ab #1ä".randomElement(using: &random) ?? "a"
                        })
                }
            }
            let query = SearchQuery(String((0..<3).map { _ in "ab 1ä".randomElement(using: &random) ?? "a" }))
            let wanted = items.indices.filter { query.matches(SearchQuery.fold(items[$0])) }
            let matches = Self.index(items).matches(query, limit: 99)
            #expect(matches.all == wanted, "\(query.text) in \(items)")
            #expect(Set(matches.best) == Set(matches.all) && matches.best.count == matches.all.count)
        }
    }
}
