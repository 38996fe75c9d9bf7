extension Field {
    /// The 16 bytes of the id of the account that an entry is of; empty for the default one of its currency. Of a to-do the
    /// one that pays.
    public static let account = Field(rawValue: 70)
    /// One byte: a place in `MoneyAccount.kinds`.
    public static let accountKind = Field(rawValue: 71)
    /// One byte: a place in `MoneyAccount.sides`.
    public static let openingSide = Field(rawValue: 72)
    /// One byte: a place in `MoneyAccount.budgets`.
    public static let budget = Field(rawValue: 73)
    /// When an account was closed, as `createdAt`; empty while it is in use.
    public static let closedAt = Field(rawValue: 74)
    /// UTF-8: how the files of a bank name an account; empty for none.
    public static let bankNumber = Field(rawValue: 75)
    /// The balance in the newest file of a bank: `BankClosing.text`; empty for none.
    public static let closing = Field(rawValue: 58)
}

/// Where money lies, or is owed: an account at a bank, a purse, a card, a loan, an asset. It has nothing to do with
/// the accounts of people on a server.
///
/// Nothing stores what is in it: that is what it opened with and its entries. Each currency has a default account, which
/// has the entries that name none, or one that isn't there or is of another currency. So it is there without anybody
/// having made it. Its id is made of the currency, so that devices that name it without knowing of each other mean one.
public struct MoneyAccount: Hashable, Sendable {
    public let id: EntityID
    /// The name; not blank.
    public var name: String
    /// Its place among the accounts.
    public var position: Position
    /// A place in `kinds`.
    public var accountKind: UInt8
    /// The money in it, or owed, before its entries. Its currency is that of the account.
    public var opening: Amount
    /// A place in `sides`: whether the opening was there or owed.
    public var side: UInt8
    /// From which day on the opening counts; nil for ever.
    public var openingDay: CivilDate?
    /// A place in `budgets`.
    public var budget: UInt8
    public var isSynced = true
    public var extraFields = FieldValues()

    public static let kinds = ["bank", "cash", "card", "loan", "asset"]
    /// True where what it opened with was there, or owed.
    public static let sides = ["owned", "owed"]
    /// True where a budget counts what is in it.
    public static let budgets = ["on", "off"]
    /// The version of the schema that brought accounts, and the field of entries that names one.
    public static let version = 10

    public var currency: Currency { opening.currency }
    /// True where it was closed. What it held stays.
    public var isClosed: Bool { extraFields[.closedAt] != nil }
    /// How the files of a bank name it; empty for none.
    public var bankNumber: String { extraFields[.bankNumber]?.text ?? "" }
    /// True where somebody made or changed it: a default account is there without that.
    public var isMade: Bool { !position.bytes.isEmpty }
    /// True where it has the entries of its currency that name no account.
    public var isDefault: Bool { id == Self.defaultID(of: currency) }

    /// The account of the entries in a currency that name none.
    public static func defaultID(of currency: Currency) -> EntityID {
        EntityID(derivedFrom: currency.bytes, for: "default account")
    }

    /// The default account of a currency as it is while nobody has changed it: named after the currency, and empty.
    public static func `default`(of currency: Currency) -> MoneyAccount {
        var account = MoneyAccount(id: defaultID(of: currency), createdAt: Timestamp(milliseconds: 0))
        account.name = currency.code
        account.opening = .zero(currency)
        return account
    }

    /// The default account with this id as it is while nobody has changed it.
    public static func assumed(_ id: EntityID) -> MoneyAccount? {
        Currency.all.first { defaultID(of: $0) == id }.map { .default(of: $0) }
    }

    /// The opening as a sum, below zero where that was owed.
    public var openingSum: Sum { side == 0 ? Sum(opening) : Sum(opening).negated }

    /// Tells what it opened with as of a day; 0 before it opened.
    public func opening(on day: CivilDate?) -> Sum {
        guard let day, let openingDay, day < openingDay else { return openingSum }
        return Sum(.zero(currency))
    }
}

extension Amount {
    /// No money of a currency.
    public static func zero(_ currency: Currency) -> Amount {
        // 0 has few enough digits in each of them.
        Amount(coefficient: 0, scale: 0, currency: currency) ?? zero(.usDollar)
    }
}

extension MoneyAccount: Entity {
    /// Without an opening it has no currency.
    public static let kind: Kind = Kind(
        4, "account", "accounts", by: .position, needs: [.title, .amount], in: .entries, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        name = ""
        position = Position(bytes: [])
        accountKind = 0
        opening = .zero(.usDollar)
        side = 0
        budget = 0
    }

    public static let fields = FieldList<MoneyAccount>([
        FieldSpec(
            .title, "name", .text, since: version, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: version, isOptional: false, .output,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(
            .accountKind, "kind", .choice(kinds), since: version, isOptional: false,
            get: { .choice($0.accountKind) }, set: { $0.accountKind = $1.choice ?? 0 }),
        FieldSpec(
            .amount, "opening", .amount, since: version, isOptional: false,
            get: { .amount($0.opening) }, set: { $0.opening = $1.amount ?? $0.opening }),
        FieldSpec(
            .openingSide, "side", .choice(sides), since: version, isOptional: false,
            get: { .choice($0.side) }, set: { $0.side = $1.choice ?? 0 }),
        FieldSpec(
            .day, "openingDay", .day, since: version,
            get: { FieldValue($0.openingDay) }, set: { $0.openingDay = $1.day }),
        FieldSpec(
            .budget, "budget", .choice(budgets), since: version, isOptional: false,
            get: { .choice($0.budget) }, set: { $0.budget = $1.choice ?? 0 }),
        FieldSpec(.bankNumber, "bankNumber", .text, since: version),
        FieldSpec(.closedAt, "closedAt", .time, since: version),
        FieldSpec(.closing, "closing", .text, since: 16, .output),
        FieldSpec(.interest, "interest", .text, since: 19),
        FieldSpec(.payment, "payment", .amount, since: 19),
        FieldSpec(.term, "term", .text, since: 19),
        FieldSpec(.goal, "goal", .text, since: 19),
        FieldSpec(
            .liquid, "liquid", .choice(liquidities), since: 19, get: { $0.extraFields[.liquid] ?? .nothing },
            set: { $0.extraFields[.liquid] = $1.choice ?? 0 == 0 ? nil : $1 }),
    ])
}

extension Changes {
    /// Creates an account, or changes it. A default one that nobody has changed is created by that.
    ///
    /// - Parameter account: the one that is to change; nil for a new one.
    func registers(
        ofAccount id: EntityID, _ account: MoneyAccount?, in record: Record, _ stamp: Stamp, _ now: Timestamp,
        _ today: CivilDate
    ) -> Result<[Register], ItemError> {
        var changes = self
        if account?.isMade != true {
            if let account {
                changes.values.fill(.title, .text(account.name))
                changes.values.fill(.amount, .amount(account.opening))
            }
            changes.values.fill(.day, .day(today))
            return Kind.account.registers(changes, of: id, in: nil, stamp, now)
        }
        // An amount and its side are one thing: of two devices that change them one has both.
        return Kind.account.registers(changes, of: id, in: record, stamp, now).map { registers in
            guard let account, registers.contains(where: { $0.field == .amount || $0.field == .openingSide }) else {
                return registers
            }
            let opening = self[.amount]?.amount ?? account.opening
            let side = self[.openingSide]?.choice ?? account.side
            return registers.filter { $0.field != .amount && $0.field != .openingSide } + [
                Register(id, .amount, stamp, opening.bytes), Register(id, .openingSide, stamp, [side]),
            ]
        }
    }
}

/// The entries of one account, by what they say themselves.
public enum AccountScope: Hashable, Sendable {
    /// Entries that name it, in its currency.
    case named(EntityID, Currency)
    /// Entries of a default account: of its currency all but those that name one of these.
    case others(Currency, [EntityID])

    /// - Parameter accounts: all that are there.
    public init(_ account: MoneyAccount, among accounts: [MoneyAccount]) {
        let currency = account.currency
        guard account.isDefault else {
            self = .named(account.id, currency)
            return
        }
        self = .others(currency, accounts.filter { $0.currency == currency && !$0.isDefault }.map { $0.id })
    }

    /// Tells whether it says the entries of this account.
    public func isOf(_ account: MoneyAccount) -> Bool {
        switch self {
        case .named(let id, _): id == account.id
        case .others(let currency, _): account.isDefault && account.currency == currency
        }
    }

    func contains(_ entry: Entry) -> Bool { contains(entry.extraFields[.account]?.entity, entry.amount?.currency) }

    /// Tells whether what names an account, or none, and is in a currency is of this one.
    func contains(_ account: EntityID?, _ own: Currency?) -> Bool {
        switch self {
        case .named(let id, let currency): account == id && own == currency
        case .others(let currency, let named): own == currency && !(account.map { named.contains($0) } ?? false)
        }
    }
}
