public import DaybookCore

/// Makes of each row of a bank's file what an import makes of it.
public struct BankImport: Sendable {
    /// Says what a book knows of an id.
    public enum Presence: Sendable {
        case unknown, present, deleted
        /// It came with an import that was taken back.
        case takenBack
    }

    public enum Match: Equatable, Sendable {
        case new
        /// An import before this one added it, or found the entry that it is.
        case known
        case deleted
        /// It is an entry that somebody typed: as much, and on a day near it.
        case fits(EntityID)
        /// It is a side of a transfer that somebody typed, in the same way.
        case isSide(EntityID, isOut: Bool)

        /// - Parameter presence: what the book knows of its id; nil for nothing.
        fileprivate init(_ presence: Presence?) {
            switch presence ?? .unknown {
            case .present: self = .known
            case .deleted: self = .deleted
            // A row of an import that was taken back is new again.
            case .unknown, .takenBack: self = .new
            }
        }
    }

    /// A side of a transfer for which no row of a bank stands.
    public struct Side: Sendable {
        let transfer: Transfer
        let isOut: Bool

        public init(_ transfer: Transfer, isOut: Bool) {
            self.transfer = transfer
            self.isOut = isOut
        }

        var leg: Transfer.Leg { isOut ? transfer.from : transfer.to }

        /// Makes it one that a file brought. Both banks say what they like of a transfer.
        public func brought(by row: EntityID, _ format: String) -> Brought {
            Brought(
                row: row, format: format, account: leg.account, isOut ? .expense : .income, leg.amount, leg.day,
                text: "")
        }
    }

    /// An entry, or a side of a transfer, that the file of another format brought.
    public struct Brought: Sendable {
        let row: EntityID
        let format: String
        let account: EntityID?
        let kind: EntryKind
        let amount: Amount
        let day: CivilDate
        let text: String

        public init(
            row: EntityID, format: String, account: EntityID?, _ kind: EntryKind, _ amount: Amount, _ day: CivilDate,
            text: String
        ) {
            (self.row, self.format, self.account) = (row, format, account)
            (self.kind, self.amount, self.day, self.text) = (kind, amount, day, text)
        }

        /// Tells whether both have a word in common. Formats say more or less of a row.
        func isLike(_ note: String) -> Bool {
            let (own, other) = (String(utf8: PayeeNames.key(text)), String(utf8: PayeeNames.key(note)))
            if own.isEmpty || other.isEmpty || own.contains(other) || other.contains(own) { return true }
            func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ").filter { $0.count > 2 }) }
            return !words(own).isDisjoint(with: words(other))
        }
    }

    /// The entries and transfers of a book on some days that rows may be.
    public struct Candidates: Sendable {
        /// The entries for which no row stands, the newest first.
        public var entries: [Entry] = []
        /// The entries among them whose account nobody said.
        public var assumed: Set<EntityID> = []
        /// The sides of transfers for which neither an entry nor a row stands.
        public var sides: [Side] = []
        /// Entries and transfers that files brought.
        public var brought: [Brought] = []

        public init() {}
    }

    /// A thing in the book that a row may be.
    private struct Candidate {
        let match: Match
        let account: EntityID?
        let amount: Amount
        /// True where nobody said its account, so that it may be of any.
        let isAssumed: Bool

        func isOf(_ statement: Int, in accounts: BankAccounts) -> Bool {
            accounts.owns(account, amount.currency, statement)
        }

        func mayBe(of statement: Int, in accounts: BankAccounts) -> Bool {
            switch match {
            // The row puts it into its account, if it names none.
            case .fits: isAssumed || accounts.mayHold(account, amount.currency, statement)
            case .isSide: isOf(statement, in: accounts)
            case .new, .known, .deleted: false
            }
        }
    }

    public struct Row: Sendable {
        private let statements: Statements
        private let place: Int32
        private let statementPlace: Int32
        public var row: BankRow { statements.all[statement].rows[Int(place)] }
        var statement: Int { Int(statementPlace) }
        /// Made of the row, the same in every file that has it.
        public let id: EntityID
        /// Where it goes; nil for the default account of its currency.
        public var account: MoneyAccount? { statements.targets[statement] }
        public internal(set) var match: Match
        /// True where it was there, and an import was taken back with it.
        fileprivate(set) var wasTakenBack = false
        /// The transfer of which it is a side.
        public internal(set) var transfer: Side?

        /// One side of a transfer that two rows of the file are.
        public final class Side: Sendable {
            /// Made of the ids of both rows.
            public let id: EntityID
            /// Where the other row is.
            public let other: Int

            init(id: EntityID, other: Int) { (self.id, self.other) = (id, other) }
        }

        fileprivate init(_ place: Int, of statement: Int, _ statements: Statements, _ id: EntityID) {
            (self.statements, self.id, match) = (statements, id, .new)
            (self.place, statementPlace) = (Int32(truncatingIfNeeded: place), Int32(truncatingIfNeeded: statement))
        }
    }

    /// The things that rows share: the statements of the file, and where each goes.
    fileprivate final class Statements: Sendable {
        let all: [BankStatement]
        let targets: [MoneyAccount?]

        init(_ all: [BankStatement], _ targets: [MoneyAccount?]) { (self.all, self.targets) = (all, targets) }
    }

    /// In the order of the file.
    public let rows: [Row]
    /// The outcomes of the rules for rows that are new, by their ids; none of one that the rules leave as it is.
    var outcomes: [EntityID: RuleOutcome] = [:]
    /// The rules that the rows went through.
    var rules = RuleSet([], accounts: [], payees: PayeeNames([]))
    /// The envelopes of transfers, by the ids of these: those that have the category of a side as their tag.
    var envelopes: [EntityID: EntityID] = [:]
    /// How many transfers have a category that is the tag of no envelope.
    var lostCategories = 0
    /// The to-dos of which rows are the next occurrences, by the ids of the rows.
    var finished: [EntityID: Todo] = [:]
    /// Where they go.
    public let accounts: BankAccounts
    /// How many rows are in another currency than the account to which they would go.
    let otherCurrency: Int
    /// True where the last row of the file is the oldest.
    public let isNewestFirst: Bool
    /// The entries that fit and get the account of their row, since nobody said one.
    let moving: Set<EntityID>
    let format: BankFile.Format

    /// How many days the bank may book something before or after the day that somebody typed.
    public static let greatestDistance: Int64 = 4

    /// The days of the entries that `init` looks for; nil without rows.
    public static func days(_ file: BankFile) -> ClosedRange<CivilDate>? {
        let days = file.statements.lazy.flatMap(\.rows).map(\.day)
        guard let first = days.min(), let last = days.max() else { return nil }
        return first.adding(days: -greatestDistance)...last.adding(days: greatestDistance)
    }

    /// - Parameters:
    ///   - accounts: where the rows go.
    ///   - entries: those of the book that may be a row, and for which no row stands; of days that `days` doesn't have none is.
    ///   - taken: the ids of the rows for which something of another id stands.
    ///   - sides: those of transfers that may be a row.
    ///   - assumed: those of the entries whose account nobody said.
    ///   - brought: what files brought that may be a row again, in another format.
    ///   - entry: the entry of an id; nil if there is none.
    ///   - presences: what the book knows of ids; those that it doesn't know are left out.
    public init(
        _ file: BankFile, into accounts: BankAccounts, entries: [Entry], taken: Set<EntityID> = [],
        sides: [Side] = [], assumed: Set<EntityID> = [], brought: [Brought] = [],
        entry: (EntityID) throws -> Entry?,
        presences: ([EntityID]) throws -> [EntityID: Presence]
    ) rethrows {
        var ids = BankRowIDs()
        var unscoped = BankRowIDs()
        var otherCurrency = 0
        let statements = Statements(file.statements, accounts.targets)
        var found: [Row] = []
        found.reserveCapacity(file.statements.reduce(0) { $0 + $1.rows.count })
        // A file of another format may have brought a row.
        func claim(_ id: EntityID) { if !brought.isEmpty { claimed.insert(id) } }
        var claimed: Set<EntityID> = []
        // Other ids by which the book may know a row, by its place.
        var (pieces, former): ([Int: [EntityID]], [Int: EntityID]) = ([:], [:])
        for (index, statement) in file.statements.enumerated() {
            let scope = accounts.scope(of: index, statement.account)
            for (place, row) in statement.rows.enumerated() {
                if let target = accounts.targets[index], row.amount.currency != target.currency {
                    otherCurrency += 1
                    continue
                }
                let id = ids.next(row, scope)
                claim(id)
                // A part of a split was a row of its own in earlier versions.
                for piece in row.pieces { pieces[found.count, default: []].append(ids.next(piece, scope)) }
                // A row from before its account was made may have been put there since.
                if scope != statement.account { former[found.count] = unscoped.next(row, statement.account) }
                found.append(Row(place, of: index, statements, id))
            }
        }
        for id in pieces.values.joined() { claim(id) }
        for id in former.values { claim(id) }
        // The book is asked for all of them at once.
        let known = try presences(found.map(\.id) + pieces.values.joined() + former.values)
        for index in found.indices {
            found[index].wasTakenBack = known[found[index].id] == .takenBack
            for id in [found[index].id] + (pieces[index] ?? []) where found[index].match == .new {
                found[index].match = Match(known[id])
                if found[index].match == .new, taken.contains(id) { found[index].match = .known }
            }
            guard found[index].match == .new, let old = former[index], known[old] == .present else { continue }
            if try entry(old).map({ accounts.mayHold($0, found[index].statement) }) == true {
                found[index].match = .known
            }
        }
        // A row that came in another format is the same on the same day, each once.
        var others: [Sum: [Brought]] = [:]
        for row in brought where !claimed.contains(row.row) && row.format != file.format.rawValue {
            others[Sum(row.kind, row.amount, row.day), default: []].append(row)
        }
        for index in others.isEmpty ? 0..<0 : found.indices where found[index].match == .new {
            let row = found[index].row
            let sum = Sum(row.kind, row.amount, row.day)
            let place = others[sum]?.firstIndex { other in
                accounts.owns(other.account, other.amount.currency, found[index].statement) && other.isLike(row.note)
            }
            guard let place else { continue }
            others[sum]?.remove(at: place)
            found[index].match = .known
        }
        // Nothing that an import brought is another row of its format: equal sums come every week.
        var typed: [Sum: [Candidate]] = [:]
        for entry in entries.reversed() {
            guard let amount = entry.amount else { continue }
            typed[Sum(entry.kind, amount, entry.day), default: []].append(
                Candidate(
                    match: .fits(entry.id), account: entry.extraFields[.account]?.entity, amount: amount,
                    isAssumed: assumed.contains(entry.id)))
        }
        for side in sides {
            let leg = side.leg
            typed[Sum(side.isOut ? .expense : .income, leg.amount, leg.day), default: []].append(
                Candidate(
                    match: .isSide(side.transfer.id, isOut: side.isOut), account: leg.account, amount: leg.amount,
                    isAssumed: false))
        }
        var moving: Set<EntityID> = []
        for distance in typed.isEmpty ? 0..<0 : 0..<Self.greatestDistance + 1 {
            for index in found.indices where found[index].match == .new {
                let row = found[index].row
                for days in Set([-distance, distance]).sorted() {
                    let sum = Sum(row.kind, row.amount, row.day.adding(days: days))
                    let statement = found[index].statement
                    guard
                        let place = typed[sum]?.lastIndex(where: { $0.isOf(statement, in: accounts) })
                            ?? typed[sum]?.lastIndex(where: { $0.mayBe(of: statement, in: accounts) }),
                        let candidate = typed[sum]?.remove(at: place)
                    else { continue }
                    found[index].match = candidate.match
                    if case .fits(let entry) = candidate.match, let account = accounts.targets[statement],
                        candidate.account == nil && !account.isDefault
                            || candidate.isAssumed && !candidate.isOf(statement, in: accounts)
                    {
                        moving.insert(entry)
                    }
                    break
                }
            }
        }
        self.accounts = accounts
        self.otherCurrency = otherCurrency
        self.moving = moving
        format = file.format
        try Self.join(&found, presences)
        rows = found
        var downwards = 0
        for statement in file.statements {
            guard let first = statement.rows.first, let last = statement.rows.last else { continue }
            downwards += first.day > last.day ? 1 : first.day < last.day ? -1 : 0
        }
        isNewestFirst = downwards > 0
    }

    /// Makes transfers of the rows that are two sides of one, where neither is anything else already.
    private static func join(
        _ rows: inout [Row], _ presences: ([EntityID]) throws -> [EntityID: Presence]
    ) rethrows {
        var sides: [Int: [Int]] = [:]
        for index in rows.indices {
            if let pair = rows[index].row.pair { sides[pair, default: []].append(index) }
        }
        let transfers = sides.values.filter { $0.count == 2 }.map { pair in
            let (from, to) = rows[pair[0]].row.kind == .expense ? (pair[0], pair[1]) : (pair[1], pair[0])
            return (from: from, to: to, id: Transfer.id(from: rows[from].id, to: rows[to].id))
        }
        let known = transfers.isEmpty ? [:] : try presences(transfers.map(\.id))
        for (from, to, id) in transfers {
            let match = Match(known[id])
            guard match != .new || rows[from].match == .new && rows[to].match == .new,
                rows[from].leg.account != rows[to].leg.account,
                Transfer.mayBeSides(rows[from].row.amount, rows[to].row.amount)
            else { continue }
            for (index, other) in [(from, to), (to, from)] {
                rows[index].match = match
                rows[index].transfer = Row.Side(id: id, other: other)
            }
        }
    }

    private struct Sum: Hashable {
        let kind: EntryKind
        let amount: Amount
        let day: CivilDate

        init(_ kind: EntryKind, _ amount: Amount, _ day: CivilDate) {
            (self.kind, self.amount, self.day) = (kind, amount, day)
        }
    }
}

extension BankImport.Row {
    /// - Parameter createdAt: when it counts as written.
    public func draft(createdAt: Timestamp) -> Changes {
        let tags = row.tags.filter { ItemTag.isName($0.trimmed) }
        let texts = ([row.note] + row.tags.filter { !tags.contains($0) }).filter { !$0.isEmpty }
        var draft = Changes.entry(
            kind: row.kind, amount: row.amount, day: row.day, note: texts.joined(separator: ", "),
            tags: tags, createdAt: createdAt)
        draft[.account] = account?.asField
        if !row.parts.isEmpty { draft[.parts] = .parts(row.parts) }
        if !texts.isEmpty { draft[.rawText] = draft[.note] }
        return draft
    }

    fileprivate var leg: Transfer.Leg { Transfer.Leg(account: account?.id, day: row.day, amount: row.amount) }

    /// Makes the transfer that goes out here.
    ///
    /// - Parameters:
    ///   - to: the row of what comes in.
    ///   - envelope: the one that it names; nil for none.
    func transfer(_ to: BankImport.Row, of envelope: EntityID?, createdAt: Timestamp) -> Changes {
        // The name of the other account stands there anyway.
        let note = row.note == row.bankID ? "" : row.note.rest(after: row.bankID + ", ") ?? row.note
        var draft: Changes = [
            .account: .entity(leg.account), .amount: .amount(leg.amount), .day: .day(leg.day),
            .toAccount: .entity(to.leg.account), .toAmount: .amount(to.leg.amount), .toDay: .day(to.leg.day),
            .note: .text(note), .createdAt: .time(createdAt),
        ]
        draft[.envelope] = envelope.map { .entity($0) }
        return draft
    }
}
