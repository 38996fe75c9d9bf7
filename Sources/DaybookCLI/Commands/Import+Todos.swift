import ArgumentParser
import DaybookExchange
import DaybookServer
import DaybookStorage

extension Import {
    /// To-dos of a file: all or none.
    func runTodos(_ bytes: [UInt8], at moment: ImportMoment) throws {
        let isCSV = (format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .json)) == .csv
        let todos = try TodoFileImport(bytes, isCSV: isCSV, options, in: file, at: moment)
        if dryRun {
            let summary = try book.look { try todos.take(into: $0, goesOn: true) }
            var output = Output()
            output.append(lines: summary.preview(of: todos.count), indent: 0)
            try output.flush()
            if summary.unreadable > 0 { throw ExitCode.failure }
            return
        }
        try book.beforeMaking { _ = try stop(todos.take(into: $0.reader, goesOn: false)) }
        let summary = try book.write(makes: true) { try stop(todos.write(to: $0)) }
        var output = Output()
        output.append(summary.result)
        try output.flushChange()
    }
}
