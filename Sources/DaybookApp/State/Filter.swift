public import DaybookCore

/// What the list shows.
public enum Filter: Int, CaseIterable, Sendable {
    case all
    case active
    case completed
    case unsynced
    case selected

    func contains(_ todo: Todo, selected: EntitySet) -> Bool {
        switch self {
        case .all: true
        case .active: TodoFilter.active.contains(todo)
        case .completed: TodoFilter.completed.contains(todo)
        case .unsynced: TodoFilter.unsynced.contains(todo)
        case .selected: selected.contains(todo.id)
        }
    }
}

/// The two sections of the list, in order.
public struct Sections: Equatable, Sendable {
    public var todo: [EntityID] = []
    public var done: [EntityID] = []

    public var count: Int { todo.count + done.count }

    /// By place, the to-dos first.
    subscript(index: Int) -> EntityID? {
        if index < 0 || index >= count { return nil }
        return index < todo.count ? todo[index] : done[index - todo.count]
    }

    func index(of id: EntityID) -> Int? {
        todo.firstIndex(of: id) ?? done.firstIndex(of: id).map { $0 + todo.count }
    }
}
