import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ScreenAction) {
        switch action {
        case .setFilter(let filter):
            state.opensToday = false
            state.filter = filter
            scrollToTop(&state)
            showFound(&state)
        case .search(let text):
            state.query = SearchQuery(text)
            scrollToTop(&state)
            showFound(&state)
        case .details(let id):
            guard state.book.hasTodo(id) else { return }
            closeMenu(&state)
            leaveFields(&state)
            state.isSelecting = false
            state.anchor = nil
            state.selected = EntitySet([id])
            state.cursor = id
            // Beside the list they take the focus when they are asked for again, and have no way back.
            if !state.window.isWide {
                focus(on: "detail-back")
            } else if state.route == .detail(id) {
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
            guard state.form.problem == nil else {
                if let problem = state.form.problem { show(.problem(.todo(problem)), &state) }
                return
            }
            var draft = state.form
            if let problem = state.money.plan.fill(&draft, state) {
                return show(.problem(.money(problem)), &state)
            }
            if draft.amount != nil { settleCurrency(unlessNamedBy: state.money.plan.amount, &state) }
            reduce(&state, .create(draft), typed: .form(state.form, state.money.plan))
            emptyForm(&state)
            leave(&state)
        case .typeNew(let text):
            state.newTitle = text
            state.isTitleTyped = true
        case .addNew:
            guard !state.newTitle.isBlank else { return }
            let draft = TodoDraft(title: state.newTitle)
            if let problem = draft.problem { return show(.problem(.todo(problem)), &state) }
            reduce(&state, .create(draft), typed: .title(state.newTitle))
            state.newTitle = ""
            focus(on: "new")
        case .pasteLines(let text):
            state.pastedLines = Self.lines(text)
            state.overlay = .pasted
            focus(on: "paste-several")
        case .acceptLines:
            let drafts = state.pastedLines.map { TodoDraft(title: $0) }
            let lines = drafts.filter { $0.problem == nil }.map { $0.title }
            reduce(&state, .createAll(drafts), typed: .lines(lines))
            // What can't be taken stays in the field, to be mended.
            state.pastedLines = drafts.filter { $0.problem != nil }.map { $0.title }
            if state.pastedLines.isEmpty { endPaste(&state) } else { reduce(&state, ScreenAction.keepAsOneLine) }
        case .keepAsOneLine:
            if !state.newTitle.isBlank { state.newTitle += " " }
            state.newTitle += state.pastedLines.joined(separator: " ")
            endPaste(&state)
        case .openMenu(let id, let x, let y): open(.menu(id, x: x, y: y), "menu-0", &state)
        case .openSettings: open(.settings, "settings-close", &state)
        case .openShortcuts: open(.shortcuts, "shortcuts-close", &state)
        case .focusMenu(let index):
            focus(on: "menu-\(index)")
        case .closeOverlay: closeOverlay(&state)
        case .hideNotice: state.notice = nil
        case .setLanguage(let language):
            state.language = language
            effects.append(.rememberLanguage(language))
        case .toggleSingleKeys:
            state.hasSingleKeys.toggle()
            effects.append(.rememberSetting("keys", state.hasSingleKeys ? "1" : "0"))
        case .setTheme(let theme):
            state.theme = theme
            effects.append(.rememberSetting("theme", theme.rawValue))
        case .setFirstWeekday(let day):
            state.money.firstWeekday = day
            effects.append(.rememberSetting("week", String(day)))
        case .openSync: open(.sync, "sync-close", &state)
        case .showUnsynced:
            closeOverlay(&state)
            if state.money.isShown { reduce(&state, MoneyAction.show(false)) }
            leave(&state)
            reduce(&state, ScreenAction.setFilter(.unsynced))
        case .key(let key, let modifiers): press(key, modifiers, &state)
        case .scrolled(let offset, let height):
            state.gesture = state.gesture.moved(by: offset - state.window.scroll)
            state.window.scroll = offset
            state.window.listHeight = height
            // A row that is scrolled away takes its field along.
            if let edit = state.edit, let index = state.visible.index(of: edit.id), !state.listLayout.holds(index) {
                commitTitle(&state)
            }
        case .retrySync:
            state.sync.retryNow()
            state.hasNews = true
            sync(&state)
        }
    }

    /// The lines of a pasted text that can become titles.
    static func lines(_ text: String) -> [String] {
        text.parts { $0.isLineBreak }
            .map { line in
                let line = String(Array(line.drop { $0.isSpace }))
                // The marks of a list do not belong to the titles.
                for mark in "- [ ] |- [x] |- [X] |* [ ] |* [x] |- |* |+ |• |・|☐ |☑ ".parts({ $0 == "|" }) {
                    if let title = line.rest(after: String(mark)) { return title }
                }
                return line
            }
            .filter { !$0.isBlank }
    }

    /// Empties the form that is open. The other side's waits.
    private func emptyForm(_ state: inout State) {
        if state.money.isShown {
            state.money.form = nil
        } else {
            state.form = TodoDraft(title: "")
            state.money.plan = Plan()
        }
    }

    private mutating func endPaste(_ state: inout State) {
        state.pastedLines = []
        state.overlay = .none
        focus(on: "new")
    }

    private mutating func open(_ overlay: Overlay, _ first: String, _ state: inout State) {
        state.gesture = .none
        state.overlay = overlay
        focus(on: first)
    }

    /// Closes the menu of a row, if one is open.
    mutating func closeMenu(_ state: inout State) {
        if case .menu = state.overlay { closeOverlay(&state) }
    }

    @inline(never)
    mutating func closeOverlay(_ state: inout State) {
        switch state.overlay {
        case .none: return
        case .menu(let id, _, _): focus(on: "more-" + id.text)
        case .settings:
            state.money.badCurrency = nil
            focus(on: "settings")
        case .sync: focus(on: "sync")
        case .shortcuts: focus(state.cursor, &state)
        case .pasted: return endPaste(&state)
        }
        state.overlay = .none
    }

    // MARK: From screen to screen

    /// Shows `route` as a step in the browser's history.
    @inline(never)
    mutating func visit(_ route: Route, _ state: inout State) {
        guard state.route != route else { return }
        state.route = route
        effects.append(.visit(route.path(state), replaces: state.hasStepBack))
        state.hasStepBack = true
    }

    /// Goes back to the list.
    mutating func leave(_ state: inout State) {
        guard state.route != .list else { return }
        commitDetail(&state)
        let previous = state.route
        state.route = .list
        effects.append(.visit(Route.list.path(state), replaces: true))
        focusList(after: previous, &state)
    }

    /// Gives the focus back to that in the list from which one went to a screen; where it has left the list, to the row
    /// beside it.
    private mutating func focusList(after route: Route, _ state: inout State) {
        let place: String
        switch route {
        // Among the plans there is no row of it any more.
        case .detail(let id) where state.money.isShown && state.book[id]?.isCompleted != false: place = "side-money"
        case .detail(var id):
            if let index = state.visible.index(of: id) {
                // It may have gone far, as into the other section.
                if !state.money.isShown, !state.listLayout.holds(index) { reveal(index, &state) }
            } else if let cursor = state.cursor {
                id = cursor
            }
            place = "open-" + id.text
        case .entry(let id?): place = "open-" + id.text
        case .form: place = "new"
        case .entry(nil): place = "record"
        case .sums: place = "sums-open"
        case .list: place = "settings"
        }
        focus(on: place)
    }

    /// Follows the browser's own back and forward.
    mutating func go(to route: Route, _ state: inout State) {
        leaveFields(&state)
        let previous = state.route
        state.route = route
        state.hasStepBack = false
        if case .detail(let id) = route { state.selected = EntitySet([id]) }
        fillEntryForm(&state)
        // Before the book is there nobody knows whether it exists.
        if !state.isTakingOver { closeWhatIsGone(&state) }
        if state.route == .list, previous != .list { focusList(after: previous, &state) }
        // Such as by a shortcut of the installed app.
        if state.route == .form { focus(on: "form-title") }
        if state.route == .entry(nil) { focus(on: "entry-amount", selectsText: true) }
    }

    /// Closes what lies over the screen or in its place for a moment, if anything does.
    mutating func closeWhatCovers(_ state: inout State) -> Bool {
        guard state.hasLayer else { return false }
        if state.overlay != .none { closeOverlay(&state) } else { endSelecting(&state) }
        return true
    }

    /// Writes what was typed before another screen comes, and ends what is on this one for a moment.
    @inline(never)
    mutating func leaveFields(_ state: inout State) {
        commitDetail(&state)
        keepForm(&state)
        closeTransients(&state)
    }

    /// Ends what is on the screen for a moment. A title that is being changed is written, if it can be, and a recording
    /// is kept.
    mutating func closeTransients(_ state: inout State) {
        holdVoice(false, &state)
        commitTitle(&state)
        state.overlay = .none
        state.gesture = .none
        state.edit = nil
    }

    mutating func scrollToTop(_ state: inout State) { scroll(to: 0, &state) }

    mutating func scroll(to offset: Int, _ state: inout State) {
        guard state.window.scroll != offset else { return }
        state.window.scroll = offset
        effects.append(.scroll(offset))
    }
}
