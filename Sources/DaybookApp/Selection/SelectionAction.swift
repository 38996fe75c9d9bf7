public import DaybookCore

/// Marking several items, and the arrow keys.
public enum SelectionAction: Equatable {
    /// Begins with nothing marked.
    case start
    /// Marks one, or takes its mark away; if it extends, marks all from the one that was last toggled without, or else
    /// from the row that the arrow keys are on.
    case toggle(EntityID, extends: Bool)
    /// Marks all that the list shows.
    case all
    /// The day or the tags that are typed for them.
    case words(String)
    /// Takes these words as the part that is offered.
    case take
    /// Takes all marks away.
    case end
    /// Moves the focus so many rows on from the given one.
    case focusRow(EntityID?, by: Int)
}
