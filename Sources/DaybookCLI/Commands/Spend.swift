import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct Spend: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Record an expense.")

    @Argument(help: "How much, such as 12.50 or \"12.50 EUR\".")
    var amount: String

    @Argument(help: "What for.")
    var note: [String] = []

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @OptionGroup var options: EntryOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        try book.record(.expense, amount, note, options, json: json)
    }
}

struct Earn: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Record an income.")

    @Argument(help: "How much, such as 30000 or \"30000 TWD\".")
    var amount: String

    @Argument(help: "What from.")
    var note: [String] = []

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @OptionGroup var options: EntryOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        try book.record(.income, amount, note, options, json: json)
    }
}

extension BookOptions {
    fileprivate func record(
        _ kind: EntryKind, _ amount: String, _ note: [String], _ options: EntryOptions, json: Bool
    ) throws {
        let row = try write { book in
            let amount = try Amount(amount, usual: book.reader.currency())
            return try book.add(
                EntryDraft(
                    kind: kind, amount: amount, day: options.day ?? .local(), place: options.place ?? "",
                    note: note.joined(separator: " "), tags: options.tags))
        }
        var output = Output()
        if json { output.append(EntryJSON.numbered.item(row)) } else { output.append("Recorded", row) }
        output.flush()
    }
}
