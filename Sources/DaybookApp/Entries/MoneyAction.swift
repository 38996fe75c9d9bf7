public import DaybookCore

/// The actions of a person on the money side.
public indirect enum MoneyAction: Equatable {
    /// Turns to the money, or back to the to-dos.
    case show(Bool)
    /// Asks for other entries; the list goes to its top.
    case filter(FilterChange)
    /// Shows all that is planned, or only what comes next.
    case toggleUpcoming
    /// Tells what the money is made of that is left, or no longer.
    case toggleLeft
    /// Asks back what was typed in a date field of the filter, which stays as it is.
    case askDay(String)
    /// Opens the tags and days of the filter, or closes them.
    case toggleFilters
    /// Shows the entries of a sum in the list; once more, and the list shows all of them again.
    case rows(EntryFilter)
    /// Opens the form of an entry, or of a new one.
    case edit(EntityID?)
    /// Stores what the form says. What can't be stored stays in it, and gets the focus.
    case save
    /// Says what a quick record is.
    case sort(EntityID, EntryKind)
    /// Corrects the entries that the notice tells of, as one step.
    case changeAlike
    /// Takes an entry out of the book.
    case delete(EntityID)
    /// Says what those are that are marked; what has no amount stays as it is.
    case sortSelected(EntryKind)
    /// Marks them as expenses; if all are, as income.
    case markSelected
    /// Takes those that are marked out of the book, as one step.
    case deleteSelected
    /// Makes a currency, by its code of ISO 4217, the one of amounts that name none.
    case currency(String)
    /// Settles on the currency of amounts that name none, where none is set.
    case settle
    /// Shows an entry that was added, whatever the filter.
    case added(EntityID)
    /// Plays the recording with this SHA-256.
    case play(Digest)
}

/// The wishes of a person for the list of entries.
public indirect enum FilterChange: Equatable {
    /// All kinds that are wanted; none for any.
    case kinds([EntryKind])
    /// The text in the search; empty asks for nothing.
    case text(String)
    /// Asks for one tag more, or for one less.
    case tag(String)
    /// Says whether any or all of the tags are asked for.
    case matching(EntryFilter.Matching)
    /// The first day that is wanted; nil for no limit.
    case from(CivilDate?)
    /// The last day that is wanted; nil for no limit.
    case through(CivilDate?)
    /// Both of them.
    case days(ReportRange)
    /// Has no limit by the tags that entries must not bear.
    case anyRest
}
