import DaybookCore

extension Screens {
    /// Plans to pay off what is owed, in the place of the list; on a phone the table of one debt.
    func payOffScreen(_ account: EntityID?) -> [Node] {
        let table = state.navigation.window.isWide ? nil : account.flatMap { state.book.account($0) }
        return [
            bar, .empty,
            .element(
                .div, [.id("pay-off"), .class("report forecast scroller")], table.map { loanTable($0) } ?? payOffPlans),
            .empty, entryFooter,
        ]
    }

    /// Beside them, the table of the debt that was chosen, or else of the first one.
    func payOffPane(_ account: EntityID?) -> Node {
        let shown = account.flatMap { state.book.account($0) }
        return .element(
            .div, [.class("detail sums forecast")],
            [
                .element(
                    .div, [.class("fields")],
                    shown.map { [.element(.h2, [.isOwnWords], text: $0.name)] + loanTable($0) }
                        ?? [.element(.p, [.class("hint")], text: texts(.chooseDebt))])
            ])
    }

    private var payOffPlans: [Node] {
        let payOff = state.payOff
        if payOff.plans.isEmpty {
            return [.element(.p, [.class("side-hint")], text: texts(.nothingToPay))]
        }
        return [
            .element(
                .div, [.class("floor")],
                [
                    .element(.label, [.attribute(.for, "extra")], text: texts(.extraLabel)),
                    .element(
                        .input,
                        [
                            .id("extra"), .attribute(.type, "text"), .attribute(.autocomplete, "off"),
                            .attribute(.ariaDescribedby, "extra-problem"),
                            .attribute(.ariaInvalid, payOff.refused == nil ? nil : "true"),
                            .attribute(.value, payOff.extra), .ask(.input) { .forecast(.typeExtra($0.text)) },
                        ]),
                ]),
            .element(
                .p, [.id("extra-problem"), .class("problem"), .attribute(.ariaLive, "polite")],
                text: payOff.refused.map { texts.problem($0) } ?? ""),
        ] + payOff.plans.map { tables($0) }
    }

    /// The plans of a currency, and its debts.
    private func tables(_ plans: PayOffPlans) -> Node {
        let title = state.payOff.plans.count > 1 ? plans.currency.code : ""
        var rows = [head([texts(.planColumn), texts(.monthsColumn), texts(.interestColumn)])]
        for plan in plans.plans {
            let (ends, months, interest) = said(plan, plans)
            rows.append(
                row(.element(.div, [.class("known")], named(texts(plan.order.name), ends)), [months, interest]))
        }
        var debts = [head([texts(.debts), texts(.aMonthColumn), texts(.owedColumn)])]
        for debt in plans.debts {
            let id = debt.account.id
            debts.append(
                row(
                    link(
                        named(debt.account.name, texts(.interestOf, debt.rate.text + "\u{A0}%")), id,
                        .forecast(.payOff(id)),
                        isOn: state.navigation.route == .payOff(id)),
                    [texts.number(Sum(debt.minimum)), texts.number(Sum(debt.balance))]))
        }
        for owing in plans.unplanned {
            let id = owing.account.id
            debts.append(
                row(
                    link(
                        named(owing.account.name, texts(.noPayment)), id,
                        // A loan that says its months has a table all the same.
                        owing.account.term == nil ? .form(.open(.account, id)) : .forecast(.payOff(id)),
                        isOn: state.navigation.route == .payOff(id)),
                    ["–", texts.number(owing.balance.negated)]))
        }
        return .element(
            .section, [.class("sum"), .label(texts(.payOffPlace) + " " + title)],
            [
                title.isEmpty ? .empty : .element(.h2, text: title),
                plans.plans.isEmpty ? .empty : .element(.table, [.label(texts(.payOffPlace))], rows),
                .element(.table, [.label(texts(.debts))], debts),
            ])
    }

    /// The months in which the debts end, how many that are, and all interest.
    private func said(_ plan: PayOffPlans.Plan, _ plans: PayOffPlans) -> (String, String, String) {
        switch plan.result {
        case .ends(let paid):
            let ends = plans.debts.indices.sorted { (paid.ends[$0], $0) < (paid.ends[$1], $1) }
                .map { plans.debts[$0].account.name + " " + Language.grouped(paid.ends[$0]) }
            return (
                ends.joined(separator: " · "), Language.grouped(paid.months), texts.number(paid.interest)
            )
        case .grows(let sum): return (texts(.growsBy, texts.sum(sum)), texts(.neverZero), "–")
        case .fails: return (texts(.tooLong), "–", "–")
        }
    }

    /// Each payment of a debt.
    private func loanTable(_ account: MoneyAccount) -> [Node] {
        if let problem = state.payOff.problem {
            if case .neverEnds(let interest) = problem {
                return [.element(.p, [.class("problem")], text: texts(.neverEnds, texts.sum(interest)))]
            }
            return [.element(.p, [.class("problem")], text: texts(.tooLong))]
        }
        guard let loan = state.payOff.loan, !loan.payments.isEmpty else {
            return [
                .element(
                    .p, [.class("hint")],
                    text: state.payOff.loan == nil
                        ? account.name + texts(.colon) + texts(.noPayment) : texts(.nothingToPay))
            ]
        }
        var rows = [head([texts(.dueMonth), texts(.interestColumn), texts(.principal), texts(.leftColumn)])]
        for (index, payment) in loan.payments.enumerated() {
            let month = state.today.startOfMonth.adding(months: Int64(index) + 1)
            rows.append(
                row(
                    .text(texts.day(month, isMonth: true)),
                    [payment.interest, payment.principal, payment.left].map { texts.number($0) }))
        }
        let months = texts(.countMonths, loan.payments.count)
        return [
            .element(
                .div, [.class("sum")],
                [
                    .element(
                        .p, [.class("hint")],
                        text: texts(.loanTold, texts.sum(loan.level), months, texts.sum(loan.interest))),
                    .element(.table, [.label(account.name)], rows),
                ])
        ]
    }

    // MARK: Goals

    /// What each goal takes a month, and by when.
    var goals: Node {
        let goals = state.questions.goals
        if goals.isEmpty { return .empty }
        var rows = [head([texts(.goalLabel), texts(.toGo), texts(.aMonthColumn)])]
        for goal in goals {
            let isAccount = state.book.envelope(goal.id) == nil
            let place = goal.account == goal.id ? nil : goal.account.flatMap { state.book.account($0)?.name }
            let saved = texts(
                .savedOf, texts.number(goal.saved), texts.sum(Sum(goal.goal.amount)), texts.day(goal.goal.day))
            rows.append(
                row(
                    link(
                        named(goal.name, saved + (place.map { texts(.comma) + texts(.inAccount, $0) } ?? "")), goal.id,
                        .form(.open(isAccount ? .account : .envelope, goal.id))),
                    [texts.number(goal.rest), texts.number(goal.need)]))
        }
        return .element(
            .section, [.class("sum goals"), .label(texts(.goals))],
            [.element(.h2, text: texts(.goals)), .element(.table, [.label(texts(.goals))], rows)])
    }

    private func named(_ name: String, _ more: String) -> [Node] {
        [.element(.span, [.isOwnWords], text: name), .element(.span, [.class("hint")], text: more)]
    }

    private func link(_ words: [Node], _ id: EntityID, _ action: Action, isOn: Bool = false) -> Node {
        .element(
            .button,
            [
                .class("known"), .isButton, .id("to-" + id.text), .attribute(.ariaCurrent, isOn ? "true" : nil),
                .on(.click, action),
            ], words)
    }

    private func row(_ first: Node, _ cells: [String]) -> Node {
        .element(
            .tr, [],
            [.element(.th, [.attribute(.scope, "row")], [first])] + cells.map { .element(.td, text: $0) })
    }
}

extension PayOff.Order {
    fileprivate var name: Phrase {
        switch self {
        case .avalanche: .highestRate
        case .snowball: .smallestDebt
        case .minimum: .nothingExtra
        }
    }
}
