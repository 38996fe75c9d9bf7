import DaybookCore

extension Reducer {
    /// Multi-selection, and the arrow keys.
    mutating func reduce(_ state: inout State, _ action: SelectionAction) {
        closeMenu(&state)
        switch action {
        case .start:
            closeOverlay(&state)
            closeTransients(&state)
            state.isSelecting = true
            state.selected = EntitySet()
        case .toggle(let id, let extends):
            if !state.isSelecting { state.selected = EntitySet() }
            state.isSelecting = true
            let anchor = state.anchor ?? state.cursor
            state.cursor = id
            let ids = extends ? state.rowIDs : []
            if let from = ids.firstIndex(where: { $0 == anchor }), let to = ids.firstIndex(of: id) {
                for id in ids[min(from, to)...max(from, to)] { state.selected.insert(id) }
                return
            }
            state.anchor = id
            if state.selected.contains(id) { state.selected.remove(id) } else { state.selected.insert(id) }
        case .all:
            state.isSelecting = true
            state.selected = EntitySet(state.rowIDs)
        case .end:
            endSelecting(&state)
        case .focusRow(let id, let steps):
            let ids = state.rowIDs
            let index = id.flatMap { ids.firstIndex(of: $0) }
            let wanted = index.map { $0 + steps } ?? (steps > 0 ? 0 : ids.count - 1)
            if ids.indices.contains(wanted) {
                state.cursor = ids[wanted]
                reveal(wanted, &state)
            }
            // At either end it stays, where the focus may have gone from.
            if let cursor = state.cursor, ids.contains(cursor) { focus(cursor, &state) }
        }
    }

    /// Scrolls so that the row at `index` is in sight.
    mutating func reveal(_ index: Int, _ state: inout State) {
        var top = state.listLayout.top(of: index)
        if state.money.isShown {
            let ids = state.rowIDs
            guard ids.indices.contains(index) else { return }
            top = state.money.top(of: ids[index])
        }
        var offset = state.window.scroll
        if top < offset + ListLayout.rowHeight { offset = max(0, top - ListLayout.rowHeight) }
        let bottom = top + 2 * ListLayout.rowHeight
        if bottom > offset + state.window.listHeight { offset = bottom - state.window.listHeight }
        scroll(to: offset, &state)
    }
}
