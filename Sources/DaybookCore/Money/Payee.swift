extension Field {
    /// UTF-8: what a bank, or another program, said of an entry. It is written once.
    public static let rawText = Field(rawValue: 90)
    /// UTF-8: to whom an entry went, or from whom it came, as a person or a rule said; empty for what `rawText` means.
    public static let payee = Field(rawValue: 91)
    /// UTF-8: which rules gave an entry what it has, and what of it is a person's.
    public static let ruled = Field(rawValue: 92)
    /// UTF-8: what of an entry was known to be a person's when rules last went over it, as `ruled` calls it. It is no edit of
    /// the entry, and outlives an undo of what the rules did.
    public static let byHand = Field(rawValue: 0x805A)
    /// The 16 bytes of the id of the payee of which this is another name; empty for one that has other names itself.
    public static let payeeOf = Field(rawValue: 93)
}

/// To whom money goes, or from whom it comes; or another name of one, so that two devices that add other names at once keep
/// both. What entries say isn't changed by it: they show the payee whose name they have.
public struct Payee: Hashable, Sendable {
    public let id: EntityID
    /// Not blank.
    public var name: String
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought payees, rules, and what entries say of them.
    public static let version = 13

    /// The payee of which it is another name; nil for one by itself.
    public var of: EntityID? { extraFields[.payeeOf]?.entity }
}

extension Payee: Entity {
    public static let kind: Kind = Kind(11, "payee", "payees", by: .name, needs: [.title], fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.id = id
        name = ""
    }

    public static let fields = FieldList<Payee>([
        FieldSpec(
            .title, "name", .text, since: version, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(.payeeOf, "of", .entity, since: version),
    ])
}
