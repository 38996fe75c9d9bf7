/// The entries of one day, the last written first, and what they come to.
public struct EntrySection: Equatable, Sendable {
    /// The day where the person was.
    public let day: CivilDate
    /// In the order in which they were given; never empty.
    public private(set) var entries: [Entry]
    /// What they come to; of `withoutTotals` empty, whatever the entries are.
    public private(set) var totals: Totals

    /// Parts entries, the newest day first, into days.
    ///
    /// - Parameter filter: as `Totals.add` takes it.
    public static func sections(
        of entries: some Sequence<Entry>, _ filter: EntryFilter = EntryFilter()
    ) throws(ItemError) -> [EntrySection] {
        var sections = withoutTotals(entries)
        for index in sections.indices {
            for entry in sections[index].entries { try sections[index].totals.add(entry, of: filter) }
        }
        return sections
    }

    /// The days alone: for entries whose sums are too large.
    public static func withoutTotals(_ entries: some Sequence<Entry>) -> [EntrySection] {
        var sections: [EntrySection] = []
        for entry in entries {
            if sections.last?.day != entry.day {
                sections.append(EntrySection(day: entry.day, entries: [], totals: Totals()))
            }
            sections[sections.count - 1].entries.append(entry)
        }
        return sections
    }
}
