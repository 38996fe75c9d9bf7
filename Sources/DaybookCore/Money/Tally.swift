/// Something that is added up by key, in the order of the keys.
struct Tally<Key: Comparable, Value> {
    private(set) var all: [(key: Key, value: Value)] = []

    /// What stands under `key`, or `start` if nothing does yet, after `change`.
    @inline(never)
    mutating func change<Failure: Error>(
        _ key: Key, from start: Value, _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        var low = 0
        var high = all.count
        while low < high {
            let middle = (low + high) / 2
            if all[middle].key < key { low = middle + 1 } else { high = middle }
        }
        if low == all.count || all[low].key != key { all.insert((key, start), at: low) }
        try change(&all[low].value)
    }
}

extension Tally: Sendable where Key: Sendable, Value: Sendable {}
