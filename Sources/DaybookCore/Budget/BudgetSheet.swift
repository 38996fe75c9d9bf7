/// The numbers of a budget in one currency, for all periods. It is kept: a change of one row takes as long as the periods of
/// its envelope from there on.
///
/// All numbers have the same decimals, and the sum of all that was put in, each without its sign, is held below a limit. So
/// nothing in here can overflow, whatever is added up.
public struct BudgetSheet: Sendable {
    public private(set) var plan: BudgetPlan
    /// The decimals of all numbers: the currency's, or as many as the finest has.
    private(set) var scale: Int
    /// One for each envelope, then one for each card.
    private(set) var lines: [BudgetLine]
    /// The amounts in no envelope.
    private(set) var pool = BudgetPool()
    /// The ids of the lines.
    private let ids: [EntityID]
    /// The places of the lines, each at the first free slot from the one on that the end of its id names; below zero where it is free.
    /// At least half of the slots are.
    private var slots: [Int32]
    /// The days of the period in which the last row lay. The next one mostly lies there, too.
    private var days: (first: CivilDate, last: CivilDate, period: Int64)?
    private var weight: UInt128 = 0
    /// The part of the weight that isn't of rows.
    private var decided: UInt128 = 0

    private static let greatestWeight: UInt128 = 1 << 122

    public init(_ plan: BudgetPlan, _ rows: [BudgetRow]) throws(ItemError) {
        try self.init(plan) { add throws(ItemError) in for row in rows { try add(row) } }
    }

    /// - Parameter each: hands over all rows, fastest with the newest first.
    public init(
        _ plan: BudgetPlan,
        each: (_ add: (BudgetRow) throws(ItemError) -> Void) throws(ItemError) -> Void
    ) throws(ItemError) {
        self.plan = plan
        scale = plan.currency.minorDigits
        ids = plan.envelopes.map { $0.id } + plan.cards
        lines = ids.map { _ in BudgetLine() }
        var count = 16
        while count < 2 * ids.count { count *= 2 }
        slots = [Int32](repeating: -1, count: count)
        for (place, id) in ids.enumerated() where self.place(of: id) == nil { slots[slot(of: id)] = Int32(place) }
        try decide()
        try each { row throws(ItemError) in _ = try put(row, isThere: true) }
        settle()
    }

    /// Goes by other cells, moves and flags. The envelopes, the cards and the periods have to be the same.
    ///
    /// Throws `sumTooLarge`. The sheet is of no use then, and neither is it where a change of rows throws.
    public mutating func change(to plan: BudgetPlan) throws(ItemError) {
        self.plan = plan
        weight -= min(weight, decided)
        decided = 0
        pool.clear()
        for place in lines.indices { lines[place].clear() }
        try decide()
        settle()
    }

    /// Takes rows out and puts others in.
    public mutating func change(_ old: [BudgetRow], to new: [BudgetRow]) throws(ItemError) {
        for (rows, isThere) in [(old, false), (new, true)] {
            for row in rows {
                if let (place, period) = try put(row, isThere: isThere) {
                    lines[place].settle(from: period, cards: plan.cards.count)
                }
            }
        }
    }

    private mutating func decide() throws(ItemError) {
        let others = weight
        for cell in plan.cells {
            guard let place = place(of: cell.envelope) else { continue }
            let amount = try units(of: cell.assigned.sum)
            lines[place].change(plan.periods.number(of: cell.day)) { $0.assigned += amount }
        }
        for move in plan.moves {
            let amount = try units(of: Sum(move.amount))
            let (from, to) = (plan.periods.number(of: move.day), plan.periods.number(of: move.toDay))
            if let place = move.from.flatMap({ place(of: $0) }) { lines[place].change(from) { $0.assigned -= amount } }
            if let place = move.to.flatMap({ place(of: $0) }) { lines[place].change(to) { $0.assigned += amount } }
            // Between the two periods it is in neither.
            if from != to {
                pool.change(from) { $0.held += amount }
                pool.change(to) { $0.held -= amount }
            }
        }
        for flag in plan.carries {
            guard let place = place(of: flag.envelope), place < plan.envelopes.count else { continue }
            // The later day of two in one period counts.
            lines[place].change(plan.periods.number(of: flag.day)) { fact in
                if fact.carryDay.map({ $0 < flag.day }) ?? true { (fact.carry, fact.carryDay) = (flag.carry, flag.day) }
            }
        }
        decided = weight - others
    }

    private mutating func settle() {
        for place in plan.envelopes.indices { lines[place].settle(from: .min, cards: plan.cards.count) }
    }

    /// The place of the line of an envelope or a card.
    func place(of id: EntityID) -> Int? {
        let place = slots[slot(of: id)]
        return place < 0 ? nil : Int(place)
    }

    /// The slot of an id, or the free one where it would be.
    private func slot(of id: EntityID) -> Int {
        var slot = Int(truncatingIfNeeded: id.low) & (slots.count - 1)
        while slots[slot] >= 0, ids[Int(slots[slot])] != id { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func period(of day: CivilDate) -> Int64 {
        if let days, days.first <= day, day <= days.last { return days.period }
        let period = plan.periods.number(of: day)
        days = (plan.periods.start(of: period), plan.periods.end(of: period), period)
        return period
    }

    /// A number of the sheet as a sum.
    func sum(_ units: Int128) -> Sum { Sum(coefficient: units, scale: scale, currency: plan.currency) }

    /// Puts a row into its line and into the pool, or takes it out.
    ///
    /// - Returns: the line that has to be settled, and from which period on.
    private mutating func put(_ row: BudgetRow, isThere: Bool) throws(ItemError) -> (Int, Int64)? {
        guard row.sum.currency == plan.currency else { return nil }
        let size = try units(of: row.sum, isThere: isThere)
        let amount = isThere ? size : -size
        let period: Int64? = if let day = row.day { self.period(of: day) } else { nil }
        let card = row.card.flatMap { place(of: $0) }
        switch row.role {
        case .payment:
            guard let card, let period else { return nil }
            lines[card].change(period) { $0.cash -= amount }
            return nil
        case .spending:
            guard let period else { return nil }
            if let place = row.envelope.flatMap({ place(of: $0) }) {
                if let card {
                    let charge = BudgetCharge(row, size, card: card - plan.envelopes.count)
                    lines[place].change(period) { $0.change(charge, isThere: isThere) }
                } else {
                    lines[place].change(period) { $0.cash += amount }
                }
                return (place, period)
            }
            pool.change(period) { $0.rest += amount }
        case .income:
            guard let period else { return nil }
            pool.change(period) { $0.income += amount }
        case .exchange:
            guard let period else { return nil }
            pool.change(period) { $0.exchanged += amount }
        case .opening:
            if card != nil, row.sum.coefficient < 0 { return nil }
            if let period { pool.change(period) { $0.income += amount } } else { pool.before += amount }
        }
        // What is in no envelope was all there is to pay the card with.
        if let card { lines[card].change(period ?? .min) { $0.funded -= amount } }
        return nil
    }

    /// A sum with the decimals of the sheet, counted into the weight of all.
    private mutating func units(of sum: Sum, isThere: Bool = true) throws(ItemError) -> Int128 {
        while scale < sum.scale { try refine() }
        guard let units = sum.coefficient(at: scale) else { throw .sumTooLarge(plan.currency) }
        let size = units.magnitude
        if !isThere {
            weight -= min(weight, size)
        } else if size > Self.greatestWeight - weight {
            throw .sumTooLarge(plan.currency)
        } else {
            weight += size
        }
        return units
    }

    /// Gives all numbers a decimal more.
    private mutating func refine() throws(ItemError) {
        guard weight <= Self.greatestWeight >> 4 else { throw .sumTooLarge(plan.currency) }
        weight = (weight << 3) + (weight << 1)
        decided = (decided << 3) + (decided << 1)
        scale += 1
        pool.refine()
        for place in lines.indices { lines[place].refine() }
    }
}
