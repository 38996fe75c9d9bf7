/// The entries of a book in memory, the newest first, and each by its id.
public struct EntryList: Equatable, Sendable {
    private var entries = EntityTable<Entry>()
    private var order: [EntityID] = []
    /// How many amounts there are in each currency.
    private var currencies = Tally<Currency, Int>()

    /// Entries in any order; of those with one id the last counts.
    public init(_ entries: some Sequence<Entry> = []) {
        for entry in entries { self.entries[entry.id] = entry }
        arrange()
    }

    /// The entry with this id, found without a search; nil if there is none.
    public subscript(id: EntityID) -> Entry? { entries[id] }

    /// Whether there is an entry with this id, without a copy of it.
    public func contains(_ id: EntityID) -> Bool { entries.contains(id) }

    /// How many entries there are, what is unsorted included.
    public var count: Int { entries.count }

    /// All in their order, the newest first (see `Entry.precedes`), as a copy.
    public var all: [Entry] { order.compactMap { entries[$0] } }

    /// Those that pass a filter, the newest first. Looks at every entry.
    public func items(_ filter: EntryFilter) -> [Entry] { all.filter { filter.contains($0) } }

    /// Puts `entry` where it belongs, in the place of the one with its id if there is one.
    public mutating func insert(_ entry: Entry) {
        remove(entry.id)
        order.insert(entry.id, at: index(of: entry))
        entries[entry.id] = entry
        count(entry, 1)
    }

    /// Puts many where they belong. Each by itself would move all that follow it, so very many are sorted in at once.
    public mutating func insert(contentsOf new: [Entry]) {
        guard new.count > 1_000 else {
            for entry in new { insert(entry) }
            return
        }
        for entry in new { entries[entry.id] = entry }
        arrange()
    }

    /// - Returns: what was taken out; nil if there was no such entry.
    @discardableResult
    public mutating func remove(_ id: EntityID) -> Entry? {
        guard let old = entries[id] else { return nil }
        order.remove(at: index(of: old))
        entries[id] = nil
        count(old, -1)
        return old
    }

    /// The tags that entries bear, and how many do, the most used first.
    public var tags: [(name: String, count: Int)] {
        var counts = Tally<Spelling, Int>()
        var names = TagNames()
        for entry in entries.values {
            let tags = entry.countedTags
            for tag in tags { names.add(tag) }
            for key in TagNames.keys(tags) { counts.change(key, from: 0) { $0 += 1 } }
        }
        return TagNames.arranged(counts.all.map { $0.value }, names)
    }

    /// The currency of most entries; nil without entries. Where several have as many, the first by code.
    public var usualCurrency: Currency? {
        var usual: (key: Currency, value: Int)?
        for count in currencies.all where count.value > usual?.value ?? 0 { usual = count }
        return usual?.key
    }

    public static func == (left: EntryList, right: EntryList) -> Bool {
        left.order == right.order && left.entries == right.entries
    }

    /// Sorts and counts everything.
    private mutating func arrange() {
        let all = entries.values
        order = all.sorted { $0.precedes($1) }.map { $0.id }
        currencies = Tally()
        for entry in all { count(entry, 1) }
    }

    private mutating func count(_ entry: Entry, _ step: Int) {
        if let amount = entry.amount { currencies.change(amount.currency, from: 0) { $0 += step } }
    }

    /// Where `entry` stands, or would stand.
    private func index(of entry: Entry) -> Int {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if let other = entries[order[middle]], other.precedes(entry) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
