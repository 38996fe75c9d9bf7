import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ListsAction) {
        switch action {
        case .show(let list):
            state.lists.shown = list == state.lists.shown ? .all : list
            scrollToTop(&state)
        case .open(let id):
            state.lists.form = ListForm(id.flatMap { state.book.list($0) })
            open(.list, "list-name", &state)
        case .type(let name): state.lists.form?.name = name
        case .setColour(let colour): state.lists.form?.colour = colour
        case .save:
            guard let form = state.lists.form else { return }
            var changes = Changes()
            changes[.title] = .text(form.name)
            changes[.colour] = form.colour == 0 ? .nothing : .choice(form.colour)
            var random = world.generator
            let id = form.id ?? EntityID(using: &random)
            guard perform([form.id == nil ? .add(.list, id, changes) : .edit(.list, id, changes)], &state) != nil else {
                return
            }
            // What was made is to be seen.
            state.lists.shown = .list(id)
            closeOverlay(&state)
        case .archive(let id, let isAway):
            var changes = Changes()
            changes[.archivedAt] = isAway ? .time(now(state)) : .nothing
            guard perform([.edit(.list, id, changes)], &state) != nil else { return }
            state.lists.shown = isAway ? .all : .list(id)
            closeOverlay(&state)
        case .delete(let id):
            guard let list = state.book.list(id), perform([.delete(.list, id)], &state) != nil else { return }
            closeOverlay(&state)
            show(.deleted(1, list.name), &state)
        }
    }
}
