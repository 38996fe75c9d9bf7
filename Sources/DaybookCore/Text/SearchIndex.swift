/// The texts of many items, one behind the other, so that a search runs over them once. Make another when they change.
public struct SearchIndex: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each item's text.
    private var ends: [Int] = []

    public init() {}

    /// Adds the text of the next item, which `SearchQuery.fold` made.
    public mutating func append(_ folded: [UInt8]) {
        bytes += folded
        ends.append(bytes.count)
    }

    /// The items that match, by their numbers from 0.
    public struct Matches: Equatable, Sendable {
        /// All of them, in the order of the items.
        public fileprivate(set) var all: [Int] = []
        /// The first of them: those with a text that begins with the first word come first, then those with a word that
        /// does.
        public fileprivate(set) var best: [Int] = []

        public init() {}
    }

    /// Looks for a query.
    ///
    /// - Parameters:
    ///   - items: those that may match, in their order; nil for all.
    ///   - limit: how many of the best are wanted.
    public func matches(_ query: SearchQuery, among items: [Int]? = nil, limit: Int) -> Matches {
        var found = Matches()
        // The first of each rank: more of it can't be among the best.
        var ranks: [[Int]] = [[], [], []]
        bytes.withUnsafeBufferPointer { bytes in
            func look(_ item: Int) {
                guard ends.indices.contains(item) else { return }
                let start = item == 0 ? 0 : ends[item - 1]
                guard let rank = query.rank(bytes, start..<ends[item]) else { return }
                found.all.append(item)
                if ranks[rank].count < limit { ranks[rank].append(item) }
            }
            if let items {
                for item in items { look(item) }
            } else if let word = query.certainWord {
                var (start, item) = (0, 0)
                // A place across the ends of two texts is in neither.
                while let place = SearchQuery.find(word, in: bytes, start..<bytes.count) {
                    while ends[item] <= place { item += 1 }
                    look(item)
                    start = ends[item]
                }
            } else {
                for item in ends.indices { look(item) }
            }
        }
        found.best = Array((ranks[0] + ranks[1] + ranks[2]).prefix(limit))
        return found
    }
}
