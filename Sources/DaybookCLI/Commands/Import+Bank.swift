import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

extension Import {
    /// The files of banks in some bytes; nil if they are something else.
    func bankInput(_ bytes: [UInt8]) throws(CommandFailure) -> BankInput? {
        do throws(InputError) {
            return try BankInput(bytes)
        } catch {
            throw CommandFailure("\(file): \(error.message)")
        }
    }

    /// A bank's file: all rows or none, but those that are left out with --yes.
    func runBank(_ input: BankInput, _ bytes: [UInt8], at moment: ImportMoment) throws {
        guard leaveOut.isEmpty || input.format == .csv else {
            let format = input.format.rawValue
            throw CommandFailure(
                "\(file) is \(format), \(input.format.isOfProgram ? "whose columns are known" : "which has no columns"). Leave --leave-out out."
            )
        }
        let (usual, accounts) = try book.look { book in
            (try account?.open(in: book).currency ?? book.currency(), try book.importedAccounts())
        }
        let bank: BankFile
        do throws(InputError) {
            bank = try BankFile(input, options, usual: usual, accounts: accounts)
            if let problem = bank.emptiness { throw problem }
        } catch {
            throw CommandFailure("\(file): \(error.message)")
        }
        if dryRun { return try preview(bank) }
        if let problem = bank.problems.first, !yes {
            let count = bank.problems.count
            throw CommandFailure(
                "\(file), line \(problem.line): \(problem.message) Nothing was imported. "
                    + (count > 1 ? "There are \(count - 1) more such lines; --dry-run shows them. " : "")
                    + "--yes leaves out what can't be read.")
        }
        var summary = ImportSummary()
        var notes: [String] = []
        var lost: String?
        var proposals: ProposedPairs?
        var settled: Currency?
        let progress = Progress("Importing", of: bank.rowCount)
        try book.write(
            makes: true, showing: progress,
            noting: { (_: Void) in PastImport.Note(.file, file, count: summary.written) }
        ) { book in
            let account = try account?.open(in: book.reader)
            let plan = try self.plan(bank, into: account, in: book.reader)
            summary = plan.summary(of: bank, options)
            lost = leftOut(bank, plan)
            let newAccounts = plan.newAccounts(options)
            let numbered = try plan.write(
                to: book, bank, options, into: account, at: moment, advance: { progress.advance() },
                settled: { settled = $0 })
            notes = plan.openings(options).map(\.openingWords)
            notes += numbered.map { ["Files of the account \($0.number) go to “\($0.name)” from now on."] } ?? []
            if !newAccounts.isEmpty {
                notes.append(
                    "Made the accounts \(newAccounts.joined(separator: ", ")). Say what each is: daybook money-account edit NAME --kind KIND"
                )
            }
            proposals = try ProposedPairs(book.reader.proposals(with: plan.newEntries), in: book.reader)
            notes += try plan.closings(bank, options, in: book.reader, isWritten: true).map(\.words)
            try remember(input.format == .csv ? ImportProfile.kind(of: bytes) : input.profileKind, in: book)
        }
        Output.tell(settled: settled)
        if let lost { Self.tell(lost) }
        if !bank.columnsLeftOut.isEmpty {
            Self.tell("Columns left out: \(bank.columnsLeftOut.joined(separator: ", ")).")
        }
        var output = Output()
        output.append(summary.result)
        for note in notes { output.append(lines: note + "\n", indent: 0) }
        if let proposals { output.append(proposals) }
        try output.flushChange()
    }

    private func plan(_ bank: BankFile, into account: MoneyAccount?, in book: BookReader) throws -> BankImport {
        do {
            return try BankImport(bank, options, into: account, in: book)
        } catch let error as InputError {
            throw CommandFailure("\(file): \(error.message) Nothing was imported.")
        }
    }

    /// Says what no entry holds; nil if the file has nothing of that.
    private func leftOut(_ bank: BankFile, _ plan: BankImport) -> String? {
        let words = plan.leftOut(of: bank).map { $0.what.words($0.count) }
        return words.isEmpty ? nil : "Left out: \(words.joined(separator: ", "))."
    }

    private func preview(_ bank: BankFile) throws {
        let (plan, numbers, closings) = try book.look { book in
            let plan = try self.plan(bank, into: account?.open(in: book), in: book)
            var numbers: [EntityID: Int64] = [:]
            for row in plan.rows {
                switch row.fate {
                case .fits(let entry): numbers[entry] = try book.entryRow(entry)?.number
                case .isSide(let transfer, _): numbers[transfer] = try book.transferRow(transfer)?.number
                case .new, .known, .deleted: break
                }
            }
            return (plan, numbers, try plan.closings(bank, options, in: book, isWritten: false).map(\.words))
        }
        var output = Output()
        output.append("\(bank.format.rawValue) in \(bank.encoding.rawValue)\n")
        for column in bank.columns where !column.isEmpty {
            let samples = column.samples.map { $0.excerpt(30) }.joined(separator: ", ")
            let meaning = column.meaning == .none ? "left out" : column.meaning.rawValue
            output.append(terminal: "  \(column.name): \(meaning) (\(samples))")
            output.append("\n")
        }
        for (statement, target) in zip(bank.statements, plan.accounts.targets) {
            output.append(
                terminal: statement.account.isEmpty ? "An account without a name" : "Account \(statement.account)")
            output.append(": \(statement.rows.count) \(statement.rows.count == 1 ? "row" : "rows")")
            if let closing = statement.closing {
                output.append(", closing balance \(closing.isNegative ? "-" : "")\(closing.amount.text)")
                if let day = closing.day { output.append(" on \(day.text)") }
            }
            if let opening = statement.opening {
                output.append(", opened with \(opening.isNegative ? "-" : "")\(opening.amount.text)")
            }
            if let target { output.append(terminal: ", goes to “\(target.name)”") }
            output.append("\n")
        }
        func fate(_ row: BankImport.Row) -> String {
            switch row.fate {
            case .new: row.transfer == nil ? "new" : "new transfer"
            case .known: "known"
            case .deleted: "deleted"
            case .fits(let entry): "is entry \(numbers[entry] ?? 0)"
            case .isSide(let transfer, _): "is transfer t\(numbers[transfer] ?? 0)"
            }
        }
        func amount(_ row: BankImport.Row) -> String { (row.row.kind == .expense ? "-" : "+") + row.row.amount.text }
        let width = plan.rows.lazy.map { fate($0).utf8.count }.max() ?? 0
        let amountWidth = plan.rows.lazy.map { amount($0).utf8.count }.max() ?? 0
        for row in plan.rows {
            let (fate, amount) = (fate(row), amount(row))
            output.append(Int64(row.row.line), width: 6)
            output.append("  \(row.row.day.text)  ")
            output.append(amount, right: amountWidth)
            output.append("  " + fate + String(repeating: " ", count: width - fate.utf8.count) + "  ")
            output.append(terminal: row.row.note.excerpt(60))
            output.append("\n")
            if let words = plan.words(ofRulesFor: row) {
                output.append(terminal: "          " + words)
                output.append("\n")
            }
            // A large file says more than it has.
            if output.bytes.count > 1 << 16 { try output.flush() }
        }
        let newAccounts = plan.newAccounts(options)
        if !newAccounts.isEmpty {
            output.append(terminal: "New accounts: \(newAccounts.joined(separator: ", "))")
            output.append("\n")
        }
        for account in plan.openings(options) { output.append(lines: account.openingWords + "\n", indent: 0) }
        if let note = leftOut(bank, plan) { output.append(note + "\n") }
        for note in closings { output.append(lines: "With that " + note + "\n", indent: 0) }
        let summary = plan.summary(of: bank, options)
        output.append(lines: summary.preview(of: plan.rows.count + bank.problems.count), indent: 0)
        try output.flush()
        if summary.unreadable > 0, !yes { throw ExitCode.failure }
    }
}
