/// Something that came in or went out, as its registers say; or a quick record of it that is yet to be sorted.
public struct Entry: Hashable, Identifiable, Sendable {
    /// Random, unless devices have to make the same: of what a to-do books (`Todo.bookedEntry`), of a line of a file.
    public let id: EntityID
    /// Never income or an expense without an amount.
    public var kind: EntryKind
    /// Nil for a quick record that is nothing but a recording yet.
    public var amount: Amount?
    /// The day, where the person was.
    public var day: CivilDate
    /// When it was written; of one day the newest comes first.
    public internal(set) var createdAt: Timestamp
    /// Empty for none.
    public var place: String
    /// Empty for none; of a booked entry at first the to-do's title.
    public var note: String
    /// The SHA-256 of the recording.
    public var voice: Digest?
    public internal(set) var todo: EntityID?
    /// Each once, sorted.
    public var tags: [String]
    /// The values of fields that have no property here.
    public var extraFields = FieldValues()
    public var isSynced: Bool

    public init(
        id: EntityID, kind: EntryKind, amount: Amount?, day: CivilDate, createdAt: Timestamp, place: String = "",
        note: String = "", voice: Digest? = nil, todo: EntityID? = nil, tags: [String] = [], isSynced: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.amount = amount
        self.day = day
        self.createdAt = createdAt
        self.place = place
        self.note = note
        self.voice = voice
        self.todo = todo
        self.tags = tags
        self.isSynced = isSynced
    }

    /// Tells whether this one stands before `other`: the newer day first, and of one day the one that was written last.
    public func precedes(_ other: Entry) -> Bool {
        (day, createdAt, id) > (other.day, other.createdAt, other.id)
    }
}

/// The kind of an entry. The numbers are those that are stored.
public enum EntryKind: UInt8, CaseIterable, Sendable {
    case income = 0
    case expense = 1
    /// A quick record that waits to be sorted.
    case unsorted = 2

    /// `income`, `expense`, `unsorted`: how files and messages spell it.
    public var name: String {
        switch self {
        case .income: "income"
        case .expense: "expense"
        case .unsorted: "unsorted"
        }
    }

    /// The kind that `name` spells, in small letters alone; nil for any other text.
    public init?(name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}
