import DaybookCore

extension State {
    /// True where the envelopes stand above the rows of money.
    var showsEnvelopes: Bool { isMoneyHome && !book.budget.envelopes.isEmpty }

    /// A day of the period whose envelopes stand there: today, or the first of another month.
    var homeDay: CivilDate {
        let range = shownRange
        return range == ReportRange(1, of: today) ? today : range.from ?? today
    }

    /// The envelopes that stand there: those in which something is in the period.
    var homeEnvelopes: [(envelope: Envelope, line: BudgetPage.Line)] {
        guard showsEnvelopes, let page = budget.page else { return [] }
        var some: [(envelope: Envelope, line: BudgetPage.Line)] = []
        for (envelope, line) in zip(book.budget.envelopes, page.lines)
        where some.count < 12 && (line.left.coefficient != 0 || line.spent.coefficient != 0) {
            some.append((envelope, line))
        }
        return some
    }
}

extension Screens {
    /// The envelopes in the period of the month that is shown: what is to budget, and of each how much is spent and left.
    var envelopeShares: [Node] {
        guard let page = state.budget.page else { return [] }
        return [poolRow(texts(.toBudget), page.toBudget)]
            + state.homeEnvelopes.map { envelope, line in
                let had = (try? line.before.adding(line.assigned)) ?? line.assigned
                let spent = line.spent.negated.percent(of: had).map { max(0, $0) }
                return .element(
                    .button,
                    [
                        .class(line.left.coefficient < 0 ? "share more-spent" : "share"), .isButton,
                        .on(.click, .budget(.explain(envelope.id))),
                    ],
                    [
                        .element(.span, [.class("share-name"), .isOwnWords], text: envelope.name),
                        track(10 * min(100, spent ?? (line.spent.coefficient < 0 ? 100 : 0))),
                        .element(.span, [.class("sum-of")], text: texts.number(line.left)),
                        .element(.span, [.class("change")], text: spent.map { "\($0)\u{A0}%" } ?? ""),
                    ])
            }
            + (page.rest.coefficient == 0 ? [] : [poolRow(texts(.inNoEnvelope), page.rest)])
    }

    /// A sum that is in no envelope. A press opens the budget.
    private func poolRow(_ name: String, _ sum: Sum) -> Node {
        .element(
            .button, [.class("share-head"), .isButton, .on(.click, .budget(.open))],
            [.element(.span, text: name), .element(.span, text: texts.sum(sum))])
    }
}
