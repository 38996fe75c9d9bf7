public import DaybookCore
import Sworm

extension BookReader {
    /// What each day comes to on which something came in or went out, the oldest first.
    public func days(_ filter: EntryFilter = EntryFilter()) throws -> [PeriodTotals] {
        guard filter.text.isEmpty else {
            return try EntryList(entryRows(filter).map(\.entry)).days()
        }
        var days: [PeriodTotals] = []
        let query = Self.sorted(filter).group(EntryRow.day, EntryRow.kind, Self.currency, Self.scale)
            .order(EntryRow.day)
        try db.each(query.select(EntryRow.day, EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low)) { row in
            if days.last?.start != row.0 { days.append(PeriodTotals(start: row.0)) }
            try days[days.count - 1].totals.add(Self.sum(row.2, row.3, row.4, row.5), row.1)
        }
        return days
    }

    /// What each tag comes to, by name, those without one last. An entry with several tags counts for each.
    public func tagTotals(_ filter: EntryFilter = EntryFilter()) throws -> [TagTotals] {
        guard filter.text.isEmpty else {
            return try EntryList(entryRows(filter).map(\.entry)).tagTotals()
        }
        var sums: [Spelling: Totals] = [:]
        let name = TagRow.table[TagRow.name]
        let tagged = Self.sorted(filter)
            .join(
                EntryTagRow.table,
                on: EntryTagRow.table[EntryTagRow.entry] == EntryRow.table[EntryRow.id]
                    && EntryTagRow.table[EntryTagRow.present]
            )
            .join(TagRow.table, on: TagRow.table[TagRow.id] == EntryTagRow.table[EntryTagRow.tag])
            .group(name, EntryRow.kind, Self.currency, Self.scale)
        try db.each(tagged.select(name, EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low)) { row in
            try sums[Spelling(row.0), default: Totals()].add(Self.sum(row.2, row.3, row.4, row.5), row.1)
        }
        var rest = Totals()
        let untagged = Self.sorted(filter).where(EntryRow.tags == "").group(EntryRow.kind, Self.currency, Self.scale)
        try db.each(untagged.select(EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low)) { row in
            try rest.add(Self.sum(row.1, row.2, row.3, row.4), row.0)
        }
        let totals = sums.keys.sorted().map { TagTotals(tag: $0.text, totals: sums[$0] ?? Totals()) }
        return rest.isEmpty ? totals : totals + [TagTotals(tag: nil, totals: rest)]
    }

    private static func sorted(_ filter: EntryFilter) -> Query<EntryRow> {
        // An invalid amount, as after a change by hand, counts as none, as it does in the list.
        entries(filter).where(
            EntryRow.kind < EntryKind.unsorted && coefficient >= 0 && coefficient <= Amount.greatestCoefficient
                && scale >= 0 && scale <= Amount.mostDigits)
    }

    // What is sorted has an amount, so these are never NULL. The coefficient is summed up in two halves of which no
    // number of rows makes an overflow.
    private static let currency = Expression<Currency>("currency")
    private static let scale = Expression<Int>("scale")
    private static let coefficient = Expression<Int64>("coefficient")
    private static let half: Int64 = 1 << 32
    private static let high = (coefficient / half).sum
    private static let low = (coefficient % half).sum

    private static func sum(_ currency: Currency, _ scale: Int, _ high: Int64?, _ low: Int64?) -> Sum {
        Sum(coefficient: Int128(high ?? 0) << 32 + Int128(low ?? 0), scale: scale, currency: currency)
    }
}
