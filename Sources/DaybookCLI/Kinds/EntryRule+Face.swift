import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

extension EntryRule: FacedKind {
    static let face = KindFace<EntryRule>(
        "rule", aliases: ["rules"],
        abstract: "Show the rules that sort entries, or add, try, apply, move and delete them.",
        discussion: """
            A rule says which entries it is about, then what it does: 'text:rewe amount<50 then payee:Rewe tag:food'.
            Conditions: text (what the bank said), payee, account, amount, day, kind; all have to hold, - in front negates one,
            and | parts values of which one has to hold. Actions: payee, tag, note, kind, transfer.
            The rules stand in one order. The first that names a payee, a note, a kind or a transfer counts; tags add up. What \
            you typed or corrected yourself no rule changes. Imports apply the rules; existing entries get them by 'daybook rule \
            apply'.
            """,
        shows: "Show the rules in their order.", adds: "Add a rule, the last of them. It changes no entry as yet.",
        edits: "Change what a rule says. It changes no entry as yet.",
        deletes: "Delete a rule. What it did to entries stays.",
        made: "Added", hint: ". To see what it does, run: daybook rule apply --dry-run",
        start: "Add one: daybook rule add 'text:rewe then payee:Rewe tag:food'",
        options: [
            FieldOption(
                .ruleText, "text", .text, isNeeded: true, option: nil,
                argument: "The rule, between quotation marks.", read: { TypedValue(.text(try checked($0))) })
        ],
        isNumbered: true, more: [RuleTry.self, RuleApply.self, RuleWhy.self, RulePropose.self],
        show: { rows, book, output in
            let problems = try book.ruleSet().problems
            for (index, row) in rows.enumerated() {
                output.append("\(index + 1)", right: 3)
                output.append(terminalLine: "  \(row.item.text)")
                if let problem = problems.first(where: { $0.rule == row.item.id }) {
                    output.append(terminalLine: "     It does nothing. \(problem.error.message)")
                }
            }
        },
        check: { row, book in
            // A rule can't be followed that names an account that isn't there.
            guard let problem = try book.ruleSet().problems.first(where: { $0.rule == row.item.id }) else { return }
            throw CommandFailure("\(problem.error.message) Nothing was changed.")
        })

    /// A rule that can be read, as it was typed.
    @Sendable static func checked(_ text: String) throws -> String {
        let text = TypedText.plain(text).trimmed
        do throws(RuleError) { _ = try RuleText(text) } catch { throw ValidationError(error.message) }
        return text
    }
}
