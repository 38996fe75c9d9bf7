public import DaybookCore

/// Says what becomes of the entries or to-dos of a file.
public struct ImportSummary: Sendable {
    /// Things that can't be read, and why.
    public struct Problem: Equatable, Sendable {
        public let line: Int
        /// Where it is, such as `line 3` or `to-do 3`.
        public let place: String
        /// Why.
        public let message: String
        /// The same as `message`, without options of the command line.
        public let reason: Sentence
        public let question: ImportQuestion?

        init(_ line: Int, at place: String? = nil, _ error: InputError) {
            self.init(line, at: place, error.message, error.reason, asking: error.question)
        }

        init(
            _ line: Int, at place: String? = nil, _ message: String, _ reason: Sentence,
            asking question: ImportQuestion?
        ) {
            (self.line, self.place) = (line, place ?? "line \(line)")
            (self.message, self.reason, self.question) = (message, reason, question)
        }
    }

    public let isOfTodos: Bool
    /// The number of those that weren't here.
    public internal(set) var added = 0
    /// The number of transfers among them.
    public internal(set) var transfers = 0
    /// The number of added entries of each kind.
    public internal(set) var kinds: [EntryKind: Int] = [:]
    public internal(set) var known = 0
    /// The number of those that were deleted here, and stay so.
    public internal(set) var deleted = 0
    /// The number of those that were deleted here, and come back.
    public internal(set) var restored = 0
    /// The number of those that entries of the book stand for which somebody typed.
    public internal(set) var fitting = 0
    public internal(set) var unreadable = 0
    /// The first of what can't be read.
    public internal(set) var problems: [Problem] = []
    /// Tells whether an import leaves out what can't be read, or else stops.
    public internal(set) var leavesOut = false
    /// The number of new ones that have no day of their own.
    public internal(set) var withoutDay = 0
    public internal(set) var days: ClosedRange<CivilDate>?
    /// The number of new ones that rules have changed.
    public internal(set) var ruled = 0
    /// How many of the new ones would be transfers to or from accounts of other currencies, were it known how much that is
    /// there.
    public internal(set) var lacking: [MoneyAccount: Int] = [:]
    public internal(set) var newEntries: [EntityID] = []
    /// The lists, filters, accounts and parts of the budget that are made.
    public internal(set) var parts: [FilePart] = []
    /// The parts of a budget that become nothing.
    var lostParts: [BudgetFile.Loss: Int] = [:]
    /// How many to-dos or entries name a list or an account that neither the book nor the file knows.
    public internal(set) var lostNames: [Kind: Int] = [:]
    /// The entries of which rules make transfers.
    var wishes: [TransferRequest] = []

    /// How many problems are told.
    public static let mostProblems = 20

    /// The summary of none so far.
    public init(isOfTodos: Bool = false) { self.isOfTodos = isOfTodos }

    /// The names of the lists, filters or accounts that are made.
    public func names(of kind: Kind) -> [String] { parts.filter { $0.kind == kind }.map(\.name) }

    /// How many parts of the budget are made.
    public var budgetCount: Int { parts.count { [.envelope, .cell, .move, .carry].contains($0.kind) } }

    /// The amounts, flags and moves of the budget that are made, in English; nil for none.
    public var budgetWords: String? {
        let words = [
            (Kind.cell, "assigned amount", "assigned amounts"), (.carry, "carry flag", "carry flags"),
            (.move, "move between envelopes or months", "moves between envelopes or months"),
        ].compactMap { kind, one, many -> String? in
            let count = parts.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// How many an import adds or brings back.
    public var written: Int { added + restored + budgetCount }

    mutating func add(_ draft: Changes, hasDay: Bool) {
        added += 1
        kinds[draft[.kind]?.kind ?? .unsorted, default: 0] += 1
        if !hasDay { withoutDay += 1 }
        guard let day = draft[.day]?.day else { return }
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }

    /// Counts what the rules make of a new one.
    mutating func add(_ draft: Changes, hasDay: Bool, _ outcome: RuleOutcome) {
        if !outcome.isEmpty { ruled += 1 }
        if let account = outcome.lacking {
            lacking[account, default: 0] += 1
            wishes.append(TransferRequest(entry: outcome.entry.id, account: account))
        }
        guard let account = outcome.transfer else { return add(draft, hasDay: hasDay) }
        add(transfer: draft)
        wishes.append(TransferRequest(entry: outcome.entry.id, account: account))
    }

    mutating func add(transfer draft: Changes) {
        var entry = draft
        entry[.kind] = nil
        let kinds = kinds
        add(entry, hasDay: true)
        self.kinds = kinds
        transfers += 1
    }

    /// Counts what becomes of one that is nothing but a thing more or less.
    mutating func count(_ outcome: ImportOutcome) {
        switch outcome {
        case .new: added += 1
        case .known: known += 1
        case .restored: restored += 1
        case .deleted: deleted += 1
        case .fits: fitting += 1
        case .unreadable: unreadable += 1
        }
    }

    mutating func fail(_ problem: Problem, most: Int = mostProblems) {
        unreadable += 1
        if problems.count < most { problems.append(problem) }
    }
}

/// The ways in which an import can deal with a row of a file.
public enum ImportOutcome: String, Sendable {
    case new, known, restored, deleted, fits, unreadable

    /// - Parameter presence: what the book knows of its id; nil for nothing.
    init(_ presence: BankImport.Presence?, _ options: ImportOptions) {
        self =
            switch presence ?? .unknown {
            case .present: .known
            case .deleted: options.restoresDeleted ? .restored : .deleted
            // A row of an import that was taken back is new again.
            case .unknown, .takenBack: .new
            }
    }
}

/// Says what becomes of one row of a file.
public struct ImportRow: Sendable {
    /// Where it stands: the line, counted from 1, or its place in the file.
    public let line: Int
    public let outcome: ImportOutcome
    /// The name: a title or a note.
    public internal(set) var text = ""
    public internal(set) var day: CivilDate?
    public internal(set) var kind: EntryKind?
    public internal(set) var amount: Amount?
    /// The entry that it is, which somebody typed.
    public internal(set) var entry: EntityID?
    /// Whom it shows as a payee, as a rule or the file said.
    public internal(set) var payee: String?
    public internal(set) var tags: [String] = []
    /// The account to or from which it goes, since a rule makes it a transfer.
    public internal(set) var transfer: String?
    /// The title of the to-do of which it finishes an occurrence.
    public internal(set) var finishes: String?
    /// The rules that changed it, by their ids.
    public internal(set) var rules: [EntityID] = []
    /// Why it can't be read.
    public internal(set) var reason: Sentence?

    init(_ line: Int, _ outcome: ImportOutcome) { (self.line, self.outcome) = (line, outcome) }

    init(_ line: Int, because reason: Sentence) {
        self.init(line, .unreadable)
        self.reason = reason
    }
}
