import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage
import Foundation

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write entries or to-dos for another book, a spreadsheet, hledger or Beancount.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, hledger, beancount
        case todotxt, taskwarrior, ics

        /// True where to-dos can be written so.
        var isOfTodos: Bool { [.json, .csv, .todotxt, .taskwarrior, .ics].contains(self) }
        /// True where entries can be.
        var isOfEntries: Bool { [.json, .csv, .hledger, .beancount].contains(self) }
    }

    @Option(help: "What to write.")
    var format: Format = .json

    @Flag(help: "Write the to-dos, open and finished, as json, csv, todotxt, taskwarrior or ics.")
    var todos = false

    @OptionGroup var filter: EntryFilterOptions
    @OptionGroup var book: BookOptions

    private var file: ExportedFile {
        switch format {
        case .json: todos ? .todosJSON : .entriesJSON
        case .csv: todos ? .todosCSV : .entriesCSV
        case .todotxt: .todoTxt
        case .taskwarrior: .taskwarrior
        case .ics: .iCalendar
        case .hledger: .hledger
        case .beancount: .beancount
        }
    }

    func validate() throws {
        guard todos else {
            if !format.isOfEntries { throw ValidationError("\(format.rawValue) is for to-dos. Add --todos.") }
            return
        }
        if !filter.isEmpty {
            throw ValidationError("The filters are for entries. Leave them or --todos out.")
        }
        if !format.isOfTodos {
            throw ValidationError(
                "To-dos are written as json, csv, todotxt, taskwarrior or ics. Give one of these with --format.")
        }
    }

    func run() throws {
        var output = Output()
        if todos {
            try book.read { book in
                let (rows, things) = (try book.rows(), try book.things(in: .todos))
                output.bytes += try file.bytes(
                    rows, things: book.things(in: .todos), accounts: book.importedAccounts(),
                    kept: book.keptCalendars()
                ) { .local($0) }
                if let unsaid = file.unsaid(rows, things: things) { Import.tell(unsaid) }
            }
            if file == .todosJSON { output.append("\n") }
        } else {
            try book.read { book in
                let wanted = try filter.filter(in: book)
                // A filter of a kind or a tag asks for entries alone.
                let transfers =
                    wanted.kinds.isEmpty && wanted.tags.isEmpty
                    ? try book.transferRows(
                        TransferFilter(
                            from: wanted.from, through: wanted.through, account: wanted.account, text: wanted.text))
                    : []
                let (rows, accounts) = (try book.entryRows(wanted), try book.importedAccounts())
                let (rates, assertions) = (try book.rateRows().map(\.rate), try book.ledgerAssertions())
                let payees = try book.payeeNames()
                let budget = try book.things(in: .entries).filter { !($0 is MoneyAccount) }
                append(rows, transfers, accounts, wanted, rates, assertions, payees, budget, to: &output)
                if format == .hledger, wanted == EntryFilter() {
                    output.bytes += try book.budgetJournal() + book.plannedJournal(on: .local())
                }
                // Part of the entries stands for no more than itself.
                let isAll = wanted == EntryFilter()
                let unsaid = file.unsaid(
                    rows, accounts: isAll ? accounts : [], payees: isAll ? payees : PayeeNames([]),
                    rates: isAll ? rates.count : 0, rules: isAll ? try book.all(EntryRule.self).count : 0,
                    statements: isAll ? assertions.count : 0, envelopes: isAll ? budget.count { $0 is Envelope } : 0)
                if let unsaid { Import.tell(unsaid) }
            }
        }
        // On a terminal a note is text, whatever it has in it; a file gets it as it is. JSON has escapes of its own.
        if Output.isTerminal, format != .json {
            let text = String(decoding: output.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            output = Output()
            output.append(lines: text, indent: 0)
        }
        try output.flush()
    }

    /// The accounts that some entries and transfers name.
    private func named(
        _ accounts: [MoneyAccount], _ rows: [EntryRow], _ transfers: [TransferRow]
    ) -> [MoneyAccount] {
        let ids = Set(
            rows.compactMap { $0.entry.extraFields[.account]?.entity }
                + transfers.flatMap { [$0.transfer.from.account, $0.transfer.to.account] })
        return accounts.filter { ids.contains($0.id) }
    }

    private func append(
        _ rows: [EntryRow], _ transfers: [TransferRow], _ accounts: [MoneyAccount], _ filter: EntryFilter,
        _ rates: [Rate], _ assertions: [LedgerAssertion], _ payees: PayeeNames, _ budget: [any RecordEntity],
        to output: inout Output
    ) {
        // An opening beside a part of the entries would say what no account held.
        var others = filter
        others.account = nil
        let openings =
            others == EntryFilter()
            ? accounts.filter { filter.account == nil || filter.account == AccountScope($0, among: accounts) } : []
        // Nor would a statement hold.
        let held = filter == EntryFilter() ? assertions : []
        func write(_ ledger: some Ledger, _ bytes: inout [UInt8]) {
            ledger.write(
                rows, accounts, openings: openings, transfers: transfers.map(\.transfer), rates: rates,
                payees: payees, assertions: held, to: &bytes)
        }
        switch format {
        case .json:
            let things = filter == EntryFilter() ? accounts + budget : named(accounts, rows, transfers)
            output.append(
                JSONWriter.array { json in
                    EntryJSON.append(things, to: &json)
                    EntryJSON.portable.append(elements: rows, to: &json)
                    TransferJSON.amongEntries.append(elements: transfers, to: &json)
                })
        case .csv: EntryCSV.write(rows, transfers: transfers.map(\.transfer), names: accounts.names, to: &output.bytes)
        case .hledger: write(Hledger(), &output.bytes)
        case .beancount: write(Beancount(), &output.bytes)
        case .todotxt, .taskwarrior, .ics: break
        }
    }
}
