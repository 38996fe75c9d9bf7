extension Field {
    /// One byte: a priority of RFC 5545, from 1 for the highest to 9; 0 or nothing for none.
    public static let priority = Field(rawValue: 15)
    /// The 16 bytes of the id of the list in which a to-do lies; empty for the inbox.
    public static let list = Field(rawValue: 52)
    /// The 16 bytes of the id of the to-do under which it stands; empty for none.
    public static let parent = Field(rawValue: 53)
}

extension Todo: Entity {
    /// The priorities of RFC 5545 by their numbers. People pick those that have words.
    public static let priorities = ["none", "high", "2", "3", "4", "medium", "6", "7", "8", "low"]

    public static let kind: Kind = Kind(0, "to-do", "todos", by: .position, fields.bare)

    public init(id: EntityID, createdAt: Timestamp) {
        self.init(id: id, title: "", createdAt: createdAt, todoPosition: Position(bytes: []))
    }

    public static let fields = FieldList<Todo>([
        FieldSpec(
            .title, "title", .text, since: 1, isOptional: false, [.input, .output, .search],
            get: { .text($0.title) }, set: { $0.title = $1.text }),
        FieldSpec(
            .description, "description", .text, since: 1, isOptional: false, [.input, .output, .search],
            get: { .text($0.description) }, set: { $0.description = $1.text }),
        FieldSpec(
            .notes, "notes", .text, since: 1, isOptional: false, [.input, .output, .search],
            get: { .text($0.notes) }, set: { $0.notes = $1.text }),
        FieldSpec(
            .completedAt, "completedAt", .time, since: 1, .output,
            get: { FieldValue($0.completedAt) }, set: { $0.completedAt = $1.time }),
        FieldSpec(
            .createdAt, "createdAt", .time, since: 1, isOptional: false, .output,
            // Where it isn't known, it stays what it is without.
            get: { .time($0.createdAt) }, set: { $0.createdAt = $1.time ?? $0.createdAt }),
        FieldSpec(
            .todoPosition, "todoPosition", .position, since: 1, isOptional: false, .output,
            get: { .position($0.todoPosition) }, set: { $0.todoPosition = $1.position }),
        FieldSpec(
            .donePosition, "donePosition", .position, since: 1, isOptional: false, [],
            get: { .position($0.donePosition) }, set: { $0.donePosition = $1.position }),
        FieldSpec(
            .amount, "amount", .amount, since: 2, [.input, .output, .search], get: { FieldValue($0.amount) },
            set: { $0.amount = $1.amount }),
        FieldSpec(
            .due, "due", formerName: "plannedDay", .day, since: 2, [.input, .output, .search],
            get: { FieldValue($0.due) }, set: { $0.due = $1.day }),
        FieldSpec(
            .dueTime, "dueTime", .timeOfDay, since: 5,
            get: { FieldValue($0.dueTime) }, set: { $0.dueTime = $1.timeOfDay }),
        FieldSpec(
            .start, "start", .day, since: 5, [.input, .output, .search],
            get: { FieldValue($0.start) }, set: { $0.start = $1.day }),
        FieldSpec(
            .startTime, "startTime", .timeOfDay, since: 5,
            get: { FieldValue($0.startTime) }, set: { $0.startTime = $1.timeOfDay }),
        FieldSpec(
            .todayDay, "today", .day, since: 5,
            get: { FieldValue($0.todayDay) }, set: { $0.todayDay = $1.day }),
        FieldSpec(
            .repeats, "repeat", .repeats, since: 6,
            get: { FieldValue($0.repeats) }, set: { $0.repeats = $1.repeats }),
        FieldSpec(
            .priority, "priority", .choice(Todo.priorities), since: 7,
            get: { $0.extraFields[.priority] ?? .nothing },
            set: { $0.extraFields[.priority] = $1.choice ?? 0 == 0 ? nil : $1 }),
        FieldSpec(.account, "account", .entity, since: 16),
        FieldSpec(
            .books, "books", .choice(bookings), since: 18, get: { $0.extraFields[.books] ?? .nothing },
            set: { $0.extraFields[.books] = $1.choice ?? 0 == 0 ? nil : $1 }),
        FieldSpec(.paysInto, "toAccount", .entity, since: 18),
        FieldSpec(
            .estimate, "estimate", .choice(estimates), since: 19, get: { $0.extraFields[.estimate] ?? .nothing },
            set: { $0.extraFields[.estimate] = $1.choice ?? 0 == 0 ? nil : $1 }),
        FieldSpec(.list, "list", .entity, since: 7),
        FieldSpec(.parent, "parent", .entity, since: 9),
        FieldSpec(.tag, "tags", .texts, since: 8, [.input, .output, .search]),
        FieldSpec(.reminders, "reminders", .texts, since: 12),
        FieldSpec(.remindedUntil, "remindedUntil", .time, since: 12),
        FieldSpec(.snoozedUntil, "snoozedUntil", .time, since: 12),
        FieldSpec(.remindedLocal, "remindedLocal", .text, since: 16, []),
        FieldSpec(
            .todayPosition, "todayPosition", .position, since: 16, [],
            get: { $0.extraFields[.todayPosition] ?? .nothing },
            set: { $0.extraFields[.todayPosition] = $1.position.bytes.isEmpty ? nil : $1 }),
        FieldSpec(.moved, "moved", .text, since: 6, []),
        FieldSpec(
            .occurrence, "occurrence", .occurrence, since: 6, .output,
            get: { FieldValue($0.occurrence) }, set: { $0.occurrence = $1.occurrence }),
    ])

    /// The to-do that a record holds; nil if it is deleted, or is none (it has no title, or a
    /// type that this version doesn't know).
    ///
    /// Values that another program wrote wrongly never trap: text is repaired, anything else counts as absent.
    ///
    /// - Parameter tags: what is known of its tags, in any order. Each change of them writes a register of the to-do as
    ///   well, so whether it is synced doesn't depend on them.
    public init?(_ record: Record, tags: [ItemTag] = [], fields: FieldList<Todo> = Todo.fields) {
        let isTodo = record[.type] == nil || record.isOccurrence
        guard isTodo, record.isAlive, let title = record[.title] else { return nil }
        if record.isOccurrence, !Self.isShown(record) { return nil }
        self.init(id: record.id, createdAt: title.stamp.time)
        isSynced = record.isSynced
        fields.read(record, into: &self)
        clampStart()
        if record.isOccurrence { repeats = nil } else { occurrence = nil }
        clampReminded(record)
        forgetTodayPosition(record)
        if !tags.isEmpty { take(tags) }
    }

    /// Tells whether what became of an occurrence is something finished that is to be seen.
    private static func isShown(_ record: Record) -> Bool {
        guard let past = PastOccurrence(record), !past.occurrence.isSkipped else { return false }
        return record[.cleared]?.value != past.doneAt.bytes
    }
}
