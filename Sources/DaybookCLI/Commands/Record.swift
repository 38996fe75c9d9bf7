import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record a line such as \"12.50 lunch #food @Taipei\".",
        discussion: """
            In any order: an amount, with a currency or without; # leads a tag, @ a place; all else is the note. \
            + before the amount or the word income (收入) makes it income, - or the word spent (支出) an expense. \
            Without any, it waits to be sorted: daybook sort.
            """)

    @Argument(help: "The line; put it in quotes, since # starts a comment in a shell.", transform: TypedText.plain)
    var text: [String]

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let line = text.joined(separator: " ")
        let row = try book.add { book in
            let record = try QuickRecord(line, usual: book.reader.currency(), local: .local)
            return try book.add(record.draft(on: .local()))
        }
        var output = Output()
        if json { output.append(EntryJSON.numbered.item(row)) } else { output.append("Recorded", row) }
        try output.flushChange()
    }
}
