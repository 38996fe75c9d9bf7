import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

struct RuleTry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Show what a rule would change behind the others, and change nothing.")

    @Argument(
        help: "The rule, between quotation marks. Without it, the rules as they are.", transform: EntryRule.checked)
    var text: String?

    @OptionGroup var reconciled: ReconciledOptions

    @Flag(help: "Print the changes as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let plan = try book.read { book in
            do {
                return try book.rulePlan(book.ruleSet(trying: text), changesReconciled: reconciled.yes)
            } catch let error as RuleError {
                throw CommandFailure(error.message)
            }
        }
        try Output.show(plan, json: json)
    }
}

struct RuleApply: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Apply all rules to the entries that are there.",
        discussion: "'daybook undo' takes all of it back. A second time it changes nothing.")

    @Flag(help: "Show each change, and change nothing.")
    var dryRun = false

    @OptionGroup var reconciled: ReconciledOptions

    @Flag(help: "Print the changes as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        if dryRun {
            let plan = try book.read { try $0.rulePlan($0.ruleSet(), changesReconciled: reconciled.yes) }
            return try Output.show(plan, json: json)
        }
        let plan = try book.write(
            noting: { (plan: RulePlan) in PastImport.Note(.rules, count: plan.changes.count) }
        ) { book in
            let plan = try book.reader.rulePlan(book.reader.ruleSet(), changesReconciled: reconciled.yes)
            try book.apply(plan)
            return plan
        }
        var output = Output()
        if json {
            output.append(plan.json(id: nil))
        } else {
            let count = plan.changes.count
            output.append("Changed \(count) \(count == 1 ? "entry" : "entries")\n")
            output.append(rest: plan)
        }
        try output.flushChange()
    }
}

struct RuleWhy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Show which rules gave an entry what it has, and what the bank said.")

    @Argument(help: "The number of the entry, or the start of its id.")
    var entry: ItemName

    @OptionGroup var book: BookOptions

    func run() throws {
        let (row, rules, lacking) = try book.read { book in
            let row = try entry.entry(in: book)
            return (row, try book.all(EntryRule.self), try book.ruleSet().outcome(of: row.entry).lacking)
        }
        var output = Output()
        func line(_ name: String, _ value: String) {
            output.append(terminalLine: "\(name): \(value)")
        }
        if !row.entry.rawText.isEmpty { line("The bank said", row.entry.rawText) }
        let givers = row.entry.provenance.givers.map { (part: $0.key.text, giver: $0.value) }.sorted {
            $0.part < $1.part
        }
        for (part, giver) in givers {
            switch giver {
            case .hand: line(part, "by hand")
            case .rule(let id):
                guard let index = rules.firstIndex(where: { $0.item.id == id }) else {
                    line(part, "by a rule that was deleted")
                    continue
                }
                line(part, "by rule \(index + 1), \(rules[index].item.text)")
            }
        }
        if let lacking { line("transfer", LackingAmount.all([lacking: 1]).map(\.words).joined()) }
        if givers.isEmpty, lacking == nil { output.append("No rule touched entry \(row.number).\n") }
        try output.flush()
    }
}

struct RulePropose: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "propose",
        abstract: "Show rules that would do what you corrected by hand twice or more. None is added.")

    @OptionGroup var book: BookOptions

    func run() throws {
        let proposals = try book.read { try $0.ruleProposals() }
        var output = Output()
        for proposal in proposals {
            output.append("\(proposal.entries.count) entries: daybook rule add ")
            output.append(terminalLine: Self.quoted(proposal.text))
        }
        if proposals.isEmpty { output.append("You have corrected nothing twice in the same way.\n") }
        try output.flush()
    }

    /// Quotes a text for a shell.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

extension Output {
    /// Shows what rules would do, and what they leave.
    fileprivate static func show(_ plan: RulePlan, json: Bool) throws {
        var output = Output()
        if json {
            output.append(plan.json(id: nil))
            return try output.flush()
        }
        for change in plan.changes {
            output.append(change.row.number, width: 6)
            output.append("  \(change.row.entry.day.text)  ")
            output.append(entry: change.row.entry, amountWidth: 0)
            output.append("\n")
            for part in change.outcome.changes { output.append(part, plan) }
            if let other = change.counterpart { output.append("          with entry \(other.number)\n") }
        }
        let count = plan.changes.count
        output.append("\(count) \(count == 1 ? "entry" : "entries") would change. Nothing was written.\n")
        output.append(rest: plan)
        try output.flush()
    }

    private mutating func append(_ change: RuleOutcome.Change, _ plan: RulePlan) {
        var name = change.part.text
        var (before, after) = (change.before ?? "none", change.after ?? "none")
        if case .tag = change.part { (name, before, after) = ("tag", change.before ?? "", change.after ?? "") }
        let words: String
        if case .tag = change.part {
            words = (change.after == nil ? "- #" : "+ #") + before + after
        } else {
            words = "\(before) → \(after)"
        }
        append(terminal: "          \(name): \(words)")
        if let number = change.rule.flatMap({ plan.rules.number(of: $0) }) { append(" (rule \(number))") }
        append("\n")
    }

    /// Appends what was left as it is, and why.
    fileprivate mutating func append(rest plan: RulePlan) {
        if plan.reconciled > 0 {
            append(
                "\(plan.reconciled) \(plan.reconciled == 1 ? "entry is" : "entries are") reconciled with a statement and stay as "
                    + "they are. --yes changes them, too.\n")
        }
        for lack in plan.lackingAmounts { append(lines: lack.words + "\n", indent: 0) }
        for problem in plan.rules.problems {
            append(terminalLine: "Rule \(problem.number) does nothing. \(problem.error.message)")
        }
    }
}
