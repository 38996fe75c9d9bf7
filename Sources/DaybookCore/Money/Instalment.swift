extension Transfer {
    /// The expense for the interest in a payment that a to-do books as this transfer. Every device makes the same id.
    public static func interest(of transfer: EntityID) -> EntityID {
        EntityID(derivedFrom: transfer.bytes, for: "interest in a transfer")
    }
}

extension Todo {
    /// The expense for interest that checking it books beside `bookedTransfer`, where that pays a loan back.
    public var bookedInterest: EntityID { Transfer.interest(of: bookedTransfer) }
}

extension MoneyAccount {
    /// True where a payment into it has a part for interest.
    var isLoan: Bool { accountKind == 3 }

    /// The interest of a share of a year on what is in it, or above zero on what it owes.
    ///
    /// - Parameter balance: below zero for what it owes.
    /// - Returns: nil where there is none.
    func interest(on balance: Sum, _ day: CivilDate, _ share: YearShare = .month) -> Sum? {
        let scale = max(balance.scale, currency.minorDigits)
        guard let exact = balance.coefficient(at: scale),
            let interest = rate(on: day).interest(on: exact < 0 ? 0 - exact : exact, share), interest > 0
        else { return nil }
        return Sum(coefficient: interest, scale: scale, currency: currency)
    }
}

extension AccountSums {
    /// Adds the entries and the sides of transfers up to a day.
    public mutating func add(
        _ sections: [EntrySection], _ transfers: some Sequence<Transfer>, through day: CivilDate
    ) throws(ItemError) {
        try sections.checked()
        for section in sections where section.day <= day {
            for change in section.changes { try add(change.sum, change.count, of: change.account) }
        }
        for transfer in transfers {
            for (leg, isOut) in [(transfer.from, true), (transfer.to, false)] where leg.day <= day {
                let sum = Sum(leg.amount)
                try add(isOut ? sum.negated : sum, 0, legs: 1, of: leg.account)
            }
        }
    }
}

extension BookSource {
    /// Parts the interest from a payment that a to-do books as a transfer to a loan. The interest is booked in full: where it is
    /// more than the payment, the transfer is one from the loan, which then owes more. A payment as large as it is an expense.
    ///
    /// The interest is that of the debt as this device knows it. Each transfer is written together with the expense, or with its
    /// deletion, so both have one stamp: of two devices that book the same payment over different debts the later one counts
    /// with both rows, and they come to the payment.
    ///
    /// - Parameters:
    ///   - tags: what the to-do bears.
    ///   - booked: the entry that it books where it books one.
    ///   - share: the share of a year for which it pays interest.
    func parted(
        _ registers: [Register], tags: [String], _ booked: EntityID, _ share: YearShare
    ) throws(Failure) -> [Register] {
        guard let place = registers.firstIndex(where: { $0.field == .legs }),
            let (from, to) = Transfer.sides(registers[place].value)
        else { return registers }
        let (transfer, stamp) = (registers[place].entity, registers[place].stamp)
        let id = Transfer.interest(of: transfer)
        let none = Register(id, .deleted, stamp, [])
        let own = registers.filter { $0.entity == transfer }
        let isNew = own.contains { $0.field == .createdAt }
        guard let account = try account(to.account), account.isLoan, account.currency == to.amount.currency else {
            return registers + [none]
        }
        let present = try self.transfer(transfer)
        let whole = try isNew || present != nil ? nil : entry(booked)
        // One that stays booked keeps its interest, which a person may have put right.
        let kept = try whole == nil ? entry(id) : whole
        let interest = try isNew ? interest(of: account, in: to, share) : kept?.amount
        guard let interest, interest.coefficient > 0,
            let principal = (try? Sum(from.amount).adding(Sum(interest).negated)).flatMap({ SignedAmount($0) })
        else { return registers + [none] }
        let known = try record(whole == nil ? transfer : booked)
        func value(_ field: Field) -> [UInt8] { (own.first { $0.field == field }?.value ?? known[field]?.value) ?? [] }
        func expense(_ id: EntityID, _ amount: Amount) -> [Register] {
            let values: [(Field, [UInt8])] = [
                (.amount, amount.bytes), (.kind, [EntryKind.expense.rawValue]), (.createdAt, value(.createdAt)),
                (.day, from.day.text.bytes), (.account, from.account.bytes), (.note, value(.note)),
                (.todo, value(.todo)),
            ]
            return values.map { Register(id, $0.0, stamp, $0.1) }
                + TagChange(from: [], to: tags).registers(of: id, isNew: true, stamp)
        }
        // A deletion with the same stamp would hold.
        if principal.size.coefficient == 0 {
            return registers.filter { $0.entity != transfer && !($0.entity == booked && $0.field == .deleted) }
                + [Register(transfer, .deleted, stamp, []), none] + expense(booked, from.amount)
        }
        let sides = [from, to].map { Transfer.Leg(account: $0.account, day: $0.day, amount: principal.size).bytes }
        var parted = registers
        parted[place] = Register(
            transfer, .legs, stamp, principal.isNegative ? sides[1] + sides[0] : sides[0] + sides[1])
        parted.removeAll { $0.entity == id && $0.field == .deleted }
        if !isNew, whole == nil { return parted + [Register(id, .amount, stamp, interest.bytes)] }
        if whole != nil {
            parted += [Field.createdAt, .note, .todo].map { Register(transfer, $0, stamp, value($0)) }
            parted += [
                Register(transfer, .type, stamp, Kind.transfer.type),
                Register(transfer, .fromEntry, stamp, booked.bytes), Register(booked, .deleted, stamp, []),
            ]
        }
        return parted + expense(id, interest)
    }

    /// The interest of a share of a year on what a loan owes, before a payment; nil for none.
    private func interest(
        of loan: MoneyAccount, in payment: Transfer.Leg, _ share: YearShare
    ) throws(Failure) -> Amount? {
        guard let balance = try balance(of: loan, on: payment.day), balance.coefficient < 0 else { return nil }
        return loan.interest(on: balance, payment.day, share).flatMap { SignedAmount($0) }?.size
    }
}
