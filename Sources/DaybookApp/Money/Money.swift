public import DaybookCore

/// The state of the money side beyond the book.
public struct Money {
    /// True where the money is shown, not the to-dos.
    public internal(set) var isShown = false
    /// The quick record that is being typed.
    public internal(set) var line = ""
    /// The same as `State.isTitleTyped`.
    var isLineTyped = false
    /// The tags that are offered for what is being typed; see `State.completion`.
    var completion: Completion?
    /// True where the line was to be stored and could not be.
    var isLineChecked = false
    /// Which entries are in the list and the sums; all at first.
    public internal(set) var filter = EntryFilter()
    var showsFilters = false
    /// True where all that is planned is shown, not only what comes next.
    public internal(set) var showsUpcoming = false
    /// The text in a date field of the filter that can't be meant.
    var askedDay: String?
    /// The recording under way; there is one at a time.
    public internal(set) var voice = Voice.none
    /// The days of the sums.
    public internal(set) var range = ReportRange.thisMonth
    /// The period by which the sums are added up.
    public internal(set) var period = ReportPeriod.day
    /// The day that a week starts with, from 0 for Monday to 6 for Sunday.
    public internal(set) var firstWeekday: Int64 = 0
    /// The form of the entry that is edited; that of a new one, which has no id yet, waits until it is saved or
    /// cancelled.
    private var forms = EntityTable<EntryForm>()
    private var formID = Money.newEntry
    /// The amount and the day in the form of a new to-do.
    public internal(set) var plan = Plan()

    /// The text in the settings that can't be read as a currency; nil while there is none.
    var badCurrency: String?

    // The following is worked out again when the book or the filter changes.
    /// The days that the list shows, the newest first.
    public internal(set) var days: [Day] = []
    /// The open to-dos that carry money.
    public internal(set) var upcoming: [Todo] = []
    /// The balance of each account at the end of today: those that somebody made or changed, in their order, then the default
    /// ones that have entries.
    public internal(set) var accounts: [AccountBalance] = []
    /// The account that the address asks for, until it is known.
    var wantedAccount: EntityID?
    /// Why what is in them can't be told.
    var accountsProblem: ItemError?
    /// The rates between currencies.
    private(set) var rates = Rates([])
    /// The money in all accounts, in the usual currency; nil where all of it is in one, or no rate is known at all.
    private(set) var worth: BaseTotals?
    /// The form of an account or a transfer; nil while none is open.
    public internal(set) var dialog: MoneyForm?
    /// Who is meant by what entries say.
    public internal(set) var payees = PayeeNames([])
    /// The statement that is held against the rows of its account; nil while none is.
    public internal(set) var statement: StatementForm?
    /// The change of a row that was reconciled, while a person is asked about it.
    var asked: Action?
    /// All tags, the most used first.
    public internal(set) var tags: [String] = []
    /// The sums of the days of the report; worked out again only while they are on the screen.
    public internal(set) var sums = MoneySums()
    /// Why there are no sums.
    var problem: ItemError?
    private var basis: Basis?

    private static let newEntry = EntityID(high: 0, low: 0)

    /// The form that was opened last; nil where none was, or it was saved as a new entry, or cancelled.
    public internal(set) var form: EntryForm? {
        get { forms[formID] }
        set { forms[formID] = newValue }
    }

    /// Opens the form of an entry, or of a new one, unless something is typed in that already.
    mutating func open(_ form: EntryForm) {
        if formID != Money.newEntry { self.form = nil }
        formID = form.entry?.id ?? Money.newEntry
        if formID != Money.newEntry || self.form?.hasChanged != true { self.form = form }
    }

    /// How far a recording has come.
    public enum Voice: Equatable, Sendable {
        /// Nothing is being recorded.
        case none
        /// The microphone was asked for.
        case asked
        /// The microphone listens.
        case listening
        /// It ended, and its bytes are awaited or being stored.
        case ended(Digest?)
    }

    /// The basis of the list and the sums.
    private struct Basis: Equatable {
        var version: Int
        var filter: EntryFilter
        var period: ReportPeriod?
        var range: ReportRange
        var firstWeekday: Int64
        var today: CivilDate
        var base: Currency
    }

    /// The plans above the list.
    var shownPlans: ArraySlice<Todo> { upcoming.prefix(showsUpcoming ? ListLayout.fullCount : Money.fewPlans) }
    /// How many plans are shown before one asks for all.
    static let fewPlans = 3
    /// In CSS pixels.
    var plansHeight: Int {
        let count = shownPlans.count
        return count == 0 ? 0 : ListLayout.headingHeight + count * ListLayout.rowHeight
    }

    mutating func refresh(_ book: LocalBook, in base: Currency, today: CivilDate, withSums: Bool) {
        let isNew = basis?.version != book.moneyVersion || basis?.today != today || basis?.base != base
        if isNew {
            balance(book, today)
            let total = (try? accounts.total) ?? Sums()
            // With one currency no rate is needed.
            let isMixed = total.all.count > 1 || book.entries.haveSeveralCurrencies
            rates = isMixed ? Rates(book.rates.values, transfers: book.transfers.values) : Rates([])
            worth = nil
            if !rates.isEmpty, total.all.count > 1 {
                var sum = BaseTotals(in: base)
                if (try? sum.add(total, rates, on: today)) != nil { worth = sum }
            }
            payees = PayeeNames(book.payees)
            // One that is gone is shown no longer.
            filter.payee = filter.payee.flatMap { scope in
                scope.payee.id.flatMap { book.payee($0) }.map { PayeeScope(payees.meaning(of: $0.name), payees) }
            }
        }
        if let wanted = accounts.first(where: { $0.account.id == wantedAccount }) {
            filter.account = scope(of: wanted.account)
            wantedAccount = nil
        }
        let basis = Basis(
            version: book.moneyVersion, filter: filter, period: withSums ? period : nil, range: range,
            firstWeekday: firstWeekday, today: today, base: base)
        guard basis != self.basis else { return }
        if basis.version != self.basis?.version { tags = book.entries.tags.map { $0.name } }
        // They are nothing that a filter could find.
        upcoming = filter == EntryFilter() ? book.list.upcoming : []
        self.basis = basis
        let sections = book.entries.sections(filter)
        problem = sections.first { $0.problem != nil }?.problem
        days = balanced(Day.all(sections, shownTransfers(book)))
        if withSums {
            sums = MoneySums(book, self, reportFilter(today), in: base, today, number: sums.number + 1)
        }
    }
}

extension State {
    /// The entries that are marked, also those that a filter hides.
    var selectedEntries: [Entry] { book.entries.all.filter { selection.ids.contains($0.id) } }

    /// True where chart and sums are on the screen.
    var showsSums: Bool {
        money.isShown && (navigation.route == .sums || navigation.route == .list && navigation.window.isWide)
    }

    /// Tells what the line of the quick record says.
    func understood(today: CivilDate) -> Result<QuickRecord, ItemError> {
        do throws(ItemError) {
            return .success(
                try QuickRecord(money.line, today: today, usual: entryCurrency, local: settings.language.usualCurrency))
        } catch {
            return .failure(error)
        }
    }

    /// Works out again what the money side shows.
    mutating func refreshMoney(today: CivilDate) {
        money.refresh(book, in: usualCurrency, today: today, withSums: showsSums)
    }
}
