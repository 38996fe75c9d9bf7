/// Everything that can be done to the entries, on every device and through every interface.
public indirect enum EntryAction: Equatable, Sendable {
    case add(EntityID, EntryDraft)
    /// Changes some fields of one. To sort a quick record is to give it a kind.
    case edit(EntityID, EntryEdit)
    case delete(EntityID)
}

/// What a new entry starts with.
public struct EntryDraft: Equatable, Sendable {
    public var kind: EntryKind
    public var amount: Amount?
    public var day: CivilDate
    public var place: String
    public var note: String
    public var voice: Digest?
    /// The to-do that booked it, for what comes from another book.
    public var todo: EntityID?
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
    public var kind: EntryKind?
    public var amount: Amount?
    public var day: CivilDate?
    public var place: String?
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
    associatedtype Failure: Error

    func entry(_ id: EntityID) throws(Failure) -> Entry?
}
