public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// The changes that rules make to the entries of a book, before they are made.
public struct RulePlan: Sendable {
    public struct Change: Sendable {
        public let row: EntryRow
        /// The parts of it that are a person's.
        let hands: Set<Provenance.Part>
        public internal(set) var outcome: RuleOutcome
        /// The entry that is the other side of the transfer which it becomes; nil for none.
        public var counterpart: EntryRow? { side?.row }
        var side: TransferSides.Side?
    }

    public let rules: RuleSet
    /// The newest entry first.
    public let changes: [Change]
    /// The entries that would be transfers into an account of another currency, were it known how much that is there.
    public let lacking: [(row: EntryRow, account: MoneyAccount)]
    /// How many entries stay as they are because they were reconciled with a statement.
    public let reconciled: Int
}

extension RulePlan {
    /// The accounts of which amounts are lacking.
    public var lackingAmounts: [LackingAmount] {
        LackingAmount.all(Dictionary(lacking.map { ($0.account, 1) }, uniquingKeysWith: +))
    }
}

extension EntryRule {
    /// The id of a rule that is tried, and isn't in the place of another.
    public static let tried = EntityID(derivedFrom: [], for: "rule that is tried")
}

extension BookReader {
    public func payeeNames() throws -> PayeeNames { PayeeNames(try all(Payee.self).map(\.item)) }

    /// The rules of the book.
    ///
    /// - Parameters:
    ///   - text: of a rule that is tried.
    ///   - id: of the rule in whose place it stands; without one of this id it comes behind them.
    /// - Throws: `RuleError` where the rule that is tried can't be followed.
    public func ruleSet(trying text: String? = nil, inPlaceOf id: EntityID? = nil) throws -> RuleSet {
        var rules = try all(EntryRule.self).map(\.item)
        let id = id ?? EntryRule.tried
        if let text {
            var tried = EntryRule(id: id, createdAt: Timestamp(milliseconds: 0))
            tried.text = text
            let place = rules.firstIndex { $0.id == id }
            if let place { rules[place] = tried } else { rules.append(tried) }
        }
        let set = RuleSet(rules, accounts: try accounts().map(\.account), payees: try payeeNames())
        if text != nil, let problem = set.problems.first(where: { $0.rule == id }) { throw problem.error }
        return set
    }

    /// All entries, the newest first, each with what of it is a person's: what was written since it was made, and since a
    /// rule last touched it.
    public func entriesByHand() throws -> [(row: EntryRow, hands: Set<Provenance.Part>)] {
        var made: [EntityID: Stamp] = [:]
        var marks: [EntityID: Stamp] = [:]
        var said: [EntityID: Set<Provenance.Part>] = [:]
        var written: [EntityID: [(part: Provenance.Part, stamp: Stamp)]] = [:]
        var parts: [(id: EntityID, entry: EntityID)] = []
        try forEachRegister(of: [.createdAt, .ruled, .byHand, .payee, .note, .kind, .tag, .parts]) { register in
            switch register.field {
            case .createdAt: made[register.entity] = register.stamp
            case .ruled: marks[register.entity] = register.stamp
            case .byHand: said[register.entity] = Provenance(String(utf8: register.value)).hands
            case .payee: written[register.entity, default: []].append((.payee, register.stamp))
            case .note: written[register.entity, default: []].append((.note, register.stamp))
            case .kind: written[register.entity, default: []].append((.kind, register.stamp))
            case .parts: if let entry = EntityID(bytes: register.value) { parts.append((register.entity, entry)) }
            default:
                guard register.value.count > 17, let owner = EntityID(bytes: register.value[1..<17]) else { return }
                let name = String(utf8: Array(register.value[17...]))
                written[owner, default: []].append((.tag(name), register.stamp))
            }
        }
        for part in parts {
            let stamps = try record(part.id).registers.map(\.stamp) + (written[part.id] ?? []).map(\.stamp)
            if let newest = stamps.max() { written[part.entry, default: []].append((.parts, newest)) }
        }
        return try entryRows().map { row in
            let id = row.entry.id
            let last = [made[id], marks[id]].compactMap(\.self).max()
            let hands = (written[id] ?? []).filter { word in last.map { word.stamp > $0 } ?? true }
            return (row, Set(hands.map(\.part)).union(said[id] ?? []))
        }
    }

    /// Rules that would do what a person did by hand, twice or more. None is made.
    public func ruleProposals() throws -> [RuleProposal] {
        RuleProposal.all(try entriesByHand().map { ($0.row.entry, $0.hands) }, try ruleSet())
    }

    /// Tells what the rules do to all entries.
    ///
    /// - Parameter changesReconciled: whether that includes those that were reconciled with a statement.
    public func rulePlan(_ rules: RuleSet, changesReconciled: Bool) throws -> RulePlan {
        let entries = try entriesByHand()
        var changes: [RulePlan.Change] = []
        for (row, hands) in entries {
            let outcome = rules.outcome(of: row.entry, byHand: hands)
            if !outcome.isEmpty || outcome.lacking != nil {
                changes.append(RulePlan.Change(row: row, hands: hands, outcome: outcome))
            }
        }
        let hasTransfers = changes.contains { $0.outcome.transfer != nil || $0.outcome.lacking != nil }
        var sides = TransferSides(hasTransfers ? entries : [], try accounts().map(\.account))
        var reconciled = 0
        var lacking: [(row: EntryRow, account: MoneyAccount)] = []
        var kept: [RulePlan.Change] = []
        for var change in changes where !sides.taken.contains(change.row.entry.id) {
            if let account = change.outcome.transfer ?? change.outcome.lacking {
                change.side = sides.side(of: change.outcome.entry, in: account, rules)
                if change.outcome.transfer == nil, change.side != nil {
                    change.outcome = rules.outcome(of: change.row.entry, byHand: change.hands, hasSide: true)
                } else if change.outcome.transfer == nil {
                    lacking.append((change.row, account))
                }
            }
            if change.outcome.isEmpty { continue }
            let ids = [change.row.entry.id, change.counterpart?.entry.id].compactMap(\.self)
            if try !changesReconciled && ids.contains(where: { try reconciliation(ofRow: $0) != nil }) {
                reconciled += 1
                continue
            }
            if change.outcome.transfer != nil { sides.taken.formUnion(ids) }
            kept.append(change)
        }
        // An entry that is a side of another's transfer is changed by that alone.
        return RulePlan(
            rules: rules,
            changes: kept.filter { $0.outcome.transfer != nil || !sides.taken.contains($0.row.entry.id) },
            lacking: lacking.filter { !sides.taken.contains($0.row.entry.id) }, reconciled: reconciled)
    }
}

extension BookTransaction {
    /// Does what a plan says, which was made in this transaction.
    public func apply(_ plan: RulePlan) throws {
        for change in plan.changes {
            try note(change.hands, of: change.row.entry.id)
            try perform { change.outcome.registers($0) }
            if let account = change.outcome.transfer {
                try makeTransfer(of: change.row.entry.id, account, with: change.side)
            }
        }
    }
}

extension RuleOutcome {
    /// Makes the entry so, those of the entry itself first: an undo goes backwards, and what it writes last is the mark.
    func registers(_ stamp: Stamp) -> [Register] {
        var registers: [Register] = []
        var tags: [Register] = []
        for change in changes {
            switch change.part {
            case .payee: registers.append(Register(entry.id, .payee, stamp, entry.payee.bytes))
            case .note: registers.append(Register(entry.id, .note, stamp, entry.note.bytes))
            case .kind: registers.append(Register(entry.id, .kind, stamp, [entry.kind.rawValue]))
            case .tag(let name):
                tags.append(ItemTag.register(name, of: entry.id, isPresent: change.after != nil, stamp))
            case .parts:
                registers +=
                    Part.registers(
                        changing: old.parts, to: entry.parts, of: entry.id, isNew: false, stamp
                    ).registers
            case .transfer, .other: break
            }
        }
        if !changes.isEmpty { registers.append(Register(entry.id, .ruled, stamp, entry.provenance.text.bytes)) }
        return registers + tags
    }
}

extension RulePlan {
    /// For programs: what becomes of each entry, and which rules can't be followed.
    ///
    /// - Parameter id: by which all of it is taken back; nil where nothing was written.
    public func json(id: EntityID?) -> JSONWriter {
        .object { json in
            json.member("id", id)
            json.member("changes", objects: changes) { change, json in
                json.member("entry", change.row.entry.id)
                json.member("number", change.row.number)
                json.member("changes", objects: change.outcome.changes) { $0.append(to: &$1, rules) }
            }
            json.member("lacking", objects: lacking) { lacking, json in
                json.member("entry", lacking.row.entry.id)
                json.member("number", lacking.row.number)
                json.member("account", lacking.account.id)
                json.member("currency", lacking.account.currency.code)
            }
            json.member("reconciled", reconciled)
            json.member("problems", objects: rules.problems) { problem, json in
                json.member("rule", problem.rule)
                json.member("number", problem.number)
                json.member("problem", problem.error.message)
            }
        }
    }
}

extension RuleOutcome.Change {
    fileprivate func append(to json: inout JSONWriter, _ rules: RuleSet) {
        if case .tag = part { json.member("what", "tag") } else { json.member("what", part.text) }
        json.member("before", before)
        json.member("after", after)
        json.member("rule", rule)
        if let number = rule.flatMap({ rules.number(of: $0) }) { json.member("number", number) }
    }
}
