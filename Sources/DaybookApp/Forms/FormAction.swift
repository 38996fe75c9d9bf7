public import DaybookCore

/// The actions of a person on the form of a thing, and on the thing that it is of.
public enum FormAction: Equatable {
    /// Opens the form of a thing, or of a new one.
    case open(Kind, EntityID?)
    /// Opens the form of a new payee of this name.
    case name(String)
    /// Opens the form of a new rule that says this.
    case propose(String)
    /// The value of a field of the form by now.
    case set(Field, FieldValue)
    /// Shows the rule as a text, or as fields again if these can say it.
    case turnRule
    /// Saves what the form says. What can't be saved stays in it, and gets the focus. A rule is tried first.
    case save
    /// Saves a rule that was tried, and changes the entries that it says it would.
    case saveAndChange
    /// Puts a list, a filter or a rule behind the next, or before the last.
    case move(Kind, EntityID, isDown: Bool)
    /// Deletes a thing. What lies in a list is in the inbox from then on; with a transfer go the entries of which it was made.
    case delete(Kind, EntityID)
}
