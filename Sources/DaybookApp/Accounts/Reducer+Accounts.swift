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
            state.form = nil
            scrollToTop(&state)
            if state.navigation.overlay != .none { closeOverlay(&state) }
            state.refreshMoney(today: world.today)
            showFound(&state)
        case .list(let kind):
            if kind == .payee { state.refreshMoney(today: world.today) }
            open(.things(kind), &state)
        case .applyRules: next.append(.importing(.previewRules))
        case .close(let id, let isClosed):
            var changes = Changes()
            changes[.closedAt] = isClosed ? .time(now(state)) : .nothing
            guard perform(.edit(.account, id, changes), &state) else { return }
            closeOverlay(&state)
        case .makeDefault(let id): set(.defaultAccount, to: id.bytes, &state)
        case .moveAll(let id, let other): moveAll(id, to: other, &state)
        case .part(let id): part(id, &state)
        case .confirm:
            guard let asked = state.accounts.asked else { return }
            state.accounts.asked = nil
            mayChangeReconciled = true
            state.navigation.overlay = state.form == nil ? .none : .form
            carryOut(asked, &state)
            if case .outside(.visited(let path)) = asked { effects.append(.visit(path, replaces: true)) }
        case .join: join(&state)
        }
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
