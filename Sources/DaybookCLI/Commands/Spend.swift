import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Spend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spend", abstract: "Record an expense.", discussion: SpendOptions.hint)

    @OptionGroup var entry: SpendOptions

    func run() throws { try entry.record(.expense) }
}

struct Earn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "earn", abstract: "Record an income.", discussion: SpendOptions.hint)

    @OptionGroup var entry: SpendOptions

    func run() throws { try entry.record(.income) }
}

struct SpendOptions: ParsableArguments {
    static let hint = "Here # and @ are letters like others; 'daybook record' takes them for tags and a place."

    @Argument(help: "How much, such as 12.50 or \"12.50 EUR\".", transform: TypedText.plain)
    var amount: String

    @Argument(help: "What for, or what from. A currency may come first, such as EUR.", transform: TypedText.plain)
    var note: [String] = []

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @Option(
        name: [.customLong("on"), .customLong("date")],
        help: ArgumentHelp("Such as 2026-11-21 or yesterday; today if left out.", valueName: "day"),
        transform: { try TypedDay.one($0, .past) })
    var day: CivilDate?

    @OptionGroup var options: EntryOptions
    @OptionGroup var book: BookOptions

    func record(_ kind: EntryKind) throws {
        let (row, settled) = try book.add { book in
            let account = try options.account?.account(in: book.reader)
            let (amount, note, isUsual) = try amountAndNote(kind) { try account?.currency ?? book.reader.currency() }
            let settled = isUsual && account == nil ? try book.settleCurrency(.local ?? .usDollar) : nil
            var draft = Changes.entry(kind: kind, amount: amount, day: day ?? .local(), note: note, tags: options.tags)
            draft.values.take(options.values)
            draft[.account] = account?.asField
            draft[.envelope] = try options.budget.value(in: book.reader)
            return (try book.add(entry: draft), settled)
        }
        Output.tell(settled: settled)
        var output = Output()
        if json { output.append(EntryJSON.numbered.item(row)) } else { output.append("Recorded", row) }
        try output.flushChange()
    }

    /// Reads `12.50 EUR lunch` as it is meant, whichever of the words somebody put between quotation marks.
    private func amountAndNote(
        _ kind: EntryKind, usual: () throws -> Currency
    ) throws -> (Amount, note: String, isUsual: Bool) {
        // Between quotation marks ALL and TOP are words.
        let isQuoted = note.first?.contains(where: \.isWhitespace) ?? false
        let note = note.joined(separator: " ").trimmed
        let words = note.split(whereSeparator: \.isWhitespace).map { String($0) }
        func refuse(_ head: String, _ rest: String) throws {
            if Amount.mayBeOne(head, rest) { throw ItemError.spaceInside("\(head) \(rest)") }
        }
        if let first = words.first { try refuse(amount, first) }
        // A code in small letters may be a word.
        if let name = words.first,
            try Currency(name).map({ try $0.code == name && (!isQuoted || $0 == usual()) || $0.isReadInSmallLetters })
                ?? true
        {
            do {
                let amount = try Amount(typed: "\(amount) \(name)", of: kind, usual: usual)
                // `EUR 1 250` has the number behind.
                if words.count > 1 { try refuse(name, words[1]) }
                let isUsual = !Amount.namesCurrency("\(self.amount) \(name)")
                return (amount, String(note.dropFirst(name.count)), isUsual)
            } catch ItemError.notANumber {
                // `€5 TOP hits` has its currency.
            } catch {
                // A currency that isn't known is none of the note, nor the amount in the usual one.
                if Currency.isMeant(name) { throw error }
            }
        }
        let isUsual = !Amount.namesCurrency(amount)
        return (try Amount(typed: amount, of: kind, usual: usual), note, isUsual)
    }
}
