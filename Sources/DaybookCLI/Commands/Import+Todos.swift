import ArgumentParser
import DaybookExchange
import DaybookBook
import DaybookStorage

extension Import {
    /// Tells whether a file of to-dos is CSV, rather than JSON; nil where it holds none.
    func todoForm(of bytes: [UInt8]) -> Bool? {
        if todos { return (format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .json)) == .csv }
        switch format {
        case nil: return TodoFileImport.form(of: bytes, name: file)
        case .json: return TodoFileImport.form(of: bytes, name: "") == false ? false : nil
        case .csv: return TodoFileImport.form(of: bytes, name: "-.csv") == true ? true : nil
        default: return nil
        }
    }

    /// To-dos of a file: all or none.
    func runTodos(_ bytes: [UInt8], isCSV: Bool, at moment: ImportMoment) throws {
        let todos = try TodoFileImport(bytes, isCSV: isCSV, options, in: file, at: moment)
        if todos.isEmpty { throw CommandFailure("\(file) has no to-dos. Export it again.") }
        if dryRun {
            let summary = try book.look { try todos.take(into: $0, goesOn: true) }
            var output = Output()
            output.append(lines: summary.names.map { $0 + "\n" }.joined(), indent: 0)
            output.append(lines: summary.preview(of: todos.count), indent: 0)
            try output.flush()
            if summary.unreadable > 0, !yes { throw ExitCode.failure }
            return
        }
        try book.beforeMaking { _ = try stop(todos.take(into: $0.reader, goesOn: yes)) }
        let summary = try book.write(
            makes: true, noting: { (summary: ImportSummary) in PastImport.Note(.file, file, count: summary.written) }
        ) { try stop(todos.write(to: $0)) }
        var output = Output()
        output.append(summary.result)
        output.append(summary.made)
        try output.flushChange()
    }
}
