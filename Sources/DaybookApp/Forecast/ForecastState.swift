public import DaybookCore

/// The forecast: of what, for how long, and what a person tries without writing it.
public struct ForecastState {
    /// The account that is shown; nil for all that may be spent in a currency.
    var account: EntityID?
    /// The currency of that sum; nil for the usual one.
    var currency: Currency?
    var range = Range.month
    /// True while the accounts are offered.
    var isChoosing = false
    /// The line that says what if.
    var line = ""
    /// The reason why it can't be tried.
    var refused: ItemError?
    /// The to-dos that it said, which are in no book.
    public internal(set) var tries: [Todo] = []
    /// The text in the field of the floor, until it is taken.
    var floor: String?
    /// The line that is shown; nil where there is no account.
    public private(set) var shown: Shown?
    /// The reason why it can't be shown.
    private(set) var problem: ItemError?
    private var basis: Basis?
    private var number = 0

    /// The days that are shown.
    public enum Range: UInt8, CaseIterable, Sendable {
        case month, quarter, year

        /// Into how many parts the line is divided, and how many days each has.
        var parts: (count: Int, days: Int) {
            switch self {
            case .month: (10, 3)
            case .quarter: (10, 9)
            case .year: (13, 28)
            }
        }

        /// The number of days after today.
        var days: Int { parts.count * parts.days }
    }

    /// A line of balances.
    public struct Shown {
        /// Nil for all that may be spent in the currency.
        let account: MoneyAccount?
        public let forecast: Forecast
        public let floor: Sum
        /// The sum that can go out until the next income.
        public let free: Sum
        public let last: CivilDate
        /// Another one for each time it was worked out.
        let number: Int

        var currency: Currency { forecast.start.currency }
    }

    private struct Basis: Equatable {
        let version: Int
        let today: CivilDate
        let base: Currency
        let account: EntityID?
        let currency: Currency?
        let range: Range
        let tries: [EntityID]
    }

    /// Works out the line, if anything is new.
    ///
    /// - Parameter tries: the to-dos that count as if they were in the book.
    mutating func refresh(
        _ book: LocalBook, _ balances: [AccountBalance], in base: Currency, _ today: CivilDate, with tries: [Todo]
    ) {
        let basis = Basis(
            version: book.moneyVersion, today: today, base: base, account: account, currency: currency, range: range,
            tries: tries.map { $0.id })
        guard basis != self.basis else { return }
        self.basis = basis
        number += 1
        (shown, problem) = (nil, nil)
        let spendable = balances.filter { $0.account.isSpendable }
        var own = balances.filter { $0.account.id == account }
        let isOne = !own.isEmpty
        if !isOne {
            let wanted = currency ?? base
            own = spendable.filter { $0.account.currency == wanted }
            // Nothing in that currency may be spent.
            if own.isEmpty { own = spendable.filter { $0.account.currency == spendable.first?.account.currency } }
            if own.isEmpty { own = Array(balances.prefix(1)) }
        }
        guard let first = own.first?.account else { return }
        let last = today.adding(days: Int64(range.days))
        do throws(ItemError) {
            let planned = try book.planned(balances, today, through: last, with: tries)
            let forecast = try Forecast(own, planned, today)
            let floor = book.settings.floor(in: first.currency)
            shown = Shown(
                account: isOne || !first.isSpendable ? first : nil, forecast: forecast, floor: floor,
                free: try forecast.free(above: floor), last: last, number: number)
        } catch {
            problem = error
        }
    }
}

extension ForecastState {
    /// The part of an address for it, such as `/EUR/90`.
    var path: String {
        let subject = account?.text ?? currency?.code
        return (subject.map { "/" + $0 } ?? "") + (range == .month ? "" : "/" + String(range.days))
    }

    mutating func take(path: String) {
        (account, currency, range) = (nil, nil, .month)
        for part in (path.rest(after: "#/money/forecast") ?? "").parts({ $0 == "/" }) {
            let word = String(part)
            if let id = EntityID(word) {
                account = id
            } else if let other = Range.allCases.first(where: { String($0.days) == word }) {
                range = other
            } else if let named = Currency(word) {
                currency = named
            }
        }
    }
}

extension Forecast {
    /// The forecast of accounts of one currency.
    init(_ own: [AccountBalance], _ planned: [PlannedMoney], _ today: CivilDate) throws(ItemError) {
        let currency = own.first?.account.currency ?? .usDollar
        var sum = Sum(.zero(currency))
        for balance in own { sum = try sum.adding(balance.balance) }
        try self.init(
            sum,
            planned.filter { item in
                item.sum.currency == currency && own.contains { $0.account.id == item.account }
            }, today)
    }
}

/// The actions of a person on the forecast and the six questions.
public enum ForecastAction: Equatable {
    /// Goes to the forecast of an account, or of all that may be spent in a currency.
    case open(EntityID?, Currency?)
    case range(ForecastState.Range)
    /// The line that says what if by now, and taking it.
    case type(String)
    case add
    case drop(EntityID)
    /// Goes to what is tried.
    case toLine
    /// The text in the field of the floor by now, and keeping it.
    case typeFloor(String)
    case keepFloor
    /// Goes to the rows of a day.
    case day(CivilDate)
    /// Opens what is known to come.
    case item(EntityID, PlannedMoney.Source)
    /// Offers the accounts whose forecast may be shown, or no longer.
    case choose
    /// Goes to the six questions.
    case questions
    /// Goes to the plans to pay off what is owed, and the table of a debt.
    case payOff(EntityID?)
    /// The amount by now that is paid each month beyond the minimums.
    case typeExtra(String)
    /// Makes a to-do of rows that come again, or has them not be offered again.
    case accept(EntityID)
    case refuse(EntityID)
    /// Shows the rows of a question in one of the currencies, or hides them.
    case ask(Int, QuestionsState.Question)
    /// Ends the rule of a bill: it comes once more.
    case end(EntityID)
}

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: ForecastAction) {
        switch action {
        case .open(let account, let currency):
            (state.forecast.account, state.forecast.currency, state.forecast.floor) = (account, currency, nil)
            if state.forecast.isChoosing {
                state.forecast.isChoosing = false
                focus(on: "of-account")
            }
            show(.forecast, &state)
        case .choose: state.forecast.isChoosing.toggle()
        case .payOff(let id):
            // Back leads here again: on a phone to the plans, too.
            let isBeside = if case .payOff = state.navigation.route { state.navigation.window.isWide } else { false }
            if !isBeside { state.navigation.hasStepBack = false }
            show(.payOff(id), &state)
        case .typeExtra(let text): state.payOff.extra = text
        case .accept(let id):
            guard let proposal = state.questions.proposals.first(where: { $0.id == id }) else { return }
            leaveProposal(id, &state)
            if perform(.add(.todo, id, proposal.draft), &state) { show(.added(1, proposal.payee), &state) }
        case .refuse(let id):
            guard let proposal = state.questions.proposals.first(where: { $0.id == id }) else { return }
            leaveProposal(id, &state)
            if state.book.clock.isNearEnd { return show(.problem(.item(.clockAtEnd)), &state) }
            let stamp = state.book.clock.tick(now: now(state))
            keep(state.book.write([proposal.refused(stamp)]), &state)
            show(.skipped(proposal.payee), &state)
        case .questions: show(.questions, &state)
        case .range(let range):
            state.forecast.range = range
            effects.append(.visit(Route.forecast.path(state), replaces: true))
        case .type(let line): (state.forecast.line, state.forecast.refused) = (line, nil)
        case .add: tryLine(&state)
        case .drop(let id):
            state.forecast.tries.removeAll { $0.id == id }
            focus(on: "what-if")
        case .toLine: focus(on: "what-if")
        case .typeFloor(let text): state.forecast.floor = text
        case .keepFloor: keepFloor(&state)
        case .day(let day):
            guard let days = state.forecast.shown?.forecast.days,
                let first = days.first(where: { $0.day >= day }) ?? days.last
            else { return }
            focus(on: "day-" + first.day.text)
        case .item(let id, let source):
            // Back leads here again.
            state.navigation.hasStepBack = false
            switch source {
            case .todo: next.append(.screen(.details(id)))
            case .entry: next.append(.money(.edit(id)))
            case .transfer: next.append(.form(.open(.transfer, id)))
            case .interest: next.append(.form(.open(.account, id)))
            }
        case .ask(let place, let question):
            let isShown = state.questions.shown.map { $0 == (place, question) } ?? false
            state.questions.shown = isShown && !state.navigation.window.isWide ? nil : (place, question)
        case .end(let id):
            guard let todo = state.book[id], let due = todo.due, let repeats = todo.repeats, var rule = todo.rule
            else { return }
            (rule.until, rule.count) = (due, nil)
            var changes = Changes()
            changes[.repeats] = .repeats(Repeat(rule.text, repeats.mode, anchor: repeats.anchor))
            _ = perform(.edit(.todo, id, changes), &state)
        }
    }

    private mutating func show(_ route: Route, _ state: inout State) {
        if !state.navigation.isMoney { next.append(.money(.show(true))) }
        if state.navigation.overlay != .none { closeOverlay(&state) }
        if state.navigation.route == route {
            effects.append(.visit(route.path(state), replaces: true))
        } else {
            next.append(.screen(.visit(route, focus: "sums-back")))
        }
    }

    /// Moves the focus from what is answered to the next proposal, or to the question.
    private mutating func leaveProposal(_ id: EntityID, _ state: inout State) {
        let all = state.questions.proposals
        let place = all.firstIndex { $0.id == id } ?? 0
        let next = place + 1 < all.count ? place + 1 : place - 1
        let question = "ask-\(state.questions.shown?.place ?? 0)-\(QuestionsState.Question.costs.rawValue)"
        focus(on: all.indices.contains(next) ? "add-" + all[next].id.text : question)
    }

    private mutating func tryLine(_ state: inout State) {
        guard !state.forecast.line.isBlank, let shown = state.forecast.shown else { return }
        var random = world.generator
        let todo = Todo(
            whatIf: state.forecast.line, id: EntityID(using: &random), now: state.clock, accounts: state.book.accounts,
            account: shown.account?.id, usual: shown.currency, local: state.settings.language.usualCurrency,
            called: state.settings.language(.whatIf))
        guard let todo else {
            state.forecast.refused = .noAmount
            return
        }
        state.forecast.tries.append(todo)
        state.forecast.line = ""
    }

    private mutating func keepFloor(_ state: inout State) {
        guard let text = state.forecast.floor, let currency = state.forecast.shown?.currency else { return }
        state.forecast.floor = nil
        do throws(ItemError) {
            let floor =
                text.isBlank
                ? (amount: Amount.zero(currency), isOwed: false)
                : try Amount.balance(text, usual: currency, local: state.settings.language.usualCurrency)
            let value = SignedAmount(floor.amount, isNegative: floor.isOwed)
            switch state.book.set(.floor, to: value.bytes, now: now(state)) {
            case .success(let changes): store(changes, step: state.storage.nextToken, &state)
            case .failure(let error): throw error
            }
        } catch {
            show(.problem(.item(error)), &state)
        }
    }
}
