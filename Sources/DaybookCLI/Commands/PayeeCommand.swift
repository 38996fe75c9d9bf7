import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

struct PayeeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payee",
        abstract: "Show the payees with their sums, or give them other names, rename, merge and delete them.",
        discussion: """
            An entry shows the payee that you or a rule named, or else the one whose name or other name begins what the bank \
            said. The bank's words stay as they are.
            """,
        subcommands: [Show.self, Add.self, Rename.self, Merge.self, Delete.self], defaultSubcommand: Show.self,
        aliases: ["payees"])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the payees with the entries and sums of each, or the entries of one.")

        @Argument(help: "A payee, to show its entries.")
        var payee: PayeeName?

        @OptionGroup var filter: EntryFilterOptions

        @Flag(help: "Print JSON.")
        var json = false

        @Flag(help: "Print CSV: a line for each payee and currency.")
        var csv = false

        @OptionGroup var book: BookOptions

        func validate() throws {
            if json, csv { throw ValidationError("Give --json or --csv, not both.") }
            if csv, payee != nil { throw ValidationError("--csv shows all payees. Leave the payee out.") }
        }

        func run() throws {
            if let payee { return try show(payee) }
            let sums = try book.read { book in
                var sums = PayeeSums(try book.payeeNames())
                try book.forEachEntry(filter.filter(in: book)) { try sums.add($0.entry) }
                return sums
            }
            var output = Output()
            if json {
                output.append(sums.json)
            } else if csv {
                output.bytes += sums.csv
            } else if sums.all.isEmpty {
                output.append("There are no payees. Add one: daybook payee add Rewe \"REWE SAGT DANKE\"\n")
            } else {
                output.append(payees: sums)
            }
            try output.flush()
        }

        private func show(_ payee: PayeeName) throws {
            let (shown, rows, names) = try book.read { book in
                let names = try book.payeeNames()
                let shown = names.meaning(of: payee.text)
                var rows: [EntryRow] = []
                try book.forEachEntry(filter.filter(in: book)) { row in
                    if names.payee(of: row.entry) == shown { rows.append(row) }
                }
                return (shown, rows, names)
            }
            var output = Output()
            if json {
                output.append(EntryJSON.numbered.list(rows))
            } else if rows.isEmpty {
                guard shown.id != nil else { throw payee.isMissing }
                output.append(terminalLine: "No entry shows “\(shown.name)”.")
            }
            let width = rows.map { $0.entry.amount?.text.utf8.count ?? 0 }.max() ?? 0
            for row in rows where !json {
                output.append(row.number, width: 6)
                output.append("  \(row.entry.day.text)  ")
                output.append(entry: row.entry, amountWidth: width, payee: names.payee(of: row.entry)?.name)
                output.append("\n")
            }
            try output.flush()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a payee, or give one other names.",
            discussion: "A name begins what the bank says: “REWE SAGT” is meant by “REWE SAGT DANKE 4409”.")

        @Argument(help: "What it is called.")
        var payee: PayeeName

        @Argument(help: "Other names for it.")
        var others: [PayeeName] = []

        @OptionGroup var book: BookOptions

        func run() throws {
            let name = try book.write(makes: true) { book in
                let names = try book.reader.payeeNames()
                if others.isEmpty, names.meaning(of: payee.text).id != nil {
                    throw CommandFailure(
                        "There is a payee “\(payee.text)” already. Give other names for it behind the name.")
                }
                let root = try payee.payee(in: book, makes: true)
                for other in others {
                    let meaning = names.meaning(of: other.text)
                    if let id = meaning.id {
                        guard id == root.id else {
                            throw CommandFailure(
                                "“\(other.text)” is a name of “\(meaning.name)”. To make the two one payee, run: daybook payee "
                                    + "merge \(RuleText.quoted(meaning.name)) \(RuleText.quoted(root.name))")
                        }
                        continue
                    }
                    try book.add(name: other.text, of: root)
                }
                return root.name
            }
            try Output.say(others.isEmpty ? "Made the payee" : "Gave other names to", name)
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a payee. Its old name is another name of it from then on.")

        @Argument(help: "Its name, or another name of it.")
        var payee: PayeeName

        @Argument(help: "The new name.")
        var name: PayeeName

        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write { book in
                let old = try payee.payee(in: book, makes: true)
                let meaning = try book.reader.payeeNames().meaning(of: name.text)
                guard meaning.id == nil || meaning.id == old.id else {
                    throw CommandFailure(
                        "“\(name.text)” is a name of “\(meaning.name)”. Give another name, or make the two one payee with "
                            + "'daybook payee merge'.")
                }
                try book.rename(old, to: name.text)
            }
            try Output.say("Renamed the payee", name.text)
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge", abstract: "Make two payees one: the first is another name of the second from then on."
        )

        @Argument(help: "The one that goes.")
        var payee: PayeeName

        @Argument(help: "The one that stays.")
        var other: PayeeName

        @OptionGroup var book: BookOptions

        func run() throws {
            let name = try book.write { book in
                let (old, new) = (try payee.payee(in: book, makes: true), try other.payee(in: book, makes: true))
                guard old.id != new.id else {
                    throw CommandFailure("“\(payee.text)” and “\(other.text)” are one payee already.")
                }
                try book.merge(old, into: new)
                return new.name
            }
            try Output.say("Merged into", name)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a payee with its other names, or another name by itself.",
            discussion: "What entries say stays. 'daybook undo' brings it back.")

        @Argument(help: "Its name, or the other name.")
        var payee: PayeeName

        @OptionGroup var book: BookOptions

        func run() throws {
            try book.write { book in
                let names = try book.reader.payeeNames()
                let root = try payee.payee(in: book, makes: false)
                let other = names.others(of: root).first { PayeeNames([$0]).meaning(of: payee.text).id != nil }
                try book.delete(other ?? root)
            }
            try Output.say("Deleted", payee.text)
        }
    }
}

/// How a person names a payee: by its name or another name of it, in any case.
struct PayeeName: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        text = TypedText.plain(argument).trimmed
        if text.isBlank { return nil }
    }

    /// Nobody made it, and no entry shows it.
    var isMissing: CommandFailure { CommandFailure("There is no payee “\(text)”. 'daybook payee' shows all.") }

    /// The payee that bears the name.
    ///
    /// - Parameter makes: whether one that isn't there is made; else throws `CommandFailure`.
    func payee(in book: BookTransaction, makes: Bool) throws -> Payee {
        if let id = try book.reader.payeeNames().meaning(of: text).id,
            let payee = try book.reader.find(Payee.self, id)?.item
        {
            return payee
        }
        guard makes else { throw isMissing }
        return try book.add(Payee.self, [.title: .text(text)]).item
    }
}

extension Output {
    /// A line for each payee: its name, how many entries show it, what came in and went out, and its other names.
    fileprivate mutating func append(payees: PayeeSums) {
        let lines = payees.all.map { line in
            let sums = line.totals.income.all.map { "+" + $0.text } + line.totals.expense.all.map { "-" + $0.text }
            let others = payees.others(of: line)
            return [
                line.payee?.name ?? "(no payee)", "\(line.count)", sums.joined(separator: " "),
                others.isEmpty ? "" : "also " + others.joined(separator: ", "),
            ]
        }
        append(table: lines, hasRemarks: true)
    }
}
