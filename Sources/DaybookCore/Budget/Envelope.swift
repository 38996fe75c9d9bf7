extension Field {
    /// The 16 bytes of the id of the envelope that an entry, a part or a transfer is of; empty for the one of its tags.
    public static let envelope = Field(rawValue: 63)
    /// The 16 bytes of the id of the envelope that an envelope stands under; empty for none.
    public static let group = Field(rawValue: 86)
    /// UTF-8: what an envelope is to get in each period; empty for nothing.
    public static let target = Field(rawValue: 87)
    /// One byte: a place in `Envelope.counts`.
    public static let counts = Field(rawValue: 88)
}

/// Money that is set aside for something. Nothing stores what is left in it: that follows from its cells and moves, and from
/// the rows that are of it.
public struct Envelope: Hashable, Sendable {
    public let id: EntityID
    /// The name; not blank.
    public var name = ""
    /// Its place among the envelopes.
    public var position = Position(bytes: [])
    /// The tags of the entries that are of it. Each once, sorted.
    public var tags: [String] = []
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought envelopes.
    public static let version = 18
    /// True where sums over envelopes count it, or leave it out.
    public static let counts = ["on", "off"]

    /// True where it was put away.
    public var isArchived: Bool { extraFields[.archivedAt] != nil }
    /// The envelope under which it stands, which has no rows of its own; nil for none.
    public var group: EntityID? { extraFields[.group]?.entity }
    /// True where sums over envelopes leave it out.
    public var isOff: Bool { extraFields[.counts]?.choice == 1 }
}

extension Envelope: NamedEntity {
    public static let kind: Kind = Kind(
        13, "envelope", "envelopes", by: .position, needs: [.title], in: .entries, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) { self.id = id }

    public static let fields = FieldList<Envelope>([
        FieldSpec(
            .title, "name", .text, since: version, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: version, isOptional: false, .output,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(
            .tag, "tags", .texts, since: version, [.input, .output, .search],
            get: { .texts($0.tags) }, set: { $0.tags = $1.texts }),
        FieldSpec(.group, "group", .entity, since: version),
        FieldSpec(.target, "target", .text, since: version),
        FieldSpec(.note, "note", .text, since: 20, [.input, .output, .search]),
        FieldSpec(.goal, "goal", .text, since: 19),
        FieldSpec(.earmark, "earmark", .entity, since: 19),
        FieldSpec(.colour, "colour", .choice(ItemList.colours), since: version),
        FieldSpec(.counts, "counts", .choice(counts), since: version),
        FieldSpec(.archivedAt, "archivedAt", .time, since: version),
    ])
}
