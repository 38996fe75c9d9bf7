/// Something that is added up by key, in the order of the keys.
public struct SortedMap<Key: Comparable, Value> {
    /// In the order of the keys.
    public private(set) var all: [(key: Key, value: Value)] = []

    /// Nothing is added up yet.
    public init() {}

    /// The value under `key`, or `start` if there is none yet, after `change`.
    @inline(never)
    public mutating func change<Failure: Error>(
        _ key: Key, from start: Value, _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        let index = index(of: key)
        if index == all.count || all[index].key != key { all.insert((key, start), at: index) }
        try change(&all[index].value)
    }

    /// The value under `key`; nil if there is none.
    public subscript(key: Key) -> Value? {
        let index = index(of: key)
        return index < all.count && all[index].key == key ? all[index].value : nil
    }

    /// Where `key` stands, or would stand.
    private func index(of key: Key) -> Int { Int.first(before: all.count) { all[$0].key >= key } }
}

extension SortedMap: Sendable where Key: Sendable, Value: Sendable {}
