import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

extension Import {
    /// To-dos of another program: all or none, but those that are left out with --yes. The last is written first, so that
    /// they stand as in the file.
    func runProgram(_ bytes: [UInt8], _ format: ProgramFile.Format) throws {
        guard leaveOut.isEmpty, !all else {
            throw CommandFailure("\(file) is of \(format.title). Leave --leave-out and --all out.")
        }
        let today = CivilDate.local()
        let program: ProgramFile
        do throws(InputError) {
            let name = file.split(separator: "/").last.map { String($0) } ?? file
            program = try ProgramFile(bytes, format, name: name, today: today) { .local($0) }
        } catch {
            throw CommandFailure("\(file): \(error.message)")
        }
        func plan(_ book: BookReader) throws -> ProgramImport {
            try ProgramImport(program, format, lists: book.lists().map(\.list), today: today)
        }
        if dryRun { return try preview(format, try book.look { try (plan($0), fates(plan($0), in: $0)) }) }
        if let problem = program.problems.first, !yes {
            throw CommandFailure(
                "\(file), line \(problem.line): \(problem.reason) Nothing was imported. --dry-run shows all such "
                    + "lines, and --yes leaves them out.")
        }
        var summary = ImportSummary(noun: "to-do", plural: "to-dos")
        var made = 0
        let progress = Progress("Importing", of: program.items.count)
        var lost: [ProgramFile.Loss: Int] = [:]
        try book.write(makes: true, showing: progress) { book in
            let plan = try plan(book.reader)
            (summary, lost) = (try fates(plan, in: book.reader), plan.lost)
            made = try write(plan, progress, to: book)
        }
        if let note = Self.words(lost) { Self.tell(note) }
        var output = Output()
        output.append(summary.result)
        if made > 0 { output.append("Made \(made) \(made == 1 ? "list" : "lists")\n") }
        try output.flushChange()
    }

    /// Whether a to-do of the file is to be written, and as what it counts.
    private func count(_ row: ProgramImport.Row, _ summary: inout ImportSummary, in book: BookReader) throws -> Bool {
        let isDead = try book.isDeleted(row.id)
        if try !isDead && book.knows(row.id) {
            summary.known += 1
        } else if isDead, !restoreDeleted {
            summary.deleted += 1
        } else {
            if isDead { summary.restored += 1 } else { summary.added += 1 }
            return true
        }
        return false
    }

    private func fates(_ plan: ProgramImport, in book: BookReader) throws -> ImportSummary {
        var summary = ImportSummary(noun: "to-do", plural: "to-dos")
        for row in plan.rows { _ = try count(row, &summary, in: book) }
        summary.unreadable = plan.problems.count
        summary.problems = plan.problems.prefix(ImportSummary.mostProblems).map { "line \($0.line): \($0.reason)" }
        summary.consequence =
            yes ? "The import would leave these out." : "The import would add nothing. With --yes it leaves these out."
        return summary
    }

    /// - Returns: how many lists were made.
    private func write(_ plan: ProgramImport, _ progress: Progress, to book: BookTransaction) throws -> Int {
        var needed: Set<EntityID> = []
        var ignored = ImportSummary()
        for row in plan.rows.reversed() {
            progress.advance()
            guard try count(row, &ignored, in: book.reader) else { continue }
            if let list = row.list { needed.insert(list) }
            let old = try book.reader.record(row.id)
            try book.perform { row.todo.registers(row.id, $0, replacing: old) }
        }
        let lists = plan.newLists.filter { needed.contains($0.id) }
        for list in lists { try book.perform(.add(.list, list.id, .todo(title: list.name))) }
        return lists.count
    }

    private func preview(
        _ format: ProgramFile.Format, _ result: (plan: ProgramImport, summary: ImportSummary)
    ) throws {
        var output = Output()
        output.append("To-dos of \(format.title)\n")
        if !result.plan.newLists.isEmpty {
            output.append("New lists: ")
            output.append(terminal: result.plan.newLists.map(\.name).joined(separator: ", "))
            output.append("\n")
        }
        if let note = Self.words(result.plan.lost) {
            output.append(terminal: note)
            output.append("\n")
        }
        let count = result.plan.rows.count + result.plan.problems.count
        output.append(lines: result.summary.preview(of: count), indent: 0)
        try output.flush()
        if result.summary.unreadable > 0, !yes { throw ExitCode.failure }
    }

    /// What no to-do holds; nil if the file has nothing of that.
    private static func words(_ lost: [ProgramFile.Loss: Int]) -> String? {
        let words = lost.map { loss, count in "\(count) \(loss.words(count))" }.sorted()
        return words.isEmpty ? nil : "Left out: \(words.joined(separator: ", "))."
    }
}

extension ProgramFile.Loss {
    fileprivate func words(_ count: Int) -> String {
        let (one, many) =
            switch self {
            case .reminder: ("reminder", "reminders")
            case .parent: ("link to a parent", "links to parents")
            case .rule: ("rule of repetition", "rules of repetition")
            case .attachment: ("attachment", "attachments")
            case .comment: ("comment", "comments")
            case .dependency: ("dependency", "dependencies")
            case .other(let name): ("“\(name)”", "“\(name)”")
            }
        return count == 1 ? one : many
    }
}
