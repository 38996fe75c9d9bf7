public import DaybookCore

extension State {
    /// Where in the list the row is that is being dragged.
    @inline(never)
    var draggedIndex: Int? {
        draggedID.flatMap { visible.index(of: $0) }
    }

    /// To-dos of both sections, whatever the list shows of them, as in `completed`, `incomplete` and `stats`.
    public var allCount: Int { book.list.count }
    /// In the order of the list, as a copy.
    public var completed: [Todo] { book.list.items(in: .done) }
    /// In the order of the list, as a copy.
    public var incomplete: [Todo] { book.list.items(in: .todo) }
    /// Without a copy of them.
    public var incompleteCount: Int { book.list.todo.count }
    /// The numbers below the list.
    public var stats: Stats { Stats(all: allCount, incomplete: incompleteCount) }
    /// Changes that the server has yet to get, deletions and recordings included.
    public var unsyncedCount: Int { book.pending.count + sync.undelivered }
    /// The to-dos of which the server hasn't all, the open ones first.
    public var unsynced: [Todo] { book.list.all.filter { !$0.isSynced } }

    /// The one that is selected; nil for none or several.
    public var selectedItem: Todo? {
        selection.ids.count == 1 ? selection.ids.ids.first.flatMap { book[$0] } : nil
    }

    /// The to-do with this id; nil if there is none, or it is deleted.
    public func item(_ id: EntityID) -> Todo? { book[id] }

    /// How many to-dos there are, whatever the list shows of them.
    public struct Stats: Equatable, Sendable {
        /// Open and finished.
        public var all: Int
        /// Open.
        public var incomplete: Int
    }

    /// The rows of the list, by the filter and the search.
    public var visible: Sections { todos.found ?? Sections(todo: book.list.todo, done: book.list.done) }

    /// Tells whether a filter is among those to choose from: two of them are while something is in them. What is on its way
    /// to the server, and not held up, would come and go with each change.
    func offers(_ filter: Filter) -> Bool {
        switch filter {
        case .all, .active, .completed, .today, .upcoming: true
        case .unsynced:
            todos.filter == filter || sync.client.failure != nil && book.pending.contains { book.hasTodo($0) }
        case .selected: todos.filter == filter || selection.isOn && !selection.ids.isEmpty
        }
    }

    /// The rows of the list that is shown, in their order.
    var rowIDs: [EntityID] {
        guard navigation.isMoney else { return visible.todo + visible.done }
        var ids: [EntityID] = []
        for day in entries.days { ids += day.ids }
        return ids
    }

    /// Tells whether there is a to-do or an entry of this id.
    func has(_ id: EntityID) -> Bool { book.hasTodo(id) || book.hasEntry(id) }

    /// One to-do, or those that are marked in the order of the list.
    func marked(or id: EntityID?) -> [Todo] {
        if let id { return book[id].map { [$0] } ?? [] }
        return book.list.all.filter { selection.ids.contains($0.id) }
    }

    /// How far the row of it is pushed aside to stay open, in CSS pixels.
    func swipeWidth(of id: EntityID) -> Int {
        book.entries[id]?.mark == nil && book[id]?.isCompleted != false
            ? Reducer.swipeWidth : Reducer.swipeWidth * 3 / 2
    }

    /// How many rows the list has, of the side that is shown.
    var rowCount: Int { navigation.isMoney ? entries.count : visible.count }

    /// Works out again what the filter and the search leave, and how it stands.
    mutating func refreshVisible(_ world: World) {
        refreshTags()
        find(world)
        arrangeSubtasks()
        holdFinished()
    }

    /// Leaves what was just finished where it stood, as long as nothing else changes.
    private mutating func holdFinished() {
        guard let staying = todos.staying else { return }
        let ids = staying.ids
        if ids.allSatisfy({ book[$0]?.isCompleted == true }), staying.sections.without(ids) == visible.without(ids) {
            todos.found = staying.sections
        } else {
            todos.staying = nil
        }
    }

    private mutating func find(_ world: World) {
        let (filter, query) = (todos.filter, todos.query)
        let test = test(world)
        guard filter != .all || !query.isEmpty || test != nil else {
            todos.found = nil
            return
        }
        if filter.isByDay { return refreshDays(test) }
        let book = book
        let selected = selection.ids
        func isShown(_ todo: Todo) -> Bool {
            filter.contains(todo, selected: selected) && test?(todo) != false
                && (query.isEmpty || query.matches(book.folded(todo.id)))
        }
        let done = filter == .active || lists.isOfOpen ? [] : book.list.ids(in: .done, where: isShown)
        todos.found =
            filter == .completed
            ? Sections(finishedByDay(done)) : Sections(todo: book.list.ids(in: .todo, where: isShown), done: done)
    }

    /// The finished under the days on which they were, the last day first.
    private func finishedByDay(_ ids: [EntityID]) -> [Sections.Group] {
        var days = SortedMap<Int64, Sections.Group>()
        for id in ids {
            guard let time = book[id]?.completedAt else { continue }
            let day = LocalTime(time, minutesAhead: minutesAhead).day
            days.change(-day.daysSince1970, from: Sections.Group(heading: .finished(day), ids: [])) {
                $0.ids.append(id)
            }
        }
        return days.all.map { $0.value }
    }

    private mutating func refreshDays(_ test: ((Todo) -> Bool)?) {
        let (book, query, today) = (book, todos.query, today)
        let isToday = todos.filter == .today
        let start = (today.daysSince1970 * 1_440 - Int64(minutesAhead)) * 60_000
        let moments = start..<start + 86_400_000
        var items = book.list.items(
            open: { isToday ? $0.isInToday(today) : $0.isInUpcoming(today) },
            finished: { isToday && moments.contains($0.milliseconds) })
        if let test { items = items.filter(test) }
        if !query.isEmpty { items = items.filter { query.matches(book.folded($0.id)) } }
        func group(_ heading: Sections.Heading, _ todos: [Todo]) -> Sections.Group {
            Sections.Group(heading: heading, ids: todos.map { $0.id })
        }
        if isToday {
            let offset = minutesAhead
            let shown = Today(items, on: today, { LocalTime($0, minutesAhead: offset).day }, todo: { $0 })
            todos.found = Sections([
                group(.earlier, shown.earlier), group(.today, shown.today), group(.done, shown.finished),
            ])
        } else {
            let coming = Upcoming(items, on: today, todo: { $0 })
            todos.found = Sections(
                [group(.overdue, coming.overdue)] + coming.days.map { group(.day($0.day), $0.items) })
        }
    }

    /// Shows Today, if the address names nothing and something has a day.
    mutating func openToday() {
        guard todos.opensToday else { return }
        todos.opensToday = false
        let list = book.list
        if list.todo.contains(where: { list[$0]?.hasDay ?? false }) {
            todos.filter = .today
        }
    }
}

extension Todo {
    /// True where Today or Upcoming may have it.
    var hasDay: Bool { (due ?? start ?? todayDay) != nil }
}
