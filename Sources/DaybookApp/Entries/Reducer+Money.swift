import DaybookCore

extension Reducer {
    /// The money side.
    mutating func reduce(_ state: inout State, _ action: MoneyAction) {
        closeMenu(&state)
        switch action {
        case .show(let isShown): show(money: isShown, &state)
        case .askDay(let text): state.entries.askedDay = text
        case .filter(let change):
            state.entries.askedDay = nil
            state.entries.filter.apply(change)
            scrollToTop(&state)
            showFound(&state)
        case .toggleLeft: state.entries.showsLeft.toggle()
        case .toggleUpcoming: state.entries.plans.areAllShown.toggle()
        case .toggleFilters:
            state.entries.showsFilters.toggle()
            // A filter that can't be seen must not filter.
            if !state.entries.showsFilters {
                let filter = state.entries.filter
                state.entries.filter = EntryFilter(kinds: filter.kinds, text: filter.text)
                state.entries.filter.account = filter.account
            }
        case .rows(let filter): showRows(filter, &state)
        case .play(let digest): effects.append(.play(digest))
        case .currency(let code): setCurrency(code, &state)
        case .settle: settleCurrency(unlessNamedBy: "", &state)
        case .added(let id): showAdded(id, &state)
        case .edit(let id):
            if let id, !state.book.hasEntry(id) { return }
            leaveFields(&state)
            visit(.entry(id), &state)
            fillEntryForm(&state)
            focus(on: "entry-amount", selectsText: true)
        case .save: save(&state)
        case .sort(let id, let kind):
            saveEntry(&state)
            let next = state.entries.neighbour(of: id)
            state.gesture = .none
            perform(.edit(.entry, id, .entry(kind: kind)), &state)
            rebaseForm(&state)
            focusIfGone(id, to: next, &state)
        case .changeAlike(let isForGood):
            guard case .alike(let alike)? = state.notices.shown else { return }
            state.notices.shown = nil
            _ = perform(alike.ids.map { .edit(.entry, $0, alike.edit) }, &state)
            if isForGood { reduce(&state, FormAction.propose(alike.rule)) }
        case .delete(let id):
            saveEntry(&state)
            let next = state.entries.neighbour(of: id)
            guard let entry = state.book.entries[id], perform(.delete(.entry, id), &state) else { return }
            if state.navigation.route == .entry(id) { leave(&state) }
            state.gesture = .none
            focus(next, &state)
            show(.deletedEntries(1, entry), &state)
        case .sortSelected(let kind): sortSelected(kind, &state)
        case .markSelected:
            let areExpenses = state.book.entries.all.allSatisfy {
                !state.selection.ids.contains($0.id) || $0.amount == nil || $0.kind == .expense
            }
            sortSelected(areExpenses ? .income : .expense, &state)
        case .change(let change): changeSelected(change, &state)
        case .makeRule:
            let rule = RuleForm(state.selectedEntries)
            reduce(&state, FormAction.propose(""))
            for part in RuleForm.Part.allCases { state.form?.set(part, rule[part]) }
        case .deleteSelected:
            saveEntry(&state)
            let entries = state.selectedEntries
            guard let first = entries.first else { return }
            state.selection.cursor = unselectedNeighbour(state)
            guard perform(entries.map { .delete(.entry, $0.id) }, &state) != nil else { return }
            for entry in entries where state.navigation.route == .entry(entry.id) { leave(&state) }
            endSelecting(&state)
            show(.deletedEntries(entries.count, first), &state)
        }
    }

    /// Shows the entries of a sum in the list. Going back leads to where the sum stood.
    private mutating func showRows(_ filter: EntryFilter, _ state: inout State) {
        if state.navigation.route == .sums { state.report.origin = state.entries.filter }
        state.entries.filter = filter
        let shown = state.entries.filter
        state.entries.showsFilters = !shown.tags.isEmpty || shown.from != nil || shown.through != nil
        scrollToTop(&state)
        state.refreshMoney(today: world.today)
        showFound(&state)
        leaveFields(&state)
        state.navigation.route = .list
        state.navigation.hasStepBack = false
        effects.append(.visit(Route.list.path(state), replaces: false))
        focus(state.entries.days.first?.ids.first, &state)
    }

    private mutating func sortSelected(_ kind: EntryKind, _ state: inout State) {
        saveEntry(&state)
        _ = perform(
            state.selectedEntries.filter { $0.amount != nil && $0.kind != kind }
                .map { .edit(.entry, $0.id, .entry(kind: kind)) }, &state)
        rebaseForm(&state)
        endSelecting(&state)
    }

    /// Changes all that are marked, or none: which of them can't be so is said.
    private mutating func changeSelected(_ change: EntryChange, _ state: inout State) {
        saveEntry(&state)
        let entries = state.selectedEntries
        guard let first = entries.first else { return }
        let edits = entries.map { BookAction.edit(.entry, $0.id, change.changes(of: $0)) }
        for (entry, edit) in zip(entries, edits) {
            var problem = edit.problem(in: state.book)
            if case .account(let account) = change { problem = account.problem(taking: entry.amount) ?? problem }
            if let problem { return show(.problem(.item(problem)), &state) }
        }
        closeOverlay(&state)
        guard perform(edits, &state) != nil else { return }
        rebaseForm(&state)
        endSelecting(&state)
        show(.changed(entries.count, state.settings.language.title(first)), &state)
    }

    private mutating func show(money isShown: Bool, _ state: inout State) {
        guard isShown || state.navigation.isMoney else { return }
        leaveFields(&state)
        // The place itself is all of it.
        if isShown, state.navigation.isMoney { state.entries.filter = EntryFilter() }
        endSelecting(&state)
        turn(toMoney: isShown, &state)
        state.navigation.route = .list
        state.navigation.hasStepBack = false
        effects.append(.visit(Route.list.path(state), replaces: false))
        if isShown { focus(on: "record") }
    }

    /// Shows one side or the other, each scrolled as it was.
    @inline(never)
    mutating func turn(toMoney isMoney: Bool, _ state: inout State) {
        guard state.navigation.isMoney != isMoney else { return }
        state.navigation.isMoney = isMoney
        swap(&state.navigation.window.scroll, &state.navigation.window.otherScroll)
        effects.append(.scroll(state.navigation.window.scroll))
    }

    /// Shows an entry that was added, whatever the filter.
    mutating func showAdded(_ id: EntityID, _ state: inout State) {
        guard let entry = state.book.entries[id] else { return }
        state.record.endTyping()
        show(.recorded(entry), &state)
        state.refreshMoney(today: world.today)
        // In the list of its account, if that is shown and it is of it.
        for account in [state.entries.filter.account, nil] where !state.entries.shows(id) {
            state.entries.filter = EntryFilter()
            state.entries.filter.account = account
            state.entries.showsFilters = false
            state.refreshMoney(today: world.today)
        }
        // The plans stand above it, and the notice lies over the end of the list.
        let top = state.entries.top(of: id)
        let offset =
            top + 3 * state.rowHeight > state.navigation.window.listHeight ? top - ListLayout.headingHeight : 0
        // One that spoke may be with the to-dos by now.
        if state.navigation.isMoney { scroll(to: offset, &state) } else { state.navigation.window.otherScroll = offset }
    }

    private mutating func save(_ state: inout State) {
        guard case .entry(let id) = state.navigation.route else { return }
        let next = id.flatMap { state.entries.neighbour(of: $0) }
        guard write(&state) else {
            if case .failure(let problem)? = state.entry.form?.draft {
                let owner = problem.part.map { "part-\($0)-" } ?? "entry-"
                focus(on: owner + problem.field.rawValue, selectsText: true)
            }
            return
        }
        leave(&state)
        if let id { focusIfGone(id, to: next, &state) }
    }

    /// Moves the focus to the entry beside one that is nothing any longer that the filter shows.
    @inline(never)
    private mutating func focusIfGone(_ id: EntityID, to next: EntityID?, _ state: inout State) {
        state.refreshMoney(today: world.today)
        if !state.entries.shows(id) { focus(next, &state) }
    }

    /// Writes what the form of an entry says.
    ///
    /// - Parameter isStrict: as `EntryForm.draft` takes it.
    /// - Returns: whether it could be done; if not, the form says why.
    @discardableResult
    mutating func write(_ state: inout State, isStrict: Bool = true) -> Bool {
        guard let form = state.entry.form else { return false }
        guard case .success(var draft) = form.draft(isStrict: isStrict) else {
            state.entry.check()
            return false
        }
        // An amount in another currency than its account is of the default one.
        if let account = draft[.account]?.entity.flatMap({ state.book.account($0) }),
            let amount = draft[.amount]?.amount, amount.currency != account.currency
        {
            draft[.account] = .nothing
        }
        if let entry = form.entry {
            var edit = draft.edit(from: entry)
            if edit[.tag] != nil, let present = state.book.entries[entry.id]?.tags {
                // Tags that another device gave since the form was opened stay, and those that it took away don't.
                let wanted = draft[.tag]?.texts ?? []
                edit[.tag] = .texts(
                    wanted.filter { !entry.tags.contains($0) || present.contains($0) }
                        + present.filter { !entry.tags.contains($0) && !wanted.contains($0) })
            }
            if let parts = edit[.parts]?.parts, let present = state.book.entries[entry.id]?.parts {
                edit[.parts] = .parts(parts.merged(from: entry.parts, with: present))
            }
            guard perform(.edit(.entry, entry.id, edit), &state, typed: .entry(form)),
                let now = state.book.entries[entry.id]
            else { return false }
            state.entry.rebase(on: now)
            let book = state.book
            if let alike = AlikeEntries(entry, edit, among: book.entries.all, isHeld: { book.isReconciled($0) }) {
                show(.alike(alike), &state)
            }
            return true
        }
        var random = world.generator
        let id = EntityID(using: &random)
        guard perform(.add(.entry, id, draft), &state, typed: .entry(form)) else { return false }
        state.entry.close()
        showAdded(id, &state)
        return true
    }

    /// Writes what was changed in the form before something else takes its place, and says what can't be written of it.
    /// A new entry is made by nothing but Save: what was typed of it waits.
    @inline(never)
    mutating func keepForm(_ state: inout State) {
        guard !saveEntry(&state), case .failure(let problem)? = state.entry.form?.draft else { return }
        show(.problem(.item(problem.error)), &state)
    }

    /// Writes what was changed in the form of the entry that is open. What can't be taken stays in it, and so does what changes
    /// a reconciled row, unless a person said that it may.
    ///
    /// - Returns: false where something can't be taken.
    @discardableResult
    mutating func saveEntry(_ state: inout State) -> Bool {
        guard let form = state.entry.form, let entry = form.entry, state.navigation.route == .entry(entry.id),
            form.hasChanged
        else { return true }
        if !mayChangeReconciled, state.formChangesReconciled {
            leavesReconciled = true
            return true
        }
        if write(&state) {
            state.entry.close()
            fillEntryForm(&state)
            return true
        }
        write(&state, isStrict: false)
        return false
    }

    /// Shows what the book says in a form that keeps an amount or a day that can't be taken, if all else is written.
    @inline(never)
    func rebaseForm(_ state: inout State) {
        if let form = state.entry.form, form.isWritten, let entry = form.entry.flatMap({ state.book.entries[$0.id] }) {
            state.entry.rebase(on: entry)
        }
    }

    /// Says what the book says in a form in which nothing was typed.
    @inline(never)
    func followEntry(_ state: inout State) {
        if let form = state.entry.form, form.hasChanged || form.isChecked { return }
        fillEntryForm(&state)
    }

    /// Fills the form of the entry that the address names.
    func fillEntryForm(_ state: inout State) {
        guard case .entry(let id) = state.navigation.route else { return }
        if let id, !state.book.hasEntry(id) { return }
        let entry = id.flatMap { state.book.entries[$0] }
        var refused = id.flatMap { state.entry.refused(of: $0) }
        if state.formChangesReconciled { refused = state.entry.form?.kept.values }
        state.entry.open(
            EntryForm(
                entry, account: entry == nil ? state.recordingAccount : nil, usual: state.entryCurrency,
                local: state.settings.language.usualCurrency, today: world.today))
        state.entry.take(state.drafts.take(.entry, id) ?? refused)
    }

    /// Sets the currency of amounts that name none. Undo leaves it: there is one at any time.
    private mutating func setCurrency(_ code: String, _ state: inout State) {
        let currency = Currency(code.trimmed)
        state.settings.badCurrency = currency == nil ? code : nil
        guard let currency else {
            return show(.problem(.item(.unknownCurrency(code))), &state)
        }
        set(.currency, to: currency.bytes, &state)
    }

    /// Sets one of the settings of the book.
    mutating func set(_ field: Field, to value: [UInt8], _ state: inout State) {
        switch state.book.set(field, to: value, now: now(state)) {
        case .success(let changes): store(changes, step: state.storage.nextToken, &state)
        case .failure(let error): show(.problem(.item(error)), &state)
        }
    }

    /// Settles on the currency of amounts that name none, where none is set: it was told beside the line.
    ///
    /// - Parameter amount: the amount that is written. Nothing is settled where it names its currency.
    mutating func settleCurrency(unlessNamedBy amount: String, _ state: inout State) {
        guard state.book.settings.currency == nil, !Amount.namesCurrency(amount),
            case .success(let changes) = state.book.set(
                .guessedCurrency, to: state.usualCurrency.bytes, now: now(state))
        else { return }
        store(changes, step: state.storage.nextToken, &state)
    }

    /// Carries `action` out as a step that can be undone, or shows why not.
    ///
    /// - Returns: whether it could be done.
    @discardableResult
    mutating func perform(_ action: BookAction, _ state: inout State, typed: UnsavedInput = .nothing) -> Bool {
        self.typed = typed
        defer { self.typed = .nothing }
        return perform([action], &state) != nil
    }
}

extension EntryFilter {
    fileprivate mutating func apply(_ change: FilterChange) {
        switch change {
        case .kinds(let kinds): self.kinds = kinds
        case .text(let text): self.text = text
        case .tag(let tag):
            let key = TagNames.key(tag)
            if asks(forTag: tag) { tags.removeAll { TagNames.key($0) == key } } else { tags.append(tag) }
        case .matching(let matching): self.matching = matching
        case .from(let day): from = day
        case .through(let day): through = day
        case .days(let days): range = days
        case .anyRest: without = []
        }
    }
}
