import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

/// Says in the app what a run of the rules changes.
struct RuleRunText {
    /// The most entries that it tells.
    private static let most = 200

    let texts: Language
    private let rule: EntityID?
    private let changesReconciled: Bool
    var answer = ImportAnswer()

    /// - Parameter rule: the one whose changes it tells; nil for those of all rules.
    init(_ texts: Language, of rule: EntityID?, changesReconciled: Bool) {
        (self.texts, self.rule, self.changesReconciled) = (texts, rule, changesReconciled)
    }

    /// Says why a rule can't be followed.
    mutating func append(_ error: RuleError) {
        answer.append(.title, texts(.ruleRefused))
        answer.append(.problem, say(error))
    }

    private func say(_ error: RuleError) -> String { texts(.character, error.column) + texts.say(error.problem) }

    /// - Parameters:
    ///   - proposals: rules that could be made.
    ///   - id: by which all of it is taken back; nil where nothing was written.
    mutating func append(_ plan: RulePlan, _ proposals: [RuleProposal], _ id: EntityID?) {
        let changes = plan.changes.filter { !parts(of: $0).isEmpty }
        answer.append(.title, changes.isEmpty ? texts(.rulesChangeNothing) : texts(.rulesChange, changes.count))
        answer.append(.isOfEntries)
        answer.append(.writes, number: UInt64(changes.count))
        if let id { answer.append(.done, texts(.rulesChanged, changes.count), id: id.text) }
        if rule == nil, plan.reconciled > 0 || changesReconciled {
            answer.append(.question, texts(.someReconciled, plan.reconciled))
            answer.append(
                .choice, texts(.changeReconciled), id: "reconciled",
                value: changesReconciled ? "" : "&reconciled=change", number: changesReconciled ? 1 : 0)
        }
        if rule == nil {
            for lack in plan.lackingAmounts { answer.append(.sentence, texts.lacking(lack)) }
            for problem in plan.rules.problems {
                answer.append(
                    .sentence, texts(.numberedRule, problem.number) + texts.colon + say(problem.error))
            }
        }
        if !changes.isEmpty {
            answer.append(.head, texts(.entryColumn), id: texts(.dayColumn), result: texts(.ruleColumn))
        }
        for change in changes.prefix(Self.most) { append(change, plan.rules) }
        if changes.count > Self.most { answer.append(.more, texts(.moreRows, changes.count - Self.most)) }
        for proposal in proposals {
            answer.append(.rule, proposal.text, detail: texts(.correctedByHand, proposal.entries.count))
        }
    }

    private func parts(of change: RulePlan.Change) -> [RuleOutcome.Change] {
        change.outcome.changes.filter { rule == nil || $0.rule == rule }
    }

    private mutating func append(_ change: RulePlan.Change, _ rules: RuleSet) {
        let entry = change.row.entry
        let title = rules.payees.payee(of: entry)?.name ?? (entry.note.isEmpty ? entry.rawText : entry.note)
        let amount = entry.amount?.text(of: entry.kind)
        var givers: [String] = []
        var words: [String] = []
        for part in parts(of: change) {
            let giver = part.rule.flatMap { rules.number(of: $0) }.map { texts(.numberedRule, $0) } ?? texts(.noRule)
            if !givers.contains(giver) { givers.append(giver) }
            if case .tag(let name) = part.part {
                words.append((part.after == nil ? "−#" : "#") + name)
            } else {
                let kind = part.part == .kind ? part.after.flatMap { EntryKind(name: $0) } : nil
                let after = kind.map { ruleKind($0) } ?? part.after ?? "–"
                words.append(rulePart(part.part) + texts.colon + after)
            }
        }
        answer.append(
            .row, title.isEmpty ? amount ?? "" : title, id: entry.day.text, value: "is-new",
            detail: ([title.isEmpty ? nil : amount].compactMap { $0 } + words).joined(separator: " · "),
            result: givers.joined(separator: texts.listComma))
    }

    private func rulePart(_ part: Provenance.Part) -> String {
        switch part {
        case .payee: texts(.partPayee)
        case .note: texts(.partNote)
        case .kind: texts(.partKind)
        case .parts: texts(.partParts)
        case .transfer: texts(.partTransfer)
        case .tag, .other: part.text
        }
    }

    private func ruleKind(_ kind: EntryKind) -> String {
        switch kind {
        case .income: texts(.kindIncome)
        case .expense: texts(.kindExpense)
        case .unsorted: texts(.kindUnsorted)
        }
    }
}
