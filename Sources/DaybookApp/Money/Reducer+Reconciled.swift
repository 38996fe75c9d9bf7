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
        guard let form = state.money.statement, let check = try? state.check(form) else {
            return focus(on: "statement-balance", selectsText: true)
        }
        var random = world.generator
        do throws(ItemError) {
            let actions = try check.statement.reconciling(check.ticked, as: EntityID(using: &random))
            guard perform(actions, &state) != nil else { return }
        } catch {
            show(.problem(.item(error)), &state)
            return focus(on: "statement-balance", selectsText: true)
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
        case .account(.save):
            if let form = money.dialog, form.kind == .transfer, let id = form.id, let changes = try? changes(of: form) {
                BookAction.edit(.transfer, id, changes).brokenStatement(in: book) != nil
            } else {
                false
            }
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
            case .success(let draft) = form.draft
        else { return false }
        return BookAction.edit(.entry, entry.id, draft.edit(from: entry)).brokenStatement(in: book) != nil
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
