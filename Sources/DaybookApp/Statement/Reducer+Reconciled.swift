import DaybookCore

extension Reducer {
    /// Carries an action out, unless a person is to be asked first: whatever leaves a form writes what is in it.
    @inline(never)
    mutating func carryOutOrAsk(_ action: Action, _ state: inout State) {
        if state.changesReconciled(action) { return ask(action, &state) }
        // Nobody is there to answer what comes from outside: what is typed stays in the form.
        if case .outside = action { return carryOut(action, &state) }
        guard state.formChangesReconciled else { return carryOut(action, &state) }
        // Only on the way it is known what leaves the form.
        let before = state
        carryOut(action, &state)
        guard leavesReconciled else { return }
        state = before
        (effects, next) = ([], [])
        ask(action, &state)
    }

    /// Asks before a row is changed that was reconciled with a statement.
    mutating func ask(_ action: Action, _ state: inout State) {
        closeMenu(&state)
        state.accounts.asked = action
        // The key that was pressed before this one counts for the answer, too.
        state.navigation.awaitsPlace = namesPlace
        // The browser has gone already; it gets the step back that the question takes away.
        if case .outside = action { state.navigation.hasStepBack = false }
        open(.question(.reconciled), &state)
    }
}

extension State {
    /// Tells whether an action changes or deletes a row that was reconciled with a statement.
    func changesReconciled(_ action: Action) -> Bool {
        switch action {
        case .money(.sort(let id, _)), .money(.delete(let id)), .form(.delete(.transfer, let id)):
            book.isReconciled(id)
        case .money(.sortSelected), .money(.markSelected), .money(.deleteSelected), .money(.change(.account)):
            selection.ids.ids.contains { book.isReconciled($0) }
        case .form(.save):
            if let form = form, form.kind == .transfer, let id = form.id,
                let changes = try? changes(of: form)
            {
                BookAction.edit(.transfer, id, changes).brokenStatement(in: book) != nil
            } else {
                false
            }
        case .money(.save):
            // Nothing is saved that can't be taken.
            if case .success? = entry.form?.draft { formChangesReconciled } else { false }
        case .outside(.visited(let path)):
            !hasLayer && Route(path: path) != navigation.route && formChangesReconciled
        default: false
        }
    }

    /// True where what is typed of a reconciled entry would change what is in its account, or when.
    var formChangesReconciled: Bool {
        guard let form = entry.form, form.hasChanged, let entry = form.entry, navigation.route == .entry(entry.id)
        else { return false }
        var typed = form.draft
        // Beside an amount or a day that can't be taken, the rest is written.
        if case .failure = typed { typed = form.draft(isStrict: false) }
        guard case .success(let draft) = typed else { return false }
        return BookAction.edit(.entry, entry.id, draft.edit(from: entry)).brokenStatement(in: book) != nil
    }
}

extension Action {
    /// True where it takes rows of money out of the book.
    var deletesRows: Bool {
        switch self {
        case .money(.delete), .money(.deleteSelected), .form(.delete): true
        default: false
        }
    }
}
