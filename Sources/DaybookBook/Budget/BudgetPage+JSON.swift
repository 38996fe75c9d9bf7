public import DaybookCore
public import DaybookExchange

extension BudgetSheet {
    /// The sheet of a period for programs.
    ///
    /// - Parameters:
    ///   - cards: the names of the accounts.
    ///   - bills: see `Target.bills`.
    public func json(
        _ period: Int64, cards: [EntityID: String], bills: (Envelope) -> [Target.Bill]
    ) throws -> JSONWriter {
        let page = page(of: period)
        return try .object { json in
            json.members([
                "period": plan.periods.label(period), "from": plan.periods.start(of: period).text,
                "through": plan.periods.end(of: period).text, "currency": plan.currency.code, "mode": plan.mode.name,
            ])
            json.members(sums: [
                "before": page.before, "income": page.income, "rest": page.rest, "exchanged": page.exchanged,
                "over": page.over, "returned": page.returned, "assigned": page.assigned, "held": page.held,
                "toBudget": page.toBudget,
            ])
            try json.member("envelopes", objects: zip(plan.envelopes, page.lines)) { row, json in
                let (envelope, line) = row
                json.members(["id": envelope.id.text, "name": envelope.name, "group": envelope.group?.text])
                json.members(sums: [
                    "before": line.before, "assigned": line.assigned, "spent": line.spent, "left": line.left,
                    "credit": line.credit,
                ])
                json.member("carry", line.carry.name)
                json.member("needs", try need(of: envelope, in: period, bills(envelope))?.number)
            }
            json.member("cards", objects: page.cards) { card, json in
                json.members(["id": card.card.text, "name": cards[card.card]])
                json.members(sums: [
                    "before": card.before, "funded": card.funded, "assigned": card.assigned, "paid": card.paid,
                    "left": card.left,
                ])
            }
        }
    }
}

extension BudgetFill {
    /// The changes that a fill writes, for programs.
    public func json(_ plan: BudgetPlan) -> JSONWriter {
        .object { json in
            json.members(["currency": plan.currency.code, "toBudget": toBudget.number])
            json.member("envelopes", objects: lines) { line, json in
                json.members([
                    "id": line.envelope.text,
                    "name": plan.envelopes.first { $0.id == line.envelope }?.name ?? "",
                    "assigned": line.old.number, "becomes": line.new.number,
                ])
            }
        }
    }
}
