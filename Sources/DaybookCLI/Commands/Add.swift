import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write something down; it becomes the first of the to-dos.")

    @Argument(help: "What there is to do, in quotes if it is more than a word.", transform: TypedText.plain)
    var title: String

    @Option(help: ArgumentHelp("More about it.", valueName: "text"), transform: TypedText.plain)
    var description = ""

    @Option(help: ArgumentHelp("Anything to remember with it.", valueName: "text"), transform: TypedText.plain)
    var notes = ""

    @Option(
        help: ArgumentHelp("What it costs; checking it records the expense.", valueName: "amount"),
        transform: TypedText.plain)
    var amount: String?

    @Option(
        name: .customLong("on"),
        help: ArgumentHelp("The day on which the amount is due, such as 2026-12-01 or tomorrow.", valueName: "day"),
        transform: EntryOptions.day)
    var day: CivilDate?

    @Flag(help: "Print the item as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let row = try book.add { book in
            let amount = try amount.map { try Amount($0, usual: book.reader.currency(), local: .local) }
            return try book.add(
                TodoDraft(title: title, description: description, notes: notes, amount: amount, plannedDay: day))
        }
        var output = Output()
        if json { try output.append(TodoJSON.numbered.item(row)) } else { output.append("Added", row) }
        try output.flushChange()
    }
}
