extension Field {
    /// The 16 bytes of the id of the account in which the money for the goal of an envelope lies; empty for the envelope itself.
    public static let earmark = Field(rawValue: 105)
}

/// A goal, how much of it is there, and what it takes.
public struct GoalPlan: Equatable, Sendable {
    /// The account or the envelope that is to reach it.
    public let id: EntityID
    public let name: String
    /// The account in which the money lies; nil for an envelope that has it by itself.
    public let account: EntityID?
    public let goal: SavingsGoal
    /// The part of the goal that is there.
    public let saved: Sum
    /// The rest of it.
    public let rest: Sum
    /// The months that are left, this one included; 1 once the day is past.
    public let months: Int64
    /// The rest in equal parts, rounded half up: what this month is to bring.
    public let need: Sum

    init(
        _ id: EntityID, _ name: String, in account: EntityID?, _ goal: SavingsGoal, _ there: Sum, _ today: CivilDate
    ) throws(ItemError) {
        (self.id, self.name, self.account, self.goal) = (id, name, account, goal)
        let (all, zero) = (Sum(goal.amount), Sum(.zero(goal.amount.currency)))
        let positive = there.isBelow(zero) ? zero : there
        saved = positive.isBelow(all) ? positive : all
        rest = try all.adding(saved.negated)
        months = max(1, Int64(goal.day.year - today.year) * 12 + Int64(goal.day.month) - Int64(today.month) + 1)
        let scale = max(rest.scale, rest.currency.minorDigits)
        guard let exact = rest.coefficient(at: scale) else { throw .sumTooLarge(rest.currency) }
        need = Sum(coefficient: exact.rounded(dividedBy: Int128(months)), scale: scale, currency: rest.currency)
    }

    /// All goals: of each account those of the envelopes whose money lies in it, in their order, and then its own. Each takes what the
    /// ones before left.
    ///
    /// - Parameters:
    ///   - balances: at the end of today, in the order of the accounts.
    ///   - envelopes: in their order.
    ///   - left: what is left in an envelope this period, in a currency.
    public static func all(
        _ balances: [AccountBalance], _ envelopes: [Envelope], left: (EntityID, Currency) -> Sum?, _ today: CivilDate
    ) throws(ItemError) -> [GoalPlan] {
        var plans: [GoalPlan] = []
        let open = envelopes.filter { !$0.isArchived }
        for balance in balances where !balance.account.isClosed {
            let account = balance.account
            var money = balance.balance
            for envelope in open where envelope.earmark == account.id {
                guard let goal = envelope.goal, goal.amount.currency == account.currency else { continue }
                let plan = try GoalPlan(envelope.id, envelope.name, in: account.id, goal, money, today)
                plans.append(plan)
                money = try money.adding(plan.saved.negated)
            }
            if let goal = account.goal {
                plans.append(try GoalPlan(account.id, account.name, in: account.id, goal, money, today))
            }
        }
        let named = plans.map { $0.id }
        for envelope in open where !named.contains(envelope.id) {
            guard let goal = envelope.goal else { continue }
            let there = left(envelope.id, goal.amount.currency) ?? Sum(.zero(goal.amount.currency))
            plans.append(try GoalPlan(envelope.id, envelope.name, in: nil, goal, there, today))
        }
        return plans
    }
}

extension Envelope {
    /// The account in which the money for its goal lies; nil for the envelope itself.
    public var earmark: EntityID? { extraFields[.earmark]?.entity }
}
