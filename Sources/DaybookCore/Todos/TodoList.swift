/// The to-dos of a book in memory: both sections in order, and each item by its id.
public struct TodoList: Sendable {
    private typealias Box = EntityTable<Todo>.Box

    private var todos = EntityTable<Todo>()
    /// The ids of each section, in the order of (position, id).
    public private(set) var todo: [EntityID] = []
    public private(set) var done: [EntityID] = []
    /// The to-dos that `todo` and `done` name, in the same order. Going through them looks none up and copies none.
    private var todoBoxes: [Box] = []
    private var doneBoxes: [Box] = []
    /// When each of the finished was.
    private var doneTimes: [Timestamp] = []
    /// How many of them name a parent.
    public private(set) var subtaskCount = 0

    /// To-dos in any order; of those with one id the last counts.
    public init(_ todos: some Sequence<Todo> = []) {
        for todo in todos { self.todos[todo.id] = todo }
        sort()
    }

    /// The to-do with this id, found without a search; nil if there is none.
    public subscript(id: EntityID) -> Todo? { todos[id] }

    /// Tells whether there is a to-do with this id, without a copy of it.
    public func contains(_ id: EntityID) -> Bool { todos.contains(id) }

    /// The number of to-dos in both sections.
    public var count: Int { todos.count }

    /// The to-dos first, then the finished, as a copy.
    public var all: [Todo] { (todoBoxes + doneBoxes).map { $0.value } }

    /// The to-dos of a section in their order, as a copy.
    public func items(in section: TodoSection) -> [Todo] { boxes(of: section).map { $0.value } }

    /// The open ones that pass a test, and the finished whose moments pass another, in the order of `all`.
    public func items(open isWanted: (Todo) -> Bool, finished isInTime: (Timestamp) -> Bool) -> [Todo] {
        var items: [Todo] = []
        for box in todoBoxes where isWanted(box.value) { items.append(box.value) }
        for index in doneTimes.indices where isInTime(doneTimes[index]) { items.append(doneBoxes[index].value) }
        return items
    }

    /// The ids of those of a section that pass a test, in their order.
    public func ids(in section: TodoSection, where passes: (Todo) -> Bool) -> [EntityID] {
        var ids: [EntityID] = []
        for box in boxes(of: section) where passes(box.value) { ids.append(box.value.id) }
        return ids
    }

    /// Each, in the order of `all`, without a copy.
    public func forEach(_ body: (Todo) -> Void) {
        for box in todoBoxes { body(box.value) }
        for box in doneBoxes { body(box.value) }
    }

    /// Puts `todo` where it belongs, in the place of the item with its id if there is one.
    public mutating func insert(_ todo: Todo) {
        if let old = todos.box(todo.id) {
            if old.value.section == todo.section, old.value.position == todo.position {
                count(old.value, by: -1)
                count(todo, by: 1)
                let (index, box) = (index(of: todo), todos.put(todo, todo.id))
                switch todo.section {
                case .todo: todoBoxes[index] = box
                case .done:
                    doneBoxes[index] = box
                    doneTimes[index] = todo.doneTime
                }
                return
            }
            remove(todo.id)
        }
        let index = index(of: todo)
        count(todo, by: 1)
        let box = todos.put(todo, todo.id)
        switch todo.section {
        case .todo:
            self.todo.insert(todo.id, at: index)
            todoBoxes.insert(box, at: index)
        case .done:
            done.insert(todo.id, at: index)
            doneBoxes.insert(box, at: index)
            doneTimes.insert(todo.doneTime, at: index)
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
        case .todo:
            todo.remove(at: index)
            todoBoxes.remove(at: index)
        case .done:
            done.remove(at: index)
            doneBoxes.remove(at: index)
            doneTimes.remove(at: index)
        }
        count(old, by: -1)
        todos[id] = nil
        return old
    }

    private mutating func count(_ todo: Todo, by step: Int) { if todo.parent != nil { subtaskCount += step } }

    private func boxes(of section: TodoSection) -> [Box] { section == .todo ? todoBoxes : doneBoxes }

    private mutating func sort() {
        let all = todos.allBoxes
        todoBoxes = TodoOrder.sorted(all, in: .todo)
        doneBoxes = TodoOrder.sorted(all, in: .done)
        todo = todoBoxes.map { $0.value.id }
        done = doneBoxes.map { $0.value.id }
        doneTimes = doneBoxes.map { $0.value.doneTime }
        subtaskCount = 0
        for box in all { count(box.value, by: 1) }
    }

    /// Where `todo` stands in its section, or would stand.
    private func index(of todo: Todo) -> Int {
        let boxes = boxes(of: todo.section)
        var low = 0
        var high = boxes.count
        // A to-do that is new or finished comes first, and is looked for there first.
        var middle = 0
        while low < high {
            let other = boxes[middle].value
            if (other.position, other.id) < (todo.position, todo.id) { low = middle + 1 } else { high = middle }
            middle = (low + high) / 2
        }
        return low
    }
}

extension Todo {
    fileprivate var doneTime: Timestamp { completedAt ?? Timestamp(milliseconds: 0) }
}

extension TodoList: Equatable {
    public static func == (left: TodoList, right: TodoList) -> Bool {
        left.todo == right.todo && left.done == right.done && left.todos == right.todos
    }
}

extension TodoList {
    /// The to-dos of a section, in their order.
    public func ids(in section: TodoSection) -> [EntityID] { section == .todo ? todo : done }

    /// Answers for `BookSource`.
    public func children(of ids: [EntityID]) -> [Todo] {
        guard subtaskCount > 0 else { return [] }
        let wanted = EntitySet(ids)
        var children: [Todo] = []
        for box in todoBoxes + doneBoxes {
            if let parent = box.value.parent, wanted.contains(parent) { children.append(box.value) }
        }
        return children
    }

    /// Answers for `BookSource`.
    public func neighbours(of todo: Todo, _ side: TodoSide, limit: Int) -> [Todo] {
        let boxes = boxes(of: todo.section)
        let index = index(of: todo)
        switch side {
        case .before: return boxes[..<index].suffix(limit).reversed().map { $0.value }
        case .after:
            let start = index < boxes.count && boxes[index].value.id == todo.id ? index + 1 : index
            return boxes[start...].prefix(limit).map { $0.value }
        }
    }
}
