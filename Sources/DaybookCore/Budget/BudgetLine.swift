/// A row on a card.
struct BudgetCharge: Sendable {
    let day: CivilDate
    let createdAt: Timestamp
    let id: EntityID
    /// The place of the card.
    let card: Int
    /// Below zero for spending.
    var amount: Int128

    init(_ row: BudgetRow, _ amount: Int128, card: Int) {
        day = row.day ?? CivilDate(daysSince1970: 0)
        createdAt = row.createdAt
        id = row.id
        self.card = card
        self.amount = amount
    }

    /// Tells whether it is walked over after another.
    func follows(_ other: BudgetCharge) -> Bool {
        if day != other.day { return other.day < day }
        if createdAt != other.createdAt { return other.createdAt < createdAt }
        if id != other.id { return other.id < id }
        return (other.card, other.amount) < (card, amount)
    }
}

/// The parts of an envelope, or a card, in one period.
struct BudgetFact: Sendable {
    /// Its cells, with the moves to it and without those from it.
    var assigned: Int128 = 0
    /// Its rows that are on no card. Of a card what was paid, below zero.
    var cash: Int128 = 0
    /// The amount that was set aside for a card since it is in no envelope.
    var funded: Int128 = 0
    /// Its rows on cards, the newest first.
    var charges: [BudgetCharge] = []
    /// The rule that it says from here on, if any.
    var carry: Carry?
    var carryDay: CivilDate?

    mutating func change(_ charge: BudgetCharge, isThere: Bool) {
        // Mostly they come in this order.
        guard let last = charges.last, !last.follows(charge) || !isThere else { return charges.append(charge) }
        let index = Int.first(before: charges.count) { !charges[$0].follows(charge) }
        if isThere {
            charges.insert(charge, at: index)
        } else if index < charges.count, !charge.follows(charges[index]) {
            charges.remove(at: index)
        }
    }

    mutating func refine() {
        assigned = assigned.refined
        cash = cash.refined
        funded = funded.refined
        for index in charges.indices { charges[index].amount = charges[index].amount.refined }
    }
}

/// The numbers of an envelope, or a card, in one period.
struct BudgetState: Sendable {
    /// The amount that it has of the period before.
    var before: Int128 = 0
    /// See `BudgetFact.assigned`.
    var assigned: Int128 = 0
    /// All that was spent of it, below zero.
    var spent: Int128 = 0
    /// The rest at the end.
    var left: Int128 = 0
    /// The part below zero that is debt of cards.
    var credit: Int128 = 0
    /// The amount that goes along to the next period.
    var kept: Int128 = 0
    /// The amount that the next pool has to make up for; below zero where it gets something back.
    var over: Int128 = 0
    /// The amounts that are set aside for each card; empty where nothing is.
    var funded: [Int128] = []
    var carry = Carry.reset

    /// The period after one with nothing in between.
    var after: BudgetState {
        BudgetState(before: kept, left: kept, kept: kept, carry: carry)
    }
}

/// An envelope, or a card, through all periods in which something is known of it.
struct BudgetLine: Sendable {
    /// The places by number of the period, negated: the newest first, as rows come.
    private(set) var facts = SortedMap<Int64, BudgetFact>()
    /// One for each of the facts.
    private(set) var states: [BudgetState] = []

    mutating func change(_ period: Int64, _ change: (inout BudgetFact) -> Void) {
        facts.change(Self.key(period), from: BudgetFact(), change)
    }

    /// Forgets all but the rows.
    mutating func clear() {
        for fact in facts.all {
            facts.change(fact.key, from: fact.value) { ($0.assigned, $0.carry, $0.carryDay) = (0, nil, nil) }
        }
    }

    /// See `BudgetFact.assigned`.
    func assigned(in period: Int64) -> Int128 { facts[Self.key(period)]?.assigned ?? 0 }

    /// Tells what it comes to in a period.
    func state(in period: Int64) -> BudgetState {
        let key = Self.key(period)
        let index = Int.first(before: facts.all.count) { facts.all[$0].key >= key }
        guard index < states.count else { return BudgetState() }
        return facts.all[index].key == key ? states[index] : states[index].after
    }

    /// The spending of some periods; below zero where more came back.
    func spent(in periods: Range<Int64>) -> Int128 {
        var spent: Int128 = 0
        for (fact, state) in zip(facts.all, states) where periods.contains(-fact.key) { spent -= state.spent }
        return spent
    }

    /// Works the states out from a period on.
    ///
    /// - Parameter cards: how many there are.
    mutating func settle(from period: Int64, cards: Int) {
        let key = Self.key(period)
        // One by one they would be moved as often as there are facts.
        let new = max(0, facts.all.count - states.count)
        states.insert(contentsOf: repeatElement(BudgetState(), count: new), at: 0)
        var state = BudgetState()
        for index in facts.all.indices.reversed() {
            if facts.all[index].key > key {
                state = states[index]
                continue
            }
            state = Self.state(of: facts.all[index].value, after: state, cards)
            states[index] = state
        }
    }

    private static func key(_ period: Int64) -> Int64 { period == .min ? .max : -period }

    /// Walks over the rows of a period: cash first, then the cards by time. A row on a card takes what is left, and the rest of
    /// it is debt of the card. What comes back to a card lowers that first.
    private static func state(of fact: BudgetFact, after last: BudgetState, _ cards: Int) -> BudgetState {
        var state = BudgetState(before: last.kept, assigned: fact.assigned, carry: fact.carry ?? last.carry)
        state.left = state.before + fact.assigned + fact.cash
        state.spent = fact.cash
        if !fact.charges.isEmpty {
            var credits = [Int128](repeating: 0, count: cards)
            state.funded = credits
            for charge in fact.charges.reversed() {
                let card = charge.card
                if charge.amount < 0 {
                    let share = min(-charge.amount, max(0, state.left))
                    state.funded[card] += share
                    credits[card] -= charge.amount + share
                } else {
                    let healed = min(charge.amount, credits[card])
                    credits[card] -= healed
                    state.funded[card] -= charge.amount - healed
                }
                state.left += charge.amount
                state.spent += charge.amount
            }
            for credit in credits { state.credit += credit }
        }
        // Debt of cards doesn't go along: it is owed there.
        let own = state.left + state.credit
        switch state.carry {
        case .reset: state.kept = max(0, state.left)
        case .keep: state.kept = state.left < 0 ? min(0, own) : state.left
        case .give: state.kept = 0
        }
        state.over = state.kept - own
        return state
    }

    mutating func refine() {
        for fact in facts.all { facts.change(fact.key, from: fact.value) { $0.refine() } }
        for index in states.indices { states[index].refine() }
    }
}

extension BudgetState {
    mutating func refine() {
        before = before.refined
        assigned = assigned.refined
        spent = spent.refined
        left = left.refined
        credit = credit.refined
        kept = kept.refined
        over = over.refined
        for index in funded.indices { funded[index] = funded[index].refined }
    }
}

/// The amounts that came to the pool, or left it, in the periods in which any did.
struct BudgetPool: Sendable {
    struct Fact: Sendable {
        var income: Int128 = 0
        /// Spending that is in no envelope; below zero.
        var rest: Int128 = 0
        var exchanged: Int128 = 0
        /// The amount by which more is held from here on than before.
        var held: Int128 = 0
    }

    /// The amount that was there before anything else.
    var before: Int128 = 0
    private(set) var facts = SortedMap<Int64, Fact>()

    mutating func change(_ period: Int64, _ change: (inout Fact) -> Void) {
        facts.change(-period, from: Fact(), change)
    }

    /// Forgets what is held.
    mutating func clear() {
        for fact in facts.all { change(-fact.key) { $0.held = 0 } }
    }

    mutating func refine() {
        before = before.refined
        for fact in facts.all {
            change(-fact.key) {
                $0.income = $0.income.refined
                $0.rest = $0.rest.refined
                $0.exchanged = $0.exchanged.refined
                $0.held = $0.held.refined
            }
        }
    }
}

extension Int128 {
    /// Ten times the number, which is known to fit.
    fileprivate var refined: Int128 { (self << 3) + (self << 1) }
}
