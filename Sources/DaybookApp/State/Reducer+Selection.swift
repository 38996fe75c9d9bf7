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
            if extends, let anchor, let from = state.visible.index(of: anchor),
                let to = state.visible.index(of: id)
            {
                for index in min(from, to)...max(from, to) {
                    if let id = state.visible[index] { state.selected.insert(id) }
                }
                return
            }
            state.anchor = id
            if state.selected.contains(id) { state.selected.remove(id) } else { state.selected.insert(id) }
        case .all:
            state.isSelecting = true
            state.selected = EntitySet(state.visible.todo + state.visible.done)
        case .end:
            endSelecting(&state)
        case .focusRow(let id, let steps):
            let index = id.flatMap { state.visible.index(of: $0) }
            let wanted = index.map { $0 + steps } ?? (steps > 0 ? 0 : state.visible.count - 1)
            if let target = state.visible[wanted] {
                state.cursor = target
                reveal(wanted, &state)
            }
            // At either end it stays, where the focus may have gone from.
            if state.cursor != nil { focus(state.cursor, &state) }
        }
    }

    /// Scrolls so that the row at `index` is in sight.
    mutating func reveal(_ index: Int, _ state: inout State) {
        let top = state.listLayout.top(of: index)
        var offset = state.window.scroll
        if top < offset + ListLayout.rowHeight { offset = max(0, top - ListLayout.rowHeight) }
        let bottom = top + 2 * ListLayout.rowHeight
        if bottom > offset + state.window.listHeight { offset = bottom - state.window.listHeight }
        scroll(to: offset, &state)
    }
}
