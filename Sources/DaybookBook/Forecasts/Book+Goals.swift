public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The goals of accounts and envelopes: see `GoalPlan.all`.
    public func goals(on today: CivilDate) throws -> [GoalPlan] {
        let envelopes = try all(Envelope.self).map(\.item)
        var left: [Currency: [EntityID: Sum]] = [:]
        let currencies = envelopes.filter { $0.earmark == nil }.compactMap { $0.goal?.amount.currency }
        for currency in Set(currencies) {
            let sheet = try budgetSheet(in: currency)
            let page = sheet.page(of: sheet.plan.periods.number(of: today))
            for (envelope, line) in zip(sheet.plan.envelopes, page.lines) {
                left[currency, default: [:]][envelope.id] = line.left
            }
        }
        return try GoalPlan.all(balances(on: today), envelopes, left: { left[$1]?[$0] }, today)
    }
}

extension GoalPlan {
    /// For programs.
    public static func json(_ all: [GoalPlan]) -> JSONWriter {
        .objects(all) { plan, json in
            json.members([
                "id": plan.id.text, "name": plan.name, "account": plan.account?.text,
                "currency": plan.goal.amount.currency.code, "amount": plan.goal.amount.number,
                "day": plan.goal.day.text, "saved": plan.saved.number, "rest": plan.rest.number,
                "need": plan.need.number,
            ])
            json.member("months", plan.months)
        }
    }
}
