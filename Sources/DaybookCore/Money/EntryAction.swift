/// Everything that can be done to the entries, on every device and through every interface.
public indirect enum EntryAction: Equatable, Sendable {
    /// Makes a new entry under this id.
    case add(EntityID, EntryDraft)
    /// Changes some fields of one. To sort a quick record is to give it a kind.
    case edit(EntityID, EntryEdit)
    /// Takes one out. An edit that comes after it, on any device, brings the entry back.
    case delete(EntityID)
}

/// What a new entry starts with.
public struct EntryDraft: Equatable, Sendable {
    /// What its fields hold. Only what is unsorted may lack an amount, and then has a recording. A text has at most
    /// `FieldValues.longestText` bytes of UTF-8; white space around it is cut off. Of tags it has at most
    /// `MoneyError.mostTags`; white space around them is cut off, and of equal ones one stays.
    public var values = FieldValues()

    public init(
        kind: EntryKind, amount: Amount?, day: CivilDate, place: String = "", note: String = "",
        voice: Digest? = nil, todo: EntityID? = nil, tags: [String] = [], createdAt: Timestamp? = nil
    ) {
        self.kind = kind
        self.amount = amount
        self.day = day
        self.place = place
        self.note = note
        self.voice = voice
        values.start(.todo, with: FieldValue(todo))
        self.tags = tags
        self.createdAt = createdAt
    }

    /// Unsorted if nothing is said.
    public var kind: EntryKind {
        get { values[.kind]?.kind ?? .unsorted }
        set { values[.kind] = FieldValue(newValue) }
    }
    /// Nil for a quick record that is nothing but a recording yet.
    public var amount: Amount? {
        get { values[.amount]?.amount }
        set { values.start(.amount, with: FieldValue(newValue)) }
    }
    /// The day where the person is.
    public var day: CivilDate {
        get { values[.day]?.day ?? CivilDate(daysSince1970: 0) }
        set { values[.day] = .day(newValue) }
    }
    /// Empty for none.
    public var place: String {
        get { values[.place]?.text ?? "" }
        set { values.start(.place, with: .text(newValue)) }
    }
    /// Empty for none.
    public var note: String {
        get { values[.note]?.text ?? "" }
        set { values.start(.note, with: .text(newValue)) }
    }
    /// The SHA-256 of a recording, whose bytes may come later.
    public var voice: Digest? {
        get { values[.voice]?.digest }
        set { values.start(.voice, with: FieldValue(newValue)) }
    }
    /// In any order.
    public var tags: [String] {
        get { values[.tag]?.texts ?? [] }
        set { values.start(.tag, with: .texts(newValue)) }
    }
    /// When it was written, if that was before now: for what comes from another book.
    public var createdAt: Timestamp? {
        get { values[.createdAt]?.time }
        set { values.start(.createdAt, with: FieldValue(newValue)) }
    }
}

/// The fields of an entry that change; nil leaves one as it is.
public struct EntryEdit: Equatable, Sendable {
    /// What fields are to hold from now on, as in a draft; nothing takes away what they hold. An amount stays, and so does
    /// the recording of an entry without one.
    public var values = FieldValues()

    public init(
        kind: EntryKind? = nil, amount: Amount? = nil, day: CivilDate? = nil, place: String? = nil,
        note: String? = nil, voice: Digest?? = nil, tags: [String]? = nil
    ) {
        values[.kind] = kind.map { FieldValue($0) }
        values[.amount] = amount.map { .amount($0) }
        values[.day] = day.map { .day($0) }
        values[.place] = place.map { .text($0) }
        values[.note] = note.map { .text($0) }
        values[.voice] = voice.map { FieldValue($0) }
        values[.tag] = tags.map { .texts($0) }
    }
}

/// What planning an action needs to know of the entries that exist. A list in memory and a book on disk both can tell.
public protocol EntrySource {
    /// The error that a lookup can throw; `Never` for a list in memory.
    associatedtype Failure: Error

    /// The entry with this id; nil if there is none, or it is deleted.
    func entry(_ id: EntityID) throws(Failure) -> Entry?
}
