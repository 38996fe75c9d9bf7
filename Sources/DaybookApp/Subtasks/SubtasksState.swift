public import DaybookCore

/// How the rows of the list stand under each other.
public struct SubtasksState {
    /// Where all to-dos stand, whatever the list shows; nil while none stands under another.
    var forest: TodoForest?
    /// The rows of the list that stand under another row, or have some under them.
    var rows = EntityTable<SubtaskRow>()
    /// The rows under which none is shown, as the person wants it on this device: the last one folded is the last.
    public internal(set) var folded: [EntityID] = []
    /// Says what becomes of open ones when the one above them is finished.
    public internal(set) var rule = SubtaskRule.ask
    /// True where the answer to the question will be the rule.
    var keepsAnswer = false
    /// The text in the details of a to-do that is to be added under it.
    public internal(set) var title = ""
    /// Which to-do that is.
    var typedUnder: EntityID?

    /// So many are remembered as folded: the browser sends them to the server with each request.
    static let mostFolded = 40
}

/// Where a row stands among those that the list shows.
struct SubtaskRow: Equatable {
    /// The row that it stands under; nil for none.
    var parent: EntityID?
    var depth: Int
    /// How many rows stand under it, at any depth, whether it is folded or not.
    var count: Int
    var isFolded: Bool
}

/// Where a row that is dragged would be put.
struct SubtaskDrop {
    var parent: EntityID?
    var depth: Int
    /// Nil if it is the only one there.
    var place: TodoPlace?
}

/// Says what becomes of open to-dos when the one above them is finished.
public enum SubtaskRule: String, CaseIterable, Sendable {
    /// The person is asked.
    case ask
    /// They are finished as well.
    case all
    /// They stay open.
    case one
}

extension State {
    /// Puts what the list shows into the order of a tree, and leaves out what is folded.
    mutating func arrangeSubtasks() {
        subtasks.rows = EntityTable()
        subtasks.forest = nil
        guard book.list.subtaskCount > 0 else { return }
        let forest = TodoForest(inOrder: book.list.all.map { ($0.id, $0.parent) })
        subtasks.forest = forest
        var groups: [Sections.Group] = []
        for group in visible.groups { groups.append(arranged(group, forest)) }
        todos.found = Sections(groups)
    }

    private mutating func arranged(_ group: Sections.Group, _ forest: TodoForest) -> Sections.Group {
        let shown = TodoForest(inOrder: group.ids.map { ($0, forest[$0]?.parent) })
        var arranged = Sections.Group(heading: group.heading, ids: [])
        var folded = Int.max
        for place in shown.places {
            guard place.depth <= folded else { continue }
            let count = shown.descendants(of: place.id).count
            let isFolded = count > 0 && isFolded(place.id)
            folded = isFolded ? place.depth : .max
            arranged.ids.append(place.id)
            guard count > 0 || place.depth > 0 else { continue }
            subtasks.rows[place.id] = SubtaskRow(
                parent: place.parent, depth: place.depth, count: count, isFolded: isFolded)
        }
        arranged.folded = shown.places.count - arranged.ids.count
        return arranged
    }

    /// A row that is searched for is shown, and one that is dragged takes what is under it along.
    private func isFolded(_ id: EntityID) -> Bool {
        id == draggedID || todos.query.isEmpty && subtasks.folded.contains(id)
    }

    /// Where the row that is dragged would be put; nil if it stays.
    var drop: SubtaskDrop? {
        guard case .drag(let id, _, _, let distance, let levels) = gesture, hasOrder(id) else { return nil }
        if todos.filter == .today { return dropOnToday(id, distance) }
        var others = visible.group(of: id)
        guard let from = others.firstIndex(of: id) else { return nil }
        others.remove(at: from)
        let to = min(max(0, from + steps(distance)), others.count)
        func level(_ row: EntityID) -> Int { subtasks.rows[row]?.depth ?? 0 }
        // Not between a row and the first one under it, unless it comes to stand there as well.
        let next = to < others.count ? others[to] : nil
        var deepest = 0
        if to > 0 {
            let above = subtasks.rows[others[to - 1]]
            deepest = min((above?.depth ?? 0) + (above?.isFolded == true ? 0 : 1), ItemError.mostParents)
        }
        let depth = min(max(level(id) + levels, next.map(level) ?? 0), deepest)
        if from == to, depth == level(id) { return nil }
        var (parent, last): (EntityID?, EntityID?)
        for other in others[..<to].reversed() {
            if level(other) < depth {
                parent = other
                break
            }
            if last == nil, level(other) == depth { last = other }
        }
        let first = next.flatMap { level($0) == depth ? TodoPlace.before($0) : nil }
        let behind = last.map { TodoPlace.after($0) }
        return SubtaskDrop(parent: parent, depth: depth, place: to < from ? first ?? behind : behind ?? first)
    }

    /// Does the same as `drop`, on Today: among those that stand under the same one there.
    private func dropOnToday(_ id: EntityID, _ distance: Int) -> SubtaskDrop? {
        var others = visible.group(of: id)
        guard let from = others.firstIndex(of: id) else { return nil }
        others.remove(at: from)
        let to = min(max(0, from + steps(distance)), others.count)
        guard from != to else { return nil }
        let own = subtasks.rows[id]
        func isBeside(_ other: EntityID) -> Bool { subtasks.rows[other]?.parent == own?.parent }
        let next = others[to...].first(where: isBeside).map { TodoPlace.before($0) }
        let last = others[..<to].last(where: isBeside).map { TodoPlace.after($0) }
        let place = to < from ? next ?? last : last ?? next
        return place.map { SubtaskDrop(parent: own?.parent, depth: own?.depth ?? 0, place: $0) }
    }

    /// Tells whether a row stands where a person put it, among what the list shows: days to come have their own order.
    func hasOrder(_ id: EntityID) -> Bool {
        !todos.filter.isByDay || todos.filter == .today && book[id]?.isCompleted == false
    }

    var draggedID: EntityID? { gesture.isDrag ? gesture.id : nil }

    /// The open ones under some that are finished with them, each before the one above it.
    func openSubtasks(of ids: [EntityID]) -> [EntityID] {
        subtasks.forest?.finished(with: ids, today: today) { book[$0] } ?? []
    }

    /// The row before another under the same one, of those that aren't to be moved with it.
    func rowBefore(_ id: EntityID, leavingOut moved: EntitySet = EntitySet()) -> EntityID? {
        let ids = visible.group(of: id)
        guard let index = ids.firstIndex(of: id) else { return nil }
        let depth = subtasks.rows[id]?.depth ?? 0
        for other in ids[..<index].reversed() {
            let level = subtasks.rows[other]?.depth ?? 0
            if level < depth { return nil }
            if level == depth, !moved.contains(other) { return other }
        }
        return nil
    }
}
