import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ItemAction) {
        closeMenu(&state)
        switch action {
        case .create(let draft):
            createAll([draft], &state)
        case .createAll(let drafts):
            createAll(drafts, &state)
        case .make(let id):
            // With what was typed in its form.
            if state.navigation.overlay == .form, state.form?.id == id {
                reduce(&state, FormAction.save)
                guard state.form == nil else { return }
            }
            guard let template = Template(state.book.record(id)) else { return }
            var random = world.generator
            let actions = template.making(EntityID(using: &random), in: state.quickContext(at: state.clock)) {
                EntityID(using: &random)
            }
            guard perform(actions, &state) != nil else { return }
            go(to: .all, .all, &state)
            show(.added(1, template.name), &state)
        case .makeTemplate(let id):
            guard let todo = state.book[id] else { return }
            let subtasks = TodoList(state.book.children(of: [id])).all.filter { !$0.isCompleted }
            var values = Template.values(
                of: todo, subtasks,
                in: state.quickContext(
                    at: LocalTime(todo.createdAt, minutesAhead: world.minutesAheadOfUTC(todo.createdAt))))
            values[.title] = .text(todo.title)
            var random = world.generator
            guard perform([.add(.template, EntityID(using: &random), Changes(values))], &state) != nil else { return }
            show(.madeTemplate(todo.title), &state)
        case .update(let todo):
            guard let present = state.book[todo.id] else { return }
            let joins = state.editing.detail?.hasStep == true
            let booking = perform([.edit(.todo, todo.id, todo.edit(from: present))], &state, joins: joins)
            if state.navigation.route == .detail(todo.id), !state.book.hasTodo(todo.id) { leave(&state) }
            guard let booking, !booking.isEmpty else { return }
            let isDone = todo.isCompleted
            let done =
                isDone == present.isCompleted ? nil : isDone ? Notice.checked(1, todo.title) : .unchecked(1, todo.title)
            show(.booked(done, booking), &state)
        // Where it stands finished for a moment, it is as if nothing had been done.
        case .toggle(let id) where state.todos.staying?.ids.last == id:
            state.todos.staying = nil
            reduce(&state, ItemAction.undo)
        case .toggle(let id):
            guard let todo = state.book[id],
                let under = subtasks(toFinishWith: todo.isCompleted ? [] : [id], action, &state)
            else { return }
            let next = state.todos.found == nil ? nil : neighbour(of: id, state)
            let actions = todo.isCompleted ? [.uncheck(id)] : (under + [id]).map { BookAction.check($0) }
            let before = state.visible
            if let booking = perform(actions, &state) {
                stay(id, before, &state)
                let count = actions.count
                show(todo.isCompleted ? .unchecked(count, todo.title) : .checked(count, todo.title), booking, &state)
            }
            // An occurrence that is taken back is no item any longer.
            if state.navigation.route == .detail(id), !state.book.hasTodo(id) { return leave(&state) }
            // It may be nothing any longer that the filter shows.
            guard state.todos.found != nil else { return }
            state.refreshVisible(world)
            guard state.visible.index(of: id) == nil else { return }
            if state.navigation.route == .list { focus(next, &state) } else { state.selection.cursor = next }
        case .toggleAndGoOn(let id):
            guard let todo = state.book[id],
                let under = subtasks(toFinishWith: todo.isCompleted ? [] : [id], action, &state)
            else { return }
            // Among its like: what was finished isn't to be opened again by going on.
            let finished = EntitySet(under)
            let ids = state.visible.group(of: id).filter { !finished.contains($0) }
            let index = ids.firstIndex(of: id) ?? -1
            reduce(&state, ItemAction.toggle(id))
            if ids.count > 1 { focus(ids[index == ids.count - 1 ? index - 1 : index + 1], &state) }
        case .move(let id, let place) where state.todos.filter == .today && state.book[id]?.isCompleted == false:
            moveOnToday(id, place, &state)
        case .move(let id, let place):
            guard perform([.move(id, place)], &state) != nil, let todo = state.book[id] else { return }
            let ids = todo.isCompleted ? state.book.list.done : state.book.list.todo
            show(.moved(todo.title, (ids.firstIndex(of: id) ?? 0) + 1), &state)
        case .moveBy(let id, let steps):
            guard let place = place(of: id, movedBy: steps, state) else { return }
            reduce(&state, ItemAction.move(id, place))
            state.refreshVisible(world)
            if let index = state.visible.index(of: id) { reveal(index, &state) }
        case .putOnToday(let id, let isOn):
            guard let todo = state.book[id] else { return }
            _ = perform([.edit(.todo, id, isOn ? .onToday(state.today) : todo.offToday(state.today))], &state)
        case .earlierToToday, .earlierOff:
            let today = state.today
            let edits = state.visible[.earlier].compactMap { state.book[$0] }.map { todo in
                BookAction.edit(.todo, todo.id, action == .earlierOff ? todo.offToday(today) : .onToday(today))
            }
            _ = perform(edits, &state)
            state.refreshVisible(world)
            focus(state.visible[0], &state)
        case .set(let id, let field, let value):
            var changes = Changes()
            changes[field] = value
            _ = perform([.edit(.todo, id, changes)], &state)
        case .change(let id, let change):
            state.gesture = .none
            if let id { state.selection.cursor = id }
            let todos = state.marked(or: id)
            if case .change = state.navigation.overlay { closeOverlay(&state) }
            guard let first = todos.first,
                perform(todos.map { .edit(.todo, $0.id, change.changes(of: $0)) }, &state) != nil
            else { return }
            show(.changed(todos.count, first.title), &state)
            if id == nil { endSelecting(&state) }
            state.refreshVisible(world)
            if state.navigation.route == .list { focus(state.selection.cursor, &state) }
        case .skip(let id):
            guard let todo = state.book[id], perform([.skip(id)], &state) != nil else { return }
            show(.skipped(todo.title), &state)
        case .delete(let id):
            guard let todo = state.book[id] else { return }
            let next = neighbour(of: id, state)
            delete([todo], &state)
            focus(next, &state)
        case .clearCompleted:
            // Rows that can't be seen stay.
            delete(state.visible.done.compactMap { state.book[$0] }, &state)
            focus(nil, &state)
        case .bringBack: bringBack(state.notices.lost, &state)
        case .restore(let id): bringBack([id], &state)
        case .checkSelected:
            let ids = (state.book.list.todo + state.book.list.done).filter { state.selection.ids.contains($0) }
            // If all are finished already, they are opened again.
            let checks = ids.contains { state.book[$0]?.isCompleted == false }
            guard let under = subtasks(toFinishWith: checks ? ids : [], action, &state) else { return }
            // The last is done first, so that they keep their order.
            let title = ids.first.flatMap { state.book[$0]?.title } ?? ""
            let actions = checks ? (under + ids.reversed()).map { BookAction.check($0) } : ids.map { .uncheck($0) }
            if let booking = perform(actions, &state) {
                let count = actions.count
                show(checks ? .checked(count, title) : .unchecked(count, title), booking, &state)
            }
            endSelecting(&state)
        case .deleteSelected:
            state.selection.cursor = unselectedNeighbour(state)
            delete(state.book.list.all.filter { state.selection.ids.contains($0.id) }, &state)
            endSelecting(&state)
        case .undo:
            repeatHistory(&state, undoing: true)
        case .redo:
            repeatHistory(&state, undoing: false)
        }
    }

    /// Has a row that was finished stay for a moment in the list as it was.
    private mutating func stay(_ id: EntityID, _ before: Sections, _ state: inout State) {
        guard state.navigation.window.moves, !state.navigation.isMoney, state.book[id]?.isCompleted == true,
            state.subtasks.rows[id] == nil, before.index(of: id) != nil,
            // More than anybody checks in a moment.
            state.todos.staying?.ids.count ?? 0 < 20
        else { return }
        state.todos.staying = ((state.todos.staying?.ids ?? []) + [id], before)
        effects.append(.wake(.letGo, milliseconds: 1_600))
    }

    /// Takes what was finished to where it belongs.
    mutating func letGo(_ state: inout State) {
        guard let staying = state.todos.staying else { return }
        let cursor = state.selection.cursor
        let next = cursor.flatMap { neighbour(of: $0, state) }
        state.todos.staying = nil
        state.refreshVisible(world)
        // The row that has the focus may be shown no longer.
        if let cursor, staying.ids.contains(cursor), state.visible.index(of: cursor) == nil { focus(next, &state) }
    }

    /// Puts a row of Today to another place among those that stand under the same one there.
    private mutating func moveOnToday(_ id: EntityID, _ place: TodoPlace, _ state: inout State) {
        let parent = state.subtasks.rows[id]?.parent
        let beside = state.visible.group(of: id).filter { state.subtasks.rows[$0]?.parent == parent }
        var random = world.generator
        let places = Todo.places(moving: id, to: place, among: beside.compactMap { state.book[$0] }, using: &random)
        let edits = places.map { id, position in
            var changes = Changes()
            changes[.todayPosition] = .position(position)
            return BookAction.edit(.todo, id, changes)
        }
        guard perform(edits, &state) != nil, let todo = state.book[id] else { return }
        state.refreshVisible(world)
        show(.moved(todo.title, (state.visible.group(of: id).firstIndex(of: id) ?? 0) + 1), &state)
    }

    /// The row after another, or the one before the last.
    private func neighbour(of id: EntityID, _ state: State) -> EntityID? {
        let visible = state.visible
        return visible.index(of: id).flatMap { visible[$0 + 1] ?? visible[$0 - 1] }
    }

    /// The next row that isn't selected, or else the last one before.
    func unselectedNeighbour(_ state: State) -> EntityID? {
        let ids = state.rowIDs
        let place = state.selection.cursor.flatMap { ids.firstIndex(of: $0) } ?? 0
        func isLeft(_ id: EntityID) -> Bool { !state.selection.ids.contains(id) }
        return ids[place...].first(where: isLeft) ?? ids[..<place].last(where: isLeft)
    }

    /// Gives the focus to the row beside what is gone; if there is none, to what is always there and isn't typed into.
    mutating func focus(_ next: EntityID?, _ state: inout State) {
        state.selection.cursor = next
        focus(on: next.map { "open-" + $0.text } ?? "settings")
    }

    mutating func endSelecting(_ state: inout State) {
        state.selection.anchor = nil
        guard state.selection.isOn else { return }
        focus(state.selection.cursor.flatMap { state.has($0) ? $0 : nil }, &state)
        state.selection.isOn = false
        state.selection.ids = EntitySet()
        if case .detail(let id) = state.navigation.route { state.selection.ids = EntitySet([id]) }
    }

    private mutating func createAll(_ given: [Changes], _ state: inout State) {
        var drafts = given
        // A to-do that is written on Today is for today.
        for index in drafts.indices where state.todos.filter == .today && !drafts[index].hasDay {
            drafts[index][.todayDay] = .day(state.today)
        }
        // A to-do that is written in a list lies in it, and one that is written under a tag bears it.
        switch state.lists.shown {
        case .list(let id):
            for index in drafts.indices where drafts[index][.list] == nil { drafts[index][.list] = .entity(id) }
        case .tag(let key):
            for index in drafts.indices {
                let tags = drafts[index][.tag]?.texts ?? []
                if !tags.contains(where: { TagNames.key($0) == key }) {
                    drafts[index][.tag] = .texts(tags + [state.name(ofTag: key)])
                }
            }
        case .all, .inbox, .filter: break
        }
        var random = world.generator
        let ids = drafts.map { _ in EntityID(using: &random) }
        let actions = zip(ids, drafts.reversed()).map { BookAction.add(.todo, $0, $1) }
        let version = state.book.version
        if perform(actions, &state) != nil { show(.added(drafts.count, drafts.first?.text(.title) ?? ""), &state) }
        guard version != state.book.version else { return }
        state.todos.isTitleTyped = false
        // A to-do that was added is to be seen.
        if case .filter = state.lists.shown, let matches = state.test(world),
            !ids.allSatisfy({ state.book[$0].map(matches) ?? true })
        {
            state.lists.shown = .all
        }
        scrollToTop(&state)
        if !state.todos.query.isEmpty || state.todos.filter == .completed || state.todos.filter == .selected
            || state.todos.filter.isByDay && !drafts.contains(where: { $0.hasDay })
        {
            state.todos.query = SearchQuery("")
            state.todos.filter = .all
        } else if state.todos.filter == .today, !drafts.contains(where: { $0.isOnToday(state.today) }) {
            state.todos.filter = .upcoming
        }
    }

    private mutating func delete(_ todos: [Todo], _ state: inout State) {
        let booking = Booking(keptOf: todos, in: state.book)
        guard let first = todos.first, perform(todos.map { .delete(.todo, $0.id) }, &state) != nil else { return }
        for todo in todos {
            state.selection.ids.remove(todo.id)
            if state.navigation.route == .detail(todo.id) { leave(&state) }
            if state.editing.title?.id == todo.id { state.editing.title = nil }
        }
        state.gesture = .none
        show(.deleted(todos.count, first.title), booking, &state)
    }

    /// Says what was done, and what became of the expenses.
    private mutating func show(_ notice: Notice, _ booking: Booking, _ state: inout State) {
        show(booking.isEmpty ? notice : .booked(notice, booking), &state)
    }

    /// Carries actions out as one step that can be undone. One that can't be done is left out, and said so.
    ///
    /// - Parameter isAsked: whether one is refused that no person may do: see `BookAction.problem`.
    /// - Returns: what became of the expenses that they book; nil if not all could be done.
    mutating func perform(
        _ actions: [BookAction], _ state: inout State, joins: Bool = false, isAsked: Bool = true
    ) -> Booking? {
        var changes: [LocalBook.Change] = []
        var problem: ItemError?
        for action in actions {
            if isAsked, let refusal = action.problem(in: state.book) {
                problem = refusal
                continue
            }
            switch state.book.perform(action, now: now(state), world) {
            case .success(let made): changes += made
            case .failure(let error): problem = error
            }
        }
        keep(changes, joins: joins, &state)
        guard let problem else { return Booking(changes) }
        show(.problem(.item(problem)), &state)
        return nil
    }

    /// Remembers changes as one step that can be undone, and stores them.
    mutating func keep(_ changes: [LocalBook.Change], joins: Bool = false, _ state: inout State) {
        guard !changes.isEmpty else { return }
        // The step that it offers to take back is no longer the last one.
        if state.notices.shown?.offersUndo == true { state.notices.shown = nil }
        state.history.onServer = ""
        let step = state.storage.nextToken
        state.history.record(changes, id: step, joins: joins)
        effects.append(.rememberHistory)
        store(changes, step: step, &state)
    }

    private mutating func repeatHistory(_ state: inout State, undoing: Bool) {
        // A text that is being typed is a step of its own, the last one, if it can be taken: unless another one is offered.
        if state.notices.shown?.offersUndo != true {
            commitDetail(&state, keepsBad: true)
            saveEntry(&state)
        }
        // A field of the budget shows what the book has then.
        state.budget.begun.typed = nil
        if undoing, !state.history.onServer.isEmpty { return takeBackImport(&state) }
        if state.book.clock.isNearEnd { return show(.problem(.item(.clockAtEnd)), &state) }
        guard var step = undoing ? state.history.undo.popLast() : state.history.redo.popLast() else { return }
        let stamp = state.book.clock.tick(now: now(state))
        var registers: [Register] = []
        for item in step.items {
            let record = state.book.records[item.entity]
            let bearsMore = state.book.bearsMore(record, than: step.items)
            guard let new = item.registers(undoing: undoing, record: record, bearsMore: bearsMore, stamp: stamp) else {
                registers = []
                break
            }
            registers += new
        }
        step.id = state.storage.nextToken
        step.isRedone = !undoing
        // A thing that stays as it is can't be taken back either.
        if !registers.isEmpty {
            if undoing { state.history.redo.append(step) } else { state.history.undo.append(step) }
        }
        effects.append(.rememberHistory)
        store(state.book.write(registers), step: step.id, &state)
        rebaseForm(&state)
        closeWhatIsGone(&state)
        show(registers.isEmpty ? .keptAsIs : undoing ? .undone : .redone, &state)
    }
}

extension Changes {
    /// Tells whether Upcoming shows it.
    fileprivate func isOnToday(_ today: CivilDate) -> Bool {
        [Field.due, .start, .todayDay].contains { field in (self[field]?.day).map { $0 <= today } ?? false }
    }

    fileprivate var hasDay: Bool { self[.due] != nil || self[.start] != nil || self[.todayDay] != nil }
}
