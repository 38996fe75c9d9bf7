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

    /// The longest title, in Unicode scalars.
    public static let longestTitle = 10_000
    /// The longest title, description or notes, in bytes of UTF-8.
    public static let longestText = 64 * 1_024

    /// What happened and what to do, in English.
    public var message: String {
        switch self {
        case .blankTitle:
            "A to-do needs a title. Type at least one character that isn't a space."
        case .titleTooLong(let characters):
            "The title has " + String(characters) + " characters, and can have at most "
                + String(Self.longestTitle) + ". Put the rest into the notes."
        case .textTooLong(let field, let bytes):
            "The " + Todo.fields.name(of: field) + (field == .notes ? " have " : " has ")
                + String(bytes) + " bytes, and can have at most " + String(Self.longestText) + ". Shorten the text."
        case .orderNotANumber:
            "The order isn't a valid number. Give one such as 1.5."
        case .clockAtEnd: clockAtEndMessage
        case .notFound(let id):
            "There is no to-do " + id.text + ". It may have been deleted."
        case .otherSection(let id):
            "The to-do " + id.text + " is in the other section. Name one of the same section."
        }
    }
}

/// What `clockAtEnd` says, of to-dos and of money.
let clockAtEndMessage =
    "Nothing was changed: this device's clock, or a change in the book, is dated after the year 2500, and nothing later can be "
    + "written. Set the clock, or restore a backup from before that change."
