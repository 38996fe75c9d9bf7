public import DaybookCore

/// Says what became of the money that to-dos book.
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
        func amount(_ record: Record) -> Amount? { Entry(record, tags: [])?.amount ?? Transfer(record)?.from.amount }
        for change in changes where change.after[.todo] != nil {
            if let amount = amount(change.after) {
                try? recorded.add(Sum(amount))
            } else if let amount = change.before.flatMap({ amount($0) }) {
                try? removed.add(Sum(amount))
            }
        }
    }

    /// Sums up what stays in the book of to-dos that are deleted.
    init(keptOf todos: [Todo], in book: LocalBook) {
        // Without an amount nothing was booked, or it is gone.
        for todo in todos where todo.amount != nil {
            let amount = book.entries[todo.bookedEntry]?.amount ?? book.transfer(todo.bookedTransfer)?.from.amount
            if let amount { try? kept.add(Sum(amount)) }
            if let interest = book.entries[todo.bookedInterest]?.amount { try? kept.add(Sum(interest)) }
        }
    }
}
