import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

struct RuleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Show the rules that sort entries, or add, try, apply, move and delete them.",
        discussion: """
            A rule says which entries it is about, then what it does: 'text:rewe amount<50 then payee:Rewe tag:food'.
            Conditions: text (what the bank said), payee, account, amount, day, kind; all have to hold, - in front negates one,
            and | parts values of which one has to hold. Actions: payee, tag, note, kind, transfer.
            The rules stand in one order. The first that names a payee, a note, a kind or a transfer counts; tags add up. What \
            you typed or corrected yourself no rule changes. Imports apply the rules; existing entries get them by 'daybook rule \
            apply'.
            """,
        subcommands: [
            Show.self, Add.self, Edit.self, Move.self, Delete.self, Try.self, Apply.self, Why.self, Propose.self,
        ],
        defaultSubcommand: Show.self, aliases: ["rules"])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the rules in their order.")

        @Flag(help: "Print the rules as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let (rows, problems) = try book.read { (try $0.all(EntryRule.self), try $0.ruleSet().problems) }
            var output = Output()
            if json {
                output.append(ItemJSON<EntryRule>.numbered.list(rows))
            } else if rows.isEmpty {
                output.append(
                    "There are no rules. Add one: daybook rule add 'text:rewe then payee:Rewe tag:food'\n")
            }
            for (index, row) in rows.enumerated() where !json {
                output.append("\(index + 1)", right: 3)
                output.append("  ")
                output.append(terminal: row.item.text)
                output.append("\n")
                if let problem = problems.first(where: { $0.rule == row.item.id }) {
                    output.append(terminal: "     It does nothing. \(problem.error.message)")
                    output.append("\n")
                }
            }
            try output.flush()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a rule, the last of them. It changes no entry as yet.")

        @Argument(help: "The rule, between quotation marks.", transform: RuleName.text)
        var text: String

        @Flag(help: "Make it the first rule.")
        var first = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let number = try book.write(makes: true) { book in
                var values = FieldValues()
                values[.ruleText] = .text(text)
                let row = try book.add(EntryRule.self, Changes(values))
                try RuleName.check(row, in: book.reader)
                if first { try book.move(row, to: 1) }
                return try book.reader.all(EntryRule.self).firstIndex { $0.item.id == row.item.id } ?? 0
            }
            var output = Output()
            output.append("Added rule \(number + 1). To see what it does, run: daybook rule apply --dry-run\n")
            try output.flushChange()
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change what a rule says. It changes no entry as yet.")

        @Argument(help: "Its number in the list, or the start of its id.")
        var rule: RuleName

        @Argument(help: "The rule, between quotation marks.", transform: RuleName.text)
        var text: String

        @OptionGroup var book: BookOptions

        func run() throws {
            let number = try book.write { book in
                let (row, number) = try rule.row(in: book.reader)
                var values = FieldValues()
                values[.ruleText] = .text(text)
                try book.carryOut(.edit(.rule, row.item.id, Changes(values)))
                try RuleName.check(try book.reader.find(EntryRule.self, row.item.id) ?? row, in: book.reader)
                return number
            }
            var output = Output()
            output.append("Changed rule \(number)\n")
            try output.flushChange()
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Put a rule to another place in the order.")

        @Argument(help: "Its number in the list, or the start of its id.")
        var rule: RuleName

        @Argument(help: "The number that it is to have.", transform: TypedText.number)
        var place: Int

        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write { book in
                let (row, _) = try rule.row(in: book.reader)
                let count = try book.reader.all(EntryRule.self).count
                guard (1...count).contains(place) else {
                    throw CommandFailure("There are \(count) rules. Give a number from 1 to \(count).")
                }
                try book.move(row, to: place)
            }
            var output = Output()
            output.append("Moved the rule to place \(place)\n")
            try output.flushChange()
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a rule. What it did to entries stays.")

        @Argument(help: "Its number in the list, or the start of its id.")
        var rule: RuleName

        @OptionGroup var book: BookOptions

        func run() throws {
            let text = try book.write { book in
                let (row, _) = try rule.row(in: book.reader)
                try book.carryOut(.delete(.rule, row.item.id))
                return row.item.text
            }
            try Output.say("Deleted the rule", text)
        }
    }
}

/// How a person names a rule: by its number in the list, or by the start of its id.
struct RuleName: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        text = TypedText.plain(argument)
        if text.isBlank { return nil }
    }

    /// A rule that can be read, as it was typed.
    static func text(_ text: String) throws -> String {
        let text = TypedText.plain(text).trimmed
        do throws(RuleError) { _ = try RuleText(text) } catch { throw ValidationError(error.message) }
        return text
    }

    /// Throws where a rule can't be followed, since it names an account that isn't there.
    static func check(_ row: KindRow<EntryRule>, in book: BookReader) throws {
        guard let problem = try book.ruleSet().problems.first(where: { $0.rule == row.item.id }) else { return }
        throw CommandFailure("\(problem.error.message) Nothing was changed.")
    }

    /// The rule that bears the name and its number, or throws `CommandFailure`.
    func row(in book: BookReader) throws -> (KindRow<EntryRule>, number: Int) {
        let rows = try book.all(EntryRule.self)
        if let number = Int(text) {
            guard rows.indices.contains(number - 1) else {
                throw CommandFailure("There is no rule \(number). 'daybook rule' shows all.")
            }
            return (rows[number - 1], number)
        }
        let found = rows.indices.filter {
            text.count >= ItemName.shortestPrefix && rows[$0].item.id.text.hasPrefix(text.lowercased())
        }
        guard let index = found.first, found.count == 1 else {
            throw CommandFailure("There is no rule “\(text)”. Give its number; 'daybook rule' shows all.")
        }
        return (rows[index], index + 1)
    }
}
