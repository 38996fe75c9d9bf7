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
        var json = JSONWriter()
        func write(_ members: [(StaticString, Sum)]) {
            for (key, sum) in members {
                json.key(key)
                json.string(sum.number)
            }
        }
        json.beginObject()
        json.member("period", plan.periods.label(period))
        json.member("from", plan.periods.start(of: period).text)
        json.member("through", plan.periods.end(of: period).text)
        json.member("currency", plan.currency.code)
        json.member("mode", plan.mode.name)
        write([
            ("before", page.before), ("income", page.income), ("rest", page.rest), ("exchanged", page.exchanged),
            ("over", page.over), ("returned", page.returned), ("assigned", page.assigned), ("held", page.held),
            ("toBudget", page.toBudget),
        ])
        json.key("envelopes")
        json.beginArray()
        for (envelope, line) in zip(plan.envelopes, page.lines) {
            json.beginObject()
            json.member("id", envelope.id.text)
            json.member("name", envelope.name)
            json.member("group", envelope.group?.text)
            write([
                ("before", line.before), ("assigned", line.assigned), ("spent", line.spent), ("left", line.left),
                ("credit", line.credit),
            ])
            json.member("carry", line.carry.name)
            json.member("needs", try need(of: envelope, in: period, bills(envelope))?.number)
            json.endObject()
        }
        json.endArray()
        json.key("cards")
        json.beginArray()
        for card in page.cards {
            json.beginObject()
            json.member("id", card.card.text)
            json.member("name", cards[card.card])
            write([
                ("before", card.before), ("funded", card.funded), ("assigned", card.assigned), ("paid", card.paid),
                ("left", card.left),
            ])
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json
    }
}

extension BudgetFill {
    /// The changes that a fill writes, for programs.
    public func json(_ plan: BudgetPlan) -> JSONWriter {
        var json = JSONWriter()
        json.beginObject()
        json.key("currency")
        json.string(plan.currency.code)
        json.key("toBudget")
        json.string(toBudget.number)
        json.key("envelopes")
        json.beginArray()
        for line in lines {
            json.beginObject()
            json.key("id")
            json.string(line.envelope.text)
            json.key("name")
            json.string(plan.envelopes.first { $0.id == line.envelope }?.name ?? "")
            json.key("assigned")
            json.string(line.old.number)
            json.key("becomes")
            json.string(line.new.number)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json
    }
}
