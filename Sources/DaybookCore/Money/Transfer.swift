extension Field {
    /// Both legs of a transfer: see `Transfer.Leg.bytes`. They are one register, so no merge makes half a transfer, or mixes
    /// the sides of two writers.
    public static let legs = Field(rawValue: 76)
    /// The 16 bytes of the id of the entry that is one side of a transfer: what went out.
    public static let fromEntry = Field(rawValue: 77)
    /// The same as `fromEntry`, of what came in.
    public static let toEntry = Field(rawValue: 78)
    /// The same as `bankRow`, of the side of a transfer from which money goes. It is no edit of the transfer.
    public static let fromRow = Field(rawValue: 0x8002)
    /// The same as `fromRow`, of the side to which it goes.
    public static let toRow = Field(rawValue: 0x8003)

    // Parts of `legs` beside `account`, `amount` and `day`, which are those of the first. They name what is to change, and
    // are never in a register.
    /// The account to which a transfer goes.
    public static let toAccount = Field(rawValue: 0xFF01)
    /// How much comes in there.
    public static let toAmount = Field(rawValue: 0xFF02)
    public static let toDay = Field(rawValue: 0xFF03)
}

/// Money that goes from one account to another: one thing with two sides. It is neither income nor an expense.
///
/// It may be made of two entries, or of one. These aren't entries while it is there: see `JoinedEntries`.
public struct Transfer: Hashable, Sendable {
    public let id: EntityID
    /// The side that goes out.
    public var from: Leg
    /// The side that comes in. In the same currency it is as much.
    public var to: Leg
    /// Empty for none.
    public var note: String
    public internal(set) var createdAt: Timestamp
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought transfers.
    public static let version = 12

    public struct Leg: Hashable, Sendable {
        /// The account that it names. Where that isn't there, or is of another currency, it is of the default account of its
        /// currency, as an entry would be.
        public var account: EntityID
        public var day: CivilDate
        /// More than zero.
        public var amount: Amount

        /// - Parameter account: nil for the default one of the currency.
        public init(account: EntityID? = nil, day: CivilDate, amount: Amount) {
            self.account = account ?? MoneyAccount.defaultID(of: amount.currency)
            self.day = day
            self.amount = amount
        }

        /// 38 bytes: the id of the account, the ten characters of the day, the amount.
        public var bytes: [UInt8] { account.bytes + day.text.bytes + amount.bytes }

        init?(bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes)
            guard bytes.count == Self.size, let account = EntityID(bytes: bytes[..<16]),
                let day = Shape.day.value(Array(bytes[16..<26])).day, let amount = Amount(bytes: Array(bytes[26...]))
            else { return nil }
            self.init(account: account, day: day, amount: amount)
        }

        static let size = 38
    }

    /// The transfer that a record holds; nil if it is deleted, or is none: half of one isn't.
    public init?(_ record: Record) {
        guard let (from, to) = Self.sides(of: record), let legs = record[.legs] else { return nil }
        self.init(
            id: record.id, createdAt: record[.createdAt].flatMap { Timestamp(bytes: $0.value) } ?? legs.stamp.time)
        self.from = from
        self.to = to
        note = record[.note].map { String(utf8: $0.value) } ?? ""
        isSynced = record.isSynced
        for field in [Field.fromEntry, .toEntry, .envelope] {
            extraFields[field] = record[field].flatMap { EntityID(bytes: $0.value) }.map { .entity($0) }
        }
    }

    private static func sides(of record: Record) -> (Leg, Leg)? {
        guard record.isAlive, record.isOf(.transfer), let legs = record[.legs]?.value else { return nil }
        return sides(legs)
    }

    /// The sides that `Field.legs` has as bytes; nil if these are none.
    static func sides(_ legs: [UInt8]) -> (from: Leg, to: Leg)? {
        guard let from = Leg(bytes: legs.prefix(Leg.size)), let to = Leg(bytes: legs.dropFirst(Leg.size)),
            mayBeSides(from.amount, to.amount)
        else { return nil }
        return (from, to)
    }

    /// The entries that the transfer names which a record holds; none if it holds none.
    static func entries(of record: Record) -> [EntityID] {
        guard sides(of: record) != nil else { return [] }
        return [record[.fromEntry], record[.toEntry]].compactMap { $0.flatMap { EntityID(bytes: $0.value) } }
    }

    /// Tells whether so much may go out where so much comes in. In one currency a difference would be income or an expense.
    public static func mayBeSides(_ from: Amount, _ to: Amount) -> Bool {
        from.coefficient > 0 && to.coefficient > 0 && (from.currency != to.currency || from == to)
    }

    /// The entries of which it was made.
    public var entries: [EntityID] {
        [extraFields[.fromEntry]?.entity, extraFields[.toEntry]?.entity].compactMap { $0 }
    }

    /// The id of the transfer of some entries: devices that make one of the same entries make the same one.
    ///
    /// - Parameters:
    ///   - from: what went out; nil where no entry says it.
    ///   - to: what came in.
    public static func id(from: EntityID?, to: EntityID?) -> EntityID {
        let none = EntityID(high: 0, low: 0).bytes
        return EntityID(derivedFrom: (from?.bytes ?? none) + (to?.bytes ?? none), for: "transfer of entries")
    }

    /// Tells whether this one stands before `other`: as entries do.
    public func precedes(_ other: Transfer) -> Bool {
        (from.day, createdAt, id) > (other.from.day, other.createdAt, other.id)
    }
}

extension Transfer: Entity {
    public static let kind: Kind = Kind(7, "transfer", "transfers", by: .day, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        from = Leg(day: CivilDate(createdAt), amount: .zero(.usDollar))
        to = from
        note = ""
        self.createdAt = createdAt
    }

    /// The fields of a transfer: the one list of them. The first six are parts of `legs`.
    public static let fields = FieldList<Transfer>([
        FieldSpec(
            .day, "day", .day, since: version, isOptional: false, [.input, .output, .search],
            get: { .day($0.from.day) }, set: { $0.from.day = $1.day ?? $0.from.day }),
        FieldSpec(
            .account, "account", .entity, since: version, isOptional: false,
            get: { .entity($0.from.account) }, set: { $0.from.account = $1.entity ?? $0.from.account }),
        FieldSpec(
            .amount, "amount", .amount, since: version, isOptional: false, [.input, .output, .search],
            get: { .amount($0.from.amount) }, set: { $0.from.amount = $1.amount ?? $0.from.amount }),
        FieldSpec(
            .toDay, "toDay", .day, since: version, isOptional: false, [.input, .output, .search],
            get: { .day($0.to.day) }, set: { $0.to.day = $1.day ?? $0.to.day }),
        FieldSpec(
            .toAccount, "toAccount", .entity, since: version, isOptional: false,
            get: { .entity($0.to.account) }, set: { $0.to.account = $1.entity ?? $0.to.account }),
        FieldSpec(
            .toAmount, "toAmount", .amount, since: version, isOptional: false, [.input, .output, .search],
            get: { .amount($0.to.amount) }, set: { $0.to.amount = $1.amount ?? $0.to.amount }),
        FieldSpec(
            .note, "note", .text, since: version, isOptional: false, [.input, .output, .search],
            get: { .text($0.note) }, set: { $0.note = $1.text }),
        FieldSpec(
            .createdAt, "createdAt", .time, since: version, isOptional: false, [.createOnly, .output],
            get: { .time($0.createdAt) }, set: { $0.createdAt = $1.time ?? $0.createdAt }),
        FieldSpec(.envelope, "envelope", .entity, since: Envelope.version),
        FieldSpec(.fromEntry, "fromEntry", .entity, since: version, [.createOnly, .output]),
        FieldSpec(.toEntry, "toEntry", .entity, since: version, [.createOnly, .output]),
    ])
}
