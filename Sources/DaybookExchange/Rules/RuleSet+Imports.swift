public import DaybookCore

/// An entry of which a rule makes a transfer.
public struct TransferRequest: Sendable {
    public let entry: EntityID
    /// The account to or from which it goes.
    public let account: MoneyAccount
}

extension RuleSet {
    /// Tells what the rules make of what an import brings.
    ///
    /// - Parameter id: the one that it will have.
    func outcome(of draft: Changes, _ id: EntityID) -> RuleOutcome { outcome(of: Entry(draft, id)) }
}

extension Entry {
    /// - Parameter draft: what an import brings.
    init(_ draft: Changes, _ id: EntityID) {
        self.init(id: id, createdAt: Timestamp(milliseconds: 0))
        for spec in Entry.fields.specs { if let value = draft[spec.field] { spec.set(&self, value) } }
    }
}

extension BankImport {
    /// Tells what the rules make of a row, for people; nil for nothing.
    public func words(ofRulesFor row: Row) -> String? {
        guard let outcome = outcomes[row.id], !outcome.isEmpty else { return nil }
        let parts = outcome.changes.map { change in
            switch change.part {
            case .tag(let name): "#" + name
            case .transfer: (row.row.kind == .expense ? "transfer to " : "transfer from ") + (change.after ?? "")
            case .payee, .note, .kind, .parts, .other: change.part.text + " " + (change.after ?? "")
            }
        }
        let numbers = Set(outcome.changes.compactMap { $0.rule.flatMap { rules.number(of: $0) } }).sorted()
        let names = numbers.map { "\($0)" }.joined(separator: ", ")
        return parts.joined(separator: ", ") + " (\(numbers.count == 1 ? "rule" : "rules") \(names))"
    }
}

extension Changes {
    /// Takes over what the rules say.
    mutating func take(_ outcome: RuleOutcome) {
        for change in outcome.changes {
            switch change.part {
            case .payee: self[.payee] = .text(outcome.entry.payee)
            case .note: self[.note] = .text(outcome.entry.note)
            case .kind: self[.kind] = .choice(outcome.entry.kind.rawValue)
            case .tag: self[.tag] = .texts(outcome.entry.tags)
            case .parts: self[.parts] = .parts(outcome.entry.parts)
            case .transfer, .other: break
            }
        }
        if let mark = outcome.isEmpty ? nil : outcome.entry.extraFields[.ruled] { self[.ruled] = mark }
    }

    /// Does the same as `take`.
    func taking(_ outcome: RuleOutcome) -> Changes {
        var changes = self
        changes.take(outcome)
        return changes
    }
}

extension ImportRow {
    /// Tells what the rules say.
    mutating func take(_ outcome: RuleOutcome) {
        transfer = outcome.transfer?.name
        for rule in outcome.changes.compactMap(\.rule) where !rules.contains(rule) { rules.append(rule) }
    }
}
