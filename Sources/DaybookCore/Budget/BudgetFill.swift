/// The changes that a fill would write: cells, so that two devices that fill write the same.
public struct BudgetFill: Sendable {
    /// An envelope that gets more, or another amount.
    public struct Line: Equatable, Sendable {
        public let envelope: EntityID
        /// The amount that is assigned now.
        public let old: Sum
        /// The amount that would be.
        public let new: Sum
    }

    /// In the order of the envelopes.
    public let lines: [Line]
    /// The rest that would be left to budget; below zero where the envelopes need more than there is.
    public let toBudget: Sum
    public let cells: [BudgetCell]
}

extension BudgetSheet {
    /// Gives each envelope what it needs by its target, and then what is left to those that take a part of it. No envelope gets
    /// less than it has. One that was put away gets nothing.
    ///
    /// - Parameter bills: see `Target.bills`.
    public func fill(_ period: Int64, bills: (Envelope) -> [Target.Bill]) throws(ItemError) -> BudgetFill {
        var wanted = plan.envelopes.indices.map { lines[$0].state(in: period).assigned }
        var rests: [Share] = []
        var left = page(of: period).toBudget.coefficient
        for (place, envelope) in plan.envelopes.enumerated() where !envelope.isArchived {
            guard let target = envelope.extraFields[.target].flatMap({ Target($0.text) }) else { continue }
            let missing = max(0, try need(target, place, period, bills(envelope)) - wanted[place])
            wanted[place] += missing
            left -= missing
            for goal in target.goals {
                guard case .rest(let weight, let top) = goal else { continue }
                let room = try top.map { top throws(ItemError) -> Int128 in
                    max(0, try units(top) - lines[place].state(in: period).before - wanted[place])
                }
                rests.append(Share(place: place, weight: weight, room: room))
            }
        }
        for share in try shares(rests, of: left) { wanted[share.place] += share.part }
        return try fill(period, wanted)
    }

    /// Gives each envelope what it had some periods before, but those that were put away.
    public func copy(_ count: Int64, to period: Int64) throws(ItemError) -> BudgetFill {
        try fill(
            period,
            plan.envelopes.enumerated().map { place, envelope in
                lines[place].state(in: envelope.isArchived ? period : period - count).assigned
            })
    }

    private func fill(_ period: Int64, _ wanted: [Int128]) throws(ItemError) -> BudgetFill {
        var left = page(of: period).toBudget.coefficient
        var (filled, cells): ([BudgetFill.Line], [BudgetCell]) = ([], [])
        for (place, envelope) in plan.envelopes.enumerated() {
            let old = lines[place].state(in: period).assigned
            guard wanted[place] != old else { continue }
            left -= wanted[place] - old
            filled.append(BudgetFill.Line(envelope: envelope.id, old: sum(old), new: sum(wanted[place])))
            cells.append(try cell(of: envelope.id, in: period, sum(wanted[place])))
        }
        return BudgetFill(lines: filled, toBudget: sum(left), cells: cells)
    }

    /// The amount that an envelope, or a card, has assigned in a period; 0 for one that isn't there.
    public func assigned(to id: EntityID, in period: Int64) -> Sum {
        sum(place(of: id).map { lines[$0].assigned(in: period) } ?? 0)
    }

    /// The cell by which an envelope, or a card, has so much assigned in a period, with the moves that are known.
    public func cell(of id: EntityID, in period: Int64, _ total: Sum) throws(ItemError) -> BudgetCell {
        let day = plan.periods.start(of: period)
        let own = plan.cells.first { $0.envelope == id && $0.day == day }
        var sum = try total.adding(assigned(to: id, in: period).negated)
        if let own { sum = try sum.adding(own.assigned.sum) }
        guard let amount = SignedAmount(sum.number + " " + sum.currency.code) else { throw .tooManyDigits(sum.number) }
        return BudgetCell(id, day, amount)
    }

    private struct Share {
        let place: Int
        let weight: Int64
        /// The amount that still fits; nil for any.
        let room: Int128?
        var part: Int128 = 0
    }

    /// Parts what is left by weight, to the last unit of the currency. Where more would come than fits, the others share what is
    /// over.
    private func shares(_ wanted: [Share], of left: Int128) throws(ItemError) -> [Share] {
        guard let unit = Int128.power(scale - plan.currency.minorDigits) else { return [] }
        var (open, done): ([Share], [Share]) = (wanted, [])
        var left = max(0, left)
        while !open.isEmpty {
            let weights = open.reduce(Int128(0)) { $0 + Int128($1.weight) }
            // An envelope can have several shares.
            var (full, rest): ([Share], [Share]) = ([], [])
            for var share in open {
                if let room = share.room,
                    room.product(weights) ?? .max <= left.product(Int128(share.weight)) ?? .max
                {
                    share.part = room
                    full.append(share)
                } else {
                    rest.append(share)
                }
            }
            if full.isEmpty { break }
            for share in full { left -= share.part }
            open = rest
            done += full
        }
        // Those of whose part the most is lost get a unit more.
        let divisor = try fitting(open.reduce(Int128(0)) { $0 + Int128($1.weight) }.product(unit))
        var lost: [(rest: Int128, index: Int)] = []
        var over = left
        for (index, share) in open.enumerated() {
            let all = try fitting(left.product(Int128(share.weight)))
            let units = all.quotient(dividedBy: divisor)
            open[index].part = try fitting(units.product(unit))
            over -= open[index].part
            lost.append((all - (try fitting(units.product(divisor))), index))
        }
        for (_, index) in lost.sorted(by: { ($1.rest, $0.index) < ($0.rest, $1.index) }) where over >= unit {
            open[index].part += unit
            over -= unit
        }
        return done + open
    }
}

extension Int128 {
    /// The quotient without what is behind the point. Both are zero or more.
    fileprivate func quotient(dividedBy divisor: Int128) -> Int128 {
        let nearest = rounded(dividedBy: divisor)
        return (nearest.product(divisor) ?? .max) > self ? nearest - 1 : nearest
    }
}
