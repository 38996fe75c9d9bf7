/// What became of one occurrence of a repeating to-do: an entity of its own, whose id is made of the to-do's and of the
/// number. So devices that finish the same one without knowing of each other write the same.
public struct Occurrence: Hashable, Sendable {
    /// The repeating to-do.
    public let series: EntityID
    /// From 1 to `Repeat.greatestNumber`.
    public let number: Int64
    /// Whether it was passed over, and not done.
    public let isSkipped: Bool
    /// The day on which it was due by the rule.
    public let slot: CivilDate
    /// The day on which it was done, where the person was.
    public let day: CivilDate

    init(of series: EntityID, number: Int64, isSkipped: Bool, slot: CivilDate, day: CivilDate) {
        self.series = series
        self.number = number
        self.isSkipped = isSkipped
        self.slot = slot
        self.day = day
    }

    /// The entity of what becomes of it.
    public var id: EntityID { Self.id(of: series, number: number) }

    static func id(of series: EntityID, number: Int64) -> EntityID {
        var bytes = series.bytes
        bytes.append(bigEndian: UInt64(bitPattern: number))
        return EntityID(derivedFrom: bytes, for: "occurrence")
    }

    /// Such as `done 3 2026-11-30 2026-12-01` and the id of the to-do.
    public var text: String {
        (isSkipped ? "skipped " : "done ") + String(number) + " " + slot.text + " " + day.text + " " + series.text
    }

    /// What `text` spells, or nil.
    public init?(_ text: String) {
        let parts = text.parts { $0 == " " }.map { String($0) }
        guard parts.count == 5, parts[0].isOne(of: "done skipped"), let number = Repeat.number(parts[1]),
            number <= Repeat.greatestNumber, let slot = CivilDate(parts[2]), let day = CivilDate(parts[3]),
            let series = EntityID(parts[4])
        else { return nil }
        self.init(of: series, number: number, isSkipped: parts[0].begins(with: "s"), slot: slot, day: day)
    }

    /// What a record says of one, be it taken back; nil if it is of none, or of another than its id is made of.
    public init?(_ record: Record) {
        guard record.isAlive, record.isOccurrence, let register = record[.occurrence],
            let occurrence = Occurrence(String(utf8: register.value)), occurrence.id == record.id
        else { return nil }
        self = occurrence
    }
}

/// An occurrence that counts: it was done or passed over, and that wasn't taken back.
public struct PastOccurrence: Hashable, Sendable {
    /// What became of it.
    public let occurrence: Occurrence
    /// The day on which it was due, to which somebody may have put it off.
    let due: CivilDate
    let doneAt: Timestamp
    /// When and where that was written.
    let doneStamp: Stamp
    let donePosition: Position
    let isSynced: Bool

    /// What a record says; nil if it isn't of one, or that was taken back.
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
    }
}
