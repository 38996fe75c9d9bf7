public import DaybookCore

/// Which screen is shown, and in which window.
public struct NavigationState {
    /// The route in the address, but for the side: that is `isMoney`.
    public internal(set) var route = Route.list
    /// True where the money is shown, not the to-dos.
    public internal(set) var isMoney = false
    /// True where the browser's history has a step of ours that the next screen can take, instead of one more.
    var hasStepBack = false
    /// One at a time, whatever the screen.
    public internal(set) var overlay = Overlay.none
    /// The window as the browser told it last.
    public internal(set) var window = Window()
    /// True where the next key names a place.
    var awaitsPlace = false
    /// True where the page can be seen.
    var isVisible = true
}

/// A cover of a part of the screen until it is dealt with.
public enum Overlay: Equatable, Sendable {
    case none
    /// The menu of a to-do or an entry, at a point in the window, in CSS pixels.
    case menu(EntityID, x: Int, y: Int)
    case settings
    case sync
    /// The search of the whole book.
    case search
    /// The sheet of the keys.
    case shortcuts
    /// A file, and what would become of it.
    case importing
    /// Asks whether pasted lines become several items.
    case pasted
    /// The lists, filters and tags to choose from, where they have no place beside the list.
    case places
    /// The form of a list or a filter.
    case list
    /// The form of an account or a transfer.
    case money
    case payees
    case rules
    case rates
    /// A statement of the bank beside the rows of its account.
    case statement
    /// Asks whether a row that was reconciled is to be changed.
    case reconciled
    /// Offers what a part of one to-do can be, or of all that are marked.
    case change(DetailPart, EntityID?)
    /// Offers what a part of the entries that are marked can be.
    case changeEntries(EntryPart)
    /// Asks what becomes of so many open ones under those that `subtasks.finishing` finishes.
    case subtasks(Int)
}

/// The browser's window. Lengths are CSS pixels.
public struct Window: Equatable {
    /// The inner width; 1,024 until the browser reports it.
    public var width = 1_024
    /// How far the list is scrolled, and how far that of the other side was.
    public var scroll = 0
    var otherScroll = 0
    /// How much of the list can be seen at once.
    public var listHeight = 768

    /// True where it is being printed, with all rows.
    public var isPrinting = false

    /// True where things may move, as the person has it on this device.
    public var moves = false

    /// True where the places, the list and a pane fit side by side.
    public var isWide: Bool { width >= 900 }

    /// True where the list has something beside it, as app.css has it: the places, or, once they are open, details or a form.
    public var hasSideBar: Bool { width >= 720 }
}
