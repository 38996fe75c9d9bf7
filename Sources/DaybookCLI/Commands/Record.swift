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

    @Option(
        help: ArgumentHelp(
            "The account that it is of: its name, or the currency of a default one.", valueName: "account"))
    var account: AccountName?

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @OptionGroup var book: BookOptions

    func run() throws {
        let line = text.joined(separator: " ")
        let (row, settled) = try book.add { book in
            let today = CivilDate.local()
            let account = try account?.account(in: book.reader)
            let usual = try account?.currency ?? book.reader.currency()
            let record = try QuickRecord(line, today: today, usual: usual, local: .local)
            let isUsual = record.amount != nil && !record.namesCurrency
            let settled = isUsual && account == nil ? try book.settleCurrency(.local ?? .usDollar) : nil
            var draft = record.draft(on: today)
            draft[.account] = account?.asField
            return (try book.add(entry: draft), settled)
        }
        Output.tell(settled: settled)
        var output = Output()
        if json { output.append(EntryJSON.numbered.item(row)) } else { output.append("Recorded", row) }
        try output.flushChange()
    }
}
