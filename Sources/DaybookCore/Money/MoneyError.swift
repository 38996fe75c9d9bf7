/// Why text is no money, or an action on the entries can't be done. Nothing has changed then.
public indirect enum MoneyError: Error, Equatable, Sendable {
    /// No amount at all. The text is what was written, as in those that follow.
    case notANumber(String)
    /// Digits are parted by commas, and not in threes.
    case misplacedComma(String)
    /// What may be two numbers (`1,250`): the one without decimals, and the other one as it can be written.
    case twoReadings(String, String, String)
    /// What may be one number, or two: 1 250.
    case spaceInside(String)
    /// Full-width digits or those of another script.
    case foreignDigits(String)
    /// More than `Amount.mostDigits`, with the decimals that the currency has.
    case tooManyDigits(String)
    /// Neither a code of `Currency.all` nor a sign that stands for one.
    case unknownCurrency(String)
    /// A plus or minus before an amount, which is zero or more.
    case signedAmount(String)
    /// What is income or an expense has an amount, and so has a quick record without a recording.
    case noAmount
    /// Not of the form `2026-11-21`, or a day that doesn't exist.
    case badDay(String)
    /// See `EntryTag.isName`.
    case badTag(String)
    /// How many there are, where `mostTags` are allowed.
    case tooManyTags(Int)
    /// A place or note (`field`) that wouldn't fit a message of sync.
    case textTooLong(Field, bytes: Int)
    /// No later stamp is left: `HybridClock.isNearEnd`.
    case clockAtEnd
    /// There is no entry with this id, or it is deleted.
    case notFound(EntityID)
    /// More than `Recording.greatestSize`.
    case recordingTooLarge(bytes: Int)
    /// Bytes that are no sound file.
    case noRecording
    /// A sum has more than 38 digits.
    case sumTooLarge(Currency)

    /// The longest place or note, in bytes of UTF-8.
    public static let longestText = 64 * 1_024
    /// The longest tag, in bytes of UTF-8.
    public static let longestTag = 200
    /// The most tags that an entry is given at once. Devices together may have given it more.
    public static let mostTags = 100

    /// What happened and what to do, in English.
    public var message: String {
        func quote(_ text: String) -> String { "\"" + text.excerpt + "\" " }
        return switch self {
        case .notANumber(let text):
            quote(text) + "is no amount; write one such as 12.50."
        case .misplacedComma(let text):
            quote(text) + "has a comma where there can't be one; write 1234.50 or 1,234.50."
        case .twoReadings(let text, let whole, let decimal):
            quote(text) + "can be read in two ways; write " + whole + " or " + decimal + "."
        case .spaceInside(let text):
            quote(text) + "may be one number; write it without the space, or with a word between."
        case .foreignDigits(let text):
            quote(text) + "is written with other digits; write it with 0 to 9."
        case .tooManyDigits(let text):
            quote(text) + "has too many digits; " + String(Amount.mostDigits)
                + " are the most, with the decimals of the currency."
        case .unknownCurrency(let text):
            quote(text) + "is no currency; write a code of ISO 4217, such as EUR."
        case .signedAmount(let text):
            quote(text) + "has a sign; an amount has none, and its kind says whether it is income or an expense."
        case .noAmount:
            "There is no amount; write one such as 12.50."
        case .badDay(let text):
            quote(text) + "is no day; write one that exists, such as 2026-11-21."
        case .badTag(let text):
            quote(text) + "can't be a tag; one has text, at most " + String(Self.longestTag)
                + " bytes, and no comma, #, line break or other control character."
        case .tooManyTags(let count):
            "There are " + String(count) + " tags; " + String(Self.mostTags) + " are the most."
        case .textTooLong(let field, let bytes):
            "The " + (field == .place ? "place" : "note") + " has " + String(bytes) + " bytes; "
                + String(Self.longestText) + " are the most. Shorten the text."
        case .clockAtEnd: clockAtEndMessage
        case .notFound(let id):
            "There is no entry " + id.text + "; it may have been deleted."
        case .recordingTooLarge(let bytes):
            "The recording has " + String(bytes) + " bytes; " + String(Recording.greatestSize)
                + " are the most. Record less."
        case .noRecording:
            "These bytes are no recording; send a sound file such as WebM, Ogg, MP4, MP3 or WAV."
        case .sumTooLarge(let currency):
            "The sum in " + currency.code + " is too large to be told exactly; look at fewer entries at once."
        }
    }
}
