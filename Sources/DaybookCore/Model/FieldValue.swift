/// A value that a field holds, or is to hold.
public enum FieldValue: Equatable, Sendable {
    /// Nothing, or nothing any more.
    case nothing
    /// Empty is as good as none.
    case text(String)
    /// A day, without a time.
    case day(CivilDate)
    case timeOfDay(TimeOfDay)
    case time(Timestamp)
    case amount(Amount)
    /// An amount that may be below zero.
    case signed(SignedAmount)
    /// A place in a list.
    case position(Position)
    /// How a to-do comes again.
    case repeats(Repeat)
    /// An occurrence of a to-do that comes again.
    case occurrence(Occurrence)
    /// One of some that have names.
    case choice(UInt8)
    /// The name of a recording.
    case digest(Digest)
    /// Another thing.
    case entity(EntityID)
    /// Tags, in any order.
    case texts([String])
    /// The parts of an entry, in their order.
    case parts([Part])

    /// The value of a register; none has no bytes. Tags and parts have registers of their own: of them these can be compared alone.
    @inline(never)
    public var bytes: [UInt8] {
        switch self {
        case .nothing: []
        case .text(let text): text.bytes
        case .day(let day): day.text.bytes
        case .timeOfDay(let time): time.text.bytes
        case .time(let time): time.bytes
        case .amount(let amount): amount.bytes
        case .signed(let amount): amount.bytes
        case .position(let position): position.bytes
        case .repeats(let repeats): repeats.text.bytes
        case .occurrence(let occurrence): occurrence.text.bytes
        case .choice(let number): [number]
        case .digest(let digest): digest.bytes
        case .entity(let id): id.bytes
        case .texts(let texts): texts.joined(separator: "\n").bytes
        case .parts(let parts): parts.bytes
        }
    }

    /// True where it has no bytes.
    public var isNothing: Bool {
        switch self {
        case .nothing: true
        case .text(let text): text.isEmpty
        case .texts(let texts): texts.isEmpty
        case .parts(let parts): parts.isEmpty
        case .day, .timeOfDay, .time, .amount, .signed, .position, .repeats, .occurrence, .choice, .digest, .entity:
            false
        }
    }

    /// The text; empty for anything else.
    public var text: String { if case .text(let text) = self { text } else { "" } }
    /// The day; nil for anything else.
    public var day: CivilDate? { if case .day(let day) = self { day } else { nil } }
    /// The time of day; nil for anything else.
    public var timeOfDay: TimeOfDay? { if case .timeOfDay(let time) = self { time } else { nil } }
    /// The moment; nil for anything else.
    public var time: Timestamp? { if case .time(let time) = self { time } else { nil } }
    /// The amount; nil for anything else.
    public var amount: Amount? { if case .amount(let amount) = self { amount } else { nil } }
    /// The amount that may be below zero; nil for anything else.
    public var signed: SignedAmount? { if case .signed(let amount) = self { amount } else { nil } }
    /// How it comes again; nil for anything else.
    public var repeats: Repeat? { if case .repeats(let repeats) = self { repeats } else { nil } }
    /// The occurrence; nil for anything else.
    public var occurrence: Occurrence? { if case .occurrence(let occurrence) = self { occurrence } else { nil } }
    /// The place; for anything else the one before all others.
    public var position: Position { if case .position(let position) = self { position } else { Position(bytes: []) } }
    /// The number of the choice; nil for anything else.
    public var choice: UInt8? { if case .choice(let number) = self { number } else { nil } }
    /// The recording; nil for anything else.
    public var digest: Digest? { if case .digest(let digest) = self { digest } else { nil } }
    /// The thing; nil for anything else.
    public var entity: EntityID? { if case .entity(let id) = self { id } else { nil } }
    /// The tags; none for anything else.
    public var texts: [String] { if case .texts(let texts) = self { texts } else { [] } }
    /// The parts; none for anything else.
    public var parts: [Part] { if case .parts(let parts) = self { parts } else { [] } }
}

extension FieldValue {
    public init(_ day: CivilDate?) { self = day.map { .day($0) } ?? .nothing }
    public init(_ time: TimeOfDay?) { self = time.map { .timeOfDay($0) } ?? .nothing }
    /// The moment, or none.
    public init(_ time: Timestamp?) { self = time.map { .time($0) } ?? .nothing }
    public init(_ amount: Amount?) { self = amount.map { .amount($0) } ?? .nothing }
    /// How it comes again, or none.
    public init(_ repeats: Repeat?) { self = repeats.map { .repeats($0) } ?? .nothing }
    public init(_ occurrence: Occurrence?) { self = occurrence.map { .occurrence($0) } ?? .nothing }
    /// The recording, or none.
    public init(_ digest: Digest?) { self = digest.map { .digest($0) } ?? .nothing }
    /// The thing, or none.
    public init(_ id: EntityID?) { self = id.map { .entity($0) } ?? .nothing }
}

/// The form of what a field holds: each has one codec.
public enum Shape: Equatable, Sendable {
    /// UTF-8.
    case text
    /// The ten characters of `CivilDate.text`.
    case day
    /// `TimeOfDay.text`.
    case timeOfDay
    /// See `Timestamp.bytes`.
    case time
    /// See `Amount.bytes`.
    case amount
    /// See `SignedAmount.bytes`.
    case signed
    /// See `Position`.
    case position
    /// See `Repeat.text`.
    case repeats
    /// See `Occurrence.text`.
    case occurrence
    /// One byte: which of these names it is.
    case choice([String])
    /// The 32 bytes of a SHA-256.
    case digest
    /// The 16 bytes of an id.
    case entity
    /// In registers of entities of their own: see `ItemTag`.
    case texts
    /// In entities of their own: see `Part`.
    case parts

    /// Tells what the bytes of a register say, whoever wrote them: text is repaired, other nonsense is none.
    public func value(_ bytes: [UInt8]) -> FieldValue {
        switch self {
        case .text: bytes.isEmpty ? .nothing : .text(String(utf8: bytes))
        case .day: FieldValue(CivilDate(String(utf8: bytes)))
        case .timeOfDay: FieldValue(TimeOfDay(String(utf8: bytes)))
        case .time: FieldValue(Timestamp(bytes: bytes))
        case .amount: FieldValue(Amount(bytes: bytes))
        case .signed: SignedAmount(bytes: bytes).map { .signed($0) } ?? .nothing
        case .position: .position(Position(bytes: bytes))
        case .repeats: FieldValue(Repeat(String(utf8: bytes)))
        case .occurrence: FieldValue(Occurrence(String(utf8: bytes)))
        case .choice(let names): bytes.count == 1 && bytes[0] < names.count ? .choice(bytes[0]) : .nothing
        case .digest: FieldValue(Digest(bytes: bytes))
        case .entity: FieldValue(EntityID(bytes: bytes))
        case .texts, .parts: .nothing
        }
    }
}

/// Some fields with what they hold or are to hold: a dozen at most.
public struct FieldValues: Equatable, Sendable {
    public struct Element: Equatable, Sendable {
        /// Which one.
        public let field: Field
        /// The value that it holds or is to hold.
        public let value: FieldValue
    }

    /// In the order of their numbers, so that the same fields with the same values are equal.
    public private(set) var all: [Element] = []

    /// The longest text, in bytes of UTF-8: a longer one wouldn't fit a message of sync.
    public static let longestText = 64 * 1_024

    public init() {}

    public var isEmpty: Bool { all.isEmpty }

    /// The value of a field; nil where it isn't among these.
    public subscript(field: Field) -> FieldValue? {
        get {
            for element in all where element.field == field { return element.value }
            return nil
        }
        set {
            var index = 0
            while index < all.count, all[index].field < field { index += 1 }
            if index < all.count, all[index].field == field { all.remove(at: index) }
            if let newValue { all.insert(Element(field: field, value: newValue), at: index) }
        }
    }

    /// Takes all of some others over.
    public mutating func take(_ others: FieldValues) {
        for element in others.all { self[element.field] = element.value }
    }

    /// Gives a field a value where it has none here.
    public mutating func fill(_ field: Field, _ value: FieldValue) { if self[field] == nil { self[field] = value } }

    /// The first text that is too long, and how many bytes it has.
    var longText: (field: Field, bytes: Int)? {
        for element in all where element.value.text.utf8.count > Self.longestText {
            return (element.field, element.value.text.utf8.count)
        }
        return nil
    }

    /// Gives a thing these values, where people may and it hasn't them.
    ///
    /// - Parameter isNew: whether the thing is about to be made: what it has by itself is written as well.
    /// - Returns: what says so.
    func registers<Owner: Entity>(
        changing owner: inout Owner, _ fields: FieldList<Owner>, isNew: Bool, _ stamp: Stamp
    ) -> [Register] {
        var registers: [Register] = []
        let exposure: Exposure = isNew ? [.input, .createOnly] : .input
        // Goes by their places: to copy each spec takes longer than all that is done with it.
        for index in fields.specs.indices where !fields.specs[index].exposure.isDisjoint(with: exposure) {
            let field = fields.specs[index].field
            guard let value = self[field] else { continue }
            if field == .tag || field == .reminders {
                let mark = field == .tag ? "" : ItemTag.mark
                let wanted = field == .tag ? value.texts : Reminder.canonical(value.texts)
                let change = TagChange(
                    from: fields.specs[index].get(owner).texts.map { mark + $0 }, to: wanted.map { mark + $0 })
                fields.specs[index].set(&owner, .texts(change.tags.map { $0.rest(after: mark) ?? $0 }))
                registers += change.registers(of: owner.id, isNew: isNew, stamp)
                continue
            }
            if field == .parts {
                let made = Part.registers(
                    changing: fields.specs[index].get(owner).parts, to: value.parts, of: owner.id, isNew: isNew, stamp)
                fields.specs[index].set(&owner, .parts(made.parts))
                registers += made.registers
                continue
            }
            let bytes = value.bytes
            if bytes == (isNew ? [] : fields.specs[index].get(owner).bytes) { continue }
            fields.specs[index].set(&owner, value)
            registers.append(Register(owner.id, field, stamp, bytes))
        }
        return registers
    }
}

extension FieldValues: ExpressibleByDictionaryLiteral {
    /// A field of nil isn't among them.
    public init(dictionaryLiteral elements: (Field, FieldValue?)...) {
        for (field, value) in elements { self[field] = value }
    }
}

extension FieldValues: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(all.count) }
}
