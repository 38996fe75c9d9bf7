public import DaybookCore

/// The actions of a person on the lists and the filters.
public enum ListsAction: Equatable {
    /// Shows the to-dos of one.
    case show(ShownList)
    /// Shows all to-dos, or those of a time.
    case showAll(Filter)
    /// Opens what there is to choose from, where it has no place beside the list: of the money, or of the to-dos.
    case openPlaces(ofMoney: Bool)
    /// Opens the form of a list or a filter, or of a new one.
    case open(Kind, EntityID?)
    /// The name that stands in the form by now.
    case type(String)
    /// The query of a filter, as it stands in the form by now.
    case typeQuery(String)
    /// The colour that the form has by now.
    case setColour(UInt8)
    /// Creates the list or filter of the form, or changes it.
    case save
    /// Puts a list away, or takes it out again.
    case archive(EntityID, Bool)
    /// Puts a list or a filter one place up or down.
    case move(Kind, EntityID, isDown: Bool)
    /// Deletes a list or a filter; what lies in a list is in the inbox from then on.
    case delete(Kind, EntityID)
}
