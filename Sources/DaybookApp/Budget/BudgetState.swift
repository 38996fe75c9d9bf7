public import DaybookCore

/// The budget: what is shown of it, and its sheet.
public struct BudgetState {
    /// The first day of the period that is shown; nil for that of today.
    var day: CivilDate?
    /// The currency of the sheet; nil for the usual one.
    var currency: Currency?
    /// The subject that is explained: an envelope, or the pool.
    public internal(set) var shown: EntityID?
    /// The amount that is to be moved.
    var moved = ""
    /// The column that a narrow window shows.
    var column = Column.left
    var begun = Begun()
    /// The sheet. Of a change of rows only these are worked out.
    public private(set) var sheet: BudgetSheet?
    /// The period that is shown, on its own screen or above the rows of money.
    public private(set) var page: BudgetPage?
    /// The tags of spending in the last year that no envelope has, the most used first, and the version of money that they
    /// are of.
    private(set) var proposed: (tags: [String], version: Int?) = ([], nil)
    /// The reason where there is none.
    public private(set) var problem: ItemError?
    /// The source of the sheet.
    private var source: (basis: Basis, version: Version)?

    /// What a person began in the period that is shown. No other period and no other currency has it.
    struct Begun {
        /// The text in the field of an envelope, until it is taken.
        var typed: (id: EntityID, text: String)?
        /// The changes that a fill would write, while a person is asked.
        var fill: BudgetFill?
    }

    /// A part of the sheet.
    public enum Column: String, CaseIterable, Sendable { case assigned, spent, left }

    /// The id that stands for the pool.
    static let pool = EntityID(high: 0, low: 0)

    /// The versions of the book that a sheet comes from.
    private struct Version: Equatable {
        let money: Int
        let budget: Int
    }

    /// The sources of the rows of a sheet, beside these.
    private struct Basis: Equatable {
        let currency: Currency
        let mode: BudgetMode
        let periods: BudgetPeriods
        let envelopes: [Envelope]
        let accounts: [MoneyAccount]

        init(_ book: LocalBook, _ currency: Currency) {
            let settings = book.settings
            (self.currency, mode, periods) = (currency, settings.budgetMode, settings.budgetPeriods)
            (envelopes, accounts) = (book.budget.envelopes, book.accounts)
        }
    }

    /// Works out what is new.
    ///
    /// - Parameters:
    ///   - shown: a day of the period that is shown.
    ///   - tags: all tags, the most used first; nil where none are proposed, since a year's entries are looked through for that.
    mutating func refresh(
        _ book: inout LocalBook, in base: Currency, _ shown: CivilDate, _ today: CivilDate, tags: [String]?
    ) {
        let basis = Basis(book, currency ?? base)
        let version = Version(money: book.moneyVersion, budget: book.budget.version)
        do throws(ItemError) {
            if basis != source?.basis || problem != nil || book.budget.touched == nil || sheet == nil {
                try make(book, basis)
            } else if version != source?.version {
                try change(book, basis)
            }
            problem = nil
        } catch {
            (sheet, problem) = (nil, error)
        }
        let period = basis.periods.number(of: shown)
        if basis != source?.basis || version != source?.version || page?.period != period || sheet == nil {
            source = (basis, version)
            book.budget.touched = []
            page = sheet?.page(of: period)
        }
        if let tags, proposed.version != version.money {
            proposed = (Self.proposed(book, tags, basis.envelopes, today), version.money)
        }
    }

    private static func proposed(
        _ book: LocalBook, _ tags: [String], _ envelopes: [Envelope], _ today: CivilDate
    ) -> [String] {
        let filter = EntryFilter(from: today.adding(days: -365))
        let totals: [TagTotals]
        do throws(ItemError) { totals = try book.entries.tagTotals(filter) } catch { return [] }
        let keys = totals.filter { $0.isOfSpending }.compactMap { $0.tag.map { TagNames.key($0) } }
        let taken = TagNames.keys(envelopes.flatMap { $0.tags })
        return tags.filter { tag in
            let key = TagNames.key(tag)
            return keys.contains(key) && !taken.contains(key)
        }
    }

    private static func plan(_ book: LocalBook, _ basis: Basis) -> BudgetPlan {
        let things = book.budget
        return BudgetPlan(
            basis.currency, basis.mode, basis.periods, basis.envelopes, basis.accounts,
            things.cells.values, things.moves.values, things.carries.values)
    }

    /// The sheet of a currency, worked out of all rows.
    static func sheet(_ book: LocalBook, in currency: Currency) throws(ItemError) -> BudgetSheet {
        try sheet(book, Basis(book, currency))
    }

    private mutating func make(_ book: LocalBook, _ basis: Basis) throws(ItemError) {
        sheet = nil
        sheet = try Self.sheet(book, basis)
    }

    private static func sheet(_ book: LocalBook, _ basis: Basis) throws(ItemError) -> BudgetSheet {
        var finder = BudgetRows(basis.accounts, basis.envelopes)
        return try BudgetSheet(plan(book, basis)) { add throws(ItemError) in
            for account in basis.accounts { if let row = BudgetRows.opening(of: account) { try add(row) } }
            for section in book.entries.byDay { try finder.each(of: section.entries, add) }
            for transfer in book.transfers.values { for row in finder.rows(of: transfer) { try add(row) } }
        }
    }

    private mutating func change(_ book: LocalBook, _ basis: Basis) throws(ItemError) {
        guard var sheet else { return }
        // Something held twice would be copied.
        self.sheet = nil
        try sheet.change(to: Self.plan(book, basis))
        var finder = BudgetRows(basis.accounts, basis.envelopes)
        var seen = EntitySet()
        for touched in book.budget.touched ?? [] where !seen.contains(touched.id) {
            seen.insert(touched.id)
            var old = touched.entry.map { finder.rows(of: $0) } ?? []
            if let transfer = touched.transfer { old += finder.rows(of: transfer) }
            var new = book.entries[touched.id].map { finder.rows(of: $0) } ?? []
            if let transfer = book.transfer(touched.id) { new += finder.rows(of: transfer) }
            try sheet.change(old, to: new)
        }
        self.sheet = sheet
    }
}

/// The actions of a person on the budget.
public enum BudgetAction: Equatable {
    case open
    /// Opens it with the number of an envelope explained.
    case explain(EntityID)
    /// Sets how cards count.
    case mode(BudgetMode)
    case periods(BudgetPeriods)
    /// Begins the periods on a day: that of each month from 1 to 28, or a date where they are of weeks.
    case begin(String)
    /// Goes so many periods on, or back.
    case step(Int64)
    case currency(Currency)
    case column(BudgetState.Column)
    /// Explains the number of an envelope, or of the pool.
    case show(EntityID)
    /// The text in the field of an envelope by now.
    case type(EntityID, String)
    /// Takes the text in the field.
    case assign
    /// The amount that is to be moved.
    case typeMove(String)
    /// Moves it from what is explained to an envelope, or to the pool.
    case move(EntityID)
    /// Holds it in the pool for the next period.
    case hold
    case carry(EntityID, Carry)
    /// Shows what a fill would write, and forgets it again.
    case askFill(Bool)
    case fill
    /// Makes an envelope of each of some tags.
    case propose([String])
}

extension BudgetPage {
    /// The amount that was set for an envelope, or for a card.
    fileprivate func assigned(to id: EntityID) -> Sum? {
        lines.first { $0.envelope == id }?.assigned ?? cards.first { $0.card == id }?.assigned
    }
}

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: BudgetAction) {
        switch action {
        case .open:
            if !state.navigation.isMoney { next.append(.money(.show(true))) }
            if state.navigation.overlay != .none { closeOverlay(&state) }
            next.append(.screen(.visit(.budget, focus: "sums-back")))
        case .explain(let id):
            state.budget.shown = id
            next.append(.budget(.open))
        case .mode(let mode): set(.budgetMode, to: [mode.rawValue], &state)
        case .periods(let periods):
            (state.budget.day, state.budget.begun) = (nil, BudgetState.Begun())
            set(.budgetPeriods, to: periods.text.bytes, &state)
        case .begin(let text):
            guard let periods = state.book.settings.budgetPeriods.beginning(on: text) else {
                return show(.problem(.item(.badDay(text))), &state)
            }
            next.append(.budget(.periods(periods)))
        case .step(let count):
            guard let page = state.budget.page, let periods = state.budget.sheet?.plan.periods else { return }
            let period = page.period + count
            state.budget.day = period == periods.number(of: state.today) ? nil : periods.start(of: period)
            state.budget.begun = BudgetState.Begun()
            effects.append(.visit(Route.budget.path(state), replaces: true))
        case .currency(let currency):
            (state.budget.currency, state.budget.begun) = (currency, BudgetState.Begun())
        case .column(let column): state.budget.column = column
        case .show(let id):
            state.budget.shown = state.budget.shown == id ? nil : id
            state.budget.moved = ""
        case .type(let id, let text):
            state.budget.begun.typed = (id, text)
            // A browser that takes back a key in the field may say again what the book has.
            if let present = state.budget.page?.assigned(to: id), text == state.settings.language.number(present) {
                state.budget.begun.typed = nil
            }
        case .assign:
            guard let (id, text) = state.budget.begun.typed else { return }
            state.budget.begun.typed = nil
            tell(&state) { state, sheet, page throws(ItemError) in
                let total = try Sum(
                    assigned: text, over: page.assigned(to: id) ?? Sum(.zero(sheet.plan.currency)),
                    local: state.settings.language.usualCurrency)
                let cell = try sheet.cell(of: id, in: page.period, total)
                return [.add(.cell, cell.id, cell.changes)]
            }
        case .typeMove(let text): state.budget.moved = text
        case .move(let id): move(to: id, periods: 0, &state)
        case .hold: move(to: BudgetState.pool, periods: 1, &state)
        case .carry(let id, let carry):
            tell(&state) { _, sheet, page in
                let flag = CarryFlag(id, sheet.plan.periods.start(of: page.period), carry)
                return [.add(.carry, flag.id, flag.changes)]
            }
        case .askFill(let isAsked):
            state.budget.begun.fill = nil
            guard isAsked, let sheet = state.budget.sheet, let page = state.budget.page else { return }
            let last = sheet.plan.periods.end(of: page.period)
            let (list, today) = (state.book.list, state.today)
            do throws(ItemError) {
                state.budget.begun.fill = try sheet.fill(page.period) { envelope in
                    Target.bills(
                        list.all.filter { todo in todo.tags.contains { envelope.tags.contains($0) } }, through: last,
                        today)
                }
            } catch { show(.problem(.item(error)), &state) }
        case .fill:
            guard let fill = state.budget.begun.fill else { return }
            state.budget.begun.fill = nil
            _ = perform(fill.cells.map { .add(.cell, $0.id, $0.changes) }, &state)
        case .propose(let tags):
            var random = world.generator
            let actions = tags.map { tag in
                var changes = Changes()
                changes[.title] = .text(tag)
                changes[.tag] = .texts([tag])
                return BookAction.add(.envelope, EntityID(using: &random), changes)
            }
            _ = perform(actions, &state)
        }
    }

    private mutating func move(to id: EntityID, periods: Int64, _ state: inout State) {
        guard let from = state.budget.shown else { return }
        var random = world.generator
        let made = EntityID(using: &random)
        tell(&state) { state, sheet, page throws(ItemError) in
            let amount = try Amount(
                state.budget.moved, usual: sheet.plan.currency, local: state.settings.language.usualCurrency)
            let periods = (
                sheet.plan.periods.start(of: page.period), sheet.plan.periods.start(of: page.period + periods)
            )
            var changes = Changes()
            changes[.envelope] = from == BudgetState.pool ? nil : .entity(from)
            changes[.toEnvelope] = id == BudgetState.pool ? nil : .entity(id)
            (changes[.day], changes[.toDay]) = (.day(periods.0), .day(periods.1))
            changes[.amount] = .amount(amount)
            return [.add(.move, made, changes)]
        }
        state.budget.moved = ""
    }

    /// Carries out what follows from the sheet that is shown.
    private mutating func tell(
        _ state: inout State, _ make: (State, BudgetSheet, BudgetPage) throws(ItemError) -> [BookAction]
    ) {
        guard let sheet = state.budget.sheet, let page = state.budget.page else { return }
        do throws(ItemError) {
            _ = perform(try make(state, sheet, page), &state)
        } catch {
            show(.problem(.item(error)), &state)
        }
    }
}
