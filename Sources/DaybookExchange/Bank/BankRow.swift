public import DaybookCore

/// Money that came in or went out. A file has very many rows, so each takes as little memory as it can.
public struct BankRow: Equatable, Sendable {
    private let place: Int32
    private let days: Int32
    private var coefficient: Int64
    private var currency: Currency
    private var scale: UInt8
    public internal(set) var kind: EntryKind
    /// True where the amount names no currency.
    let isUsual: Bool
    /// Who it was and what for, as the bank writes it.
    public internal(set) var note: String
    /// The tags under which another program filed it.
    public internal(set) var tags: [String]
    /// The bank's own name of it; empty where it has none.
    public let bankID: String
    /// Tells it from others of its day and amount; empty where its note does. What columns are taken for may change
    /// from one file to the next, and this doesn't.
    let identity: String
    /// One, or none where it has nothing of that.
    private var rarities: [Rarity]

    /// The values that few rows have.
    struct Rarity: Equatable, Sendable {
        /// The name that the other side of a transfer may have; empty for none.
        var other = ""
        /// The same number as the row that is the other side of the transfer; nil for none.
        var pair: Int?
        /// The parts into which it is split.
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

    /// The parts into which it is split.
    public var parts: [Part] { rarities.first?.parts ?? [] }

    var pieces: [BankRow] { rarities.first?.pieces ?? [] }

    var member: SplitMember? { rarities.first?.member }
}
