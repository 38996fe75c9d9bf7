import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

extension Import {
    /// A bank's file: all rows or none, but those that are left out with --yes.
    func runBank(_ bytes: [UInt8], _ kind: BankFile.Format) throws {
        guard leaveOut.isEmpty else {
            throw CommandFailure("\(file) is \(kind.rawValue), which has no columns. Leave --leave-out out.")
        }
        let usual = try book.look { try account?.open(in: $0).currency ?? $0.currency() }
        let bank: BankFile
        do throws(InputError) {
            bank = try BankFile(bytes, kind, order: dateOrder, usual: usual)
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
        var settled: Currency?
        let progress = Progress("Importing", of: bank.rows.count)
        try book.write(makes: true, showing: progress) { book in
            let plan = try self.plan(bank, in: book.reader)
            summary = self.summary(plan, of: bank)
            let isAdding = summary.added + summary.restored > 0
            if isAdding, account == nil, let usual = bank.usualCurrency { settled = try book.settleCurrency(usual) }
            try write(plan, progress, to: book)
            notes = try remember(plan, bank, in: book) + closings(plan, bank, in: book.reader, isWritten: true)
        }
        Output.tell(settled: settled)
        if let note = leftOut(bank) { Self.tell(note) }
        var output = Output()
        output.append(summary.result)
        for note in notes { output.append(lines: note + "\n", indent: 0) }
        try output.flushChange()
    }

    private func plan(_ bank: BankFile, in book: BookReader) throws -> BankImport {
        var entries: [Entry] = []
        var sides: [BankImport.Side] = []
        if !all, let days = BankImport.days(bank) {
            let filter = EntryFilter(from: days.lowerBound, through: days.upperBound)
            try book.forEachEntry(filter) { entries.append($0.entry) }
            sides = try book.freeSides(TransferFilter(from: days.lowerBound, through: days.upperBound))
        }
        let accounts: BankAccounts
        let (chosen, known) = (try account?.open(in: book), try book.accounts().map(\.account))
        do throws(InputError) {
            accounts = try BankAccounts(bank, chosen: chosen, among: known)
        } catch {
            throw CommandFailure("\(file): \(error.message) Nothing was imported.")
        }
        return try BankImport(
            bank, into: accounts, rowsOfEntries: book.bankRows(), entries: entries,
            rowsOfTransfers: book.rowsOfTransfers(), sides: sides, entry: { try book.entry($0) }
        ) { id in
            guard try book.knows(id) else { return .unknown }
            return try book.isDeleted(id) ? .deleted : .present
        }
    }

    private func write(_ plan: BankImport, _ progress: Progress, to book: BookTransaction) throws {
        let now = Timestamp.now().milliseconds
        for (index, row) in plan.rows.enumerated() {
            defer { progress.advance() }
            // Of one day the last row was written last.
            let age = Int64(plan.isNewestFirst ? index : plan.rows.count - index)
            let draft = row.draft(createdAt: Timestamp(milliseconds: now - age))
            switch row.fate {
            case .known: continue
            case .fits(let entry):
                try book.link(entry, toBankRow: row.id)
                // It may name no account as yet, and then it is of this one.
                if let account = row.account, !account.isDefault, try book.reader.entry(entry)?.others[.account] == nil
                {
                    var edit = Changes()
                    edit[.account] = .entity(account.id)
                    try book.perform(.edit(.entry, entry, edit))
                }
            case .isSide(let transfer, let isOut): try book.link(transfer, isOut: isOut, toBankRow: row.id)
            case .deleted where !restoreDeleted: continue
            case .new, .deleted:
                try book.perform(.add(.entry, row.id, draft))
                // What it was before it was deleted comes back with it.
                if row.fate == .deleted {
                    let texts = Changes.entry(place: "", note: draft.text(.note), tags: draft[.tag]?.texts ?? [])
                    try book.perform(.edit(.entry, row.id, texts))
                }
                try book.link(row.id, toBankRow: row.id)
            }
        }
    }

    /// Gives the account that was named the number that the file has for it, so that the next file needs no name.
    ///
    /// - Returns: what says so.
    private func remember(_ plan: BankImport, _ bank: BankFile, in book: BookTransaction) throws -> [String] {
        guard account != nil, let target = plan.accounts.targets.first ?? nil, target.isMade, target.bankNumber.isEmpty,
            let number = bank.statements.map(\.account).first(where: { !$0.isEmpty }), number != target.name
        else { return [] }
        var edit = Changes()
        edit[.bankNumber] = .text(number)
        try book.perform(.edit(.account, target.id, edit))
        return ["Files of the account \(number) go to “\(target.name)” from now on."]
    }

    /// What the last closing balance of each account in the file says, held against the book.
    ///
    /// - Parameter isWritten: whether the rows are in the book already.
    private func closings(
        _ plan: BankImport, _ bank: BankFile, in book: BookReader, isWritten: Bool
    ) throws -> [String] {
        var last: [(account: MoneyAccount, closing: Sum, day: CivilDate)] = []
        for (statement, target) in zip(bank.statements, plan.accounts.targets) {
            guard let target, target.isMade, let closing = statement.closing,
                closing.amount.currency == target.currency,
                let day = closing.day ?? statement.rows.map(\.day).max()
            else { continue }
            let sum = closing.isNegative ? Sum(closing.amount).negated : Sum(closing.amount)
            guard let index = last.firstIndex(where: { $0.account.id == target.id }) else {
                last.append((target, sum, day))
                continue
            }
            if last[index].day <= day { last[index] = (target, sum, day) }
        }
        return try last.map { account, closing, day in
            var balance = Sums()
            if let own = try book.balances(on: day).first(where: { $0.account.id == account.id }) {
                try balance.add(own.balance)
            }
            if !isWritten {
                for row in plan.rows where row.account?.id == account.id {
                    guard let sum = try sum(of: row, through: day, in: book) else { continue }
                    try balance.add(sum)
                }
            }
            let own = balance[account.currency] ?? Sum(.zero(account.currency))
            var difference = Sums()
            try difference.add(own)
            try difference.add(closing.negated)
            guard let excess = difference[account.currency], excess.coefficient != 0 else {
                return "“\(account.name)” has \(own.text) on \(day.text), as the file says."
            }
            let words = excess.coefficient > 0 ? "\(excess.text) too much" : "\(excess.negated.text) too little"
            return "“\(account.name)” has \(own.text) on \(day.text), and the file says \(closing.text): \(words)."
        }
    }

    /// What an import of a row adds to its account by the end of a day; nil for nothing.
    private func sum(of row: BankImport.Row, through day: CivilDate, in book: BookReader) throws -> Sum? {
        var (kind, amount, booked) = (row.row.kind, row.row.amount, row.row.day)
        switch row.fate {
        case .known, .isSide: return nil
        case .deleted: guard restoreDeleted else { return nil }
        case .new: break
        case .fits(let id):
            // One that names no account comes to this one.
            guard row.account?.isDefault == false, let entry = try book.entry(id), entry.others[.account] == nil,
                let own = entry.amount
            else { return nil }
            (kind, amount, booked) = (entry.kind, own, entry.day)
        }
        guard booked <= day else { return nil }
        return kind == .income ? Sum(amount) : Sum(amount).negated
    }

    private func summary(_ plan: BankImport, of bank: BankFile) -> ImportSummary {
        var summary = ImportSummary()
        for row in plan.rows {
            switch row.fate {
            case .new: summary.add(row.draft(createdAt: Timestamp(milliseconds: 0)), hasDay: true)
            case .known: summary.known += 1
            case .fits, .isSide: summary.fitting += 1
            case .deleted where restoreDeleted: summary.restored += 1
            case .deleted: summary.deleted += 1
            }
        }
        summary.unreadable = bank.problems.count
        summary.problems = bank.problems.map { "line \($0.line): \($0.message)" }
        summary.consequence =
            yes ? "The import would leave these out." : "The import would add nothing. With --yes it leaves these out."
        return summary
    }

    /// What no entry holds; nil if the file has nothing of that.
    private func leftOut(_ bank: BankFile) -> String? {
        let words = BankLeftOut.allCases.compactMap { what in bank.leftOut[what].map { what.words($0) } }
        return words.isEmpty ? nil : "Left out: \(words.joined(separator: ", "))."
    }

    private func preview(_ bank: BankFile) throws {
        let (plan, numbers, closings) = try book.look { book in
            let plan = try self.plan(bank, in: book)
            var numbers: [EntityID: Int64] = [:]
            for row in plan.rows {
                switch row.fate {
                case .fits(let entry): numbers[entry] = try book.entryRow(entry)?.number
                case .isSide(let transfer, _): numbers[transfer] = try book.transferRow(transfer)?.number
                case .new, .known, .deleted: break
                }
            }
            return (plan, numbers, try self.closings(plan, bank, in: book, isWritten: false))
        }
        var output = Output()
        output.append("\(bank.format.rawValue) in \(bank.encoding.rawValue)\n")
        for (statement, target) in zip(bank.statements, plan.accounts.targets) {
            output.append(
                terminal: statement.account.isEmpty ? "An account without a name" : "Account \(statement.account)")
            output.append(": \(statement.rows.count) \(statement.rows.count == 1 ? "row" : "rows")")
            if let closing = statement.closing {
                output.append(", closing balance \(closing.isNegative ? "-" : "")\(closing.amount.text)")
                if let day = closing.day { output.append(" on \(day.text)") }
            }
            if let target { output.append(terminal: ", goes to “\(target.name)”") }
            output.append("\n")
        }
        let fates = plan.rows.map { row in
            switch row.fate {
            case .new: "new"
            case .known: "known"
            case .deleted: "deleted"
            case .fits(let entry): "is entry \(numbers[entry] ?? 0)"
            case .isSide(let transfer, _): "is transfer t\(numbers[transfer] ?? 0)"
            }
        }
        let width = fates.map(\.utf8.count).max() ?? 0
        let amounts = plan.rows.map { ($0.row.kind == .expense ? "-" : "+") + $0.row.amount.text }
        let amountWidth = amounts.map(\.utf8.count).max() ?? 0
        for ((row, fate), amount) in zip(zip(plan.rows, fates), amounts) {
            output.append(Int64(row.row.line), width: 6)
            output.append("  \(row.row.day.text)  ")
            output.append(amount, right: amountWidth)
            output.append("  " + fate + String(repeating: " ", count: width - fate.utf8.count) + "  ")
            output.append(terminal: row.row.note.excerpt(60))
            output.append("\n")
        }
        if let note = leftOut(bank) { output.append(note + "\n") }
        for note in closings { output.append(lines: "With that " + note + "\n", indent: 0) }
        let summary = self.summary(plan, of: bank)
        output.append(lines: summary.preview(of: plan.rows.count + bank.problems.count), indent: 0)
        try output.flush()
        if summary.unreadable > 0, !yes { throw ExitCode.failure }
    }
}

extension BookReader {
    /// The sides of transfers that a filter asks for, for which neither an entry nor a row of a bank stands.
    fileprivate func freeSides(_ filter: TransferFilter) throws -> [BankImport.Side] {
        let (out, into) = (try values(of: .fromRow), try values(of: .toRow))
        return try transferRows(filter).map(\.transfer).flatMap { transfer in
            var sides: [BankImport.Side] = []
            if out[transfer.id] == nil, transfer.others[.fromEntry] == nil {
                sides.append(BankImport.Side(transfer, isOut: true))
            }
            if into[transfer.id] == nil, transfer.others[.toEntry] == nil {
                sides.append(BankImport.Side(transfer, isOut: false))
            }
            return sides
        }
    }
}
