import DaybookCore

extension Screens {
    /// The accounts with what is in each, by which entries and transfers can be shown, and what belongs to them.
    var accountPlaces: [Node] {
        let shown = state.shownAccount?.account.id
        var nodes = [
            placeHeading(of: .account),
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
                button(texts(.editAccount), class: "quiet", id: "edit-account", .form(.open(.account, shown))))
        }
        if state.accounts.balances.count > 1 {
            nodes.append(
                button(texts(.newTransfer), class: "quiet", id: "new-transfer", .form(.open(.transfer, nil))))
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
            place(texts(.payees), "", .account(.list(.payee)), id: "payees"),
            place(texts(.rules), "", .account(.list(.rule)), id: "rules"),
            place(texts(.rates), "", .account(.list(.rate)), id: "rates"),
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

    /// Where all that is in an account which nobody made may go.
    func moving(_ account: MoneyAccount) -> Node {
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
        let open: (Event) -> Action = { _ in .form(.open(.transfer, id)) }
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
        case "Delete", "Backspace": return .form(.delete(.transfer, id))
        case "F2", "e": return .form(.open(.transfer, id))
        case "ArrowDown", "j": return .selection(.focusRow(id, by: 1))
        case "ArrowUp", "k": return .selection(.focusRow(id, by: -1))
        default: return nil
        }
    }

    func menu(_ transfer: Transfer, _ x: Int, _ y: Int) -> Node {
        let id = transfer.id
        var entries: [(String, String, Action)] = [(texts(.edit), "details", .form(.open(.transfer, id)))]
        if !transfer.entries.isEmpty {
            entries.append((texts(.partTransfer), "", .account(.part(id))))
        }
        entries.append((texts(.delete), "danger", .form(.delete(.transfer, id))))
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
