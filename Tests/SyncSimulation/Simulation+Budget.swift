import DaybookBook
import DaybookCore
import Fixtures

@testable import DaybookStorage

extension Simulation {
    /// Makes envelopes, changes and deletes them, sets and moves money, says what is carried, fills by targets, chooses modes and
    /// periods, puts money into envelopes, and writes what is no cell, no move and no flag.
    mutating func actOnBudget(of replica: Replica) throws {
        let (envelopes, moves, cells) = try replica.read {
            (
                try $0.all(Envelope.self).map(\.item), try $0.all(EnvelopeMove.self).map(\.item),
                try $0.all(BudgetCell.self).map(\.item)
            )
        }
        let cards = try replica.read { try $0.accounts() }.map(\.account)
        let (one, other) = (random.pick(envelopes), random.pick(envelopes))
        let (move, cell, account) = (random.pick(moves), random.pick(cells), random.pick(cards))
        let entry = random.pick(try replica.read { try $0.entryRows() })?.entry
        let transfer = random.pick(try replica.read { try $0.transferRows() })?.transfer
        let any = random.pick(replica.committed.keys.map(\.entity).sorted())
        let tag = random.pick(Self.tags) ?? ""
        let choice = random.below(100)
        let amount = newAmount()
        let days = (0..<2).map { _ in CivilDate(daysSince1970: 19_990 + 10 * Int64(random.below(12))) }
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                var values = Changes()
                guard let one, envelopes.count > 1 || choice >= 50 else {
                    values[.title] = .text("v\(choice)")
                    values[.tag] = .texts([tag])
                    try transaction.perform(.add(.envelope, EntityID(using: &transaction.random), values))
                    return
                }
                let place = choice.isMultiple(of: 3) ? account?.id ?? one.id : one.id
                switch choice {
                case ..<8: values[.tag] = .texts(choice < 3 ? [] : [tag])
                case ..<12:
                    let targets = ["month", "refill", "cap 9 USD at"]
                    values[.target] = .text("\(targets[choice % 3]) \(amount.text)")
                case ..<14: values[.group] = .entity(choice < 13 ? other?.id ?? one.id : any ?? one.id)
                case ..<16: values[.todoPosition] = Position.number(Double(choice)).map { .position($0) }
                case ..<20: return try transaction.perform(.delete(.envelope, one.id))
                case ..<22: return try transaction.put(one.id, .title, Array("w\(choice)".utf8), at: at)
                case ..<38:
                    let sheet = try transaction.reader.budgetSheet(in: amount.currency)
                    let total = choice < 32 ? Sum(amount) : Sum(amount).negated
                    let period = sheet.plan.periods.number(of: days[0])
                    try transaction.set(sheet.cell(of: place, in: period, total))
                    // A card has a place while cards have debts.
                    guard sheet.plan.place(place) != nil else { return }
                    let assigned = try transaction.reader.budgetSheet(in: amount.currency).assigned(
                        to: place, in: period)
                    guard assigned.text == total.text else {
                        throw Violation(22, "\(total.text) was set, and \(assigned.text) is assigned")
                    }
                    return
                case ..<54:
                    let from = choice < 50 ? one.id : nil
                    let to = choice.isMultiple(of: 4) ? nil : choice < 42 ? account?.id : other?.id
                    try transaction.move(
                        amount, from: from, days[0], to: to, choice.isMultiple(of: 2) ? days[1] : days[0], note: "")
                    return
                case ..<58: return try move.map { try transaction.perform(.delete(.move, $0.id)) } ?? ()
                case ..<60: return try cell.map { try transaction.perform(.delete(.cell, $0.id)) } ?? ()
                case ..<68:
                    try transaction.set(CarryFlag(one.id, days[0], Carry.allCases[choice % 3]))
                    return
                case ..<74: return try Self.fill(amount.currency, days[0], transaction)
                case ..<76: return try transaction.set(.budgetMode, to: [UInt8(choice % 2)])
                case ..<78:
                    let periods = ["month 1", "month 25", "weeks 2 from 2024-10-01"]
                    return try transaction.set(.budgetPeriods, to: Array(periods[choice % 3].utf8))
                case ..<82:
                    guard let account else { return }
                    if choice < 80 { values[.accountKind] = .choice(choice < 79 ? 2 : 0) }
                    if choice >= 80 { values[.budget] = .choice(account.isOnBudget ? 1 : 0) }
                    return try transaction.perform(.edit(.account, account.id, values))
                case ..<92:
                    values[.envelope] = choice < 83 ? .nothing : .entity(choice < 91 ? one.id : any ?? one.id)
                    if let transfer, choice.isMultiple(of: 4) {
                        return try transaction.perform(.edit(.transfer, transfer.id, values))
                    }
                    return try entry.map { try transaction.perform(.edit(.entry, $0.id, values)) } ?? ()
                case ..<94:
                    return try cell.map { try transaction.put($0.id, .assigned, [UInt8(choice)], at: at) } ?? ()
                case ..<96:
                    return try move.map { try transaction.put($0.id, .move, Array($0.bytes.prefix(choice)), at: at) }
                        ?? ()
                case ..<98: return try cell.map { try transaction.put($0.id, .envelope, one.id.bytes, at: at) } ?? ()
                default: values[.archivedAt] = one.isArchived ? .nothing : .time(at)
                }
                try transaction.perform(.edit(.envelope, one.id, values))
            } catch is ItemError {}
        }
        note("\(replica.name) acts on the budget (\(choice), \(amount.text)): \(isDone == nil ? "broken" : "done")")
    }

    /// Fills by targets. Whoever fills at once again finds nothing to fill.
    private static func fill(_ currency: Currency, _ day: CivilDate, _ transaction: BookTransaction) throws {
        func fill() throws -> [BudgetCell] {
            let sheet = try transaction.reader.budgetSheet(in: currency)
            return try sheet.fill(sheet.plan.periods.number(of: day)) { _ in [] }.cells
        }
        for cell in try fill() { try transaction.set(cell) }
        let again = try fill()
        guard again.isEmpty else { throw Violation(24, "a second fill would write \(again)") }
    }

    /// Two devices that don't hear of each other move money out of one envelope, set it while the other moves, fill by the same
    /// targets, carry and stop that, and delete an envelope into which the other moves.
    mutating func checkSimultaneousBudgets() throws {
        guard devices.count >= 2 else { return }
        let ids = (4...6).map { EntityID(high: 2, low: $0) }
        let day = CivilDate(daysSince1970: 20_100)
        let periods = try server.read { try $0.settings().budgetPeriods }
        let (start, next) = (
            periods.start(of: periods.number(of: day)), periods.start(of: periods.number(of: day) + 1)
        )
        let later = periods.start(of: periods.number(of: day) + 2)
        func swiss(_ number: Int64) throws -> Amount {
            try Amount("\(number) CHF", usual: .usDollar)
        }
        func cell(_ place: Int, _ number: Int64, _ transaction: BookTransaction) throws -> BudgetCell {
            let amount = try swiss(number)
            let sheet = try transaction.reader.budgetSheet(in: amount.currency)
            return try sheet.cell(of: ids[place], in: periods.number(of: day), Sum(amount))
        }
        func move(_ number: Int64, to place: Int, _ transaction: BookTransaction) throws {
            try transaction.move(swiss(number), from: ids[0], start, to: ids[place], start, note: "")
        }
        func fill(_ transaction: BookTransaction) throws {
            try Self.fill(try swiss(1).currency, start, transaction)
        }
        try change(devices[0], after: 1) { transaction in
            for (place, id) in ids.enumerated() {
                var values = Changes()
                values[.title] = .text("s\(place)")
                try transaction.perform(.add(.envelope, id, values))
                try transaction.set(cell(place, [300, 50, 900][place], transaction))
            }
        }
        for number in [20, 30, 10] as [Int64] { amounts.insert(try swiss(number)) }
        try settleAndCheck()
        try change(devices[0], after: 1) { try move(20, to: 1, $0) }
        try change(devices[1], after: 2) { try move(30, to: 2, $0) }
        try expect(
            [250, 70, 930], of: ids, in: periods.number(of: day), 22, "two moves at the same time don't both count")
        try change(devices[0], after: 1) { try $0.set(cell(0, 400, $0)) }
        try change(devices[1], after: 2) { try move(20, to: 1, $0) }
        try expect([380, 90, 930], of: ids, in: periods.number(of: day), 22, "a total and a move don't both count")
        try change(devices[0], after: 1) { transaction in
            var values = Changes()
            values[.target] = .text("month 500.00 CHF")
            try transaction.perform(.edit(.envelope, ids[0], values))
        }
        try settleAndCheck()
        try change(devices[0], after: 1, fill)
        try change(devices[1], after: 2, fill)
        try expect([500, 90, 930], of: ids, in: periods.number(of: day), 24, "what two devices fill is there twice")
        try change(devices[0], after: 1) { transaction in
            try transaction.set(CarryFlag(ids[0], start, .keep))
            try transaction.perform(.delete(.envelope, ids[1]))
        }
        try change(devices[1], after: 2) { transaction in
            try transaction.set(CarryFlag(ids[0], later, .reset))
            try move(10, to: 1, transaction)
        }
        try expect(
            [490, 0, 930], of: ids, in: periods.number(of: day), 22, "a move to what was deleted doesn't go to the pool"
        )
        let carried = try server.read { book in
            let sheet = try book.budgetSheet(in: swiss(1).currency)
            return [start, next, later].map { day in
                sheet.page(of: periods.number(of: day)).lines.first { $0.envelope == ids[0] }?.carry
            }
        }
        guard carried == [.keep, .keep, .reset] else {
            throw Violation(21, "what one device carries, and another no more, is \(carried)")
        }
    }

    private mutating func expect(
        _ expected: [Int64], of ids: [EntityID], in period: Int64, _ invariant: Int, _ problem: String
    ) throws {
        try settleAndCheck()
        let shown = try server.read { book in
            let sheet = try book.budgetSheet(in: Amount("1 CHF", usual: .usDollar).currency)
            return ids.map { sheet.assigned(to: $0, in: period).text }
        }
        guard try shown == expected.map({ try Sum(Amount("\($0) CHF", usual: .usDollar)).text }) else {
            throw Violation(invariant, "\(problem): \(shown)")
        }
    }
}
