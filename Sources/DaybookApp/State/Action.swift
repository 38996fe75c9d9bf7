public import DaybookCore

/// Everything that can happen to the app. Dispatching one is the only way to change its state.
public indirect enum Action {
    case item(ItemAction)
    case screen(ScreenAction)
    case editing(EditingAction)
    case money(MoneyAction)
    case selection(SelectionAction)
    case gesture(GestureAction)
    case outside(OutsideEvent)
    /// Nothing changes, but the event counts as handled.
    case ignore
}

/// What a person does to the to-dos.
public indirect enum ItemAction: Equatable {
    /// The new item is the first of the to-dos.
    case create(TodoDraft)
    /// Adds several at once; the first of them ends up on top.
    case createAll([TodoDraft])
    /// Writes the fields in which the given one differs.
    case update(Todo)
    case toggle(EntityID)
    /// The same, and the focus goes on to the next row.
    case toggleAndGoOn(EntityID)
    case move(EntityID, TodoPlace)
    /// Moves it so many rows down the list, or up.
    case moveBy(EntityID, Int)
    case delete(EntityID)
    case clearCompleted
    case checkSelected
    case deleteSelected
    case undo
    case redo
}

/// What a person does to the screen.
public indirect enum ScreenAction: Equatable {
    case setFilter(Filter)
    case search(String)
    /// Selects one, deselects the others, and shows it.
    case details(EntityID)
    case back
    /// Goes back and forgets what was typed in the form.
    case cancel
    case openForm
    case saveForm
    case typeNew(String)
    case addNew
    case pasteLines(String)
    case acceptLines
    case keepAsOneLine
    /// At a point in the window.
    case openMenu(EntityID, x: Int, y: Int)
    case openSettings
    case focusMenu(Int)
    case closeOverlay
    case openShortcuts
    case hideNotice
    case setLanguage(Language)
    case toggleSingleKeys
    case key(String, Event.Modifiers)
    case scrolled(offset: Int, height: Int)
    case retrySync
}

/// Changing a title in its row, or a field of a form.
public indirect enum EditingAction: Equatable {
    case begin(EntityID)
    case type(String)
    case commit
    /// Commits since the focus went elsewhere, where it stays.
    case leave
    case cancel
    /// What stands in a field of the form that is open.
    case field(FormField, String)
    case commitDetail
}

/// Marking several items, and the arrow keys.
public enum SelectionAction: Equatable {
    case start
    case toggle(EntityID, extends: Bool)
    case all
    case end
    /// Moves the focus so many rows on from the given one.
    case focusRow(EntityID?, by: Int)
}

/// A field of text in the details or the form of a to-do, or in the form of an entry.
public enum FormField: String, Sendable {
    case title, description, notes, amount, day
    // Of entries alone.
    case currency, place, note, tags
}

/// A finger or a mouse on a row, in CSS pixels.
public enum GestureAction: Equatable {
    case pressRow(EntityID, x: Int, y: Int)
    case pressGrip(EntityID, y: Int)
    case move(x: Int, y: Int)
    case release
    case cancel
}

/// What happens outside, told by the browser.
public indirect enum OutsideEvent {
    case loaded([LocalBook.Change], SyncClient.Progress)
    /// There is no storage, for this reason.
    case notLoaded(String)
    case stored(Int)
    case notStored(Int, String)
    case pushAnswered(PushAnswer)
    case pushFailed(SyncClient.Failure)
    case pullAnswered(PullPage)
    case pullFailed(SyncClient.Failure)
    /// Another tab stored this.
    case otherTab([LocalBook.Change], SyncClient.Progress?)
    case woken(Alarm)
    /// The server has news; or it can't be heard any more.
    case news
    case deaf
    case online(Bool)
    case visible(Bool)
    case resized(width: Int)
    case printing(Bool)
    /// So many recordings are kept here that the server has yet to get.
    case undelivered(Int)
    case visited(String)
    case restoredHistory(History)
    /// The microphone listens.
    case listening
    case recorded([UInt8])
    /// There is no recording, for this reason.
    case notRecorded(String)
    /// The recording is stored.
    case kept
    case notKept(String)
    case notPlayed(String)
}
