import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the entries out, for another book, a spreadsheet, hledger or Beancount.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, hledger, beancount
    }

    @Option(help: "What to write.")
    var format: Format = .json

    @OptionGroup var filter: EntryFilterOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        let rows = try book.read { try $0.entryRows(filter.filter) }
        var output = Output()
        switch format {
        case .json: output.append(EntryJSON.portable.list(rows))
        case .csv: EntryCSV.write(rows, to: &output.bytes)
        case .hledger: Hledger().write(rows, to: &output.bytes)
        case .beancount: Beancount().write(rows, to: &output.bytes)
        }
        // On a terminal a note is text, whatever it has in it; a file gets it as it is.
        if isatty(STDOUT_FILENO) == 1 {
            let text = String(decoding: output.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            output = Output()
            output.append(lines: text, indent: 0)
        }
        try output.flush()
    }
}
