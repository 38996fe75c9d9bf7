import DaybookCore

/// The things that the server has yet to get, by their ids: those that wait longest come first, however many wait behind them.
public struct PendingItems: Equatable, Sendable {
    /// Where in `queue` each stands.
    private var places = EntityTable<Int>()
    /// An id that stands elsewhere by now, or nowhere, no longer counts.
    private var queue: [EntityID] = []
    /// Nothing before it counts.
    private var start = 0

    /// How many wait.
    public var count: Int { places.count }
    /// True where none waits.
    public var isEmpty: Bool { places.isEmpty }

    func contains(_ id: EntityID) -> Bool { places.contains(id) }

    /// Behind those that wait already. One that waits keeps its place.
    mutating func insert(_ id: EntityID) {
        guard !places.contains(id) else { return }
        places[id] = queue.count
        queue.append(id)
    }

    mutating func remove(_ id: EntityID) {
        guard places.contains(id) else { return }
        places[id] = nil
        while start < queue.count, places[queue[start]] != start { start += 1 }
        // Each id that is moved was preceded by one that left.
        guard queue.count > 2 * count + 64 else { return }
        let ids = self.ids
        places = EntityTable()
        queue = []
        start = 0
        for id in ids { insert(id) }
    }

    /// All of them.
    var ids: [EntityID] {
        var ids: [EntityID] = []
        each { id in
            ids.append(id)
            return true
        }
        return ids
    }

    /// Tells whether any of them is one that is looked for.
    func contains(where isWanted: (EntityID) -> Bool) -> Bool {
        var isFound = false
        each { id in
            isFound = isWanted(id)
            return !isFound
        }
        return isFound
    }

    /// Shows one after the other, from the front on, until `body` has enough.
    func each(_ body: (EntityID) -> Bool) {
        for place in start..<queue.count where places[queue[place]] == place {
            if !body(queue[place]) { return }
        }
    }
}
