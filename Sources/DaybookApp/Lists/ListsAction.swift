public import DaybookCore

/// What a person does to the lists.
public enum ListsAction: Equatable {
    /// Shows the to-dos of one; of all, if it is the one that is shown.
    case show(ShownList)
    /// Opens the form of one, or of a new one.
    case open(EntityID?)
    /// The name that stands in the form by now.
    case type(String)
    /// The colour that the form has by now.
    case setColour(UInt8)
    /// Makes the list of the form, or changes it.
    case save
    /// Puts one away, or takes it out again.
    case archive(EntityID, Bool)
    /// Takes one out; what lies in it is in the inbox from then on.
    case delete(EntityID)
}
