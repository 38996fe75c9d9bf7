public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension PayOffPlans {
    /// For programs.
    public static func json(_ all: [PayOffPlans]) -> JSONWriter {
        var json = JSONWriter()
        json.beginArray()
        for plans in all { plans.append(to: &json) }
        json.endArray()
        return json
    }

    private func append(to json: inout JSONWriter) {
        json.beginObject()
        json.member("currency", currency.code)
        json.member("owed", owed.number)
        json.member("minimums", minimums.number)
        json.member("extra", extra.number)
        json.key("debts")
        json.beginArray()
        for debt in debts {
            json.beginObject()
            json.member("account", debt.account.id.text)
            json.member("name", debt.account.name)
            json.member("balance", debt.balance.number)
            json.member("rate", debt.rate.text)
            json.member("minimum", debt.minimum.number)
            json.endObject()
        }
        json.endArray()
        json.key("unplanned")
        json.beginArray()
        for owing in unplanned {
            json.beginObject()
            json.member("account", owing.account.id.text)
            json.member("name", owing.account.name)
            json.member("balance", owing.balance.negated.number)
            json.endObject()
        }
        json.endArray()
        json.key("plans")
        json.beginArray()
        for plan in plans {
            json.beginObject()
            json.member("by", plan.order.rawValue)
            json.key("months")
            if case .ends(let paid) = plan.result { json.integer(Int64(paid.months)) } else { json.null() }
            json.key("interest")
            if case .ends(let paid) = plan.result { json.string(paid.interest.number) } else { json.null() }
            json.key("growth")
            if case .grows(let sum) = plan.result { json.string(sum.number) } else { json.null() }
            json.key("ends")
            json.beginArray()
            if case .ends(let paid) = plan.result {
                for (debt, month) in zip(debts, paid.ends) {
                    json.beginObject()
                    json.member("account", debt.account.id.text)
                    json.key("month")
                    json.integer(Int64(month))
                    json.endObject()
                }
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}

extension BookReader {
    /// The plans to pay back what accounts in use owe: see `PayOffPlans.all`.
    public func payOffPlans(
        on today: CivilDate, extra: String? = nil, by orders: [PayOff.Order] = PayOff.Order.allCases
    ) throws -> [PayOffPlans] {
        try PayOffPlans.all(balances(on: today), extra: extra, by: orders, today)
    }

    /// The table of what an account owes at the end of a day: see `Loan.init(of:owing:on:months:paying:)`.
    public func loan(
        _ account: MoneyAccount, on day: CivilDate, months: Int? = nil, paying payment: Amount? = nil
    ) throws -> Loan? {
        try balance(of: account, on: day).flatMap {
            try Loan(of: account, owing: $0, on: day, months: months, paying: payment)
        }
    }
}

extension Loan.Problem {
    /// Says what is wrong, and what to do.
    public var words: String {
        switch self {
        case .months(let count) where count > Loan.mostMonths:
            "That takes more than \(Loan.mostMonths) months. Pay more a month."
        case .months(let count): "\(count) isn't a number of months. Give 1 to \(Loan.mostMonths)."
        case .neverEnds(let interest):
            "The interest of the first month is \(interest.text), so the debt never ends. Pay more than that a month."
        case .tooLarge: "The numbers are too large to work with."
        }
    }
}

extension Loan {
    /// For programs.
    public var json: JSONWriter {
        var json = JSONWriter()
        json.beginObject()
        json.member("currency", level.currency.code)
        json.member("payment", level.number)
        json.member("interest", interest.number)
        json.key("payments")
        json.beginArray()
        for payment in payments {
            json.beginObject()
            json.member("amount", payment.amount.number)
            json.member("interest", payment.interest.number)
            json.member("principal", payment.principal.number)
            json.member("left", payment.left.number)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json
    }
}
