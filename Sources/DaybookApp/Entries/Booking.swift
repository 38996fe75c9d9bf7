public import DaybookCore

/// Says what became of the expenses that to-dos book.
public struct Booking: Equatable, Sendable {
    /// The sums that are recorded now.
    public private(set) var recorded = Sums()
    /// The sums that were recorded, and no longer are.
    public private(set) var removed = Sums()
    /// The sums that stay recorded, though the to-do is deleted.
    public private(set) var kept = Sums()

    var isEmpty: Bool { recorded.isEmpty && removed.isEmpty && kept.isEmpty }

    /// Sums up what some changes did to booked expenses.
    init(_ changes: [LocalBook.Change]) {
        for change in changes where change.after[.todo] != nil {
            if let amount = Entry(change.after, tags: [])?.amount {
                try? recorded.add(Sum(amount))
            } else if let amount = change.before.flatMap({ Entry($0, tags: []) })?.amount {
                try? removed.add(Sum(amount))
            }
        }
    }

    /// Sums up what stays in the book of to-dos that are deleted.
    init(keptOf todos: [Todo], in entries: EntryList) {
        // Without an amount nothing was booked, or it is gone.
        for todo in todos where todo.amount != nil {
            if let amount = entries[todo.bookedEntry]?.amount { try? kept.add(Sum(amount)) }
        }
    }
}
