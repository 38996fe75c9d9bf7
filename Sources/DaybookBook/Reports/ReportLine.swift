public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// The subject of a line of a report.
public enum ReportGrouping: String, CaseIterable, Sendable {
    case day, week, month, tag, payee, account
}

extension BookReader {
    /// The lines of a report, the oldest period first.
    ///
    /// - Parameters:
    ///   - base: the currency in which to say what all currencies come to as well.
    ///   - byEnd: whether that is by the last rate of the period, rather than by that of each day.
    public func reportLines(
        _ grouping: ReportGrouping, _ filter: EntryFilter, in base: Currency?, byEnd: Bool
    ) throws -> [ReportLine] {
        guard let period = ReportPeriod(rawValue: grouping.rawValue) else {
            switch grouping {
            case .payee:
                return try lines(filter, in: base, byEnd: byEnd, without: "(no payee)") {
                    $0.extraFields[.payee]?.text ?? ""
                }
            case .account:
                let accounts = try self.accounts().map(\.account)
                let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
                let owners = AccountSums(accounts)
                return try lines(filter, in: base, byEnd: byEnd, without: "") { entry in
                    entry.amount.map { amount in
                        names[owners.owner(of: entry.extraFields[.account]?.entity, amount.currency)]
                            ?? amount.currency.code
                    } ?? ""
                }
            case .tag, .day, .week, .month: return try tagLines(filter, in: base, byEnd: byEnd)
            }
        }
        let days = try days(filter)
        let periods = try PeriodTotals.periods(period, of: days)
        var lines = periods.map { ReportLine(label: period.label($0.start), totals: $0.totals) }
        guard let base else { return lines }
        let worths = try BaseTotals.sums(of: periods, period, days, in: base, rates(), byEnd: byEnd)
        for index in lines.indices { lines[index].worth = worths[index] }
        return lines
    }

    /// A line for each name that entries have, by the name; what has none comes last.
    private func lines(
        _ filter: EntryFilter, in base: Currency?, byEnd: Bool, without label: String, _ name: (Entry) -> String
    ) throws -> [ReportLine] {
        let known = base == nil ? nil : try rates()
        let last = filter.through ?? .local()
        var lines: [ByteString: ReportLine] = [:]
        try forEachEntry(filter) { row in
            var totals = Totals()
            try totals.add(row.entry, of: filter)
            guard !totals.isEmpty else { return }
            let label = name(row.entry)
            let key = TagNames.key(label)
            var line = lines[key] ?? ReportLine(label: label, totals: Totals(), worth: base.map { BaseTotals(in: $0) })
            try line.totals.add(totals)
            if let known { try line.worth?.add(totals, known, on: byEnd ? last : row.entry.day) }
            lines[key] = line
        }
        let rest = lines.removeValue(forKey: TagNames.key(""))
        var sorted = lines.sorted { $0.key < $1.key }.map { $0.value }
        if let rest { sorted.append(ReportLine(label: label, totals: rest.totals, worth: rest.worth)) }
        return sorted
    }

    private func tagLines(_ filter: EntryFilter, in base: Currency?, byEnd: Bool) throws -> [ReportLine] {
        func label(_ tag: String?) -> String { tag.map { "#" + $0 } ?? "(no tag)" }
        let tags = try tagTotals(filter)
        guard let base else { return tags.map { ReportLine(label: label($0.tag), totals: $0.totals) } }
        let rates = try rates()
        var worths = tags.map { _ in BaseTotals(in: base) }
        if byEnd {
            let last = filter.through ?? .local()
            for (index, tag) in tags.enumerated() { try worths[index].add(tag.totals, rates, on: last) }
        } else {
            var entries: [Entry] = []
            try forEachEntry(filter) { entries.append($0.entry) }
            worths = try BaseTotals.sums(of: tags, EntryList(entries).byDay, filter, in: base, rates)
        }
        return zip(tags, worths).map { ReportLine(label: label($0.tag), totals: $0.totals, worth: $1) }
    }
}

/// A line of a report: a period, a tag, a payee or an account, and what it comes to.
public struct ReportLine: Sendable {
    public let label: String
    public internal(set) var totals: Totals
    /// The sum of them in one currency, if that was asked for.
    public var worth: BaseTotals?

    /// For programs.
    public static func json(_ lines: [ReportLine]) throws -> JSONWriter {
        try .array { json in
            for line in lines {
                for balance in try line.totals.balance.all {
                    let nothing = Sum(coefficient: 0, scale: balance.currency.minorDigits, currency: balance.currency)
                    let income = line.totals.income[balance.currency] ?? nothing
                    let expense = line.totals.expense[balance.currency] ?? nothing
                    json.object { json in
                        json.members(["label": line.label, "currency": balance.currency.code])
                        json.members(sums: ["income": income, "expense": expense, "balance": balance])
                    }
                }
                guard let worth = line.worth else { continue }
                // Null while a rate is missing.
                let sums = worth.sums
                json.object { json in
                    json.members(["label": line.label, "in": worth.base.code])
                    json.members(sums: ["income": sums?.income, "expense": sums?.expense, "balance": sums?.balance])
                    json.missing(worth.missing)
                }
            }
        }
    }
}
