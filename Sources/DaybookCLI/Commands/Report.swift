public import ArgumentParser
import DaybookCore
import DaybookExchange
public import DaybookBook
import DaybookStorage

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show sums of income, expenses and their balance for each currency.")

    @Option(help: "What a line is.")
    var by: ReportGrouping = .month

    @Flag(help: "Draw bars.")
    var chart = false

    @Flag(help: "Print the sums as a JSON array.")
    var json = false

    @OptionGroup var base: BaseOptions
    @OptionGroup var filter: EntryFilterOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        let (lines, unsorted) = try book.read {
            try (
                $0.reportLines(by, filter.filter(in: $0), in: base.base?.currency, byEnd: base.rate == .end),
                json ? 0 : countUnsorted(in: $0)
            )
        }
        var output = Output()
        if json {
            output.append(try ReportLine.json(lines))
        } else if lines.isEmpty {
            output.append("There is nothing to sum up.\n")
        } else if chart {
            output.append(chart: lines)
        } else {
            try output.append(report: lines)
        }
        if unsorted > 0 {
            output.append("Not counted: \(unsorted) \(unsorted == 1 ? "entry" : "entries") to be sorted. ")
            output.append("Show them: daybook entries --kind unsorted\n")
        }
        try output.flush()
    }

    /// How many entries the sums lack. A report of one kind needs no such note.
    private func countUnsorted(in book: BookReader) throws -> Int {
        guard filter.kinds.isEmpty || filter.kinds.contains(.unsorted) else { return 0 }
        var unsorted = try filter.filter(in: book)
        unsorted.kinds = [.unsorted]
        return try book.entryCount(unsorted)
    }
}

extension ReportGrouping: ExpressibleByArgument {}
