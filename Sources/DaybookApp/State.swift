public import DaybookCore

/// All that the app knows, a part for each feature. Only `reduce` changes it.
public struct State {
    /// All that is known of to-dos and entries, deleted ones included.
    public internal(set) var book: LocalBook
    /// The steps that were done in this tab.
    public internal(set) var history = History()
    /// The writes to this device that are under way.
    public internal(set) var storage = StorageState()
    /// How far sync with the server has got.
    public internal(set) var sync: SyncState
    /// The side of the screen with the to-dos.
    public internal(set) var todos = TodosState()
    /// The lists in which they lie.
    public internal(set) var lists = ListsState()
    /// How its rows stand under each other.
    public internal(set) var subtasks = SubtasksState()
    /// The list of the other side.
    public internal(set) var entries = EntriesState()
    /// The quick record above it.
    public internal(set) var record = RecordState()
    public internal(set) var entry = EntryFormState()
    /// The accounts, with what belongs to them.
    public internal(set) var accounts = AccountsState()
    /// The form of a thing of a kind; nil while none is open.
    public internal(set) var form: KindForm?
    public internal(set) var statement = StatementState()
    /// Chart and sums.
    public internal(set) var report = ReportState()
    public internal(set) var budget = BudgetState()
    public internal(set) var questions = QuestionsState()
    public internal(set) var payOff = PayOffState()
    public internal(set) var forecast = ForecastState()
    /// The tags that are offered.
    public internal(set) var completion = CompletionState()
    /// The search of the whole book.
    public internal(set) var search = SearchState()
    /// A file on its way into the book.
    public internal(set) var importing = ImportState()
    /// Which rows are marked.
    public internal(set) var selection = SelectionState()
    /// The text in the forms and the details of to-dos.
    public internal(set) var editing = EditingState()
    /// The text that is typed and not saved.
    public internal(set) var drafts = DraftsState()
    /// Which screen is shown.
    public internal(set) var navigation = NavigationState()
    /// One at a time.
    public internal(set) var gesture = Gesture.none
    /// Beside the list, what the row that is dragged is held over.
    var target: DropTarget?
    /// The messages of the moment.
    public internal(set) var notices = NoticesState()
    public internal(set) var reminders = RemindersState()
    /// The choices on this device.
    public internal(set) var settings: SettingsState

    /// The time on the clock at the last action, where the person is.
    public internal(set) var clock = LocalTime(day: CivilDate(daysSince1970: 0), minute: 0)
    /// How many minutes it was ahead of UTC then.
    var minutesAhead = 0
    /// Where the page comes from, as the address has it: `daybook.example:8080`.
    public var host = ""
    /// True where the book is the sample, which nobody has.
    public var isSample = false
    /// True where the book is an account's, from which one can sign out.
    let hasAccount: Bool

    /// A book that nothing is known of yet.
    ///
    /// - Parameters:
    ///   - node: 64 random bits, which the stamps that are made here bear.
    ///   - hasAccount: whether the book is an account's.
    public init(node: UInt64, language: Language = .english, hasAccount: Bool = false, hasSingleKeys: Bool = true) {
        self.hasAccount = hasAccount
        settings = SettingsState(language: language, hasSingleKeys: hasSingleKeys)
        book = LocalBook(node: node)
        sync = SyncState(client: SyncClient(node: node))
    }

    /// The time by the server's clock, as far as it is known.
    func now(_ world: World) -> Timestamp {
        Timestamp(milliseconds: world.now().milliseconds &+ sync.skew)
    }

    /// The day where the person is, as of the last action.
    public var today: CivilDate { clock.day }

    /// True where something lies over the screen, or in its place, for a moment: going back ends it.
    var hasLayer: Bool { navigation.overlay != .none || selection.isOn }

    /// True where there is something to undo: what was done here, or a file that was imported.
    var canUndo: Bool { !history.undo.isEmpty || !history.onServer.isEmpty }

    /// True where what the server rendered is still the best there is to show.
    public var isTakingOver: Bool {
        storage.status == .loading || sync.awaitsFirstPull || settings.awaitsTexts
    }
}
