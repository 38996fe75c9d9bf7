public import ArgumentParser
import DaybookCore
public import DaybookExchange
import DaybookStorage
import Foundation
import MoneyMomModel

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add entries or to-dos from a file, all or none; what is known already isn't added again.",
        discussion: """
            Files of banks (OFX, QFX, QIF, CAMT.052 to .054, MT940) and of other to-do programs (todo.txt, Taskwarrior, \
            Todoist, iCalendar, TickTick, Vikunja, Microsoft To Do, Google Tasks) are known by what is in them. Another CSV \
            needs a line of names on top. A negative amount is an expense, a positive one an income, unless a column says \
            the kind. Use --dry-run first: it shows what would be added.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, moneymom
        case todotxt, taskwarrior, todoist, ics, ticktick, vikunja, microsoft, google

        /// That of another to-do program.
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

    @Option(
        help: ArgumentHelp("A column or member to leave out; give it once for each.", valueName: "name"),
        transform: TypedText.plain)
    var leaveOut: [String] = []

    @Flag(help: "Bring back entries that were deleted here.")
    var restoreDeleted = false

    @Flag(help: "Add rows of a bank also where an entry fits that you entered by hand.")
    var all = false

    @Flag(help: "Leave out what can't be read of a bank's or another program's file, and add the rest.")
    var yes = false

    @Flag(help: "Show what would be added, and change nothing.")
    var dryRun = false

    @OptionGroup var book: BookOptions

    @Flag(help: "The file holds to-dos.")
    var todos = false

    func validate() throws {
        if todos, format == .moneymom {
            throw ValidationError("A store of Money Mom holds no to-dos. Leave --todos out.")
        }
        if todos, account != nil { throw ValidationError("To-dos have no account. Leave --account or --todos out.") }
    }

    func run() throws {
        let bytes = format == .moneymom ? [] : try FileInput.bytes(of: file)
        if format == nil, !todos, let kind = BankFile.format(of: bytes) { return try runBank(bytes, kind) }
        if let program = format == nil ? program(of: bytes) : format?.program {
            guard account == nil else {
                throw CommandFailure("\(file) has to-dos, which have no account. Leave --account out.")
            }
            return try runProgram(bytes, program)
        }
        guard !all, !yes else {
            throw CommandFailure("\(file) is neither a bank's nor another program's file. Leave --all and --yes out.")
        }
        if todos { return try runTodos(bytes) }
        let items = try items(bytes)
        if dryRun { return try preview(items) }
        // Not kept, even in memory: recordings may be large.
        try book.beforeMaking { book in
            let progress = Progress("Checking", of: items.count)
            defer { progress.end() }
            _ = try stop(take(items, into: Target(book.reader), progress))
        }
        var result = ImportSummary()
        var settled: Currency?
        let progress = Progress("Importing", of: items.count)
        try book.write(makes: true, showing: progress) { book in
            result = try stop(
                take(
                    items, into: Target(book.reader), progress,
                    settles: { settled = try book.settleCurrency($0) ?? settled }
                ) { kind, id, draft, recording, isDead in
                    if kind == .transfer { return try book.perform(.add(.transfer, id, draft)) }
                    if let recording { try book.store(recording) }
                    try book.add(entry: draft, id: id)
                    // What it was before it was deleted comes back with it.
                    guard isDead else { return }
                    var edit = Changes()
                    for field in Entry.fields.specs.map(\.field) {
                        edit[field] = draft[field] ?? .nothing
                    }
                    edit[.amount] = draft[.amount]
                    try book.perform(.edit(.entry, id, edit))
                })
        }
        Output.tell(settled: settled)
        for note in result.notes(kindIsSign: items.kindIsSign) { Self.tell(note) }
        var output = Output()
        output.append(result.result)
        try output.flushChange()
    }

    /// The format of another program. Any text may be todo.txt, so the name has to say it, or --todos.
    private func program(of bytes: [UInt8]) -> ProgramFile.Format? {
        let found = ProgramFile.format(of: bytes, name: file)
        let isNamed = ["todo.txt", "done.txt"].contains(file.split(separator: "/").last?.lowercased())
        return found == .todotxt && !todos && !isNamed ? nil : found
    }

    private func preview(_ items: ImportItems) throws {
        let progress = Progress("Reading", of: items.count)
        defer { progress.end() }
        let summary = try book.look { try take(items, into: Target($0), progress, goesOn: true) }
        progress.end()
        for note in summary.notes(kindIsSign: items.kindIsSign) { Self.tell(note) }
        var output = Output()
        output.append(lines: summary.preview(of: items.count), indent: 0)
        try output.flush()
        if summary.unreadable > 0 { throw ExitCode.failure }
    }

    /// Throws the first problem.
    func stop(_ summary: ImportSummary) throws(CommandFailure) -> ImportSummary {
        if let problem = summary.problems.first { throw CommandFailure(problem) }
        return summary
    }

    static func tell(_ note: String) {
        var output = Output()
        output.append(terminal: note)
        output.append("\n")
        output.flushToStandardError()
    }

    /// Where the entries go, and what was given to it so far.
    final class Target {
        let reader: BookReader
        /// The ids of this file.
        var seen = Set<EntityID>()

        init(_ reader: BookReader) { self.reader = reader }
    }

    /// Calls `body` with each entry that is to be written.
    ///
    /// - Parameters:
    ///   - goesOn: whether the rest is read behind an entry that can't be.
    ///   - settles: gets the usual currency before an entry whose amount names none.
    ///   - body: gets what it is, its id, and whether something of that id was deleted.
    private func take(
        _ items: ImportItems, into target: Target, _ progress: Progress, goesOn: Bool = false,
        settles: (Currency) throws -> Void = { _ in },
        _ body: (Kind, EntityID, Changes, Recording?, _ isDead: Bool) throws -> Void = { _, _, _, _, _ in }
    ) throws -> ImportSummary {
        var summary = ImportSummary()
        let account = try account?.open(in: target.reader)
        let usual = try account?.currency ?? target.reader.currency()
        let today = CivilDate.local()
        let now = Timestamp.now().milliseconds
        let accounts = try target.reader.accounts().map(\.account)
        var ids = ImportedIDs()
        var unscoped = ImportedIDs()
        struct Enough: Error {}
        do {
            try items.each { index, item in
                defer { progress.advance() }
                do {
                    let item = try item.get()
                    try Self.naming(item.place) {
                        if item.json.isTransfer {
                            return try takeTransfer(
                                item.json, into: target, among: accounts, &ids, &summary, usual, body)
                        }
                        let json = try item.json.of(account, among: accounts)
                        let input = try EntryInput(json, local: .local) { usual }
                        guard let id = try ids.next(json, input, knows: { _ in false }) else { return }
                        // What came before its account was made may have been put there since.
                        if let account, json != item.json,
                            let old = try unscoped.next(
                                item.json, EntryInput(item.json, local: .local) { usual }, knows: { _ in false }),
                            try target.reader.entry(old)?.others[.account] == account.asField
                        {
                            target.seen.insert(id)
                            summary.known += 1
                            return
                        }
                        let isNew = target.seen.insert(id).inserted
                        let isDead = try isNew && target.reader.isDeleted(id)
                        if try !isNew || !isDead && target.reader.knows(id) {
                            summary.known += 1
                            return
                        }
                        if isDead, !restoreDeleted {
                            summary.deleted += 1
                            return
                        }
                        let day = item.day ?? input.createdAt.map { .local($0) }
                        var draft = input.draft(today: day ?? today)
                        if let kind = item.kind { draft[.kind] = .choice(kind.rawValue) }
                        // Of one day the last in the file was written last.
                        draft.values.fill(.createdAt, .time(Timestamp(milliseconds: now - Int64(items.count - index))))
                        let recording = try item.recording.map { try Recording(file: $0) }
                        if let recording { draft[.voice] = .digest(recording.digest) }
                        if let problem = draft.entryProblem() { throw problem }
                        if account != nil { try draft.checkAccount(of: nil, target.reader.account) }
                        if isDead {
                            summary.restored += 1
                        } else {
                            summary.add(draft, hasDay: input.day != nil || day != nil)
                        }
                        if input.hasUsualCurrency, account == nil { try settles(usual) }
                        try body(.entry, id, draft, recording, isDead)
                    }
                } catch let error as CommandFailure {
                    summary.fail(error)
                    if !goesOn { throw Enough() }
                }
            }
        } catch is Enough {}
        return summary
    }

    /// Says where in the file an error is.
    private static func naming(_ place: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as InputError {
            throw CommandFailure("\(place): \(error.message)")
        } catch let error as ItemError {
            throw CommandFailure("\(place): \(error.message)")
        } catch let error as CocoaError {
            throw CommandFailure("\(place): its recording can't be read. \(error.localizedDescription)")
        }
    }
}

extension JSONValue {
    /// An entry with the id of its account in the place of a name, and with one where it names none.
    ///
    /// - Parameters:
    ///   - account: that of the entries that name none; nil for the default ones.
    ///   - accounts: those of the book.
    ///   - member: where the account stands.
    func of(_ account: MoneyAccount?, among accounts: [MoneyAccount], member: String = "account") throws -> JSONValue {
        guard case .object(var members) = self else { return self }
        var found = account
        switch members[member] {
        case nil, .null?: break
        case .string(let text)? where text.isBlank: break
        case .string(let text)? where EntityID(text) == nil:
            let named = accounts.filter { $0.isAccount(named: text) }
            // A default account that nobody has changed is called as its currency.
            if named.isEmpty, Currency(text) != nil {
                found = nil
                break
            }
            guard let first = named.first, named.count == 1 else {
                let start = named.isEmpty ? "There is no account" : "More than one account is called"
                throw CommandFailure(
                    "\(start) “\(text.excerpt)”. Make one with 'daybook money-account add', or leave the column out with "
                        + "--leave-out account.")
            }
            found = first
        default: return self
        }
        members[member] = found.flatMap { $0.isDefault ? nil : .string($0.id.text) }
        return .object(members)
    }
}

extension DateOrder: ExpressibleByArgument {}
