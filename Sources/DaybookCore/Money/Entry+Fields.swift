extension Entry: Entity {
    public static let kind: Kind = Kind(0, "entry", "entries", by: .day, fields.bare)

    /// An income, an expense, or neither as yet.
    public var amountKind: EntryKind { kind }

    public init(id: EntityID, createdAt: Timestamp) {
        self.init(id: id, kind: .unsorted, amount: nil, day: CivilDate(createdAt), createdAt: createdAt)
    }

    public static let fields = FieldList<Entry>(
        [
            FieldSpec(
                .kind, "kind", .choice(EntryKind.allCases.map { $0.name }), since: 2, isOptional: false,
                get: { FieldValue($0.kind) }, set: { $0.kind = $1.kind ?? .unsorted }),
            FieldSpec(
                .amount, "amount", .amount, since: 2, [.input, .output, .search],
                get: { FieldValue($0.amount) }, set: { $0.amount = $1.amount }),
            FieldSpec(
                .day, "day", .day, since: 2, isOptional: false, [.input, .output, .search],
                get: { .day($0.day) }, set: { $0.day = $1.day ?? $0.day }),
            FieldSpec(
                .createdAt, "createdAt", .time, since: 2, isOptional: false, [.createOnly, .output],
                get: { .time($0.createdAt) }, set: { $0.createdAt = $1.time ?? $0.createdAt }),
            FieldSpec(
                .place, "place", .text, since: 2, isOptional: false, [.input, .output, .search],
                get: { .text($0.place) }, set: { $0.place = $1.text }),
            FieldSpec(
                .note, "note", .text, since: 2, isOptional: false, [.input, .output, .search],
                get: { .text($0.note) }, set: { $0.note = $1.text }),
            FieldSpec(
                .tag, "tags", .texts, since: 2, isOptional: false, [.input, .output, .search],
                get: { .texts($0.tags) }, set: { $0.tags = $1.texts }),
            FieldSpec(
                .voice, "voice", .digest, since: 2,
                get: { FieldValue($0.voice) }, set: { $0.voice = $1.digest }),
            FieldSpec(.parts, "parts", .parts, since: Part.version, [.input, .output, .search]),
            FieldSpec(.account, "account", .entity, since: MoneyAccount.version),
            FieldSpec(.envelope, "envelope", .entity, since: Envelope.version),
            FieldSpec(.payee, "payee", .text, since: Payee.version, [.input, .output, .search]),
            FieldSpec(.rawText, "rawText", .text, since: Payee.version, [.createOnly, .output, .search]),
            FieldSpec(.ruled, "ruled", .text, since: Payee.version, [.createOnly, .output]),
            FieldSpec(
                .todo, "todo", .entity, since: 2, [.createOnly, .output],
                get: { FieldValue($0.todo) }, set: { $0.todo = $1.entity }),
        ], writesNulls: true)

    /// The entry that a record holds; nil if it is deleted, or is none (it has no kind, or a type
    /// that this version doesn't know).
    ///
    /// Values that another program wrote wrongly never trap: text is repaired, anything else counts as absent, and a
    /// kind that this version doesn't know as not sorted.
    ///
    /// - Parameters:
    ///   - tags: what is known of its tags, in any order.
    ///   - parts: its parts, in any order.
    public init?(
        _ record: Record, tags: some Sequence<ItemTag>, parts: [Part] = [], fields: FieldList<Entry> = Entry.fields
    ) {
        guard record.isAlive, record[.type] == nil, let kind = record[.kind] else { return nil }
        self.init(id: record.id, createdAt: kind.stamp.time)
        fields.read(record, into: &self)
        if amount == nil { self.kind = .unsorted }
        if record[.day].flatMap({ Shape.day.value($0.value).day }) == nil { day = CivilDate(createdAt) }
        self.tags = ItemTag.names(tags, of: id)
        isSynced =
            record.isSynced && tags.allSatisfy { $0.owner != id || $0.isSynced } && parts.allSatisfy { $0.isSynced }
        if !parts.isEmpty {
            self.parts = parts.sorted { ($0.position, $0.id) < ($1.position, $1.id) }.map { $0.inEntry }
        }
    }
}

extension FieldValue {
    init(_ kind: EntryKind) { self = .choice(kind.rawValue) }

    /// The kind of an entry; nil for anything else.
    public var kind: EntryKind? { choice.flatMap { EntryKind(rawValue: $0) } }
}
