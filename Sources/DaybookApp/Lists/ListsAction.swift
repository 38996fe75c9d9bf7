public import DaybookCore

/// The actions of a person on the lists and the filters.
public enum ListsAction: Equatable {
    /// Shows the to-dos of one.
    case show(ShownList)
    /// Shows all to-dos, or those of a time.
    case showAll(Filter)
    /// Opens what there is to choose from, where it has no place beside the list: of the money, or of the to-dos.
    case openPlaces(ofMoney: Bool)
    /// Puts a list away, or takes it out again.
    case archive(EntityID, Bool)
}
