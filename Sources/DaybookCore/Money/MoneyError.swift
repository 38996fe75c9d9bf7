/// Why text isn't a valid amount, or an action on entries failed. Nothing has changed then.
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
    /// Bytes that aren't a sound file.
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
            quote(text) + "isn't a valid amount. Write one such as 12.50."
        case .misplacedComma(let text):
            quote(text) + "has a comma in the wrong place. Write 1234.50 or 1,234.50."
        case .twoReadings(let text, let whole, let decimal):
            quote(text) + "can be read in two ways. Write " + whole + " or " + decimal + "."
        case .spaceInside(let text):
            quote(text) + "may be one number or two. Write it without the space, or with a word between."
        case .foreignDigits(let text):
            quote(text) + "has digits other than 0 to 9. Write it with these."
        case .tooManyDigits(let text):
            quote(text) + "has too many digits. An amount has at most " + String(Amount.mostDigits)
                + ", with the decimals of the currency."
        case .unknownCurrency(let text):
            quote(text) + "isn't a valid currency. Write a code of ISO 4217, such as EUR."
        case .signedAmount(let text):
            quote(text) + "has a sign. Leave it out: the kind says whether an amount is income or an expense."
        case .noAmount:
            "There is no amount. Write one such as 12.50."
        case .badDay(let text):
            quote(text) + "isn't a valid date. Use the form 2026-11-21."
        case .badTag(let text):
            quote(text) + "isn't a valid tag. A tag has at most " + String(Self.longestTag)
                + " bytes, and no comma, #, line break or other control character."
        case .tooManyTags(let count):
            "An entry can have at most " + String(Self.mostTags) + " tags. This one has " + String(count) + "."
        case .textTooLong(let field, let bytes):
            "The " + (field == .place ? "place" : "note") + " has " + String(bytes) + " bytes, and can have at most "
                + String(Self.longestText) + ". Shorten the text."
        case .clockAtEnd: clockAtEndMessage
        case .notFound(let id):
            "There is no entry " + id.text + ". It may have been deleted."
        case .recordingTooLarge(let bytes):
            "The recording has " + String(bytes) + " bytes, and can have at most " + String(Recording.greatestSize)
                + ". Record less."
        case .noRecording:
            "This isn't a valid recording. Send a sound file such as WebM, Ogg, MP4, MP3 or WAV."
        case .sumTooLarge(let currency):
            "The sum in " + currency.code + " has too many digits. Look at fewer entries at once."
        }
    }
}
