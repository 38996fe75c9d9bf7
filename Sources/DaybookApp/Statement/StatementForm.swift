import DaybookCore

/// A statement of a bank that is being held against the rows of its account.
public struct StatementForm: Equatable {
    let account: EntityID
    /// The day and the balance as they are typed.
    var day: String
    var balance = ""
    /// The rows that the statement has, too: entries and transfers.
    var ticked = EntitySet()
    /// True where a person said something in it.
    fileprivate var isTyped = false

    /// The sum of the rows beside it.
    struct Check {
        let day: CivilDate
        let statement: StatementCheck
        let ticked: [StatementRow]
        let difference: Sum
    }
}

extension StatementForm {
    /// The text that is typed in it.
    var draft: Draft {
        var values = FieldValues()
        if isTyped {
            (values[.day], values[.amount]) = (.text(day), .text(balance))
            values[.tag] = .texts(ticked.ids.map { $0.text })
        }
        return Draft(.statement, account, values)
    }
}

/// The statements of a bank.
public struct StatementState {
    /// The statement that is held against the rows of its account; nil while none is.
    public private(set) var form: StatementForm?
}

extension StatementState {
    mutating func reduce(_ action: StatementAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .open(let account):
            var form = StatementForm(account: account, day: app.world.today.text)
            // The balance in the bank's file is offered.
            let book = state.book
            if let closing = book.account(account).flatMap({ $0.openClosing(book.reconciliations.values) }) {
                (form.day, form.balance) = (closing.day.text, closing.balance.number)
            }
            self.form = form
            app.next.append(.screen(.open(.statement, focus: "statement-balance")))
        case .set(let field, let text):
            if field == .day { form?.day = text } else { form?.balance = text }
            form?.isTyped = true
        case .tick(let id):
            guard var form else { return }
            if form.ticked.contains(id) { form.ticked.remove(id) } else { form.ticked.insert(id) }
            form.isTyped = true
            self.form = form
        case .tickAll(let isOn):
            guard let form else { return }
            let open = isOn ? (try? state.check(form))?.statement.open ?? [] : []
            self.form?.ticked = EntitySet(open.map { $0.id })
            self.form?.isTyped = true
        case .save: save(state, &app)
        case .saved:
            form = form.map { StatementForm(account: $0.account, day: $0.day) }
            app.focus(on: "statement-close")
        case .forget(let id): app.next.append(.perform([.delete(.reconciliation, id)]))
        case .close: form = nil
        }
    }

    /// Says again what was typed before.
    mutating func take(_ typed: FieldValues?) {
        guard let typed, var form else { return }
        (form.day, form.balance, form.isTyped) = (typed[.day]?.text ?? "", typed[.amount]?.text ?? "", true)
        form.ticked = EntitySet((typed[.tag]?.texts ?? []).compactMap { EntityID($0) })
        self.form = form
    }

    private func save(_ state: State, _ app: inout Reducer) {
        guard let form, let check = try? state.check(form) else {
            return app.focus(on: "statement-balance", selectsText: true)
        }
        var random = app.world.generator
        do throws(ItemError) {
            let actions = try check.statement.reconciling(check.ticked, as: EntityID(using: &random))
            app.next.append(.perform(actions, then: [.statement(.saved)]))
        } catch {
            app.next.append(.say(.problem(.item(error))))
            app.focus(on: "statement-balance", selectsText: true)
        }
    }
}

extension State {
    /// Tells what the statement in the form comes to.
    ///
    /// - Returns: nil where the balance is in another currency than the account.
    /// - Throws: the field to mend.
    func check(_ form: StatementForm) throws(KindForm.Problem) -> StatementForm.Check? {
        guard let account = book.account(form.account) else { return nil }
        guard let day = CivilDate(typed: form.day) else {
            throw KindForm.Problem(field: .day, error: .badDay(form.day))
        }
        do throws(ItemError) {
            let said = try balance(form.balance, in: account.currency)
            guard said.amount.currency == account.currency else { return nil }
            let sum = said.isOwed ? Sum(said.amount).negated : Sum(said.amount)
            let statement = try StatementCheck(
                of: account, sum, on: day, book.rows(of: account, accounts.scope(of: account)))
            let ticked = statement.open.filter { form.ticked.contains($0.id) }
            return StatementForm.Check(
                day: day, statement: statement, ticked: ticked, difference: try statement.difference(with: ticked))
        } catch {
            throw KindForm.Problem(field: .amount, error: error)
        }
    }
}

extension LocalBook {
    /// The entries of an account and its sides of transfers, each with the statement that has it.
    func rows(of account: MoneyAccount, _ scope: AccountScope) -> [StatementRow] {
        func row(_ source: StatementRow.Source) -> StatementRow {
            let row = StatementRow(source, number: 0, reconciliation: nil)
            return StatementRow(source, number: 0, reconciliation: reconciliation(of: row.id, row.field))
        }
        var filter = EntryFilter(kinds: [.income, .expense])
        filter.account = scope
        var rows = Entries(entries.sections(filter)).map { row(.entry($0)) }
        for transfer in transfers.values {
            if scope.contains(transfer.from) { rows.append(row(.side(transfer, isOut: true))) }
            if scope.contains(transfer.to) { rows.append(row(.side(transfer, isOut: false))) }
        }
        return rows
    }

    /// The statement that has an entry, or a side of a transfer; nil if none has.
    private func reconciliation(of id: EntityID, _ field: Field) -> EntityID? {
        guard let statement = records[id]?[field].flatMap({ EntityID(bytes: $0.value) }),
            // One that was deleted holds nothing any more.
            reconciliations.contains(statement)
        else { return nil }
        return statement
    }

    /// Tells whether an entry, or a side of a transfer, was reconciled with a statement.
    func isReconciled(_ id: EntityID) -> Bool { reconciliation(ofRow: id) != nil }
}
