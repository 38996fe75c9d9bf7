public import DaybookCore

/// Six questions about the money of the book, each with a number.
public struct QuestionsState {
    public enum Question: UInt8, CaseIterable, Sendable { case surplus, runway, assets, debts, saving, costs }

    /// A currency in which they are answered.
    public struct View {
        public let currency: Currency
        /// True where these are the answers for all currencies in one.
        public var isInBase = false
        /// Nil where a rate is missing.
        public let told: SixQuestions?
        /// The rates that are missing.
        var missing: [BaseTotals.MissingRate] = []
        let balances: [AccountBalance]
        let planned: [PlannedMoney]
    }

    /// The question whose rows are asked for, and the place of its currency.
    var shown: (place: Int, question: Question)?
    /// First all currencies in one, where any rate is known, then each by itself.
    public private(set) var views: [View] = []
    /// The goals of accounts and envelopes.
    public private(set) var goals: [GoalPlan] = []
    /// Rows that come again, to be offered as bills.
    public private(set) var proposals: [BillProposal] = []
    /// The reason why they can't be answered.
    private(set) var problem: ItemError?
    private var basis: Basis?

    private struct Basis: Equatable {
        let version: Int
        let budgetVersion: Int
        let today: CivilDate
        let base: Currency
    }

    /// Works out the answers, if anything is new.
    mutating func refresh(_ book: LocalBook, _ accounts: AccountsState, in base: Currency, _ today: CivilDate) {
        let basis = Basis(
            version: book.moneyVersion, budgetVersion: book.budget.version, today: today, base: base)
        guard basis != self.basis else { return }
        self.basis = basis
        problem = nil
        do throws(ItemError) {
            views = try Self.views(book, accounts, base, today)
            goals = try book.goals(accounts.balances, today)
        } catch {
            (views, goals, problem) = ([], [], error)
        }
        proposals = book.billProposals(accounts.payees, today)
    }

    private static func views(
        _ book: LocalBook, _ accounts: AccountsState, _ base: Currency, _ today: CivilDate
    ) throws(ItemError) -> [View] {
        try book.entries.byDay.checked()
        let sections = book.entries.byDay.filter { $0.day <= today }
        let days = sections.reversed().filter { !$0.totals.isEmpty }
            .map { PeriodTotals(start: $0.day, totals: $0.totals) }
        let start = today.adding(days: -364)
        let first = min(start, today.startOfMonth.adding(months: -12))
        var rest = Sums()
        var restInBase = BaseTotals(in: base)
        var bookedDays: [PeriodTotals] = []
        for section in sections.prefix(while: { $0.day >= first }) {
            var own = Sums()
            var booked = Totals()
            try section.entries.each { entry throws(ItemError) in
                guard entry.kind == .expense, let amount = entry.amount else { return }
                if entry.todo == nil { try own.add(Sum(amount)) } else { try booked.add(Sum(amount), .expense) }
            }
            if !booked.isEmpty { bookedDays.append(PeriodTotals(start: section.day, totals: booked)) }
            guard section.day >= start else { continue }
            for sum in own.all { try rest.add(sum) }
            if !accounts.rates.isEmpty { try restInBase.add(own, accounts.rates, on: section.day) }
        }
        let balances = accounts.balances
        let planned = try book.planned(balances, today, through: today.adding(days: 364))
        let months = try PeriodTotals.periods(.month, of: days.filter { $0.start >= first })
        let booked = try PeriodTotals.periods(.month, of: bookedDays)
        let all = try SixQuestions.all(balances, days, rest: rest, planned: planned, today) {
            currency throws(ItemError) in
            try Sum.typicalDay(months, booked: booked, since: days.first?.start, today, currency)
        }
        var views = all.map { told in
            View(
                currency: told.currency, told: told, balances: balances.filter { $0.account.currency == told.currency },
                planned: planned.filter { $0.sum.currency == told.currency })
        }
        if all.count > 1, !accounts.rates.isEmpty {
            let one = try SixQuestions.InOne(
                all, balances, days, rest: restInBase, planned: planned, accounts.rates, today)
            views.insert(
                View(
                    currency: base, isInBase: true, told: one.told, missing: one.missing, balances: one.balances,
                    planned: one.planned),
                at: 0)
        }
        return views
    }
}

extension LocalBook {
    /// The money that is known to come and go from tomorrow on, and what is overdue.
    ///
    /// - Parameter more: to-dos that aren't in the book.
    func planned(
        _ balances: [AccountBalance], _ today: CivilDate, through last: CivilDate, with more: [Todo] = []
    ) throws(ItemError) -> [PlannedMoney] {
        let known = try PlannedMoney.all(
            list.upcoming + more, payer: { defaultAccount(in: $0)?.id }, entries.byDay, transfers.values,
            balances.map { $0.account }, today, through: last)
        return try PlannedMoney.withInterest(known, balances, today, through: last)
    }
}

extension LocalBook {
    /// The goals of accounts and envelopes.
    func goals(_ balances: [AccountBalance], _ today: CivilDate) throws(ItemError) -> [GoalPlan] {
        let envelopes = budget.envelopes
        var sheets: [(currency: Currency, page: BudgetPage)] = []
        for envelope in envelopes where envelope.earmark == nil {
            guard let currency = envelope.goal?.amount.currency, !sheets.contains(where: { $0.currency == currency })
            else { continue }
            let sheet = try BudgetState.sheet(self, in: currency)
            sheets.append((currency, sheet.page(of: sheet.plan.periods.number(of: today))))
        }
        return try GoalPlan.all(
            balances, envelopes,
            left: { id, currency in
                sheets.first { $0.currency == currency }?.page.lines.first { $0.envelope == id }?.left
            }, today)
    }

    /// Rows that come again, and that nobody accepted or refused as yet.
    func billProposals(_ names: PayeeNames, _ today: CivilDate) -> [BillProposal] {
        let first = today.adding(days: -BillProposal.reach)
        var rows: [Entry] = []
        for section in entries.byDay where section.day <= today && section.day >= first {
            section.entries.each { if $0.todo == nil { rows.append($0) } }
        }
        return BillProposal.all(
            rows, names,
            isAnswered: { (id: EntityID) throws(Never) in
                self[id] != nil || records[BillProposal.refusal(of: id)]?[.refused]?.value == [1]
            }, today)
    }
}

extension QuestionsState.View {
    /// A year's cost of a to-do, how often it comes by then, and the largest first.
    struct Bill {
        let id: EntityID
        var count = 0
        var sum: Sum
    }

    /// The bills of the next 365 days.
    var bills: [Bill] {
        var bills: [Bill] = []
        for item in planned where item.source == .todo && item.flow == .expense {
            let place = bills.firstIndex { $0.id == item.id } ?? bills.count
            if place == bills.count { bills.append(Bill(id: item.id, sum: Sum(.zero(currency)))) }
            bills[place].count += 1
            if let sum = try? bills[place].sum.adding(item.sum) { bills[place].sum = sum }
        }
        return bills.sorted { $0.sum.isBelow($1.sum) }
    }
}
