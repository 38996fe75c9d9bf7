import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write entries or to-dos for another book, a spreadsheet, hledger or Beancount.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, hledger, beancount
    }

    @Option(help: "What to write.")
    var format: Format = .json

    @Flag(help: "Write the to-dos, open and finished, as json or csv.")
    var todos = false

    @OptionGroup var filter: EntryFilterOptions
    @OptionGroup var book: BookOptions

    func validate() throws {
        guard todos else { return }
        if filter.filter != EntryFilter() {
            throw ValidationError("The filters are for entries. Leave them or --todos out.")
        }
        if format != .json, format != .csv {
            throw ValidationError("To-dos are written as json or csv. Give one of these with --format.")
        }
    }

    func run() throws {
        var output = Output()
        if todos {
            let rows = try book.read { try $0.rows() }
            if format == .csv { TodoFile.writeCSV(rows, to: &output.bytes) } else { output.append(TodoFile.json(rows)) }
        } else {
            append(try book.read { try $0.entryRows(filter.filter) }, to: &output)
        }
        // On a terminal a note is text, whatever it has in it; a file gets it as it is. JSON has escapes of its own.
        if Output.isTerminal, format != .json {
            let text = String(decoding: output.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            output = Output()
            output.append(lines: text, indent: 0)
        }
        try output.flush()
    }

    private func append(_ rows: [EntryRow], to output: inout Output) {
        switch format {
        case .json: output.append(EntryJSON.portable.list(rows))
        case .csv: EntryCSV.write(rows, to: &output.bytes)
        case .hledger: Hledger().write(rows, to: &output.bytes)
        case .beancount: Beancount().write(rows, to: &output.bytes)
        }
    }
}
