/// The decisions of people about a budget, in one currency. With the rows of the book it makes the sheet of every period.
public struct BudgetPlan: Sendable {
    public let currency: Currency
    public let mode: BudgetMode
    public let periods: BudgetPeriods
    /// In their order.
    public let envelopes: [Envelope]
    /// The cards on the budget. Each has an envelope of its own where cards have debts: what is set aside to pay it.
    public let cards: [EntityID]
    /// The other currencies' are left out.
    public let cells: [BudgetCell]
    public let moves: [EnvelopeMove]
    public let carries: [CarryFlag]

    /// - Parameters:
    ///   - accounts: those that somebody made or changed, in their order.
    ///   - cells: of all currencies, as the moves.
    public init(
        _ currency: Currency, _ mode: BudgetMode, _ periods: BudgetPeriods, _ envelopes: [Envelope],
        _ accounts: [MoneyAccount], _ cells: [BudgetCell], _ moves: [EnvelopeMove], _ carries: [CarryFlag]
    ) {
        self.currency = currency
        self.mode = mode
        self.periods = periods
        self.envelopes = envelopes
        cards =
            mode == .pool
            ? [] : accounts.filter { $0.isOnBudget && $0.isCard && $0.currency == currency }.map { $0.id }
        self.cells = cells.filter { $0.assigned.currency == currency }
        self.moves = moves.filter { $0.amount.currency == currency }
        self.carries = carries
    }

    /// The cells that say what an envelope, or a card, has of a period. More than one does where the periods were others.
    public func cells(of id: EntityID, in period: Int64) -> [BudgetCell] {
        cells.filter { $0.envelope == id && periods.number(of: $0.day) == period }
    }

    /// The moves to an envelope, or from it, in a period; nil for those of the pool.
    public func moves(of id: EntityID?, in period: Int64) -> [EnvelopeMove] {
        moves.filter {
            place($0.from) == id && periods.number(of: $0.day) == period
                || place($0.to) == id && periods.number(of: $0.toDay) == period
        }
    }

    /// The side of a move: the pool for an envelope that isn't there any more.
    public func place(_ id: EntityID?) -> EntityID? {
        guard let id, cards.contains(id) || envelopes.contains(where: { $0.id == id }) else { return nil }
        return id
    }
}

extension [Envelope] {
    /// The place of the envelope under which each stands; nil for one that stands under none, under one that isn't there, or
    /// under itself, also by way of others.
    public var parents: [Int?] {
        let named = map { envelope in envelope.group.flatMap { group in firstIndex { $0.id == group } } }
        return indices.map { place in
            var above = named[place]
            // Nothing stands deeper than there are envelopes.
            for _ in self where above != nil {
                if above == place { return nil }
                above = above.flatMap { named[$0] }
            }
            return named[place]
        }
    }
}
