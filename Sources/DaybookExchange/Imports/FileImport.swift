public import DaybookCore

/// A file on its way into a book, whatever is in it.
public struct FileImport: Sendable {
    private enum Content: Sendable {
        case bank(BankFile)
        case todos(Todos)
        case entries(ImportItems)
    }

    private enum Todos: Sendable {
        case program(ProgramFile, ProgramFile.Format)
        case own(TodoFileImport)
    }

    /// The name of the form of the file.
    public let form: String
    /// How its letters lie in its bytes, if that was looked for.
    public let encoding: TextEncoding?
    private let content: Content
    /// The budget beside the rows of a program for money.
    private var budget: BudgetFile?
    private let options: ImportOptions
    private let moment: ImportMoment

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - name: that of the file. It tells todo.txt, and Todoist has the project's there.
    ///   - usual: the currency of amounts that name none.
    ///   - accounts: those of the book.
    ///   - format: its form, if somebody said it.
    ///   - hasTodos: whether somebody said that it holds to-dos.
    /// - Throws: `ImportFailure`.
    public init(
        _ bytes: [UInt8], name: String, _ options: ImportOptions, usual: Currency, accounts: [MoneyAccount] = [],
        at moment: ImportMoment, as format: ImportFormat? = nil, hasTodos: Bool = false
    ) throws {
        self.options = options
        self.moment = moment
        do {
            switch try ImportContent(of: bytes, name: name, as: format, hasTodos: hasTodos) {
            case .bank(let input):
                let bank = try BankFile(input, options, usual: usual, accounts: accounts)
                if let problem = bank.emptiness {
                    throw ImportFailure(problem, at: name, columns: bank.columns)
                }
                (content, form, encoding) = (.bank(bank), bank.format.rawValue, bank.encoding)
                budget = try input.plan.flatMap { PlanReader($0.bytes) }?.file(usual: usual)
            case .plan:
                let plan = try (PlanReader(bytes) ?? PlanReader.packed(in: bytes))?.file(usual: usual)
                guard let plan, !plan.isEmpty else {
                    throw ImportFailure("\(name) has no categories. Export it again.")
                }
                (content, form, encoding) = (.entries(ImportItems(budget: plan)), "YNAB", nil)
            case .program(let format):
                let program = try ProgramFile(bytes, format, name: name, today: moment.today, clock: moment.clock)
                if let emptiness = program.emptiness(of: name) { throw ImportFailure(emptiness) }
                (content, form, encoding) = (.todos(.program(program, format)), format.title, nil)
            case .todos(let isCSV):
                let (text, found) = try Self.text(bytes, isCSV: isCSV)
                let todos = try TodoFileImport(text, isCSV: isCSV, options, in: name, at: moment)
                if todos.isEmpty { throw ImportFailure("\(name) has no to-dos. Export it again.") }
                (content, form, encoding) = (.todos(.own(todos)), isCSV ? "CSV" : "JSON", found)
            case .entries(let isCSV):
                let items =
                    isCSV
                    ? try ImportItems(csv: bytes, options, in: name) : try ImportItems(json: bytes, options, in: name)
                if items.isEmpty { throw ImportFailure("\(name) has no entries. Export it again.") }
                (content, form, encoding) = (.entries(items), isCSV ? "CSV" : "JSON", items.encoding)
            }
        } catch let error as InputError {
            throw ImportFailure(error, at: name)
        } catch let error as JSONError {
            throw ImportFailure(Sentence(verbatim: error.message).at(name))
        }
    }

    /// Takes entries that were read by other means.
    ///
    /// - Parameter form: the name of their form.
    public init(_ items: ImportItems, form: String, _ options: ImportOptions, at moment: ImportMoment) {
        (self.options, self.moment) = (options, moment)
        (content, self.form, encoding) = (.entries(items), form, nil)
    }

    /// Takes a budget that was read by other means.
    ///
    /// - Parameter form: the name of its form.
    public init(_ budget: BudgetFile, form: String, _ options: ImportOptions, at moment: ImportMoment) {
        self.init(ImportItems(budget: budget), form: form, options, at: moment)
    }

    private static func text(_ bytes: [UInt8], isCSV: Bool) throws(InputError) -> ([UInt8], TextEncoding?) {
        isCSV ? try TextEncoding.decode(bytes) : (bytes, nil)
    }

    /// True where it has to-dos, rather than entries.
    public var isOfTodos: Bool {
        switch content {
        case .todos: true
        case .bank, .entries: false
        }
    }

    /// True where columns or members of it can be left out.
    public var hasColumns: Bool {
        switch content {
        case .bank(let bank): bank.format == .csv
        case .todos(.program): false
        case .todos, .entries: true
        }
    }

    /// The bank's file that it is; nil for any other.
    public var bank: BankFile? { if case .bank(let bank) = content { bank } else { nil } }

    /// How many rows it has.
    public var count: Int {
        switch content {
        case .bank(let bank): bank.rowCount + bank.problems.count
        case .todos(.program(let program, _)): program.items.count + program.problems.count
        case .todos(.own(let todos)): todos.count
        case .entries(let items): items.count
        }
    }

    /// Tells what an import would do.
    ///
    /// - Parameters:
    ///   - account: where entries are to go that name no account, if somebody said it.
    ///   - advance: is called once a row is dealt with.
    /// - Throws: `ImportFailure`, or what the book throws.
    public func preview(
        in book: some ImportSource, into account: MoneyAccount?, advance: () -> Void = {}
    ) throws -> ImportReport {
        switch content {
        case .bank(let bank):
            let (plan, parts) = try plan(bank, into: account, in: book)
            var report = report(bank, plan, parts)
            report.closings = try plan.closings(bank, options, in: book, isWritten: false)
            return report
        case .todos(let todos): return try plan(todos, in: book).report
        case .entries(let items):
            var sample = RowSample()
            let entries = EntryImport(items, options, into: account, at: moment)
            let summary = try entries.take(into: book, goesOn: true, advance: advance, tell: { sample.append($0) })
            return report(items, summary, sample.rows)
        }
    }

    /// Writes what is new, all of it or nothing. What it does while it throws, or while something can't be read that isn't
    /// to be left out (`ImportReport.isRefused`), is to be taken back.
    public func write(
        to book: some ImportTarget, into account: MoneyAccount?, advance: () -> Void = {}
    ) throws -> ImportReport {
        var settled: Currency?
        switch content {
        case .bank(let bank):
            let (plan, parts) = try plan(bank, into: account, in: book.reader)
            var report = report(bank, plan, parts)
            guard !report.isRefused else {
                report.closings = try plan.closings(bank, options, in: book.reader, isWritten: false)
                return report
            }
            report.numbered = try plan.write(
                to: book, bank, options, into: account, at: moment, advance: advance, settled: { settled = $0 })
            report.settled = settled
            try book.make(report.summary.parts)
            report.closings = try plan.closings(bank, options, in: book.reader, isWritten: true)
            report.proposals = try book.reader.proposals(with: plan.newEntries)
            return report
        case .todos(let todos):
            let (plan, report) = try plan(todos, in: book.reader)
            if !report.isRefused { try plan.write(to: book, advance: advance) }
            return report
        case .entries(let items):
            var sample = RowSample()
            let entries = EntryImport(items, options, into: account, at: moment)
            let summary = try entries.write(
                to: book, advance: advance, settled: { settled = $0 }, tell: { sample.append($0) })
            var report = report(items, summary, sample.rows)
            report.settled = settled
            report.proposals = try book.reader.proposals(with: Set(summary.newEntries))
            return report
        }
    }

    /// The way of an import with the rows of a bank's file, and with the budget in it.
    private func plan(
        _ bank: BankFile, into account: MoneyAccount?, in book: some ImportSource
    ) throws -> (BankImport, BudgetFile.Parts) {
        var plan: BankImport
        do {
            plan = try BankImport(bank, options, into: account, in: book)
        } catch let error as InputError {
            throw ImportFailure(error, at: nil, columns: bank.columns)
        }
        let accounts = try book.importedAccounts() + plan.accounts.missing.values
        let parts = try budget?.parts(in: book, accounts, options, now: moment.now) ?? (new: [], lost: [:])
        try plan.assign(to: book.importedEnvelopes() + parts.new.compactMap { Envelope($0) }, options)
        return (plan, parts)
    }

    private func report(_ bank: BankFile, _ plan: BankImport, _ parts: BudgetFile.Parts) -> ImportReport {
        var summary = plan.summary(of: bank, options)
        summary.parts += parts.new
        var report = ImportReport(
            summary, plan.rows(of: bank, options), of: plan.rows.count + bank.problems.count,
            leavesOut: options.leavesOutUnreadable)
        report.lost = plan.leftOut(of: bank).map { (.bank($0.what), $0.count) }
        report.lost += ImportReport.Loss.all(parts.lost)
        report.newAccounts = plan.newAccounts(options)
        report.finishing = plan.finishing
        report.openings = plan.openings(options)
        report.columns = bank.columns
        report.statements = zip(bank.statements, plan.accounts.targets).map { statement, target in
            ImportReport.Statement(
                account: statement.account, target: target?.name, count: statement.rows.count,
                opening: statement.opening, closing: statement.closing)
        }
        report.plan = plan
        return report
    }

    /// Tells what becomes of each to-do.
    private func plan(_ todos: Todos, in book: some ImportSource) throws -> (plan: TodoImport, report: ImportReport) {
        switch todos {
        case .own(let todos):
            let plan = try todos.plan(in: book)
            return (plan, report(of: plan.summary, plan.rows))
        case .program(let program, let format):
            let (file, plan) = try ProgramImport.plan(program, format, options, in: book, at: moment)
            var report = report(of: plan.summary, plan.rows)
            report.lost +=
                file.lost.map { (.program($0.key), $0.value) }.sorted { $0.0.words($0.1) < $1.0.words($1.1) }
            (report.keptRules, report.kept) = (file.keptRules, file.kept)
            return (plan, report)
        }
    }

    /// Reports with what the file brings along.
    private func report(of summary: ImportSummary, _ rows: [ImportRow]) -> ImportReport {
        var report = ImportReport(summary, rows, of: count, leavesOut: options.leavesOutUnreadable)
        (report.newLists, report.newFilters) = (summary.names(of: .list), summary.names(of: .filter))
        report.newAccounts = summary.names(of: .account)
        report.lost = [Kind.list, .account].compactMap { kind in
            summary.lostNames[kind].map { (.unknown(kind), $0) }
        }
        return report
    }

    private func report(_ items: ImportItems, _ summary: ImportSummary, _ rows: [ImportRow]) -> ImportReport {
        var report = report(of: summary, rows)
        report.lost += ImportReport.Loss.all(summary.lostParts)
        report.kindIsSign = items.kindIsSign && summary.added > 0 && summary.kinds[.income] == summary.added
        return report
    }
}

/// The first rows of a file, and the first that can't be read: no more than a report tells.
private struct RowSample {
    private(set) var rows: [ImportRow] = []
    private var counts = (problems: 0, others: 0)

    mutating func append(_ row: ImportRow) {
        if row.outcome == .unreadable {
            counts.problems += 1
            guard counts.problems <= ImportReport.mostProblems else { return }
        } else {
            counts.others += 1
            guard counts.others <= ImportReport.mostRows else { return }
        }
        rows.append(row)
    }
}

/// The report on what an import does, or did.
public struct ImportReport: Sendable {
    /// Says what becomes of none of the rows.
    public enum Loss: Sendable {
        case program(ProgramFile.Loss)
        case bank(BankLeftOut)
        case budget(BudgetFile.Loss)
        /// Says that a to-do lies in a list, or an entry in an account, of which nothing but an unknown id is said.
        case unknown(Kind)

        static func all(_ counts: [BudgetFile.Loss: Int]) -> [(loss: Loss, count: Int)] {
            BudgetFile.Loss.allCases.compactMap { loss in counts[loss].map { (.budget(loss), $0) } }
        }

        /// How many of them, in English.
        public func words(_ count: Int) -> String {
            switch self {
            case .program(let loss): loss.words(count)
            case .bank(let loss): loss.words(count)
            case .budget(let loss): loss.words(count)
            case .unknown(.account):
                "\(count) \(count == 1 ? "account that isn't known" : "accounts that aren't known")"
            case .unknown: "\(count) \(count == 1 ? "list that isn't known" : "lists that aren't known")"
            }
        }
    }

    /// The part of one account of a bank's file.
    public struct Statement: Sendable {
        /// The account as the file calls it; empty where it names none.
        public let account: String
        /// Where its rows go; nil for the default account of their currency.
        public let target: String?
        public let count: Int
        public let opening: BankBalance?
        public let closing: BankBalance?
    }

    public let summary: ImportSummary
    /// The first of the file, and of what can't be read.
    public let rows: [ImportRow]
    /// How many rows the file has, all in all.
    public let count: Int
    /// The parts that are left out of the rows that are read, by count.
    public internal(set) var lost: [(loss: Loss, count: Int)] = []
    /// The columns of a bank's CSV, and what they are taken for.
    public internal(set) var columns: [BankColumn] = []
    public internal(set) var newLists: [String] = []
    public internal(set) var newFilters: [String] = []
    /// How many rules are kept that can't be followed.
    public internal(set) var keptRules = 0
    /// How many there are of what is kept for apps of CalDAV and exports, and is shown nowhere.
    public internal(set) var kept: [ProgramFile.Loss: Int] = [:]
    public internal(set) var newAccounts: [String] = []
    /// The titles of the to-dos of which rows finish an occurrence.
    public internal(set) var finishing: [String] = []
    /// The accounts that get what they opened with.
    public internal(set) var openings: [MoneyAccount] = []
    public internal(set) var statements: [Statement] = []
    public internal(set) var closings: [BankImport.Closing] = []
    /// True where no amount has a sign, so that all are incomes.
    public internal(set) var kindIsSign = false
    /// The currency of amounts that name none from now on, if that was settled.
    public internal(set) var settled: Currency?
    /// The plan of a bank's file: each of its rows.
    public internal(set) var plan: BankImport?
    /// Which account has the number of the file from now on.
    public internal(set) var numbered: BankImport.NumberedAccount?
    /// Pairs of entries that may be one transfer, of which one is new.
    public internal(set) var proposals: [TransferProposal] = []
    /// True where nothing is written, since something can't be read and isn't to be left out.
    public let isRefused: Bool

    /// How many rows are told, beside what can't be read; and how many of that.
    public static let mostRows = 200
    public static let mostProblems = 100

    /// - Parameters:
    ///   - rows: those that may be told.
    ///   - count: how many there are.
    init(_ summary: ImportSummary, _ rows: [ImportRow], of count: Int, leavesOut: Bool) {
        self.summary = summary
        self.count = count
        isRefused = summary.unreadable > 0 && !leavesOut
        let sorted = rows.sorted { $0.line < $1.line }
        let problems = sorted.filter { $0.outcome == .unreadable }.prefix(Self.mostProblems)
        let others = sorted.filter { $0.outcome != .unreadable }.prefix(Self.mostRows)
        self.rows = (problems + others).sorted { $0.line < $1.line }
    }

    /// The open questions, each once: those that the first problems ask.
    public var questions: [ImportQuestion] {
        var questions: [ImportQuestion] = []
        for case let question? in summary.problems.lazy.map(\.question) where !questions.contains(question) {
            switch question {
            // One date or amount is an example of all.
            case .dateOrder, .decimalMark, .sign:
                if !questions.contains(where: { $0.parameter == question.parameter }) { questions.append(question) }
            default: questions.append(question)
            }
        }
        return questions
    }
}
