import DaybookCore

extension Screens {
    /// How many rows are listed: the newest.
    private static let mostRows = 300

    /// A statement of the bank beside the rows of its account, and the statements that were.
    func statementDialog(_ form: StatementForm) -> [Node] {
        let (check, problem): (StatementForm.Check?, KindForm.Problem?)
        do throws(KindForm.Problem) { (check, problem) = (try state.check(form), nil) } catch {
            (check, problem) = (nil, error)
        }
        // Nobody has done anything wrong before the first key.
        let isBlank = form.balance.isBlank && problem?.field == .amount
        let words = problem?.error.map { texts.problem($0) } ?? (check == nil ? texts(.otherCurrency) : "")
        return [
            .element(
                .form, [.class("fields statement"), .on(.submit, .statement(.save))],
                [
                    textField(
                        "statement-day", texts(.statementDay), form.day, type: "date",
                        problem: problem?.field == .day ? words : ""
                    ) { .statement(.set(.day, $0)) },
                    textField(
                        "statement-balance", texts(.statementBalance), form.balance, type: "text",
                        problem: problem?.field == .day || isBlank ? "" : words, hint: texts(.statementHint)
                    ) { .statement(.set(.amount, $0)) },
                ] + (check.map { rows($0, form) } ?? []) + [
                    .element(
                        .footer, [.class("actions")],
                        [
                            .element(
                                .button,
                                [
                                    .class("primary save"), .attribute(.type, "submit"),
                                    .flag(.disabled, check?.difference.coefficient != 0),
                                ], text: texts(.reconcileRows, check?.ticked.count ?? 0))
                        ])
                ] + statements(of: form.account))
        ]
    }

    /// The rows to tick, and what is missing still.
    private func rows(_ check: StatementForm.Check, _ form: StatementForm) -> [Node] {
        let open = Array(check.statement.open.reversed())
        let difference = check.difference
        let older = open.count - Self.mostRows
        let areAllTicked = check.ticked.count == open.count
        return [
            .element(
                .p, [.class("totals"), .attribute(.ariaLive, "polite")],
                text: difference.coefficient == 0
                    ? texts(.noDifference) : texts(.difference, texts.sum(difference))),
            open.isEmpty
                ? .element(.p, [.class("hint")], text: texts(.noOpenRows))
                : button(
                    texts(areAllTicked ? .tickNone : .tickAll), class: "choice", id: "statement-all",
                    .statement(.tickAll(!areAllTicked))),
            .element(
                .div, [.class("payees"), .attribute(.role, "group"), .label(texts(.statementRows))],
                open.prefix(Self.mostRows).map { row in
                    .element(
                        .button,
                        [
                            .class("place"), .isButton, .state(.ariaPressed, form.ticked.contains(row.id)),
                            .on(.click, .statement(.tick(row.id))),
                        ],
                        [
                            .element(.span, [.class("account-name")], text: title(row)),
                            .element(
                                .span, [.class("account-sum")],
                                text: texts.day(row.day) + " · " + texts.sum(row.sum)),
                        ])
                }),
            older > 0 ? .element(.p, [.class("hint")], text: texts(.olderRows, older)) : .empty,
        ]
    }

    private func title(_ row: StatementRow) -> String {
        switch row.source {
        case .entry(let entry): title(entry)
        case .side(let transfer, _): state.accounts.title(transfer)
        }
    }

    /// The statements that the account was reconciled with, the newest first.
    private func statements(of account: EntityID) -> [Node] {
        let statements = state.book.reconciliations.values.filter { $0.account == account }
            .sorted { ($1.day, $0.id) < ($0.day, $1.id) }
        if statements.isEmpty { return [] }
        return [.element(.h3, text: texts(.statements))]
            + statements.map { statement in
                .element(
                    .div, [.class("field downloads")],
                    [
                        .element(.span, text: texts.day(statement.day) + texts(.colon) + texts.sum(statement.balance)),
                        button(
                            texts(.forgetStatement), class: "choice", .statement(.forget(statement.id))),
                    ])
            }
    }
}
