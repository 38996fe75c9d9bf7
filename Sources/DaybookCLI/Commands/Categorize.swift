import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Categorize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "categorize",
        abstract: "Sort or change entries: --as income or expense, --amount, --tag and so on.",
        aliases: ["sort"])

    @Argument(help: "Their numbers, or the starts of their ids.")
    var entries: [ItemName]

    @Option(
        name: .customLong("as"), help: ArgumentHelp("income, expense or unsorted.", valueName: "kind"),
        completion: .list(["income", "expense", "unsorted"]), transform: EntryFilterOptions.kind)
    var kind: EntryKind?

    @Option(help: ArgumentHelp("The new amount.", valueName: "amount"), transform: TypedText.plain)
    var amount: String?

    @Option(help: ArgumentHelp("The new note; \"\" for none.", valueName: "text"), transform: TypedText.plain)
    var note: String?

    @Option(
        help: ArgumentHelp("A tag to take away; give it once for each.", valueName: "name"), transform: TypedText.plain)
    var untag: [String] = []

    @Option(
        name: [.customLong("on"), .customLong("date")],
        help: ArgumentHelp("The new day, such as 2026-11-21 or yesterday.", valueName: "day"),
        transform: { try TypedDay.one($0, .past) })
    var day: CivilDate?

    @OptionGroup var options: EntryOptions
    @OptionGroup var reconciled: ReconciledOptions
    @OptionGroup var book: BookOptions

    func validate() throws {
        let isChanged =
            kind != nil || amount != nil || note != nil || !untag.isEmpty || !options.tags.isEmpty
            || !options.values.isEmpty || options.account != nil || options.budget.envelope != nil || day != nil
        if !isChanged {
            throw ValidationError(
                "There is nothing to change. Give --as, --amount, --note, --tag, --untag, --place, --payee, --account, --envelope or --on."
            )
        }
    }

    func run() throws {
        var settled: Currency?
        let rows = try book.write { book in
            let account = try options.account?.account(in: book.reader)
            let envelope = try options.budget.value(in: book.reader)
            return try entries.entries(in: book.reader).map { old in
                if old.entry.amount == nil, let amount { settled = try book.settleCurrency(for: amount) ?? settled }
                let usual = try old.entry.amount?.currency ?? book.reader.currency()
                let tags = try old.entry.tags.changed(
                    adding: options.tags, removing: untag, of: "entry", shownBy: "entries")
                var edit = Changes.entry(
                    kind: kind,
                    amount: try amount.map { try Amount($0, of: kind ?? old.entry.kind, usual: usual, local: .local) },
                    day: day, note: note, tags: tags)
                edit.values.take(options.values)
                edit[.account] = account?.asField
                edit[.envelope] = envelope
                if let problem = account?.problem(taking: edit[.amount]?.amount ?? old.entry.amount) { throw problem }
                let action = BookAction.edit(.entry, old.entry.id, edit)
                try reconciled.check(action, "The entry \(old.number)", in: book.reader)
                try book.carryOut(action)
                return try book.reader.entryRow(old.entry.id) ?? old
            }
        }
        Output.tell(settled: settled)
        try Output.confirm { for row in rows { $0.append("Changed", row) } }
    }
}

struct DeleteEntry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-entry", abstract: "Delete entries (to-dos: daybook delete).", aliases: ["strike"])

    @Argument(help: "Their numbers, or the starts of their ids.")
    var entries: [ItemName]

    @OptionGroup var reconciled: ReconciledOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        let rows = try book.write { book in
            let rows = try entries.entries(in: book.reader)
            for row in rows {
                let action = BookAction.delete(.entry, row.entry.id)
                try reconciled.check(action, "The entry \(row.number)", in: book.reader)
                try book.carryOut(action)
            }
            return rows
        }
        try Output.confirm { for row in rows { $0.append("Deleted", row) } }
    }
}
