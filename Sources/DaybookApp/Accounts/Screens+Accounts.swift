import DaybookCore

extension Screens {
    /// The accounts with what is in each, by which entries and transfers can be shown, and what belongs to them.
    var accountPlaces: [Node] {
        let shown = state.shownAccount?.account.id
        let add = icon(texts(.newAccount), class: "plus", id: "new-account", .account(.open(.account, nil)))
        var nodes = [
            placeHeading(.accounts, add),
            place(
                texts(.allAccounts), "", .account(.show(nil)), id: "place-accounts",
                isOn: shown == nil && state.navigation.route.isOfRows),
        ]
        for account in state.accounts.balances where !account.account.isClosed || account.account.id == shown {
            let id = account.account.id
            nodes.append(
                place(
                    account.account.name, balance(account.balance), .account(.show(id)), id: "place-" + id.text,
                    isOn: shown == id))
        }
        if let problem = state.accounts.problem {
            nodes.append(.element(.p, [.class("problem")], text: texts.problem(problem)))
        } else if let total = try? state.accounts.balances.total, state.accounts.balances.count > 1 {
            nodes.append(.element(.p, [.class("place-sum")], text: texts(.inAllAccounts)))
            nodes += total.all.map { .element(.p, [.class("account-total")], text: texts.sum($0)) } + worthInBase
        }
        if let shown {
            if let owing = state.shownAccount, owing.account.isDebt, owing.balance.coefficient < 0 {
                nodes.append(button(texts(.payOffPlace), class: "quiet", id: "to-pay-off", .forecast(.payOff(shown))))
            }
            nodes.append(
                button(
                    texts(.reconcile), class: "quiet", id: "reconcile", .statement(.open(shown))))
            nodes.append(
                button(texts(.editAccount), class: "quiet", id: "edit-account", .account(.open(.account, shown))))
        }
        if state.accounts.balances.count > 1 {
            nodes.append(
                button(texts(.newTransfer), class: "quiet", id: "new-transfer", .account(.open(.transfer, nil))))
        }
        return nodes + [
            placeHeading(.manage),
            place(texts(.sums), "", .report(.open), id: "place-report", isOn: state.navigation.route == .sums),
            place(
                texts(.questionsPlace), "", .forecast(.questions), id: "place-questions",
                isOn: state.navigation.route == .questions),
            place(
                texts(.forecastPlace), "", .forecast(.open(nil, nil)), id: "place-forecast",
                isOn: state.navigation.route == .forecast),
            place(
                texts(.budgetPlace), "", .budget(.open), id: "place-budget", isOn: state.navigation.route == .budget),
            place(texts(.payees), "", .account(.openPayees), id: "payees"),
            place(texts(.rules), "", .account(.openRules), id: "rules"),
            place(texts(.rates), "", .account(.openRates), id: "rates"),
        ]
    }

    private func balance(_ sum: Sum) -> String { state.accounts.problem == nil ? texts.sum(sum) : "" }

    /// Opens the accounts, where they have no place beside the list.
    var accountsButton: Node {
        .element(
            .button,
            [
                .class("choice"), .id("places"), .isButton, .attribute(.ariaHaspopup, "dialog"),
                .on(.click, .lists(.openPlaces(ofMoney: true))),
            ], text: state.shownAccount?.account.name ?? texts(.accounts))
    }

    /// Tells what is in an account.
    func accountBalance(_ shown: AccountBalance) -> String {
        var text = balance(shown.balance)
        if let settled = state.entries.settled, let open = try? shown.balance.adding(settled.negated) {
            text += " · " + texts(.settledPart, texts.number(settled), texts.number(open))
        }
        return text + (shown.account.isClosed ? texts(.comma) + texts(.closedAccount) : "")
    }

    /// Tells what the dialog of an account or a transfer is called.
    func moneyTitle(_ form: MoneyForm) -> String {
        switch (form.kind, form.id) {
        case (.account, nil): texts(.newAccount)
        case (.account, _): texts(.editAccount)
        case (.payee, nil): texts(.newPayee)
        case (.payee, _): texts(.editPayee)
        case (.rule, nil): texts(.newRule)
        case (.rule, _): texts(.editRule)
        case (.rate, nil): texts(.newRate)
        case (.rate, _): texts(.editRate)
        case (.envelope, nil): texts(.newEnvelope)
        case (.envelope, _): texts(.editEnvelope)
        case (_, nil): texts(.newTransfer)
        default: texts(.editTransfer)
        }
    }

    /// Shows what the dialog of an account or a transfer holds: a control for each field of the kind's list.
    func moneyDialog(_ form: MoneyForm) -> [Node] {
        // The number of entries that a rule would change, once it was tried.
        let writes = form.kind == .rule && isTried(form) ? state.importing.answer?.writes ?? 0 : 0
        let changes = Int(truncatingIfNeeded: writes)
        return [
            .element(
                .form, [.class("fields"), .on(.submit, .account(.save))],
                (form.kind == .rule ? ruleFields(form) : []) + state.parts(of: form).map { control($0, of: form) } + [
                    form.kind == .rule ? rulePart(form) : moneyActions(form),
                    .element(
                        .footer, [.class("actions")],
                        [
                            .element(
                                .button,
                                [
                                    .class(changes == 0 ? "primary save" : "quiet save"), .attribute(.type, "submit"),
                                    .flag(.disabled, !canSave(form)),
                                ], text: isTried(form) ? texts(.save) : texts(.tryRule)),
                            changes == 0
                                ? .empty
                                : button(
                                    texts(.saveAndChange, changes), class: "primary", id: "rule-change",
                                    .account(.saveAndChange)),
                        ]),
                ])
        ]
    }

    /// Tells whether it is known what a form would do, if it is of a rule.
    private func isTried(_ form: MoneyForm) -> Bool {
        form.kind != .rule || state.importing.knows(form.rule)
    }

    private func canSave(_ form: MoneyForm) -> Bool {
        if form.kind == .rule { return !form.rule.isBlank && state.importing.underway == 0 }
        if form.kind == .rate { return !form.text(.rate).isBlank }
        if form.kind != .transfer { return !form.text(.title).isBlank }
        let (from, to) = (form.values[.account]?.entity, form.values[.toAccount]?.entity)
        return from != nil && to != nil && from != to && !form.text(.amount).isBlank
    }

    private func control(_ part: MoneyForm.Part, of form: MoneyForm) -> Node {
        let label = texts.label(part.field, of: form.kind)
        let value = form.values[part.field]
        switch part.shape {
        case .choice(let names):
            return setting(
                label,
                names.indices.map { number in
                    let choice = FieldValue.choice(UInt8(number))
                    return self.choice(
                        texts(Phrase(accountChoice: names[number])), (value?.choice ?? 0) == UInt8(number),
                        .account(.set(part.field, choice)))
                })
        case .entity where form.kind == .envelope:
            let isGroup = part.field == .group
            let envelopes = state.book.budget.envelopes.filter { $0.id != form.id && $0.group == nil }
            let accounts = state.book.accounts.filter { !$0.isClosed || $0.id == value?.entity }
            let offered = isGroup ? envelopes.map { ($0.id, $0.name) } : accounts.map { ($0.id, $0.name) }
            return setting(
                label,
                [choice(isGroup ? "—" : texts(.envelope), value?.entity == nil, .account(.set(part.field, .nothing)))]
                    + offered.map { id, name in
                        choice(name, id == value?.entity, .account(.set(part.field, .entity(id))))
                    })
        case .entity:
            return setting(
                label,
                state.accounts.offered(present: value?.entity).map {
                    choice($0.name, $0.id == value?.entity, .account(.set(part.field, .entity($0.id))))
                })
        default:
            let problem = form.problem?.field == part.field ? form.problem : nil
            let id = "money-" + String(part.field.rawValue)
            let hint =
                part.field == .payeeOf
                ? texts(.otherNamesHint)
                : part.field == .ruleText
                    ? texts(.ruleHint)
                    : form.kind == .account && part.field == .amount
                        ? texts(.openingHint)
                        : part.field == .rate
                            ? texts(.rateHint)
                            : part.field == .target ? texts(.targetHint) : ""
            let isLong = part.field == .payeeOf || part.field == .ruleText
            let other = texts(form.kind == .payee ? .otherPayee : .twoCurrencies)
            return textField(
                id, label, value?.text ?? "", type: isLong ? nil : part.shape == .day ? "date" : "text",
                problem: problem.map { $0.error.map { texts.problem($0) } ?? other } ?? "", hint: hint
            ) { .account(.set(part.field, .text($0))) }
        }
    }

    /// A field to type in, and under it what is wrong with what is there, or else a hint.
    ///
    /// - Parameter type: nil for one of several lines.
    func textField(
        _ id: String, _ label: String, _ value: String, type: String?, problem: String, hint: String = "",
        _ action: @escaping (String) -> Action
    ) -> Node {
        let note = problem.isEmpty ? hint : problem
        return .element(
            .div, [.class("field")],
            [
                .element(.label, [.attribute(.for, id)], text: label),
                .element(
                    type == nil ? .textarea : .input,
                    [
                        .id(id), .attribute(.type, type), .attribute(.rows, type == nil ? "4" : nil),
                        .attribute(.autocomplete, "off"),
                        .attribute(.ariaDescribedby, note.isEmpty ? nil : id + "-hint"),
                        .attribute(.ariaInvalid, problem.isEmpty ? nil : "true"),
                        .attribute(.value, value), .ask(.input) { action($0.text) },
                    ]),
                note.isEmpty
                    ? .empty
                    : .element(.p, [.id(id + "-hint"), .class(problem.isEmpty ? "hint" : "problem")], text: note),
            ])
    }

    /// Closes and deletes an account, or shows one that was closed; deletes a transfer, or takes it apart.
    private func moneyActions(_ form: MoneyForm) -> Node {
        var buttons: [Node] = []
        var heading = Node.empty
        if form.kind == .transfer {
            guard let id = form.id else { return .empty }
            if !form.entries.isEmpty {
                buttons.append(button(texts(.partTransfer), class: "choice", .account(.part(id))))
            }
            buttons.append(button(texts(.deleteTransfer), class: "danger choice", .account(.delete(.transfer, id))))
        } else if form.kind == .payee {
            guard let id = form.id, let payee = state.book.payee(id) else { return .empty }
            buttons = [
                button(
                    texts(.showEntries), class: "choice",
                    .account(.showPayee(state.accounts.payees.meaning(of: payee.name)))),
                button(texts(.deletePayee), class: "danger choice", .account(.delete(.payee, id))),
            ]
        } else if form.kind == .rate {
            guard let id = form.id else { return .empty }
            buttons = [button(texts(.deleteRate), class: "danger choice", .account(.delete(.rate, id)))]
        } else if form.kind == .envelope {
            guard let id = form.id else { return .empty }
            buttons = [button(texts(.deleteEnvelope), class: "danger choice", .account(.delete(.envelope, id)))]
        } else if let id = form.id {
            guard let account = state.book.account(id) else { return .empty }
            guard account.isMade else { return moving(account) }
            buttons = [
                button(
                    texts(account.isClosed ? .reopenAccount : .closeAccount), class: "choice",
                    .account(.close(id, !account.isClosed))),
                button(texts(.deleteAccount), class: "danger choice", .account(.delete(.account, id))),
            ]
        } else {
            buttons = state.accounts.balances.filter { $0.account.isClosed }
                .map { button($0.account.name, class: "choice", .account(.show($0.account.id))) }
            heading = .element(.p, text: texts(.closedAccounts))
        }
        if buttons.isEmpty { return .empty }
        return .element(.div, [.class("field")], [heading] + buttons)
    }

    /// Where all that is in an account which nobody made may go.
    private func moving(_ account: MoneyAccount) -> Node {
        let others = state.accounts.offered(in: account.currency, present: nil).filter { $0.id != account.id }
        if others.isEmpty { return .empty }
        return .element(
            .div, [.class("field")],
            [.element(.p, text: texts(.moveAll))]
                + others.map { button($0.name, class: "choice", .account(.moveAll(account.id, $0.id))) })
    }

    /// The account of what names none, where there is one to choose.
    var defaultAccountSetting: Node {
        let offered = state.book.accounts.filter { !$0.isClosed }
        guard offered.count > 1 else { return .empty }
        let chosen =
            state.book.settings.account.flatMap { id in offered.first { $0.id == id } }
            ?? state.book.defaultAccount(in: state.usualCurrency)
        return setting(
            texts(.usualAccount),
            offered.map { choice($0.name, $0.id == chosen?.id, .account(.makeDefault($0.id))) })
    }

    /// The account of an entry, where there is one to choose.
    func accountControl(_ form: EntryForm) -> Node {
        guard let currency = Currency(form[.currency].trimmed) else { return .empty }
        let present = state.accounts.account(form.account, currency)
        let offered = state.accounts.offered(in: currency, present: present.id)
        guard offered.count > 1 else { return .empty }
        return setting(
            texts(.account),
            offered.map { choice($0.name, $0.id == present.id, .entry(.account($0.isDefault ? nil : $0.id))) })
    }

    /// The controls that say what finishing a to-do books of its amount, where there is something to choose.
    func bookingControls(_ todo: Todo) -> [Node] {
        guard let currency = todo.amount?.currency else { return [] }
        let payer = state.payer(of: todo)
        let into = todo.extraFields[.paysInto]?.entity
        let offered = state.book.accounts.filter {
            $0.currency == currency && (!$0.isClosed || $0.id == payer?.id || $0.id == into)
        }
        func set(_ name: String, _ isOn: Bool, _ field: Field, _ value: FieldValue) -> Node {
            choice(name, isOn, .editing(.set(field, value)))
        }
        var controls: [Node] = []
        if into == nil {
            let isIncome = todo.books == .income
            controls.append(
                setting(
                    texts(.booksLabel),
                    [
                        set(texts(.expense), !isIncome, .books, .nothing),
                        set(texts(.income), isIncome, .books, .choice(1)),
                    ]))
        }
        controls.append(
            setting(
                texts(.estimateLabel),
                [
                    set(texts(.exactAmount), !todo.isAbout, .estimate, .nothing),
                    set(texts(.aboutAmount), todo.isAbout, .estimate, .choice(1)),
                ]))
        guard offered.count > 1 else { return controls }
        controls.append(
            setting(
                texts(.payer), offered.map { set($0.name, $0.id == payer?.id, .account, .entity($0.id)) }))
        controls.append(
            setting(
                texts(.toAccount),
                [set(texts(.noPriority), into == nil, .paysInto, .nothing)]
                    + offered.filter { $0.id != payer?.id }.map {
                        set(texts(.paidInto, $0.name), $0.id == into, .paysInto, .entity($0.id))
                    }))
        return controls
    }

    // MARK: Transfers

    func row(_ shown: EntriesState.ShownTransfer, _ place: (index: Int, count: Int)?, _ after: Node)
        -> Node
    {
        let transfer = shown.transfer
        let id = transfer.id
        let title = state.accounts.title(transfer)
        let open: (Event) -> Action = { _ in .account(.open(.transfer, id)) }
        return .element(
            .li, key: id,
            [
                .class("row entry transfer"), .attribute(.ariaPosinset, place.map { String($0.index + 1) }),
                .attribute(.ariaSetsize, place.map { String($0.count) }),
                .ask(.keydown) { Screens.key(id, $0) },
                .ask(.contextmenu) { .screen(.openMenu(id, x: $0.x, y: $0.y)) },
            ],
            [
                openButton(
                    id, title, transfer.note.isEmpty ? texts(.transfer) : Screens.firstLine(transfer.note), open),
                heldMark(id),
                .element(
                    .span, [.class("amount"), .id("amount-" + id.text), .ask(.click, open)], text: texts.amounts(shown)),
                after, unsyncedMark(transfer.isSynced), moreButton(id, id.text, title),
            ])
    }

    private static func key(_ id: EntityID, _ event: Event) -> Action? {
        guard event.modifiers.subtracting(.repeated).isEmpty else { return nil }
        if event.modifiers.contains(.repeated), event.text.isOne(of: "Delete Backspace") { return .ignore }
        switch event.text {
        case "Delete", "Backspace": return .account(.delete(.transfer, id))
        case "F2", "e": return .account(.open(.transfer, id))
        case "ArrowDown", "j": return .selection(.focusRow(id, by: 1))
        case "ArrowUp", "k": return .selection(.focusRow(id, by: -1))
        default: return nil
        }
    }

    func menu(_ transfer: Transfer, _ x: Int, _ y: Int) -> Node {
        let id = transfer.id
        var entries: [(String, String, Action)] = [(texts(.edit), "details", .account(.open(.transfer, id)))]
        if !transfer.entries.isEmpty {
            entries.append((texts(.partTransfer), "", .account(.part(id))))
        }
        entries.append((texts(.delete), "danger", .account(.delete(.transfer, id))))
        return menu(texts(.more, state.accounts.title(transfer)), entries, x, y)
    }
}

extension Language {
    /// With its sign: `−1,234.50 EUR`.
    func sum(_ sum: Sum) -> String { Self.grouped(sum.shown) + " " + sum.currency.code }

    /// Tells what a transfer comes to in the list of an account, with its sign; else what goes out, and what comes in where that
    /// is another currency.
    func amounts(_ shown: EntriesState.ShownTransfer) -> String {
        let (from, to) = (shown.transfer.from.amount, shown.transfer.to.amount)
        guard let isOut = shown.isOut else {
            return amount(from, .unsorted) + (from.currency == to.currency ? "" : " → " + amount(to, .unsorted))
        }
        return isOut ? amount(from, .expense) : amount(to, .income)
    }
}
