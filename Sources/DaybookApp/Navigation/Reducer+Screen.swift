import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ScreenAction) {
        switch action {
        case .details(let id):
            guard state.book.hasTodo(id) else { return }
            closeMenu(&state)
            leaveFields(&state)
            state.selection.isOn = false
            state.selection.anchor = nil
            state.selection.ids = EntitySet([id])
            state.selection.cursor = id
            // Beside the list they take the focus when they are asked for again, and have no way back.
            if !state.navigation.window.hasSideBar {
                focus(on: "detail-back")
            } else if state.navigation.route == .detail(id) {
                focus(on: "detail-title")
            }
            visit(.detail(id), &state)
            fillDetail(&state)
        case .back:
            keepForm(&state)
            leave(&state)
        case .cancel:
            emptyForm(&state)
            leave(&state)
        case .openForm:
            leaveFields(&state)
            endSelecting(&state)
            visit(.form, &state)
            focus(on: "form-title")
        case .saveForm:
            for field in Plan.fields {
                if let problem = state.problem(of: state.editing.plan[field] ?? "", in: field, world) {
                    return show(.problem(.item(problem)), &state)
                }
            }
            var draft = state.planned(world).edit(from: .unmade)
            // The inbox was chosen.
            if state.editing.form[.list] == .nothing { draft[.list] = .nothing }
            if let problem = draft.todoProblem() { return show(.problem(.item(problem)), &state) }
            // One that was chosen beside another amount pays, and gets, none of this currency.
            for field in [Field.account, .paysInto] {
                guard let account = draft[field]?.entity.flatMap({ state.book.account($0) }) else { continue }
                if account.currency != draft[.amount]?.amount?.currency { draft[field] = nil }
            }
            if draft[.amount]?.amount != nil {
                settleCurrency(unlessNamedBy: state.editing.plan[.amount] ?? "", &state)
            }
            reduce(&state, .create(draft), typed: .form(state.editing.form, state.editing.plan))
            emptyForm(&state)
            leave(&state)
        case .openMenu(let id, let x, let y): open(.menu(id, x: x, y: y), "menu-0", &state)
        // On a row the second of the two keys means its tags.
        case .change(.todos(.tags, _)) where namesPlace: press("t", [], &state)
        case .change(let part):
            if let id = part.id { state.selection.cursor = id }
            open(.change(part), part.hint == nil ? "change-close" : "change-words", &state)
            state.selection.words = state.drafts.take(.words(part), part.id)?[.title]?.text ?? ""
        case .openSettings:
            // Another part of them.
            guard state.navigation.overlay != .settings else { return }
            open(.settings, &state)
            effects.append(.askDevices(revoking: nil))
        case .openShortcuts: open(.shortcuts, &state)
        case .focusMenu(let index):
            focus(on: "menu-\(index)")
        case .open(let overlay, let id): open(overlay, id, &state)
        case .visit(let route, let id):
            keepForm(&state)
            visit(route, &state)
            focus(on: id)
        case .closeOverlay: closeOverlay(&state)
        case .leaveOverlay:
            keepDialog(&state)
            closeOverlay(&state)
        case .hideNotice: state.notices.shown = nil
        case .hideLost: state.notices.lost = []
        case .key(let key, let modifiers): press(key, modifiers, &state)
        }
    }

    /// Empties the form that is open. The other side's waits.
    private func emptyForm(_ state: inout State) {
        if state.navigation.isMoney {
            state.entry.close()
        } else {
            state.editing.form = Changes()
            state.editing.plan = Plan()
            state.editing.part = nil
        }
    }

    // MARK: From screen to screen

    /// Shows `route` as a step in the browser's history.
    @inline(never)
    mutating func visit(_ route: Route, _ state: inout State) {
        guard state.navigation.route != route else { return }
        state.navigation.route = route
        effects.append(.visit(route.path(state), replaces: state.navigation.hasStepBack))
        state.navigation.hasStepBack = true
    }

    /// Goes back to the list.
    mutating func leave(_ state: inout State) {
        guard state.navigation.route != .list else { return }
        commitDetail(&state)
        let previous = state.navigation.route
        // The table of a debt lies behind the plans.
        if case .payOff(_?) = previous { state.navigation.route = .payOff(nil) } else { state.navigation.route = .list }
        effects.append(.visit(state.navigation.route.path(state), replaces: true))
        focusList(after: previous, &state)
    }

    /// Gives the focus back to that in the list from which one went to a screen; where it has left the list, to the row
    /// beside it.
    private mutating func focusList(after route: Route, _ state: inout State) {
        let place: String
        switch route {
        // Among the plans there is no row of it any more.
        case .detail(let id) where state.navigation.isMoney && state.book[id]?.isCompleted != false:
            place = state.navigation.window.hasSideBar ? "place-money" : "tab-money"
        case .detail(var id):
            if let index = state.visible.index(of: id) {
                // It may have gone far, as into the other section.
                if !state.navigation.isMoney, !state.listLayout.holds(index) { reveal(index, &state) }
            } else if let cursor = state.selection.cursor {
                id = cursor
            }
            place = "open-" + id.text
        case .entry(let id?): place = "open-" + id.text
        case .form: place = "new"
        case .entry(nil): place = "record"
        case .sums: place = "sums-open"
        case .budget: place = state.navigation.window.hasSideBar ? "place-budget" : state.placesID
        case .questions, .payOff: place = state.navigation.window.hasSideBar ? "place-questions" : state.placesID
        case .forecast: place = state.navigation.window.hasSideBar ? "place-forecast" : state.placesID
        case .list: place = "settings"
        }
        focus(on: place)
    }

    /// Follows the browser's own back and forward.
    mutating func go(to route: Route, _ state: inout State) {
        leaveFields(&state)
        let previous = state.navigation.route
        state.navigation.route = route
        state.navigation.hasStepBack = false
        if case .detail(let id) = route { state.selection.ids = EntitySet([id]) }
        fillEntryForm(&state)
        fillDetail(&state)
        // Before the book is there nobody knows whether it exists.
        if !state.isTakingOver { closeWhatIsGone(&state) }
        if state.navigation.route == .list, previous != .list { focusList(after: previous, &state) }
        // Such as by a shortcut of the installed app.
        if state.navigation.route == .form { focus(on: "form-title") }
        if state.navigation.route == .entry(nil) { focus(on: "entry-amount", selectsText: true) }
    }

    /// Closes what lies over the screen or in its place for a moment, if anything does.
    mutating func closeWhatCovers(_ state: inout State) -> Bool {
        guard state.hasLayer else { return false }
        if state.navigation.overlay != .none {
            keepDialog(&state)
            closeOverlay(&state)
        } else {
            endSelecting(&state)
        }
        return true
    }

    /// Writes what was typed before another screen comes, and ends what is on this one for a moment.
    @inline(never)
    mutating func leaveFields(_ state: inout State) {
        commitDetail(&state)
        state.editing.part = nil
        keepForm(&state)
        closeTransients(&state)
    }

    /// Ends what is on the screen for a moment. A title that is being changed is written, if it can be, and a recording
    /// is kept.
    mutating func closeTransients(_ state: inout State) {
        state.record.hold(false, &self)
        commitTitle(&state)
        state.navigation.overlay = .none
        state.gesture = .none
        state.editing.title = nil
    }
}
