/// The balance of an account at the end of a day, as the file of a bank says it.
public struct BankClosing: Equatable, Sendable {
    public let day: CivilDate
    /// Below zero where that was owed.
    public let balance: Sum

    public init(day: CivilDate, balance: Sum) {
        self.day = day
        self.balance = balance
    }

    /// Such as `2026-11-30 -12.50 EUR`.
    public var text: String { day.text + " " + balance.number + " " + balance.currency.code }

    /// Reads the form of `text`; nil for any other.
    public init?(_ text: String) {
        let parts = text.parts { $0 == " " }.map { String($0) }
        guard parts.count == 3, let day = CivilDate(parts[0]), let currency = Currency(parts[2]) else { return nil }
        let isOwed = parts[1].begins(with: "-")
        guard let amount = try? Amount(number: isOwed ? parts[1].rest(after: "-") ?? "" : parts[1], currency: currency)
        else { return nil }
        self.init(day: day, balance: isOwed ? Sum(amount).negated : Sum(amount))
    }
}

extension MoneyAccount {
    /// The balance in the newest file of its bank, in its currency.
    public var closing: BankClosing? {
        extraFields[.closing].flatMap { BankClosing($0.text) }.flatMap { $0.balance.currency == currency ? $0 : nil }
    }

    /// The balance, if it is still to be reconciled.
    ///
    /// - Parameter statements: those with which accounts were reconciled.
    public func openClosing(_ statements: some Sequence<Reconciliation>) -> BankClosing? {
        guard let closing else { return nil }
        return statements.contains { $0.account == id && $0.day >= closing.day } ? nil : closing
    }
}
