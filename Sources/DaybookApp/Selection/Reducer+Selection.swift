import DaybookCore

extension Reducer {
    /// Multi-selection, and the arrow keys.
    mutating func reduce(_ state: inout State, _ action: SelectionAction) {
        closeMenu(&state)
        switch action {
        case .start:
            closeOverlay(&state)
            closeTransients(&state)
            state.selection.isOn = true
            state.selection.ids = EntitySet()
        case .toggle(let id, let extends):
            if !state.selection.isOn { state.selection.ids = EntitySet() }
            state.selection.isOn = true
            let anchor = state.selection.anchor ?? state.selection.cursor
            state.selection.cursor = id
            let ids = extends ? state.rowIDs : []
            if let from = ids.firstIndex(where: { $0 == anchor }), let to = ids.firstIndex(of: id) {
                for id in ids[min(from, to)...max(from, to)] where state.has(id) { state.selection.ids.insert(id) }
                return
            }
            state.selection.anchor = id
            if state.selection.ids.contains(id) {
                state.selection.ids.remove(id)
            } else {
                state.selection.ids.insert(id)
            }
        case .all:
            state.selection.isOn = true
            state.selection.ids = EntitySet(state.rowIDs.filter { state.has($0) })
        case .words(let text): state.selection.words = text
        case .take:
            let words = state.selection.words
            guard case .change(let part) = state.navigation.overlay, !words.isBlank else { return }
            switch part {
            case .entries(let part): reduce(&state, MoneyAction.change(part == .tags ? .tags(words) : .payee(words)))
            case .todos(.tags, let id): reduce(&state, ItemAction.change(id, .tags(words)))
            case .todos(_, let id):
                switch state.when(words, world) {
                case .success(let when): reduce(&state, ItemAction.change(id, .day(when.day, when.time)))
                case .failure(let problem): show(.problem(.item(problem)), &state)
                }
            }
        case .end:
            endSelecting(&state)
        case .focusRow(let id, let steps):
            let ids = state.rowIDs
            let index = id.flatMap { ids.firstIndex(of: $0) }
            let wanted = index.map { $0 + steps } ?? (steps > 0 ? 0 : ids.count - 1)
            if ids.indices.contains(wanted) {
                state.selection.cursor = ids[wanted]
                reveal(wanted, &state)
            }
            // At either end it stays, where the focus may have gone from.
            if let cursor = state.selection.cursor, ids.contains(cursor) { focus(cursor, &state) }
        }
    }

    /// Scrolls so that the row at `index` is in sight.
    mutating func reveal(_ index: Int, _ state: inout State) {
        var top = state.listLayout.top(of: index)
        if state.navigation.isMoney {
            let ids = state.rowIDs
            guard ids.indices.contains(index) else { return }
            top = state.entries.top(of: ids[index])
        }
        var offset = state.navigation.window.scroll
        if top < offset + state.rowHeight { offset = max(0, top - state.rowHeight) }
        let bottom = top + 2 * state.rowHeight
        if bottom > offset + state.navigation.window.listHeight { offset = bottom - state.navigation.window.listHeight }
        scroll(to: offset, &state)
    }
}
