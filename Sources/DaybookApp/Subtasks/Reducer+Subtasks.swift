import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: SubtasksAction) {
        closeMenu(&state)
        switch action {
        case .fold(let id):
            if !unfold(id, &state) {
                state.subtasks.folded.append(id)
                rememberFolded(state)
            }
            state.refreshVisible(world)
        case .indent(let id): indent(rows(id, state), &state)
        case .outdent(let id): outdent(rows(id, state), &state)
        case .type(let text, let parent):
            state.subtasks.title = text
            state.subtasks.typedUnder = parent
        case .add(let parent):
            guard state.subtasks.typedUnder == parent, !state.subtasks.title.isBlank else { return }
            var draft = Changes.todo(title: state.subtasks.title)
            draft[.parent] = .entity(parent)
            draft[.list] = state.book[parent]?.extraFields[.list]
            var random = world.generator
            // The last of those that stand there.
            draft[.todoPosition] = .position(.last(state.book.clock.tick(now: now(state))))
            typed = .title(state.subtasks.title)
            let booking = perform([.add(.todo, EntityID(using: &random), draft)], &state)
            typed = .nothing
            guard booking != nil else { return }
            unfold(parent, &state)
            show(.added(1, state.subtasks.title), &state)
            state.subtasks.title = ""
            focus(on: "subtask")
        case .toggleKeepsAnswer: state.subtasks.keepsAnswer.toggle()
        case .setRule(let rule):
            state.subtasks.rule = rule
            effects.append(.rememberSetting("subtasks", rule.rawValue))
        case .answer(let rule):
            guard case .question(.subtasks(let finishing, _)) = state.navigation.overlay else { return }
            closeOverlay(&state)
            if state.subtasks.keepsAnswer { reduce(&state, SubtasksAction.setRule(rule)) }
            answer = rule
            reduce(&state, finishing)
            answer = nil
        }
    }

    /// - Returns: whether it was folded.
    @discardableResult
    private mutating func unfold(_ id: EntityID, _ state: inout State) -> Bool {
        guard let index = state.subtasks.folded.firstIndex(of: id) else { return false }
        state.subtasks.folded.remove(at: index)
        rememberFolded(state)
        return true
    }

    private mutating func rememberFolded(_ state: State) {
        let ids = state.subtasks.folded.suffix(SubtasksState.mostFolded)
        effects.append(.rememberSetting("folded", ids.reduce("") { $0 + $1.text }))
    }

    /// One, or those that are marked in the order of their rows, without those that move along with what they stand under.
    private func rows(_ id: EntityID?, _ state: State) -> [EntityID] {
        if let id { return [id] }
        let moved = state.selection.ids
        return state.rowIDs.filter { id in
            var above = moved.contains(id) ? state.subtasks.rows[id]?.parent : id
            while let parent = above, !moved.contains(parent) { above = state.subtasks.rows[parent]?.parent }
            return moved.contains(id) && above == nil
        }
    }

    /// The last directly under another.
    private func lastChild(of parent: EntityID, isCompleted: Bool, _ state: State) -> EntityID? {
        state.subtasks.forest?.children(of: parent).last { state.book[$0.id]?.isCompleted == isCompleted }?.id
    }

    /// Each becomes the last under the row above it.
    private mutating func indent(_ ids: [EntityID], _ state: inout State) {
        let moved = EntitySet(ids)
        var actions: [BookAction] = []
        var (present, last): (EntityID?, EntityID?)
        for id in ids {
            guard let todo = state.book[id], let parent = state.rowBefore(id, leavingOut: moved) else { continue }
            if state.subtasks.forest?[parent]?.depth == ItemError.mostParents {
                return show(.problem(.item(.tooDeep)), &state)
            }
            if parent != present { last = lastChild(of: parent, isCompleted: todo.isCompleted, state) }
            actions.append(.put(id, under: parent))
            if let last { actions.append(.move(id, .after(last))) }
            (present, last) = (parent, id)
        }
        guard let present, perform(actions, &state) != nil else { return }
        unfold(present, &state)
        showPlace(of: ids[0], .put(state.book[ids[0]]?.title ?? "", state.book[present]?.title ?? ""), &state)
    }

    /// Each comes to stand directly behind what it stood under.
    private mutating func outdent(_ ids: [EntityID], _ state: inout State) {
        var actions: [BookAction] = []
        for id in ids.reversed() {
            guard let forest = state.subtasks.forest, let parent = forest[id]?.parent else { continue }
            actions.append(.put(id, under: forest[parent]?.parent))
            if state.book[id]?.isCompleted == state.book[parent]?.isCompleted {
                actions.append(.move(id, .after(parent)))
            }
        }
        guard !actions.isEmpty, perform(actions, &state) != nil else { return }
        let parent = state.book[ids[0]]?.parent.flatMap { state.book[$0]?.title } ?? ""
        showPlace(of: ids[0], .put(state.book[ids[0]]?.title ?? "", parent), &state)
    }

    /// Puts a row where it was dragged to.
    mutating func put(_ id: EntityID, _ drop: SubtaskDrop, _ state: inout State) {
        if drop.parent == state.subtasks.rows[id]?.parent {
            if let place = drop.place { reduce(&state, ItemAction.move(id, place)) }
            return
        }
        let actions = [BookAction.put(id, under: drop.parent)] + (drop.place.map { [.move(id, $0)] } ?? [])
        guard perform(actions, &state) != nil else { return }
        let parent = drop.parent.flatMap { state.book[$0]?.title } ?? ""
        showPlace(of: id, .put(state.book[id]?.title ?? "", parent), &state)
    }

    /// Says where a row went, and scrolls there.
    private mutating func showPlace(of id: EntityID, _ notice: Notice, _ state: inout State) {
        show(notice, &state)
        state.refreshVisible(world)
        if let index = state.visible.index(of: id), state.navigation.route == .list { reveal(index, &state) }
    }

    /// Asks what becomes of what is open under those that are to be finished, unless that is known.
    ///
    /// - Returns: what is to be finished with them, each before the one above it; nil if the answer does the rest.
    mutating func subtasks(toFinishWith ids: [EntityID], _ action: ItemAction, _ state: inout State) -> [EntityID]? {
        let rule = answer ?? state.subtasks.rule
        let open = rule == .one ? [] : state.openSubtasks(of: ids)
        guard rule == .ask, !open.isEmpty else { return open }
        state.subtasks.keepsAnswer = false
        self.open(.question(.subtasks(action, open.count)), "subtasks-all", &state)
        return nil
    }
}

extension BookAction {
    fileprivate static func put(_ id: EntityID, under parent: EntityID?) -> BookAction {
        var changes = Changes()
        changes[.parent] = parent.map { .entity($0) } ?? .nothing
        return .edit(.todo, id, changes)
    }
}
