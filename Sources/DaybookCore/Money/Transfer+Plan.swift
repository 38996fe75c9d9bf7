extension Changes {
    /// Tells what a transfer is to be; nil if it lacks an amount. What isn't said of the second side is as the first one's, and
    /// what was equal on both sides stays so.
    ///
    /// - Parameters:
    ///   - present: the transfer as it is; nil for a new one.
    ///   - today: the day of a new one that names none.
    public func legs(changing present: Transfer?, today: CivilDate) -> (from: Transfer.Leg, to: Transfer.Leg)? {
        guard let amount = self[.amount]?.amount ?? present?.from.amount else { return nil }
        var toAmount = self[.toAmount]?.amount ?? present?.to.amount ?? amount
        var fromAmount = amount
        // In one currency one of them says both.
        if fromAmount.currency == toAmount.currency {
            if self[.toAmount] == nil { toAmount = fromAmount }
            if self[.amount] == nil { fromAmount = toAmount }
        } else if let present, self[.toAmount] == nil, present.from.amount.currency == present.to.amount.currency {
            toAmount = fromAmount
        }
        let day = self[.day]?.day ?? present?.from.day ?? today
        let moves = present.map { $0.from.day == $0.to.day } ?? true
        let toDay = self[.toDay]?.day ?? (moves ? day : present?.to.day ?? day)
        let account = self[.account].map { $0.entity } ?? present?.from.account
        let toAccount = self[.toAccount].map { $0.entity } ?? present?.to.account
        return (
            Transfer.Leg(account: account, day: day, amount: fromAmount),
            Transfer.Leg(account: toAccount, day: toDay, amount: toAmount)
        )
    }

    func registers(
        makingTransfer id: EntityID, _ stamp: Stamp, _ now: Timestamp, _ today: (Timestamp) -> CivilDate
    ) -> Result<[Register], ItemError> {
        guard let legs = legs(changing: nil, today: today(now)), Transfer.mayBeSides(legs.from.amount, legs.to.amount)
        else { return .failure(.noAmount) }
        if let problem = values.problem(changing: []) { return .failure(problem) }
        var registers = [
            Register(id, .type, stamp, Kind.transfer.type),
            Register(id, .legs, stamp, legs.from.bytes + legs.to.bytes),
            Register(id, .createdAt, stamp, (self[.createdAt]?.time ?? now).bytes),
        ]
        let note = text(.note).trimmed
        if !note.isEmpty { registers.append(Register(id, .note, stamp, note.bytes)) }
        for field in [Field.fromEntry, .toEntry, .envelope] {
            if let entry = self[field]?.entity { registers.append(Register(id, field, stamp, entry.bytes)) }
        }
        return .success(registers)
    }

    func registers(changing transfer: Transfer, _ stamp: Stamp) -> Result<[Register], ItemError> {
        guard let legs = legs(changing: transfer, today: transfer.from.day),
            Transfer.mayBeSides(legs.from.amount, legs.to.amount)
        else { return .failure(.noAmount) }
        if let problem = values.problem(changing: []) { return .failure(problem) }
        var registers: [Register] = []
        if legs.from != transfer.from || legs.to != transfer.to {
            registers.append(Register(transfer.id, .legs, stamp, legs.from.bytes + legs.to.bytes))
        }
        if let note = self[.note]?.text.trimmed, note != transfer.note {
            registers.append(Register(transfer.id, .note, stamp, note.bytes))
        }
        if let envelope = self[.envelope], envelope != transfer.extraFields[.envelope] ?? .nothing {
            registers.append(Register(transfer.id, .envelope, stamp, envelope.bytes))
        }
        return .success(registers)
    }
}
