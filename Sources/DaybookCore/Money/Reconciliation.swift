extension Field {
    /// The 16 bytes of the id of the statement with which a row of an account was reconciled, an entry or the first side of a
    /// transfer; empty for none. It is no edit of the row.
    public static let reconciled = Field(rawValue: 0x8004)
    /// The same as `reconciled`, of the second side of a transfer.
    public static let toReconciled = Field(rawValue: 0x8005)
}

/// Says that the rows of an account up to a day were held against a statement of the bank, and came to what it says.
///
/// The rows name it. It is made once, and doesn't change; while it is there they are reconciled.
public struct Reconciliation: Hashable, Sendable {
    public let id: EntityID
    /// The account whose statement it is.
    public var account: EntityID
    /// The day at whose end it holds.
    public var day: CivilDate
    /// The balance of the statement, be it there or owed.
    public var amount: Amount
    /// A place in `MoneyAccount.sides`: whether it was there or owed.
    public var side: UInt8
    public internal(set) var createdAt: Timestamp
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought them.
    public static let version = 12

    /// The balance of the statement, below zero where it is owed.
    public var balance: Sum { side == 0 ? Sum(amount) : Sum(amount).negated }
}

extension Reconciliation: Entity {
    public static let kind: Kind = Kind(
        8, "reconciliation", "reconciliations", by: .day, needs: [.amount, .account, .day], fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        account = MoneyAccount.defaultID(of: .usDollar)
        day = CivilDate(createdAt)
        amount = .zero(.usDollar)
        side = 0
        self.createdAt = createdAt
    }

    public static let fields = FieldList<Reconciliation>([
        FieldSpec(
            .account, "account", .entity, since: version, isOptional: false,
            get: { .entity($0.account) }, set: { $0.account = $1.entity ?? $0.account }),
        FieldSpec(
            .day, "day", .day, since: version, isOptional: false,
            get: { .day($0.day) }, set: { $0.day = $1.day ?? $0.day }),
        FieldSpec(
            .amount, "balance", .amount, since: version, isOptional: false,
            get: { .amount($0.amount) }, set: { $0.amount = $1.amount ?? $0.amount }),
        FieldSpec(
            .openingSide, "side", .choice(MoneyAccount.sides), since: version, isOptional: false,
            get: { .choice($0.side) }, set: { $0.side = $1.choice ?? 0 }),
        FieldSpec(
            .createdAt, "createdAt", .time, since: version, isOptional: false, .output,
            get: { .time($0.createdAt) }, set: { $0.createdAt = $1.time ?? $0.createdAt }),
    ])
}

extension Changes {
    /// Makes one of a statement that says what is in an account at the end of a day.
    public static func reconciliation(of account: EntityID, _ balance: Sum, on day: CivilDate) -> Changes? {
        let isOwed = balance.coefficient < 0
        let size = isOwed ? balance.negated : balance
        guard let coefficient = Int64(exactly: size.coefficient),
            let amount = Amount(coefficient: coefficient, scale: size.scale, currency: size.currency)
        else { return nil }
        return [
            .account: .entity(account), .day: .day(day), .amount: .amount(amount),
            .openingSide: .choice(isOwed ? 1 : 0),
        ]
    }
}
