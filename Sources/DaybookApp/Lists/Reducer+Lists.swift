import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ListsAction) {
        switch action {
        case .show(let list):
            // Days are of all lists, until a person chooses otherwise.
            go(to: state.todos.filter.isByDay ? .all : state.todos.filter, list, &state)
        case .showAll(let filter): go(to: filter, .all, &state)
        case .openPlaces(let isMoney):
            if !isMoney { carryOut(.money(.show(false)), &state) }
            open(.places, &state)
        case .archive(let id, let isAway):
            var changes = Changes()
            changes[.archivedAt] = isAway ? .time(now(state)) : .nothing
            guard perform([.edit(.list, id, changes)], &state) != nil else { return }
            state.lists.shown = isAway ? .all : .list(id)
            closeOverlay(&state)
        }
    }

    mutating func go(to filter: Filter, _ list: ShownList, _ state: inout State) {
        carryOut(.money(.show(false)), &state)
        state.todos.opensToday = false
        state.todos.filter = filter
        state.lists.shown = list
        scrollToTop(&state)
        if [.places, .form].contains(state.navigation.overlay) { closeOverlay(&state) }
        showFound(&state)
    }
}

extension Array where Element: NamedEntity {
    /// Puts one of them behind the next (or before the last) of those that are shown.
    func moving(_ id: EntityID, isDown: Bool, _ isShown: (Element) -> Bool) -> [BookAction] {
        guard let place = firstIndex(where: { $0.id == id }) else { return [] }
        let other = isDown ? self[(place + 1)...].firstIndex(where: isShown) : self[..<place].lastIndex(where: isShown)
        return other.map { moving(id, to: $0) } ?? []
    }
}
