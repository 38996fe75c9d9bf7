public import DaybookCore

/// A finger or a mouse on a row, in CSS pixels.
public enum GestureAction: Equatable {
    /// A finger is put on a row, at this point of the window.
    case pressRow(EntityID, x: Int, y: Int)
    /// The handle of a row is pressed, by which it is dragged.
    case pressGrip(EntityID, x: Int, y: Int)
    /// The finger or the mouse is at this point of the window by now, over a place of this id beside the list.
    case move(x: Int, y: Int, over: String = "")
    /// It lets go: a row stays open, or takes its new place.
    case release
    /// Nothing comes of it; a row that was left open closes.
    case cancel
}
