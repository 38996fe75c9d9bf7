/// The sheet of one period.
public struct BudgetPage: Equatable, Sendable {
    /// An envelope in the period.
    public struct Line: Equatable, Sendable {
        public let envelope: EntityID
        /// The amount that came along from the period before.
        public let before: Sum
        /// The amount that was set for it, with the moves to it and without those from it.
        public let assigned: Sum
        /// Below zero where money was spent.
        public let spent: Sum
        public let left: Sum
        /// The part of the rest below zero that is debt of cards.
        public let credit: Sum
        public let carry: Carry
    }

    /// The amount that is set aside to pay a card.
    public struct Card: Equatable, Sendable {
        /// The account.
        public let card: EntityID
        public let before: Sum
        /// The amounts that envelopes, and the rest, set aside for the spending with it.
        public let funded: Sum
        public let assigned: Sum
        /// Below zero where the card was paid.
        public let paid: Sum
        public let left: Sum
    }

    /// Its number: see `BudgetPeriods`.
    public let period: Int64
    /// In the order of the envelopes.
    public let lines: [Line]
    /// In the order of the accounts; none where cards are like cash.
    public let cards: [Card]
    /// The pool of the period before, with the amount that was held there.
    public let before: Sum
    public let income: Sum
    /// The spending in no envelope; below zero.
    public let rest: Sum
    /// The amounts that came from pools of other currencies; below zero where more went there.
    public let exchanged: Sum
    /// The overspending of the period before; zero or more.
    public let over: Sum
    /// The amounts that envelopes gave back at the end of the period before.
    public let returned: Sum
    /// The sum that all lines and cards have of `assigned`.
    public let assigned: Sum
    /// The amount that is held for the next period.
    public let held: Sum
    /// The rest of all that.
    public let toBudget: Sum
}

extension BudgetSheet {
    /// The sheet of a period.
    public func page(of period: Int64) -> BudgetPage {
        let count = plan.envelopes.count
        var (income, rest, exchanged, held) = (0 as Int128, 0 as Int128, 0 as Int128, 0 as Int128)
        // Adds what came to the pool before, less what was taken from it.
        var before = pool.before
        for (key, fact) in pool.facts.all where -key <= period {
            held += fact.held
            if -key == period {
                (income, rest, exchanged) = (fact.income, fact.rest, fact.exchanged)
            } else {
                before += fact.income + fact.rest + fact.exchanged
            }
        }
        var (over, returned, assigned) = (0 as Int128, 0 as Int128, 0 as Int128)
        // Of each card before the period, and in it.
        var funded = [(before: Int128, now: Int128)](repeating: (0, 0), count: plan.cards.count)
        let lines = plan.envelopes.indices.map { place in
            let line = self.lines[place]
            for (fact, state) in zip(line.facts.all, line.states) where -fact.key <= period {
                if -fact.key < period { before -= state.assigned }
                if -fact.key < period - 1 { before -= state.over }
                if -fact.key == period - 1 {
                    if state.over > 0 { over += state.over } else { returned -= state.over }
                }
                for (card, part) in state.funded.enumerated() {
                    if -fact.key < period { funded[card].before += part } else { funded[card].now += part }
                }
            }
            let state = line.state(in: period)
            assigned += state.assigned
            return BudgetPage.Line(
                envelope: plan.envelopes[place].id, before: sum(state.before), assigned: sum(state.assigned),
                spent: sum(state.spent), left: sum(state.left), credit: sum(state.credit), carry: state.carry)
        }
        let cards = plan.cards.indices.map { card in
            var (kept, own, paid) = (0 as Int128, 0 as Int128, 0 as Int128)
            for (key, fact) in self.lines[count + card].facts.all where -key <= period {
                if -key == period {
                    (own, paid) = (fact.assigned, fact.cash)
                    funded[card].now += fact.funded
                } else {
                    before -= fact.assigned
                    kept += fact.assigned + fact.cash
                    funded[card].before += fact.funded
                }
            }
            assigned += own
            kept += funded[card].before
            return BudgetPage.Card(
                card: plan.cards[card], before: sum(kept), funded: sum(funded[card].now), assigned: sum(own),
                paid: sum(paid), left: sum(kept + funded[card].now + own + paid))
        }
        let toBudget = before + income + rest + exchanged + returned - over - assigned - held
        return BudgetPage(
            period: period, lines: lines, cards: cards, before: sum(before), income: sum(income), rest: sum(rest),
            exchanged: sum(exchanged), over: sum(over), returned: sum(returned), assigned: sum(assigned),
            held: sum(held), toBudget: sum(toBudget))
    }
}
