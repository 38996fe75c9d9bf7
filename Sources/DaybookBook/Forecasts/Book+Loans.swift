public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension PayOffPlans {
    /// For programs.
    public static func json(_ all: [PayOffPlans]) -> JSONWriter {
        .objects(all) { $0.append(to: &$1) }
    }

    private func append(to json: inout JSONWriter) {
        json.members([
            "currency": currency.code, "owed": owed.number, "minimums": minimums.number, "extra": extra.number,
        ])
        json.member("debts", objects: debts) { debt, json in
            json.members([
                "account": debt.account.id.text, "name": debt.account.name, "balance": debt.balance.number,
                "rate": debt.rate.text, "minimum": debt.minimum.number,
            ])
        }
        json.member("unplanned", objects: unplanned) { owing, json in
            json.members([
                "account": owing.account.id.text, "name": owing.account.name,
                "balance": owing.balance.negated.number,
            ])
        }
        json.member("plans", objects: plans) { plan, json in
            var (paid, growth) = (PayOff?.none, Sum?.none)
            switch plan.result {
            case .ends(let plan): paid = plan
            case .grows(let sum): growth = sum
            case .fails: break
            }
            json.member("by", plan.order.rawValue)
            json.member("months", paid?.months)
            json.members(sums: ["interest": paid?.interest, "growth": growth])
            json.member("ends", objects: zip(debts, paid?.ends ?? [])) { end, json in
                json.member("account", end.0.account.id)
                json.member("month", end.1)
            }
        }
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
        .object { json in
            json.members(["currency": level.currency.code, "payment": level.number, "interest": interest.number])
            json.member("payments", objects: payments) { payment, json in
                json.members([
                    "amount": payment.amount.number, "interest": payment.interest.number,
                    "principal": payment.principal.number, "left": payment.left.number,
                ])
            }
        }
    }
}
