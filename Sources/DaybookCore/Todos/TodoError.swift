/// Why an action on the to-dos can't be done. Nothing has changed then.
public enum TodoError: Error, Equatable, Sendable {
    /// Nothing can be seen of the title: see `String.isBlank`.
    case blankTitle
    /// How many Unicode scalars it has, without white space around it.
    case titleTooLong(characters: Int)
    /// A title, description or notes (`field`) that wouldn't fit a message of sync.
    case textTooLong(Field, bytes: Int)
    /// The order is NaN.
    case orderNotANumber
    /// No later stamp is left: `HybridClock.isNearEnd`.
    case clockAtEnd
    /// There is no to-do with this id, or it is deleted.
    case notFound(EntityID)
    /// An item can only be moved next to one of the same section.
    case otherSection(EntityID)
    /// The to-do doesn't come again, so nothing can be passed over.
    case notRepeating(EntityID)
    /// It is a finished occurrence that others follow, or that an earlier rule made.
    case pastOccurrence(EntityID)
    /// The rule can't be followed.
    case repeating(RepeatError)

    /// The longest title, in Unicode scalars.
    public static let longestTitle = 10_000

    /// What happened and what to do, in English.
    public var message: String { message(in: english) }

    /// What the text of a language says of it.
    public func message(in text: Literal) -> String {
        switch self {
        case .titleTooLong(let characters): text.text(String(characters), String(Self.longestTitle))
        case .textTooLong(_, let bytes): text.text(String(bytes), String(FieldValues.longestText))
        case .repeating(let error): text.text(error.message)
        case .blankTitle, .orderNotANumber, .clockAtEnd, .notFound, .otherSection, .notRepeating, .pastOccurrence:
            text.text()
        }
    }

    /// The text in English. Its places are for how long a text is, and how long it may be.
    public var english: Literal {
        switch self {
        case .blankTitle: "A to-do needs a title. Type at least one character that isn't a space."
        case .titleTooLong:
            "The title has %1 characters, and can have at most %2. Put the rest into the notes."
        case .textTooLong(.title, _): "The title has %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong(.description, _): "The description has %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong(.notes, _): "The notes have %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong: "The text has %1 bytes, and can have at most %2. Shorten it."
        case .orderNotANumber: "The order isn't a valid number. Give one such as 1.5."
        case .clockAtEnd: clockAtEndMessage
        case .notFound: "There is no such to-do in the book. It may have been deleted."
        case .otherSection: "A to-do moves within its section only. Name one of the same section."
        case .notRepeating: "This to-do doesn't repeat, so nothing can be skipped. Finish or delete it."
        case .pastOccurrence:
            "Only the latest occurrence under the present rule can be opened again. Delete this one if it wasn't done."
        case .repeating(.noDay): "The rule has no day. Change it so that there is one."
        case .repeating: "%"
        }
    }
}

/// What `clockAtEnd` says, of to-dos and of money.
var clockAtEndMessage: Literal {
    "Nothing was changed: this device's clock, or a change in the book, is dated after the year 2500, and nothing later can be written. Set the clock, or restore a backup from before that change."
}
