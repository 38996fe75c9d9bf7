extension Field {
    /// One byte in an entity of its own: 1 where a person refused the proposal; else Daybook offers it.
    public static let refused = Field(rawValue: 107)
}

/// Rows that come again and no to-do has booked: to be offered as a to-do that repeats.
public struct BillProposal: Equatable, Sendable {
    /// The id of the to-do that taking it makes. It is made of the payee, so that devices that take it make one.
    public let id: EntityID
    public let payee: String
    public let kind: EntryKind
    /// The amount of the newest row.
    public let amount: Amount
    /// True where not all of the rows had that amount.
    public let isAbout: Bool
    /// The account of the newest row; nil for the default one.
    public let account: EntityID?
    /// The days of the rows, the oldest first.
    public let days: [CivilDate]
    /// An RRULE.
    public let rule: String
    /// The first day that is still to come.
    public let due: CivilDate

    /// A distance between rows that counts as regular, in days, and the rule of it.
    private static let steps: [(days: ClosedRange<Int64>, rule: String)] = [
        (6...8, "FREQ=WEEKLY"), (13...15, "FREQ=WEEKLY;INTERVAL=2"), (27...34, "FREQ=MONTHLY"),
        (87...95, "FREQ=MONTHLY;INTERVAL=3"), (360...371, "FREQ=YEARLY"),
    ]

    /// An entry with its amount, and the key by which it is like others.
    private struct Row {
        let entry: Entry
        let amount: Amount
        let name: String
        let key: [UInt8]
    }

    /// The number of rows that it takes.
    private static let least = 3
    /// The number of days before today whose rows are looked at: a little more than three years.
    public static let reach: Int64 = 1_150

    /// The proposals from the rows of a book, the first due first.
    ///
    /// - Parameters:
    ///   - entries: those that no to-do booked, in any order.
    ///   - isAnswered: whether a person accepted or refused the proposal of an id.
    public static func all<Failure: Error>(
        _ entries: [Entry], _ names: PayeeNames, isAnswered: (EntityID) throws(Failure) -> Bool, _ today: CivilDate
    ) throws(Failure) -> [BillProposal] {
        var rows: [Row] = []
        for entry in entries where entry.kind != .unsorted && entry.day <= today {
            guard let amount = entry.amount, amount.coefficient > 0, let payee = names.payee(of: entry),
                !payee.name.isBlank
            else { continue }
            let key = key(payee.name, entry.kind, amount.currency)
            rows.append(Row(entry: entry, amount: amount, name: payee.name, key: key))
        }
        rows.sort { left, right in
            if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
            return (left.entry.day, left.entry.id) < (right.entry.day, right.entry.id)
        }
        var proposals: [BillProposal] = []
        var first = 0
        while first < rows.count {
            var end = first
            while end < rows.count, rows[end].key == rows[first].key { end += 1 }
            let own = rows[first..<end]
            first = end
            guard own.count >= least, let last = own.last else { continue }
            let id = EntityID(derivedFrom: last.key, for: "bill")
            // The newest rows, as long as each fits the one behind it.
            var run = [last]
            var step: (days: ClosedRange<Int64>, rule: String)?
            for row in own.dropLast().reversed() {
                let distance = (run.last ?? last).entry.day.daysSince1970 - row.entry.day.daysSince1970
                if step == nil { step = steps.first { $0.days.contains(distance) } }
                guard step?.days.contains(distance) == true, row.amount.isWithin5Percent(of: last.amount) else { break }
                run.append(row)
            }
            guard run.count >= least, let step, try !isAnswered(id) else { continue }
            let newest = last.entry.day
            // One that is late by more than half of its step has ended.
            guard today.daysSince1970 - newest.daysSince1970 <= step.days.upperBound * 3 / 2 else { continue }
            let days = run.map { $0.entry.day.day }.sorted()
            // From a day in February to the same in March it is four weeks, too.
            let isFourWeekly =
                days.first != days.last
                && zip(run, run.dropFirst()).allSatisfy { $0.entry.day == $1.entry.day.adding(days: 28) }
            let isMonthly = step.rule.begins(with: "FREQ=MONTHLY") && !isFourWeekly
            let rule =
                isFourWeekly
                ? "FREQ=WEEKLY;INTERVAL=4"
                : step.rule + (isMonthly ? ";BYMONTHDAY=" + String(days[days.count / 2]) : "")
            guard let parsed = try? RepeatRule(rule) else { continue }
            var due = parsed.next(after: newest.adding(days: isMonthly ? 15 : 0), from: newest)
            while let day = due, day < today { due = parsed.next(after: day, from: newest) }
            guard let due else { continue }
            proposals.append(
                BillProposal(
                    id: id, payee: last.name, kind: last.entry.kind, amount: last.amount,
                    isAbout: run.contains { $0.amount != last.amount },
                    account: last.entry.extraFields[.account]?.entity,
                    days: run.reversed().map { $0.entry.day }, rule: rule, due: due))
        }
        return proposals.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
    }

    private static func key(_ payee: String, _ kind: EntryKind, _ currency: Currency) -> [UInt8] {
        PayeeNames.key(payee) + [0, kind.rawValue] + currency.bytes
    }

    /// Tells whether a row is one of the to-do that somebody made of a proposal: of the same payee and account, and about as much.
    public static func isRow(_ entry: Entry, _ payee: String, of todo: Todo) -> Bool {
        guard let amount = entry.amount, let planned = todo.amount, amount.currency == planned.currency,
            EntityID(derivedFrom: key(payee, entry.kind, amount.currency), for: "bill") == todo.id
        else { return false }
        return todo.books == (entry.kind == .income ? .income : .expense) && amount.isWithin5Percent(of: planned)
            && todo.account.map { $0 == entry.extraFields[.account]?.entity } ?? true
    }

    /// The entity that keeps whether it was refused. It isn't the to-do's: who accepts on one device while another refuses has a to-do.
    public static func refusal(of id: EntityID) -> EntityID { EntityID(derivedFrom: id.bytes, for: "refused bill") }

    /// The register that has it not be offered any more, on any device.
    public func refused(_ stamp: Stamp) -> Register { Register(Self.refusal(of: id), .refused, stamp, [1]) }

    /// The to-do that taking it makes.
    public var draft: Changes {
        var draft = Changes.todo(title: payee, amount: amount, due: due)
        draft[.repeats] = .repeats(Repeat(rule, .every, anchor: due))
        if kind == .income { draft[.books] = .choice(1) }
        if isAbout { draft[.estimate] = .choice(1) }
        if let account { draft[.account] = .entity(account) }
        return draft
    }
}

extension Amount {
    /// Tells whether it differs by 5 % at most from another amount of its currency.
    fileprivate func isWithin5Percent(of other: Amount) -> Bool {
        let scale = max(scale, other.scale)
        guard let own = Sum(self).coefficient(at: scale), let all = Sum(other).coefficient(at: scale) else {
            return false
        }
        let (difference, limit) = (own > all ? own - all : all - own, all)
        return difference.product(20).map { $0 <= limit } ?? false
    }
}

/// An open to-do that comes again and costs something, and what it costs in a year.
public struct Bill: Equatable, Sendable {
    public let todo: Todo
    /// The number of times that it comes, what is overdue among them.
    public let count: Int
    /// The expenses of these times: of an instalment the interest.
    public let year: Sum

    /// The bills among some to-dos, the dearest first.
    ///
    /// - Parameter planned: what is known of the time that is wanted, with interest.
    public static func all(_ todos: [Todo], _ planned: [PlannedMoney]) throws(ItemError) -> [Bill] {
        let costs = planned.filter { $0.source == .todo && $0.flow == .expense }.sorted { $0.id < $1.id }
        var bills: [Bill] = []
        for todo in todos.sorted(by: { $0.id < $1.id }) where todo.rule != nil {
            guard let amount = todo.amount else { continue }
            var (place, end) = (0, costs.count)
            while place < end {
                let middle = (place + end) / 2
                if costs[middle].id < todo.id { place = middle + 1 } else { end = middle }
            }
            let own = costs[place...].prefix { $0.id == todo.id }
            if own.isEmpty { continue }
            var sum = Sum(.zero(amount.currency))
            for cost in own { sum = try sum.adding(cost.sum.negated) }
            bills.append(Bill(todo: todo, count: own.count, year: sum))
        }
        return bills.sorted { left, right in
            if left.year.currency != right.year.currency { return left.year.currency < right.year.currency }
            if left.year.isBelow(right.year) { return false }
            return right.year.isBelow(left.year) || left.todo.id < right.todo.id
        }
    }
}
