/// The plans to pay back what the accounts of a currency owe, to be compared.
public struct PayOffPlans: Equatable, Sendable {
    /// An account that owes something, and of which it is known what is paid back each month.
    public struct Debt: Equatable, Sendable {
        public let account: MoneyAccount
        /// Above zero.
        public let balance: Amount
        public let rate: InterestRate
        public let minimum: Amount
    }

    /// A plan by the order of its debts, and what comes of it.
    public struct Plan: Equatable, Sendable {
        public let order: PayOff.Order
        public let result: Result
    }

    /// The result of a plan.
    public enum Result: Equatable, Sendable {
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
    public private(set) var plans: [Plan] = []

    /// The sum of what is owed.
    public var owed: Sum { total { $0.balance } }
    /// The amount that is paid each month at least.
    public var minimums: Sum { total { $0.minimum } }

    private func total(_ part: (Debt) -> Amount) -> Sum {
        debts.reduce(Sum(.zero(currency))) { sum, debt in (try? sum.adding(Sum(part(debt)))) ?? sum }
    }

    /// - Parameter owing: the accounts of the currency that owe something.
    private init(_ owing: [AccountBalance], extra: Amount, _ orders: [PayOff.Order], _ today: CivilDate) {
        (currency, self.extra) = (extra.currency, extra)
        debts = owing.compactMap { owing in
            let account = owing.account
            guard let minimum = account.payment, let balance = SignedAmount(owing.balance)?.size else { return nil }
            return Debt(account: account, balance: balance, rate: account.rate(on: today), minimum: minimum)
        }
        unplanned = owing.filter { $0.account.payment == nil }
        let core = debts.map {
            PayOff.Debt(id: $0.account.id, balance: $0.balance, rate: $0.rate, minimum: $0.minimum)
        }
        if core.isEmpty { return }
        for order in orders {
            let result: Result
            do throws(Loan.Problem) {
                result = .ends(try PayOff(core, extra: extra, by: order))
            } catch {
                if case .neverEnds(let interest) = error {
                    let paid = order == .minimum ? minimums : (try? minimums.adding(Sum(extra))) ?? minimums
                    result = .grows((try? interest.adding(paid.negated)) ?? interest)
                } else {
                    result = .fails(error)
                }
            }
            plans.append(Plan(order: order, result: result))
        }
    }

    /// The plans to pay back what cards and loans in use owe, of each currency with such accounts, by code.
    ///
    /// - Parameters:
    ///   - balances: at the end of today.
    ///   - extra: what is paid each month beyond the minimums, as a person writes it: without a currency it is meant in each;
    ///     nil for nothing.
    ///   - orders: the plans that are wanted.
    public static func all(
        _ balances: [AccountBalance], extra: String? = nil, by orders: [PayOff.Order] = PayOff.Order.allCases,
        _ today: CivilDate
    ) throws(ItemError) -> [PayOffPlans] {
        let owing = balances.filter {
            !$0.account.isClosed && $0.account.isDebt && $0.balance.coefficient < 0
        }
        var currencies: [Currency] = []
        for balance in owing where !currencies.contains(balance.account.currency) {
            currencies.append(balance.account.currency)
        }
        currencies.sort()
        if let extra, let first = currencies.first {
            let said = try Amount(extra, usual: first).currency
            if !currencies.contains(said) { throw .unknownCurrency(said.code) }
        }
        var all: [PayOffPlans] = []
        for currency in currencies {
            var own = Amount.zero(currency)
            if let extra {
                let said = try Amount(extra, usual: currency)
                if said.currency == currency { own = said }
            }
            all.append(
                PayOffPlans(owing.filter { $0.account.currency == currency }, extra: own, orders, today))
        }
        return all
    }
}

extension MoneyAccount {
    /// True of cards and loans.
    public var isDebt: Bool { accountKind == 2 || accountKind == 3 }
}

extension Loan {
    /// The table of what an account owes at the end of a day, by its own rate; nil where it isn't known what is paid.
    ///
    /// - Parameters:
    ///   - balance: below zero where it owes something.
    ///   - months: the number of months in which it is paid back; nil for what the account says.
    ///   - payment: what is paid each month; nil for what the account says, where it doesn't say months.
    public init?(
        of account: MoneyAccount, owing balance: Sum, on day: CivilDate, months: Int? = nil,
        paying payment: Amount? = nil
    ) throws(Problem) {
        guard let debt = balance.coefficient < 0 ? SignedAmount(balance)?.size : .zero(account.currency) else {
            return nil
        }
        if let payment = payment ?? (months == nil ? account.payment : nil) {
            try self.init(debt, at: account.rate(on: day), paying: payment)
        } else if let months = months ?? account.term {
            try self.init(debt, at: account.rate(on: day), months: months)
        } else {
            return nil
        }
    }
}
