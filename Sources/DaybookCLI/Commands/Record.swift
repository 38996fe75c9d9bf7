import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record a line such as \"12.50 lunch #food @Taipei\".",
        discussion: """
            In any order: an amount, with a currency or without; a day such as yesterday, friday, 3 Nov or 昨天; # leads a \
            tag, @ a place; all else is the note. An amount is an expense; + before it or the word income (收入) makes it \
            income. What stands between quotation marks is note.
            """)

    @Argument(help: "The line; put it in quotes, since # starts a comment in a shell.", transform: TypedText.plain)
    var text: [String]

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let line = text.joined(separator: " ")
        let (row, settled) = try book.add { book in
            let today = CivilDate.local()
            let record = try QuickRecord(line, today: today, usual: book.reader.currency(), local: .local)
            let isUsual = record.amount != nil && !record.namesCurrency
            let settled = isUsual ? try book.settleCurrency(.local ?? .usDollar) : nil
            return (try book.add(entry: record.draft(on: today)), settled)
        }
        Output.tell(settled: settled)
        var output = Output()
        if json { output.append(EntryJSON.numbered.item(row)) } else { output.append("Recorded", row) }
        try output.flushChange()
    }
}
