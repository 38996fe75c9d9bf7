public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// The plans to pay back what the accounts of a currency owe, to be compared.
public struct PayOffPlans: Sendable {
    /// An account that owes something, and of which it is known what is paid back each month.
    public struct Debt: Sendable {
        public let account: MoneyAccount
        /// Above zero.
        public let balance: Amount
        public let rate: InterestRate
        public let minimum: Amount
    }

    /// The result of a plan.
    public enum Result: Sendable {
        case ends(PayOff)
        /// The debts never end: they grow by so much in a month.
        case grows(Sum)
        /// More than `Loan.mostMonths`, or numbers with too many digits.
        case fails(Loan.Problem)
    }

    public let currency: Currency
    /// The amount that is paid each month beyond the minimums.
    public let extra: Amount
    public let debts: [Debt]
    /// The accounts that owe something, and don't say what is paid back each month.
    public let unplanned: [AccountBalance]
    public let plans: [(order: PayOff.Order, result: Result)]

    /// The sum of what is owed.
    public var owed: Sum { Self.total(debts.map(\.balance), currency) }
    /// The amount that is paid each month at least.
    public var minimums: Sum { Self.total(debts.map(\.minimum), currency) }

    private static func total(_ amounts: [Amount], _ currency: Currency) -> Sum {
        amounts.reduce(Sum(.zero(currency))) { sum, amount in (try? sum.adding(Sum(amount))) ?? sum }
    }

    init(_ balances: [AccountBalance], extra: Amount, _ orders: [PayOff.Order], _ today: CivilDate) {
        (currency, self.extra) = (extra.currency, extra)
        let owing = balances.filter { $0.balance.isBelow(Sum(.zero(extra.currency))) }
        debts = owing.compactMap { owing in
            let account = owing.account
            guard let minimum = account.payment, let balance = SignedAmount(owing.balance)?.size else { return nil }
            return Debt(account: account, balance: balance, rate: account.rate(on: today), minimum: minimum)
        }
        unplanned = owing.filter { $0.account.payment == nil }
        let core = debts.map {
            PayOff.Debt(id: $0.account.id, balance: $0.balance, rate: $0.rate, minimum: $0.minimum)
        }
        let budget = Self.total(debts.map(\.minimum), extra.currency)
        plans =
            core.isEmpty
            ? []
            : orders.map { order in
                do throws(Loan.Problem) {
                    return (order, .ends(try PayOff(core, extra: extra, by: order)))
                } catch {
                    guard case .neverEnds(let interest) = error else { return (order, .fails(error)) }
                    let paid = order == .minimum ? budget : (try? budget.adding(Sum(extra))) ?? budget
                    return (order, .grows((try? interest.adding(paid.negated)) ?? interest))
                }
            }
    }

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
        for (order, result) in plans {
            json.beginObject()
            json.member("by", order.rawValue)
            json.key("months")
            if case .ends(let plan) = result { json.integer(Int64(plan.months)) } else { json.null() }
            json.key("interest")
            if case .ends(let plan) = result { json.string(plan.interest.number) } else { json.null() }
            json.key("growth")
            if case .grows(let sum) = result { json.string(sum.number) } else { json.null() }
            json.key("ends")
            json.beginArray()
            if case .ends(let plan) = result {
                for (debt, month) in zip(debts, plan.ends) {
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
    /// The plans to pay back what accounts in use owe, of each currency with such accounts.
    ///
    /// - Parameters:
    ///   - today: the day as of whose end is owed.
    ///   - extra: what is paid each month beyond the minimums, as a person writes it: without a currency it is meant in each;
    ///     nil for nothing.
    ///   - orders: the plans that are wanted.
    public func payOffPlans(
        on today: CivilDate, extra: String? = nil, by orders: [PayOff.Order] = PayOff.Order.allCases
    ) throws -> [PayOffPlans] {
        let owing = try balances(on: today).filter {
            !$0.account.isClosed && ($0.account.accountKind == 2 || $0.account.accountKind == 3)
                && $0.balance.coefficient < 0
        }
        let currencies = Set(owing.map(\.account.currency)).sorted()
        if let extra, let said = try currencies.first.map({ try Amount(extra, usual: $0).currency }),
            !currencies.contains(said)
        {
            throw ItemError.unknownCurrency(said.code)
        }
        return try currencies.map { currency in
            let said = try extra.map { try Amount($0, usual: currency) }
            return PayOffPlans(
                owing.filter { $0.account.currency == currency },
                extra: said.flatMap { $0.currency == currency ? $0 : nil } ?? .zero(currency), orders, today)
        }
    }

    /// The table of what an account owes at the end of a day, by its own rate.
    ///
    /// - Parameters:
    ///   - months: the number of months in which it is paid back; nil for what the account says.
    ///   - payment: what is paid each month; nil for what the account says, where it doesn't say months.
    /// - Returns: nil where it isn't known what is paid.
    public func loan(
        _ account: MoneyAccount, on day: CivilDate, months: Int? = nil, paying payment: Amount? = nil
    ) throws -> Loan? {
        guard let balance = try balance(of: account, on: day),
            let debt = balance.coefficient < 0 ? SignedAmount(balance)?.size : .zero(account.currency)
        else { return nil }
        let rate = account.rate(on: day)
        if let payment = payment ?? (months == nil ? account.payment : nil) {
            return try Loan(debt, at: rate, paying: payment)
        }
        return try (months ?? account.term).map { try Loan(debt, at: rate, months: $0) }
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
