public import ArgumentParser
import DaybookCore
public import DaybookExchange
import DaybookBook
import DaybookStorage

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add entries or to-dos from a file, all or none; what is known already isn't added again.",
        discussion: """
            Files of banks (OFX, QFX, QIF, CAMT.052 to .054, MT940, also in a ZIP), what Actual, YNAB and Firefly III export \
            as CSV, and files of other to-do programs (todo.txt, Taskwarrior, Todoist, iCalendar, TickTick, Vikunja, Microsoft \
            To Do, Google Tasks) are known by what is in them. Another CSV needs a line of names on top. A negative amount is an expense, a positive one an income, unless a column says \
            the kind. Use --dry-run first: it shows what would be added.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, moneymom
        case todotxt, taskwarrior, todoist, ics, ticktick, vikunja, microsoft, google

        /// The format of another to-do program.
        var program: ProgramFile.Format? { ProgramFile.Format(rawValue: rawValue) }
    }

    @Argument(
        help: "The file, or a pipe; - for standard input (not for moneymom).", completion: .file(),
        transform: TypedText.plain)
    var file: String

    @Option(
        help:
            "What is in it; if left out a bank's or another program's file if it is one, else csv where the name ends in .csv, else json."
    )
    var format: Format?

    @Option(
        help: ArgumentHelp(
            "The account whose entries they are. A bank's file that names accounts needs none if the book knows their numbers.",
            valueName: "account"))
    var account: AccountName?

    @Option(help: "The order of dates that may be read in two ways, such as 03/04/2026.")
    var dateOrder: DateOrder?

    @Option(help: ArgumentHelp("The order of the last file of this kind.", visibility: .private))
    var usualDateOrder: DateOrder?

    @Option(
        help: ArgumentHelp("A column or member to leave out; give it once for each.", valueName: "name"),
        transform: TypedText.plain)
    var leaveOut: [String] = []

    @Option(
        help: ArgumentHelp(
            "What a column of a CSV means, such as Betrag=amount; give it once for each.", valueName: "name=meaning"),
        transform: TypedText.plain)
    var column: [String] = []

    @Option(help: "What parts the decimals of a CSV, where 1.250 may be 1250.")
    var decimalMark: DecimalMark?

    @Flag(
        inversion: .prefixedNo,
        help: "Take amounts without a minus for expenses, as some cards write them; or else for incomes.")
    var negate: Bool?

    @Flag(help: "Bring back entries that were deleted here.")
    var restoreDeleted = false

    @Flag(help: "Add rows of a bank also where an entry fits that you entered by hand.")
    var all = false

    @Flag(help: "Leave out what can't be read, and add the rest.")
    var yes = false

    @Flag(help: "Show what would be added, and change nothing.")
    var dryRun = false

    @OptionGroup var book: BookOptions

    @Flag(help: "The file holds to-dos, also where that can't be seen.")
    var todos = false

    func validate() throws {
        if todos, format == .moneymom {
            throw ValidationError("A store of Money Mom holds no to-dos. Leave --todos out.")
        }
        if let bad = column.first(where: { !$0.dropFirst().contains("=") }) {
            throw ValidationError("“\(bad)” isn't a valid column. Use the form NAME=MEANING, such as Betrag=amount.")
        }
        if todos, account != nil { throw ValidationError("To-dos have no account. Leave --account or --todos out.") }
    }

    mutating func run() throws {
        do {
            try importAll()
        } catch let error as ImportFailure {
            throw CommandFailure(error.message)
        }
    }

    private mutating func importAll() throws {
        let moment = ImportMoment(now: .now(), localCurrency: .local) { .local($0) }
        let bytes = format == .moneymom ? [] : try FileInput.bytes(of: file)
        if format != .moneymom, !bytes.contains(where: { $0 > 0x20 }) {
            throw CommandFailure("\(file) is empty. Export it again.")
        }
        try recall(bytes)
        let program = format == nil ? program(of: bytes) : format?.program
        let isPacked = bytes.starts(with: "PK".utf8) && program != nil
        if !todos, !isPacked, format == nil || format == .csv, let input = try bankInput(bytes),
            format == nil || input.format == .csv
        {
            return try runBank(input, bytes, at: moment)
        }
        if let program {
            guard account == nil else {
                throw CommandFailure("\(file) has to-dos, which have no account. Leave --account out.")
            }
            return try runProgram(bytes, program, at: moment)
        }
        if let isCSV = todoForm(of: bytes) {
            guard account == nil else {
                throw CommandFailure("\(file) has to-dos, which have no account. Leave --account out.")
            }
            return try runTodos(bytes, isCSV: isCSV, at: moment)
        }
        let items = try items(bytes)
        if items.isEmpty {
            throw CommandFailure("\(file == "-" ? "The input" : file) has no entries. Export it again.")
        }
        func entries(_ book: BookReader) throws -> EntryImport {
            EntryImport(items, options, into: try account?.open(in: book), at: moment)
        }
        if dryRun {
            let progress = Progress("Reading", of: items.count)
            defer { progress.end() }
            let summary = try book.look {
                try entries($0).take(into: $0, goesOn: true, advance: { progress.advance() })
            }
            progress.end()
            return try preview(summary, of: items, at: moment)
        }
        // Not kept, even in memory: recordings may be large.
        try book.beforeMaking { book in
            let progress = Progress("Checking", of: items.count)
            defer { progress.end() }
            _ = try stop(entries(book.reader).take(into: book.reader, goesOn: yes, advance: { progress.advance() }))
        }
        var result = ImportSummary()
        var settled: Currency?
        var proposals: ProposedPairs?
        let progress = Progress("Importing", of: items.count)
        try book.write(
            makes: true, showing: progress, noting: { (_: Void) in PastImport.Note(.file, file, count: result.written) }
        ) { book in
            result = try stop(
                entries(book.reader).write(to: book, advance: { progress.advance() }, settled: { settled = $0 }))
            try remember(ImportProfile.kind(of: bytes), in: book)
            proposals = try ProposedPairs(book.reader.proposals(with: Set(result.newEntries)), in: book.reader)
        }
        Output.tell(settled: settled)
        for note in result.notes(kindIsSign: items.kindIsSign, today: moment.today) { Self.tell(note) }
        var output = Output()
        output.append(result.result)
        output.append(result.made)
        if let proposals { output.append(proposals) }
        try output.flushChange()
    }

    /// The options beside the file.
    var options: ImportOptions {
        var options = ImportOptions()
        (options.dateOrder, options.usualDateOrder) = (dateOrder, usualDateOrder)
        options.leftOut = leaveOut
        options.decimalMark = decimalMark
        options.isNegated = negate
        for part in column {
            guard let place = part.dropFirst().firstIndex(of: "=") else { continue }
            options.columns[String(part[..<place])] = String(part[part.index(after: place)...])
        }
        options.restoresDeleted = restoreDeleted
        options.addsFitting = all
        options.leavesOutUnreadable = yes
        return options
    }

    /// The format of another program. Any text may be todo.txt: its name ends in .txt, unless it is a table or JSON.
    private func program(of bytes: [UInt8]) -> ProgramFile.Format? {
        if let found = ProgramFile.format(of: bytes, name: file), found != .todotxt || todos { return found }
        return ProgramFile.isTodotxt(bytes, name: file) ? .todotxt : nil
    }

    private func preview(_ summary: ImportSummary, of items: ImportItems, at moment: ImportMoment) throws {
        for note in summary.notes(kindIsSign: items.kindIsSign, today: moment.today) { Self.tell(note) }
        var output = Output()
        output.append(lines: summary.names.map { $0 + "\n" }.joined(), indent: 0)
        output.append(lines: summary.preview(of: items.count), indent: 0)
        try output.flush()
        if summary.unreadable > 0, !yes { throw ExitCode.failure }
    }

    /// Throws the first problem, unless it is to be left out.
    func stop(_ summary: ImportSummary) throws(CommandFailure) -> ImportSummary {
        if !yes, let problem = summary.problems.first { throw CommandFailure(problem.message) }
        return summary
    }

    static func tell(_ note: String) {
        var output = Output()
        output.append(terminal: note)
        output.append("\n")
        output.flushToStandardError()
    }
}

extension DateOrder: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}
