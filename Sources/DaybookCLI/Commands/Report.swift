import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show sums of income, expenses and their balance for each currency.")

    enum Grouping: String, CaseIterable, ExpressibleByArgument {
        case day, week, month, tag
    }

    @Option(help: "What a line is.")
    var by: Grouping = .month

    @Flag(help: "Draw bars.")
    var chart = false

    @Flag(help: "Print the sums as a JSON array.")
    var json = false

    @OptionGroup var filter: EntryFilterOptions
    @OptionGroup var book: BookOptions

    func run() throws {
        let (lines, unsorted) = try book.read { try (makeLines(in: $0), json ? 0 : countUnsorted(in: $0)) }
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

    private func makeLines(in book: BookReader) throws -> [ReportLine] {
        guard let period = ReportPeriod(rawValue: by.rawValue) else {
            return try book.tagTotals(filter.filter(in: book)).map {
                ReportLine(label: $0.tag.map { "#" + $0 } ?? "(no tag)", totals: $0.totals)
            }
        }
        return try PeriodTotals.periods(period, of: book.days(filter.filter(in: book)))
            .map { ReportLine(label: period.label($0.start), totals: $0.totals) }
    }

    /// How many entries the sums lack. A report of one kind needs no such note.
    private func countUnsorted(in book: BookReader) throws -> Int {
        guard filter.kinds.isEmpty || filter.kinds.contains(.unsorted) else { return 0 }
        var unsorted = try filter.filter(in: book)
        unsorted.kinds = [.unsorted]
        return try book.entryCount(unsorted)
    }
}

/// A line of a report: a period or a tag, and what it comes to.
struct ReportLine {
    let label: String
    let totals: Totals

    static func json(_ lines: [ReportLine]) throws -> JSONWriter {
        var json = JSONWriter()
        json.beginArray()
        for line in lines {
            for balance in try line.totals.balance.all {
                let nothing = Sum(coefficient: 0, scale: balance.currency.minorDigits, currency: balance.currency)
                json.beginObject()
                json.key("label")
                json.string(line.label)
                json.key("currency")
                json.string(balance.currency.code)
                json.key("income")
                json.string((line.totals.income[balance.currency] ?? nothing).number)
                json.key("expense")
                json.string((line.totals.expense[balance.currency] ?? nothing).number)
                json.key("balance")
                json.string(balance.number)
                json.endObject()
            }
        }
        json.endArray()
        return json
    }
}
