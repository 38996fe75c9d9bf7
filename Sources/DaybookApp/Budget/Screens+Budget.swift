import DaybookCore

extension Screens {
    /// The budget, in the place of the list.
    var budgetScreen: [Node] {
        let budget = state.budget
        return [
            bar, budgetTools,
            .element(
                .div,
                [.id("budget"), .class("report budget scroller"), .attribute(.dataState, budget.column.rawValue)],
                [
                    budget.problem.map { .element(.p, [.class("problem")], text: texts.problem($0)) } ?? .empty,
                    budget.begun.fill.map { filling($0) } ?? .empty,
                    budget.page.map { pool($0) } ?? .empty,
                    budget.page.map { lines($0) } ?? .empty,
                    proposal,
                ]),
            .empty, entryFooter,
        ]
    }

    /// Beside it, the rows, moves and cells behind a number.
    var budgetPane: Node {
        guard let page = state.budget.page, state.budget.shown != nil else {
            return .element(.p, [.class("side-hint")], text: texts(.budgetHint))
        }
        let title = name(of: state.budget.shown == BudgetState.pool ? nil : state.budget.shown)
        return .element(
            .div, [.class("detail sums")],
            [.element(.div, [.class("fields")], [.element(.h2, [.isOwnWords], text: title)] + why(page))])
    }

    private var periodName: String {
        guard let plan = state.budget.sheet?.plan, let page = state.budget.page else { return "" }
        let day = plan.periods.start(of: page.period)
        return plan.periods == .usual ? texts.day(day, isMonth: true) : texts.day(day)
    }

    private var budgetTools: Node {
        let own = state.book.accounts.filter { $0.isOnBudget }.map { $0.currency } + [state.usualCurrency]
        var currencies: [Currency] = []
        for currency in own where !currencies.contains(currency) { currencies.append(currency) }
        let shown = state.budget.sheet?.plan.currency
        return .element(
            .div, [.class("tools report-tools")],
            [
                .element(
                    .div, [.class("steps")],
                    [
                        icon(texts(.rangeBefore), class: "back", .budget(.step(-1))),
                        .element(.h2, [.attribute(.ariaLive, "polite")], text: periodName),
                        icon(texts(.rangeAfter), class: "back forth", .budget(.step(1))),
                    ]),
                currencies.count == 1
                    ? .empty
                    : choices(
                        "filters", texts(.currency),
                        currencies.map { choice($0.code, $0 == shown, .budget(.currency($0))) }),
                state.navigation.window.hasSideBar
                    ? .empty
                    : choices(
                        "filters", texts(.budgetPlace),
                        BudgetState.Column.allCases.map {
                            choice(texts.column($0), $0 == state.budget.column, .budget(.column($0)))
                        }),
                button(texts(.newEnvelope), class: "choice", id: "new-envelope", .form(.open(.envelope, nil))),
                state.book.budget.envelopes.contains { $0.extraFields[.target] != nil }
                    ? button(texts(.fillTargets), class: "choice", id: "fill", .budget(.askFill(true))) : .empty,
                button(texts(.periods), class: "choice", id: "periods", .settings(.show(.money))),
            ])
    }

    /// The changes that would be written, which are asked about.
    private func filling(_ fill: BudgetFill) -> Node {
        .element(
            .section, [.class("left"), .label(texts(.fillTargets))],
            fill.lines.map { line in
                place(
                    state.book.envelope(line.envelope)?.name ?? "",
                    texts.number(line.old) + " → " + texts.number(line.new), .budget(.show(line.envelope)))
            } + [
                place(texts(.toBudget), texts.sum(fill.toBudget), .budget(.show(BudgetState.pool))),
                .element(
                    .div, [.class("downloads")],
                    [
                        button(texts(.cancel), class: "quiet", .budget(.askFill(false))),
                        button(
                            texts(.fillNow), class: "primary", id: "fill-now", isDisabled: fill.cells.isEmpty,
                            .budget(.fill)),
                    ]),
            ])
    }

    /// The amount to budget, on top.
    private func pool(_ page: BudgetPage) -> Node {
        let isShown = state.budget.shown == BudgetState.pool
        return .element(
            .section, [.class("left")],
            [
                .element(
                    .button,
                    [
                        .isButton, .id("to-budget"), .state(.ariaExpanded, isShown),
                        .on(.click, .budget(.show(BudgetState.pool))),
                    ],
                    [
                        .element(.span, text: texts(.toBudget)),
                        .element(
                            .span, [.class(page.toBudget.coefficient < 0 ? "much problem" : "much")],
                            text: texts.sum(page.toBudget)),
                    ]),
                isShown && !state.navigation.window.isWide ? .element(.div, [], why(page)) : .empty,
            ])
    }

    private func lines(_ page: BudgetPage) -> Node {
        let envelopes = state.book.budget.envelopes
        guard !envelopes.isEmpty || !page.cards.isEmpty else { return .empty }
        let parents = envelopes.parents
        var rows: [Node] = [
            .element(
                .li, [.class("budget-line caption"), .attribute(.ariaHidden, "true")],
                [
                    .element(.span, text: ""), .element(.span, [.class("assigned")], text: texts.column(.assigned)),
                    .element(.span, [.class("spent")], text: texts.column(.spent)),
                    .element(.span, [.class("left-over")], text: texts.column(.left)),
                ])
        ]
        func line(_ place: Int, isUnder: Bool) {
            let (envelope, line) = (envelopes[place], page.lines[place])
            let isIdle = line.left.coefficient == 0 && line.assigned.coefficient == 0 && line.spent.coefficient == 0
            if envelope.isArchived, isIdle { return }
            rows.append(
                self.line(
                    envelope.id, envelope.name, line.assigned, line.spent, line.left, page,
                    isUnder ? "budget-line under" : "budget-line"))
        }
        for place in envelopes.indices where page.lines.indices.contains(place) && parents[place] == nil {
            let children = envelopes.indices.filter { parents[$0] == place && page.lines.indices.contains($0) }
            if children.isEmpty {
                line(place, isUnder: false)
                continue
            }
            let counted = ([place] + children).filter { !envelopes[$0].isOff }.map { page.lines[$0] }
            rows.append(
                .element(
                    .li, [.class("budget-line of-group")],
                    [
                        button(
                            envelopes[place].name, class: "name", .form(.open(.envelope, envelopes[place].id))),
                        total(counted.map { $0.assigned }, "assigned"), total(counted.map { $0.spent }, "spent"),
                        total(counted.map { $0.left }, "left-over"),
                    ]))
            for child in children { line(child, isUnder: true) }
        }
        for card in page.cards {
            rows.append(
                self.line(
                    card.card, state.book.account(card.card)?.name ?? "", card.assigned, card.paid, card.left, page,
                    "budget-line"))
        }
        rows.append(
            .element(
                .li, [.class("budget-line")],
                [
                    .element(.span, [.class("name")], text: texts(.inNoEnvelope)),
                    .element(.span, [.class("assigned")]),
                    .element(.span, [.class("spent")], text: texts.number(page.rest)),
                    .element(.span, [.class("left-over")]),
                ]))
        return .element(.ul, [.class("budget-lines"), .label(texts(.budgetPlace))], rows)
    }

    private func total(_ sums: [Sum], _ look: String) -> Node {
        var total = sums.first
        for sum in sums.dropFirst() { total = total.flatMap { try? $0.adding(sum) } }
        return .element(.span, [.class(look)], text: total.map { texts.number($0) } ?? "")
    }

    private func line(
        _ id: EntityID, _ name: String, _ assigned: Sum, _ spent: Sum, _ left: Sum, _ page: BudgetPage, _ look: String
    ) -> Node {
        let isShown = state.budget.shown == id
        let typed = state.budget.begun.typed.flatMap { $0.id == id ? $0.text : nil }
        return .element(
            .li, [.class(look)],
            [
                .element(
                    .button,
                    [
                        .class("name"), .isButton, .id("why-" + id.text), .state(.ariaExpanded, isShown),
                        .on(.click, .budget(.show(id))),
                    ], text: name),
                .element(
                    .input,
                    [
                        .class("assigned"), .id("assigned-" + id.text), .attribute(.type, "text"),
                        .attribute(.autocomplete, "off"), .label(texts(.assignedTo, name)),
                        .attribute(.value, typed ?? texts.number(assigned)),
                        .ask(.input) { .budget(.type(id, $0.text)) }, .on(.change, .budget(.assign)),
                    ]),
                .element(.span, [.class("spent")], text: texts.number(spent)),
                .element(
                    .span, [.class(left.coefficient < 0 ? "left-over problem" : "left-over")], text: texts.number(left)),
                isShown && !state.navigation.window.isWide
                    ? .element(.div, [.class("why")], why(page)) : .empty,
            ])
    }

    /// Tags in use of which no envelope is made.
    private var proposal: Node {
        let few = Array(state.budget.proposed.tags.prefix(40))
        guard !few.isEmpty else {
            return state.book.budget.envelopes.isEmpty
                ? .element(.p, [.class("side-hint")], text: texts(.budgetHint)) : .empty
        }
        return .element(
            .div, [.class("field")],
            [
                .element(.p, text: texts(.proposeEnvelopes)),
                choices(
                    "filters", texts(.proposeEnvelopes),
                    few.map { button("#" + $0, class: "choice", .budget(.propose([$0]))) }
                        + [button(texts(.allTagsAtOnce), class: "choice", id: "propose-all", .budget(.propose(few)))]),
            ])
    }
}

extension Language {
    func column(_ column: BudgetState.Column) -> String {
        switch column {
        case .assigned: self(.assignedColumn)
        case .spent: self(.spentColumn)
        case .left: self(.leftColumn)
        }
    }
}
