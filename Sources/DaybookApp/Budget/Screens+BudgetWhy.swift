import DaybookCore

extension Screens {
    /// The rows, moves and cells behind the number that is explained, and what can be done about it.
    func why(_ page: BudgetPage) -> [Node] {
        guard let sheet = state.budget.sheet, let id = state.budget.shown else { return [] }
        return id == BudgetState.pool ? whyPool(page, sheet) : whyLine(id, page, sheet)
    }

    private func whyPool(_ page: BudgetPage, _ sheet: BudgetSheet) -> [Node] {
        let sums: [(Phrase, Sum)] = [
            (.fromBefore, page.before), (.income, page.income), (.inNoEnvelope, page.rest),
            (.exchanged, page.exchanged), (.overspent, page.over.negated), (.givenBack, page.returned),
            (.assignedColumn, page.assigned.negated), (.heldForNext, page.held.negated),
        ]
        return sums.filter { $0.1.coefficient != 0 }.map { told(texts($0.0), $0.1) }
            + [told(texts(.toBudget), page.toBudget)] + moves(BudgetState.pool, page, sheet)
            + rows(of: nil, page, sheet) + [moving(BudgetState.pool, page, sheet)]
    }

    private func whyLine(_ id: EntityID, _ page: BudgetPage, _ sheet: BudgetSheet) -> [Node] {
        let line = page.lines.first { $0.envelope == id }
        let card = page.cards.first { $0.card == id }
        guard let before = line?.before ?? card?.before, let left = line?.left ?? card?.left else { return [] }
        var nodes = [told(texts(.fromBefore), before)]
        nodes += sheet.plan.cells(of: id, in: page.period).map { told(texts(.assignedColumn), $0.assigned.sum) }
        nodes += moves(id, page, sheet)
        if let card { nodes += [told(texts(.setAside), card.funded), told(texts(.paidCard), card.paid)] }
        nodes += rows(of: id, page, sheet) + [told(texts(.leftColumn), left), moving(id, page, sheet)]
        guard let line else { return nodes }
        return nodes + [
            setting(
                texts(.whatIsLeft),
                Carry.allCases.map { choice(texts.carry($0), $0 == line.carry, .budget(.carry(id, $0))) }),
            .element(
                .div, [.class("downloads")],
                [button(texts(.editEnvelope), class: "choice", id: "edit-envelope", .form(.open(.envelope, id)))]),
        ]
    }

    func told(_ name: String, _ sum: Sum) -> Node {
        .element(
            .p, [.class("told")], [.element(.span, text: name), .element(.span, text: texts.sum(sum))])
    }

    /// The name of an envelope or a card; that of the pool for nil, and for one that isn't there any more.
    func name(of id: EntityID?) -> String {
        id.flatMap { state.book.envelope($0)?.name ?? state.book.account($0)?.name } ?? texts(.toBudget)
    }

    private func moves(_ id: EntityID, _ page: BudgetPage, _ sheet: BudgetSheet) -> [Node] {
        let own = id == BudgetState.pool ? nil : id
        return sheet.plan.moves(of: own, in: page.period).map { move in
            let isOut = sheet.plan.place(move.from) == own && sheet.plan.periods.number(of: move.day) == page.period
            let other = name(of: sheet.plan.place(isOut ? move.to : move.from))
            return told((isOut ? "→ " : "← ") + other, isOut ? Sum(move.amount).negated : Sum(move.amount))
        }
    }

    /// The entries and transfers of an envelope in the period, or of none.
    private func rows(of id: EntityID?, _ page: BudgetPage, _ sheet: BudgetSheet) -> [Node] {
        let plan = sheet.plan
        let (first, last) = (plan.periods.start(of: page.period), plan.periods.end(of: page.period))
        var finder = BudgetRows(state.book.accounts, plan.envelopes)
        var nodes: [Node] = []
        func add(_ rows: [BudgetRow], _ name: String, _ action: Action) {
            for row in rows where row.envelope == id && row.role != .payment && row.sum.currency == plan.currency {
                guard let day = row.day, first <= day, day <= last else { continue }
                nodes.append(place(texts.day(day, from: state.today) + " · " + name, texts.sum(row.sum), action))
            }
        }
        for section in state.book.entries.sections(EntryFilter(from: first, through: last)) {
            for entry in section.entries { add(finder.rows(of: entry), title(entry), .money(.edit(entry.id))) }
        }
        for transfer in state.book.transfers.values {
            add(finder.rows(of: transfer), state.accounts.title(transfer), .form(.open(.transfer, transfer.id)))
        }
        return nodes
    }

    /// A field for an amount, and where it may go.
    private func moving(_ id: EntityID, _ page: BudgetPage, _ sheet: BudgetSheet) -> Node {
        let others =
            (id == BudgetState.pool ? [] : [BudgetState.pool])
            + (sheet.plan.envelopes.filter { !$0.isArchived }.map { $0.id } + sheet.plan.cards).filter { $0 != id }
        let isEmpty = state.budget.moved.isBlank
        return .element(
            .div, [],
            [
                textField("move-amount", texts(.moveAmount), state.budget.moved, type: "text", problem: "") {
                    .budget(.typeMove($0))
                },
                isEmpty
                    ? .empty
                    : setting(
                        texts(.moveTo),
                        others.map { other in
                            button(
                                name(of: other == BudgetState.pool ? nil : other), class: "",
                                id: "move-" + other.text, .budget(.move(other)))
                        }
                            + (id == BudgetState.pool
                                ? [button(texts(.heldForNext), class: "", id: "hold", .budget(.hold))] : [])),
            ])
    }

    /// The envelopes to choose from for an entry or a part, and none; nothing where there is none to choose.
    func envelopeChoices(
        _ present: EntityID?, or none: Phrase = .ofItsTags, _ choose: (EntityID?) -> Action
    ) -> [Node] {
        let envelopes = state.book.budget.envelopes
        let offered = envelopes.filter { envelope in
            !envelope.isArchived && !envelopes.contains { $0.group == envelope.id } || envelope.id == present
        }
        if offered.isEmpty { return [] }
        return [choice(texts(none), present == nil, choose(nil))]
            + offered.map { choice($0.name, $0.id == present, choose($0.id)) }
    }

    /// The envelope of an entry, where there is one to choose.
    func envelopeControl(_ form: EntryForm) -> Node {
        let choices = envelopeChoices(form.envelope) { .entry(.envelope($0)) }
        return choices.isEmpty ? .empty : setting(texts(.envelope), choices)
    }
}

extension Language {
    func carry(_ carry: Carry) -> String {
        switch carry {
        case .reset: self(.carryReset)
        case .keep: self(.carryKeep)
        case .give: self(.carryGive)
        }
    }
}
