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
    /// Only what is unsorted may lack an amount, and then has a recording.
    public var kind: EntryKind
    /// Nil for a quick record that is nothing but a recording yet.
    public var amount: Amount?
    /// The day where the person is.
    public var day: CivilDate
    /// At most `MoneyError.longestText` bytes of UTF-8; white space around it is cut off, and empty is none.
    public var place: String
    /// As `place`.
    public var note: String
    /// The SHA-256 of a recording, whose bytes may come later.
    public var voice: Digest?
    /// The to-do that booked it, for what comes from another book.
    public var todo: EntityID?
    /// At most `MoneyError.mostTags`, in any order. White space around them is cut off; of equal ones one stays.
    public var tags: [String]
    /// When it was written, if that was before now: for what comes from another book.
    public var createdAt: Timestamp?

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
        self.todo = todo
        self.tags = tags
        self.createdAt = createdAt
    }
}

/// The fields of an entry that change; nil leaves one as it is.
public struct EntryEdit: Equatable, Sendable {
    /// What becomes income or an expense has an amount, or is given one.
    public var kind: EntryKind?
    /// It can be changed, and not be taken away.
    public var amount: Amount?
    /// The day where the person is.
    public var day: CivilDate?
    /// As in a draft; empty takes it away.
    public var place: String?
    /// As in a draft; empty takes it away.
    public var note: String?
    /// `.some(nil)` takes the recording away.
    public var voice: Digest??
    /// All that it is to bear.
    public var tags: [String]?

    public init(
        kind: EntryKind? = nil, amount: Amount? = nil, day: CivilDate? = nil, place: String? = nil,
        note: String? = nil, voice: Digest?? = nil, tags: [String]? = nil
    ) {
        self.kind = kind
        self.amount = amount
        self.day = day
        self.place = place
        self.note = note
        self.voice = voice
        self.tags = tags
    }
}

/// What planning an action needs to know of the entries that exist. A list in memory and a book on disk both can tell.
public protocol EntrySource {
    /// The error that a lookup can throw; `Never` for a list in memory.
    associatedtype Failure: Error

    /// The entry with this id; nil if there is none, or it is deleted.
    func entry(_ id: EntityID) throws(Failure) -> Entry?
}
