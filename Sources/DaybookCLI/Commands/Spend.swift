import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct Spend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spend", abstract: "Record an expense.", discussion: RecordingOptions.hint)

    @OptionGroup var entry: RecordingOptions

    func run() throws { try entry.record(.expense) }
}

struct Earn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "earn", abstract: "Record an income.", discussion: RecordingOptions.hint)

    @OptionGroup var entry: RecordingOptions

    func run() throws { try entry.record(.income) }
}

/// What spending and earning ask for.
struct RecordingOptions: ParsableArguments {
    static let hint = "Here # and @ are letters like others; 'daybook record' takes them for tags and a place."

    @Argument(help: "How much, such as 12.50 or \"12.50 EUR\".", transform: TypedText.plain)
    var amount: String

    @Argument(help: "What for, or what from. A currency may come first, such as EUR.", transform: TypedText.plain)
    var note: [String] = []

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @Option(
        name: .customLong("on"),
        help: ArgumentHelp("Such as 2026-11-21 or yesterday; today if left out.", valueName: "day"),
        transform: EntryOptions.day)
    var day: CivilDate?

    @OptionGroup var options: EntryOptions
    @OptionGroup var book: BookOptions

    func record(_ kind: EntryKind) throws {
        let row = try book.add { book in
            let (amount, note) = try amountAndNote(usual: book.reader.currency())
            return try book.add(
                EntryDraft(
                    kind: kind, amount: amount, day: day ?? .local(), place: options.place ?? "",
                    note: note.joined(separator: " "), tags: options.tags))
        }
        var output = Output()
        if json { output.append(EntryJSON.numbered.item(row)) } else { output.append("Recorded", row) }
        try output.flushChange()
    }

    /// As `12.50 EUR lunch` is meant, where nobody put the amount between quotation marks.
    private func amountAndNote(usual: Currency) throws -> (Amount, note: [String]) {
        if let rest = note.first, Amount.mayBeOne(amount, rest) { throw MoneyError.spaceInside("\(amount) \(rest)") }
        // A code in small letters may be a word.
        if let name = note.first, Currency(name).map({ $0.code == name || $0.hasSign }) ?? true,
            let amount = try? Amount("\(amount) \(name)", usual: usual, local: .local)
        {
            return (amount, Array(note.dropFirst()))
        }
        return (try Amount(amount, usual: usual, local: .local), note)
    }
}
