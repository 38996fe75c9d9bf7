/// The entries of one day, the last written first, and what they come to.
public struct EntrySection: Equatable, Sendable {
    /// The day where the person was.
    public let day: CivilDate
    /// Never empty.
    public private(set) var entries = Entries()
    /// The totals; empty where there is a `problem`.
    public private(set) var totals = Totals()
    /// The changes in accounts; none where there is a `problem`.
    public private(set) var changes: [AccountChange] = []
    /// Why that isn't known: a sum is too large.
    public private(set) var problem: ItemError?
    /// True where all of that is of these entries.
    private(set) var isCounted = false

    /// The change that entries make in one currency in the account that they name.
    public struct AccountChange: Equatable, Sendable {
        /// Nil where they name none.
        public let account: EntityID?
        /// Below zero where more went out than came in.
        public fileprivate(set) var sum: Sum
        /// How many entries they are.
        public fileprivate(set) var count = 1
    }

    /// A day to which entries will be added.
    init(_ day: CivilDate) { self.day = day }

    /// - Parameter filter: as `Totals.add` takes it.
    init(_ day: CivilDate, _ entries: Entries, _ filter: EntryFilter) {
        self.day = day
        self.entries = entries
        count(filter)
    }

    /// Puts an entry in its place. What they come to isn't counted.
    mutating func insert(_ box: Entries.Box) {
        entries.boxes.insert(box, at: index(of: box.value))
        isCounted = false
    }

    /// Takes an entry out. What the others come to isn't counted.
    mutating func remove(_ entry: Entry) {
        entries.boxes.remove(at: index(of: entry))
        isCounted = false
    }

    /// Works out what they come to.
    mutating func count(_ filter: EntryFilter = EntryFilter()) {
        var (totals, changes) = (Totals(), [AccountChange]())
        problem = nil
        do throws(ItemError) {
            try entries.each { entry throws(ItemError) in
                try totals.add(entry, of: filter)
                guard let amount = entry.amount, entry.kind != .unsorted else { return }
                let account = entry.extraFields[.account]?.entity
                let sum = entry.kind == .income ? Sum(amount) : Sum(amount).negated
                if let index = changes.firstIndex(where: {
                    $0.sum.currency == sum.currency && $0.account == account
                }) {
                    changes[index].sum = try changes[index].sum.adding(sum)
                    changes[index].count += 1
                } else {
                    changes.append(AccountChange(account: account, sum: sum))
                }
            }
        } catch {
            problem = error
            (totals, changes) = (Totals(), [])
        }
        (self.totals, self.changes, isCounted) = (totals, changes, true)
    }

    /// Where an entry of the day stands, or would stand.
    private func index(of entry: Entry) -> Int {
        Int.first(before: entries.count) { !entries.boxes[$0].value.precedes(entry) }
    }
}

extension [EntrySection] {
    /// Throws where what one of them comes to isn't known.
    public func checked() throws(ItemError) {
        for section in self { if let problem = section.problem { throw problem } }
    }
}
