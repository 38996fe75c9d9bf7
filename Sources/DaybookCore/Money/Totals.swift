/// Income and expenses. Entries that aren't sorted yet aren't counted.
public struct Totals: Hashable, Sendable {
    public private(set) var income = Sums()
    /// The expenses in each currency, as sums of zero or more.
    public private(set) var expense = Sums()

    /// Nothing came in and nothing went out.
    public init() {}

    /// True where nothing was added, on either side. A sum of 0 is something.
    public var isEmpty: Bool { income.isEmpty && expense.isEmpty }

    /// The currencies in which something came in or went out, by code.
    public var currencies: [Currency] {
        var currencies = income.all.map { $0.currency }
        for sum in expense.all where !currencies.contains(sum.currency) { currencies.append(sum.currency) }
        return currencies.sorted()
    }

    /// Income less expense, in every currency of either.
    public var balance: Sums {
        get throws(ItemError) {
            var balance = income
            try balance.subtract(expense)
            return balance
        }
    }

    /// Throws `sumTooLarge`, as all that follow do. An entry without an amount, or of the inbox, adds nothing.
    ///
    /// - Parameter filter: lets the entry through. Of one with parts those are added that it asks for.
    public mutating func add(_ entry: Entry, of filter: EntryFilter = EntryFilter()) throws(ItemError) {
        guard let amount = entry.amount else { return }
        if entry.parts.isEmpty || filter.asksForNoPortion { return try add(Sum(amount), entry.kind) }
        for portion in entry.portions where filter.contains(portion, of: entry) { try add(portion.sum, entry.kind) }
    }

    /// Adds to the side of this kind; what is unsorted adds nothing.
    public mutating func add(_ sum: Sum, _ kind: EntryKind) throws(ItemError) {
        switch kind {
        case .income: try income.add(sum)
        case .expense: try expense.add(sum)
        case .unsorted: break
        }
    }

    /// Adds both sides, currency by currency.
    public mutating func add(_ other: Totals) throws(ItemError) {
        try income.add(other.income)
        try expense.add(other.expense)
    }
}
