public import DaybookCore

/// A question that a file leaves open, and a person may answer.
public enum ImportQuestion: Equatable, Sendable {
    /// In which order dates stand: the days that one of them may be.
    case dateOrder([DateOrder: CivilDate])
    /// Asks what parts decimals: the numbers that one of the amounts may be.
    case decimalMark([DecimalMark: String])
    /// To which account the entries go.
    case account
    /// The file has several accounts, so that none may be named.
    case noAccount
    /// Asks whether money that was spent has a minus: one of the amounts.
    case sign(String)
    /// Which of these columns has a meaning.
    case column(ColumnMeaning, [String])
    /// Which of these columns is to be left out.
    case leaveOutOne([String])
    /// Says whether all of these columns, or members, are to be left out.
    case leaveOutAll([String])
}

/// The options of a person beside what is in a file.
public struct ImportOptions: Equatable, Sendable {
    /// The order of dates that may be read in two ways.
    public var dateOrder: DateOrder?
    /// The order that another file of the kind has: it holds where this one leaves it open.
    public var usualDateOrder: DateOrder?
    /// The names of columns, or members, that are to be left out.
    public var leftOut: [String] = []
    /// The meanings of columns of a CSV, by the names that they have there: each one of those that Daybook knows.
    public var columns: [String: String] = [:]
    /// The sign that parts the decimals of a CSV, a point or a comma, where numbers may be read in two ways.
    public var decimalMark: DecimalMark?
    /// True where an amount without a minus went out, as in the files of some cards; nil if nobody said it.
    public var isNegated: Bool?
    /// True where what was deleted here comes back.
    public var restoresDeleted = false
    /// True where rows of a bank are added also where an entry fits that somebody typed.
    public var addsFitting = false
    /// True where what can't be read is left out, and the rest is added.
    public var leavesOutUnreadable = false

    /// Nothing is said.
    public init() {}
}

/// A sign that parts the decimals of a number.
public enum DecimalMark: String, CaseIterable, Sendable {
    case point, comma

    var scalar: Unicode.Scalar { self == .point ? "." : "," }
}

/// When and where an import is.
public struct ImportMoment: Sendable {
    public let now: Timestamp
    /// The time that clocks show at a moment where the person is.
    public let clock: @Sendable (Timestamp) -> LocalTime
    /// The day where the person is.
    public let today: CivilDate
    /// The currency of the person's country, if that is known.
    public let localCurrency: Currency?

    public init(
        now: Timestamp, today: CivilDate? = nil, localCurrency: Currency?,
        clock: @escaping @Sendable (Timestamp) -> LocalTime
    ) {
        self.now = now
        self.clock = clock
        self.today = today ?? clock(now).day
        self.localCurrency = localCurrency
    }
}

/// Why a file, or something in it, can't be imported.
public struct ImportFailure: Error, Equatable, Sendable {
    /// Says what is wrong and what to do, in English, with the options of the command line.
    public let message: String
    /// The same as `message`, without these options.
    public let reason: Sentence
    /// The question that a person may answer.
    public let question: ImportQuestion?
    /// The columns of a bank's CSV, by which it may become one that can be imported.
    public internal(set) var columns: [BankColumn] = []

    public init(_ reason: Sentence) {
        (message, self.reason, question) = (reason.text, reason, nil)
    }

    /// - Parameter place: where in the file it is; nil for the file as a whole.
    init(_ error: InputError, at place: String?, columns: [BankColumn] = []) {
        self.columns = columns
        message = (place.map { $0 + ": " } ?? "") + error.message
        (reason, question) = (place.map { error.reason.at($0) } ?? error.reason, error.question)
    }
}
