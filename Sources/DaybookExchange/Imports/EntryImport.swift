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
        ) { kind, id, draft, recording, isDead in
            if kind == .transfer { return try book.perform(.add(.transfer, id, draft)) }
            if let recording { try book.store(recording) }
            try book.perform(.add(.entry, id, draft))
            new.append(id)
            // A deleted entry's former values come back with it.
            guard isDead else { return }
            var edit = Changes()
            for field in Entry.fields.specs.map(\.field) { edit[field] = draft[field] ?? .nothing }
            edit[.amount] = draft[.amount]
            try book.perform(.edit(.entry, id, edit))
        }
        for part in summary.parts { try book.perform(.add(part.kind, part.id, part.changes)) }
        try book.makeTransfers(summary.wishes)
        summary.newEntries = new
        return summary
    }

    /// Calls `body` with each entry that is to be written.
    ///
    /// - Parameters:
    ///   - goesOn: whether the rest is read behind an entry that can't be.
    ///   - settles: gets the usual currency before an entry whose amount names none.
    ///   - body: gets what it is, its id, and whether something of that id was deleted.
    public func take(
        into source: some ImportSource, goesOn: Bool, advance: () -> Void = {}, tell: ((ImportRow) -> Void)? = nil,
        settles: (Currency) throws -> Void = { _ in },
        _ body: (Kind, EntityID, Changes, Recording?, _ isDead: Bool) throws -> Void = { _, _, _, _, _ in }
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
        func takeTransfer(_ item: ImportItem) throws {
            let (id, draft) = try Self.transfer(
                found.finding(item.json), among: accounts, &ids, usual, on: moment.today)
            func told(_ fate: ImportRow.Fate) { tell?(ImportRow(item.line, fate, draft)) }
            let isNew = seen.insert(id).inserted
            let isDead = try isNew && source.wasDeleted(id)
            if try !isNew || !isDead && source.hasOrHad(id) {
                summary.known += 1
                return told(.known)
            }
            if isDead, !options.restoresDeleted {
                summary.deleted += 1
                return told(.deleted)
            }
            try body(.transfer, id, draft, nil, false)
            note(draft)
            if isDead { summary.restored += 1 } else { summary.add(transfer: draft) }
            told(isDead ? .restored : .new)
        }
        func take(_ index: Int, _ item: ImportItem) throws {
            if item.json.isTransfer { return try takeTransfer(item) }
            let own = found.finding(item.json)
            let json = try own.of(account, among: accounts)
            let input = try EntryInput(json, local: moment.localCurrency) { usual }
            func told(_ fate: ImportRow.Fate, _ draft: Changes? = nil, _ outcome: RuleOutcome? = nil) {
                guard let tell else { return }
                var row = ImportRow(item.line, fate, draft ?? input.draft(today: moment.today), kind: item.kind)
                if let outcome { row.take(outcome) }
                tell(row)
            }
            func known() {
                summary.known += 1
                told(.known)
            }
            guard let id = try ids.next(json, input, knows: { _ in false }) else { return }
            // An entry from before its account was made may have been put there since.
            if let account, json != own,
                let old = try unscoped.next(
                    own, EntryInput(own, local: moment.localCurrency) { usual }, knows: { _ in false }),
                try source.entry(old)?.others[.account] == account.asField
            {
                seen.insert(id)
                return known()
            }
            let isNew = seen.insert(id).inserted
            let isDead = try isNew && source.wasDeleted(id)
            if try !isNew || !isDead && source.hasOrHad(id) { return known() }
            if isDead, !options.restoresDeleted {
                summary.deleted += 1
                return told(.deleted)
            }
            let day = item.day ?? input.createdAt.map { moment.clock($0).day }
            var draft = input.draft(today: day ?? moment.today)
            if let kind = item.kind { draft[.kind] = .choice(kind.rawValue) }
            // The last of one day in the file was written last.
            let age = Int64(items.count - index)
            draft.values.fill(.createdAt, .time(Timestamp(milliseconds: moment.now.milliseconds - age)))
            let recording = try item.recording?()
            if let recording { draft[.voice] = .digest(recording.digest) }
            if let problem = draft.entryProblem() { throw problem }
            if account != nil {
                try draft.checkAccount { id in try source.account(id) ?? accounts.first { $0.id == id } }
            }
            if input.hasUsualCurrency, account == nil { try settles(usual) }
            if item.isForeign, !draft.text(.note).isEmpty { draft.values.fill(.rawText, .text(draft.text(.note))) }
            let outcome = isDead ? nil : rules.outcome(of: draft, id)
            if let outcome { draft.take(outcome) }
            try body(.entry, id, draft, recording, isDead || source.presence(of: id) == .takenBack)
            note(draft)
            if let outcome {
                summary.add(draft, hasDay: input.day != nil || day != nil, outcome)
            } else {
                summary.restored += 1
            }
            told(isDead ? .restored : .new, draft, outcome)
        }
        do {
            try items.each { index, item in
                defer { advance() }
                guard let problem = try Self.problem(of: item, { try take(index, item) }) else { return }
                summary.fail(problem)
                var row = ImportRow(item.line, .unreadable)
                row.reason = problem.reason
                tell?(row)
                if !goesOn { throw Enough() }
            }
        } catch is Enough {}
        for part in found.new
        where try needed.contains(part.id) || options.restoresDeleted || !source.wasDeleted(part.id) {
            summary.parts.append(part)
        }
        if found.lost > 0 { summary.lostNames[.account] = found.lost }
        return summary
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

    /// Why an item can't be taken; nil once `body` has taken it.
    private static func problem(of item: ImportItem, _ body: () throws -> Void) throws -> ImportSummary.Problem? {
        func problem(_ message: String, _ reason: Sentence, _ question: ImportQuestion?) -> ImportSummary.Problem {
            ImportSummary.Problem(
                line: item.line, message: "\(item.place): \(message)", reason: reason, asking: question)
        }
        func problem(_ error: InputError) -> ImportSummary.Problem {
            let error = item.isOfTable ? error.reason.error.map { InputError(ofTable: $0) } ?? error : error
            return problem(error.message, error.reason, error.question)
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
            return problem(error.message, error.reason, error.question)
        }
    }
}

/// Ends a reading before the last entry.
private struct Enough: Error {}

extension ImportRow {
    /// - Parameter kind: where the draft has none.
    init(_ line: Int, _ fate: Fate, _ draft: Changes, kind: EntryKind? = nil) {
        self.init(line, fate)
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
    /// The value of an entry that is of it.
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
