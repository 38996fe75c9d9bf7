import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct Entries: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what came in and went out, the newest first, a day a section with its totals.")

    @OptionGroup var filter: EntryFilterOptions

    @Option(help: ArgumentHelp("At most so many.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Print the entries as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is \(limit); give a number from 0.") }
    }

    func run() throws {
        let rows = try book.read { try $0.entryRows(filter.filter, limit: limit) }
        var output = Output()
        if json {
            output.append(EntryJSON.numbered.list(rows))
        } else if rows.isEmpty {
            output.append("There are no such entries. Record one: daybook spend 12.50 lunch\n")
        } else {
            try output.append(entries: rows)
        }
        output.flush()
    }
}
