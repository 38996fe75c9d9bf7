extension Field {
    /// All of a move: see `EnvelopeMove.bytes`. It is one register, so no merge makes half a move.
    public static let move = Field(rawValue: 81)

    // Parts of `move` beside `envelope`, `day`, `toDay` and `amount`. They name what is to change, and are never in a register.
    /// The envelope to which a move goes; nothing for the pool.
    public static let toEnvelope = Field(rawValue: 0xFF04)
}

/// Money that goes from an envelope to another, or from or to the pool of what is to budget. It is no transfer: all of it stays
/// in its account. From the pool of a period to that of a later one it is held.
public struct EnvelopeMove: Hashable, Sendable {
    public let id: EntityID
    /// Nil for the pool.
    public var from: EntityID?
    /// Nil for the pool.
    public var to: EntityID?
    /// The first day of the period from which it goes.
    public var day: CivilDate
    /// The first day of the period to which it goes.
    public var toDay: CivilDate
    /// More than zero.
    public var amount: Amount
    /// Empty for none.
    public var note = ""
    public internal(set) var createdAt: Timestamp
    public var isSynced = true
    public var extraFields = FieldValues()

    /// - Parameter toDay: nil for the same period.
    public init(
        id: EntityID, from: EntityID?, to: EntityID?, day: CivilDate, toDay: CivilDate? = nil, amount: Amount,
        createdAt: Timestamp = Timestamp(milliseconds: 0)
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.day = day
        self.toDay = toDay ?? day
        self.amount = amount
        self.createdAt = createdAt
    }

    /// The move that a record holds; nil if it is deleted, or is none.
    public init?(_ record: Record) {
        guard record.isAlive, record.isOf(Self.kind), let move = record[.move], move.value.count == 64,
            let from = EntityID(bytes: move.value[..<16]), let to = EntityID(bytes: move.value[16..<32]),
            let day = Shape.day.value(Array(move.value[32..<42])).day,
            let toDay = Shape.day.value(Array(move.value[42..<52])).day,
            let amount = Amount(bytes: Array(move.value[52...])), amount.coefficient > 0
        else { return nil }
        func place(_ id: EntityID) -> EntityID? { id == Self.pool ? nil : id }
        self.init(
            id: record.id, from: place(from), to: place(to), day: day, toDay: toDay, amount: amount,
            createdAt: record[.createdAt].flatMap { Timestamp(bytes: $0.value) } ?? move.stamp.time)
        note = record[.note].map { String(utf8: $0.value) } ?? ""
        isSynced = record.isSynced
    }

    private static let pool = EntityID(high: 0, low: 0)

    /// 64 bytes: both ids, zeros for the pool, the ten characters of both days, the amount.
    public var bytes: [UInt8] {
        (from ?? Self.pool).bytes + (to ?? Self.pool).bytes + (day.text + toDay.text).bytes + amount.bytes
    }
}

extension EnvelopeMove: RecordEntity {
    public static let kind: Kind = Kind(15, "move", "moves", by: .day, in: .entries, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.init(
            id: id, from: nil, to: nil, day: CivilDate(createdAt), amount: .zero(.usDollar), createdAt: createdAt)
    }

    /// The fields of a move. The first five are parts of `move`.
    public static let fields = FieldList<EnvelopeMove>([
        FieldSpec(
            .envelope, "from", .entity, since: Envelope.version,
            get: { FieldValue($0.from) }, set: { $0.from = $1.entity }),
        FieldSpec(
            .toEnvelope, "to", .entity, since: Envelope.version,
            get: { FieldValue($0.to) }, set: { $0.to = $1.entity }),
        FieldSpec(
            .day, "day", .day, since: Envelope.version, isOptional: false,
            get: { .day($0.day) }, set: { $0.day = $1.day ?? $0.day }),
        FieldSpec(
            .toDay, "toDay", .day, since: Envelope.version, isOptional: false,
            get: { .day($0.toDay) }, set: { $0.toDay = $1.day ?? $0.toDay }),
        FieldSpec(
            .amount, "amount", .amount, since: Envelope.version, isOptional: false,
            get: { .amount($0.amount) }, set: { $0.amount = $1.amount ?? $0.amount }),
        FieldSpec(
            .note, "note", .text, since: Envelope.version, isOptional: false,
            get: { .text($0.note) }, set: { $0.note = $1.text }),
        FieldSpec(
            .createdAt, "createdAt", .time, since: Envelope.version, isOptional: false, [.createOnly, .output],
            get: { .time($0.createdAt) }, set: { $0.createdAt = $1.time ?? $0.createdAt }),
    ])
}

extension Changes {
    /// Creates a move, or changes it.
    ///
    /// - Parameter present: the move as it is; nil for a new one.
    func registers(
        ofMove id: EntityID, _ present: EnvelopeMove?, _ stamp: Stamp, _ now: Timestamp
    ) -> Result<[Register], ItemError> {
        var move = present ?? EnvelopeMove(id: id, createdAt: self[.createdAt]?.time ?? now)
        let values = values.withTrimmedTitle
        for spec in EnvelopeMove.fields.specs where spec.exposure.contains(.input) {
            if let value = values[spec.field] { spec.set(&move, value) }
        }
        if self[.toDay] == nil, present.map({ $0.day == $0.toDay }) ?? true { move.toDay = move.day }
        // The last period of the year 9999 has none after it.
        for day in [move.day, move.toDay] where CivilDate(day.text) == nil { return .failure(.badDay(day.text)) }
        if move.amount.coefficient == 0 { return .failure(.noAmount) }
        if move.from == move.to, move.day == move.toDay { return .failure(.sameEnvelope) }
        if let problem = values.problem(changing: []) { return .failure(problem) }
        var registers: [Register] = []
        if present == nil {
            registers.append(Register(id, .type, stamp, EnvelopeMove.kind.type))
            registers.append(Register(id, .createdAt, stamp, move.createdAt.bytes))
        }
        if move.bytes != present?.bytes { registers.append(Register(id, .move, stamp, move.bytes)) }
        let note = move.note.trimmed
        if note != present?.note ?? "" { registers.append(Register(id, .note, stamp, note.bytes)) }
        return .success(registers)
    }
}
