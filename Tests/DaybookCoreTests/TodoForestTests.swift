import DaybookCore
import Fixtures
import Testing

/// 006.15: where to-dos stand under each other.
@Suite struct TodoForestTests {
    private static func id(_ number: Int) -> EntityID { EntityID(high: 0, low: UInt64(number)) }

    /// Numbers with two spaces before each a level: `2` under nothing, `  1` under 2.
    private static func lines(_ items: [(Int, under: Int?)]) -> [String] {
        TodoForest(inOrder: items.map { (id($0.0), $0.under.map { id($0) }) }).places.map { place in
            String(repeating: "  ", count: place.depth) + "\(UInt64(bigEndian: place.id.bytes[8...]) ?? 0)"
        }
    }

    private static func todo(_ number: Int, under parent: EntityID?, place: Double, isDone: Bool = false) throws -> Todo
    {
        let position = try #require(Position.number(place))
        var todo = Todo(
            id: id(number), title: "\(number)", createdAt: Timestamp(milliseconds: 0), todoPosition: position)
        todo.extraFields[.parent] = parent.map { .entity($0) }
        if isDone { todo.completedAt = Timestamp(milliseconds: 0) }
        return todo
    }

    @Test("006.15 To-dos stand under their parents in their order; without one, or with one that isn't there, on top")
    func order() {
        #expect(
            Self.lines([(5, nil), (3, 5), (4, nil), (1, 4), (2, 5), (6, 9), (7, 1)]) == [
                "5", "  3", "  2", "4", "  1", "    7", "6",
            ])
        #expect(Self.lines([]) == [])
    }

    @Test("006.15 Of each cycle the one with the smallest id stands on top; what hangs on it stays under it")
    func cycles() {
        #expect(Self.lines([(3, 3)]) == ["3"])
        #expect(Self.lines([(3, 2), (2, 3)]) == ["2", "  3"])
        #expect(
            Self.lines([(9, 4), (4, 6), (6, 5), (5, 4), (8, 9), (1, 6)]) == [
                "4", "  9", "    8", "  5", "    6", "      1",
            ])
    }

    @Test(
        "006.15 What lies deeper than 8 levels stands at the eighth, in its order, and what is lifted keeps its parent")
    func deep() throws {
        let chain = (0..<10_000).map { (Self.id($0), $0 == 0 ? nil : Self.id($0 - 1)) }
        let forest = TodoForest(inOrder: chain)
        #expect(forest.places.map(\.id) == chain.map(\.0))
        #expect(forest.places.map(\.depth) == (0..<10_000).map { min($0, 8) })
        #expect(forest[Self.id(8)]?.parent == Self.id(7) && forest[Self.id(9_999)]?.parent == Self.id(7))
        #expect(forest.children(of: Self.id(7)).count == 9_992 && forest.children(of: Self.id(9)).isEmpty)
        // A ring of all of them.
        let ring = TodoForest(inOrder: chain.map { ($0.0, $0.1 ?? Self.id(9_999)) })
        #expect(ring == forest)
    }

    @Test("006.15 One with 5,000 under it has them in their order") func wide() throws {
        let todos = try (0...5_000).map { try Self.todo($0, under: $0 == 0 ? nil : Self.id(0), place: Double(-$0)) }
        let forest = TodoForest(todos)
        #expect(forest.children(of: Self.id(0)).map(\.id) == (1...5_000).reversed().map { Self.id($0) })
        #expect(forest.descendants(of: Self.id(7)).isEmpty && forest.descendants(of: Self.id(9_999)).isEmpty)
    }

    @Test(
        "006.15 Whatever the parents are, in whatever order they come: each stands once, under one that it lies under",
        arguments: 0..<300)
    func anyParents(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let count = 1 + random.below(60)
        var todos: [Todo] = []
        for number in 0..<count {
            // Some are gone, some are their own, and cycles come by themselves.
            let parent = random.chance(75) ? Self.id(random.below(count + 3)) : nil
            todos.append(
                try Self.todo(
                    number, under: parent, place: Double(random.below(5)), isDone: random.chance(20)))
        }
        let forest = TodoForest(todos)
        for _ in 0..<3 {
            todos.shuffle(using: &random)
            #expect(TodoForest(todos) == forest)
        }
        #expect(Set(forest.places.map(\.id)) == Set(todos.map(\.id)) && forest.places.count == count)
        #expect(forest.places.allSatisfy { (0...8).contains($0.depth) })
        let written = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0.extraFields[.parent]?.entity) })
        for place in forest.places {
            guard let parent = place.parent else {
                #expect(place.depth == 0)
                continue
            }
            #expect(forest[parent]?.depth == place.depth - 1)
            // Only what is too deep is lifted, to one above it.
            var above: [EntityID] = []
            var next = written[place.id] ?? nil
            while let id = next, !above.contains(id) {
                above.append(id)
                next = written[id] ?? nil
            }
            #expect(above.first == parent || place.depth == 8 && above.contains(parent))
        }
        // Who stands on top has no parent here, or is the smallest of a cycle.
        for place in forest.places where place.parent == nil {
            guard let parent = written[place.id] ?? nil, written[parent] != nil else { continue }
            var cycle = [place.id]
            var next: EntityID? = parent
            while let id = next, id != place.id, cycle.count <= count {
                cycle.append(id)
                next = written[id] ?? nil
            }
            #expect(next == place.id && cycle.min() == place.id)
        }
    }
}
