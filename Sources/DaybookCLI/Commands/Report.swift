import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStorage

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sum up income, expenses and their balance, each currency by itself.")

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
        let lines = try book.read { book in
            guard let period = ReportPeriod(rawValue: by.rawValue) else {
                return try book.tagTotals(filter.filter).map {
                    ReportLine(label: $0.tag.map { "#" + $0 } ?? "(no tag)", totals: $0.totals)
                }
            }
            return try PeriodTotals.periods(period, of: book.days(filter.filter), through: filter.through ?? .local())
                .filter { !$0.totals.isEmpty }
                .map { ReportLine(label: period.label($0.start), totals: $0.totals) }
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
        try output.flush()
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
