/// What a field holds, or is to hold.
public enum FieldValue: Equatable, Sendable {
    /// Nothing, or nothing any more.
    case nothing
    /// Empty is as good as none.
    case text(String)
    /// A day, without a time.
    case day(CivilDate)
    /// A time of day.
    case timeOfDay(TimeOfDay)
    /// A moment.
    case time(Timestamp)
    /// An amount of money.
    case amount(Amount)
    /// A place in a list.
    case position(Position)
    /// How a to-do comes again.
    case repeats(Repeat)
    /// An occurrence of a to-do that comes again.
    case occurrence(Occurrence)

    /// The value of a register. None has no bytes.
    public var bytes: [UInt8] {
        switch self {
        case .nothing: []
        case .text(let text): text.bytes
        case .day(let day): day.text.bytes
        case .timeOfDay(let time): time.text.bytes
        case .time(let time): time.bytes
        case .amount(let amount): amount.bytes
        case .position(let position): position.bytes
        case .repeats(let repeats): repeats.text.bytes
        case .occurrence(let occurrence): occurrence.text.bytes
        }
    }

    /// Whether it has no bytes.
    public var isNothing: Bool {
        switch self {
        case .nothing: true
        case .text(let text): text.isEmpty
        case .day, .timeOfDay, .time, .amount, .position, .repeats, .occurrence: false
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
    /// How it comes again; nil for anything else.
    public var repeats: Repeat? { if case .repeats(let repeats) = self { repeats } else { nil } }
    /// The occurrence; nil for anything else.
    public var occurrence: Occurrence? { if case .occurrence(let occurrence) = self { occurrence } else { nil } }
    /// The place; for anything else the one before all others.
    public var position: Position { if case .position(let position) = self { position } else { Position(bytes: []) } }
}

extension FieldValue {
    /// The day, or none.
    public init(_ day: CivilDate?) { self = day.map { .day($0) } ?? .nothing }
    /// The time of day, or none.
    public init(_ time: TimeOfDay?) { self = time.map { .timeOfDay($0) } ?? .nothing }
    /// The moment, or none.
    public init(_ time: Timestamp?) { self = time.map { .time($0) } ?? .nothing }
    /// The amount, or none.
    public init(_ amount: Amount?) { self = amount.map { .amount($0) } ?? .nothing }
    /// How it comes again, or none.
    public init(_ repeats: Repeat?) { self = repeats.map { .repeats($0) } ?? .nothing }
    /// The occurrence, or none.
    public init(_ occurrence: Occurrence?) { self = occurrence.map { .occurrence($0) } ?? .nothing }
}

/// The form of what a field holds: each has one codec.
public enum Shape: Sendable {
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
    /// See `Position`.
    case position
    /// See `Repeat.text`.
    case repeats
    /// See `Occurrence.text`.
    case occurrence

    /// What the bytes of a register say, whoever wrote them: text is repaired, other nonsense is none.
    public func value(_ bytes: [UInt8]) -> FieldValue {
        switch self {
        case .text: bytes.isEmpty ? .nothing : .text(String(utf8: bytes))
        case .day: FieldValue(CivilDate(String(utf8: bytes)))
        case .timeOfDay: FieldValue(TimeOfDay(String(utf8: bytes)))
        case .time: FieldValue(Timestamp(bytes: bytes))
        case .amount: FieldValue(Amount(bytes: bytes))
        case .position: .position(Position(bytes: bytes))
        case .repeats: FieldValue(Repeat(String(utf8: bytes)))
        case .occurrence: FieldValue(Occurrence(String(utf8: bytes)))
        }
    }
}

/// Some fields with what they hold or are to hold: a dozen at most.
public struct FieldValues: Equatable, Sendable {
    /// In the order of their numbers, so that the same fields with the same values are equal.
    private var fields: [Field] = []
    private var values: [FieldValue] = []

    /// Without any field.
    public init() {}

    /// In the order of their numbers.
    public var all: [(field: Field, value: FieldValue)] {
        var all: [(field: Field, value: FieldValue)] = []
        for index in fields.indices { all.append((fields[index], values[index])) }
        return all
    }

    /// Whether there is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// What a field holds; nil where it isn't among these.
    public subscript(field: Field) -> FieldValue? {
        get { fields.firstIndex(of: field).map { values[$0] } }
        set {
            let index = fields.firstIndex { $0 >= field } ?? fields.count
            if index < fields.count, fields[index] == field {
                fields.remove(at: index)
                values.remove(at: index)
            }
            guard let newValue else { return }
            fields.insert(field, at: index)
            values.insert(newValue, at: index)
        }
    }
}

extension FieldValues: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(fields.count) }
}
