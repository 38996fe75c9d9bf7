public import DaybookCore

/// A message that goes away by itself.
public indirect enum Notice: Equatable, Sendable {
    /// How many, and what the first is called.
    case added(Int, String)
    /// The same as `added`, of to-dos or entries.
    case deleted(Int, String)
    /// How many entries, and the first.
    case deletedEntries(Int, Entry)
    /// A line, a form or a recording became this entry.
    case recorded(Entry)
    /// A transfer was recorded: from where to where.
    case transferred(String)
    /// All that an account had is of another now: how many rows, and what that is called.
    case movedAll(Int, String)
    /// Says what was done to to-dos, if it is to be said, and what became of the expenses that they book.
    case booked(Notice?, Booking)
    case undone
    case redone
    /// The thing that was to be undone or redone was changed since, on another device.
    case keptAsIs
    /// The title, and the new place in its section, counted from 1.
    case moved(String, Int)
    /// The title, and that of the to-do above now; blank for none.
    case put(String, String)
    /// The same as `added`.
    case checked(Int, String)
    /// The same as `added`.
    case unchecked(Int, String)
    /// The same as `added`, of to-dos that got a day, a list, tags or a priority.
    case changed(Int, String)
    /// The title of the to-do of which an occurrence was passed over.
    case skipped(String)
    /// A template was made of the to-do with this title.
    case madeTemplate(String)
    /// An entry was corrected, and others are like it.
    case alike(AlikeEntries)
    /// A file was imported, in the server's words.
    case imported(String)
    /// Another device deleted what was open: which, and what it is called.
    case gone(EntityID, String)
    /// A search or a filter left some rows of the list.
    case found
    /// Something could not be done, in words for the person.
    case problem(Problem)

    /// True where only a screen reader needs it: everyone else sees what changed.
    var isQuiet: Bool {
        switch self {
        case .added, .moved, .put, .checked, .unchecked, .found: true
        case .deleted, .deletedEntries, .recorded, .transferred, .movedAll, .booked, .changed, .skipped, .madeTemplate,
            .imported, .undone, .redone, .keptAsIs, .alike, .gone, .problem:
            false
        }
    }

    /// True where it tells of money that was recorded, or no longer is.
    var tellsOfMoney: Bool {
        switch self {
        case .recorded, .transferred, .booked: true
        case .added, .deleted, .deletedEntries, .undone, .redone, .keptAsIs, .moved, .put, .checked, .unchecked,
            .changed, .skipped, .madeTemplate, .imported, .movedAll, .alike, .gone, .found,
            .problem:
            false
        }
    }

    /// True where it offers to take back what was done.
    var offersUndo: Bool {
        switch self {
        case .deleted, .deletedEntries, .recorded, .transferred, .movedAll, .booked, .changed, .skipped, .madeTemplate,
            .imported:
            true
        case .added, .undone, .redone, .keptAsIs, .moved, .put, .checked, .unchecked, .alike, .gone, .found, .problem:
            false
        }
    }
}

/// Why something was not done.
public enum Problem: Equatable, Sendable {
    case item(ItemError)
    /// The browser gave no recording. The text is the browser's.
    case notRecorded(String)
    /// The recording couldn't be fetched or played; the browser's own words.
    case notPlayed(String)
    /// This device can't be notified; the browser's own words.
    case notNotified(String)
    /// The browser did not store it; its own words.
    case notStored(String)
    /// The import can't be taken back.
    case importing(ImportProblem)
    /// The texts of the language with this name can't be had now.
    case noTexts(String)
}
