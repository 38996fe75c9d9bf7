public import DaybookCore

/// The to-dos that the list shows.
public enum Filter: Int, CaseIterable, Sendable {
    case all
    /// Open to-dos.
    case active
    /// Finished to-dos.
    case completed
    /// To-dos of which the server lacks something.
    case unsynced
    /// To-dos that are marked, or the one that was shown in detail last.
    case selected
    /// To-dos that are to be done today, and those that were finished: see `Today`.
    case today
    /// To-dos that have a day, by day: see `Upcoming`.
    case upcoming

    /// True where it shows days with headings of their own, and not the order of the list.
    var isByDay: Bool { self == .today || self == .upcoming }

    /// The text in the address for it, after `#/`.
    var word: String {
        switch self {
        case .all: ""
        case .active: "active"
        case .completed: "completed"
        case .unsynced: "unsynced"
        case .selected: "selected"
        case .today: "today"
        case .upcoming: "upcoming"
        }
    }

    /// The one that an address names, and what is shown by it; nil if the address names none.
    static func named(in path: String) -> (filter: Filter, list: ShownList)? {
        guard let place = path.rest(after: "#/") else { return nil }
        for filter in allCases where filter != .all {
            if place == filter.word { return (filter, .all) }
            if let list = place.rest(after: filter.word + "/") { return ShownList(path: list).map { (filter, $0) } }
        }
        return ShownList(path: place).map { (.all, $0) }
    }

    /// Tells whether it shows a to-do. The rows of one that is `isByDay` are worked out of all.
    func contains(_ todo: Todo, selected: EntitySet) -> Bool {
        switch self {
        case .all, .today, .upcoming: true
        case .active: TodoFilter.active.contains(todo)
        case .completed: TodoFilter.completed.contains(todo)
        case .unsynced: TodoFilter.unsynced.contains(todo)
        case .selected: selected.contains(todo.id)
        }
    }
}

/// The parts of the list, each under a heading.
public struct Sections: Equatable, Sendable {
    /// The heading above a part.
    public enum Heading: Equatable, Sendable {
        case todo, earlier, today, overdue, done
        case day(CivilDate)
        /// The to-dos finished on a day, where nothing but the finished is shown.
        case finished(CivilDate)

        /// True where what stands under it is finished.
        var isOfFinished: Bool {
            switch self {
            case .done, .finished: true
            case .todo, .earlier, .today, .overdue, .day: false
            }
        }
    }

    /// A part with its items in their order; it has some.
    public struct Group: Equatable, Sendable {
        public var heading: Heading
        public var ids: [EntityID]
        /// How many more stand under folded ones.
        public var folded = 0
    }

    /// In the order in which they stand.
    public private(set) var groups: [Group] = []

    init(_ groups: [Group]) {
        for group in groups where !group.ids.isEmpty { self.groups.append(group) }
    }

    init(todo: [EntityID], done: [EntityID]) {
        self.init([Group(heading: .todo, ids: todo), Group(heading: .done, ids: done)])
    }

    /// The same without some rows.
    func without(_ ids: [EntityID]) -> Sections {
        Sections(groups.map { Group(heading: $0.heading, ids: $0.ids.filter { !ids.contains($0) }, folded: $0.folded) })
    }

    /// The open ones, as a copy.
    public var todo: [EntityID] {
        var ids: [EntityID] = []
        for group in groups where !group.heading.isOfFinished { ids += group.ids }
        return ids
    }

    /// The finished.
    public var done: [EntityID] {
        var ids: [EntityID] = []
        for group in groups where group.heading.isOfFinished { ids += group.ids }
        return ids
    }

    /// The rows under the same heading.
    func group(of id: EntityID) -> [EntityID] { groups.first { $0.ids.contains(id) }?.ids ?? [] }

    /// The rows under a heading.
    subscript(heading: Heading) -> [EntityID] { groups.first { $0.heading == heading }?.ids ?? [] }

    /// The number of rows in all parts.
    public var count: Int { groups.reduce(0) { $0 + $1.ids.count } }

    /// Finds a row by its place.
    subscript(index: Int) -> EntityID? {
        if index < 0 { return nil }
        var rest = index
        for group in groups {
            if rest < group.ids.count { return group.ids[rest] }
            rest -= group.ids.count
        }
        return nil
    }

    func index(of id: EntityID) -> Int? {
        var first = 0
        for group in groups {
            if let index = group.ids.firstIndex(of: id) { return first + index }
            first += group.ids.count
        }
        return nil
    }
}
