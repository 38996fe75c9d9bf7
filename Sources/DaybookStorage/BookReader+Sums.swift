public import DaybookCore
import Sworm

extension BookReader {
    /// Tells what each day comes to on which something came in or went out, the oldest first.
    public func days(_ filter: EntryFilter = EntryFilter()) throws -> [PeriodTotals] {
        guard filter.text.isEmpty else {
            return try EntryList(entryRows(filter).map(\.entry)).days(filter)
        }
        // The portions come to the whole where no tag is asked for.
        let isSplit = try !filter.tags.isEmpty && hasParts()
        let days = try days(of: sorted(filter, isSplit))
        guard isSplit else { return days }
        var split: [Entry] = []
        try eachSplitEntry(filter) { split.append($0) }
        return try PeriodTotals.periods(.day, of: days + EntryList(split).days(filter))
    }

    /// Tells what to-dos booked as entries on each of some days, the oldest first.
    public func bookedDays(from first: CivilDate, through last: CivilDate) throws -> [PeriodTotals] {
        var filter = EntryFilter()
        (filter.from, filter.through) = (first, last)
        return try days(of: sorted(filter).where(EntryRow.todo != nil))
    }

    /// The day of the first entry that is sorted, up to a day; nil if there is none.
    public func firstDay(through last: CivilDate) throws -> CivilDate? {
        var filter = EntryFilter()
        filter.through = last
        return try db.first(sorted(filter).order(EntryRow.day).select(EntryRow.day))
    }

    private func days(of entries: Query<EntryRow>) throws -> [PeriodTotals] {
        var days: [PeriodTotals] = []
        let query = entries.group(EntryRow.day, EntryRow.kind, Self.currency, Self.scale).order(EntryRow.day)
        try db.each(query.select(EntryRow.day, EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low)) { row in
            if days.last?.start != row.0 { days.append(PeriodTotals(start: row.0)) }
            try days[days.count - 1].totals.add(Self.sum(row.2, row.3, row.4, row.5), row.1)
        }
        return days
    }

    /// Tells what each tag comes to, by name, those without one last. An entry with several tags counts for each.
    public func tagTotals(_ filter: EntryFilter = EntryFilter()) throws -> [TagTotals] {
        guard filter.text.isEmpty else {
            return try EntryList(entryRows(filter).map(\.entry)).tagTotals(filter)
        }
        var sums: [ByteString: Totals] = [:]
        var names = TagNames()
        let name = TagRow.table[TagRow.name]
        let hasParts = try hasParts()
        let entries = try self.sorted(filter, hasParts)
        let tagged =
            entries
            .join(
                EntryTagRow.table,
                on: EntryTagRow.table[EntryTagRow.entry] == EntryRow.table[EntryRow.id]
                    && EntryTagRow.table[EntryTagRow.present]
            )
            .join(TagRow.table, on: TagRow.table[TagRow.id] == EntryTagRow.table[EntryTagRow.tag])
            .group(name, EntryRow.kind, Self.currency, Self.scale)
        let columns = tagged.select(name, EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low, countAll)
        try db.each(columns) { row in
            names.add(row.0, row.6)
            try sums[ByteString(row.0), default: Totals()].add(Self.sum(row.2, row.3, row.4, row.5), row.1)
        }
        var rest = try self.totals(of: entries.where(EntryRow.tags == ""))
        var split: [Entry] = []
        if hasParts { try eachSplitEntry(filter) { split.append($0) } }
        var ofParts: [ByteString: Totals] = [:]
        for tag in try TagTotals.sums(of: Entries(split), filter) {
            if let name = tag.tag { ofParts[TagNames.key(name)] = tag.totals } else { try rest.add(tag.totals) }
        }
        for portion in split.flatMap(\.portions) { for tag in portion.tags { names.add(tag) } }
        let all = try names.all.map { tag in
            var totals = ofParts[tag.key] ?? Totals()
            // An entry may bear a tag in several spellings.
            guard tag.spellings.count > 1 else {
                try totals.add(sums[ByteString(tag.name)] ?? Totals())
                return totals
            }
            let tagged = Self.tagged(tag.spellings)
            try totals.add(self.totals(of: entries.where(EntryRow.table[EntryRow.id].isIn(tagged))))
            return totals
        }
        return TagTotals.arranged(all, names, rest)
    }

    /// Calls `body` with what the sorted entries of some days come to, below zero where it went out, how many they are, and
    /// the account that they name.
    func eachEntrySum(
        from first: CivilDate, through last: CivilDate, _ body: (Sum, Int, EntityID?) throws -> Void
    ) throws {
        var filter = EntryFilter()
        (filter.from, filter.through) = (first, last)
        let sums = try sorted(filter).group(EntryRow.account, EntryRow.kind, Self.currency, Self.scale)
        try db.each(
            sums.select(EntryRow.account, EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low, countAll)
        ) { row in
            let sum = Self.sum(row.2, row.3, row.4, row.5)
            try body(row.1 == .income ? sum : sum.negated, row.6, row.0)
        }
    }

    private func totals(of entries: Query<EntryRow>) throws -> Totals {
        var totals = Totals()
        let sums = entries.group(EntryRow.kind, Self.currency, Self.scale)
        try db.each(sums.select(EntryRow.kind, Self.currency, Self.scale, Self.high, Self.low)) { row in
            try totals.add(Self.sum(row.1, row.2, row.3, row.4), row.0)
        }
        return totals
    }

    /// - Parameter withoutParts: whether entries with parts are left out.
    private func sorted(_ filter: EntryFilter, _ withoutParts: Bool = false) throws -> Query<EntryRow> {
        // An invalid amount, as after a change by hand, counts as none, as it does in the list.
        let entries = try withoutParts ? entries(filter).where(EntryRow.parts == nil) : entries(filter)
        return entries.where(
            EntryRow.kind < EntryKind.unsorted && Self.coefficient >= 0
                && Self.coefficient <= Amount.greatestCoefficient && Self.scale >= 0 && Self.scale <= Amount.mostDigits)
    }

    // Sorted entries have an amount, so these are never NULL. The coefficient is summed up in two halves of which no
    // number of rows makes an overflow.
    private static let currency = Expression<Currency>("currency")
    private static let scale = Expression<Int>("scale")
    private static let coefficient = Expression<Int64>("coefficient")
    private static let half: Int64 = 1 << 32
    private static let high = (coefficient / half).sum
    private static let low = (coefficient % half).sum

    static func sum(_ currency: Currency, _ scale: Int, _ high: Int64?, _ low: Int64?) -> Sum {
        Sum(coefficient: Int128(high ?? 0) << 32 + Int128(low ?? 0), scale: scale, currency: currency)
    }
}
