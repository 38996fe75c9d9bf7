public import DaybookCore

/// What the list shows.
public enum Filter: Int, CaseIterable, Sendable {
    case all
    /// What is open.
    case active
    /// What is finished.
    case completed
    /// What the server hasn't all of.
    case unsynced
    /// What is marked, or was shown in detail last.
    case selected

    /// What stands in the address for it, after `#/`.
    var word: String {
        switch self {
        case .all: ""
        case .active: "active"
        case .completed: "completed"
        case .unsynced: "unsynced"
        case .selected: "selected"
        }
    }

    /// The one that an address names; nil if it names none.
    init?(path: String) {
        guard let word = path.rest(after: "#/"), let filter = Filter.allCases.first(where: { $0.word == word })
        else { return nil }
        self = filter
    }

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
    /// The open ones.
    public var todo: [EntityID] = []
    /// The finished.
    public var done: [EntityID] = []

    /// Of both.
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
