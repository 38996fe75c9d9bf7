/// The entries of a book in memory, day by day, and each by its id.
public struct EntryList: Equatable, Sendable {
    private var entries = EntityTable<Entry>()
    /// All of them, the newest day first. What a day comes to is counted again when one of its entries changes.
    public private(set) var byDay: [EntrySection] = []
    /// How many amounts there are in each currency.
    private var currencies = SortedMap<Currency, Int>()
    private var names = TagNames()
    /// How many entries bear each tag, by its key.
    private var bearers = SortedMap<ByteString, Int>()

    /// Entries in any order; of those with one id the last counts.
    public init(_ entries: some Sequence<Entry> = []) { insert(contentsOf: Array(entries)) }

    /// The entry with this id, found without a search; nil if there is none.
    public subscript(id: EntityID) -> Entry? { entries[id] }

    /// Tells whether there is an entry with this id, without a copy of it.
    public func contains(_ id: EntityID) -> Bool { entries.contains(id) }

    /// How many entries there are, what is unsorted included.
    public var count: Int { entries.count }

    /// In their order, the newest first (see `Entry.precedes`).
    public var all: Entries { Entries(byDay) }

    /// The days with entries that pass a filter, the newest first.
    public func sections(_ filter: EntryFilter) -> [EntrySection] {
        if filter == EntryFilter() { return byDay }
        var sections: [EntrySection] = []
        for section in byDay where filter.contains(section.day) {
            let entries = section.entries.those { filter.contains($0) }
            if !entries.isEmpty { sections.append(EntrySection(section.day, entries, filter)) }
        }
        return sections
    }

    /// Puts `entry` where it belongs, in the place of the one with its id if there is one.
    public mutating func insert(_ entry: Entry) { insert(contentsOf: [entry]) }

    /// Puts each where it belongs.
    public mutating func insert(contentsOf new: [Entry]) {
        for entry in new {
            take(entry.id)
            let index = index(of: entry.day)
            if index == byDay.count || byDay[index].day != entry.day {
                byDay.insert(EntrySection(entry.day), at: index)
            }
            byDay[index].insert(entries.put(entry, entry.id))
            count(entry, 1)
        }
        recount()
    }

    /// - Returns: what was taken out; nil if there was no such entry.
    @discardableResult
    public mutating func remove(_ id: EntityID) -> Entry? {
        let old = take(id)
        recount()
        return old
    }

    /// The tags that entries bear, and how many do, the most used first.
    public var tags: [(name: String, count: Int)] {
        TagNames.arranged(bearers.all.map { $0.value }.filter { $0 > 0 }, names)
    }

    /// True where they are in more than one currency.
    public var haveSeveralCurrencies: Bool { currencies.all.count { $0.value > 0 } > 1 }

    /// The currency of most entries; nil without entries. Where several have as many, the first by code.
    public var usualCurrency: Currency? {
        var usual: (key: Currency, value: Int)?
        for count in currencies.all where count.value > usual?.value ?? 0 { usual = count }
        return usual?.key
    }

    public static func == (left: EntryList, right: EntryList) -> Bool { left.all == right.all }

    /// Takes an entry out. Its day has to be counted again.
    @discardableResult
    private mutating func take(_ id: EntityID) -> Entry? {
        guard let old = entries[id] else { return nil }
        byDay[index(of: old.day)].remove(old)
        entries[id] = nil
        count(old, -1)
        return old
    }

    /// Counts what the days come to that changed, and forgets those that are empty.
    private mutating func recount() {
        for index in byDay.indices.reversed() where !byDay[index].isCounted {
            if byDay[index].entries.isEmpty { byDay.remove(at: index) } else { byDay[index].count() }
        }
    }

    private mutating func count(_ entry: Entry, _ step: Int) {
        if let amount = entry.amount { currencies.change(amount.currency, from: 0) { $0 += step } }
        for key in names.add(entry.countedTags, step) { bearers.change(key, from: 0) { $0 += step } }
    }

    /// Where a day stands, or would stand.
    private func index(of day: CivilDate) -> Int { Int.first(before: byDay.count) { byDay[$0].day <= day } }
}
