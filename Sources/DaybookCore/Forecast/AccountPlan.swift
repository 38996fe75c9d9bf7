extension Field {
    /// UTF-8: the yearly rate of interest of an account, in the form of `DatedRate.text`; empty for none.
    public static let interest = Field(rawValue: 100)
    /// The same as `amount`: what is paid back each month of what an account owes; empty for none.
    public static let payment = Field(rawValue: 101)
    /// UTF-8: the number of months in which a debt is paid back, as digits; empty for none.
    public static let term = Field(rawValue: 102)
    /// UTF-8: what an account or an envelope is to reach, in the form of `SavingsGoal.text`; empty for nothing.
    public static let goal = Field(rawValue: 103)
    /// One byte: a place in `MoneyAccount.liquidities`.
    public static let liquid = Field(rawValue: 104)
}

/// A yearly rate of interest, and the day from which on it counts.
public struct DatedRate: Hashable, Sendable {
    public let rate: InterestRate
    /// Nil for ever.
    public let from: CivilDate?

    /// Reads `5.25`, `5,25 %` or `5.25 from 2026-12-01`; nil for anything else.
    public init?(_ text: String) {
        let words = text.parts { $0.isSpace }.map { String($0) }
        let hasDay = words.count > 2 && words[words.count - 2] == "from"
        guard let rate = InterestRate(written: words.dropLast(hasDay ? 2 : 0).joined(separator: " ")) else {
            return nil
        }
        self.rate = rate
        from = hasDay ? words.last.flatMap { CivilDate($0) } : nil
        if hasDay, from == nil { return nil }
    }

    /// The one form of it.
    public var text: String { rate.text + (from.map { " from " + $0.text } ?? "") }
}

/// An amount that is to be there on a day.
public struct SavingsGoal: Hashable, Sendable {
    public let amount: Amount
    public let day: CivilDate

    public init(_ amount: Amount, by day: CivilDate) { (self.amount, self.day) = (amount, day) }

    /// The goal that a register has: see `text`. Nil for any other text.
    public init?(_ text: String) { self.init(Target(text)) }

    private init?(_ target: Target?) {
        guard let target, target.goals.count == 1, case .by(let amount, let day) = target.goals[0] else { return nil }
        self.init(amount, by: day)
    }

    /// Reads what a person writes, such as `9000 by 2027-06-01` or `9000 EUR by 2027-06`.
    ///
    /// - Parameter usual: the currency of an amount that names none.
    public init(written text: String, usual: () throws(ItemError) -> Currency) throws(ItemError) {
        guard let goal = Self(try? Target(written: text, usual: usual)) else { throw .badPlan(.goal, text) }
        self = goal
    }

    /// The one form of it: `9000.00 EUR by 2027-06-01`, or `9000.00 EUR by 2027-06` for the last day of a month.
    public var text: String { Target.Goal.by(amount, day).text }
}

extension MoneyAccount {
    /// True where what is in it can be spent within a week: by its kind, or because a person says so.
    public static let liquidities = ["by kind", "yes", "no"]

    /// The rate of interest, on what is in it or on what it owes.
    public var interest: DatedRate? { extraFields[.interest].flatMap { DatedRate($0.text) } }

    /// The rate that counts on a day; zero where there is none.
    public func rate(on day: CivilDate) -> InterestRate {
        guard let interest, interest.from.map({ $0 <= day }) ?? true else { return .zero }
        return interest.rate
    }

    /// The amount that is paid back each month, in its currency.
    public var payment: Amount? {
        extraFields[.payment]?.amount.flatMap { $0.currency == currency && $0.coefficient > 0 ? $0 : nil }
    }

    /// The number of months in which it is paid back.
    public var term: Int? { extraFields[.term].flatMap { Self.months($0.text) } }

    private static func months(_ text: String) -> Int? {
        guard let number = Int(text), (1...Loan.mostMonths).contains(number) else { return nil }
        return number
    }

    /// The amount that it is to reach.
    public var goal: SavingsGoal? {
        extraFields[.goal].flatMap { SavingsGoal($0.text) }.flatMap { $0.amount.currency == currency ? $0 : nil }
    }

    /// True where what is in it may be spent: it is in use, on the budget, and neither a loan nor an asset, unless a person
    /// says otherwise.
    public var isSpendable: Bool {
        guard isMade, !isClosed else { return false }
        let said = extraFields[.liquid]?.choice ?? 0
        return said == 0 ? budget == 0 && accountKind < 3 : said == 1
    }

    /// Reads what a person writes of `interest`, `payment`, `term` or `goal`; nothing for a blank text.
    ///
    /// - Parameter usual: the currency of an amount that names none.
    public static func plan(
        _ field: Field, written text: String, usual: () throws(ItemError) -> Currency
    ) throws(ItemError) -> FieldValue {
        let text = text.trimmed
        if text.isEmpty { return .nothing }
        switch field {
        case .payment: return .amount(try Amount(text, usual: usual()))
        case .goal: return .text(try SavingsGoal(written: text, usual: usual).text)
        case .term:
            guard let months = months(text) else { throw .badPlan(.term, text) }
            return .text(String(months))
        default:
            guard let rate = DatedRate(text) else { throw .badPlan(.interest, text) }
            return .text(rate.text)
        }
    }
}

extension Envelope {
    /// The amount that is to be in it by a day.
    public var goal: SavingsGoal? { extraFields[.goal].flatMap { SavingsGoal($0.text) } }
}

extension Changes {
    /// The reason for which an account, or an envelope, can't have the interest, the term or the goal; nil if it can. Only their one
    /// form is written.
    func planProblem() -> ItemError? {
        for field in [Field.interest, .term, .goal] {
            guard let text = self[field]?.text, !text.isEmpty else { continue }
            let read = try? MoneyAccount.plan(field, written: text) { () throws(ItemError) -> Currency in
                throw .badPlan(field, text)
            }
            if read?.text != text { return .badPlan(field, text) }
        }
        return nil
    }
}
