/// The end of one occurrence of a repeating to-do, or of a subtask for one of the to-do above: an entity of its own, whose
/// id is made of the to-do's and of the number. So devices that finish the same one without knowing of each other write the
/// same.
public struct Occurrence: Hashable, Sendable {
    /// The repeating to-do, or the subtask.
    public let series: EntityID
    /// The repeating to-do above a subtask, whose occurrence has the number; nil for a to-do that repeats itself.
    public let above: EntityID?
    /// From 1 to `Repeat.greatestNumber`.
    public let number: Int64
    /// True where it was passed over, and not done.
    public let isSkipped: Bool
    /// The day on which it was due by the rule.
    public let slot: CivilDate
    /// The day on which it was done, where the person was.
    public let day: CivilDate

    init(
        of series: EntityID, under above: EntityID? = nil, number: Int64, isSkipped: Bool, slot: CivilDate,
        day: CivilDate
    ) {
        self.series = series
        self.above = above
        self.number = number
        self.isSkipped = isSkipped
        self.slot = slot
        self.day = day
    }

    /// The entity of what becomes of it.
    public var id: EntityID { Self.id(of: series, under: above, number: number) }

    static func id(of series: EntityID, under above: EntityID? = nil, number: Int64) -> EntityID {
        var bytes = series.bytes + (above?.bytes ?? [])
        bytes.append(bigEndian: UInt64(bitPattern: number))
        return EntityID(derivedFrom: bytes, for: "occurrence")
    }

    /// Such as `done 3 2026-11-30 2026-12-01` and the id of the to-do, and of a subtask that of the one above.
    public var text: String {
        (isSkipped ? "skipped " : "done ") + String(number) + " " + slot.text + " " + day.text + " " + series.text
            + (above.map { " " + $0.text } ?? "")
    }

    /// Reads the form of `text`; nil for any other.
    public init?(_ text: String) {
        let parts = text.parts { $0 == " " }.map { String($0) }
        guard parts.count == 5 || parts.count == 6, parts[0].isOne(of: "done skipped"),
            let number = Repeat.number(parts[1]),
            number <= Repeat.greatestNumber, let slot = CivilDate(parts[2]), let day = CivilDate(parts[3]),
            let series = EntityID(parts[4])
        else { return nil }
        let above = parts.count == 6 ? EntityID(parts[5]) : nil
        guard parts.count == 5 || above != nil else { return nil }
        self.init(
            of: series, under: above, number: number, isSkipped: parts[0].begins(with: "s"), slot: slot, day: day)
    }

    /// Reads what a record says of one, be it taken back; nil if it is of none, or of another than its id is made of.
    public init?(_ record: Record) {
        guard record.isAlive, record.isOccurrence, let register = record[.occurrence],
            let occurrence = Occurrence(String(utf8: register.value)), occurrence.id == record.id
        else { return nil }
        self = occurrence
    }
}

/// An occurrence that counts: it was done or passed over, and that wasn't taken back.
public struct PastOccurrence: Hashable, Sendable {
    /// Says what became of it.
    public let occurrence: Occurrence
    /// The day on which it was due, to which somebody may have put it off.
    let due: CivilDate
    public let doneAt: Timestamp
    /// When and where that was written.
    let doneStamp: Stamp
    let donePosition: Position
    let isSynced: Bool
    /// True for a subtask's where the to-do above has come again.
    public let isOver: Bool

    /// Reads what a record says; nil if it isn't of one, or that was taken back.
    public init?(_ record: Record) {
        guard let occurrence = Occurrence(record),
            let done = record[.completedAt], let doneAt = Timestamp(bytes: done.value)
        else { return nil }
        self.occurrence = occurrence
        due = record[.due].flatMap { CivilDate(String(utf8: $0.value)) } ?? occurrence.slot
        self.doneAt = doneAt
        doneStamp = done.stamp
        donePosition = Position(bytes: record[.donePosition]?.value ?? [])
        isSynced = record.isSynced
        isOver = record[.over].map { !$0.value.isEmpty } ?? false
    }

    public static func last(_ all: [PastOccurrence]) -> PastOccurrence? { all.max { $0.doneStamp < $1.doneStamp } }
}
