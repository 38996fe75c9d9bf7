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
    /// Finishes an open one, opens a finished one again.
    case toggle(EntityID)
    /// The same, and the focus goes on to the next row.
    case toggleAndGoOn(EntityID)
    /// Puts it to another place in its section.
    case move(EntityID, TodoPlace)
    /// Moves it so many rows down the list, or up.
    case moveBy(EntityID, Int)
    /// Puts it on Today, or takes it off.
    case putOnToday(EntityID, Bool)
    /// Puts everything from earlier on today.
    case earlierToToday
    /// Takes everything from earlier off Today; what is overdue stays.
    case earlierOff
    /// Makes it come again from its due day on; nil ends that.
    case setRepeat(EntityID, Repeat?)
    /// Passes over the open occurrence.
    case skip(EntityID)
    /// Deletes it; the focus goes to the row beside.
    case delete(EntityID)
    /// Deletes those of the finished that the list shows.
    case clearCompleted
    /// Finishes what is marked; if all of it is finished, opens it again.
    case checkSelected
    /// Deletes what is marked, as one step.
    case deleteSelected
    /// Takes the last step back; what was written elsewhere since stays.
    case undo
    /// Does again what was undone last.
    case redo
}

/// What a person does to the screen.
public indirect enum ScreenAction: Equatable {
    case setFilter(Filter)
    /// What stands in the search; empty shows everything.
    case search(String)
    /// Selects one, deselects the others, and shows it.
    case details(EntityID)
    /// Goes to the list; what was typed is written, if it can be.
    case back
    /// Goes back and forgets what was typed in the form.
    case cancel
    /// Opens the form of a new to-do, with what was typed in it before.
    case openForm
    /// Adds the to-do of the form. What can't be one stays in it.
    case saveForm
    /// What stands in the field that adds a to-do by now.
    case typeNew(String)
    /// Adds the to-do of that field, unless it is blank.
    case addNew
    /// Asks whether each line of a pasted text becomes a to-do.
    case pasteLines(String)
    /// They do; those that can't be titles go into the field.
    case acceptLines
    /// They go into the field, with spaces between them.
    case keepAsOneLine
    /// At a point in the window.
    case openMenu(EntityID, x: Int, y: Int)
    case openSettings
    /// Moves the focus to the entry of the menu with this number, from 0.
    case focusMenu(Int)
    case closeOverlay
    case openShortcuts
    case hideNotice
    /// For this page and those to come on this device.
    case setLanguage(Language)
    /// Turns the shortcuts of a single key on or off, for this device.
    case toggleSingleKeys
    /// For this device.
    case setTheme(Theme)
    /// The day that a week starts with, from 0 for Monday to 6 for Sunday, for this device.
    case setFirstWeekday(Int64)
    /// Opens what is known of sync.
    case openSync
    /// Closes that, and lists the to-dos that the server has yet to get.
    case showUnsynced
    /// A key by the browser's name of it (`KeyboardEvent.key`), pressed anywhere.
    case key(String, Event.Modifiers)
    /// How far the list is scrolled by now, and how much of it can be seen, in CSS pixels.
    case scrolled(offset: Int, height: Int)
    /// Asks the server at once, whatever the wait after a failure.
    case retrySync
}

/// Changing a title in its row, or a field of a form.
public indirect enum EditingAction: Equatable {
    /// Opens the title of a row.
    case begin(EntityID)
    /// What stands in that field by now; line breaks become spaces, unless the title had some.
    case type(String)
    /// Writes the title; the focus goes back to its row.
    case commit
    /// Commits since the focus went elsewhere, where it stays.
    case leave
    /// Drops what was typed in the title and isn't written yet.
    case cancel
    /// What stands in a field of the form that is open.
    case field(FormField, String)
    /// Writes what was typed in the details. What can't be taken stays in its field.
    case commitDetail
}

/// Marking several items, and the arrow keys.
public enum SelectionAction: Equatable {
    /// Begins with nothing marked.
    case start
    /// Marks one, or takes its mark away; if it extends, marks all from the one that was last toggled without, or else
    /// from the row that the arrow keys are on.
    case toggle(EntityID, extends: Bool)
    /// Marks all that the list shows.
    case all
    /// Takes all marks away.
    case end
    /// Moves the focus so many rows on from the given one.
    case focusRow(EntityID?, by: Int)
}

/// A field of text in the details or the form of a to-do, or in the form of an entry: called as in the lists of fields.
public enum FormField: String, Sendable {
    /// Of to-dos; the amount and the day of entries as well. The day of a to-do is its due.
    case title, description, notes, amount, day
    /// Of to-dos alone.
    case start
    // Of entries alone.
    case currency, place, note, tags
}

/// A finger or a mouse on a row, in CSS pixels.
public enum GestureAction: Equatable {
    /// A finger is put on a row, at this point of the window.
    case pressRow(EntityID, x: Int, y: Int)
    /// The handle of a row is pressed, by which it is dragged.
    case pressGrip(EntityID, y: Int)
    /// The finger or the mouse is at this point of the window by now.
    case move(x: Int, y: Int)
    /// It lets go: a row stays open, or takes its new place.
    case release
    /// Nothing comes of it; a row that was left open closes.
    case cancel
}

/// What happens outside, told by the browser.
public indirect enum OutsideEvent {
    /// What the storage holds, and how far sync had got.
    case loaded([LocalBook.Change], SyncClient.Progress)
    /// There is no storage, for this reason: the name of an error, a colon, and what the browser says, here and below.
    case notLoaded(String)
    /// What `Effect.store` brought under this token is stored.
    case stored(Int)
    /// It isn't, for this reason.
    case notStored(Int, String)
    /// What was stored is gone, and there is room for it again.
    case emptied
    /// The server's word to `Effect.push`.
    case pushAnswered(PushAnswer)
    /// There is none, for this reason.
    case pushFailed(SyncClient.Failure)
    /// The server's word to `Effect.pull`.
    case pullAnswered(PullPage)
    /// There is none, for this reason.
    case pullFailed(SyncClient.Failure)
    /// Another tab stored this.
    case otherTab([LocalBook.Change], SyncClient.Progress?)
    /// The time of an alarm that `Effect.wake` set is over.
    case woken(Alarm)
    /// The number of the server's last commit: at first, and after each.
    case news(UInt64)
    /// The server can't be heard any more, so it is asked every few seconds.
    case deaf
    /// Whether the device has a network, as far as the browser knows.
    case online(Bool)
    /// Whether the page can be seen. What is typed is written when it no longer can.
    case visible(Bool)
    /// The inner width of the window in CSS pixels, at the start as well.
    case resized(width: Int)
    /// True before the page is printed, false after that.
    case printing(Bool)
    /// So many recordings are kept here that the server has yet to get.
    case undelivered(Int)
    /// What stands in the address from `#` on: at the start, and when the person goes back or forward.
    case visited(String)
    /// What this tab kept before it was loaded again.
    case restoredHistory(History)
    /// The microphone listens.
    case listening
    /// What the microphone gave: a sound file, or else it is refused.
    case recorded([UInt8])
    /// There is no recording, for this reason.
    case notRecorded(String)
    /// The recording is stored.
    case kept
    /// The recording isn't stored, for this reason.
    case notKept(String)
    /// A recording couldn't be fetched or played, for this reason.
    case notPlayed(String)
}
