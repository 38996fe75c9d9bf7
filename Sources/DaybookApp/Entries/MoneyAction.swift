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
    /// Corrects the entries that the notice tells of, as one step; for good, it also opens a rule about later ones.
    case changeAlike(forGood: Bool)
    /// Takes an entry out of the book.
    case delete(EntityID)
    /// Says what those are that are marked; what has no amount stays as it is.
    case sortSelected(EntryKind)
    /// Marks them as expenses; if all are, as income.
    case markSelected
    /// Changes those that are marked, as one step.
    case change(EntryChange)
    /// Opens the form of a rule about what begins as they do.
    case makeRule
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

/// A part that several entries get at once.
public enum EntryPart: String, CaseIterable, Sendable { case tags, payee, account }

/// A value that several entries get.
public indirect enum EntryChange: Equatable {
    /// More tags, parted by commas.
    case tags(String)
    case payee(String)
    case account(MoneyAccount)

    func changes(of entry: Entry) -> Changes {
        var changes = Changes()
        switch self {
        case .tags(let typed):
            let new = entry.tags.new(in: typed)
            if !new.isEmpty { changes[.tag] = .texts(entry.tags + new) }
        case .payee(let name): changes[.payee] = .text(name.trimmed)
        case .account(let account): changes[.account] = account.isDefault ? .nothing : .entity(account.id)
        }
        return changes
    }
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
