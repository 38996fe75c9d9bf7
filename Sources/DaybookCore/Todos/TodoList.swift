/// The to-dos of a book in memory: both sections in order, and each item by its id.
public struct TodoList: Equatable, Sendable {
    private var todos = EntityTable<Todo>()
    /// The ids of each section, in the order of (position, id).
    public private(set) var todo: [EntityID] = []
    public private(set) var done: [EntityID] = []
    /// How many of them name a parent.
    public private(set) var subtaskCount = 0

    /// To-dos in any order; of those with one id the last counts.
    public init(_ todos: some Sequence<Todo> = []) {
        for todo in todos { self.todos[todo.id] = todo }
        sort()
    }

    /// The to-do with this id, found without a search; nil if there is none.
    public subscript(id: EntityID) -> Todo? { todos[id] }

    /// Whether there is a to-do with this id, without a copy of it.
    public func contains(_ id: EntityID) -> Bool { todos.contains(id) }

    /// Of both sections.
    public var count: Int { todos.count }

    /// The to-dos first, then the finished.
    public var all: [Todo] { (todo + done).compactMap { todos[$0] } }

    /// Those of a section in their order, as a copy.
    public func items(in section: TodoSection) -> [Todo] { order(of: section).compactMap { todos[$0] } }

    /// Puts `todo` where it belongs, in the place of the item with its id if there is one.
    public mutating func insert(_ todo: Todo) {
        if let old = todos[todo.id] {
            if old.section == todo.section, old.position == todo.position {
                count(old, by: -1)
                count(todo, by: 1)
                todos[todo.id] = todo
                return
            }
            remove(todo.id)
        }
        let index = index(of: todo)
        count(todo, by: 1)
        todos[todo.id] = todo
        switch todo.section {
        case .todo: self.todo.insert(todo.id, at: index)
        case .done: done.insert(todo.id, at: index)
        }
    }

    /// Puts many where they belong. Each by itself would move all that follow it, so very many are sorted in at once.
    public mutating func insert(contentsOf new: [Todo]) {
        guard new.count > 1_000 else {
            for todo in new { insert(todo) }
            return
        }
        for todo in new { todos[todo.id] = todo }
        sort()
    }

    /// - Returns: what was taken out; nil if there was no such to-do.
    @discardableResult
    public mutating func remove(_ id: EntityID) -> Todo? {
        guard let old = todos[id] else { return nil }
        let index = index(of: old)
        switch old.section {
        case .todo: todo.remove(at: index)
        case .done: done.remove(at: index)
        }
        count(old, by: -1)
        todos[id] = nil
        return old
    }

    private mutating func count(_ todo: Todo, by step: Int) { if todo.parent != nil { subtaskCount += step } }

    private func order(of section: TodoSection) -> [EntityID] { section == .todo ? todo : done }

    private mutating func sort() {
        let all = todos.values
        todo = Self.sorted(all, in: .todo)
        done = Self.sorted(all, in: .done)
        subtaskCount = 0
        for todo in all { count(todo, by: 1) }
    }

    private static func sorted(_ todos: [Todo], in section: TodoSection) -> [EntityID] {
        TodoOrder.sort(todos.filter { $0.section == section }, { $0 }, position: { $0.position }).map { $0.id }
    }

    /// Where `todo` stands in its section, or would stand.
    private func index(of todo: Todo) -> Int {
        let ids = order(of: todo.section)
        var low = 0
        var high = ids.count
        // What is new or finished comes first, and is looked for there first.
        var middle = 0
        while low < high {
            if let other = todos[ids[middle]], (other.position, other.id) < (todo.position, todo.id) {
                low = middle + 1
            } else {
                high = middle
            }
            middle = (low + high) / 2
        }
        return low
    }
}

extension TodoList {
    /// The to-dos of a section, in their order.
    public func ids(in section: TodoSection) -> [EntityID] { order(of: section) }

    /// As `BookSource` asks.
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) -> [Todo] {
        let ids = order(of: todo.section)
        let index = index(of: todo)
        switch side {
        case .before:
            return ids[..<index].suffix(limit).reversed().compactMap { todos[$0] }
        case .after:
            let start = index < ids.count && ids[index] == todo.id ? index + 1 : index
            return ids[start...].prefix(limit).compactMap { todos[$0] }
        }
    }
}
