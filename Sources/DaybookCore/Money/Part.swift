extension Field {
    /// The 16 bytes of the id of the entry that a part is of. In the list of an entry's fields it names all its parts, which
    /// lie in entities of their own.
    public static let parts = Field(rawValue: 80)
}

/// A part of what an entry is about, with tags and a note of its own.
///
/// Each is an entity of its own, so devices that change different ones don't disturb each other. Together they may so come to
/// more than the entry, which counts as it is all the same: see `Entry.portions`. A part is there while its entry is.
public struct Part: Hashable, Sendable {
    public let id: EntityID
    /// More than zero. It counts while its currency is that of the entry.
    public var amount: Amount
    /// Each once, sorted.
    public var tags: [String] = []
    /// Empty for none.
    public var note = ""
    /// Its place among those of the entry; an entry has its parts in this order, and without it.
    public var position = Position(bytes: [])
    public var isSynced = true
    public var extraFields = FieldValues()

    /// The version of the schema that brought parts.
    public static let version = 13
    /// The id of one that is to be made.
    public static let unnamed = EntityID(high: 0, low: 0)

    /// - Parameter envelope: nil for the one of its tags.
    public init(
        id: EntityID = unnamed, amount: Amount, tags: [String] = [], note: String = "", envelope: EntityID? = nil
    ) {
        self.id = id
        self.amount = amount
        self.tags = tags
        self.note = note
        self.envelope = envelope
    }

    /// The envelope that it names; nil for the one of its tags.
    public var envelope: EntityID? {
        get { extraFields[.envelope]?.entity }
        set { extraFields[.envelope] = newValue.map { .entity($0) } }
    }

    /// The part that a record holds; nil if it is deleted, or is none.
    ///
    /// - Parameter tags: what is known of its tags, in any order.
    public init?(_ record: Record, tags: some Sequence<ItemTag>) {
        guard record.isAlive, Self.entry(of: record) != nil, let amount = record[.amount],
            Amount(bytes: amount.value) != nil
        else { return nil }
        self.init(id: record.id, createdAt: amount.stamp.time)
        Self.fields.read(record, into: &self)
        self.tags = ItemTag.names(tags, of: id)
        isSynced = record.isSynced && tags.allSatisfy { $0.owner != id || $0.isSynced }
    }

    /// The entry of which a record is a part, be that deleted or not; nil if it is none.
    public static func entry(of record: Record) -> EntityID? {
        record.isOf(.part) ? record[.parts].flatMap { EntityID(bytes: $0.value) } : nil
    }

    /// Gives an entry these parts.
    ///
    /// - Parameters:
    ///   - present: those that it has.
    ///   - wanted: in their order. One that isn't among the present ones is made.
    ///   - isNew: whether the entry is about to be made.
    public static func registers(
        changing present: [Part], to wanted: [Part], of entry: EntityID, isNew: Bool, _ stamp: Stamp
    ) -> (parts: [Part], registers: [Register]) {
        var parts: [Part] = []
        for part in wanted {
            var part = part
            if part.id == unnamed {
                // No other is made in this place with this stamp.
                var source = entry.bytes
                for number in [stamp.clock, stamp.node, UInt64(truncatingIfNeeded: parts.count)] {
                    source.append(bigEndian: number)
                }
                part = Part(
                    id: EntityID(derivedFrom: source, for: "part"), amount: part.amount, tags: part.tags,
                    note: part.note, envelope: part.envelope)
            }
            if !parts.contains(where: { $0.id == part.id }) { parts.append(part) }
        }
        // Where the new ones stand behind the others, these stay in their places.
        let kept = present.filter { old in parts.contains { $0.id == old.id } }
        let staysInOrder = parts.prefix(kept.count).map { $0.id } == kept.map { $0.id }
        var registers: [Register] = []
        for index in parts.indices {
            let part = parts[index]
            let old = kept.first { $0.id == part.id }
            var values = FieldValues()
            values[.amount] = .amount(part.amount)
            values[.tag] = .texts(part.tags)
            values[.note] = .text(part.note.trimmed)
            values[.envelope] = FieldValue(part.envelope)
            if old == nil || !staysInOrder {
                let place = [index >> 8, index].map { UInt8(truncatingIfNeeded: $0) }
                values[.todoPosition] = .position(Position(bytes: Position.last(stamp).bytes + place))
            }
            if old == nil {
                registers.append(Register(part.id, .type, stamp, Kind.part.type))
                registers.append(Register(part.id, .parts, stamp, entry.bytes))
            }
            var made = old ?? Part(id: part.id, createdAt: stamp.time)
            // The registers of the part itself stand together, so that it is made by one change, which undo takes back as one.
            let written = values.registers(changing: &made, fields, isNew: old == nil, stamp)
            registers += written.filter { $0.entity == part.id } + written.filter { $0.entity != part.id }
            parts[index] = made.inEntry
        }
        for old in present where !parts.contains(where: { $0.id == old.id }) {
            registers.append(Register(old.id, .deleted, stamp, []))
        }
        // A change of parts is an edit of the entry.
        if !isNew, !registers.isEmpty { registers.append(Register(entry, .tagsChanged, stamp, [])) }
        return (parts, registers)
    }

    /// The part as an entry has it, in its place.
    var inEntry: Part {
        var part = self
        part.position = Position(bytes: [])
        part.isSynced = true
        return part
    }
}

extension Part: Entity {
    public static let kind: Kind = Kind(9, "part of an entry", "parts", by: .position, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) { self.init(id: id, amount: .zero(.usDollar)) }

    public static let fields = FieldList<Part>([
        FieldSpec(
            .amount, "amount", .amount, since: version, isOptional: false,
            get: { .amount($0.amount) }, set: { $0.amount = $1.amount ?? $0.amount }),
        FieldSpec(
            .tag, "tags", .texts, since: version, isOptional: false,
            get: { .texts($0.tags) }, set: { $0.tags = $1.texts }),
        FieldSpec(
            .note, "note", .text, since: version, isOptional: false,
            get: { .text($0.note) }, set: { $0.note = $1.text }),
        FieldSpec(.envelope, "envelope", .entity, since: Envelope.version),
        FieldSpec(
            .todoPosition, "position", .position, since: version, isOptional: false, .input,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
    ])
}

extension [Part] {
    /// The parts of one entry as one value: of each its id, its amount, and its note and tags behind their lengths. The envelope
    /// stands behind the tags, with a mark that no tag begins with.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for part in self {
            bytes += part.id.bytes + part.amount.bytes
            let envelope = part.envelope.map { [mark + $0.text] } ?? []
            for text in [part.note.bytes, FieldValue.texts(part.tags + envelope).bytes] {
                bytes.append(varint: UInt64(truncatingIfNeeded: text.count))
                bytes += text
            }
        }
        return bytes
    }

    /// The parts that bytes spell; none for any others.
    public init(bytes: [UInt8]) {
        self = []
        var reader = ByteReader(bytes)
        do throws(WireError) {
            while reader.remaining > 0 {
                guard let id = EntityID(bytes: try reader.take(16)),
                    let amount = Amount(bytes: Swift.Array(try reader.take(12)))
                else { throw .truncated }
                func next() throws(WireError) -> [UInt8] {
                    Swift.Array(try reader.take(try reader.count(limit: reader.remaining)))
                }
                var part = Part(id: id, amount: amount)
                part.note = String(utf8: try next())
                for tag in String(utf8: try next()).parts({ $0 == "\n" }).map({ String($0) }) {
                    if let id = tag.rest(after: mark) {
                        part.envelope = EntityID(id)
                    } else {
                        part.tags.append(tag)
                    }
                }
                append(part)
            }
        } catch {
            self = []
        }
    }
}

private let mark = "#"

/// A portion of an entry that sums count: a part, or what no part has.
public struct Portion: Sendable {
    /// Nil for what no part has, and for an entry without parts.
    public let part: Part?
    /// Below zero where the parts come to more than the entry.
    public let sum: Sum
    /// The tags of the part; the rest has those of the entry.
    public let tags: [String]
}

extension Entry {
    /// In their order.
    public var parts: [Part] {
        get { extraFields[.parts]?.parts ?? [] }
        set { extraFields[.parts] = newValue.isEmpty ? nil : .parts(newValue) }
    }

    /// The rest that no part has: nil for nothing, and below zero where the parts come to more than the entry.
    public var unassigned: Sum? {
        parts.isEmpty || amount == nil ? nil : portions.last.flatMap { $0.part == nil ? $0.sum : nil }
    }

    /// The portions that sums count: each part, and last the rest. Together they come to the amount. An entry without parts, or
    /// without an amount, is one portion. A part in another currency than the entry is none.
    public var portions: [Portion] {
        guard let amount else { return [Portion(part: nil, sum: Sum(.zero(.usDollar)), tags: tags)] }
        var portions: [Portion] = []
        var rest = Sum(amount)
        for part in parts where part.amount.currency == amount.currency {
            // Even very many amounts are far from too large.
            guard let left = try? rest.adding(Sum(part.amount).negated) else { continue }
            rest = left
            portions.append(Portion(part: part, sum: Sum(part.amount), tags: part.tags))
        }
        if portions.isEmpty || rest.coefficient != 0 { portions.append(Portion(part: nil, sum: rest, tags: tags)) }
        return portions
    }

    /// The tags under which it counts: those of its portions, each once.
    public var countedTags: [String] {
        if parts.isEmpty { return tags }
        var counted: [ByteString] = []
        for portion in portions {
            for tag in portion.tags where !counted.contains(ByteString(tag)) { counted.append(ByteString(tag)) }
        }
        return counted.sorted().map { $0.text }
    }

    /// Tells what a search looks into for one of its portions.
    func searchTexts(_ portion: Portion, hasDigits: Bool) -> [String] {
        var entry = self
        entry.extraFields[.parts] = nil
        entry.tags = portion.tags
        var texts = entry.searchTexts(hasDigits: hasDigits)
        if let part = portion.part {
            texts.append(part.note)
            if hasDigits { texts += part.amount.searchTexts(kind) }
        }
        return texts
    }
}
