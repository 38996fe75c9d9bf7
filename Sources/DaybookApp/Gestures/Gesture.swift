public import DaybookCore

/// The movement of a finger or a mouse with a row.
public enum Gesture: Equatable, Sendable {
    /// None is under way. Lengths in the others are CSS pixels.
    case none
    /// Pressed, and not yet known what for.
    case pressed(EntityID, x: Int, y: Int)
    /// Pushed sideways by so much.
    case swipe(EntityID, startX: Int, by: Int)
    /// Left open to show what can be done.
    case swiped(EntityID)
    /// Pushed up or down by so much, from a place in the list, and so many levels to the side, from a place in the window.
    case drag(EntityID, startX: Int, startY: Int, by: Int, levels: Int)

    /// The gesture when the list, or the row in it, was moved under the finger.
    ///
    /// - Parameter start: by how much the row itself was moved.
    func moved(by distance: Int, start: Int = 0) -> Gesture {
        guard case .drag(let id, let startX, let startY, let by, let levels) = self else { return self }
        return .drag(id, startX: startX, startY: startY + start, by: by + distance, levels: levels)
    }
}
