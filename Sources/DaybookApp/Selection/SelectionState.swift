public import DaybookCore

/// Which rows are marked, and which one the keys are on.
public struct SelectionState {
    /// In multi-selection, the marked items; otherwise the one that was shown in detail last.
    public internal(set) var ids = EntitySet()
    /// True where several are being marked.
    public internal(set) var isOn = false
    /// The day or the tags that are typed for them by now.
    var words = ""
    /// From where Shift extends the selection.
    var anchor: EntityID?
    /// The row that the arrow keys are on.
    public internal(set) var cursor: EntityID?
}
