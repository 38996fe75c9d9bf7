import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookBook
import DaybookStorage

struct Entries: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show entries, the newest first, a section with totals for each day.")

    @OptionGroup var filter: EntryFilterOptions

    @Option(
        help: ArgumentHelp("That show this payee, by any of its names.", valueName: "name"), transform: TypedText.plain)
    var payee: String?

    @OptionGroup var limit: LimitOption

    @Flag(help: "Show the open to-dos that carry money, the first due first.")
    var upcoming = false

    @Flag(help: "Print the entries as a JSON array.")
    var json = false

    @OptionGroup var book: BookOptions

    func validate() throws {
        if upcoming, !filter.isEmpty || payee != nil || limit.count != nil {
            throw ValidationError("--upcoming shows to-dos. Leave the filters out.")
        }
    }

    func run() throws {
        if upcoming { return try showUpcoming() }
        guard json else { return try showDays() }
        let rows = try book.read { book in
            var rows: [EntryRow] = []
            try forEachEntry(filter.filter(in: book), in: book, limit: limit.count) { rows.append($0) }
            return rows
        }
        try Output.show { $0.append(EntryJSON.numbered.list(rows)) }
    }

    /// The newest day is there at once, however long the list is.
    private func showDays() throws {
        var output = try book.read { book in
            var output = Output()
            let (filter, names) = (try filter.filter(in: book), try AccountNames(book))
            let (accounts, payees) = (try book.accountNames(), try book.payeeNames())
            // No transfer has a payee.
            var legs = try payee == nil ? AccountLeg.all(filter, in: book)[...] : []
            var day: [EntryRow] = []
            var isFirst = true
            var left = limit.count
            /// Ends a day of entries, or one that has sides of transfers alone.
            func endDay(_ last: CivilDate) throws {
                if !isFirst { output.append("\n") }
                let own = legs.prefix { $0.leg.day >= last }
                legs = legs.dropFirst(own.count)
                try output.append(day: last, day, own, accounts, names, payees) {
                    // The limit may have cut the day; its totals are those of the whole.
                    if left == 0 { return try totals(last, filter, book) }
                    var totals = Totals()
                    for row in day { try totals.add(row.entry, of: filter) }
                    return totals
                }
                day.removeAll(keepingCapacity: true)
                // The others after the reading: a pager that waits would hold the book's log.
                if isFirst { try output.flush() }
                isFirst = false
            }
            /// Ends the days behind `day`, but for the one that is given.
            func endDays(before next: CivilDate?) throws {
                while let newest = [day.last?.entry.day, legs.first?.leg.day].compactMap(\.self).max() {
                    if let next, newest <= next { return }
                    let entries = day
                    if day.last?.entry.day != newest { day = [] }
                    try endDay(newest)
                    if entries.last?.entry.day != newest { day = entries }
                }
            }
            try forEachEntry(filter, in: book, limit: limit.count) { row in
                if day.last?.entry.day != row.entry.day { try endDays(before: row.entry.day) }
                day.append(row)
                left? -= 1
            }
            // Behind the limit there may be older entries.
            try endDays(before: left == 0 ? day.last.map { $0.entry.day.adding(days: -1) } : nil)
            if isFirst { output.append("There are no such entries. Record one: daybook spend 12.50 lunch\n") }
            return output
        }
        try output.flush()
    }

    private func totals(_ day: CivilDate, _ filter: EntryFilter, _ book: BookReader) throws -> Totals {
        var filter = filter
        (filter.from, filter.through) = (day, day)
        guard payee != nil else { return try book.days(filter).first?.totals ?? Totals() }
        var totals = Totals()
        try forEachEntry(filter, in: book, limit: nil) { try totals.add($0.entry, of: filter) }
        return totals
    }

    private func forEachEntry(
        _ filter: EntryFilter, in book: BookReader, limit: Int?, _ body: (EntryRow) throws -> Void
    ) throws {
        guard let payee else { return try book.forEachEntry(filter, limit: limit, body) }
        try book.forEachEntry(filter, ofPayee: payee, limit: limit, body)
    }

    private func showUpcoming() throws {
        let rows = try book.read { try $0.upcoming() }
        var output = Output()
        if json {
            output.append(TodoJSON.numbered.list(rows))
        } else if rows.isEmpty {
            output.append("Nothing is planned. Plan something: daybook add \"Pay rent\" --amount 500 --on 2026-12-01\n")
        } else {
            output.append(upcoming: rows)
        }
        try output.flush()
    }
}
