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
            if let problem = draft.todoProblem() { return show(.problem(.item(problem)), &state) }
            // One that was chosen beside another amount pays, and gets, none of this currency.
            for field in [Field.account, .paysInto] {
                guard let account = draft[field]?.entity.flatMap({ state.book.account($0) }) else { continue }
                if account.currency != draft[.amount]?.amount?.currency { draft[field] = nil }
            }
            if draft[.amount]?.amount != nil { settleCurrency(unlessNamedBy: state.editing.plan.amount, &state) }
            reduce(&state, .create(draft), typed: .form(state.editing.form, state.editing.plan))
            emptyForm(&state)
            leave(&state)
        case .openMenu(let id, let x, let y): open(.menu(id, x: x, y: y), "menu-0", &state)
        // On a row the second of the two keys means its tags.
        case .change(.tags, _) where namesPlace: press("t", [], &state)
        case .change(let part, let id):
            state.selection.words = ""
            if let id { state.selection.cursor = id }
            open(.change(part, id), part.field == nil ? "change-close" : "change-words", &state)
        case .openSettings:
            // Another part of them.
            guard state.navigation.overlay != .settings else { return }
            open(.settings, "settings-close", &state)
            effects.append(.askDevices(revoking: nil))
        case .openShortcuts: open(.shortcuts, "shortcuts-close", &state)
        case .focusMenu(let index):
            focus(on: "menu-\(index)")
        case .open(let overlay, let id): open(overlay, id, &state)
        case .visit(let route, let id):
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

    mutating func open(_ overlay: Overlay, _ first: String, _ state: inout State) {
        state.gesture = .none
        state.navigation.overlay = overlay
        focus(on: first)
    }

    /// Closes the menu of a row, if one is open.
    mutating func closeMenu(_ state: inout State) {
        if case .menu = state.navigation.overlay { closeOverlay(&state) }
    }

    /// Keeps what is typed in a dialog that closes, until it is opened again.
    func keepDialog(_ state: inout State) {
        let overlay = state.navigation.overlay
        if overlay == .list, let form = state.lists.form { state.drafts.waiting.append(form.draft) }
        if overlay == .money, let form = state.accounts.dialog { state.drafts.waiting.append(form.draft) }
        if overlay == .statement, let form = state.statement.form { state.drafts.waiting.append(form.draft) }
        state.drafts.waiting.removeAll { $0.values.isEmpty }
    }

    @inline(never)
    mutating func closeOverlay(_ state: inout State) {
        switch state.navigation.overlay {
        case .none: return
        case .menu(let id, _, _):
            let isDetail = state.navigation.route == .detail(id)
            focus(
                on: (isDetail || state.navigation.window.hasSideBar ? "more-" : "open-")
                    + (isDetail ? "detail" : id.text))
        case .settings:
            state.settings.badCurrency = nil
            focus(on: "settings")
        case .importing:
            state.importing.close()
            if state.importing.subject == .rules { return open(.rules, "rules-apply", &state) }
            focus(on: "settings")
        case .sync: focus(on: "sync")
        case .change(let part, nil): focus(on: "change-" + part.rawValue)
        case .change: focus(state.selection.cursor, &state)
        case .changeEntries(let part): focus(on: "change-" + part.rawValue)
        case .search: focus(on: "search-all")
        case .shortcuts: focus(state.selection.cursor, &state)
        case .pasted: return endPaste(&state)
        case .places: focus(on: placesID(state))
        case .reconciled:
            state.accounts.asked = nil
            if state.accounts.dialog != nil { return open(.money, "money-close", &state) }
            focus(state.selection.cursor, &state)
        // Under a drawer that is closed by then.
        case .payees: focus(on: state.navigation.window.hasSideBar ? "payees" : placesID(state))
        case .rules: focus(on: state.navigation.window.hasSideBar ? "rules" : placesID(state))
        case .statement:
            next.append(.statement(.close))
            focus(on: state.navigation.window.hasSideBar ? "reconcile" : placesID(state))
        case .rates: focus(on: state.navigation.window.hasSideBar ? "rates" : placesID(state))
        case .list:
            state.lists.form = nil
            // The drawer is closed by then.
            focus(on: state.navigation.window.hasSideBar ? "new-list" : placesID(state))
        case .money:
            let form = state.accounts.dialog
            state.accounts.dialog = nil
            if form?.kind == .payee { return open(.payees, "payees-close", &state) }
            if form?.kind == .rule { return open(.rules, "rules-close", &state) }
            if form?.kind == .rate { return open(.rates, "rates-close", &state) }
            if form?.kind == .envelope {
                state.navigation.overlay = .none
                return focus(on: "new-envelope")
            }
            if form?.kind == .transfer, let id = form?.id {
                focus(on: "open-" + id.text)
            } else {
                // Under a drawer that is closed by then.
                focus(
                    on: !state.navigation.window.hasSideBar
                        ? placesID(state) : form?.kind == .transfer ? "new-transfer" : "new-account")
            }
        case .subtasks:
            if state.navigation.route != .list {
                focus(on: "detail-check")
            } else if case .toggle(let id)? = state.subtasks.finishing {
                focus(id, &state)
            } else if case .toggleAndGoOn(let id)? = state.subtasks.finishing {
                focus(id, &state)
            } else {
                focus(state.selection.cursor, &state)
            }
        }
        state.navigation.overlay = .none
    }

    /// Opens the drawer with the places, where there is one.
    private func placesID(_ state: State) -> String {
        state.navigation.window.hasSideBar ? "settings" : state.navigation.isMoney ? "places" : "tab-all"
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
        state.navigation.route = .list
        effects.append(.visit(Route.list.path(state), replaces: true))
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
        case .budget: place = state.navigation.window.hasSideBar ? "place-budget" : placesID(state)
        case .questions: place = state.navigation.window.hasSideBar ? "place-questions" : placesID(state)
        case .forecast: place = state.navigation.window.hasSideBar ? "place-forecast" : placesID(state)
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
