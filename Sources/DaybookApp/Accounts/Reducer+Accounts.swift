import DaybookCore

extension Reducer {
    /// Accounts and transfers.
    mutating func reduce(_ state: inout State, _ action: AccountAction) {
        closeMenu(&state)
        switch action {
        case .show(let id):
            let shown = id.flatMap { id in state.accounts.balances.first { $0.account.id == id } }
            state.entries.wantedAccount = nil
            state.entries.filter.account = shown.map { state.accounts.scope(of: $0.account) }
            scrollToTop(&state)
            if state.navigation.overlay != .none { closeOverlay(&state) }
            let route = state.navigation.route
            if !route.isOfRows, state.navigation.window.hasSideBar || (route != .sums && route != .budget) {
                leave(&state)
            }
            state.refreshMoney(today: world.today)
            showFound(&state)
        case .showPayee(let payee):
            state.entries.filter.payee = payee.map { PayeeScope($0, state.accounts.payees) }
            // Without its form the list of payees doesn't come back.
            state.accounts.dialog = nil
            scrollToTop(&state)
            if state.navigation.overlay != .none { closeOverlay(&state) }
            state.refreshMoney(today: world.today)
            showFound(&state)
        case .openPayees:
            state.refreshMoney(today: world.today)
            open(.payees, &state)
        case .openRules: open(.rules, &state)
        case .openRates: open(.rates, &state)
        case .propose(let text):
            state.accounts.dialog = MoneyForm(nil, text)
            state.importing.begin(.rule)
            open(.money, "money-" + String(Field.ruleText.rawValue), &state)
        case .moveRule(let id, let isDown):
            _ = perform(state.book.rules.moving(id, isDown: isDown) { _ in true }, &state)
        case .applyRules: next.append(.importing(.previewRules))
        case .open(let kind, let id):
            openForm(kind, id, &state)
            for typed in state.drafts.take(.dialog(kind), id)?.all ?? [] {
                state.accounts.dialog?.set(typed.field, typed.value)
            }
        case .set(let field, let value): state.accounts.dialog?.set(field, value)
        case .setRule(let place, let text):
            if let part = RuleForm.Part(rawValue: place) { state.accounts.dialog?.set(part, text) }
        case .turnRule: state.accounts.dialog?.turnRule()
        case .saveAndChange:
            guard let form = state.accounts.dialog, state.importing.knows(form.rule) else { return }
            let count = state.importing.answer?.writes ?? 0
            save(&state)
            if state.accounts.dialog == nil { next.append(.importing(.runLater(count))) }
        case .save: save(&state)
        case .close(let id, let isClosed):
            var changes = Changes()
            changes[.closedAt] = isClosed ? .time(now(state)) : .nothing
            guard perform(.edit(.account, id, changes), &state) else { return }
            closeOverlay(&state)
        case .delete(let kind, let id): delete(kind, id, &state)
        case .makeDefault(let id): set(.defaultAccount, to: id.bytes, &state)
        case .moveAll(let id, let other): moveAll(id, to: other, &state)
        case .part(let id): part(id, &state)
        case .confirm:
            guard let asked = state.accounts.asked else { return }
            state.accounts.asked = nil
            state.navigation.overlay = state.accounts.dialog == nil ? .none : .money
            carryOut(asked, &state)
            if case .outside(.visited(let path)) = asked { effects.append(.visit(path, replaces: true)) }
        case .join: join(&state)
        }
    }

    private mutating func openForm(_ kind: Kind, _ id: EntityID?, _ state: inout State) {
        leaveFields(&state)
        // Also where an address led to it, what is in the accounts is known.
        state.refreshMoney(today: world.today)
        let today = world.today
        if kind == .account {
            guard let id else {
                state.accounts.dialog = MoneyForm(currency: state.entryCurrency, today: today)
                return open(.money, "money-" + String(Field.title.rawValue), &state)
            }
            state.accounts.dialog = state.book.account(id).map { MoneyForm($0) }
        } else if kind == .payee {
            let payee = id.flatMap { state.book.payee($0) }
            state.accounts.dialog = MoneyForm(payee, state.accounts.payees)
            if payee == nil { return open(.money, "money-" + String(Field.title.rawValue), &state) }
        } else if kind == .rule {
            guard let rule = id.flatMap({ state.book.rule($0) }) else {
                return reduce(&state, AccountAction.propose(""))
            }
            state.accounts.dialog = MoneyForm(rule, rule.text)
            state.importing.begin(.rule)
        } else if kind == .rate {
            guard let rate = id.flatMap({ state.book.rate($0) }) else {
                let hole = state.report.sums.inBase?.missing.first ?? state.accounts.worth?.missing.first
                state.accounts.dialog = MoneyForm(hole, in: state.usualCurrency, today: today)
                return open(.money, "money-" + String((hole == nil ? Field.rateFrom : .rate).rawValue), &state)
            }
            state.accounts.dialog = MoneyForm(rate)
        } else if kind == .envelope {
            state.accounts.dialog = MoneyForm(id.flatMap { state.book.envelope($0) })
            return open(.money, "money-" + String(Field.title.rawValue), &state)
        } else if let transfer = id.flatMap({ state.book.transfer($0) }) {
            state.accounts.dialog = MoneyForm(
                transfer, from: state.accounts.account(transfer.from).id, to: state.accounts.account(transfer.to).id)
        } else if id == nil {
            let offered = state.accounts.offered(present: nil)
            let from = state.recordingAccount ?? offered.first
            state.accounts.dialog = MoneyForm(
                from: from?.id, to: offered.first { $0.id != from?.id }?.id, today: today)
        }
        if state.accounts.dialog != nil { open(.money, &state) }
    }

    private mutating func save(_ state: inout State) {
        guard let form = state.accounts.dialog else { return }
        if form.kind == .payee { return savePayee(form, &state) }
        if form.kind == .rule, !state.importing.knows(form.rule) { return next.append(.importing(.tryRule(form.rule))) }
        if form.kind == .rate { return saveRate(form, &state) }
        let changes: Changes
        do throws(MoneyForm.Problem) { changes = try state.changes(of: form) } catch { return mend(error, &state) }
        var random = world.generator
        let id = form.id ?? EntityID(using: &random)
        guard perform(form.id == nil ? .add(form.kind, id, changes) : .edit(form.kind, id, changes), &state) else {
            return
        }
        closeOverlay(&state)
        guard form.id == nil, form.kind != .envelope else { return }
        state.refreshMoney(today: world.today)
        if form.kind == .account { return reduce(&state, AccountAction.show(id)) }
        // A transfer that was recorded is to be seen.
        if !state.entries.shows(id) { state.entries.filter = EntryFilter() }
        if let transfer = state.book.transfer(id) { show(.transferred(state.accounts.title(transfer)), &state) }
        state.refreshMoney(today: world.today)
        scroll(to: max(0, state.entries.top(of: id) - ListLayout.headingHeight), &state)
    }

    /// Shows what keeps a form from being saved.
    private mutating func mend(_ problem: MoneyForm.Problem, _ state: inout State) {
        state.accounts.dialog?.problem = problem
        focus(on: "money-" + String(problem.field.rawValue), selectsText: true)
    }

    /// Saves a rate, as one step: that of another day or other currencies takes the place of the one that was opened.
    private mutating func saveRate(_ form: MoneyForm, _ state: inout State) {
        let rate: Rate
        do throws(MoneyForm.Problem) { rate = try state.rate(of: form) } catch { return mend(error, &state) }
        var actions = [BookAction.add(.rate, rate.id, rate.changes)]
        if let id = form.id, id != rate.id { actions.append(.delete(.rate, id)) }
        guard perform(actions, &state) != nil else { return }
        closeOverlay(&state)
        state.refreshMoney(today: world.today)
    }

    /// Deletes an account, or a transfer with the entries of which it was made.
    private mutating func delete(_ kind: Kind, _ id: EntityID, _ state: inout State) {
        if kind == .payee {
            guard let payee = state.book.payee(id), perform(state.accounts.payees.deleting(payee), &state) != nil else {
                return
            }
            closeOverlay(&state)
            return show(.deleted(1, payee.name), &state)
        }
        if kind == .rule {
            guard let rule = state.book.rule(id), perform([.delete(.rule, id)], &state) != nil else { return }
            closeOverlay(&state)
            return show(.deleted(1, rule.text), &state)
        }
        if kind == .rate {
            guard let rate = state.book.rate(id), perform([.delete(.rate, id)], &state) != nil else { return }
            closeOverlay(&state)
            state.refreshMoney(today: world.today)
            return show(.deleted(1, rate.from.code + " → " + rate.to.code), &state)
        }
        let next = state.entries.neighbour(of: id)
        let transfer = state.book.transfer(id)
        let name =
            transfer.map { state.accounts.title($0) } ?? state.book.account(id)?.name ?? state.book.envelope(id)?.name
            ?? ""
        let actions = transfer.map { state.book.deleting($0) } ?? [.delete(kind, id)]
        guard perform(actions, &state) != nil else { return }
        closeOverlay(&state)
        if kind == .transfer { focus(next, &state) }
        show(.deleted(1, name), &state)
    }

    /// Moves all that an account has to another, as one step.
    private mutating func moveAll(_ id: EntityID, to other: EntityID, _ state: inout State) {
        guard let from = state.book.account(id), let to = state.book.account(other) else { return }
        let book = state.book
        let move = AccountMove(
            from: from, to: to, among: book.accounts, book.entries.all, book.transfers.values
        ) { book.isReconciled($0) }
        guard perform(move.actions, &state) != nil else { return }
        closeOverlay(&state)
        reduce(&state, AccountAction.show(other))
        show(.movedAll(move.count, to.name), &state)
    }

    /// Takes a transfer apart.
    private mutating func part(_ id: EntityID, _ state: inout State) {
        guard let transfer = state.book.transfer(id),
            perform(state.book.parting(transfer), &state, isAsked: false) != nil
        else { return }
        closeOverlay(&state)
    }

    /// Makes a transfer of what went out and what came in, which are marked.
    private mutating func join(_ state: inout State) {
        guard let (from, to) = state.joinable, let transfer = join(from, to, &state) else { return }
        endSelecting(&state)
        state.refreshMoney(today: world.today)
        show(.transferred(state.accounts.title(transfer)), &state)
    }

    /// Makes a transfer of what went out and what came in.
    mutating func join(_ from: Entry, _ to: Entry, _ state: inout State) -> Transfer? {
        switch state.book.joining(from: from, to: to) {
        case .success(let made): return perform(made.actions, &state) != nil ? state.book.transfer(made.id) : nil
        case .failure(let error):
            show(.problem(.item(error)), &state)
            return nil
        }
    }
}

extension State {
    /// The two entries that are marked, if they may be the two sides of a transfer.
    var joinable: (from: Entry, to: Entry)? {
        guard selection.ids.count == 2 else { return nil }
        let entries = selectedEntries
        guard let from = entries.first(where: { $0.kind == .expense }), let out = from.amount,
            let to = entries.first(where: { $0.kind == .income }), let into = to.amount, Transfer.mayBeSides(out, into),
            accounts.account(from.extraFields[.account]?.entity, out.currency)
                != accounts.account(to.extraFields[.account]?.entity, into.currency)
        else { return nil }
        return (from, to)
    }
}
