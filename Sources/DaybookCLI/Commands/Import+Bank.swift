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
        let usual = try book.look { try $0.currency() }
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
        var settled: Currency?
        let progress = Progress("Importing", of: bank.rows.count)
        try book.write(makes: true, showing: progress) { book in
            let plan = try self.plan(bank, in: book.reader)
            summary = self.summary(plan, of: bank)
            let isAdding = summary.added + summary.restored > 0
            if isAdding, let usual = bank.usualCurrency { settled = try book.settleCurrency(usual) }
            try write(plan, progress, to: book)
        }
        Output.tell(settled: settled)
        if let note = leftOut(bank) { Self.tell(note) }
        var output = Output()
        output.append(summary.result)
        try output.flushChange()
    }

    private func plan(_ bank: BankFile, in book: BookReader) throws -> BankImport {
        var entries: [Entry] = []
        if !all, let days = BankImport.days(bank) {
            let filter = EntryFilter(from: days.lowerBound, through: days.upperBound)
            try book.forEachEntry(filter) { entries.append($0.entry) }
        }
        return try BankImport(bank, rowsOfEntries: book.bankRows(), entries: entries) { id in
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
            case .fits(let entry): try book.link(entry, toBankRow: row.id)
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

    private func summary(_ plan: BankImport, of bank: BankFile) -> ImportSummary {
        var summary = ImportSummary()
        for row in plan.rows {
            switch row.fate {
            case .new: summary.add(row.draft(createdAt: Timestamp(milliseconds: 0)), hasDay: true)
            case .known: summary.known += 1
            case .fits: summary.fitting += 1
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
        let (plan, numbers) = try book.look { book in
            let plan = try self.plan(bank, in: book)
            var numbers: [EntityID: Int64] = [:]
            for case .fits(let entry) in plan.rows.lazy.map(\.fate) {
                numbers[entry] = try book.entryRow(entry)?.number
            }
            return (plan, numbers)
        }
        var output = Output()
        output.append("\(bank.format.rawValue) in \(bank.encoding.rawValue)\n")
        for statement in bank.statements {
            output.append(
                terminal: statement.account.isEmpty ? "An account without a name" : "Account \(statement.account)")
            output.append(": \(statement.rows.count) \(statement.rows.count == 1 ? "row" : "rows")")
            if let closing = statement.closing {
                output.append(", closing balance \(closing.isNegative ? "-" : "")\(closing.amount.text)")
                if let day = closing.day { output.append(" on \(day.text)") }
            }
            output.append("\n")
        }
        let fates = plan.rows.map { row in
            switch row.fate {
            case .new: "new"
            case .known: "known"
            case .deleted: "deleted"
            case .fits(let entry): "is entry \(numbers[entry] ?? 0)"
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
        let summary = self.summary(plan, of: bank)
        output.append(lines: summary.preview(of: plan.rows.count + bank.problems.count), indent: 0)
        try output.flush()
        if summary.unreadable > 0, !yes { throw ExitCode.failure }
    }
}
