/// Which fact of an entity a register holds. Numbers are for ever: a new meaning takes a new number, and a number
/// that this version doesn't know is stored and forwarded all the same.
public struct Field: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number in messages and in the book; docs/sync.md lists those that have a meaning.
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static func < (left: Field, right: Field) -> Bool { left.rawValue < right.rawValue }

    // A to-do. Texts are UTF-8, times 8 bytes (see `Timestamp.bytes`), positions as `Position` says.
    /// UTF-8. What has a title, be it empty, is a to-do.
    public static let title = Field(rawValue: 1)
    /// UTF-8; empty for none, as if it weren't there.
    public static let description = Field(rawValue: 2)
    /// The same as `description`.
    public static let notes = Field(rawValue: 3)
    /// When it was made. Without it, that is the time in the stamp of the title or kind.
    public static let createdAt = Field(rawValue: 4)
    /// Empty while the to-do is open.
    public static let completedAt = Field(rawValue: 5)
    /// Its place among the open to-dos. Without it, it stands before those that have one.
    public static let todoPosition = Field(rawValue: 6)
    /// Its place among the finished, in the same way.
    public static let donePosition = Field(rawValue: 7)
    /// An entity is gone while no register of content is newer than this one. Its value is empty.
    public static let deleted = Field(rawValue: 8)
    /// The amount of a to-do, and of an entry: see `Amount.bytes`. Empty for a to-do that costs nothing (any
    /// more).
    public static let amount = Field(rawValue: 9)
    /// The day on which a to-do, and its amount, is due: as `day`; empty for no day.
    public static let due = Field(rawValue: 10)
    /// When on that day: `TimeOfDay.text`; empty for any time.
    public static let dueTime = Field(rawValue: 11)
    /// The day on which it is to be begun: as `due`.
    public static let start = Field(rawValue: 12)
    /// The same as `dueTime`.
    public static let startTime = Field(rawValue: 13)
    /// The day on which a person put it on Today: as `due`.
    public static let todayDay = Field(rawValue: 14)

    // An entry. It also has `createdAt`, `amount` and `deleted`.
    /// One byte: see `EntryKind`. What has a kind is an entry.
    public static let kind = Field(rawValue: 16)
    /// The ten characters of `CivilDate.text`.
    public static let day = Field(rawValue: 17)
    /// UTF-8; empty for none.
    public static let place = Field(rawValue: 18)
    /// The same as `place`.
    public static let note = Field(rawValue: 19)
    /// The 32 bytes of a recording's SHA-256; empty for none.
    public static let voice = Field(rawValue: 20)
    /// The 16 bytes of the id of the to-do that booked the entry.
    public static let todo = Field(rawValue: 21)
    /// Written with every change of tags, which lie in entities of their own, so that it counts as an edit of the
    /// entry. Its value is empty.
    public static let tagsChanged = Field(rawValue: 22)
    /// True where an entry bears a tag: see `ItemTag`.
    public static let tag = Field(rawValue: 32)

    // A to-do that comes again, and what became of its occurrences, each of which is an entity of its own with a `type`.
    // These also have `title`, `amount`, `due`, `createdAt`, `completedAt` (empty once taken back), `donePosition`.
    /// The rule by which it comes again: `Repeat.text`.
    public static let repeats = Field(rawValue: 48)
    /// To which day somebody put an occurrence: its number, a space, and the day.
    public static let moved = Field(rawValue: 49)
    /// Which occurrence it is, and what became of it: `Occurrence.text`.
    public static let occurrence = Field(rawValue: 50)
    /// The `completedAt` of an occurrence that was deleted from the list of the finished, where it still counts.
    public static let cleared = Field(rawValue: 51)
    /// A mark of an occurrence of a subtask: not empty once the to-do above has come again, so that it is open again.
    public static let over = Field(rawValue: 60)

    // The settings of the book: see `Settings`.
    /// The currency that somebody chose for amounts that name none: the three letters of its code.
    public static let currency = Field(rawValue: 65)
    /// The same as `currency`, of what was settled on since nothing said otherwise.
    public static let guessedCurrency = Field(rawValue: 66)

    /// The account that what is new is of, if it names none, as somebody chose it: the 16 bytes of its id; empty for none.
    public static let defaultAccount = Field(rawValue: 57)

    /// True where a to-do has a reminder, in an entity of its own: see `Reminder` and `ItemTag`.
    public static let reminders = Field(rawValue: 54)

    /// The moment until which reminders of a to-do are dealt with on all devices: as `createdAt`. It is no edit of it.
    public static let remindedUntil = Field(rawValue: 0x8010)
    /// When it reminds once more, since a person wanted that: as `remindedUntil`.
    public static let snoozedUntil = Field(rawValue: 0x8011)

    /// Where among its like it stands on Today, as a person dragged it there: as `todoPosition`.
    public static let todayPosition = Field(rawValue: 0x8012)
    /// The local time where the person was at the moment in `remindedUntil`: the form of `LocalTime.text`.
    public static let remindedLocal = Field(rawValue: 0x8013)

    /// The 16 bytes of the id of a bank's row for which an entry stands; empty for none. It is no edit of the entry.
    public static let bankRow = Field(rawValue: 0x8001)
    /// In which format a file had the row of `bankRow`, or of `fromRow`: UTF-8.
    public static let rowFormat = Field(rawValue: 0x8040)
    /// The account that an entry was given since it named none, as `account`: it may be of another one.
    public static let assumedAccount = Field(rawValue: 0x8041)
    /// The same as `rowFormat`, of `toRow`.
    public static let toRowFormat = Field(rawValue: 0x8042)
    /// An import that brought a thing was taken back with the stamp of this: the next one brings it again. Empty.
    public static let takenBack = Field(rawValue: 0x8043)

    // Any entity.
    /// Which kind of thing it is, where that doesn't follow from the fields that it has: a number in 2 bytes.
    public static let type = Field(rawValue: 64)

    /// True where writing this field brings a deleted entity back. A drag doesn't, nor does any field from 0x8000 on, be it
    /// known or not.
    public var isContent: Bool {
        rawValue < 0x8000 && self != .deleted && self != .todoPosition && self != .donePosition
    }
}
