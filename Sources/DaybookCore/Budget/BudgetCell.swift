extension Field {
    /// `SignedAmount.bytes`: what a person set an envelope to have of a period.
    public static let assigned = Field(rawValue: 79)
}

/// The money that a person, or a fill, set for an envelope, a period and a currency.
///
/// Its id is made of these three, so devices that set one write the same entity, and the last counts.
public struct BudgetCell: Hashable, Sendable {
    public let id: EntityID
    public var envelope: EntityID
    /// The first day of the period.
    public var day: CivilDate
    public var assigned: SignedAmount
    public var isSynced = true
    public var extraFields = FieldValues()

    public init(_ envelope: EntityID, _ day: CivilDate, _ assigned: SignedAmount) {
        id = EntityID(derivedFrom: envelope.bytes + (day.text + assigned.currency.code).bytes, for: "budget")
        self.envelope = envelope
        self.day = day
        self.assigned = assigned
    }
}

extension BudgetCell: DerivedEntity {
    public static let kind: Kind = Kind(
        14, "cell", "cells", by: .day, needs: [.assigned, .envelope, .day], in: .entries, fields.bare)

    public init?(_ values: FieldValues) {
        guard let envelope = values[.envelope]?.entity, let day = values[.day]?.day,
            let assigned = values[.assigned]?.signed
        else { return nil }
        self.init(envelope, day, assigned)
    }

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        envelope = id
        day = CivilDate(createdAt)
        assigned = SignedAmount(.zero(.usDollar))
    }

    public static let fields = FieldList<BudgetCell>([
        FieldSpec(
            .envelope, "envelope", .entity, since: Envelope.version, isOptional: false,
            get: { .entity($0.envelope) }, set: { $0.envelope = $1.entity ?? $0.envelope }),
        FieldSpec(
            .day, "day", .day, since: Envelope.version, isOptional: false,
            get: { .day($0.day) }, set: { $0.day = $1.day ?? $0.day }),
        FieldSpec(
            .assigned, "assigned", .signed, since: Envelope.version, isOptional: false,
            get: { .signed($0.assigned) }, set: { $0.assigned = $1.signed ?? $0.assigned }),
    ])
}
