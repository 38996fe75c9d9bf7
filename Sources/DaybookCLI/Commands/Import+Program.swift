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
        func plan(_ book: BookReader) throws -> Plan {
            try Plan(ProgramImport(program, format, lists: book.lists().map(\.list), today: today), of: self, in: book)
        }
        if dryRun { return try preview(format, book.look { try plan($0) }) }
        try stop(program.problems)
        let progress = Progress("Importing", of: program.items.count)
        let (done, made) = try book.write(makes: true, showing: progress) { book in
            let plan = try plan(book.reader)
            // What the reader takes may be nothing that a to-do can hold.
            try stop(plan.file.problems)
            return (plan, try write(plan, progress, to: book))
        }
        if let note = Self.words(done.file.lost) { Self.tell(note) }
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

    /// What becomes of each to-do of the file.
    private struct Plan {
        let file: ProgramImport
        /// Those that are to be written, in the order of the file.
        private(set) var wanted: [ProgramImport.Row] = []
        private(set) var summary = ImportSummary(noun: "to-do", plural: "to-dos")

        init(_ file: ProgramImport, of command: Import, in book: BookReader) throws {
            self.file = file
            for row in file.rows where try command.isWanted(row.id, in: book, &summary) { wanted.append(row) }
            summary.unreadable = file.problems.count
            summary.problems = file.problems.prefix(ImportSummary.mostProblems).map { "line \($0.line): \($0.reason)" }
            summary.consequence =
                command.yes
                ? "The import would leave these out." : "The import would add nothing. With --yes it leaves these out."
        }
    }

    /// - Returns: how many lists were made.
    private func write(_ plan: Plan, _ progress: Progress, to book: BookTransaction) throws -> Int {
        for row in plan.wanted.reversed() {
            progress.advance()
            let old = try book.reader.record(row.id)
            try book.perform { row.todo.registers(row.id, $0, replacing: old) }
        }
        let needed = Set(plan.wanted.compactMap(\.list))
        let lists = plan.file.newLists.filter { needed.contains($0.id) }
        for list in lists { try book.perform(.add(.list, list.id, .todo(title: list.name))) }
        return lists.count
    }

    private func preview(_ format: ProgramFile.Format, _ plan: Plan) throws {
        var output = Output()
        output.append("To-dos of \(format.title)\n")
        if !plan.file.newLists.isEmpty {
            output.append("New lists: ")
            output.append(terminal: plan.file.newLists.map(\.name).joined(separator: ", "))
            output.append("\n")
        }
        if let note = Self.words(plan.file.lost) {
            output.append(terminal: note)
            output.append("\n")
        }
        let count = plan.file.rows.count + plan.file.problems.count
        output.append(lines: plan.summary.preview(of: count), indent: 0)
        try output.flush()
        if plan.summary.unreadable > 0, !yes { throw ExitCode.failure }
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
