import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ListsAction) {
        switch action {
        case .show(let list):
            state.lists.shown = list == state.lists.shown ? .all : list
            scrollToTop(&state)
        case .open(let id):
            state.lists.form = ListForm(state.book.lists.first { $0.id == id })
            open(.list, "list-name", &state)
        case .type(let name): state.lists.form?.name = name
        case .setColour(let colour): state.lists.form?.colour = colour
        case .save:
            guard let form = state.lists.form else { return }
            var values = FieldValues()
            values[.title] = .text(form.name)
            values[.colour] = form.colour == 0 ? .nothing : .choice(form.colour)
            var random = world.generator
            let id = form.id ?? EntityID(using: &random)
            guard perform(form.id == nil ? .add(id, values) : .edit(id, values), &state) else { return }
            // What was made is to be seen.
            state.lists.shown = .list(id)
            closeOverlay(&state)
        case .archive(let id, let isAway):
            var values = FieldValues()
            values[.archivedAt] = isAway ? .time(now(state)) : .nothing
            guard perform(.edit(id, values), &state) else { return }
            state.lists.shown = isAway ? .all : .list(id)
            closeOverlay(&state)
        case .delete(let id):
            guard let list = state.book.lists.first(where: { $0.id == id }), perform(.delete(id), &state) else {
                return
            }
            closeOverlay(&state)
            show(.deleted(1, list.name), &state)
        }
    }

    /// - Returns: whether it was done; if not, it is said why.
    private mutating func perform(_ action: ListAction, _ state: inout State) -> Bool {
        let id: EntityID
        switch action {
        case .add(let new, _): id = new
        case .edit(let present, _), .delete(let present): id = present
        }
        let list = state.book.lists.first { $0.id == id }
        switch action.registers(list, clock: &state.book.clock, now: now(state)) {
        case .success(let registers):
            keep(state.book.write(registers), &state)
            return true
        case .failure(let problem):
            show(.problem(.todo(problem)), &state)
            return false
        }
    }
}
