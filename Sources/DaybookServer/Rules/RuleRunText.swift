import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

/// The text of a run of the rules in the app, as `ImportAnswer` reads it.
struct RuleRunText {
    /// The most entries that it tells.
    private static let most = 200

    let texts: Language
    private let rule: EntityID?
    private let changesReconciled: Bool
    private var answer = AnswerLines()

    /// - Parameter rule: the one whose changes it tells; nil for those of all rules.
    init(_ texts: Language, of rule: EntityID?, changesReconciled: Bool) {
        (self.texts, self.rule, self.changesReconciled) = (texts, rule, changesReconciled)
    }

    var lines: String { answer.text }

    private mutating func append(_ sign: String, _ values: String...) { answer.append(sign, values) }

    mutating func append(problem: String) { append("p", problem) }

    /// Appends why a rule can't be followed.
    mutating func append(_ error: RuleError) {
        append("h", texts(.ruleRefused))
        append("p", say(error))
    }

    private func say(_ error: RuleError) -> String { texts(.character, error.column) + texts.say(error.problem) }

    /// - Parameters:
    ///   - proposals: rules that could be made.
    ///   - id: by which all of it is taken back; nil where nothing was written.
    mutating func append(_ plan: RulePlan, _ proposals: [RuleProposal], _ id: EntityID?) {
        let changes = plan.changes.filter { !parts(of: $0).isEmpty }
        append("h", changes.isEmpty ? texts(.rulesChangeNothing) : texts(.rulesChange, changes.count))
        append("k", "entries")
        append("w", "\(changes.count)")
        if let id {
            append("i", id.text)
            append("d", texts(.rulesChanged, changes.count))
        }
        if rule == nil, plan.reconciled > 0 || changesReconciled {
            append("q", texts(.someReconciled, plan.reconciled))
            append(
                "c", changesReconciled ? "1" : "0", "reconciled", changesReconciled ? "" : "&reconciled=change",
                texts(.changeReconciled))
        }
        if rule == nil { for lack in plan.lackingAmounts { append("s", texts.lacking(lack)) } }
        for problem in plan.rules.problems where rule == nil {
            append("s", texts(.numberedRule, problem.number) + texts.colon + say(problem.error))
        }
        if !changes.isEmpty { append("t", texts(.dayColumn), texts(.entryColumn), texts(.ruleColumn)) }
        for change in changes.prefix(Self.most) { append(change, plan.rules) }
        if changes.count > Self.most { append("m", texts(.moreRows, changes.count - Self.most)) }
        for proposal in proposals { append("o", proposal.text, texts(.correctedByHand, proposal.entries.count)) }
    }

    private func parts(of change: RulePlan.Change) -> [RuleOutcome.Change] {
        change.outcome.changes.filter { rule == nil || $0.rule == rule }
    }

    private mutating func append(_ change: RulePlan.Change, _ rules: RuleSet) {
        let entry = change.row.entry
        let title = rules.payees.payee(of: entry)?.name ?? (entry.note.isEmpty ? entry.rawText : entry.note)
        let amount = AnswerLines.amount(entry.amount, entry.kind)
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
        append(
            "r", entry.day.text, "is-new", givers.joined(separator: texts.listComma),
            title.isEmpty ? amount ?? "" : title,
            ([title.isEmpty ? nil : amount].compactMap { $0 } + words).joined(separator: " · "))
    }

    private func rulePart(_ part: RuleMark.Part) -> String {
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
