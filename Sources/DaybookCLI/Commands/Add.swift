import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a to-do. It becomes the first.",
        discussion: """
            A day, a time, a rule and an amount in the title are understood, in English and Chinese: "Dentist fri 3pm", \
            "Rent 850 eur every 1st from Giro", 明天下午三點交房租. An option says more than such words: they stay in the title then. \
            Quotation marks around all of the title switch this off: '"Friday on my mind"'.
            """)

    @Argument(
        help: ArgumentHelp("The title; its words need no quotes.", valueName: "title"), transform: TypedText.plain)
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "Make the to-do of this template, with its subtasks; 'daybook templates' shows them all.", valueName: "name"
        ))
    var template: KindName<Template>?

    @Option(help: ArgumentHelp("More about it.", valueName: "text"), transform: TypedText.plain)
    var description = ""

    @Option(help: ArgumentHelp("Notes about it.", valueName: "text"), transform: TypedText.plain)
    var notes = ""

    @Option(
        help: ArgumentHelp("What it costs; checking it records the expense.", valueName: "amount"),
        transform: TypedText.plain)
    var amount: String?

    @Option(
        name: [.customLong("due"), .customLong("on")],
        help: ArgumentHelp(
            "The day on which it is due, such as 2026-12-01, tomorrow or \"friday 15:00\".", valueName: "day"),
        transform: { try TypedMoment($0) })
    var due: TypedMoment?

    @Option(
        help: ArgumentHelp("The day on which to begin, which keeps it out of Today until then.", valueName: "day"),
        transform: { try TypedMoment($0) })
    var start: TypedMoment?

    @Flag(help: "Put it on Today.")
    var today = false

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "How it comes again, such as \"every 2 weeks\", \"every last friday\" or an RRULE.", valueName: "rule"),
        transform: { try TypedRule($0) })
    var rule: TypedRule?

    @OptionGroup var options: TodoOptions

    @Flag(help: "Print the item as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        guard template != nil else {
            if words.isEmpty { throw ValidationError("Missing expected argument '<title> ...'") }
            return
        }
        let isAlone =
            words.isEmpty && description.isEmpty && notes.isEmpty && amount == nil && due == nil && start == nil
            && !today && rule == nil && options.isEmpty
        if !isAlone {
            throw ValidationError(
                "A template has all of the to-do. Leave the rest out, and change it with 'daybook edit'.")
        }
    }

    func run() throws {
        if let template {
            let row = try book.write { book in
                try book.make(
                    template.row(in: book.reader).item, now: .local(), local: .local, usual: book.reader.currency())
            }
            return try say(row)
        }
        let title = words.joined(separator: " ")
        let (row, settled) = try book.add { book in
            let money = try amount.map { try Amount(typed: $0, of: .expense) { try book.reader.currency() } }
            let settled = try book.settleCurrency(for: amount)
            var draft = Changes.todo(
                title: title, description: description, notes: notes, amount: money.map { .some($0) })
            draft.values.take(try options.values(in: book.reader))
            if !options.tags.isEmpty { draft[.tag] = .texts(options.tags) }
            due?.put(into: &draft.values, .due, .dueTime)
            start?.put(into: &draft.values, .start, .startTime)
            if today { draft[.todayDay] = .day(.local()) }
            draft[.repeats] =
                (rule?.repeats(
                    due: draft[.due]?.day ?? draft[.start]?.day, hasAmount: money != nil, options.mode)).map {
                    .repeats($0)
                }
            // A book in which no currency is set looks at all entries.
            let usual = title.contains(where: \.isNumber) ? try book.reader.currency() : .usDollar
            draft.readTitle(
                now: .local(), lists: try book.reader.lists().map(\.list),
                accounts: try book.reader.accounts().map(\.account), usual: usual, local: .local)
            if let mode = options.mode, var repeats = draft[.repeats]?.repeats {
                repeats.mode = mode
                draft[.repeats] = .repeats(repeats)
            }
            return (try book.add(todo: draft), settled)
        }
        Output.tell(settled: settled)
        try say(row)
    }

    private func say(_ row: TodoRow) throws {
        var output = Output()
        if json { output.append(TodoJSON.numbered.item(row)) } else { output.append("Added", row) }
        try output.flushChange()
    }
}
