import DaybookCore
import Fixtures
import Testing

/// The to-dos of a book in memory.
@Suite struct TodoListTests {
    @Test("However to-dos come, change and go, a list is in order and finds what is in it", arguments: 0..<20)
    func found(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var (list, known) = (TodoList(), [EntityID: Todo]())
        for _ in 0..<200 {
            let id = EntityID(high: 1, low: UInt64(random.below(30)))
            if random.chance(20) {
                let gone = list.remove(id)
                #expect(gone == known[id])
                known[id] = nil
                continue
            }
            var todo = Todo(
                id: id, title: "\(random.below(9))", createdAt: Timestamp(milliseconds: 0),
                completedAt: random.chance(50) ? Timestamp(milliseconds: Int64(random.below(9))) : nil,
                todoPosition: Position(bytes: [UInt8(random.below(5))]),
                donePosition: Position(bytes: [UInt8(random.below(5))]))
            // Half of them stay where they are.
            if let old = known[id], random.chance(50) {
                (todo.todoPosition, todo.donePosition) = (old.todoPosition, old.donePosition)
            }
            list.insert(todo)
            known[id] = todo
        }
        let sorted = TodoList(known.values)
        #expect(list == sorted && list.all == sorted.all && list.count == known.count)
        for section in [TodoSection.todo, .done] {
            let items = known.values.filter { $0.section == section }.sorted {
                ($0.position, $0.id) < ($1.position, $1.id)
            }
            #expect(list.items(in: section) == items && list.ids(in: section) == items.map(\.id))
            let named = items.filter { $0.title < "5" }.map(\.id)
            #expect(list.ids(in: section) { $0.title < "5" } == named)
        }
        let wanted = list.items(in: .todo).filter { $0.title == "3" }
        let early = list.items(in: .done).filter { $0.completedAt.map { $0.milliseconds < 4 } ?? false }
        #expect(list.items(open: { $0.title == "3" }, finished: { $0.milliseconds < 4 }) == wanted + early)
        var each: [Todo] = []
        list.forEach { each.append($0) }
        #expect(each == list.all)
    }
}
