import DaybookBook
import DaybookCore

@testable import DaybookStorage

extension Simulation {
    /// Holds the sheets of a copy against its registers: what is of which envelope, what each was assigned, and the law of the
    /// mode at the end of each period.
    ///
    /// - Parameters:
    ///   - entries: those that the copy shows.
    ///   - legs: both sides of each transfer.
    /// - Returns: the sheets.
    func checkBudget(
        of replica: Replica, _ entries: [Entry], _ legs: [EntityID: [Transfer.Leg]], isAlive: (EntityID) -> Bool
    ) throws -> [String] {
        let sheets = try replica.read { try $0.budgetSheets() }
        var shown: [String] = []
        for (sheet, _) in sheets {
            let plan = sheet.plan
            let said = SaidBudget(replica.committed.mapValues(\.register), plan, entries, legs, isAlive: isAlive)
            guard plan.envelopes.map(\.id) == said.envelopes else {
                throw Violation(10, "\(replica.name) shows an envelope that is deleted, or hides one that is there")
            }
            if let move = plan.moves.first(where: { !amounts.contains($0.amount) }) {
                throw Violation(11, "\(move.amount.text) of a move mixes two writers")
            }
            let moved = try BudgetSheet(
                BudgetPlan(plan.currency, plan.mode, plan.periods, plan.envelopes, [], [], plan.moves, plan.carries),
                [BudgetRow]())
            let summed = try replica.read { try $0.budgetSheet(in: plan.currency) }
            for period in said.periods {
                let page = sheet.page(of: period)
                let problem = "\(replica.name) at \(plan.periods.start(of: period).text), \(plan.mode.name)"
                guard summed.page(of: period) == page else {
                    throw Violation(23, "\(problem): the sums that the book keeps say something else than its rows")
                }
                var lawful = said.balance(through: period)
                for sum in [page.toBudget, page.held] + page.lines.flatMap({ [$0.left, $0.credit] })
                    + page.cards.map(\.left)
                {
                    lawful -= SaidBudget.value(sum)
                }
                guard lawful == 0 else {
                    throw Violation(21, "\(problem): accounts have \(lawful) more than the sheet")
                }
                let own = moved.page(of: period)
                let sides = [own.toBudget, own.held] + own.lines.map(\.left)
                guard sides.reduce(0, { $0 + SaidBudget.value($1) }) == 0 else {
                    throw Violation(22, "\(problem): moves make money, or lose some")
                }
                for (id, assigned, spent) in page.lines.map({ ($0.envelope, $0.assigned, $0.spent) as Shown })
                    + page.cards.map({ ($0.card, $0.assigned, nil) })
                {
                    guard SaidBudget.value(assigned) == said.assigned[id]?[period] ?? 0 else {
                        throw Violation(22, "\(problem): \(id.text) has \(assigned.text), as no cells and moves say")
                    }
                    if let spent, SaidBudget.value(spent) != said.spent[id]?[period] ?? 0 {
                        throw Violation(23, "\(problem): \(spent.text) is spent of \(id.text), not \(said.spent)")
                    }
                }
                guard SaidBudget.value(page.rest) + SaidBudget.value(page.income) == said.free[period] ?? 0 else {
                    throw Violation(23, "\(problem): \(page.rest.text), \(page.income.text) is in no envelope")
                }
                shown.append("\(page)")
            }
        }
        return shown
    }

    private typealias Shown = (id: EntityID, assigned: Sum, spent: Sum?)
}

/// The budget as registers say it in one currency, worked out by other means than the sheet's.
struct SaidBudget {
    private(set) var envelopes: [EntityID] = []
    private(set) var assigned: [EntityID: [Int64: Int128]] = [:]
    private(set) var spent: [EntityID: [Int64: Int128]] = [:]
    /// The amounts in no envelope, with what accounts opened with.
    private(set) var free: [Int64: Int128] = [:]
    /// The changes of the accounts for which the law of the mode is.
    private var balances: [Int64: Int128] = [:]
    private var accounts: [EntityID: (currency: Currency, kind: UInt8, isOnBudget: Bool)] = [:]
    private let registers: [RegisterKey: Register]
    private let plan: BudgetPlan

    /// As many decimals as any amount of the simulation has.
    private static let scale = 6
    /// The period before all others.
    private static let before = Int64.min / 2

    static func value(_ sum: Sum) -> Int128 {
        (sum.scale..<scale).reduce(sum.coefficient) { value, _ in value * 10 }
    }

    init(
        _ registers: [RegisterKey: Register], _ plan: BudgetPlan, _ entries: [Entry],
        _ legs: [EntityID: [Transfer.Leg]], isAlive: (EntityID) -> Bool
    ) {
        self.registers = registers
        self.plan = plan
        var ids: [UInt8: [EntityID]] = [:]
        for register in registers.values where register.field == .type && register.value.first == 0 {
            if register.value.count == 2, isAlive(register.entity) {
                ids[register.value[1], default: []].append(register.entity)
            }
        }
        for id in ids[4] ?? [] {
            guard let opening = Amount(bytes: value(id, .amount)), !value(id, .title).isEmpty else { continue }
            let kind = value(id, .accountKind).first ?? 0
            accounts[id] = (opening.currency, kind, kind < 3 && value(id, .budget) != [1])
        }
        envelopes = (ids[13] ?? []).filter { !value($0, .title).isEmpty }.sorted {
            let places = (value($0, .todoPosition), value($1, .todoPosition))
            return places.0 == places.1 ? $0 < $1 : places.0.lexicographicallyPrecedes(places.1)
        }
        for id in accounts.keys { open(id) }
        addAssigned(ids)
        var tags: [EntityID: Set<String>] = [:]
        for register in registers.values where register.field == .tag && register.value.first == 1 {
            guard let owner = EntityID(bytes: register.value[1..<17]), envelopes.contains(owner) else { continue }
            tags[owner, default: []].insert(String(decoding: register.value[17...], as: UTF8.self).lowercased())
        }
        for entry in entries { add(entry, tags) }
        for (id, sides) in legs { add(sides, EntityID(bytes: value(id, .envelope))) }
    }

    /// Those of which something is known, and their neighbours.
    var periods: [Int64] {
        let known = balances.keys + assigned.values.flatMap(\.keys) + spent.values.flatMap(\.keys)
        return Set(known.filter { $0 != Self.before }.flatMap { [$0, $0 + 1] }).sorted()
    }

    func balance(through period: Int64) -> Int128 {
        balances.filter { $0.key <= period }.values.reduce(0, +)
    }

    private func value(_ id: EntityID, _ field: DaybookCore.Field) -> [UInt8] {
        registers[RegisterKey(entity: id, field: field)]?.value ?? []
    }

    private func day(_ bytes: some Sequence<UInt8>) -> Int64? {
        CivilDate(String(decoding: Array(bytes), as: UTF8.self)).map { plan.periods.number(of: $0) }
    }

    /// The account that has what names one, or none.
    private func account(_ id: EntityID?) -> (isOnBudget: Bool, isCard: Bool) {
        for id in [id, MoneyAccount.defaultID(of: plan.currency)] {
            if let id, let account = accounts[id], account.currency == plan.currency {
                return (account.isOnBudget, account.kind == 2)
            }
        }
        return (true, false)
    }

    /// Adds what an account for which the law is has more.
    private mutating func add(_ amount: Int128, _ account: (isOnBudget: Bool, isCard: Bool), _ period: Int64) {
        guard account.isOnBudget, plan.mode == .pool || !account.isCard else { return }
        balances[period, default: 0] += amount
    }

    private mutating func open(_ id: EntityID) {
        guard let opening = Amount(bytes: value(id, .amount)), opening.currency == plan.currency else { return }
        let own = account(id)
        let sum = Self.value(Sum(opening)) * (value(id, .openingSide) == [1] ? -1 : 1)
        guard own.isOnBudget, sum != 0 else { return }
        let period = day(value(id, .day)) ?? Self.before
        add(sum, own, period)
        if plan.mode == .pool || !own.isCard || sum > 0 { free[period, default: 0] += sum }
    }

    private mutating func addAssigned(_ ids: [UInt8: [EntityID]]) {
        let cards =
            plan.mode == .pool
            ? []
            : accounts.filter {
                $0.value.isOnBudget && $0.value.kind == 2 && $0.value.currency == plan.currency
            }.map(\.key)
        let places = Set(envelopes + cards)
        for id in ids[14] ?? [] {
            let bytes = value(id, .assigned)
            guard let place = EntityID(bytes: value(id, .envelope)), places.contains(place), bytes.count == 13,
                let period = day(value(id, .day)), let amount = Amount(bytes: Array(bytes[1...])),
                amount.currency == plan.currency,
                EntityID(
                    derivedFrom: place.bytes + value(id, .day) + Array(amount.currency.code.utf8), for: "budget") == id
            else { continue }
            assigned[place, default: [:]][period, default: 0] += Self.value(Sum(amount)) * (bytes[0] == 1 ? -1 : 1)
        }
        for id in ids[15] ?? [] {
            let bytes = value(id, .move)
            guard bytes.count == 64, let from = EntityID(bytes: bytes[..<16]), let to = EntityID(bytes: bytes[16..<32]),
                let start = day(bytes[32..<42]), let end = day(bytes[42..<52]),
                let amount = Amount(bytes: Array(bytes[52...])), amount.currency == plan.currency
            else { continue }
            if places.contains(from) { assigned[from, default: [:]][start, default: 0] -= Self.value(Sum(amount)) }
            if places.contains(to) { assigned[to, default: [:]][end, default: 0] += Self.value(Sum(amount)) }
        }
    }

    private mutating func add(_ amount: Int128, of envelope: EntityID?, _ period: Int64) {
        if let envelope, envelopes.contains(envelope) {
            spent[envelope, default: [:]][period, default: 0] += amount
        } else {
            free[period, default: 0] += amount
        }
    }

    private mutating func add(_ entry: Entry, _ tags: [EntityID: Set<String>]) {
        guard entry.kind != .unsorted, entry.amount?.currency == plan.currency else { return }
        let own = account(EntityID(bytes: value(entry.id, .account)))
        guard own.isOnBudget else { return }
        let period = plan.periods.number(of: entry.day)
        for portion in entry.portions {
            let amount = Self.value(portion.sum) * (entry.kind == .income ? 1 : -1)
            add(amount, own, period)
            let named = portion.part == nil ? EntityID(bytes: value(entry.id, .envelope)) : nil
            let borne = Set(portion.tags.map { $0.lowercased() })
            add(amount, of: named ?? envelopes.first { !borne.isDisjoint(with: tags[$0] ?? []) }, period)
        }
    }

    private mutating func add(_ sides: [Transfer.Leg], _ envelope: EntityID?) {
        let owners = sides.map { leg -> (isOnBudget: Bool, isCard: Bool) in
            if leg.amount.currency == plan.currency { return account(leg.account) }
            return other(leg)
        }
        let isExchange = sides[0].amount.currency != sides[1].amount.currency
        for (place, sign) in [(0, -1), (1, 1)] as [(Int, Int128)] where sides[place].amount.currency == plan.currency {
            let amount = sign * Self.value(Sum(sides[place].amount))
            // What is between two accounts on the budget left on the day of the first.
            let leg = owners.allSatisfy(\.isOnBudget) && !isExchange ? sides[0] : sides[place]
            let period = plan.periods.number(of: leg.day)
            add(amount, owners[place], period)
            if owners[place].isOnBudget, !owners[1 - place].isOnBudget { add(amount, of: envelope, period) }
        }
    }

    /// The account of the side of a transfer that is in another currency.
    private func other(_ leg: Transfer.Leg) -> (isOnBudget: Bool, isCard: Bool) {
        for id in [leg.account, MoneyAccount.defaultID(of: leg.amount.currency)] {
            if let account = accounts[id], account.currency == leg.amount.currency {
                return (account.isOnBudget, account.kind == 2)
            }
        }
        return (true, false)
    }
}
