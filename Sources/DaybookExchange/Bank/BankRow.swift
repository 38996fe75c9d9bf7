public import DaybookCore

/// What came in or went out. A file has very many, so each takes as little memory as it can.
public struct BankRow: Equatable, Sendable {
    private let place: Int32
    private let days: Int32
    private var coefficient: Int64
    private var currency: Currency
    private var scale: UInt8
    public internal(set) var kind: EntryKind
    /// Whether the amount names no currency.
    let isUsual: Bool
    /// Who it was and what for, as the bank writes it.
    public internal(set) var note: String
    /// What another program filed it under.
    public internal(set) var tags: [String]
    /// What the bank calls it; empty where it has no name of its own.
    public let bankID: String
    /// What tells it from others of its day and amount; empty where that is its note. What columns are taken for may change
    /// from one file to the next, and this doesn't.
    let identity: String
    /// One, or none where it has nothing of that.
    private var rarities: [Rarity]

    /// What few rows have.
    struct Rarity: Equatable, Sendable {
        /// What the other side of a transfer may be called; empty for none.
        var other = ""
        /// The same number as the row that is the other side of the transfer; nil for none.
        var pair: Int?
        /// What it is split into.
        var parts: [Part] = []
        /// The rows of the file that became its parts.
        var pieces: [BankRow] = []
        /// The split of which it is a part, where it is a row of its own.
        var member: SplitMember?
    }

    init(
        line: Int, day: CivilDate, kind: EntryKind, amount: Amount, isUsual: Bool, note: String, tags: [String],
        bankID: String, identity: String, _ rarity: Rarity
    ) {
        place = Int32(truncatingIfNeeded: line)
        days = Int32(truncatingIfNeeded: day.daysSince1970)
        (coefficient, currency, scale) = (amount.coefficient, amount.currency, UInt8(truncatingIfNeeded: amount.scale))
        (self.kind, self.isUsual, self.note, self.tags) = (kind, isUsual, note, tags)
        (self.bankID, self.identity) = (bankID, identity)
        rarities = rarity == Rarity() ? [] : [rarity]
    }

    /// Where in the file it begins.
    public var line: Int { Int(place) }

    /// When it was booked.
    public var day: CivilDate { CivilDate(daysSince1970: Int64(days)) }

    public internal(set) var amount: Amount {
        get { Amount(coefficient: coefficient, scale: Int(scale), currency: currency) ?? .zero(currency) }
        set {
            (coefficient, currency) = (newValue.coefficient, newValue.currency)
            scale = UInt8(truncatingIfNeeded: newValue.scale)
        }
    }

    var rarity: Rarity {
        get { rarities.first ?? Rarity() }
        set { rarities = newValue == Rarity() ? [] : [newValue] }
    }

    var other: String { rarities.first?.other ?? "" }

    var pair: Int? {
        get { rarities.first?.pair }
        set { rarity.pair = newValue }
    }

    /// What it is split into.
    public var parts: [Part] { rarities.first?.parts ?? [] }

    var pieces: [BankRow] { rarities.first?.pieces ?? [] }

    var member: SplitMember? { rarities.first?.member }
}
