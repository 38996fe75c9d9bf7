public import DaybookCore

/// The rules of a book in their order, ready to be asked.
///
/// The result for an entry follows from what the entry has without them. So it is the same however often they are asked.
public struct RuleSet: Sendable {
    /// A rule that can be followed.
    fileprivate struct Rule: Sendable {
        let id: EntityID
        let conditions: [(isNegated: Bool, checks: [Check])]
        let actions: [Action]
    }

    fileprivate enum Check: Sendable {
        case text(SearchQuery)
        case payee(PayeeNames.Shown)
        case account(EntityID)
        case kind(EntryKind)
        case amount(TodoQuery.Comparison, Amount, isOfCurrency: Bool)
        case day(TodoQuery.Comparison, ClosedRange<CivilDate>)
    }

    fileprivate enum Action: Sendable {
        case payee(String)
        case tag(String)
        case note(String)
        case kind(EntryKind)
        case parts([PartShare])
        case transfer(MoneyAccount)
    }

    /// A rule that can't be followed. It does nothing.
    public struct Problem: Equatable, Sendable {
        /// Its place among the rules, from 1.
        public let number: Int
        public let rule: EntityID
        public let error: RuleError
    }

    public let problems: [Problem]
    public let payees: PayeeNames
    private let rules: [Rule]
    /// The numbers of rules, from 1; also of those that can't be followed.
    private let numbers: [EntityID: Int]
    private let owners: AccountSums

    /// - Parameters:
    ///   - rules: in their order.
    ///   - accounts: those that somebody made or changed.
    public init(_ rules: [EntryRule], accounts: [MoneyAccount], payees: PayeeNames) {
        self.payees = payees
        owners = AccountSums(accounts)
        var usable: [Rule] = []
        var problems: [Problem] = []
        for (index, rule) in rules.enumerated() {
            do throws(RuleError) {
                usable.append(try Rule(rule, accounts, payees))
            } catch {
                problems.append(Problem(number: index + 1, rule: rule.id, error: error))
            }
        }
        self.rules = usable
        self.problems = problems
        numbers = Dictionary(rules.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
    }

    /// True where there is nothing to ask.
    public var isEmpty: Bool { rules.isEmpty }

    /// The place of a rule, from 1; nil if it is deleted.
    public func number(of rule: EntityID) -> Int? { numbers[rule] }

    /// Tells what the rules make of an entry.
    ///
    /// - Parameters:
    ///   - hands: what a person said of it since a rule last touched it, or since it was made; also the tags that were
    ///     taken away.
    ///   - hasSide: whether the other side of a transfer is there, so that it may be in another currency.
    public func outcome(
        of entry: Entry, byHand hands: Set<Provenance.Part> = [], hasSide: Bool = false
    ) -> RuleOutcome {
        var state = RuleState(entry, owners, { numbers[$0] != nil }, hands)
        state.hasSide = hasSide
        for rule in rules where holds(rule, state) {
            for action in rule.actions { state.take(action, of: rule.id) }
        }
        return RuleOutcome(of: entry, state)
    }

    private func holds(_ rule: Rule, _ state: RuleState) -> Bool {
        rule.conditions.allSatisfy { condition in
            condition.checks.contains { holds($0, state) } != condition.isNegated
        }
    }

    private func holds(_ check: Check, _ state: RuleState) -> Bool {
        switch check {
        case .text(let query): return query.matches(state.text)
        case .payee(let wanted): return payees.payee(of: state.entry) == wanted
        case .account(let wanted): return state.owner == wanted
        case .kind(let wanted): return state.entry.kind == wanted
        case .amount(let comparison, let wanted, let isOfCurrency):
            guard let amount = state.entry.amount else { return false }
            if isOfCurrency, amount.currency != wanted.currency { return false }
            return comparison.holds(amount.exact, wanted.exact)
        case .day(let comparison, let days):
            let day = state.entry.day
            switch comparison {
            case .equal: return days.contains(day)
            case .atMost: return day <= days.upperBound
            case .atLeast: return day >= days.lowerBound
            case .less: return day < days.lowerBound
            case .greater: return day > days.upperBound
            }
        }
    }
}

extension RuleSet.Rule {
    init(_ rule: EntryRule, _ accounts: [MoneyAccount], _ payees: PayeeNames) throws(RuleError) {
        let text = try RuleText(rule.text)
        var conditions: [(isNegated: Bool, checks: [RuleSet.Check])] = []
        for condition in text.conditions {
            var checks: [RuleSet.Check] = []
            for check in condition.checks {
                switch check {
                case .text(let text): checks.append(.text(SearchQuery(phrase: String(utf8: PayeeNames.key(text)))))
                case .payee(let name): checks.append(.payee(payees.meaning(of: name)))
                case .account(let name):
                    checks.append(.account(try Self.account(name, accounts, condition.column).id))
                case .kind(let kind): checks.append(.kind(kind))
                case .amount(let comparison, let amount, let isOfCurrency):
                    checks.append(.amount(comparison, amount, isOfCurrency: isOfCurrency))
                case .day(let comparison, let days): checks.append(.day(comparison, days))
                }
            }
            conditions.append((condition.isNegated, checks))
        }
        var actions: [RuleSet.Action] = []
        for step in text.steps {
            switch step.action {
            case .payee(let name): actions.append(.payee(name))
            case .tag(let name): actions.append(.tag(name))
            case .note(let text): actions.append(.note(text))
            case .kind(let kind): actions.append(.kind(kind))
            case .parts(let shares): actions.append(.parts(shares))
            case .transfer(let name):
                let account = try Self.account(name, accounts, step.column)
                if account.isClosed {
                    throw RuleError(step.column, "“\(name.excerpt)” is closed. Open the account again first.")
                }
                actions.append(.transfer(account))
            }
        }
        (id, self.conditions, self.actions) = (rule.id, conditions, actions)
    }

    private static func account(
        _ name: String, _ accounts: [MoneyAccount], _ column: Int
    ) throws(RuleError) -> MoneyAccount {
        var found = accounts.filter { $0.isAccount(named: name) }
        if found.isEmpty, let currency = Currency(name) { found = [.default(of: currency)] }
        guard let account = found.first else {
            throw RuleError(column, "there is no account “\(name.excerpt)”. Name one that is there.")
        }
        guard found.count == 1 else {
            throw RuleError(column, "more than one account is called “\(name.excerpt)”. Rename one of them.")
        }
        return account
    }
}

/// An entry while rules go over it: at first as it is without them.
private struct RuleState {
    /// The entry as it has become so far.
    var entry: Entry
    /// The text of the bank, or the note where there is none, to search in.
    let text: [UInt8]
    /// Its account; nil without an amount.
    let owner: EntityID?
    var transfer: MoneyAccount?
    /// The account to or from which it would go, were it known how much that is there.
    var lacking: MoneyAccount?
    var hasSide = false
    /// The parts that rules gave it now, those that deleted ones gave it, and those that are a person's.
    var provenance = Provenance()
    /// The payee, note, kind and parts that a person said, or a file brought, which no rule changes.
    private let isFixed: Set<Provenance.Part>

    init(
        _ entry: Entry, _ owners: AccountSums, _ isThere: (EntityID) -> Bool, _ hands: Set<Provenance.Part>
    ) {
        var base = entry
        for part in hands { provenance.givers[part] = .hand }
        for (part, giver) in entry.provenance.givers where !hands.contains(part) {
            // A person's word stays one. What a rule gave that is deleted stays, as if a person had typed it.
            guard case .rule(let id) = giver, isThere(id) else {
                provenance.givers[part] = giver
                continue
            }
            switch part {
            case .payee: base.extraFields[.payee] = nil
            case .note: base.note = entry.rawText
            case .kind: base.kind = .unsorted
            case .parts: base.parts = []
            case .tag(let name): base.tags.removeAll { ByteString($0) == ByteString(name) }
            // It is an entry again, so a person took the transfer apart.
            case .transfer: provenance.givers[part] = .hand
            case .other: provenance.givers[part] = giver
            }
        }
        var isFixed: Set<Provenance.Part> = []
        if !base.payee.isEmpty { isFixed.insert(.payee) }
        if !base.note.isEmpty, base.note != entry.rawText { isFixed.insert(.note) }
        if base.kind != .unsorted || base.amount == nil { isFixed.insert(.kind) }
        if !base.parts.isEmpty { isFixed.insert(.parts) }
        self.entry = base
        self.isFixed = isFixed
        text = PayeeNames.key(entry.rawText.isEmpty ? base.note : entry.rawText)
        owner = entry.amount.map { owners.owner(of: entry.extraFields[.account]?.entity, $0.currency) }
    }

    mutating func take(_ action: RuleSet.Action, of rule: EntityID) {
        switch action {
        case .payee(let name):
            guard mayGive(.payee) else { return }
            entry.extraFields[.payee] = .text(name)
            provenance.givers[.payee] = .rule(rule)
        case .note(let text):
            guard mayGive(.note) else { return }
            entry.note = text
            provenance.givers[.note] = .rule(rule)
        case .kind(let kind):
            guard mayGive(.kind) else { return }
            entry.kind = kind
            provenance.givers[.kind] = .rule(rule)
        case .parts(let shares):
            guard mayGive(.parts), let parts = entry.amount.flatMap({ PartShare.parts(shares, of: $0) }) else { return }
            entry.parts = parts
            provenance.givers[.parts] = .rule(rule)
        case .tag(let name):
            let key = TagNames.key(name)
            guard mayGive(.tag(name)), entry.tags.count < ItemError.mostTags,
                !entry.tags.contains(where: { TagNames.key($0) == key })
            else { return }
            entry.tags = (entry.tags + [name]).map { ByteString($0) }.sorted().map(\.text)
            provenance.givers[.tag(name)] = .rule(rule)
        case .transfer(let account):
            guard mayGive(.transfer), transfer == nil, entry.kind != .unsorted, let amount = entry.amount,
                amount.coefficient > 0, account.id != owner
            else { return }
            guard amount.currency == account.currency || hasSide else {
                lacking = lacking ?? account
                return
            }
            transfer = account
            provenance.givers[.transfer] = .rule(rule)
        }
    }

    /// Tells whether nobody said it, neither a person nor a rule before.
    private func mayGive(_ part: Provenance.Part) -> Bool {
        if isFixed.contains(part) { return false }
        guard case .tag(let name) = part else { return provenance.givers[part] == nil }
        let key = TagNames.key(name)
        return !provenance.givers.contains { part, giver in
            guard giver == .hand, case .tag(let other) = part else { return false }
            return TagNames.key(other) == key
        }
    }
}

/// The result of the rules for one entry.
public struct RuleOutcome: Sendable {
    /// One thing that is other than before.
    public struct Change: Equatable, Sendable {
        public let part: Provenance.Part
        /// The value as it is; nil for none.
        public let before: String?
        /// The value that it becomes; nil for none.
        public let after: String?
        /// The rule that gives it; nil where a rule gave it that doesn't any more.
        public let rule: EntityID?
    }

    public let old: Entry
    /// The entry that it becomes.
    public let entry: Entry
    /// The account to or from which it goes, so that it is a transfer.
    public let transfer: MoneyAccount?
    /// The account of another currency to or from which it would go, were it known how much that is there.
    public let lacking: MoneyAccount?
    public let changes: [Change]

    public var isEmpty: Bool { changes.isEmpty }

    fileprivate init(of old: Entry, _ state: RuleState) {
        var changes: [Change] = []
        func note(_ part: Provenance.Part, _ before: String?, _ after: String?) {
            var rule: EntityID?
            if case .rule(let id)? = state.provenance.givers[part] { rule = id }
            changes.append(Change(part: part, before: before, after: after, rule: rule))
        }
        func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
        var new = state.entry
        if !Self.isSame(old.payee, new.payee) { note(.payee, nonEmpty(old.payee), nonEmpty(new.payee)) }
        if !Self.isSame(old.note, new.note) { note(.note, nonEmpty(old.note), nonEmpty(new.note)) }
        if old.kind != new.kind { note(.kind, old.kind.name, new.kind.name) }
        let (before, after) = (old.tags.map { ByteString($0) }, new.tags.map { ByteString($0) })
        for tag in before where !after.contains(tag) { note(.tag(tag.text), tag.text, nil) }
        for tag in after where !before.contains(tag) { note(.tag(tag.text), nil, tag.text) }
        let parts = (PartShare.text(old.parts), PartShare.text(new.parts))
        if parts.0 == parts.1 {
            new.parts = old.parts
        } else {
            note(.parts, nonEmpty(parts.0), nonEmpty(parts.1))
            // Another part in the same place is the same one with other words.
            for (place, part) in zip(new.parts.indices, old.parts) {
                let wanted = new.parts[place]
                new.parts[place] = Part(id: part.id, amount: wanted.amount, tags: wanted.tags, note: wanted.note)
            }
        }
        if let account = state.transfer { note(.transfer, nil, account.name) }
        // While nothing else changes, the mark says what it said: so a person's word is never older than it.
        if !changes.isEmpty {
            let text = state.provenance.text
            new.extraFields[.ruled] = text.isEmpty ? nil : .text(text)
        }
        self.old = old
        self.changes = changes
        entry = changes.isEmpty ? old : new
        transfer = state.transfer
        lacking = state.transfer == nil ? state.lacking : nil
    }

    private static func isSame(_ left: String, _ right: String) -> Bool { ByteString(left) == ByteString(right) }
}
