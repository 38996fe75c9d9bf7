extension Field {
    /// UTF-8: the periods of the budget, such as `month 25`.
    public static let budgetPeriods = Field(rawValue: 89)
    /// One byte: the mode of the budget, 0 pool or 1 card.
    public static let budgetMode = Field(rawValue: 95)
    /// A signed amount: the balance that no forecast in its currency shall fall below.
    public static let floor = Field(rawValue: 106)
}

/// The settings of a book. They are registers as well, of an entity that every device knows by the same id, and so they sync.
public struct Settings: Equatable, Sendable {
    /// The currency of an amount that names none; nil where nobody chose one, nor was one settled on.
    public let currency: Currency?
    /// The account that what is new in its currency is of, if it names none; nil where nobody chose one.
    public let account: EntityID?

    /// The periods of the budget.
    public let budgetPeriods: BudgetPeriods
    public let budgetMode: BudgetMode
    /// The balance that no forecast in its currency shall fall below; nil where nobody chose one.
    public let floor: SignedAmount?

    public static let id = EntityID(derivedFrom: [UInt8](), for: "settings")

    /// - Parameter record: what is known of the entity.
    public init(_ record: Record?) {
        func currency(_ field: Field) -> Currency? { record?[field].flatMap { Currency(bytes: $0.value) } }
        let isThere = record.map { $0.isAlive && $0.isKnown } ?? false
        self.currency = isThere ? currency(.currency) ?? currency(.guessedCurrency) : nil
        func value(_ field: Field) -> [UInt8]? { isThere ? record?[field]?.value : nil }
        budgetPeriods = value(.budgetPeriods).flatMap { BudgetPeriods(String(utf8: $0)) } ?? .usual
        budgetMode = value(.budgetMode)?.first.flatMap { BudgetMode(rawValue: $0) } ?? .pool
        floor = value(.floor).flatMap { SignedAmount(bytes: $0) }
        account = isThere ? record?[.defaultAccount].flatMap { EntityID(bytes: $0.value) } : nil
    }

    /// Sets one of them.
    ///
    /// - Parameter field: `guessedCurrency` for a currency that was settled on since nothing said otherwise. A choice counts more
    ///   than a guess, also one that another device makes without knowing of the choice.
    public static func registers(
        setting field: Field, to value: [UInt8], clock: inout HybridClock, now: Timestamp
    ) -> Result<[Register], ItemError> {
        if clock.nearsEnd(now: now) { return .failure(.clockAtEnd) }
        return .success([Register(id, field, clock.tick(now: now), value)])
    }
}

extension Settings {
    /// The balance that no forecast in a currency shall fall below: 0 unless somebody chose one.
    public func floor(in currency: Currency) -> Sum {
        floor.flatMap { $0.currency == currency ? $0.sum : nil } ?? Sum(.zero(currency))
    }
}

extension [MoneyAccount] {
    /// The account that what is new in a currency is of, if it names none: the one that was chosen, or else the first at a
    /// bank, in cash or on a card. Nil for the one that nobody made.
    ///
    /// - Parameter chosen: see `Settings.account`.
    public func usual(in currency: Currency, chosen: EntityID?) -> MoneyAccount? {
        let own = filter { $0.currency == currency && !$0.isClosed }
        // Nobody pays with a loan or a house.
        return own.first { $0.id == chosen } ?? own.first { $0.accountKind < 3 }
    }
}
