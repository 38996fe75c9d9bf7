import DaybookCore

extension Reducer {
    /// Keyboard shortcuts that hold everywhere. The sheet that `?` opens lists them.
    mutating func press(_ key: String, _ modifiers: Event.Modifiers, _ state: inout State) {
        switch key {
        case "Escape": escape(&state, isInField: modifiers.contains(.inField))
        case "z", "Z": reduce(&state, modifiers.contains(.shift) ? ItemAction.redo : .undo)
        case "y": reduce(&state, ItemAction.redo)
        case "a": reduce(&state, SelectionAction.all)
        case "n":
            reduce(&state, ScreenAction.back)
            guard state.navigation.route == .list else { return }
            focus(on: state.navigation.isMoney ? "record" : "new")
        case "N":
            if state.navigation.isMoney {
                reduce(&state, MoneyAction.edit(nil))
            } else {
                reduce(&state, ScreenAction.openForm)
            }
        case "g": state.navigation.awaitsPlace = true
        case "u" where namesPlace: turn(to: .upcoming, .all, &state)
        case "i" where namesPlace: turn(to: .all, .inbox, &state)
        case "m": reduce(&state, MoneyAction.show(!state.navigation.isMoney))
        case "t": turn(to: .today, .all, &state)
        case "/": next.append(.search(.open("")))
        case "?": reduce(&state, ScreenAction.openShortcuts)
        case "j", "ArrowDown": reduce(&state, SelectionAction.focusRow(state.selection.cursor, by: 1))
        case "k" where modifiers.contains(.command): next.append(.search(.open("")))
        case "k", "ArrowUp": reduce(&state, SelectionAction.focusRow(state.selection.cursor, by: -1))
        default:
            // The keys 1 to 5 are left of those that `action` lets through.
            let index = key.utf8.first.map { Int($0) - 49 } ?? -1
            if state.navigation.isMoney {
                let kinds: [[EntryKind]] = [[], [.income], [.expense], [.unsorted]]
                if kinds.indices.contains(index) { reduce(&state, MoneyAction.filter(.kinds(kinds[index]))) }
            } else if let filter = Filter(rawValue: index) {
                reduce(&state, TodosAction.setFilter(filter))
            }
        }
    }

    /// Undo and redo in a field that adds: they are the field's own while something is typed in it.
    static func historyKey(_ event: Event) -> Action? {
        guard event.modifiers.contains(.command), !event.modifiers.contains(.composing),
            event.text.isOne(of: "z Z y")
        else { return nil }
        return .screen(.key(event.text, event.modifiers))
    }

    /// The action for a key that was pressed anywhere, or nil if it has no meaning there.
    ///
    /// - Parameters:
    ///   - isCovered: whether something covers the rest, and takes all keys but Escape.
    ///   - hasList: whether a list is on the screen.
    ///   - hasSingleKeys: whether a single key may mean something.
    static func action(
        for event: Event, isCovered: Bool, hasList: Bool, hasSingleKeys: Bool
    ) -> Action? {
        guard !event.modifiers.contains(.composing) else { return nil }
        let key = event.text
        if key == "Escape" { return .screen(.key(key, event.modifiers)) }
        if isCovered { return nil }
        if event.modifiers.contains(.command) {
            if key == "k" { return .screen(.key(key, event.modifiers)) }
            // In a field, undo and select-all belong to the field.
            guard !event.modifiers.contains(.inField), key.isOne(of: "z Z y a"), hasList || key != "a"
            else { return nil }
            return .screen(.key(key, event.modifiers))
        }
        guard !event.modifiers.contains(.inField), !event.modifiers.contains(.alt) else { return nil }
        let isSingleKey =
            key.isOne(of: "n N ? / g t u i m") || hasList && key.isOne(of: "j k 1 2 3 4 5")
        return isSingleKey && hasSingleKeys || hasList && key.isOne(of: "ArrowDown ArrowUp")
            ? .screen(.key(key, event.modifiers)) : nil
    }

    /// Shows a place, also where details cover the list.
    private mutating func turn(to filter: Filter, _ list: ShownList, _ state: inout State) {
        if !state.navigation.window.isWide { reduce(&state, ScreenAction.back) }
        go(to: filter, list, &state)
    }

    /// Closes the topmost thing.
    private mutating func escape(_ state: inout State, isInField: Bool) {
        if state.navigation.overlay != .none { return reduce(&state, ScreenAction.leaveOverlay) }
        if state.gesture != .none {
            state.gesture = .none
        } else if state.editing.title != nil {
            reduce(&state, EditingAction.cancel)
        } else if state.selection.isOn {
            endSelecting(&state)
        } else if state.navigation.route != .list {
            reduce(&state, ScreenAction.back)
        } else if state.navigation.isMoney, !state.entries.filter.text.isEmpty {
            reduce(&state, MoneyAction.filter(.text("")))
        } else if !state.navigation.isMoney, !state.todos.query.isEmpty {
            reduce(&state, TodosAction.search(""))
        } else if isInField {
            // Out of the field, to where keys are commands: a row that is shown, or what is always there.
            let ids = state.rowIDs
            focus(state.selection.cursor.flatMap { ids.contains($0) ? $0 : nil }, &state)
        }
    }
}
