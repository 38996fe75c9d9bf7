import DaybookCore

extension Reducer {
    /// Asks before a row is changed that was reconciled with a statement.
    mutating func ask(_ action: Action, _ state: inout State) {
        closeMenu(&state)
        state.money.asked = action
        open(.reconciled, "reconciled-close", &state)
    }
}

extension State {
    /// Whether an action changes or deletes a row that was reconciled with a statement.
    func changesReconciled(_ action: Action) -> Bool {
        switch action {
        case .money(.sort(let id, _)), .money(.delete(let id)), .account(.delete(.transfer, let id)):
            book.isReconciled(id)
        case .money(.sortSelected), .money(.markSelected), .money(.deleteSelected):
            selection.ids.ids.contains { book.isReconciled($0) }
        case .account(.save): money.dialog?.id.map { book.isReconciled($0) } ?? false
        // These leave the form, which saves what is in it.
        case .money(.save), .money(.edit), .money(.show), .account(.open), .screen(.back), .screen(.details),
            .screen(.openForm):
            formChangesReconciled
        default: false
        }
    }

    /// Whether what is typed of a reconciled entry would change what is in its account, or when.
    private var formChangesReconciled: Bool {
        guard case .entry = navigation.route, let form = money.form, form.hasChanged, let entry = form.entry,
            book.isReconciled(entry.id), case .success(let draft) = form.draft
        else { return false }
        let edit = draft.edit(from: entry)
        return [Field.amount, .kind, .day, .account].contains { edit[$0] != nil }
    }
}

extension Screens {
    /// Asks whether a row that was reconciled is to be changed.
    var reconciledQuestion: [Node] {
        [
            .element(.p, text: texts(.reconciled)),
            .element(
                .footer, [.class("actions")],
                [
                    button(texts(.cancel), class: "quiet", .screen(.closeOverlay)),
                    button(texts(.changeReconciled), class: "primary", id: "reconciled-change", .account(.confirm)),
                ]),
        ]
    }
}
