public import DaybookCore

/// Why a JSON value is not what was wanted.
public struct InputError: Error, Equatable, Sendable {
    /// The member that is to blame.
    public let field: String?
    /// Says what is wrong and what would be right, in English.
    public let message: String
    /// The same as `message`, without the options of the command line that it names.
    public let reason: Sentence
    /// The question that a person may answer, so that it is right.
    public let question: ImportQuestion?

    init(_ field: String?, _ reason: Sentence) {
        self.field = field
        message = reason.text
        self.reason = reason
        question = nil
    }

    /// Makes one of an open question about a file.
    ///
    /// - Parameter hint: how the command line takes the answer.
    init(_ reason: Sentence, asking question: ImportQuestion?, hint: String) {
        field = nil
        message = reason.text + " " + hint
        self.reason = reason
        self.question = question
    }

    /// Says what is wrong with a file as a whole, or a line of it.
    init(_ reason: Sentence) { self.init(nil, reason) }

    init(verbatim message: String) { self.init(nil, Sentence(verbatim: message)) }

    init(_ error: ItemError) { self.init(error.member, Sentence(error)) }

    /// Where an amount of a CSV may be read in two ways, which is asked.
    init(ofTable error: ItemError) {
        guard case .twoReadings(let text, let whole, let decimal) = error else {
            self.init(error)
            return
        }
        let mark = text.contains(",") ? DecimalMark.comma : .point
        self.init(
            Sentence(error),
            asking: .decimalMark([mark: decimal, mark == .comma ? .point : .comma: whole]),
            hint: "Or say what parts decimals with --decimal-mark point or --decimal-mark comma.")
    }

    init(_ error: QueryError) { self.init("query", Sentence(verbatim: error.message)) }
}

extension ItemError {
    /// The member that is to blame; nil where none is.
    public var member: String? {
        switch self {
        case .notANumber, .misplacedComma, .twoReadings, .spaceInside, .foreignDigits, .tooManyDigits, .signedAmount,
            .hasSign, .noAmount, .emptyTransfer:
            "amount"
        case .partsTooLarge: "parts"
        case .nameTaken: "name"
        case .closedAccount(let field, _), .noAccount(let field), .otherCurrency(let field, _, _, _):
            Transfer.fields.name(of: field)
        case .keepsCurrency: "currency"
        case .sameAccount: "toAccount"
        case .sameEnvelope: "to"
        case .badGroup: "group"
        case .notATarget: "target"
        case .badPlan(let field, _): MoneyAccount.fields.name(of: field)
        case .noEnvelope, .groupEnvelope: "envelope"
        case .unequalSides: "toAmount"
        case .unbalanced: "rows"
        case .unknownCurrency: "currency"
        case .badDay: "day"
        case .unknownZone: "zone"
        case .badTag, .tooManyTags: "tags"
        case .badReminder, .tooManyReminders: "reminders"
        case .blankTitle(let kind): kind == .todo ? "title" : kind == .rule ? "text" : "name"
        case .titleTooLong: "title"
        case .textTooLong(let field, _):
            Todo.fields.index(of: field) == nil ? Entry.fields.name(of: field) : Todo.fields.name(of: field)
        case .noParent, .ownParent, .tooDeep: Todo.fields.name(of: .parent)
        case .repeating: Todo.fields.name(of: .repeats)
        case .recordingTooLarge, .noRecording, .notFound, .clockAtEnd, .sumTooLarge, .otherSection, .notRepeating,
            .pastOccurrence:
            nil
        }
    }
}
