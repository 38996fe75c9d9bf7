public import DaybookCore
import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The decisions of people about the budget in a currency.
    public func budgetPlan(in currency: Currency) throws -> BudgetPlan {
        let settings = try settings()
        return BudgetPlan(
            currency, settings.budgetMode, settings.budgetPeriods,
            try all(Envelope.self).map(\.item), try accounts().map(\.account), try all(BudgetCell.self).map(\.item),
            try all(EnvelopeMove.self).map(\.item), try all(CarryFlag.self).map(\.item))
    }

    /// The sheets of the budget in a currency. It reads what each period comes to, and of cards with debts all entries.
    public func budgetSheet(in currency: Currency) throws -> BudgetSheet {
        let (plan, accounts) = (try budgetPlan(in: currency), try accounts().map(\.account))
        var finder = BudgetRows(accounts, plan.envelopes)
        var rows = try summedRows(in: currency, besides: plan.cards, &finder)
        for card in accounts where plan.cards.contains(card.id) {
            try eachSummedEntry(of: card) { rows += finder.rows(of: $0) }
        }
        // What goes between two accounts of the pool counts nowhere.
        let usual = MoneyAccount.default(of: currency)
        let pooled = (accounts.contains { $0.id == usual.id } ? accounts : accounts + [usual])
            .filter { $0.isOnBudget && $0.currency == currency && !plan.cards.contains($0.id) }
        for transfer in try transfers(in: currency, notBetween: pooled.map(\.id)) { rows += finder.rows(of: transfer) }
        return try BudgetSheet(plan, rows + accounts.compactMap { BudgetRows.opening(of: $0) })
    }

    /// Calls `body` with each row that a budget counts: those of entries first, the newest before the others.
    public func eachBudgetRow(_ body: (BudgetRow) throws -> Void) throws {
        let accounts = try accounts().map(\.account)
        var finder = BudgetRows(accounts, try all(Envelope.self).map(\.item))
        try forEachEntry { try finder.rows(of: $0.entry).forEach(body) }
        for row in try transferRows() { try finder.rows(of: row.transfer).forEach(body) }
        try accounts.compactMap { BudgetRows.opening(of: $0) }.forEach(body)
    }

    /// The sheets of all currencies, by code, with the rows of which each is made.
    public func budgetSheets() throws -> [(sheet: BudgetSheet, rows: [BudgetRow])] {
        var rows: [Currency: [BudgetRow]] = [:]
        try eachBudgetRow { rows[$0.sum.currency, default: []].append($0) }
        let decided =
            try all(BudgetCell.self).map(\.item.assigned.currency)
            + all(EnvelopeMove.self).map(\.item.amount.currency)
        return try Set(rows.keys).union(decided).sorted().map { currency in
            let own = rows[currency] ?? []
            return (try BudgetSheet(budgetPlan(in: currency), own), own)
        }
    }

    /// The budget of each currency as virtual postings for hledger; nothing without envelopes.
    public func budgetJournal() throws -> [UInt8] {
        guard try !all(Envelope.self).isEmpty else { return [] }
        let names = try accountNames()
        var journal: [UInt8] = []
        for (sheet, rows) in try budgetSheets() { Hledger().write(sheet, rows, names, to: &journal) }
        return journal
    }

    /// The money that is known to come and go as periodic rules for hledger; nothing where nothing is known.
    public func plannedJournal(on today: CivilDate) throws -> [UInt8] {
        let last = today.adding(days: 730)
        let items = try forecastItems(balances(on: today), [], from: today, through: last).items
        var journal: [UInt8] = []
        try Hledger().write(
            planned: items, upcoming().map(\.todo), importedAccounts(), today, through: last, to: &journal)
        return journal
    }

    /// The bills that each envelope has to pay by the end of a period: those of the open to-dos that bear one of its tags.
    public func bills(_ period: Int64, _ plan: BudgetPlan) throws -> (Envelope) -> [Target.Bill] {
        var finder = BudgetRows([], plan.envelopes)
        var todos: [EntityID: [Todo]] = [:]
        for row in try upcoming() where row.todo.amount?.currency == plan.currency {
            if let envelope = finder.envelope(named: nil, row.todo.tags) {
                todos[envelope, default: []].append(row.todo)
            }
        }
        return { Target.bills(todos[$0.id] ?? [], through: plan.periods.end(of: period), .local()) }
    }
}

extension BookTransaction {
    /// Moves money between envelopes, and periods.
    ///
    /// - Parameters:
    ///   - from: nil for the pool.
    ///   - day: the first day of the period.
    ///   - to: nil for the pool.
    ///   - toDay: the first day of its period.
    @discardableResult
    public func move(
        _ amount: Amount, from: EntityID?, _ day: CivilDate, to: EntityID?, _ toDay: CivilDate, note: String
    ) throws -> EnvelopeMove {
        let changes: Changes = [
            .amount: .amount(amount), .envelope: from.map { .entity($0) } ?? .nothing,
            .toEnvelope: to.map { .entity($0) } ?? .nothing, .day: .day(day), .toDay: .day(toDay), .note: .text(note),
        ]
        return try add(EnvelopeMove.self, changes).item
    }
}
