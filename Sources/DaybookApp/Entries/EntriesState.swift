public import DaybookCore

/// The list of entries and transfers.
public struct EntriesState {
    /// Which entries are in the list and the sums; all at first.
    public internal(set) var filter = EntryFilter()
    var showsFilters = false
    /// True where it is told what the money is made of that is left.
    var showsLeft = false
    /// The text in a date field of the filter that can't be meant.
    var askedDay: String?
    /// The account that the address asks for, until it is known.
    var wantedAccount: EntityID?

    // The following is worked out again when the book or the filter changes.
    /// The days that the list shows, the newest first.
    public private(set) var days: [Day] = []
    public internal(set) var plans = Plans()
    /// All tags, the most used first.
    public private(set) var tags: [String] = []
    /// The content of the account that is shown that statements have; nil where none has any of it.
    private(set) var settled: Sum?
    /// The error that kept the sums from being made; nil if there are sums.
    private(set) var problem: ItemError?
    private var basis: Basis?

    /// The open to-dos that carry money.
    public struct Plans {
        public fileprivate(set) var all: [Todo] = []
        /// True where all of them are shown, not only what comes next.
        public internal(set) var areAllShown = false

        /// How many are shown before one asks for all.
        static let few = 3
        /// The ones above the list.
        var shown: ArraySlice<Todo> { all.prefix(areAllShown ? ListLayout.fullCount : Self.few) }
    }

    /// The basis of the list and the sums.
    struct Basis: Equatable {
        var version: Int
        var filter: EntryFilter
        var report: ReportState.Basis?
        var firstWeekday: Int64
        var today: CivilDate
        var base: Currency
        var rowHeight: Int
    }

    var rowHeight: Int { basis?.rowHeight ?? ListLayout.rowHeight }
    /// The height of all that stands above the days, in CSS pixels.
    fileprivate(set) var headHeight = 0

    /// Tells whether what is in the accounts has to be worked out again.
    fileprivate func isOld(_ book: LocalBook, in base: Currency, _ today: CivilDate) -> Bool {
        basis?.version != book.moneyVersion || basis?.today != today || basis?.base != base
    }

    /// Works out the rows again, if that is what they come from.
    ///
    /// - Parameter account: the one that is shown.
    /// - Returns: whether anything of it is new.
    fileprivate mutating func refresh(_ book: LocalBook, _ basis: Basis, of account: MoneyAccount?) -> Bool {
        guard basis != self.basis else { return false }
        if basis.version != self.basis?.version { tags = book.entries.tags.map { $0.name } }
        // They are nothing that a filter could find.
        plans.all = basis.report?.isBrief == true ? book.list.upcoming : []
        self.basis = basis
        let sections = book.entries.sections(filter)
        problem = sections.first { $0.problem != nil }?.problem
        days = Day.all(sections, shownTransfers(book), basis.rowHeight)
        settled = nil
        if let account, book.reconciliations.values.contains(where: { $0.account == account.id }) {
            let none = Sum(.zero(account.currency))
            let rows = book.rows(of: account, AccountScope(account, among: book.accounts))
            settled = (try? StatementCheck(of: account, none, on: basis.today, rows))?.settled
        }
        if let account { balance(of: account) }
        return true
    }

    /// Adds what is in the account that is shown, day by day, where all of its rows are.
    private mutating func balance(of account: MoneyAccount) {
        guard filter.from == nil, filter.kinds.isEmpty, filter.tags.isEmpty, filter.text.isBlank, filter.payee == nil
        else { return }
        days = (try? Day.balanced(days, of: account)) ?? days
    }
}

extension State {
    /// The entries that are marked, also those that a filter hides.
    var selectedEntries: [Entry] { book.entries.all.filter { selection.ids.contains($0.id) } }

    /// Works out again what the money side shows.
    mutating func refreshMoney(today: CivilDate) {
        let base = usualCurrency
        if entries.isOld(book, in: base, today) {
            // The one that is shown stays so, if it is there.
            let shown = shownAccount?.account.id
            accounts.refresh(book, in: base, today)
            if entries.filter.account != nil {
                entries.filter.account =
                    accounts.balances.first { $0.account.id == shown }.map { accounts.scope(of: $0.account) }
            }
            // A payee that is gone is shown no longer.
            entries.filter.payee = entries.filter.payee.flatMap { scope in
                scope.payee.id.flatMap { book.payee($0) }
                    .map { PayeeScope(accounts.payees.meaning(of: $0.name), accounts.payees) }
            }
        }
        if let wanted = accounts.balances.first(where: { $0.account.id == entries.wantedAccount }) {
            entries.filter.account = accounts.scope(of: wanted.account)
            entries.wantedAccount = nil
        }
        entries.filter.payees = accounts.payees
        let basis = EntriesState.Basis(
            version: book.moneyVersion, filter: entries.filter, report: reportBasis,
            firstWeekday: settings.firstWeekday, today: today, base: base, rowHeight: rowHeight)
        let isNew = entries.refresh(book, basis, of: shownAccount?.account)
        if isNew, let wanted = basis.report {
            report.refresh(
                book, accounts, entries.filter, wanted, weekFrom: settings.firstWeekday, in: base, today)
        }
        if navigation.route == .questions { questions.refresh(book, accounts, in: base, today) }
        if case .payOff(let account) = navigation.route {
            payOff.refresh(book, accounts.balances, of: account, today)
        }
        let isForecast = navigation.route == .forecast
        if isForecast || isMoneyHome && navigation.window.isWide && !entries.plans.all.isEmpty {
            // Nothing else shows a line that is only tried.
            forecast.refresh(book, accounts.balances, in: base, today, with: isForecast ? forecast.tries : [])
        }
        if navigation.route == .budget || showsEnvelopes {
            let isSheet = navigation.route == .budget
            let shown = isSheet ? budget.day ?? today : homeDay
            budget.refresh(&book, in: base, shown, today, tags: isSheet ? entries.tags : nil)
        }
        // The plans stand in the second column if there is one.
        let plans = navigation.window.isWide ? 0 : entries.plans.shown.count
        entries.headHeight = homeHeight + (plans == 0 ? 0 : ListLayout.headingHeight + plans * rowHeight)
    }
}
