public import DaybookCore

/// What a person does on the money side.
public indirect enum MoneyAction: Equatable {
    /// Turns to the money, or back to the to-dos.
    case show(Bool)
    case type(String)
    /// Stores what the line says.
    case record
    case filter(FilterChange)
    /// Opens the tags and days of the filter, or closes them.
    case toggleFilters
    case period(ReportPeriod)
    case openSums
    /// Opens the form of an entry, or of a new one.
    case edit(EntityID?)
    /// What the entry of the form is.
    case kind(EntryKind)
    case save
    /// Says what a quick record is.
    case sort(EntityID, EntryKind)
    case delete(EntityID)
    /// Holds the button of the microphone, or lets it go.
    case holdVoice(Bool)
    case play(Digest)
}

/// What a person asks of the list of entries.
public indirect enum FilterChange: Equatable {
    case kinds([EntryKind])
    case text(String)
    /// Asks for one tag more, or for one less.
    case tag(String)
    case matching(EntryFilter.Matching)
    case from(CivilDate?)
    case through(CivilDate?)
}
