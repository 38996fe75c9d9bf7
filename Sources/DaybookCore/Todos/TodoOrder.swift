/// Where a to-do stands among others: what somebody dragged to a place of its own there, then by a day, then by its place.
///
/// Orders are sorted and not to-dos: they are smaller, and one sort serves all orders.
public struct TodoOrder: Comparable {
    /// Without one it comes behind those that have one.
    private let dragged: Position?
    /// Without one it comes last.
    private let day: CivilDate?
    private let position: Position
    private let id: EntityID
    /// Where it was before.
    private let index: Int

    private init(_ todo: Todo, _ dragged: Position?, _ day: CivilDate?, _ position: Position, index: Int) {
        self.dragged = dragged
        self.day = day
        self.position = position
        id = todo.id
        self.index = index
    }

    public static func < (left: TodoOrder, right: TodoOrder) -> Bool {
        if left.dragged != right.dragged {
            guard let place = left.dragged else { return false }
            return right.dragged.map { place < $0 } ?? true
        }
        if left.day != right.day {
            guard let day = left.day else { return false }
            return right.day.map { day < $0 } ?? true
        }
        return (left.position, left.id) < (right.position, right.id)
    }

    /// Items in the order of their to-dos.
    ///
    /// - Parameters:
    ///   - todo: the to-do of an item.
    ///   - position: its place.
    ///   - dragged: the place that goes before all else.
    ///   - day: the day that goes before the place.
    public static func sort<Item>(
        _ items: [Item], _ todo: (Item) -> Todo, position: (Todo) -> Position = { $0.todoPosition },
        dragged: (Todo) -> Position? = { _ in nil }, day: (Todo) -> CivilDate? = { _ in nil }
    ) -> [Item] {
        var places: [TodoOrder] = []
        for (index, item) in items.enumerated() {
            let todo = todo(item)
            places.append(TodoOrder(todo, dragged(todo), day(todo), position(todo), index: index))
        }
        return sorted(places).map { items[$0] }
    }

    /// Sorts the to-dos of a section.
    static func sorted(_ boxes: [EntityTable<Todo>.Box], in section: TodoSection) -> [EntityTable<Todo>.Box] {
        var places: [TodoOrder] = []
        for (index, box) in boxes.enumerated() where box.value.section == section {
            places.append(TodoOrder(box.value, nil, nil, box.value.position, index: index))
        }
        return sorted(places).map { boxes[$0] }
    }

    @inline(never)
    private static func sorted(_ places: [TodoOrder]) -> [Int] { places.sorted().map { $0.index } }
}
