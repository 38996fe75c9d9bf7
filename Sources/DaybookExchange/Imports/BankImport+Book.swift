public import DaybookCore

extension BankImport {
    /// Works out what an import of a bank's file does to a book.
    ///
    /// - Parameter account: where the rows are to go, if somebody said it.
    /// - Throws: `InputError` where the accounts don't fit, or what the book throws.
    public init(
        _ bank: BankFile, _ options: ImportOptions, into account: MoneyAccount?, in book: some ImportSource
    ) throws {
        var candidates = Candidates()
        if let days = Self.days(bank) { candidates = try book.candidates(on: days) }
        if options.addsFitting { (candidates.entries, candidates.sides) = ([], []) }
        let accounts = try BankAccounts(
            bank, chosen: account, among: book.importedAccounts(), usual: book.settings().account)
        try self.init(
            bank, into: accounts, entries: candidates.entries, taken: book.takenBankRows(),
            sides: candidates.sides, assumed: candidates.assumed, brought: candidates.brought,
            entry: { try book.entry($0) }, presences: { try book.presences(of: $0) })
        try follow(book.importedRules())
        if rows.contains(where: { $0.match == .new }) { try finish(book.importedBills()) }
    }

    /// Finds the rows that are of bills which somebody accepted. Each takes the first open occurrence, if its day is near that.
    private mutating func finish(_ bills: [Todo]) {
        guard !bills.isEmpty else { return }
        let new = rows.indices.filter { rows[$0].match == .new && rows[$0].transfer == nil }
            .sorted { rows[$0].row.day < rows[$1].row.day }
        guard let first = new.first, let last = new.last else { return }
        var days: [EntityID: ArraySlice<CivilDate>] = [:]
        for index in new {
            let row = rows[index]
            var draft = row.draft(createdAt: Timestamp(milliseconds: 0))
            if let outcome = outcomes[row.id] {
                if outcome.transfer != nil || outcome.lacking != nil { continue }
                draft.take(outcome)
            }
            let entry = Entry(draft, row.id)
            guard let payee = rules.payees.payee(of: entry)?.name,
                let bill = bills.first(where: { BillProposal.isRow(entry, payee, of: $0) })
            else { continue }
            let end = rows[last].row.day.adding(days: Self.greatestDistance)
            let open = days[bill.id] ?? bill.costs(through: end, rows[first].row.day)[...]
            guard let due = open.first,
                abs(due.daysSince1970 - row.row.day.daysSince1970) <= Self.greatestDistance
            else { continue }
            finished[row.id] = bill
            days[bill.id] = open.dropFirst()
        }
    }

    /// Finds the envelope of each transfer that is written. A transfer has no tags.
    ///
    /// - Parameter all: in their order.
    mutating func assign(to all: [Envelope], _ options: ImportOptions) {
        (envelopes, lostCategories) = ([:], 0)
        var finder = BudgetRows([], all)
        for row in rows where row.row.kind == .expense {
            guard row.match == .new || row.match == .deleted && options.restoresDeleted, let transfer = row.transfer,
                rows.indices.contains(transfer.other)
            else { continue }
            let tags = row.row.tags + rows[transfer.other].row.tags
            if let envelope = finder.envelope(named: nil, tags) {
                envelopes[transfer.id] = envelope
            } else if !tags.isEmpty {
                lostCategories += 1
            }
        }
    }

    /// Asks the rules what they make of each row that is a new entry.
    mutating func follow(_ rules: RuleSet) {
        self.rules = rules
        outcomes = [:]
        for row in rules.isEmpty ? [] : rows where row.match == .new && row.transfer == nil {
            let outcome = rules.outcome(of: row.draft(createdAt: Timestamp(milliseconds: 0)), row.id)
            if !outcome.isEmpty || outcome.lacking != nil { outcomes[row.id] = outcome }
        }
    }

    /// Writes the rows, and the number of the account that was named.
    ///
    /// - Parameters:
    ///   - account: where the rows are to go, if somebody said it.
    ///   - advance: is called once a row is dealt with.
    ///   - settled: gets the usual currency, if it was settled.
    /// - Returns: the account that has the number of the file from now on; nil if none got it.
    public func write(
        to book: some ImportTarget, _ bank: BankFile, _ options: ImportOptions, into account: MoneyAccount?,
        at moment: ImportMoment, advance: () -> Void = {}, settled: (Currency) -> Void = { _ in }
    ) throws -> NumberedAccount? {
        let isAdding = rows.contains { $0.match == .new || $0.match == .deleted && options.restoresDeleted }
        if isAdding, account == nil, let usual = bank.usualCurrency, let currency = try book.settleCurrency(usual) {
            settled(currency)
        }
        var wishes: [TransferRequest] = []
        for account in accounts.missing.sorted(by: { $0.key < $1.key }).map(\.value) where isNeeded(account, options) {
            try book.perform(.add(.account, account.id, account.asDraft))
        }
        for account in openings(options) {
            var edit = Changes()
            edit[.amount] = .amount(account.opening)
            edit[.openingSide] = .choice(account.side)
            edit[.day] = account.openingDay.map { .day($0) } ?? .nothing
            try book.perform(.edit(.account, account.id, edit))
        }
        for (index, row) in rows.enumerated() {
            defer { advance() }
            // The last row of one day was written last.
            let age = Int64(isNewestFirst ? index : rows.count - index)
            var draft = row.draft(createdAt: Timestamp(milliseconds: moment.now.milliseconds - age))
            switch row.match {
            case .known: continue
            case .fits(let entry):
                try book.link(entry, toBankRow: row.id, format.rawValue)
                // It names no account as yet, and then it is of this one.
                if let account = row.account, moving.contains(entry) {
                    let edit: Changes = [.account: account.asField]
                    try book.perform(.edit(.entry, entry, edit))
                }
            case .isSide(let transfer, let isOut):
                try book.link(transfer, isOut: isOut, toBankRow: row.id, format.rawValue)
            case .deleted where !options.restoresDeleted: continue
            case .new, .deleted:
                if row.match == .new, try write(row, finishing: finished[row.id]?.id, to: book) { continue }
                if let transfer = row.transfer {
                    if row.row.kind == .expense, rows.indices.contains(transfer.other) {
                        try write(transfer.id, row, rows[transfer.other], draft, to: book)
                    }
                    continue
                }
                if let outcome = outcomes[row.id] {
                    draft.take(outcome)
                    if let account = outcome.transfer ?? outcome.lacking {
                        wishes.append(TransferRequest(entry: row.id, account: account))
                    }
                }
                try book.add(entry: row.id, draft, forBankRow: row.id, format.rawValue)
                guard row.match == .deleted || row.wasTakenBack else { continue }
                try book.rewrite(
                    entry: row.id, as: draft,
                    but: draft[.account] == nil
                        ? [.kind, .amount, .createdAt, .account] : [.kind, .amount, .createdAt])
            }
        }
        try book.makeTransfers(wishes)
        for closing in try closings(bank, options, in: book.reader, isWritten: true) {
            let said = BankClosing(day: closing.day, balance: closing.closing)
            if let old = closing.account.closing, old.day > said.day || old == said { continue }
            try book.perform { [Register(closing.account.id, .closing, $0, said.text.bytes)] }
        }
        return account == nil ? nil : try remember(bank, in: book)
    }

    /// Finishes the to-do of which a row is the next occurrence, which books it.
    ///
    /// - Returns: whether there is one.
    private func write(_ row: Row, finishing bill: EntityID?, to book: some ImportTarget) throws -> Bool {
        guard let bill, let entry = try book.reader.importedTodo(bill)?.bookedEntry else { return false }
        try book.perform(.check(bill))
        guard try book.reader.entry(entry) != nil else { return false }
        let draft = row.draft(createdAt: Timestamp(milliseconds: 0))
        var edit = Changes()
        for field in [Field.day, .amount, .account, .rawText] { edit[field] = draft[field] }
        try book.perform(.edit(.entry, entry, edit))
        try book.link(entry, toBankRow: row.id, format.rawValue)
        return true
    }

    /// Writes a transfer of which both sides are rows.
    private func write(
        _ transfer: EntityID, _ from: Row, _ to: Row, _ draft: Changes, to book: some ImportTarget
    ) throws {
        let createdAt = draft[.createdAt]?.time ?? Timestamp(milliseconds: 0)
        try book.perform(.add(.transfer, transfer, from.transfer(to, of: envelopes[transfer], createdAt: createdAt)))
        try book.link(transfer, isOut: true, toBankRow: from.id, format.rawValue)
        try book.link(transfer, isOut: false, toBankRow: to.id, format.rawValue)
    }

    /// Tells whether an account that the book lacks gets anything, or has nothing but an opening.
    private func isNeeded(_ account: MoneyAccount, _ options: ImportOptions) -> Bool {
        let own = rows.filter { ($0.account?.id ?? MoneyAccount.defaultID(of: $0.row.amount.currency)) == account.id }
        guard !own.isEmpty else { return account.opening.coefficient > 0 }
        return own.contains { row in
            switch row.match {
            case .new, .fits, .isSide: true
            case .deleted: options.restoresDeleted
            case .known: false
            }
        }
    }

    public var newEntries: Set<EntityID> { Set(rows.filter { $0.match == .new && $0.transfer == nil }.map(\.id)) }

    /// Tells what the accounts are called that an import makes.
    public func newAccounts(_ options: ImportOptions) -> [String] {
        accounts.missing.sorted { $0.key < $1.key }.map(\.value).filter { isNeeded($0, options) }.map(\.name)
    }

    /// The titles of the to-dos of which an occurrence is finished, in the order of the file.
    public var finishing: [String] {
        var titles: [String] = []
        for row in rows { if let title = finished[row.id]?.title, !titles.contains(title) { titles.append(title) } }
        return titles
    }

    /// The accounts that had opened with nothing, with what the file says that they opened with.
    public func openings(_ options: ImportOptions) -> [MoneyAccount] {
        accounts.openings.sorted { $0.key < $1.key }.map(\.value).filter { isNeeded($0, options) }
    }

    /// The parts that become no entry, by count.
    public func leftOut(of bank: BankFile) -> [(what: BankLeftOut, count: Int)] {
        var counts = bank.leftOut
        if otherCurrency > 0 { counts[.currency] = otherCurrency }
        if lostCategories > 0 { counts[.category] = lostCategories }
        if accounts.otherOpenings > 0 { counts[.opening, default: 0] += accounts.otherOpenings }
        return BankLeftOut.allCases.compactMap { what in counts[what].map { (what, $0) } }
    }

    /// An account that has its number of a file.
    public struct NumberedAccount: Equatable, Sendable {
        public let number: String
        public let name: String
    }

    /// Gives the account that was named the number that the file has for it, so that the next file needs no name.
    private func remember(_ bank: BankFile, in book: some ImportTarget) throws -> NumberedAccount? {
        guard let target = accounts.targets.first ?? nil, target.isMade, target.bankNumber.isEmpty,
            let number = bank.statements.map(\.account).first(where: { !$0.isEmpty }), number != target.name
        else { return nil }
        let edit: Changes = [.bankNumber: .text(number)]
        try book.perform(.edit(.account, target.id, edit))
        return NumberedAccount(number: number, name: target.name)
    }

    /// Tells what becomes of the rows, by count.
    public func summary(of bank: BankFile, _ options: ImportOptions) -> ImportSummary {
        var summary = ImportSummary()
        for row in rows {
            switch row.match {
            case .new where row.transfer != nil:
                if row.row.kind == .expense {
                    summary.add(transfer: row.draft(createdAt: Timestamp(milliseconds: 0)))
                }
            case .new:
                let draft = row.draft(createdAt: Timestamp(milliseconds: 0))
                if let outcome = outcomes[row.id] {
                    summary.add(draft.taking(outcome), hasDay: true, outcome)
                } else {
                    summary.add(draft, hasDay: true)
                }
            // Both sides of a transfer are one thing.
            case .deleted where row.transfer != nil && row.row.kind == .income: break
            case .known, .fits, .isSide, .deleted: summary.count(row.told(options))
            }
        }
        summary.leavesOut = options.leavesOutUnreadable
        for problem in bank.problems {
            summary.fail(
                ImportSummary.Problem(
                    problem.line, problem.message, problem.reason, asking: problem.question), most: .max)
        }
        return summary
    }

    /// Tells what becomes of each row, and what can't be read, as far as a report tells it.
    func rows(of bank: BankFile, _ options: ImportOptions) -> [ImportRow] {
        let lines = rows.map(\.row.line).sorted()
        let last = lines.count > ImportReport.mostRows ? lines[ImportReport.mostRows - 1] : .max
        let rows = rows.lazy.filter { $0.row.line <= last }.map { row in
            let (draft, outcome) = (row.draft(createdAt: Timestamp(milliseconds: 0)), outcomes[row.id])
            var told = ImportRow(row.row.line, row.told(options), outcome.map { draft.taking($0) } ?? draft)
            if let outcome { told.take(outcome) }
            if case .fits(let entry) = row.match { told.entry = entry }
            told.finishes = finished[row.id]?.title
            return told
        }
        return rows + bank.problems.prefix(ImportReport.mostProblems).map { ImportRow($0.line, because: $0.reason) }
    }
}

extension MoneyAccount {
    /// Makes it.
    fileprivate var asDraft: Changes {
        return [
            .title: .text(name), .accountKind: .choice(accountKind), .amount: .amount(opening),
            .openingSide: .choice(side), .day: openingDay.map { .day($0) } ?? .nothing,
        ]
    }

    /// The opening, in English.
    public var openingWords: String {
        "“\(name)” opened with \(openingSum.text)" + (openingDay.map { " on \($0.text)." } ?? ".")
    }
}

extension BankImport.Row {
    fileprivate func told(_ options: ImportOptions) -> ImportOutcome {
        switch match {
        case .new: .new
        case .known: .known
        case .deleted: options.restoresDeleted ? .restored : .deleted
        case .fits, .isSide: .fits
        }
    }
}

extension BankImport {
    /// A closing balance of a file, held against the book.
    public struct Closing: Sendable {
        public let account: MoneyAccount
        public let day: CivilDate
        /// The balance in the book, with the rows of the file.
        public let balance: Sum
        /// The balance in the file.
        public let closing: Sum
        /// How much the book has too much; below zero for too little.
        public let excess: Sum

        /// In English, as a sentence.
        public var words: String {
            guard excess.coefficient != 0 else {
                return "“\(account.name)” has \(balance.text) on \(day.text), as the file says."
            }
            let words = excess.coefficient > 0 ? "\(excess.text) too much" : "\(excess.negated.text) too little"
            return "“\(account.name)” has \(balance.text) on \(day.text), and the file says \(closing.text): \(words)."
        }
    }

    /// Tells what the last closing balance of each account in the file says.
    ///
    /// - Parameter isWritten: whether the rows are in the book already.
    public func closings(
        _ bank: BankFile, _ options: ImportOptions, in book: some ImportSource, isWritten: Bool
    ) throws -> [Closing] {
        var last: [(account: MoneyAccount, closing: Sum, day: CivilDate)] = []
        for (statement, target) in zip(bank.statements, accounts.targets) {
            guard let target, target.isMade, let closing = statement.closing,
                closing.amount.currency == target.currency,
                let day = closing.day ?? statement.rows.map(\.day).max()
            else { continue }
            let sum = closing.isNegative ? Sum(closing.amount).negated : Sum(closing.amount)
            guard let index = last.firstIndex(where: { $0.account.id == target.id }) else {
                last.append((target, sum, day))
                continue
            }
            if last[index].day <= day { last[index] = (target, sum, day) }
        }
        return try last.map { account, closing, day in
            var balance = Sums()
            if let own = try book.balances(on: day).first(where: { $0.account.id == account.id }) {
                try balance.add(own.balance)
            }
            if !isWritten {
                for row in rows where row.account?.id == account.id {
                    guard let sum = try sum(of: row, through: day, options, in: book) else { continue }
                    try balance.add(sum)
                }
            }
            let own = balance[account.currency] ?? Sum(.zero(account.currency))
            var difference = Sums()
            try difference.add(own)
            try difference.add(closing.negated)
            return Closing(
                account: account, day: day, balance: own, closing: closing,
                excess: difference[account.currency] ?? Sum(.zero(account.currency)))
        }
    }

    /// Tells what an import of a row adds to its account by the end of a day; nil for nothing.
    private func sum(
        of row: Row, through day: CivilDate, _ options: ImportOptions, in book: some ImportSource
    ) throws -> DaybookCore.Sum? {
        var (kind, amount, booked) = (row.row.kind, row.row.amount, row.row.day)
        switch row.match {
        case .known, .isSide: return nil
        case .deleted: guard options.restoresDeleted else { return nil }
        case .new: break
        case .fits(let id):
            // One that names no account comes to this one.
            guard moving.contains(id), let entry = try book.entry(id), let own = entry.amount else { return nil }
            (kind, amount, booked) = (entry.kind, own, entry.day)
        }
        guard booked <= day else { return nil }
        return kind == .income ? DaybookCore.Sum(amount) : DaybookCore.Sum(amount).negated
    }
}
