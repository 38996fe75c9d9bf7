public import DaybookCore

/// What a person does with accounts and transfers.
public enum AccountAction: Equatable {
    /// Shows the rows of one account; nil for those of all.
    case show(EntityID?)
    /// Opens the form of an account or a transfer, or of a new one.
    case open(Kind, EntityID?)
    /// What a field of the form holds by now.
    case set(Field, FieldValue)
    /// Saves what the form says. What can't be saved stays in it, and gets the focus.
    case save
    /// Closes an account, or opens it again.
    case close(EntityID, Bool)
    /// Deletes an account; or a transfer, with the entries of which it was made.
    case delete(Kind, EntityID)
    /// Takes a transfer apart: what it was made of are entries again.
    case part(EntityID)
    /// Makes a transfer of the two entries that are marked.
    case join
}
