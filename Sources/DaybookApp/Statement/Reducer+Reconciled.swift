import DaybookCore

extension Reducer {
    /// Asks before a row is changed that was reconciled with a statement.
    mutating func ask(_ action: Action, _ state: inout State) {
        closeMenu(&state)
        state.accounts.asked = action
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
        // These leave the form, which saves what is in it.
        case .money(.save), .money(.edit), .money(.show), .form(.open), .screen(.back), .screen(.details),
            .screen(.openForm):
            formChangesReconciled
        case .outside(.visited(let path)):
            !hasLayer && Route(path: path) != navigation.route && formChangesReconciled
        default: false
        }
    }

    /// True where what is typed of a reconciled entry would change what is in its account, or when.
    private var formChangesReconciled: Bool {
        guard case .entry = navigation.route, let form = entry.form, form.hasChanged, let entry = form.entry,
            case .success(let draft) = form.draft
        else { return false }
        return BookAction.edit(.entry, entry.id, draft.edit(from: entry)).brokenStatement(in: book) != nil
    }
}
