extension Field {
    /// One byte: a place in `Carry.allCases`.
    public static let carry = Field(rawValue: 85)
}

/// Says what becomes of the rest in an envelope at the end of a period.
public enum Carry: UInt8, CaseIterable, Sendable {
    /// Takes what is above zero along. What is below zero comes from the next pool.
    case reset = 0
    /// Takes all along, also below zero.
    case keep = 1
    /// Gives what is above zero back to the next pool, too.
    case give = 2

    /// `reset`, `keep`, `give`: how files and messages spell it.
    public var name: String {
        switch self {
        case .reset: "reset"
        case .keep: "keep"
        case .give: "give"
        }
    }
}

/// Says what becomes of the rest in an envelope from a period on, until another one says otherwise.
///
/// Its id is made of both, so devices that say it of one period write the same entity, and the last counts.
public struct CarryFlag: Hashable, Sendable {
    public let id: EntityID
    public var envelope: EntityID
    /// The first day of the first period that ends so.
    public var day: CivilDate
    public var carry: Carry
    public var isSynced = true
    public var extraFields = FieldValues()

    public init(_ envelope: EntityID, _ day: CivilDate, _ carry: Carry) {
        id = EntityID(derivedFrom: envelope.bytes + day.text.bytes, for: "carry")
        self.envelope = envelope
        self.day = day
        self.carry = carry
    }
}

extension CarryFlag: DerivedEntity {
    public static let kind: Kind = Kind(
        17, "carry flag", "carries", by: .day, needs: [.carry, .envelope, .day], in: .entries, fields.bare)

    public init?(_ values: FieldValues) {
        guard let envelope = values[.envelope]?.entity, let day = values[.day]?.day,
            let carry = values[.carry]?.choice.flatMap({ Carry(rawValue: $0) })
        else { return nil }
        self.init(envelope, day, carry)
    }

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        envelope = id
        day = CivilDate(createdAt)
        carry = .reset
    }

    public static let fields = FieldList<CarryFlag>([
        FieldSpec(
            .envelope, "envelope", .entity, since: Envelope.version, isOptional: false,
            get: { .entity($0.envelope) }, set: { $0.envelope = $1.entity ?? $0.envelope }),
        FieldSpec(
            .day, "day", .day, since: Envelope.version, isOptional: false,
            get: { .day($0.day) }, set: { $0.day = $1.day ?? $0.day }),
        FieldSpec(
            .carry, "carry", .choice(Carry.allCases.map { $0.name }), since: Envelope.version, isOptional: false,
            get: { .choice($0.carry.rawValue) }, set: { $0.carry = $1.choice.flatMap { Carry(rawValue: $0) } ?? .reset }
        ),
    ])
}
