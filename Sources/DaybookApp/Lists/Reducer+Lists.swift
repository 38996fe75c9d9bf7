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
        case .open(let kind, let id):
            var form = ListForm(kind: kind, id: id)
            if let list = id.flatMap({ state.book.list($0) }) {
                form.name = list.name
                form.colour = list.extraFields[.colour]?.choice ?? 0
            } else if let filter = id.flatMap({ state.book.filter($0) }) {
                (form.name, form.query) = (filter.name, filter.query)
            } else if let template = id.flatMap({ state.book.template($0) }) {
                (form.name, form.query) = (template.name, template.todo)
            } else if kind == .filter {
                // The words that are looked for now are a query, too.
                form.query = state.todos.query.text
            }
            for typed in state.drafts.take(.dialog(kind), id)?.all ?? [] { form.set(typed.field, typed.value) }
            state.lists.form = form
            open(.list, "list-name", &state)
        case .type(let name): state.lists.form?.set(.title, .text(name))
        case .typeQuery(let query): state.lists.form?.set(.query, .text(query))
        case .setColour(let colour): state.lists.form?.set(.colour, .choice(colour))
        case .save: save(&state)
        case .archive(let id, let isAway):
            var changes = Changes()
            changes[.archivedAt] = isAway ? .time(now(state)) : .nothing
            guard perform([.edit(.list, id, changes)], &state) != nil else { return }
            state.lists.shown = isAway ? .all : .list(id)
            closeOverlay(&state)
        case .move(let kind, let id, let isDown):
            let actions =
                kind == .list
                ? state.book.lists.moving(id, isDown: isDown) { !$0.isArchived }
                : state.book.filters.moving(id, isDown: isDown) { _ in true }
            _ = perform(actions, &state)
        case .delete(let kind, let id):
            let name = state.book.list(id)?.name ?? state.book.filter(id)?.name ?? state.book.template(id)?.name
            guard let name, perform([.delete(kind, id)], &state) != nil else { return }
            closeOverlay(&state)
            show(.deleted(1, name), &state)
        }
    }

    mutating func go(to filter: Filter, _ list: ShownList, _ state: inout State) {
        carryOut(.money(.show(false)), &state)
        state.todos.opensToday = false
        state.todos.filter = filter
        state.lists.shown = list
        scrollToTop(&state)
        if [.places, .list].contains(state.navigation.overlay) { closeOverlay(&state) }
        showFound(&state)
    }

    private mutating func save(_ state: inout State) {
        guard let form = state.lists.form else { return }
        var changes = Changes()
        changes[.title] = .text(form.name)
        if form.kind == .list {
            changes[.colour] = form.colour == 0 ? .nothing : .choice(form.colour)
        } else if form.kind == .template {
            let line = form.query.trimmed
            // A template without a line makes a to-do of its name.
            if line != form.id.flatMap({ state.book.template($0)?.todo }) { changes[.line] = .text(line) }
        } else {
            do throws(QueryError) { _ = try state.matcher(of: TodoQuery(form.query), world) } catch {
                state.lists.form?.problem = error
                return focus(on: "filter-query")
            }
            changes[.query] = .text(form.query.trimmed)
        }
        var random = world.generator
        let id = form.id ?? EntityID(using: &random)
        guard perform([form.id == nil ? .add(form.kind, id, changes) : .edit(form.kind, id, changes)], &state) != nil
        else { return }
        guard form.kind != .template else { return closeOverlay(&state) }
        // A list that was created is to be seen.
        if state.todos.filter.isByDay { state.todos.filter = .all }
        state.lists.shown = form.kind == .list ? .list(id) : .filter(id)
        closeOverlay(&state)
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
