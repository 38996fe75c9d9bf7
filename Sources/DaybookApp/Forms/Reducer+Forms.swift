import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: FormAction) {
        closeMenu(&state)
        switch action {
        case .open(let kind, let id):
            openForm(kind, id, &state)
            for typed in state.drafts.take(.dialog(kind), id)?.all ?? [] { state.form?.set(typed.field, typed.value) }
        case .name(let name):
            openForm(.payee, nil, &state)
            state.form?.values[.title] = .text(name)
        case .propose(let text):
            state.form = KindForm(nil, text)
            state.importing.begin(.rule)
            open(.form, KindForm.id(.ruleText), &state)
        case .set(let field, let value): state.form?.set(field, value)
        case .turnRule: state.form?.turnRule()
        case .save: save(&state)
        case .saveAndChange:
            guard let form = state.form, state.importing.knows(form.rule) else { return }
            let count = state.importing.answer?.writes ?? 0
            save(&state)
            if state.form == nil { next.append(.importing(.runLater(count))) }
        case .move(let kind, let id, let isDown):
            let book = state.book
            let actions =
                switch kind {
                case .list: book.lists.moving(id, isDown: isDown) { !$0.isArchived }
                case .filter: book.filters.moving(id, isDown: isDown) { _ in true }
                default: book.rules.moving(id, isDown: isDown) { _ in true }
                }
            _ = perform(actions, &state)
        case .delete(.list, let id) where state.navigation.overlay != .question(.list(id)):
            if state.book.list(id) != nil { open(.question(.list(id)), "delete-list", &state) }
        case .delete(let kind, let id): delete(kind, id, &state)
        }
    }

    private mutating func openForm(_ kind: Kind, _ id: EntityID?, _ state: inout State) {
        leaveFields(&state)
        let today = world.today
        // The field that is typed in first; nil for the cross.
        var first: Field? = id == nil ? .title : nil
        // Also where an address led to it, what is in the accounts is known.
        if kind.isOfMoney { state.refreshMoney(today: today) }
        switch kind {
        case .rule:
            guard let rule = id.flatMap({ state.book.rule($0) }) else { return reduce(&state, FormAction.propose("")) }
            state.form = KindForm(rule, rule.text)
            state.importing.begin(.rule)
        case .account:
            state.form =
                id == nil
                ? KindForm(currency: state.entryCurrency, today: today)
                : id.flatMap { state.book.account($0) }.map { KindForm($0) }
        case .payee:
            let payee = id.flatMap { state.book.payee($0) }
            state.form = KindForm(payee, state.accounts.payees)
            if payee == nil { first = .title }
        case .rate:
            let rate = id.flatMap { state.book.rate($0) }
            let hole = state.report.sums.inBase?.missing.first ?? state.accounts.worth?.missing.first
            state.form =
                rate.map { KindForm(kind, $0.id, state.book.record($0.id)) }
                ?? KindForm(hole, in: state.usualCurrency, today: today)
            first = rate != nil ? nil : hole == nil ? .rateFrom : .rate
        case .transfer:
            first = nil
            if let transfer = id.flatMap({ state.book.transfer($0) }) {
                let (from, to) = (state.accounts.account(transfer.from).id, state.accounts.account(transfer.to).id)
                state.form = KindForm(transfer, from: from, to: to)
            } else if id == nil {
                let offered = state.accounts.offered(present: nil)
                let from = state.recordingAccount ?? offered.first
                state.form = KindForm(
                    from: from?.id, to: offered.first { $0.id != from?.id }?.id, today: today)
            }
        default:
            let record = id.map { state.book.record($0) }
            state.form = KindForm(kind, id, record)
            // The words that are looked for now are a query, too.
            if kind == .filter, id == nil { state.form?.values[.query] = .text(state.todos.query.text) }
            if let template = record.flatMap({ Template($0) }) { state.form?.values[.line] = .text(template.todo) }
            if kind == .envelope, let envelope = id.flatMap({ state.book.envelope($0) }) { state.form?.fill(envelope) }
            first = .title
        }
        guard state.form != nil else { return }
        if let first { open(.form, KindForm.id(first), &state) } else { open(.form, &state) }
    }

    private mutating func save(_ state: inout State) {
        guard let form = state.form else { return }
        if form.kind == .payee { return savePayee(form, &state) }
        if form.kind == .rule, !state.importing.knows(form.rule) { return next.append(.importing(.tryRule(form.rule))) }
        if form.kind == .rate { return saveRate(form, &state) }
        let changes: Changes
        do throws(KindForm.Problem) {
            if form.kind == .filter, let error = state.problem(ofQuery: form.text(.query), world) {
                throw KindForm.Problem(field: .query, error: nil, query: error)
            }
            changes = try state.changes(of: form)
        } catch { return mend(error, &state) }
        var random = world.generator
        let id = form.id ?? EntityID(using: &random)
        guard perform(form.id == nil ? .add(form.kind, id, changes) : .edit(form.kind, id, changes), &state) else {
            return
        }
        if form.kind == .list || form.kind == .filter {
            // A new thing is to be seen.
            if state.todos.filter.isByDay { state.todos.filter = .all }
            state.lists.shown = form.kind == .list ? .list(id) : .filter(id)
        }
        closeOverlay(&state)
        guard form.id == nil, form.kind == .account || form.kind == .transfer else { return }
        state.refreshMoney(today: world.today)
        if form.kind == .account { return reduce(&state, AccountAction.show(id)) }
        // A transfer that was recorded is to be seen.
        if !state.entries.shows(id) { state.entries.filter = EntryFilter() }
        if let transfer = state.book.transfer(id) { show(.transferred(state.accounts.title(transfer)), &state) }
        state.refreshMoney(today: world.today)
        scroll(to: max(0, state.entries.top(of: id) - ListLayout.headingHeight), &state)
    }

    /// Shows what keeps a form from being saved.
    mutating func mend(_ problem: KindForm.Problem, _ state: inout State) {
        state.form?.problem = problem
        focus(on: KindForm.id(problem.field), selectsText: problem.query == nil)
    }

    /// Saves a rate, as one step: that of another day or other currencies takes the place of the one that was opened.
    private mutating func saveRate(_ form: KindForm, _ state: inout State) {
        let rate: Rate
        do throws(KindForm.Problem) { rate = try state.rate(of: form) } catch { return mend(error, &state) }
        var actions = [BookAction.add(.rate, rate.id, rate.changes)]
        if let id = form.id, id != rate.id { actions.append(.delete(.rate, id)) }
        guard perform(actions, &state) != nil else { return }
        closeOverlay(&state)
        state.refreshMoney(today: world.today)
    }

    private mutating func delete(_ kind: Kind, _ id: EntityID, _ state: inout State) {
        let neighbour = state.entries.neighbour(of: id)
        var actions = [BookAction.delete(kind, id)]
        if kind == .payee, let payee = state.book.payee(id) { actions = state.accounts.payees.deleting(payee) }
        if kind == .transfer, let transfer = state.book.transfer(id) { actions = state.book.deleting(transfer) }
        guard let name = state.name(of: kind, id), perform(actions, &state) != nil else { return }
        if kind == .list { state.form = nil }
        closeOverlay(&state)
        if kind == .rate { state.refreshMoney(today: world.today) }
        if kind == .transfer { focus(neighbour, &state) }
        show(.deleted(1, name), &state)
    }
}

extension State {
    /// Tells what a thing with a form is called; nil where there is none.
    func name(of kind: Kind, _ id: EntityID) -> String? {
        switch kind {
        case .rate: book.rate(id).map { $0.from.code + " → " + $0.to.code }
        case .account: book.account(id)?.name
        case .transfer: book.transfer(id).map { accounts.title($0) }
        default: kind.title(in: book.record(id))
        }
    }

    /// Says why a query can't be read.
    fileprivate func problem(ofQuery text: String, _ world: World) -> QueryError? {
        do throws(QueryError) { _ = try matcher(of: TodoQuery(text), world) } catch { return error }
        return nil
    }
}
