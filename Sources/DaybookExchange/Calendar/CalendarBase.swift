public import DaybookCore

/// The to-do that a client knows, as digests: enough to tell what it changed since.
public struct CalendarBase: Equatable, Sendable {
    /// The digest of the value of each part, in their order.
    private let parts: [UInt64]
    /// 0 where it says of no moment.
    private let doneAt: UInt64
    /// The day on which it is due, of a rule by that; nil for none.
    public let due: CivilDate?
    private let tags: Set<UInt64>
    private let reminders: Set<UInt64>
    private let occurrences: Set<UInt64>
    /// The digests of the lines and components that belong to no part.
    let units: Set<UInt64>

    /// Lines beyond them count as ones that the client never saw.
    private static let mostUnits = 1_000

    public init(_ object: CalendarObject) {
        let values = object.values
        parts = CalendarValues.Part.allCases.map { Self.digest(of: $0, values) }
        doneAt = Self.digest(ofDone: values)
        due = values.anchor ?? values.days.due
        tags = Set(values.tags.map { UInt64(digestOf: $0.utf8) })
        reminders = Set(values.reminders.map { UInt64(digestOf: $0.utf8) })
        occurrences = Set(object.occurrences.map { Self.digest(of: $0) })
        // A to-do that is done is done: no line says more.
        let kept = object.units.filter { !$0.isOfValue && !(values.isDone && $0.part == .status) }
        units = Set(kept.prefix(Self.mostUnits).map(\.digest))
    }

    private static func digest(of part: CalendarValues.Part, _ values: CalendarValues) -> UInt64 {
        let days = values.days
        let text: String =
            switch part {
            case .title: values.title
            case .notes: values.notes
            case .days:
                [
                    days.due?.text, days.dueTime?.text, days.start?.text, days.startTime?.text,
                    values.anchor?.text,
                ]
                .map { $0 ?? "" }.joined(separator: " ")
            case .rule: "\(values.countsFromDone) \(values.rule?.text ?? "")"
            case .priority: "\(values.priority)"
            case .status: values.isDone ? "done" : ""
            case .parent: values.parent?.text ?? ""
            case .tags: values.tags.joined(separator: "\n")
            case .order: values.order.map { "\($0)" } ?? ""
            case .amount:
                (values.amount.map { "\($0.number) \($0.currency.code)" } ?? "")
                    + values.booking.filter { !$0.isEmpty }.map { " " + $0 }.joined()
            case .reminders: values.reminders.joined(separator: "\n")
            }
        return UInt64(digestOf: text.utf8)
    }

    private static func digest(ofDone values: CalendarValues) -> UInt64 {
        values.doneAt.map { UInt64(digestOf: $0.bytes) } ?? 0
    }

    private static func digest(of occurrence: CalendarObject.Occurrence) -> UInt64 {
        UInt64(digestOf: "\(occurrence.state) \(occurrence.day.text)".utf8)
    }

    /// Tells whether it says the same of a part.
    public func isSame(_ part: CalendarValues.Part, as values: CalendarValues) -> Bool {
        guard let place = CalendarValues.Part.allCases.firstIndex(of: part),
            parts[place] == Self.digest(of: part, values)
        else { return false }
        guard part == .status else { return true }
        let other = Self.digest(ofDone: values)
        return doneAt == 0 || other == 0 || doneAt == other
    }

    /// Tells whether the client knew of a tag.
    public func hasTag(_ name: String) -> Bool { tags.contains(UInt64(digestOf: name.utf8)) }

    /// Tells whether the client knew of a reminder.
    public func hasReminder(_ text: String) -> Bool { reminders.contains(UInt64(digestOf: text.utf8)) }

    /// Tells whether the client knew what became of an occurrence.
    public func says(_ occurrence: CalendarObject.Occurrence) -> Bool {
        occurrences.contains(Self.digest(of: occurrence))
    }

    /// The digest of each part. A to-do that is done was done at a moment.
    private var values: [UInt64] {
        zip(CalendarValues.Part.allCases, parts).map { $0 == .status ? $1 ^ doneAt : $1 }
    }

    private func isSame(as other: CalendarBase) -> Bool {
        values == other.values && units == other.units && occurrences == other.occurrences
    }

    /// Tells whether it has something of one text that another lacks.
    private func hasMore(of one: CalendarBase, than other: CalendarBase) -> Bool {
        let (own, values, others) = (values, one.values, other.values)
        return values.indices.contains { values[$0] != others[$0] && values[$0] == own[$0] }
            || !one.units.subtracting(other.units).isDisjoint(with: units)
            || !one.occurrences.subtracting(other.occurrences).isDisjoint(with: occurrences)
    }

    /// With which of several a client began that wrote a text: with the newest, unless the text has nothing of what is new
    /// in that, and something that is older. The client may not have got the answer, and two apps may share a token.
    ///
    /// Nobody writes to change nothing. So one that is the same as the text counts only where it is the newest: then the
    /// client says once more what it said before.
    ///
    /// - Parameter bases: the newest first.
    /// - Returns: nil if there is none.
    public static func beginning(of object: CalendarObject, _ bases: [CalendarBase]) -> CalendarBase? {
        let own = CalendarBase(object)
        guard var beginning = bases.first, !beginning.isSame(as: own) else { return bases.first }
        for older in bases.dropFirst() where !older.isSame(as: own) {
            if own.hasMore(of: beginning, than: older) { break }
            if own.hasMore(of: older, than: beginning) { beginning = older }
        }
        return beginning
    }
}

extension CalendarBase {
    /// How it is kept, with its length before it.
    public var bytes: [UInt8] {
        let words: [UInt64] =
            parts
            + [
                doneAt, UInt64(bitPattern: due?.daysSince1970 ?? .max), UInt64(tags.count), UInt64(reminders.count),
                UInt64(occurrences.count), UInt64(units.count),
            ] + tags.sorted() + reminders.sorted() + occurrences.sorted() + units.sorted()
        var bytes: [UInt8] = []
        for word in [UInt64(words.count)] + words {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(word >> UInt64(shift) & 0xFF)) }
        }
        return bytes
    }

    /// Reads those that stand one after the other, as far as they are whole.
    public static func list(_ bytes: [UInt8]) -> [CalendarBase] {
        let words = stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
            bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        var bases: [CalendarBase] = []
        var rest = words[...]
        while let count = rest.popFirst(), count <= UInt64(rest.count), let base = CalendarBase(rest.prefix(Int(count)))
        {
            bases.append(base)
            rest = rest.dropFirst(Int(count))
        }
        return bases
    }

    /// Nil for what isn't one.
    private init?(_ words: ArraySlice<UInt64>) {
        var rest = words
        let count = CalendarValues.Part.allCases.count
        guard rest.count >= count + 6 else { return nil }
        parts = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        let head = Array(rest.prefix(6))
        rest = rest.dropFirst(6)
        doneAt = head[0]
        let day = Int64(bitPattern: head[1])
        due = day == .max ? nil : CivilDate(daysSince1970: min(max(day, -800_000), 3_000_000))
        var sets: [Set<UInt64>] = []
        for size in head.dropFirst(2) {
            guard size <= UInt64(rest.count) else { return nil }
            sets.append(Set(rest.prefix(Int(size))))
            rest = rest.dropFirst(Int(size))
        }
        guard sets.count == 4, rest.isEmpty else { return nil }
        (tags, reminders, occurrences, units) = (sets[0], sets[1], sets[2], sets[3])
    }
}

extension UInt64 {
    /// FNV-1a of some bytes: enough to tell apart what one client wrote of one to-do.
    init(digestOf bytes: some Sequence<UInt8>) {
        self = 0xCBF2_9CE4_8422_2325
        for byte in bytes { self = (self ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
