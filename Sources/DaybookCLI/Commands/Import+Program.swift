import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

extension Import {
    /// To-dos of another program: all or none, but those that are left out with --yes.
    func runProgram(_ bytes: [UInt8], _ format: ProgramFile.Format, at moment: ImportMoment) throws {
        guard leaveOut.isEmpty else {
            throw CommandFailure("\(file) is of \(format.title). Leave --leave-out out.")
        }
        let program: ProgramFile
        do throws(InputError) {
            let name = file.split(separator: "/").last.map { String($0) } ?? file
            program = try ProgramFile(bytes, format, name: name, today: moment.today, clock: moment.clock)
        } catch {
            throw CommandFailure("\(file): \(error.message)")
        }
        if let emptiness = program.emptiness(of: file) { throw CommandFailure(emptiness.text) }
        func plan(_ book: BookReader) throws -> ProgramImport.Plan {
            try ProgramImport.Plan(program, format, options, in: book, at: moment)
        }
        if dryRun { return try preview(format, book.look { try plan($0) }) }
        try stop(program.problems)
        let progress = Progress("Importing", of: program.items.count)
        let (done, made) = try book.write(
            makes: true, showing: progress,
            noting: { (done: (plan: ProgramImport.Plan, lists: Int)) in
                PastImport.Note(.file, file, count: done.plan.summary.written)
            }
        ) { book in
            let plan = try plan(book.reader)
            // A value that the reader takes may be nothing that a to-do can hold.
            try stop(plan.file.problems)
            return (plan: plan, lists: try plan.write(to: book, advance: { progress.advance() }))
        }
        if let note = Self.words(ofLost: done.file) { Self.tell(note) }
        for note in Self.notes(of: done.file) { Self.tell(note) }
        var output = Output()
        output.append(done.summary.result)
        if made > 0 { output.append("Made \(made) \(made == 1 ? "list" : "lists")\n") }
        try output.flushChange()
    }

    /// Throws the first problem, unless it is to be left out.
    private func stop(_ problems: [ProgramFile.Problem]) throws(CommandFailure) {
        guard let problem = problems.first, !yes else { return }
        throw CommandFailure(
            "\(file), line \(problem.line): \(problem.reason) Nothing was imported. --dry-run shows all such lines, and "
                + "--yes leaves them out.")
    }

    private func preview(_ format: ProgramFile.Format, _ plan: ProgramImport.Plan) throws {
        var output = Output()
        output.append("To-dos of \(format.title)\n")
        if !plan.file.newLists.isEmpty {
            output.append("New lists: ")
            output.append(terminal: plan.file.newLists.map(\.name).joined(separator: ", "))
            output.append("\n")
        }
        if let note = Self.words(ofLost: plan.file) {
            output.append(terminal: note)
            output.append("\n")
        }
        for note in Self.notes(of: plan.file) {
            output.append(terminal: note)
            output.append("\n")
        }
        let count = plan.file.rows.count + plan.file.problems.count
        output.append(lines: plan.summary.preview(of: count), indent: 0)
        try output.flush()
        if plan.summary.unreadable > 0, !yes { throw ExitCode.failure }
    }

    /// Says what is kept otherwise than it is shown.
    private static func notes(of file: ProgramImport) -> [String] {
        [ProgramImport.words(ofKept: file.keptRules), ProgramImport.words(ofKept: file.kept)].compactMap { $0 }
    }

    /// Says what no to-do holds; nil if the file has nothing of that.
    private static func words(ofLost file: ProgramImport) -> String? {
        var words = file.lost.map { loss, count in loss.words(count) }.sorted()
        let accounts = file.unknownAccounts
        if accounts > 0 { words.append(ImportReport.Loss.unknown(.account).words(accounts)) }
        return words.isEmpty ? nil : "Left out: \(words.joined(separator: ", "))."
    }
}
