import DaybookCore

/// One action on its way through the state. What it does to each kind of action stands in the extensions.
struct Reducer {
    let world: World
    var effects: [Effect] = []
    /// What the next store carries out, as it was typed.
    var typed = Typed.nothing

    /// The state after `action`, and what has to happen outside.
    mutating func reduce(_ state: inout State, _ action: Action) {
        let version = state.book.version
        let day = state.today
        let moment = world.now()
        state.minutesAhead = world.minutesAheadOfUTC(moment)
        state.clock = LocalTime(moment, minutesAhead: state.minutesAhead)
        let filter = state.filter
        let query = state.query
        let selected = state.filter == .selected ? state.selected : EntitySet()
        let dragged = state.draggedIndex
        switch action {
        case .item(let action): reduce(&state, action)
        case .screen(let action): reduce(&state, action)
        case .editing(let action): reduce(&state, action)
        case .money(let action): reduce(&state, action)
        case .selection(let action): reduce(&state, action)
        case .gesture(let action): reduce(&state, action)
        case .outside(let event): reduce(&state, event)
        case .ignore: return
        }
        let isSame =
            version == state.book.version && filter == state.filter && query == state.query
            && (day == state.today || !state.filter.isByDay)
            && (state.filter != .selected || selected == state.selected)
        if !isSame {
            state.refreshVisible()
            // A row that is no longer shown takes its field along.
            if let edit = state.edit, state.visible.index(of: edit.id) == nil, commitTitle(&state) {
                state.refreshVisible()
            }
        }
        if let dragged, let index = state.draggedIndex {
            let distance = (index - dragged) * ListLayout.rowHeight
            state.gesture = state.gesture.moved(by: -distance, start: distance)
        }
        if filter != state.filter, state.route == .list, !state.money.isShown {
            effects.append(.visit(Route.list.path(state), replaces: true))
        }
        // What lies over the screen is closed by going back, which mustn't leave the app.
        if state.hasLayer, !state.hasStepBack {
            state.hasStepBack = true
            effects.append(.visit(state.route.path(state), replaces: false))
        }
        followEntry(&state)
        if state.money.isShown, state.storage != .loading { state.refreshMoney(today: world.today) }
    }

    func now(_ state: State) -> Timestamp { state.now(world) }

    @inline(never)
    mutating func show(_ notice: Notice, _ state: inout State) {
        state.isNoticeAgain = notice == state.lastNotice && !state.isNoticeAgain
        state.lastNotice = notice
        state.notice = notice
        effects.append(.wake(.hideNotice, milliseconds: 6_000))
    }

    // Out of line, as what makes the effect would stand in each place otherwise.
    @inline(never)
    mutating func focus(on id: String, selectsText: Bool = false) {
        effects.append(.focus(id, selectsText: selectsText))
    }

    /// Says how many rows are left of the list, to those who can't see it.
    mutating func showFound(_ state: inout State) {
        if state.notice?.isQuiet != false { show(.found, &state) }
    }

    /// Stores what changed in the book. Once it is stored it is sent; if it can't be, it is taken back.
    mutating func store(_ changes: [LocalBook.Change], step: Int? = nil, _ state: inout State) {
        guard !changes.isEmpty else { return }
        guard state.storage == .ready else { return sync(&state) }
        store(
            changes.map { StorageItem($0) },
            State.Storing(token: 0, changes: step == nil ? [] : changes, step: step, typed: typed), &state)
    }

    /// Stores what came from the server, with the progress that goes with it.
    mutating func store(received items: [StorageItem], of known: [Record], _ state: inout State) {
        store(items, State.Storing(token: 0, changes: [], received: known), &state)
    }

    private mutating func store(_ items: [StorageItem], _ storing: State.Storing, _ state: inout State) {
        var items = items
        var storing = storing
        storing.token = state.nextToken
        state.nextToken += 1
        for known in state.unstored {
            if let record = state.book.records[known.id] {
                items.append(StorageItem(LocalBook.Change(before: known, after: record), isAnew: true))
            }
        }
        storing.received += state.unstored
        state.unstored = []
        state.storing.append(storing)
        effects.append(.store(token: storing.token, items))
    }
}

/// The reducer of the app, for a store.
public func reduce(_ state: inout State, _ action: Action, _ world: World) -> [Effect] {
    var reducer = Reducer(world: world)
    reducer.reduce(&state, action)
    return reducer.effects
}
