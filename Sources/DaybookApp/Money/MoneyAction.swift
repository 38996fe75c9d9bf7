public import DaybookCore

/// The actions of a person on the money side.
public indirect enum MoneyAction: Equatable {
    /// Turns to the money, or back to the to-dos.
    case show(Bool)
    /// The text in the line of the quick record by now.
    case type(String)
    /// Goes on among the tags that are offered for what is being typed.
    case chooseTag(by: Int)
    /// Takes the one with this number, from 0.
    case completeTag(Int)
    case closeTags
    /// Stores what the line says.
    case record
    /// Asks for other entries; the list goes to its top.
    case filter(FilterChange)
    /// Shows all that is planned, or only what comes next.
    case toggleUpcoming
    /// Asks back what was typed in a date field of the filter, which stays as it is.
    case askDay(String)
    /// Opens the tags and days of the filter, or closes them.
    case toggleFilters
    /// Adds up those days, and no others.
    case range(ReportRange)
    /// Adds up by days, weeks or months.
    case period(ReportPeriod)
    /// Shows the entries of a sum in the list; once more, and the list shows all of them again.
    case rows(EntryFilter)
    /// Shows chart and sums as a screen, where they have no place beside the list.
    case openSums
    /// Opens the form of an entry, or of a new one.
    case edit(EntityID?)
    /// The kind of the entry of the form.
    case kind(EntryKind)
    /// The account of the entry of the form; nil for the default one.
    case entryAccount(EntityID?)
    /// Changes the parts of the entry of the form.
    case part(PartChange)
    /// Stores what the form says. What can't be stored stays in it, and gets the focus.
    case save
    /// Says what a quick record is.
    case sort(EntityID, EntryKind)
    /// Takes an entry out of the book.
    case delete(EntityID)
    /// Says what those are that are marked; what has no amount stays as it is.
    case sortSelected(EntryKind)
    /// Marks them as expenses; if all are, as income.
    case markSelected
    /// Takes those that are marked out of the book, as one step.
    case deleteSelected
    /// Holds the button of the microphone, or lets it go.
    case holdVoice(Bool)
    /// Makes a currency, by its code of ISO 4217, the one of amounts that name none.
    case currency(String)
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
}
