public import DaybookCore

/// All that the app knows. Only `reduce` changes it.
public struct State {
    /// All that is known of to-dos and entries, deleted ones included.
    public internal(set) var book: LocalBook
    /// How far sync with the server has got, and what is under way.
    public internal(set) var sync: SyncClient
    /// While it is loading, nothing is sent and nothing asked for.
    public internal(set) var storage = Storage.loading
    /// Whether the server tells by itself when it has news; otherwise it is asked every few seconds.
    var hearsNews = false
    /// How many recordings it has yet to get.
    var undelivered = 0
    /// How many times in a row there was no need to ask it.
    var quietPolls = 0
    /// Whether there is news that no pull has asked for yet.
    var hasNews = false
    /// The server's last commit, as far as it was heard of.
    var head: UInt64 = 0
    /// Whether that may be the push under way.
    var mayBeOwnNews = false
    /// When the last push was sent.
    var pushedAt = Timestamp(milliseconds: 0)
    /// Whether nothing is known here yet and the server is asked: until it answers, its own page stays on the screen.
    var awaitsFirstPull = false
    var storing: [Storing] = []
    /// What was known of records that are to be stored again, which makes way for them: of those that came from the
    /// server and could not be stored, without which the progress of sync must not be.
    var unstored: [Record] = []
    var nextToken = 1
    /// Whether the browser was asked not to delete what it keeps.
    var isKept = false
    /// Milliseconds that the server's clock is ahead of this one; known once it refused a stamp.
    var skew: Int64 = 0
    /// What was done in this tab.
    public internal(set) var history = History()

    /// What the clock showed at the last action, where the person is.
    public internal(set) var clock = LocalTime(day: CivilDate(daysSince1970: 0), minute: 0)
    /// How many minutes it was ahead of UTC then.
    var minutesAhead = 0
    /// Whether the app was opened by an address that names nothing, and hasn't chosen yet what to show.
    var opensToday = false

    /// Of the to-dos; that of the entries is in `money`.
    public internal(set) var filter = Filter.all
    /// What the to-dos are searched for; empty for nothing.
    public internal(set) var query = SearchQuery("")
    /// What the filter and the search leave of the list; nil while they leave all of it, which is then not held twice.
    var found: Sections?
    /// In multi-selection, the marked items; otherwise the one that was shown in detail last.
    public internal(set) var selected = EntitySet()
    /// Whether several are being marked.
    public internal(set) var isSelecting = false
    /// From where Shift extends the selection.
    var anchor: EntityID?

    /// The other side of the screen.
    public internal(set) var money = Money()
    /// What the address says, but for the side: that is `money.isShown`.
    public internal(set) var route = Route.list
    /// Whether the browser's history has a step of ours that the next screen can take, instead of one more.
    var hasStepBack = false
    /// One at a time, whatever the screen.
    public internal(set) var overlay = Overlay.none
    /// What stands in the field that adds a to-do.
    public internal(set) var newTitle = ""
    /// Whether the person has changed that field since something was added: then undo is the field's own.
    var isTitleTyped = false
    /// Lines, each a title by itself, that were pasted into that field and wait for an answer.
    public internal(set) var pastedLines: [String] = []
    /// What stands in the form of a new to-do, without amount and day: those are in `money.plan`.
    public internal(set) var form = TodoDraft(title: "")
    /// The title that is being changed in its row.
    public internal(set) var edit: Edit?
    /// What was typed in the detail screen and not yet written.
    var detailDraft: DetailDraft?
    /// One at a time.
    public internal(set) var gesture = Gesture.none
    /// The row that the arrow keys are on.
    public internal(set) var cursor: EntityID?

    /// What is said at the moment, until another takes its place; gone after six seconds, or once it is no longer in
    /// use.
    public internal(set) var notice: Notice?
    /// The last that was said, also once it is gone.
    var lastNotice: Notice?
    /// Whether it says the same as the one before, and that one was new.
    var isNoticeAgain = false
    /// Of all texts; also decides the usual currency of a book without amounts.
    public internal(set) var language: Language
    /// Whether a single key does something anywhere: people who use voice control may not want that.
    public internal(set) var hasSingleKeys: Bool
    /// Chosen on this device.
    public internal(set) var theme = Theme.system
    /// As the browser told it last.
    public internal(set) var window = Window()
    var isVisible = true

    /// When the server last had everything that was here; nil if that isn't known.
    public internal(set) var lastSync: Timestamp?
    /// Where the page comes from, as the address has it: `daybook.example:8080`.
    public var host = ""

    /// Whether the book is an account's, from which one can sign out.
    let hasAccount: Bool

    /// A book that nothing is known of yet.
    ///
    /// - Parameters:
    ///   - node: 64 random bits, which the stamps that are made here bear.
    ///   - hasAccount: whether the book is an account's.
    public init(node: UInt64, language: Language = .english, hasAccount: Bool = false, hasSingleKeys: Bool = true) {
        self.hasAccount = hasAccount
        self.hasSingleKeys = hasSingleKeys
        book = LocalBook(node: node)
        sync = SyncClient(node: node)
        self.language = language
    }

    /// The time by the server's clock, as far as it is known.
    func now(_ world: World) -> Timestamp {
        Timestamp(milliseconds: world.now().milliseconds &+ skew)
    }

    /// Whether something lies over the screen, or in its place, for a moment: going back ends it.
    var hasLayer: Bool { overlay != .none || isSelecting }

    /// Whether what the server rendered is still the best there is to show.
    public var isTakingOver: Bool { storage == .loading || awaitsFirstPull }

    /// Whether changes are kept on this device.
    public enum Storage: Equatable {
        /// What is stored hasn't come yet.
        case loading
        /// What was stored is in the book, and changes are stored.
        case ready
        /// Changes live in this tab only.
        case refused(String)
    }

    /// Whether there is, or may be, something to pull.
    var wantsPull: Bool { !hearsNews || hasNews || sync.isBehind }

    struct Storing {
        var token: Int
        /// What to take back should it fail.
        var changes: [LocalBook.Change]
        /// The step of `history` that it carries out.
        var step: Int?
        /// What it carries out, as it was typed.
        var typed = Typed.nothing
        /// What was known of what came from the server: that stays, and is stored with whatever comes next should it
        /// fail.
        var received: [Record] = []
    }

    /// What was being stored under this token, and no longer is.
    mutating func endStoring(_ token: Int) -> Storing? {
        storing.firstIndex { $0.token == token }.map { storing.remove(at: $0) }
    }

    /// The title of a to-do that is being changed in its row.
    public struct Edit: Equatable {
        /// The to-do's.
        public var id: EntityID
        /// As it was typed so far.
        public var text: String
        /// The title when it began.
        var original: String
    }

    struct DetailDraft: Equatable {
        var id: EntityID
        var field: FormField
        var text: String
        /// Whether the book has it already.
        var isSaved = false
        /// Whether the book has some of it, by a step that the rest joins.
        var hasStep = false
        /// Whether it will be looked at in a moment.
        var hasAlarm = true
    }

    /// What is known of the browser's window. Lengths are CSS pixels.
    public struct Window: Equatable {
        /// The inner width; 1,024 until the browser reports it.
        public var width = 1_024
        /// How far the list is scrolled, and how far that of the other side was.
        public var scroll = 0
        var otherScroll = 0
        /// How much of the list can be seen at once.
        public var listHeight = 768

        /// Whether it is being printed, with all rows.
        public var isPrinting = false

        /// Whether list and detail fit side by side.
        public var isWide: Bool { width >= 900 }
    }
}

/// Which screen is on top.
public enum Route: Equatable, Sendable {
    /// The to-dos or the money, whichever side is shown.
    case list
    /// One to-do.
    case detail(EntityID)
    /// The form of a new to-do.
    case form
    /// The form of an entry, or of a new one.
    case entry(EntityID?)
    /// Chart and sums, where they have no place beside the list.
    case sums

    /// What stands in the address after the page.
    func path(_ state: State) -> String {
        switch self {
        case .list: state.money.isShown ? "#/money" : "#/" + state.filter.word
        case .entry(let id): "#/money/" + (id?.text ?? "add")
        case .sums: "#/money/sums"
        case .detail(let id): "#/todo/" + id.text
        case .form: "#/add"
        }
    }

    init(path: String) {
        let prefix = "#/todo/"
        let money = "#/money/"
        if path == money + "sums" {
            self = .sums
        } else if path == money + "add" {
            self = .entry(nil)
        } else if let id = path.rest(after: money).flatMap({ EntityID($0) }) {
            self = .entry(id)
        } else if path == "#/add" {
            self = .form
        } else if let id = path.rest(after: prefix).flatMap({ EntityID($0) }) {
            self = .detail(id)
        } else {
            self = .list
        }
    }
}

/// What covers a part of the screen until it is dealt with.
public enum Overlay: Equatable, Sendable {
    case none
    /// The menu of a to-do or an entry, at a point in the window, in CSS pixels.
    case menu(EntityID, x: Int, y: Int)
    case settings
    /// What is known of sync.
    case sync
    /// The sheet of the keys.
    case shortcuts
    /// Asks whether pasted lines become several items.
    case pasted
}

/// What a finger or a mouse is doing to a row.
public enum Gesture: Equatable, Sendable {
    /// None is under way. Lengths in the others are CSS pixels.
    case none
    /// Pressed, and not yet known what for.
    case pressed(EntityID, x: Int, y: Int)
    /// Pushed sideways by so much.
    case swipe(EntityID, startX: Int, by: Int)
    /// Left open to show what can be done.
    case swiped(EntityID)
    /// Pushed up or down by so much, from a place in the list.
    case drag(EntityID, startY: Int, by: Int)

    /// As it is when the list, or the row in it, was moved under the finger.
    ///
    /// - Parameter start: by how much the row itself was moved.
    func moved(by distance: Int, start: Int = 0) -> Gesture {
        guard case .drag(let id, let startY, let by) = self else { return self }
        return .drag(id, startY: startY + start, by: by + distance)
    }
}

/// A message that goes away by itself.
public indirect enum Notice: Equatable, Sendable {
    /// How many, and what the first is called.
    case added(Int, String)
    /// As `added`, of to-dos or entries.
    case deleted(Int, String)
    /// How many entries, and the first.
    case deletedEntries(Int, Entry)
    /// A line, a form or a recording became this entry.
    case recorded(Entry)
    /// What was done to to-dos, if it is to be said, and what became of the expenses that they book.
    case booked(Notice?, Booking)
    case undone
    case redone
    /// What was to be undone or redone was changed since, on another device.
    case keptAsIs
    /// What it is called, and its new place in its section, counted from 1.
    case moved(String, Int)
    /// As `added`.
    case checked(Int, String)
    /// As `added`.
    case unchecked(Int, String)
    /// What the to-do is called of which an occurrence was passed over.
    case skipped(String)
    /// A search or a filter left some rows of the list.
    case found
    /// Something could not be done, in words for the person.
    case problem(Problem)

    /// Whether only a screen reader needs it: everyone else sees what changed.
    var isQuiet: Bool {
        switch self {
        case .added, .moved, .checked, .unchecked, .found: true
        case .deleted, .deletedEntries, .recorded, .booked, .skipped, .undone, .redone, .keptAsIs, .problem: false
        }
    }

    /// Whether it tells of money that was recorded, or no longer is.
    var tellsOfMoney: Bool {
        switch self {
        case .recorded, .booked: true
        case .added, .deleted, .deletedEntries, .undone, .redone, .keptAsIs, .moved, .checked, .unchecked, .skipped,
            .found, .problem:
            false
        }
    }

    /// Whether it offers to take back what was done.
    var offersUndo: Bool {
        switch self {
        case .deleted, .deletedEntries, .recorded, .booked, .skipped: true
        case .added, .undone, .redone, .keptAsIs, .moved, .checked, .unchecked, .found, .problem: false
        }
    }
}

/// Why something was not done.
public enum Problem: Equatable, Sendable {
    case todo(TodoError)
    case money(MoneyError)
    /// There is no microphone, or it may not be used; the browser's own words.
    case notRecorded(String)
    /// The recording couldn't be fetched or played; the browser's own words.
    case notPlayed(String)
    /// The browser did not store it; its own words.
    case notStored(String)
}
