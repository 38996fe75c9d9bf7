extension Todo {
    /// The expense that checking this to-do books. Every device makes the same id, so two that check it without
    /// knowing of each other book it once.
    public var bookedEntry: EntityID {
        EntityID(derivedFrom: (occurrence?.id ?? openOccurrence ?? id).bytes, for: "booked by to-do")
    }

    /// What books the amount of a finished to-do, and what takes it back when it is opened again or costs nothing.
    ///
    /// - Parameters:
    ///   - old: the to-do as it was.
    ///   - today: the day that it is at a moment: the one on which it is booked.
    func booking(
        after old: Todo?, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> [Register] {
        // What was passed over costs nothing.
        if occurrence?.isSkipped == true { return [] }
        let wasBooked = old.map { $0.isCompleted && $0.amount != nil } ?? false
        guard isCompleted, let amount else {
            return wasBooked ? [Register(bookedEntry, .deleted, stamp, [])] : []
        }
        if wasBooked {
            return old?.amount == amount ? [] : [Register(bookedEntry, .amount, stamp, amount.bytes)]
        }
        return [
            Register(bookedEntry, .createdAt, stamp, now.bytes),
            Register(bookedEntry, .amount, stamp, amount.bytes),
            Register(bookedEntry, .kind, stamp, [EntryKind.expense.rawValue]),
            Register(bookedEntry, .day, stamp, today(now).text.bytes),
            Register(bookedEntry, .note, stamp, title.bytes),
            Register(bookedEntry, .todo, stamp, (occurrence?.id ?? id).bytes),
        ]
    }
}

extension TodoList {
    /// The open to-dos that carry money: what is planned and not booked yet, the first due first, those without a day
    /// last.
    public var upcoming: [Todo] {
        TodoOrder.sort(items(in: .todo).filter { $0.amount != nil }, { $0 }, day: { $0.due })
    }
}
