import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct TransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Record money that goes from one account to another.",
        discussion: """
            It is neither income nor an expense. 'daybook transfers' shows all, and 'daybook entries --account' those of \
            an account among its entries.
            """)

    @Argument(help: "How much goes out, such as 100 or \"100 EUR\".", transform: TypedText.plain)
    var amount: String

    @Option(help: ArgumentHelp("The account from which it goes.", valueName: "account"))
    var from: AccountName

    @Option(help: ArgumentHelp("The account to which it goes.", valueName: "account"))
    var to: AccountName

    @Flag(help: "Print the transfer as JSON.")
    var json = false

    @OptionGroup var options: TransferOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        let (row, names) = try book.add { book in
            var changes = try options.changes(
                amount, from: from.account(in: book.reader), to: to.account(in: book.reader), changing: nil,
                in: book.reader)
            changes.values.fill(.day, .day(.local()))
            return (try book.add(transfer: changes), try AccountNames(book.reader))
        }
        var output = Output()
        if json { output.append(TransferJSON.numbered.item(row)) } else { output.append("Recorded", row, names) }
        try output.flushChange()
    }
}

struct TransfersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers",
        abstract: "Show transfers between accounts, change and delete them, or make them of entries and part them.",
        discussion: """
            A TRANSFER is the number that 'daybook transfers' shows, such as t3, or the start of an id. To record one: \
            daybook transfer 100 --from Bank --to Cash
            """,
        subcommands: [Show.self, Edit.self, Delete.self, Propose.self, Join.self, Part.self],
        defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the transfers, the newest first.")

        @Option(help: ArgumentHelp("Those from or to this account.", valueName: "account"))
        var account: AccountName?

        @OptionGroup var days: DaysOptions

        @Option(help: ArgumentHelp("With these words in the note.", valueName: "words"), transform: TypedText.plain)
        var text = ""

        @OptionGroup var limit: LimitOption

        @Flag(help: "Print the transfers as a JSON array.")
        var json = false

        @OptionGroup var book: BookOptions

        func run() throws {
            let (rows, names) = try book.read { book in
                let filter = TransferFilter(
                    from: days.from, through: days.through,
                    account: try account.map { try book.scope(of: $0.account(in: book)) },
                    text: text)
                return (try book.transferRows(filter, limit: limit.count), try AccountNames(book))
            }
            var output = Output()
            if json {
                output.append(TransferJSON.numbered.list(rows))
            } else if rows.isEmpty {
                output.append(
                    "There are no such transfers. Record one: daybook transfer 100 --from Bank --to Cash\n")
            } else {
                output.append(transfers: rows, names)
            }
            try output.flush()
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change the amounts, the accounts, the days or the note of a transfer.")

        @Argument(help: "Its number, such as t3, or the start of its id.")
        var transfer: ItemName

        @Option(help: ArgumentHelp("How much goes out.", valueName: "amount"), transform: TypedText.plain)
        var amount: String?

        @Option(help: ArgumentHelp("The account from which it goes.", valueName: "account"))
        var from: AccountName?

        @Option(help: ArgumentHelp("The account to which it goes.", valueName: "account"))
        var to: AccountName?

        @OptionGroup var options: TransferOptions
        @OptionGroup var reconciled: ReconciledOptions
        @OptionGroup var book: BookOptions

        func validate() throws {
            guard amount == nil, from == nil, to == nil, options.isEmpty else { return }
            throw ValidationError(
                "There is nothing to change. Give an option; 'daybook help transfers edit' names them all.")
        }

        func run() throws {
            let (row, names) = try book.write { book in
                let old = try transfer.transfer(in: book.reader)
                let changes = try options.changes(
                    amount, from: from?.account(in: book.reader), to: to?.account(in: book.reader),
                    changing: old.transfer, in: book.reader)
                let action = BookAction.edit(.transfer, old.transfer.id, changes)
                try reconciled.check(action, "The transfer t\(old.number)", in: book.reader)
                try book.carryOut(action)
                return (try book.reader.transferRow(old.transfer.id) ?? old, try AccountNames(book.reader))
            }
            try Output.confirm { $0.append("Changed", row, names) }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete transfers. Entries of which one was made are deleted with it.")

        @Argument(help: "Their numbers, such as t3, or the starts of their ids.")
        var transfers: [ItemName]

        @OptionGroup var reconciled: ReconciledOptions
        @OptionGroup var book: BookOptions

        func run() throws {
            let (rows, names) = try book.write { book in
                var rows: [TransferRow] = []
                for name in transfers {
                    let row = try name.transfer(in: book.reader)
                    rows.append(row)
                    try reconciled.check(
                        .delete(.transfer, row.transfer.id), "The transfer t\(row.number)", in: book.reader)
                    try book.delete(row.transfer)
                }
                return (rows, try AccountNames(book.reader))
            }
            try Output.confirm { for row in rows { $0.append("Deleted", row, names) } }
        }
    }

    struct Propose: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "propose",
            abstract: "Show pairs of entries that may be one transfer: as much out of one account as into another.",
            discussion: """
                The two are at most \(TransferProposal.greatestDistance) days apart. Nothing is changed: 'daybook \
                transfers join' makes a transfer of a pair.
                """)

        @OptionGroup var book: BookOptions

        func run() throws {
            let pairs = try book.read { book in
                let entries = try book.entryRows(EntryFilter(kinds: [.income, .expense])).map(\.entry)
                return try ProposedPairs(
                    TransferProposal.all(entries, among: book.accounts().map(\.account)), in: book)
            }
            var output = Output()
            if pairs.proposals.isEmpty { output.append("No two entries look like a transfer.\n") }
            output.append(pairs)
            try output.flush()
        }
    }

    struct Join: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "join", abstract: "Make a transfer of what went out and what came in.",
            discussion: """
                The two entries are one transfer then, and neither income nor an expense. A file of a bank that has them \
                doesn't add them again. Of one entry with --from or --to: the other side is an account without entries of \
                its own. 'daybook transfers part' takes the transfer apart.
                """)

        @Argument(help: "The numbers of two entries, or the starts of their ids; or of one.")
        var entries: [ItemName] = []

        @Flag(help: "Join all pairs that 'daybook transfers propose' shows.")
        var all = false

        @Option(help: ArgumentHelp("The account from which it came, for one income.", valueName: "account"))
        var from: AccountName?

        @Option(help: ArgumentHelp("The account to which it went, for one expense.", valueName: "account"))
        var to: AccountName?

        @OptionGroup var book: BookOptions

        func validate() throws {
            let others = [from, to].compactMap(\.self).count
            guard all ? entries.isEmpty && others == 0 : entries.count + others == 2 && !entries.isEmpty else {
                throw ValidationError("Give two entries, or one with --from or --to, or --all.")
            }
        }

        func run() throws {
            let (rows, names) = try book.write { book in
                let rows = try all ? joinAll(book) : [join(entries.entries(in: book.reader), book)]
                return (rows, try AccountNames(book.reader))
            }
            var output = Output()
            if rows.isEmpty { output.append("No two entries look like a transfer.\n") }
            for row in rows { output.append("Joined", row, names) }
            try output.flushChange()
        }

        private func joinAll(_ book: BookTransaction) throws -> [TransferRow] {
            let entries = try book.reader.entryRows(EntryFilter(kinds: [.income, .expense])).map(\.entry)
            let accounts = try book.reader.accounts().map(\.account)
            return try TransferProposal.all(entries, among: accounts).map { try book.join(from: $0.from, to: $0.to) }
        }

        private func join(_ rows: [EntryRow], _ book: BookTransaction) throws -> TransferRow {
            for row in rows where row.entry.kind == .unsorted {
                throw CommandFailure("The entry \(row.number) is to be sorted first: daybook categorize \(row.number)")
            }
            let (outs, ins) = (rows.filter { $0.entry.kind == .expense }, rows.filter { $0.entry.kind == .income })
            guard outs.count == 1 || rows.count == 1, ins.count == 1 || rows.count == 1 else {
                throw CommandFailure("A transfer is made of an expense and an income. Name one of each.")
            }
            guard rows.count == 2 || (to != nil) == (outs.count == 1) else {
                throw CommandFailure(
                    outs.isEmpty
                        ? "An income came from an account. Name that with --from."
                        : "An expense went to an account. Name that with --to.")
            }
            var changes = Changes()
            changes[.account] = try from.map { .entity(try $0.account(in: book.reader).id) }
            changes[.toAccount] = try to.map { .entity(try $0.account(in: book.reader).id) }
            return try book.join(from: outs.first?.entry, to: ins.first?.entry, changes)
        }
    }

    struct Part: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "part", abstract: "Take a transfer apart: what it was made of are entries again, as they were."
        )

        @Argument(help: "Its number, such as t3, or the start of its id.")
        var transfer: ItemName

        @OptionGroup var book: BookOptions

        func run() throws {
            let (row, entries, names) = try book.write { book in
                let row = try transfer.transfer(in: book.reader)
                guard !row.transfer.entries.isEmpty else {
                    throw CommandFailure(
                        "The transfer t\(row.number) wasn't made of entries. To delete it: daybook transfers delete "
                            + "t\(row.number)")
                }
                return (row, try book.part(row.transfer), try AccountNames(book.reader))
            }
            var output = Output()
            output.append("Parted", row, names)
            for entry in entries { output.append("Again an entry", entry) }
            try output.flushChange()
        }
    }
}
