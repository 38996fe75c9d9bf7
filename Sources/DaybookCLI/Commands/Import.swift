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
            To Do, Google Tasks) are known by what is in them, and so are the budgets of YNAB (the ZIP of its export, or the plan \
            in it), YNAB 4 (the CSV of the budget) and Actual (the ZIP of Export data). Another CSV needs a line of names on top. A negative amount is an expense, a positive one an income, unless a column says \
            the kind. Use --dry-run first: it shows what would be added.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, moneymom
        case todotxt, taskwarrior, todoist, ics, ticktick, vikunja, microsoft, google

        /// The source as an import takes it; nil for a store, which is no file of bytes.
        var format: ImportFormat? {
            switch self {
            case .csv: .csv
            case .json: .json
            case .moneymom: nil
            case .todotxt, .taskwarrior, .todoist, .ics, .ticktick, .vikunja, .microsoft, .google:
                ProgramFile.Format(rawValue: rawValue).map { .program($0) }
            }
        }
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
        let file = format == .moneymom ? try store(at: moment) : try read(bytes, at: moment)
        if file.isOfTodos, account != nil {
            throw CommandFailure("\(name) has to-dos, which have no account. Leave --account out.")
        }
        guard leaveOut.isEmpty || file.hasColumns else {
            throw CommandFailure("\(name) is \(file.form), which has no columns to leave out. Leave --leave-out out.")
        }
        if file.bank == nil, let encoding = file.encoding, encoding != .utf8 {
            Self.tell("\(name) is read as \(encoding.rawValue).")
        }
        if dryRun { return try preview(file, at: moment) }
        // Not kept, even in memory: recordings may be large.
        try book.beforeMaking { book in
            let progress = Progress("Checking", of: file.count)
            defer { progress.end() }
            _ = try stop(
                file.preview(
                    in: book.reader, into: account?.open(in: book.reader), advance: { progress.advance() }))
        }
        let progress = Progress("Importing", of: file.count)
        let (report, pairs) = try book.write(
            makes: true, showing: progress,
            noting: { (done: (report: ImportReport, pairs: ProposedPairs)) in
                PastImport.Note(.file, self.file, count: done.report.summary.written)
            }
        ) { book in
            let report = try stop(
                file.write(to: book, into: account?.open(in: book.reader), advance: { progress.advance() }))
            if !file.isOfTodos { try remember(bytes, in: book) }
            return (report: report, pairs: try ProposedPairs(report.proposals, in: book.reader))
        }
        try show(report, pairs, of: file, at: moment)
    }

    var name: String { file == "-" ? "The input" : file }

    /// Reads the file with what the book knows of the last one of its kind.
    private mutating func read(_ bytes: [UInt8], at moment: ImportMoment) throws -> FileImport {
        let (recalled, usual, accounts) = try book.look { book in
            let recalled = try recall(bytes, in: book)
            let chosen = try recalled?.account ?? account?.open(in: book)
            return (recalled, try chosen?.currency ?? book.currency(at: moment), try book.importedAccounts())
        }
        if let recalled { take(recalled) }
        return try FileImport.reading(
            bytes, name: name, options, usual: usual, accounts: accounts, at: moment, as: format?.format,
            hasTodos: todos)
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

    /// Throws the first problem, unless it is to be left out.
    private func stop(_ report: ImportReport) throws(CommandFailure) -> ImportReport {
        guard report.isRefused, let problem = report.summary.problems.first else { return report }
        let others = report.summary.unreadable - 1
        throw CommandFailure(
            "\(name), \(problem.place): \(problem.message) Nothing was imported. "
                + (others > 0 ? "There are \(others) more such places; --dry-run shows them. " : "")
                + "--yes leaves out what can't be read.")
    }

    static func tell(_ note: String) {
        var output = Output()
        output.append(terminalLine: note)
        output.flushToStandardError()
    }
}

extension DateOrder: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}
