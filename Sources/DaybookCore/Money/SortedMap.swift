/// Something that is added up by key, in the order of the keys.
struct SortedMap<Key: Comparable, Value> {
    private(set) var all: [(key: Key, value: Value)] = []

    /// The value under `key`, or `start` if there is none yet, after `change`.
    @inline(never)
    mutating func change<Failure: Error>(
        _ key: Key, from start: Value, _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        let index = index(of: key)
        if index == all.count || all[index].key != key { all.insert((key, start), at: index) }
        try change(&all[index].value)
    }

    /// The value under `key`; nil if there is none.
    subscript(key: Key) -> Value? {
        let index = index(of: key)
        return index < all.count && all[index].key == key ? all[index].value : nil
    }

    /// Where `key` stands, or would stand.
    private func index(of key: Key) -> Int { Int.first(before: all.count) { all[$0].key >= key } }
}

extension SortedMap: Sendable where Key: Sendable, Value: Sendable {}
