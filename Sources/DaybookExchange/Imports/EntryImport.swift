public import DaybookCore

/// The entries of a JSON or CSV on their way into a book.
public struct EntryImport: Sendable {
    public let items: ImportItems
    private let options: ImportOptions
    private let moment: ImportMoment
    /// The account of the entries that name none; nil for the default ones.
    private let account: MoneyAccount?

    public init(_ items: ImportItems, _ options: ImportOptions, into account: MoneyAccount?, at moment: ImportMoment) {
        (self.items, self.options, self.account, self.moment) = (items, options, account, moment)
    }

    /// Writes what is new.
    ///
    /// - Parameters:
    ///   - advance: is called once an entry is dealt with.
    ///   - settled: gets the usual currency, if it was settled.
    ///   - tell: gets each entry that isn't as it was.
    /// - Returns: what became of the entries. If there is a problem, and it isn't to be left out, the transaction is to be
    ///   taken back.
    public func write(
        to book: some ImportTarget, advance: () -> Void = {}, settled: (Currency) -> Void = { _ in },
        tell: ((ImportRow) -> Void)? = nil
    ) throws -> ImportSummary {
        var new: [EntityID] = []
        var summary = try take(
            into: book.reader, goesOn: options.leavesOutUnreadable, advance: advance, tell: tell,
            settles: { if let currency = try book.settleCurrency($0) { settled(currency) } }
        ) { kind, id, draft, recording, wasHere in
            if kind == .transfer { return try book.perform(.add(.transfer, id, draft)) }
            if let recording { try book.store(recording) }
            try book.perform(.add(.entry, id, draft))
            new.append(id)
            if wasHere { try book.rewrite(entry: id, as: draft) }
        }
        try book.make(summary.parts)
        try book.makeTransfers(summary.wishes)
        summary.newEntries = new
        return summary
    }

    /// An entry or a transfer of which the book is still to be asked.
    private struct Pending {
        enum Content {
            case entry(EntryInput)
            case transfer(Changes)
        }

        let index: Int
        let item: ImportItem
        let id: EntityID
        /// The id that it had before its account was made.
        var former: EntityID?
        let content: Content
    }

    /// For how many entries the book is asked at once.
    private static let batch = 500

    /// Calls `body` with each entry that is to be written.
    ///
    /// - Parameters:
    ///   - goesOn: whether the rest is read behind an entry that can't be.
    ///   - settles: gets the usual currency before an entry whose amount names none.
    ///   - body: gets what it is, its id, and whether something of that id was here before.
    public func take(
        into source: some ImportSource, goesOn: Bool, advance: () -> Void = {}, tell: ((ImportRow) -> Void)? = nil,
        settles: (Currency) throws -> Void = { _ in },
        _ body: (Kind, EntityID, Changes, Recording?, _ wasHere: Bool) throws -> Void = { _, _, _, _, _ in }
    ) throws -> ImportSummary {
        var summary = ImportSummary()
        summary.leavesOut = options.leavesOutUnreadable
        let usual = try account?.currency ?? source.currency(at: moment)
        var found = ImportedAccounts(try source.importedAccounts(), items.accounts)
        let (accounts, rules) = (found.all, try source.importedRules())
        var needed: Set<EntityID> = []
        func note(_ draft: Changes) {
            for field in [.account, .toAccount] as [Field] { if let id = draft[field]?.entity { needed.insert(id) } }
        }
        var ids = ImportedIDs()
        var unscoped = ImportedIDs()
        // The ids of this file.
        var seen: Set<EntityID> = []
        var pending: [Pending] = []
        func read(_ index: Int, _ item: ImportItem) throws {
            let own = found.finding(item.json)
            if item.json.isTransfer {
                let (id, draft) = try Self.transfer(own, among: accounts, &ids, usual, on: moment.today)
                return pending.append(Pending(index: index, item: item, id: id, content: .transfer(draft)))
            }
            let json = try own.of(account, among: accounts)
            let input = try EntryInput(json, local: moment.localCurrency) { usual }
            guard let id = try ids.next(json, input, knows: { _ in false }) else { return }
            var one = Pending(index: index, item: item, id: id, content: .entry(input))
            if account != nil, json != own {
                let input = try EntryInput(own, local: moment.localCurrency) { usual }
                one.former = try unscoped.next(own, input, knows: { _ in false })
            }
            pending.append(one)
        }
        func take(_ one: Pending, _ presences: [EntityID: BankImport.Presence]) throws {
            var presence = presences[one.id]
            // An entry from before its account was made may have been put there since.
            if let account, let old = one.former, presences[old] == .present,
                try source.entry(old)?.extraFields[.account] == account.asField
            {
                presence = .present
            }
            let outcome = ImportOutcome(seen.insert(one.id).inserted ? presence : .present, options)
            let wasHere = outcome == .restored || presence == .takenBack
            func told(_ draft: Changes, _ ruled: RuleOutcome? = nil) {
                guard let tell else { return }
                var row = ImportRow(one.item.line, outcome, draft, kind: one.item.kind)
                if let ruled { row.take(ruled) }
                tell(row)
            }
            let isWanted = outcome == .new || outcome == .restored
            switch one.content {
            case .transfer(let draft):
                if isWanted {
                    try body(.transfer, one.id, draft, nil, false)
                    note(draft)
                }
                if outcome == .new { summary.add(transfer: draft) } else { summary.count(outcome) }
                told(draft)
            case .entry(let input):
                guard isWanted else {
                    summary.count(outcome)
                    return told(input.draft(today: moment.today))
                }
                var (draft, recording) = try draft(of: input, one)
                if account != nil {
                    try draft.checkAccount { id in try source.account(id) ?? accounts.first { $0.id == id } }
                }
                if input.hasUsualCurrency, account == nil { try settles(usual) }
                let ruled = outcome == .new ? rules.outcome(of: draft, one.id) : nil
                if let ruled { draft.take(ruled) }
                try body(.entry, one.id, draft, recording, wasHere)
                note(draft)
                if let ruled {
                    let hasDay = input.day != nil || one.item.day != nil || input.createdAt != nil
                    summary.add(draft, hasDay: hasDay, ruled)
                } else {
                    summary.count(outcome)
                }
                told(draft, ruled)
            }
        }
        func check(_ item: ImportItem, _ body: () throws -> Void) throws {
            guard let problem = try Self.problem(of: item, body) else { return }
            summary.fail(problem)
            tell?(ImportRow(item.line, because: problem.reason))
            if !goesOn { throw Enough() }
        }
        func ask() throws {
            let presences = try source.presences(of: pending.map(\.id) + pending.compactMap(\.former))
            for one in pending {
                try check(one.item) { try take(one, presences) }
                advance()
            }
            pending.removeAll(keepingCapacity: true)
        }
        do {
            try items.each { index, item in
                try check(item) {
                    do {
                        try read(index, item)
                    } catch {
                        // A problem that stands before it comes first.
                        if !goesOn { try ask() }
                        throw error
                    }
                }
                if pending.count == Self.batch { try ask() }
            }
            try ask()
        } catch is Enough {}
        for part in found.new
        where try needed.contains(part.id) || options.restoresDeleted || !source.wasDeleted(part.id) {
            summary.parts.append(part)
        }
        for part in items.budget where try source.record(part.id).registers.isEmpty || options.restoresDeleted {
            summary.parts.append(part)
        }
        if let budget = items.otherBudget {
            let parts = try budget.parts(in: source, accounts, options, now: moment.now)
            summary.parts += parts.new
            summary.lostParts = parts.lost
        }
        if found.lost > 0 { summary.lostNames[.account] = found.lost }
        return summary
    }

    private func draft(of input: EntryInput, _ one: Pending) throws -> (Changes, Recording?) {
        let item = one.item
        var draft = input.draft(today: item.day ?? input.createdAt.map { moment.clock($0).day } ?? moment.today)
        if let kind = item.kind { draft[.kind] = .choice(kind.rawValue) }
        // The last of one day in the file was written last.
        let age = Int64(items.count - one.index)
        draft.values.fill(.createdAt, .time(Timestamp(milliseconds: moment.now.milliseconds - age)))
        let recording = try item.recording?()
        if let recording { draft[.voice] = .digest(recording.digest) }
        if let problem = draft.entryProblem() { throw problem }
        if item.isForeign, !draft.text(.note).isEmpty { draft.values.fill(.rawText, .text(draft.text(.note))) }
        return (draft, recording)
    }

    /// Tells what a transfer of a file makes, and its id.
    ///
    /// - Parameters:
    ///   - accounts: those of the book, which it may name.
    ///   - usual: the currency of an amount that names none, and no account.
    private static func transfer(
        _ item: JSONValue, among accounts: [MoneyAccount], _ ids: inout ImportedIDs, _ usual: Currency,
        on today: CivilDate
    ) throws -> (EntityID, Changes) {
        let json = try item.of(nil, among: accounts).of(nil, among: accounts, member: "toAccount")
        var draft = try TransferInput(json, isNew: true).changes(
            of: nil, usual: { usual }, { id in accounts.first { $0.id == id } })
        guard let legs = draft.legs(changing: nil, today: today) else { throw ItemError.noAmount }
        if let problem = Transfer.problem(legs.from, legs.to) { throw problem }
        let id = try ids.next(json, legs.from.bytes + legs.to.bytes + Array(draft.text(.note).utf8))
        draft.values.fill(.day, .day(legs.from.day))
        return (id, draft)
    }

    /// Tells why an item can't be taken; nil once `body` has taken it.
    private static func problem(of item: ImportItem, _ body: () throws -> Void) throws -> ImportSummary.Problem? {
        func problem(_ error: InputError) -> ImportSummary.Problem {
            let error = item.isOfTable ? error.reason.error.map { InputError(ofTable: $0) } ?? error : error
            return ImportSummary.Problem(item.line, at: item.place, error)
        }
        do {
            if let problem = item.problem { throw problem }
            try body()
            return nil
        } catch let error as InputError {
            return problem(error)
        } catch let error as ItemError {
            return problem(InputError(error))
        } catch let error as ImportFailure {
            return ImportSummary.Problem(
                item.line, at: item.place, error.message, error.reason, asking: error.question)
        }
    }
}

/// Ends a reading before the last entry.
private struct Enough: Error {}

extension ImportRow {
    /// - Parameter kind: where the draft has none.
    init(_ line: Int, _ outcome: ImportOutcome, _ draft: Changes, kind: EntryKind? = nil) {
        self.init(line, outcome)
        text = draft.text(.note)
        day = draft[.day]?.day
        self.kind = kind ?? draft[.kind]?.kind
        amount = draft[.amount]?.amount
        payee = draft[.payee]?.text
        tags = draft[.tag]?.texts ?? []
        for tag in (draft[.parts]?.parts ?? []).flatMap(\.tags) where !tags.contains(tag) { tags.append(tag) }
    }
}

extension MoneyAccount {
    public var asField: FieldValue { isDefault ? .nothing : .entity(id) }
}

extension JSONValue {
    /// True where it is a transfer among the entries of a file.
    fileprivate var isTransfer: Bool {
        guard case .object(let members) = self, case .string(let kind)? = members["kind"] else { return false }
        return kind == Transfer.kindName
    }

    /// An entry with the id of its account in the place of a name, and with one where it names none.
    ///
    /// - Parameters:
    ///   - account: that of the entries that name none; nil for the default ones.
    ///   - accounts: those of the book.
    ///   - member: where the account stands.
    fileprivate func of(
        _ account: MoneyAccount?, among accounts: [MoneyAccount], member: String = "account"
    ) throws -> JSONValue {
        guard case .object(var members) = self else { return self }
        var found = account
        switch members[member] {
        case nil, .null?: break
        case .string(let text)? where text.isBlank: break
        case .string(let text)? where EntityID(text) == nil:
            let named = accounts.filter { $0.isAccount(named: text) }
            // A default account that nobody has changed is called as its currency.
            if named.isEmpty, Currency(text) != nil {
                found = nil
                break
            }
            guard let first = named.first, named.count == 1 else {
                let reason: Sentence =
                    named.isEmpty
                    ? "There is no account “\(text.excerpt)”." : "More than one account is called “\(text.excerpt)”."
                throw InputError(
                    reason, asking: .leaveOutAll([member]),
                    hint: "Make one with 'daybook money-account add', or leave the column out with --leave-out account."
                )
            }
            found = first
        default: return self
        }
        members[member] = found.flatMap { $0.isDefault ? nil : .string($0.id.text) }
        return .object(members)
    }
}
