extension Field {
    /// One byte: a place in `Todo.bookings`.
    public static let books = Field(rawValue: 97)
    /// The 16 bytes of the id of the account to which finishing a to-do moves its amount; empty where it moves none.
    public static let paysInto = Field(rawValue: 98)
    /// One byte: a place in `Todo.estimates`.
    public static let estimate = Field(rawValue: 99)
}

extension Todo {
    /// The kinds of entry that finishing a to-do may book.
    public static let bookings = ["expense", "income"]
    /// True where the amount is exact, or about so much.
    public static let estimates = ["exact", "about"]

    /// True where its amount may turn out otherwise.
    public var isAbout: Bool { extraFields[.estimate]?.choice == 1 }

    /// Tells what finishing this to-do books of its amount.
    public enum Booked: Equatable, Sendable {
        case expense, income
        /// A transfer to an account.
        case transfer(EntityID)
    }

    /// Tells what finishing it books. An account to which it pays makes it a transfer, whatever else it says: so devices
    /// that change one and the other make nothing that is half of each.
    public var books: Booked {
        if let account = extraFields[.paysInto]?.entity { return .transfer(account) }
        return extraFields[.books]?.choice == 1 ? .income : .expense
    }

    /// The kind of the entry that it books; nil for a transfer.
    private var bookedKind: EntryKind? {
        switch books {
        case .expense: .expense
        case .income: .income
        case .transfer: nil
        }
    }

    /// The kind by whose sign its amount is found.
    public var amountKind: EntryKind { bookedKind ?? .unsorted }

    /// The entry that checking this to-do books. Every device makes the same id, so two that check it without
    /// knowing of each other book it once.
    public var bookedEntry: EntityID {
        EntityID(derivedFrom: (occurrence?.id ?? openOccurrence ?? id).bytes, for: "booked by to-do")
    }

    /// The transfer that checking this to-do books. It names the entry: where another device has booked that, not knowing
    /// that it had become a transfer, the entry is none while the transfer is there.
    public var bookedTransfer: EntityID { Transfer.id(from: bookedEntry, to: nil) }

    /// The account that pays, or is paid; nil for the default one.
    public var account: EntityID? { extraFields[.account]?.entity }

    /// Books the amount of a finished to-do, and what takes it back when it is opened again or costs nothing.
    ///
    /// A change of the booking of one that stays finished says again that it is. So where another device opens it meanwhile,
    /// either both count or neither does.
    ///
    /// - Parameters:
    ///   - old: the to-do as it was.
    ///   - today: the day that it is at a moment: the one on which it is booked.
    func booking(
        after old: Todo?, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> [Register] {
        let booked = bookingAlone(after: old, stamp, now, today)
        guard let completedAt, old?.isCompleted == true, !booked.isEmpty else { return booked }
        return booked + [Register(occurrence?.id ?? id, .completedAt, stamp, completedAt.bytes)]
    }

    private func bookingAlone(
        after old: Todo?, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> [Register] {
        // A skipped occurrence costs nothing.
        if occurrence?.isSkipped == true { return [] }
        let former = old.flatMap { $0.isCompleted && $0.amount != nil ? $0 : nil }
        guard isCompleted, let amount else { return former?.unbooking(stamp) ?? [] }
        let day = today(former?.completedAt ?? now)
        guard let kind = bookedKind else {
            let made = transfer(of: amount, on: day, stamp, now)
            // A transfer of nothing is none, also where another device has made one of more.
            if made.isEmpty { return former?.unbooking(stamp) ?? unbooked(stamp) }
            guard let former, let old = former.amount else { return made }
            if former.bookedKind == nil, old.coefficient > 0 {
                let isSame = former.legs(of: old, on: day) == legs(of: amount, on: day)
                return isSame ? [] : made.filter { $0.field == .legs }
            }
            return former.unbooking(stamp).filter { $0.entity != bookedTransfer } + made
        }
        let entry = bookedEntry
        func register(_ field: Field, _ value: [UInt8]) -> Register { Register(entry, field, stamp, value) }
        if let former, let formerKind = former.bookedKind {
            var registers: [Register] = []
            if former.amount != amount { registers.append(register(.amount, amount.bytes)) }
            if formerKind != kind { registers.append(register(.kind, [kind.rawValue])) }
            if let account, account != former.account { registers.append(register(.account, account.bytes)) }
            return registers + TagChange(from: former.tags, to: tags).registers(of: entry, isNew: false, stamp)
        }
        var registers = former?.unbooking(stamp).filter { $0.entity != entry } ?? []
        registers += [
            register(.createdAt, now.bytes), register(.amount, amount.bytes), register(.kind, [kind.rawValue]),
            register(.day, day.text.bytes), register(.note, title.bytes),
            register(.todo, (occurrence?.id ?? id).bytes),
        ]
        if let account { registers.append(register(.account, account.bytes)) }
        return registers + TagChange(from: [], to: tags).registers(of: entry, isNew: true, stamp)
    }

    /// Makes the transfer that it books; nothing where nothing is moved.
    private func transfer(of amount: Amount, on day: CivilDate, _ stamp: Stamp, _ now: Timestamp) -> [Register] {
        guard amount.coefficient > 0 else { return [] }
        let id = bookedTransfer
        return [
            Register(id, .type, stamp, Kind.transfer.type), Register(id, .legs, stamp, legs(of: amount, on: day)),
            Register(id, .createdAt, stamp, now.bytes), Register(id, .note, stamp, title.bytes),
            Register(id, .fromEntry, stamp, bookedEntry.bytes),
            Register(id, .todo, stamp, (occurrence?.id ?? self.id).bytes),
        ]
    }

    /// The sides of the transfer that it books, as `Field.legs` has them.
    private func legs(of amount: Amount, on day: CivilDate) -> [UInt8] {
        let from = Transfer.Leg(account: account, day: day, amount: amount)
        let to = Transfer.Leg(account: extraFields[.paysInto]?.entity, day: day, amount: amount)
        return from.bytes + to.bytes
    }

    /// Takes back what it booked. The tags of an entry go as well: it may have others when it is finished again.
    func unbooking(_ stamp: Stamp) -> [Register] {
        [bookedEntry, bookedInterest].flatMap { owner in
            tags.map { ItemTag.register($0, of: owner, isPresent: false, stamp) }
        } + unbooked(stamp)
    }

    /// Deletes all that it may have booked: another device may have booked something else.
    func unbooked(_ stamp: Stamp) -> [Register] {
        [bookedEntry, bookedTransfer, bookedInterest].map { Register($0, .deleted, stamp, []) }
    }
}

extension Register {
    /// The sides of a transfer as they are to be, on the days that it has already: a person may have put those right.
    func keepingDays(of transfer: Transfer) -> Register {
        guard field == .legs, var (from, to) = Transfer.sides(value) else { return self }
        (from.day, to.day) = (transfer.from.day, transfer.to.day)
        return Register(entity, field, stamp, from.bytes + to.bytes)
    }
}

extension TodoList {
    /// The open to-dos that carry money: what is planned and not booked yet, the first due first, those without a day
    /// last.
    public var upcoming: [Todo] {
        TodoOrder.sort(items(in: .todo).filter { $0.amount != nil }, { $0 }, day: { $0.due })
    }
}
