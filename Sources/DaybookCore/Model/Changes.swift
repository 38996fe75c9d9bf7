/// The values that somebody wants a thing to have: all that a new one starts with, or what is to change about one that is there.
public struct Changes: Equatable, Sendable {
    /// The values that its fields are to hold. Nothing takes away what is there. White space around texts of an entry, titles and
    /// tags is cut off; a text has at most `FieldValues.longestText` bytes of UTF-8. Of equal tags one stays.
    public var values = FieldValues()
    /// True where a to-do is to be finished; nil leaves it as it is. Finishing makes an open one the first of the finished,
    /// opening a finished one the last of the to-dos unless there is a `todoPosition`.
    public var isCompleted: Bool?
    /// When a to-do that is to be finished was done; nil for now. A moment that is still to come counts as now.
    public var doneAt: Timestamp?

    /// Nothing at all.
    public init() {}

    public init(_ values: FieldValues) { self.values = values }

    /// Changes of a to-do; nil leaves a field as it is.
    ///
    /// - Parameter order: its place among the open ones as a number, lower first. NaN counts as nil.
    public static func todo(
        title: String? = nil, description: String? = nil, notes: String? = nil, isCompleted: Bool? = nil,
        order: Double? = nil, amount: Amount?? = nil, due: CivilDate?? = nil
    ) -> Changes {
        var changes = Changes()
        changes.isCompleted = isCompleted
        changes[.todoPosition] = order.flatMap { Position.number($0) }.map { .position($0) }
        changes[.title] = title.map { .text($0) }
        changes[.description] = description.map { .text($0) }
        changes[.notes] = notes.map { .text($0) }
        changes[.amount] = amount.map { FieldValue($0) }
        changes[.due] = due.map { FieldValue($0) }
        return changes
    }

    /// Changes of an entry; nil leaves a field as it is.
    ///
    /// - Parameters:
    ///   - voice: the SHA-256 of a recording, whose bytes may come later.
    ///   - todo: the to-do that booked it.
    ///   - createdAt: when it was written, if that was before now: for what comes from another book.
    public static func entry(
        kind: EntryKind? = nil, amount: Amount? = nil, day: CivilDate? = nil, place: String? = nil,
        note: String? = nil, voice: Digest?? = nil, todo: EntityID? = nil, tags: [String]? = nil,
        createdAt: Timestamp? = nil
    ) -> Changes {
        var changes = Changes()
        changes[.kind] = kind.map { FieldValue($0) }
        changes[.amount] = amount.map { .amount($0) }
        changes[.day] = day.map { .day($0) }
        changes[.place] = place.map { .text($0) }
        changes[.note] = note.map { .text($0) }
        changes[.voice] = voice.map { FieldValue($0) }
        changes[.todo] = todo.map { .entity($0) }
        changes[.tag] = tags.map { .texts($0) }
        changes[.createdAt] = createdAt.map { .time($0) }
        return changes
    }

    /// The value that a field is to hold; nil where it stays as it is.
    public subscript(field: Field) -> FieldValue? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// The text that a field is to hold; empty for none.
    public func text(_ field: Field) -> String { values[field]?.text ?? "" }
}

extension Changes: ExpressibleByDictionaryLiteral {
    /// A field of nil stays as it is.
    public init(dictionaryLiteral elements: (Field, FieldValue?)...) {
        for (field, value) in elements { values[field] = value }
    }
}
