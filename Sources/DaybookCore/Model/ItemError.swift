/// Why an action can't be done, or a text isn't a valid amount or day. Nothing has changed then.
public indirect enum ItemError: Error, Equatable, Sendable {
    /// Nothing can be seen of the title of a to-do, or the name of a list: see `String.isBlank`.
    case blankTitle(Kind)
    /// How many Unicode scalars it has, without white space around it.
    case titleTooLong(characters: Int)
    /// A text (`field`) that wouldn't fit a message of sync.
    case textTooLong(Field, bytes: Int)
    /// No later stamp is left: `HybridClock.isNearEnd`.
    case clockAtEnd
    /// There is no such thing with this id, or it is deleted.
    case notFound(Kind, EntityID)
    /// An item can only be moved next to one of the same section.
    case otherSection(EntityID)
    /// There is no such to-do under which another could stand.
    case noParent(EntityID)
    /// A to-do can't stand under itself, or under what stands under it.
    case ownParent
    /// A to-do would stand under more than `mostParents` others.
    case tooDeep
    /// The to-do doesn't come again, so nothing can be passed over.
    case notRepeating(EntityID)
    /// It is a finished occurrence that others follow, or that an earlier rule made.
    case pastOccurrence(EntityID)
    /// The rule can't be followed.
    case repeating(RepeatError)

    /// No amount at all. The text is what was written, as in those that follow.
    case notANumber(String)
    /// See `Target.init(written:usual:)`.
    case notATarget(String)
    /// The field of an account or an envelope doesn't hold this: see `MoneyAccount.plan`.
    case badPlan(Field, String)
    /// Digits are parted by commas, and not in threes.
    case misplacedComma(String)
    /// A text that may be two numbers (`1,250`): the one without decimals, and the other one as it can be written.
    case twoReadings(String, String, String)
    /// A text that may be one number, or two: 1 250.
    case spaceInside(String)
    /// Full-width digits or those of another script.
    case foreignDigits(String)
    /// More than `Amount.mostDigits`, with the decimals that the currency has.
    case tooManyDigits(String)
    /// Neither a code of `Currency.all` nor a sign that stands for one.
    case unknownCurrency(String)
    /// A plus or minus before an amount, which is zero or more.
    case signedAmount(String)
    /// A number with a sign, where amounts have none.
    case hasSign(String)
    /// Income and expenses have an amount, and so has a quick record without a recording.
    case noAmount
    /// Not of the form `2026-11-21`, or a day that doesn't exist.
    case badDay(String)
    /// The name of a zone that the IANA time zone database doesn't have, or this device's doesn't.
    case unknownZone(String)
    /// See `ItemTag.isName`.
    case badTag(String)
    /// How many there are, where `mostTags` are allowed.
    case tooManyTags(Int)
    /// See `Reminder`.
    case badReminder(String)
    /// How many there are, where `Reminder.most` are allowed.
    case tooManyReminders(Int)
    /// More than `Recording.greatestSize`.
    case recordingTooLarge(bytes: Int)
    /// Bytes that aren't a sound file.
    case noRecording
    /// A sum has more than 38 digits.
    case sumTooLarge(Currency)
    /// The parts of an entry come to so much more than it.
    case partsTooLarge(Sum)
    /// Another thing of the kind is called so.
    case nameTaken(String)
    /// The field names the account of this name, which takes nothing new.
    case closedAccount(Field, String)
    /// There is no account as the field names it.
    case noAccount(Field)
    /// The field names the account of this name, which is in the first currency; the amount is in the second.
    case otherCurrency(Field, String, Currency, Currency)
    /// The account of this name is in the first currency, and is to be in the second.
    case keepsCurrency(String, Currency, Currency)
    /// A transfer would go to where it comes from.
    case sameAccount
    /// Nothing would go out, or come in.
    case emptyTransfer
    /// Money would be moved to the envelope and the period where it is.
    case sameEnvelope
    /// An envelope would stand under itself, or under one that stands under another.
    case badGroup
    /// The envelope of this name is a group.
    case groupEnvelope(String)
    /// There is no envelope as the field names it.
    case noEnvelope
    /// More or less of one currency would come in than goes out.
    case unequalSides(Amount, Amount)
    /// The rows of an account come to the first sum, and its statement says the second.
    case unbalanced(Sum, Sum)

    /// The longest title, in Unicode scalars.
    public static let longestTitle = 10_000
    /// The longest tag, in bytes of UTF-8.
    public static let longestTag = 200
    /// Under how many others a to-do stands at most.
    public static let mostParents = 8
    /// The most tags that a thing is given at once. Devices together may have given it more.
    public static let mostTags = 100

    /// Says what happened and what to do, in English.
    public var message: String { message(in: english) }

    /// Tells what the text of a language says of it.
    public func message(in text: Literal) -> String {
        let values = values
        return text.text(values.0, values.1, values.2)
    }

    /// The text in English. Its places are for `values`.
    public var english: Literal {
        switch self {
        case .blankTitle(.rule): "A rule needs a text. Type one such as: text:rewe then payee:Rewe"
        case .blankTitle(.todo): "A to-do needs a title. Type at least one character that isn't a space."
        case .blankTitle: "% needs a name. Type at least one character that isn't a space."
        case .titleTooLong:
            "The title has %1 characters, and can have at most %2. Put the rest into the notes."
        case .textTooLong(.title, _): "The title has %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong(.description, _): "The description has %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong(.notes, _): "The notes have %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong(.place, _): "The place has %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong(.note, _): "The note has %1 bytes, and can have at most %2. Shorten the text."
        case .textTooLong: "The text has %1 bytes, and can have at most %2. Shorten it."
        case .clockAtEnd:
            "Nothing was changed: this device's clock, or a change in the book, is dated after the year 2500, and nothing later can be written. Set the clock, or restore a backup from before that change."
        case .notFound(.todo, _): "There is no such to-do in the book. It may have been deleted."
        case .notFound(.entry, _): "There is no such entry in the book. It may have been deleted."
        case .notFound: "There is no such % in the book. It may have been deleted."
        case .otherSection: "A to-do moves within its section only. Name one of the same section."
        case .noParent: "There is no such to-do under which this one could stand. Choose another."
        case .ownParent: "A to-do can't stand under itself or one of its subtasks. Choose another."
        case .tooDeep: "A subtask can be at most % levels deep. Choose a to-do further up."
        case .notRepeating: "This to-do doesn't repeat, so nothing can be skipped. Finish or delete it."
        case .pastOccurrence:
            "Only the latest occurrence under the present rule can be opened again. Delete this one if it wasn't done."
        case .repeating(.noDay): "The rule has no day. Change it so that there is one."
        case .repeating: "%"
        case .notATarget: "“%” isn't a valid target. Write one such as “month 50” or “500 by 2026-12”."
        case .notANumber: "“%” isn't a valid amount. Write one such as 12.50."
        case .badPlan(.term, _): "“%” isn't a valid number of months. Write one from 1 to 600."
        case .badPlan(.goal, _): "“%” isn't a valid goal. Write one such as “9000 EUR by 2027-06-01”."
        case .badPlan: "“%” isn't a valid yearly rate. Write one such as “5.25” or “5.25 from 2026-12-01”."
        case .misplacedComma: "“%” has a comma in the wrong place. Write 1234.50 or 1,234.50."
        case .twoReadings: "“%1” can be read in two ways. Write %2 or %3."
        case .spaceInside: "“%” may be one number or two. Write it without the space, or with a word between."
        case .foreignDigits: "“%” has digits other than 0 to 9. Write it with these."
        case .tooManyDigits: "“%1” has too many digits. An amount has at most %2, with the decimals of the currency."
        case .unknownCurrency: "“%” isn't a valid currency. Write a code of ISO 4217, such as EUR."
        case .signedAmount:
            "“%” has a sign. Leave it out: the kind says whether an amount is income or an expense."
        case .hasSign: "“%” has a sign. Write an amount above zero, without a sign."
        case .noAmount: "There is no amount. Write one such as 12.50."
        case .badDay(let day) where CivilDate(day) != nil:
            "The year of “%” is before 1900. Write all four digits of the year."
        case .badDay: "“%” isn't a valid date. Use the form 2026-11-21."
        case .unknownZone: "“%” isn't a valid time zone. Use a name such as Europe/Berlin."
        case .badTag:
            "“%1” isn't a valid tag. A tag has at most %2 bytes, and no comma, #, line break or other control character."
        case .tooManyTags: "A to-do or an entry can have at most %1 tags. This one has %2."
        case .badReminder:
            "“%” isn't a valid reminder. Use a form such as -30m, -2h, -1d, start-1h or 2026-12-24T09:00."
        case .tooManyReminders: "A to-do can have at most %1 reminders. This one has %2."
        case .recordingTooLarge: "The recording is over % MB. Record less."
        case .noRecording:
            "This isn't a valid recording. Hold the button while you speak, or send a sound file such as WebM, Ogg, MP4, MP3 or WAV."
        case .sumTooLarge: "The sum in % has too many digits. Look at fewer entries at once."
        case .partsTooLarge: "The parts come to % more than the entry. Lower one of them."
        case .nameTaken: "The name “%” is taken already. Give another name."
        case .closedAccount: "The account “%” is closed. Open it again first, or name another one."
        case .noAccount: "There is no such account. Name one that is there."
        case .otherCurrency: "“%1” is in %2, and the amount in %3. Name an account in %3."
        case .keepsCurrency: "“%1” is in %2, and an account keeps its currency. Make another account for %3."
        case .sameAccount: "Both sides of the transfer are the same account. Name two."
        case .sameEnvelope: "The money is there already. Name two envelopes, or two periods."
        case .badGroup: "An envelope can't stand under itself or under one that is in a group. Name another one."
        case .groupEnvelope: "“%” is a group, and has no tags or entries of its own. Name an envelope in it."
        case .noEnvelope: "There is no such envelope. Name one that is there."
        case .emptyTransfer: "A transfer of nothing isn't one. Write an amount above zero."
        case .unequalSides:
            "%1 goes out, and %2 comes in. In one currency both are the same. Record a fee as an expense."
        case .unbalanced: "The rows come to %1, and the statement says %2. Nothing was reconciled."
        }
    }

    private var values: (String, String, String) {
        switch self {
        case .notANumber(let text), .notATarget(let text), .misplacedComma(let text), .spaceInside(let text),
            .foreignDigits(let text),
            .unknownCurrency(let text), .signedAmount(let text), .hasSign(let text), .badDay(let text),
            .unknownZone(let text),
            .badReminder(let text), .badPlan(_, let text):
            (text.excerpt, "", "")
        case .twoReadings(let text, let whole, let decimal): (text.excerpt, whole, decimal)
        case .tooManyDigits(let text): (text.excerpt, String(Amount.mostDigits), "")
        case .badTag(let text): (text.excerpt, String(Self.longestTag), "")
        case .tooManyTags(let count): (String(Self.mostTags), String(count), "")
        case .tooManyReminders(let count): (String(Reminder.most), String(count), "")
        case .titleTooLong(let characters): (String(characters), String(Self.longestTitle), "")
        case .repeating(let error): (error.message, "", "")
        case .textTooLong(_, let bytes): (String(bytes), String(FieldValues.longestText), "")
        case .recordingTooLarge: (String(Recording.greatestSize >> 20), "", "")
        case .sumTooLarge(let currency): (currency.code, "", "")
        case .partsTooLarge(let sum): (sum.text, "", "")
        case .unbalanced(let rows, let statement): (rows.text, statement.text, "")
        case .nameTaken(let name), .closedAccount(_, let name), .groupEnvelope(let name): (name.excerpt, "", "")
        case .otherCurrency(_, let name, let own, let other), .keepsCurrency(let name, let own, let other):
            (name.excerpt, own.code, other.code)
        case .unequalSides(let out, let into): (out.text, into.text, "")
        case .tooDeep: (String(Self.mostParents), "", "")
        case .blankTitle(let kind): (kind.oneAtStart, "", "")
        case .notFound(let kind, _): (kind.noun.text, "", "")
        case .clockAtEnd, .otherSection, .noParent, .ownParent, .notRepeating, .pastOccurrence, .noAmount, .noRecording,
            .noAccount, .sameAccount, .emptyTransfer, .sameEnvelope, .badGroup, .noEnvelope:
            ("", "", "")
        }
    }
}
