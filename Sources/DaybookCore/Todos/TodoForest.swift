/// Where to-dos stand under each other. All copies of a book with the same registers work out the same.
///
/// A parent that isn't there counts as none. Of each cycle the to-do with the smallest id counts as one without a parent.
/// A to-do that would lie deeper than `ItemError.mostParents` stands at that depth, beside its own parent.
public struct TodoForest: Equatable, Sendable {
    /// Where one to-do stands.
    public struct Place: Equatable, Sendable {
        /// The to-do.
        public let id: EntityID
        /// The one directly above it; nil for none.
        public let parent: EntityID?
        /// How many are above it.
        public let depth: Int
    }

    /// Each to-do directly followed by those under it.
    public let places: [Place]
    private let indices: EntityTable<Int>

    /// To-dos in any order. Those under the same one stand as in the list.
    public init(_ todos: some Sequence<Todo>) {
        self.init(inOrder: TodoList(todos).all.map { ($0.id, $0.parent) })
    }

    /// - Parameter items: in the order in which those under the same one are to stand; each id once.
    public init(inOrder items: [(id: EntityID, parent: EntityID?)]) {
        var numbers = EntityTable<Int>()
        for index in items.indices { numbers[items[index].id] = index }
        var parents = items.map { item in item.parent.flatMap { numbers[$0] } }
        Self.breakCycles(items, &parents)
        let depths = Self.raise(&parents)
        var places: [Place] = []
        places.reserveCapacity(items.count)
        Self.visit(parents) { index in
            places.append(
                Place(id: items[index].id, parent: parents[index].map { items[$0].id }, depth: depths[index]))
        }
        self.places = places
        for index in places.indices { numbers[places[index].id] = index }
        indices = numbers
    }

    /// Where a to-do stands; nil if it isn't there.
    public subscript(id: EntityID) -> Place? { indices[id].map { places[$0] } }

    /// All that stand under a to-do, each directly followed by those under it.
    public func descendants(of id: EntityID) -> ArraySlice<Place> {
        guard let index = indices[id] else { return [] }
        return places[(index + 1)...].prefix { $0.depth > places[index].depth }
    }

    /// The to-dos that stand directly under one.
    public func children(of id: EntityID) -> [Place] { descendants(of: id).filter { $0.parent == id } }

    private static func breakCycles(_ items: [(id: EntityID, parent: EntityID?)], _ parents: inout [Int?]) {
        // From which item the walk came that saw it first.
        var walks = [Int?](repeating: nil, count: items.count)
        for start in items.indices {
            var next: Int? = start
            while let index = next, walks[index] == nil {
                walks[index] = start
                next = parents[index]
            }
            guard let entry = next, walks[entry] == start else { continue }
            var root = entry
            var member = parents[entry]
            while let index = member, index != entry {
                if items[index].id < items[root].id { root = index }
                member = parents[index]
            }
            parents[root] = nil
        }
    }

    /// Lifts what lies too deep.
    ///
    /// - Returns: the depth of each.
    private static func raise(_ parents: inout [Int?]) -> [Int] {
        let written = parents
        var depths = [Int](repeating: 0, count: parents.count)
        visit(written) { index in
            guard let parent = written[index] else { return }
            let isTooDeep = depths[parent] == ItemError.mostParents
            parents[index] = isTooDeep ? parents[parent] : parent
            depths[index] = isTooDeep ? depths[parent] : depths[parent] + 1
        }
        return depths
    }

    /// Calls `body` with each, one above before those under it, and these in their order.
    private static func visit(_ parents: [Int?], _ body: (Int) -> Void) {
        var children = [[Int]](repeating: [], count: parents.count)
        var open: [Int] = []
        for index in parents.indices.reversed() {
            if let parent = parents[index] { children[parent].append(index) } else { open.append(index) }
        }
        while let index = open.popLast() {
            body(index)
            open += children[index]
        }
    }
}
