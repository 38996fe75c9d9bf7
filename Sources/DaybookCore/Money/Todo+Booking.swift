extension Todo {
    /// The expense that checking this to-do books. Every device makes the same id, so two that check it without
    /// knowing of each other book it once.
    public var bookedEntry: EntityID {
        EntityID(derivedFrom: (occurrence?.id ?? openOccurrence ?? id).bytes, for: "booked by to-do")
    }

    /// The account that pays; nil for the default one.
    public var account: EntityID? { others[.account]?.entity }

    /// Books the amount of a finished to-do, and what takes it back when it is opened again or costs nothing.
    ///
    /// - Parameters:
    ///   - old: the to-do as it was.
    ///   - today: the day that it is at a moment: the one on which it is booked.
    func booking(
        after old: Todo?, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> [Register] {
        // A skipped occurrence costs nothing.
        if occurrence?.isSkipped == true { return [] }
        let wasBooked = old.map { $0.isCompleted && $0.amount != nil } ?? false
        let entry = bookedEntry
        guard isCompleted, let amount else { return wasBooked ? old?.unbooking(stamp) ?? [] : [] }
        func register(_ field: Field, _ value: [UInt8]) -> Register { Register(entry, field, stamp, value) }
        if let old, wasBooked {
            var registers: [Register] = []
            if old.amount != amount { registers.append(register(.amount, amount.bytes)) }
            if let account, account != old.account { registers.append(register(.account, account.bytes)) }
            return registers + TagChange(from: old.tags, to: tags).registers(of: entry, isNew: false, stamp)
        }
        var registers = [
            register(.createdAt, now.bytes), register(.amount, amount.bytes),
            register(.kind, [EntryKind.expense.rawValue]), register(.day, today(now).text.bytes),
            register(.note, title.bytes), register(.todo, (occurrence?.id ?? id).bytes),
        ]
        if let account { registers.append(register(.account, account.bytes)) }
        return registers + TagChange(from: [], to: tags).registers(of: entry, isNew: true, stamp)
    }

    /// Takes back the entry that it booked. Its tags go as well: it may have others when it is finished again.
    func unbooking(_ stamp: Stamp) -> [Register] {
        tags.map { ItemTag.register($0, of: bookedEntry, isPresent: false, stamp) }
            + [Register(bookedEntry, .deleted, stamp, [])]
    }
}

extension TodoList {
    /// The open to-dos that carry money: what is planned and not booked yet, the first due first, those without a day
    /// last.
    public var upcoming: [Todo] {
        TodoOrder.sort(items(in: .todo).filter { $0.amount != nil }, { $0 }, day: { $0.due })
    }
}
