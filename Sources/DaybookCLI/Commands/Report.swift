import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookServer
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

    @OptionGroup var base: BaseOptions
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
        let filter = try filter.filter(in: book)
        guard let period = ReportPeriod(rawValue: by.rawValue) else { return try lines(byTag: filter, in: book) }
        let days = try book.days(filter)
        var lines = try PeriodTotals.periods(period, of: days)
            .map { ReportLine(label: period.label($0.start), totals: $0.totals) }
        guard let currency = base.base?.currency else { return lines }
        let rates = try book.rates()
        var worth = Array(repeating: BaseTotals(in: currency), count: lines.count)
        let starts = try PeriodTotals.periods(period, of: days).map(\.start)
        for day in days {
            let start = period.start(of: day.start)
            guard let index = starts.firstIndex(of: start) else { continue }
            try worth[index].add(day.totals, rates, on: base.rate == .day ? day.start : period.end(from: start))
        }
        for index in lines.indices { lines[index].worth = worth[index] }
        return lines
    }

    private func lines(byTag filter: EntryFilter, in book: BookReader) throws -> [ReportLine] {
        func label(_ tag: String?) -> String { tag.map { "#" + $0 } ?? "(no tag)" }
        let tags = try book.tagTotals(filter)
        guard let currency = base.base?.currency else {
            return tags.map { ReportLine(label: label($0.tag), totals: $0.totals) }
        }
        let rates = try book.rates()
        var worth: [Spelling?: BaseTotals] = [:]
        func add(_ tag: TagTotals, on day: CivilDate) throws {
            try worth[tag.tag.map { TagNames.key($0) }, default: BaseTotals(in: currency)].add(
                tag.totals, rates, on: day)
        }
        if base.rate == .end {
            let last = filter.through ?? .local()
            for tag in tags { try add(tag, on: last) }
        } else {
            var days: [CivilDate: [Entry]] = [:]
            try book.forEachEntry(filter) { days[$0.entry.day, default: []].append($0.entry) }
            for (day, entries) in days {
                for tag in try TagTotals.sums(of: entries, filter) { try add(tag, on: day) }
            }
        }
        return tags.map { tag in
            ReportLine(
                label: label(tag.tag), totals: tag.totals,
                worth: worth[tag.tag.map { TagNames.key($0) }] ?? BaseTotals(in: currency))
        }
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
    /// What they come to in one currency, if that was asked for.
    var worth: BaseTotals?

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
            if let worth = line.worth { append(worth, line.label, to: &json) }
        }
        json.endArray()
        return json
    }

    /// What all currencies of a line come to in one; null while a rate is missing.
    private static func append(_ worth: BaseTotals, _ label: String, to json: inout JSONWriter) {
        json.beginObject()
        json.key("label")
        json.string(label)
        json.key("in")
        json.string(worth.base.code)
        let sums = worth.sums
        let members: [(StaticString, Sum?)] = [
            ("income", sums?.income), ("expense", sums?.expense), ("balance", sums?.balance),
        ]
        for (key, sum) in members {
            json.key(key)
            if let sum { json.string(sum.number) } else { json.null() }
        }
        worth.append(to: &json)
        json.endObject()
    }
}
