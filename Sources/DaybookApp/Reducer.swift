import DaybookCore

/// One action on its way through the state. What it does to each kind of action stands in the extensions.
struct Reducer {
    let world: World
    var effects: [Effect] = []
    /// The actions that a feature asks for, as it changes nothing but its own state.
    var next: [Action] = []
    /// The words that the next store carries out, as they were typed.
    var typed = UnsavedInput.nothing
    /// True where this key may name a place, since `g` was pressed before it.
    var namesPlace = false
    /// The answer of a person about open subtasks of what is being finished.
    var answer: SubtaskRule?
    /// True where a person said that what was reconciled may change.
    var mayChangeReconciled = false
    /// True where the form of an entry was not written, since that changes what was reconciled.
    var leavesReconciled = false

    /// The state after `action`, and what has to happen outside.
    mutating func reduce(_ state: inout State, _ action: Action) {
        if case .ignore = action { return }
        // News from outside come between two keys.
        if case .outside = action {} else { swap(&namesPlace, &state.navigation.awaitsPlace) }
        let version = state.book.todosVersion
        let day = state.today
        let moment = world.now()
        state.minutesAhead = world.minutesAheadOfUTC(moment)
        state.clock = LocalTime(moment) { [world] in Int64(world.minutesAheadOfUTC($0)) * 60 }
        let (filter, list) = (state.todos.filter, state.lists.shown)
        let query = state.todos.query
        let place = state.moneyPath
        let selected = state.todos.filter == .selected ? state.selection.ids : EntitySet()
        let (dragged, draggedID) = (state.draggedIndex, state.draggedID)
        carryOutOrAsk(action, &state)
        let isSame =
            version == state.book.todosVersion && filter == state.todos.filter && query == state.todos.query
            && list == state.lists.shown && draggedID == state.draggedID
            && (day == state.today || !state.todos.filter.isByDay && !state.lists.shown.dependsOnDay)
            && (state.todos.filter != .selected || selected == state.selection.ids)
        if !isSame {
            state.refreshVisible(world)
            // A row that is no longer shown takes its field along.
            if let edit = state.editing.title, state.visible.index(of: edit.id) == nil, commitTitle(&state) {
                state.refreshVisible(world)
            }
        }
        if let dragged, let index = state.draggedIndex {
            let distance = (index - dragged) * state.rowHeight
            state.gesture = state.gesture.moved(by: -distance, start: distance)
        }
        if filter != state.todos.filter || list != state.lists.shown, state.navigation.route == .list,
            !state.navigation.isMoney
        {
            effects.append(.visit(Route.list.path(state), replaces: true))
        }
        // A layer over the screen is closed by going back, which mustn't leave the app.
        if state.hasLayer, !state.navigation.hasStepBack {
            state.navigation.hasStepBack = true
            effects.append(.visit(state.navigation.route.path(state), replaces: false))
        }
        if state.importing.awaited > 0, state.unsyncedCount == 0 { carryOut(.importing(.run), &state) }
        state.refreshCounts()
        followEntry(&state)
        if !state.isTakingOver { state.reminders.refresh(state.book, &self) }
        if state.navigation.isMoney, state.storage.status != .loading { state.refreshMoney(today: world.today) }
        state.lookEverywhere()
        keepDrafts(&state)
        let route = state.navigation.route
        if state.navigation.isMoney, route == .list || route == .sums, !place.utf8.elementsEqual(state.moneyPath.utf8) {
            effects.append(.visit(route.path(state), replaces: true))
        }
    }

    mutating func carryOut(_ action: Action, _ state: inout State) {
        switch action {
        case .item(let action): reduce(&state, action)
        case .todos(let action): reduce(&state, action)
        case .lists(let action): reduce(&state, action)
        case .subtasks(let action): reduce(&state, action)
        case .screen(let action): reduce(&state, action)
        case .editing(let action): reduce(&state, action)
        case .money(let action): reduce(&state, action)
        case .account(let action): reduce(&state, action)
        case .form(let action): reduce(&state, action)
        case .budget(let action): reduce(&state, action)
        case .forecast(let action): reduce(&state, action)
        case .importing(.takeBack(let id)):
            closeOverlay(&state)
            state.history.onServer = state.importing.path + "/" + id + "?changed=keep"
            takeBackImport(&state)
        case .record, .completion, .report, .statement, .importing, .search: reduceOwn(action, &state)
        case .entry(let action): state.entry.reduce(action, &self)
        case .selection(let action): reduce(&state, action)
        case .gesture(let action): reduce(&state, action)
        case .settings(let action): state.settings.reduce(action, &self)
        case .reminders(let action): state.reminders.reduce(action, state.settings.language, &self)
        case .sync(let action): reduce(&state, action)
        case .outside(let event): reduce(&state, event)
        case .perform(let actions, let typed, let then):
            self.typed = typed
            if perform(actions, &state) != nil { next = then }
            self.typed = .nothing
        case .say(let notice): show(notice, &state)
        case .ignore: break
        }
        let asked = next
        next = []
        for action in asked { carryOut(action, &state) }
    }

    /// Has a feature change its own state: it reads the rest as it is.
    private mutating func reduceOwn(_ action: Action, _ state: inout State) {
        let present = state
        switch action {
        case .record(let action): state.record.reduce(action, present, &self)
        case .completion(let action): state.completion.reduce(action, present, &self)
        case .report(let action): state.report.reduce(action, present, &self)
        case .statement(let action):
            state.statement.reduce(action, present, &self)
            if case .open(let id) = action { state.statement.take(state.drafts.take(.statement, id)) }
        case .importing(let action): state.importing.reduce(action, present, &self)
        case .search(let action): state.search.reduce(action, present, &self)
        default: break
        }
    }

    func now(_ state: State) -> Timestamp { state.now(world) }

    // Out of line, as what makes the effect would stand in each place otherwise.
    @inline(never)
    mutating func focus(on id: String, selectsText: Bool = false) {
        effects.append(.focus(id, selectsText: selectsText))
    }
}

/// The reducer of the app, for a store.
public func reduce(_ state: inout State, _ action: Action, _ world: World) -> [Effect] {
    var reducer = Reducer(world: world)
    reducer.reduce(&state, action)
    return reducer.effects
}
