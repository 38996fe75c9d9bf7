import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage

extension Import {
    /// Shows what an import would do.
    func preview(_ file: FileImport, at moment: ImportMoment) throws {
        let progress = Progress("Reading", of: file.count)
        defer { progress.end() }
        let (report, numbers) = try book.look { book in
            let account = try account?.open(in: book)
            let report = try file.preview(in: book, into: account, advance: { progress.advance() })
            return (report, try report.plan?.numbers(in: book) ?? [:])
        }
        progress.end()
        if let bank = file.bank {
            try preview(bank, report, numbers)
        } else {
            for note in report.notes(at: moment) { Self.tell(note) }
            var output = Output()
            for name in report.summary.names { output.append(line: name) }
            output.append(lines: report.summary.preview(of: report.count), indent: 0)
            try output.flush()
        }
        if report.isRefused { throw ExitCode.failure }
    }

    private func preview(_ bank: BankFile, _ report: ImportReport, _ numbers: [EntityID: Int64]) throws {
        var output = Output()
        output.append("\(bank.format.rawValue) in \(bank.encoding.rawValue)\n")
        for column in report.columns where !column.isEmpty {
            let samples = column.samples.map { $0.excerpt(30) }.joined(separator: ", ")
            let meaning = column.meaning == .none ? "left out" : column.meaning.rawValue
            output.append(line: "  \(column.name): \(meaning) (\(samples))")
        }
        for statement in report.statements { output.append(line: statement.words) }
        if let plan = report.plan { try output.append(plan, numbers) }
        if !report.newAccounts.isEmpty {
            output.append(line: "New accounts: \(report.newAccounts.joined(separator: ", "))")
        }
        if let finishing = report.finishingWords { output.append(line: finishing) }
        for account in report.openings { output.append(line: account.openingWords) }
        for line in report.summary.budget { output.append(line: line) }
        if let note = report.wordsOfLost { output.append(line: note) }
        for closing in report.closings { output.append(line: "With that " + closing.words) }
        output.append(lines: report.summary.preview(of: report.count), indent: 0)
        try output.flush()
    }

    func show(
        _ report: ImportReport, _ pairs: ProposedPairs, of file: FileImport, at moment: ImportMoment
    ) throws {
        Output.tell(settled: report.settled)
        for note in report.notes(at: moment) { Self.tell(note) }
        if let left = file.bank?.columnsLeftOut, !left.isEmpty {
            Self.tell("Columns left out: \(left.joined(separator: ", ")).")
        }
        var output = Output()
        output.append(report.summary.result)
        output.append(report.summary.made)
        var notes = report.openings.map(\.openingWords)
        if let numbered = report.numbered {
            notes.append("Files of the account \(numbered.number) go to “\(numbered.name)” from now on.")
        }
        if report.plan != nil, !report.newAccounts.isEmpty {
            notes.append(
                "Made the accounts \(report.newAccounts.joined(separator: ", ")). Say what each is: daybook money-account edit NAME --kind KIND"
            )
        }
        for note in notes { output.append(line: note) }
        output.append(pairs)
        for closing in report.closings { output.append(line: closing.words) }
        try output.flushChange()
    }
}

extension ImportReport {
    /// Tells what was understood how, and what is left out or kept.
    fileprivate func notes(at moment: ImportMoment) -> [String] {
        let kept = [ProgramImport.words(ofKept: keptRules), ProgramImport.words(ofKept: kept)].compactMap { $0 }
        return [wordsOfLost].compactMap { $0 } + kept + summary.notes(kindIsSign: kindIsSign, today: moment.today)
    }

    /// Says what nothing in the book can hold; nil if the file has nothing of that.
    fileprivate var wordsOfLost: String? {
        let words = lost.compactMap { (loss, count) -> String? in
            if case .unknown = loss { nil } else { loss.words(count) }
        }
        return words.isEmpty ? nil : "Left out: \(words.joined(separator: ", "))."
    }
}

extension ImportReport.Statement {
    fileprivate var words: String {
        var words = account.isEmpty ? "An account without a name" : "Account \(account)"
        words += ": \(count) \(count == 1 ? "row" : "rows")"
        if let closing {
            words += ", closing balance \(closing.words)" + (closing.day.map { " on \($0.text)" } ?? "")
        }
        if let opening { words += ", opened with \(opening.words)" }
        return words + (target.map { ", goes to “\($0)”" } ?? "")
    }
}

extension BankBalance {
    fileprivate var words: String { (isNegative ? "-" : "") + amount.text }
}

extension BankImport {
    /// The numbers of the entries and transfers that rows are.
    fileprivate func numbers(in book: BookReader) throws -> [EntityID: Int64] {
        var numbers: [EntityID: Int64] = [:]
        for row in rows {
            switch row.match {
            case .fits(let entry): numbers[entry] = try book.entryRow(entry)?.number
            case .isSide(let transfer, _): numbers[transfer] = try book.transferRow(transfer)?.number
            case .new, .known, .deleted: break
            }
        }
        return numbers
    }
}

extension Output {
    fileprivate mutating func append(line: String) {
        append(terminalLine: line)
    }

    /// Says what becomes of each row.
    fileprivate mutating func append(_ plan: BankImport, _ numbers: [EntityID: Int64]) throws {
        func match(_ row: BankImport.Row) -> String {
            switch row.match {
            case .new: row.transfer == nil ? "new" : "new transfer"
            case .known: "known"
            case .deleted: "deleted"
            case .fits(let entry): "is entry \(numbers[entry] ?? 0)"
            case .isSide(let transfer, _): "is transfer t\(numbers[transfer] ?? 0)"
            }
        }
        func amount(_ row: BankImport.Row) -> String { (row.row.kind == .expense ? "-" : "+") + row.row.amount.text }
        let width = plan.rows.lazy.map { match($0).utf8.count }.max() ?? 0
        let amountWidth = plan.rows.lazy.map { amount($0).utf8.count }.max() ?? 0
        for row in plan.rows {
            let (match, amount) = (match(row), amount(row))
            append(Int64(row.row.line), width: 6)
            append("  \(row.row.day.text)  ")
            append(amount, right: amountWidth)
            append("  " + match + String(repeating: " ", count: width - match.utf8.count) + "  ")
            append(terminalLine: row.row.note.excerpt(60))
            if let words = plan.words(ofRulesFor: row) { append(line: "          " + words) }
            // A large file says more than it has.
            if bytes.count > 1 << 16 { try flush() }
        }
    }
}
