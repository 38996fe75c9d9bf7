public import DaybookCore

/// What a person does on the money side.
public enum MoneyAction: Equatable {
    /// Turns to the money, or back to the to-dos.
    case show(Bool)
    case type(String)
    /// Stores what the line says.
    case record
    case filter(EntryFilter)
    /// Opens the tags and days of the filter, or closes them.
    case toggleFilters
    case period(ReportPeriod)
    case openSums
    /// Opens the form of an entry, or of a new one.
    case edit(EntityID?)
    case change(EntryForm)
    case save
    /// Says what a quick record is.
    case sort(EntityID, EntryKind)
    case delete(EntityID)
    /// Holds the button of the microphone, or lets it go.
    case holdVoice(Bool)
    case play(Digest)
    /// What is typed in the form of a to-do.
    case plan(Plan)
}
