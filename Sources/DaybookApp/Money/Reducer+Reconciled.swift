import DaybookCore

extension Reducer {
    /// Asks before a row is changed that was reconciled with a statement.
    mutating func ask(_ action: Action, _ state: inout State) {
        closeMenu(&state)
        state.money.asked = action
        // The browser has gone already; it gets the step back that the question takes away.
        if case .outside = action { state.navigation.hasStepBack = false }
        open(.reconciled, "reconciled-close", &state)
    }

    /// Statements of a bank.
    mutating func reduce(_ state: inout State, _ action: StatementAction) {
        switch action {
        case .open(let account):
            var form = StatementForm(account: account, day: world.today.text)
            // The balance in the bank's file is offered.
            let book = state.book
            if let closing = book.account(account).flatMap({ $0.openClosing(book.reconciliations.values) }) {
                (form.day, form.balance) = (closing.day.text, closing.balance.number)
            }
            state.money.statement = form
            open(.statement, "statement-balance", &state)
        case .set(.day, let text): state.money.statement?.day = text
        case .set(_, let text): state.money.statement?.balance = text
        case .tick(let id):
            guard var form = state.money.statement else { return }
            if form.ticked.contains(id) { form.ticked.remove(id) } else { form.ticked.insert(id) }
            state.money.statement = form
        case .tickAll(let isOn):
            guard let form = state.money.statement else { return }
            let open = isOn ? (try? state.check(form))?.statement.open ?? [] : []
            state.money.statement?.ticked = EntitySet(open.map { $0.id })
        case .save: saveStatement(&state)
        case .forget(let id): _ = perform([.delete(.reconciliation, id)], &state)
        }
    }

    private mutating func saveStatement(_ state: inout State) {
        guard let form = state.money.statement, let check = try? state.check(form), check.difference.coefficient == 0,
            let changes = Changes.reconciliation(of: form.account, check.statement.balance, on: check.day)
        else { return focus(on: "statement-balance", selectsText: true) }
        var random = world.generator
        let id = EntityID(using: &random)
        switch state.book.reconcile(check.ticked, id, changes, now: now(state), world) {
        case .success(let made): keep(made, &state)
        case .failure(let error): return show(.problem(.item(error)), &state)
        }
        state.money.statement = StatementForm(account: form.account, day: form.day)
        focus(on: "statement-close")
    }
}

extension State {
    /// Tells whether an action changes or deletes a row that was reconciled with a statement.
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
        case .outside(.visited(let path)):
            !hasLayer && Route(path: path) != navigation.route && formChangesReconciled
        default: false
        }
    }

    /// True where what is typed of a reconciled entry would change what is in its account, or when.
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
